"""A choice with a fixed search budget is byte-equal in the page and in native Python."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.bots.worker import answer
from game.worker_messages import request
from tests.bots.kit import some_position

from .conftest import Visit

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]

SEATS = {"hansa": (2, 3, 4), "hansa-teutonica": (2, 3, 5)}
ACTIONS = (25, 110)
"""Number of actions played in the games."""
WORK = {"easy": 12, "hard": 12, "master": 40}


@pytest.mark.parametrize("game", SEATS)
def test_the_page_chooses_as_native_python_does(guest: Visit, game: str) -> None:
    page = guest.page
    asked = [
        request("choose", state, level=level, seed=number, work=WORK[level])
        for number, seats in enumerate(SEATS[game])
        for other, level in enumerate(WORK)
        if (state := some_position(game, seats, ACTIONS[(number + other) % 2])).actor is not None
    ]
    assert len(asked) == 9, "any two of seats, actions and levels occur together"
    for text in asked:
        assert page.evaluate("(text) => begin(text, undefined)", text) == answer(text), text
    assert guest.errors == []
