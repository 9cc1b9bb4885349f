"""Boards of expansions in the page: chosen by images, a game on each by mouse or accessibility list, and the
end by touch on a phone.

A link contains the middle of each game, but all kinds of actions are played by hand. A game without a link is
played from the first to the last action in test_together.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from playwright.sync_api import Page, ViewportSize

from game import engine
from game.client.storage.link import encode
from game.client.words.i18n import Translator
from game.engine.core import Action, State
from game.engine.record import Record, read, replay
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.client.conftest import hurried

from .conftest import Visit
from .game_page import opened_link, places, press_at, state, touch, touches
from .test_game import click, click_through, kinds, sit_down

pytestmark = pytest.mark.returning

FIRST = 12
"""Number of actions played by hand at the beginning of a game."""
PHONE = ViewportSize(width=390, height=844)
LAST = 6
"""Number of actions played by touch: at each the board zooms in and is redrawn."""
NOW = "JSON.stringify([kontor.state().actions, document.querySelector('#mirror h1')?.textContent])"
"""The number of actions played, and the prompt."""
ANSWERED = f"""async ([before, near]) => {{
    const begun = performance.now();
    for (;;) {{
        const now = {NOW}, passed = performance.now() - begun;
        if (now !== before && !now.includes(near)) return true;
        if (passed > (now === before ? 700 : 350)) return false; // the next touch is not a second tap
        await new Promise((go) => setTimeout(go, 20));
    }}
}}"""
"""Script that returns whether a tap had an effect other than zooming in."""
Press = Callable[[Page, str], None]


@pytest.mark.parametrize(("board", "seats"), [("east", 3), ("britannia", 5)])
def test_a_board_is_chosen_by_its_picture_and_its_game_begins(guest: Visit, board: str, seats: int) -> None:
    page, chance = guest.page, random.Random(board)
    parts = ("option.favour", "option.promos")
    for element in (
        "new",
        "game.hansa-teutonica",
        f"board.{board}",
        *parts,
        f"seats.{seats}",
        "company.people",
    ):
        touch(page, element)
    touch(page, "start")
    native = read(state(page)["record"]).new_game()
    assert native.seats == seats and native.options["board"] == board
    assert native.options["favour"] == native.options["promos"] == "on"
    for number in range(FIRST):
        action = hurried(native, chance)
        if number % 2:
            click_through(page, native, number, [action])
            continue
        sit_down(page)
        for element in touches(native, action):
            touch(page, element)
        native.apply(action)
    assert state(page)["actions"] == FIRST and guest.errors == []


# ---- whole games --------------------------------------------------------------------------------


def brisk(state: State, chance: random.Random) -> Action:
    """Choose a brisk action: claim whenever possible, otherwise place on routes without other players where
    least is missing, which gives short games; sometimes a random action."""
    kinds: dict[str, list[Action]] = {}
    for action in state.legal_actions():
        kinds.setdefault(action.text.split()[0], []).append(action)
    if chance.random() > 0.8 or not kinds.keys() & {"claim", "office", "place", "income"}:
        return hurried(state, chance)
    if "place" in kinds and not kinds.keys() & {"claim", "office"}:
        return min(kinds["place"], key=lambda action: (*_crowd(state, action), action.text))
    return next(kinds[kind][0] for kind in ("claim", "office", "income") if kind in kinds)


def _crowd(state: State, action: Action) -> tuple[int, int]:
    """Return the numbers of houses of the route that belong to others, and that the actor lacks."""
    assert isinstance(state, HansaTeutonicaState)
    route = action.path[-1].split(".")[1]
    houses = [house for house in state.board.house_ids if house.rpartition(".")[0] == route]
    owners = [piece.seat if (piece := state.house_piece(house)) else None for house in houses]
    return sum(owner not in (None, state.actor) for owner in owners), len(houses) - owners.count(state.actor)


def whole_game(board: str, seats: int, seed: int) -> Record:
    ruleset = engine.ruleset("hansa-teutonica")
    edition = next(values for values in ruleset.presets.values() if values.get("board") == board)
    native, chance = ruleset.new_game(seats, edition, seed), random.Random(seed)
    record = Record.of(native)
    while native.actor is not None:
        record.append(brisk(native, chance))
        native.apply(record.actions[-1])
    return record


def tap(page: Page, element: str) -> None:
    """Tap the middle of an element. If several are too close there, the board zooms in by itself, and the tap
    is repeated; if the element is not visible, the whole board is shown first."""
    before, near = page.evaluate(NOW), Translator("core")("table.near")
    for _ in range(6):
        found = places(page)
        assert element in found or "whole" in found, f"{element} is not among {sorted(found)}"
        press_at(page, *found[element if element in found else "whole"], finger=True)
        if element in found and page.evaluate(ANSWERED, [before, near]):
            return
    raise AssertionError(f"a finger does not reach {element}")


def play_by(press: Press, page: Page, native: State, actions: Sequence[Action]) -> None:
    """Play these actions, in the page and natively."""
    played = state(page)["actions"]
    for number, action in enumerate(actions, played + 1):
        if "begin" in places(page):
            press(page, "begin")
        for element in touches(native, action):
            press(page, element)
        if state(page)["actions"] < number:  # a warning was shown
            press(page, element)
        native.apply(action)


def ends_alike(page: Page, native: State) -> None:
    told = state(page)
    assert native.outcome is not None and told["actor"] is None
    assert told["outcome"]["totals"] == list(native.outcome.totals)
    assert told["outcome"]["ranks"] == list(native.outcome.ranks)


@pytest.mark.parametrize(
    ("board", "seats", "seed", "press", "between"),
    [
        ("east", 3, 46, click, (41, 177)),
        ("britannia", 3, 19, click, (56, 284)),
        ("britannia", 4, 20, touch, (61, 205)),
    ],
    ids=["east by mouse", "britannia 3 by mouse", "britannia 4-5 by the list"],
)
def test_a_game_is_played_in_the_page_from_its_beginning_to_its_end(
    guest: Visit, board: str, seats: int, seed: int, press: Press, between: tuple[int, int]
) -> None:
    """`between`: the part that comes in a link."""
    record = whole_game(board, seats, seed)
    left, taken_up = between
    first, last = record.actions[:left], record.actions[taken_up:]
    assert kinds([*first, *last]) == kinds(record.actions)
    page, native = opened_link(guest.page, encode(replace(record, actions=[]))), record.new_game()
    play_by(press, page, native, first)
    for action in record.actions[left:taken_up]:
        native.apply(action)
    opened_link(page, encode(replace(record, actions=record.actions[:taken_up])))
    play_by(press, page, native, last)
    ends_alike(page, native)
    assert guest.errors == []


def test_games_are_played_to_their_ends_by_finger_on_a_phone(visit: Callable[..., Visit]) -> None:
    one = visit(viewport=PHONE, has_touch=True)
    page = one.open()
    for board, seed in (("east", 46), ("britannia", 4)):
        record = whole_game(board, 3, seed)
        begun = replace(record, actions=record.actions[:-LAST])
        native = replay(begun)
        opened_link(page, encode(begun))
        play_by(tap, page, native, record.actions[-LAST:])
        ends_alike(page, native)
    assert one.errors == []
