"""A device in a room: a page in any browser, and a player who uses it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Protocol

from playwright.sync_api import Page

from game.engine.core import Action, State
from game.server.room import Room
from tests.match.games import hurried

from .firefox import Firefox
from .game_page import LISTED, touches
from .room_service import RoomService

CONTROL = f"const control = (id) => document.querySelector({LISTED});"
TOUCH = """
    const list = () => [...document.querySelectorAll("#mirror [data-id]")].map((one) => one.dataset.id);
    const reported = async () => {
        const told = new Promise((resolve) => (window.kontor.copy = resolve));
        document.querySelector('#mirror [data-id="copy"]').click();
        throw new Error(await told);
    };
    const touch = async (id) => {
        const one = control(id);
        if (!one && window.kontor.state().scene === "failure") await reported();
        if (!one) throw new Error(`${id} is not among ${list()} of ${window.kontor.state().scene}`);
        one.click();
        await window.kontor.idle();
    };
    const until = async (so) => {
        for (let state, began = Date.now(); !so((state = window.kontor.state())); ) {
            if (state.scene === "failure") await reported();
            const told = () => JSON.stringify({ ...state, record: undefined });
            if (Date.now() - began > 120_000) throw new Error(`${so} is not so: ${list()} of ${told()}`);
            await new Promise((go) => setTimeout(go, 20));
        }
    };
"""
"""Helpers for scripts: a page on its fatal-error page raises its report, and one that does not come to rest
describes its state.

Scripts can use `list()`, `control(id)`, `await touch(id)` and `await until((state) => ...)`.
"""


class Script(Protocol):
    """Runs the body of an async function in the page and returns its result."""

    def __call__(self, body: str, /) -> Any: ...


def in_chromium(page: Page) -> Script:
    return lambda body: page.evaluate(f"async () => {{ {body} }}")


def in_firefox(firefox: Firefox) -> Script:
    def run(body: str) -> Any:
        answer = firefox.run(body)
        assert not str(answer).startswith("error: "), answer
        return answer

    return run


class Device:
    """The device of a player."""

    def __init__(self, run: Script) -> None:
        self._run = run

    def run(self, body: str) -> Any:
        return self._run(CONTROL + TOUCH + body)

    def state(self) -> Any:
        return self.run("return window.kontor.state()")

    def offered(self) -> list[str]:
        found: list[str] = self.run("return list()")
        return found

    def touch(self, *elements: str) -> None:
        """Activate elements in order, each when the page has reacted to the one before."""
        self.run(f"for (const id of {json.dumps(elements)}) await touch(id)")

    def until(self, condition: str) -> None:
        """Wait for a JavaScript condition on `state`, the page's report, and `list()`."""
        self.run(f"await until((state) => {condition}); await window.kontor.idle()")

    def until_scene(self, name: str) -> None:
        self.until(f"state.scene === {json.dumps(name)}")

    def until_played(self, actions: int) -> None:
        """Wait until the page has received this number of the game's actions."""
        self.until(f"state.actions >= {actions}")

    def record(self) -> list[str]:
        """Return this device's record of the game, without the players' names."""
        lines: list[str] = self.state()["record"].splitlines()
        return [line for line in lines if not line.startswith("tag ")]

    def decide(
        self,
        room: Room,
        service: RoomService,
        chance: random.Random,
        choose: Callable[[State, random.Random], Action] = hurried,
    ) -> Action:
        """Play one action for the seat to act, and wait until the server has returned it."""
        match = room.match
        assert match is not None
        moves, action = len(match.moves), choose(match.state, chance)
        self.until(f"state.actions === {moves} && state.waits === 'input'")
        said = list(touches(match.state, action))
        self.touch(*said)
        self.run(f"""
            const moved = () => window.kontor.state().actions > {moves} /* by {" ".join(said)} */;
            const last = {json.dumps(said[-1])};
            if (!moved() && control(last)) await touch(last); // warned of: it would cost coins
            await until(moved);
        """)
        service.read(room)
        return action
