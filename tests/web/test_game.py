"""Games in the page, played by clicks on the canvas: they end as they do natively.

Beginning and end are clicked, with all kinds of actions among them; a link contains the middle. Whole games
by clicks are covered without a browser by tests/client/test_table.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from game import engine
from game.client.storage.link import encode
from game.engine.core import Action, State
from game.engine.record import Record, write
from tests.client.conftest import hurried

from .conftest import Visit
from .game_page import opened_link, places, press_at, state, touches

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]

GAMES = [("hansa-teutonica", 3, 7, (50, 150)), ("hansa", 2, 20, (10, 155))]
"""Rules, seats, seed, and the part that is not clicked."""


def recorded_game(name: str, seats: int, seed: int) -> Record:
    """Return a whole game of random players that make progress."""
    state = engine.ruleset(name).new_game(seats=seats, seed=seed)
    record = Record.of(state)
    chance = random.Random(seed)
    while state.actor is not None:
        action = hurried(state, chance)
        state.apply(action)
        record.append(action)
    return record


def click(page: Page, element: str) -> None:
    """Click the canvas at an element, and wait until the game waits again."""
    found = places(page)
    assert element in found, f"{element} is nowhere to be seen"
    press_at(page, *found[element])


def sit_down(page: Page) -> None:
    """Confirm the hand-over prompt, if there is one."""
    if page.evaluate("kontor.elements().some((one) => one.id === 'begin')"):
        click(page, "begin")


def kinds(actions: Sequence[Action]) -> set[str]:
    return {action.text.split()[0] for action in actions}


def click_through(page: Page, native: State, played: int, actions: Sequence[Action]) -> None:
    """Play these actions, after `played` others, in the page and natively."""
    for number, action in enumerate(actions, start=played + 1):
        sit_down(page)
        for element in touches(native, action):
            click(page, element)
        if state(page)["actions"] < number:  # a warning was shown: this would cost coins
            click(page, element)
        native.apply(action)


@pytest.mark.parametrize(("name", "seats", "seed", "between"), GAMES)
def test_a_game_is_played_to_its_end_on_the_canvas(
    guest: Visit, name: str, seats: int, seed: int, between: tuple[int, int]
) -> None:
    record = recorded_game(name, seats, seed)
    left, taken_up = between
    first, last = record.actions[:left], record.actions[taken_up:]
    assert kinds([*first, *last]) == kinds(record.actions)
    native = record.new_game()
    page = opened_link(guest.page, encode(replace(record, actions=[])))
    click_through(page, native, 0, first)
    for action in record.actions[left:taken_up]:
        native.apply(action)
    page = opened_link(page, encode(replace(record, actions=record.actions[:taken_up])))
    assert state(page)["actions"] == taken_up
    click_through(page, native, taken_up, last)
    told = state(page)
    outcome = native.outcome
    assert outcome is not None
    assert told["actor"] is None
    assert told["outcome"]["totals"] == list(outcome.totals)
    assert told["outcome"]["ranks"] == list(outcome.ranks)
    assert [line for line in told["record"].splitlines() if not line.startswith("tag ")] == [
        line for line in write(record).splitlines() if not line.startswith("tag ")
    ]
    assert guest.errors == []
