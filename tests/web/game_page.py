"""Using the game in a page as a screen reader does: by the page's list of what can be touched."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page

from game.client.touch.chooser import Chooser
from game.engine.core import Action, State
from game.games import part

if TYPE_CHECKING:
    from .conftest import Visit

TOOLS = ("menu", "log", "undo", "back", "whole", "near", "pull", "results", "hint", "take", "replay")


OFFERED = """async (id) => {
    const end = performance.now() + 10000;
    while (!document.querySelector(`#mirror [data-id='${id}']`)) {
        if (performance.now() > end) return false;
        await new Promise((go) => setTimeout(go, 20));
    }
    return true;
}"""


def state(page: Page) -> Any:
    """The game's report of its state."""
    return page.evaluate("kontor.state()")


def settled(page: Page) -> None:
    """Until the game has taken in what was just done with mouse or window, and rests."""
    page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    page.evaluate("kontor.idle()")


def scene(page: Page) -> str:
    return str(state(page)["scene"])


def touchable(page: Page) -> list[str]:
    """The ids of what can be touched, in the order in which it is read out."""
    ids: list[str] = page.evaluate(
        "[...document.querySelectorAll('#mirror [data-id]')].map((b) => b.dataset.id)"
    )
    return ids


def touch(page: Page, element: str) -> None:
    """Choose an element of the list, once it is there, and wait until the game has reacted."""
    there = page.evaluate(OFFERED, element)  # the list follows the picture, and a scene's name
    assert there, f"{element} is not among {touchable(page)} of {scene(page)}"
    page.evaluate("(id) => document.querySelector(`#mirror [data-id='${id}']`).click()", element)
    page.evaluate("kontor.idle()")


def touches(native: State, action: Action) -> Iterator[str]:
    """The elements a person touches, one after the other, to say `action`."""
    wide = part(native.ruleset.id, "view", "view").VIEW.wide
    chooser, said = Chooser(list(native.legal_actions()), wide), None
    while said is None:
        element = next(one for one in chooser.offered if action in chooser.actions_with(one))
        yield element
        said = chooser.touch(element)
    assert said == action


def until_so(page: Page, condition: str) -> None:
    """Until JavaScript says so; `wait_for_function` would need an eval, which the page forbids."""
    page.evaluate(f"async () => {{ while (!({condition})) await new Promise((go) => setTimeout(go, 20)); }}")


def start_game(page: Page, game: str = "hansa") -> None:
    """From the title to the table of a new game between people."""
    for element in ("new", f"game.{game}", "company.people", "start"):
        touch(page, element)
    assert scene(page) == "table"


def opened_link(page: Page, fragment: str) -> Page:
    """From the title to the table of the game in a link that is opened while the page is."""
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    until_so(page, "kontor.state().scene === 'arrival'")
    page.evaluate("kontor.idle()")
    touch(page, "continue")
    assert scene(page) == "table"
    return page


def play(page: Page, actions: int) -> None:
    """Play this many actions: always the first one offered."""
    goal = state(page)["actions"] + actions
    for _ in range(20 * actions):
        if state(page)["actions"] == goal:
            return
        offered = [one for one in touchable(page) if one not in TOOLS and not one.startswith("desk.")]
        touch(page, offered[0])
    raise AssertionError(f"{actions} actions could not be played")


def open_latest(page: Page) -> None:
    """From the title to the table of the game that was played last."""
    touch(page, "continue")
    assert scene(page) == "table"


def kept_games(page: Page) -> dict[str, str]:
    """The saves in the page's storage by their key."""
    saves: dict[str, str] = page.evaluate(
        "Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('kontor:/:game/')))"
    )
    return saves


def keep(one: Visit, texts: dict[str, str]) -> None:
    """Put texts into the page's storage before it is opened for the first time."""
    kept = json.dumps({f"kontor:/:{key}": text for key, text in texts.items()})
    one.page.add_init_script(f"""
        if (!sessionStorage.visited) Object.assign(localStorage, {kept});
        sessionStorage.visited = true;
    """)


def break_script(page: Page, message: str) -> None:
    """Let a script of the page fail once."""
    page.evaluate(
        """(message) => {
          const get = () => {
            delete document.hidden;
            throw new Error(message);
          };
          Object.defineProperty(document, "hidden", { configurable: true, get });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        message,
    )


def break_python(page: Page, times: int) -> None:
    """Let what the game asks of the page fail."""
    page.evaluate(
        """(times) => {
          const { take } = kontor;
          kontor.take = () => {
            if (times-- > 0) throw new Error("Anna broke it");
            return take();
          };
          dispatchEvent(new Event("focus"));
        }""",
        times,
    )
