"""Whole games in the page, played by clicking the canvas: they end as they do natively."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Page

from game import engine
from game.client.keep.link import encode
from game.client.touch.chooser import Chooser
from game.engine.core import Action
from game.engine.record import Record, write
from tests.client.conftest import hurried

from .conftest import Visit
from .game_page import scene, state

pytestmark = pytest.mark.passing
Open = Callable[..., Visit]

# Seeds of short games, so that a test has less to click.
GAMES = [("hansa-teutonica", 3, 7), ("hansa", 2, 20)]


def recorded_game(name: str, seats: int, seed: int) -> Record:
    """A whole game of players who choose by chance, but get on with it."""
    state = engine.ruleset(name).new_game(seats=seats, seed=seed)
    record = Record.of(state)
    chance = random.Random(seed)
    while state.actor is not None:
        action = hurried(state, chance)
        state.apply(action)
        record.append(action)
    return record


def touches(actions: Sequence[Action], action: Action) -> Iterator[str]:
    """The elements a person touches, one after the other, to say `action`."""
    chooser, said = Chooser(actions), None
    while said is None:
        element = next(one for one in chooser.offered if action in chooser.actions_with(one))
        yield element
        said = chooser.touch(element)
    assert said == action


def click(page: Page, element: str) -> None:
    """Click the canvas where the element is, and wait until the game waits again."""
    box = page.evaluate("(id) => kontor.elements().find((one) => one.id === id)", element)
    assert box, f"{element} is nowhere to be seen"
    page.mouse.click(box["x"] + box["w"] / 2, box["y"] + box["h"] / 2)
    page.evaluate("kontor.idle()")


def sit_down(page: Page) -> None:
    """Touch to begin, if the game has just been handed to the next person."""
    if page.evaluate("kontor.elements().some((one) => one.id === 'begin')"):
        click(page, "begin")


@pytest.mark.parametrize(("name", "seats", "seed"), GAMES)
def test_a_game_is_played_to_its_end_on_the_canvas(visit: Open, name: str, seats: int, seed: int) -> None:
    record = recorded_game(name, seats, seed)
    beginning = Record(record.ruleset, record.seats, record.options, record.seed)
    one = visit()
    page = one.open(f"#{encode(beginning)}")
    click(page, "continue")
    assert scene(page) == "table"
    native = beginning.new_game()
    for played, action in enumerate(record.actions, start=1):
        sit_down(page)
        for element in touches(native.legal_actions(), action):
            click(page, element)
        if state(page)["actions"] < played:  # it was warned of: this would cost coins
            click(page, element)
        native.apply(action)
    told = state(page)
    outcome = native.outcome
    assert outcome is not None
    assert told["actor"] is None
    assert told["outcome"]["totals"] == list(outcome.totals)
    assert told["outcome"]["ranks"] == list(outcome.ranks)
    assert [line for line in told["record"].splitlines() if not line.startswith("tag ")] == [
        line for line in write(record).splitlines() if not line.startswith("tag ")
    ]
    assert one.errors == []
