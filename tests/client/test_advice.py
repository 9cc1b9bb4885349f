"""The comment on a turn that lost win probability, if the better plan has the purpose of the one played."""

from __future__ import annotations

from typing import Any

import pytest

from game import engine
from game.client.review.advice import advice, clue_to
from game.client.views import make_view
from game.client.views.view import GameView
from game.engine.core import Reason
from game.match import COLOURS, PlayerInfo
from game.match.analysis import Mistake
from game.worker_messages import DecisionEvaluation

HANSA = engine.ruleset("hansa")
START = "hansa seats=3 turn=0 ship=copenhagen coins=3,3,3 warehouses=4a:red.1+1a:red.2"
TO_TONSBERG = ("sail tonsberg", "buy 1a", "end-turn")
CLOTH: dict[str, Any] = {"town": "tonsberg", "colour": "red"}


@pytest.fixture
def view() -> GameView[Any]:
    return make_view(HANSA, [PlayerInfo(name, colour) for name, colour in zip("ABC", COLOURS, strict=False)])


def turn(*line: str, reason: Reason | None = None) -> Mistake:
    """Return a mistake: cloth was bought at Tønsberg; `line` would have been better, to have two."""
    why = reason or Reason("buy-set", {**CLOTH, "n": 2})
    did = Reason("buy-free", CLOTH)
    verdict = DecisionEvaluation(0, 5, 0.3, 0.05, 0.99, 0.5, 0.2, line, line, why, did)
    return Mistake(0, 0, HANSA.parse_position(START).position(), verdict, TO_TONSBERG, 0.2)


def test_where_the_same_is_done_for_another_reason_the_actions_are_told(view: GameView[Any]) -> None:
    """Otherwise both sentences would say that cloth is bought at Tønsberg."""
    did, better, _ = advice(view, HANSA, turn("buy 4a", *TO_TONSBERG))
    assert did.startswith("In the game: Sail to Tønsberg · Buy cloth")
    assert better.startswith("Better: Buy cloth") and better.count("Buy cloth") == 2


@pytest.mark.parametrize(
    ("line", "about"),
    [
        (("buy 4a", *TO_TONSBERG), "Think about buying: which goods go together?"),
        ((*TO_TONSBERG[:2], "sail stockholm", "end-turn"), "Think about where you sail."),
        (("end-turn",), "Think about coins for the next turn: doing less is better here."),
    ],
)
def test_the_clue_to_a_plan_with_the_aim_of_the_one_played_is_about_what_differs(
    view: GameView[Any], line: tuple[str, ...], about: str
) -> None:
    right = "The aim was right, the rest of the turn was not."
    assert clue_to(view, HANSA, turn(*line)) == f"{right} {about}"


def test_the_clue_to_a_plan_with_another_aim_is_about_that(view: GameView[Any]) -> None:
    other = turn("buy 4a", reason=Reason("sell", {"town": "tonsberg", "n": 2, "points": 4}))
    assert clue_to(view, HANSA, other) == "Think about a sale that brings 4 points."


def test_who_has_not_seen_the_beginning_is_told_the_better_plan_whole(view: GameView[Any]) -> None:
    longer = turn(*TO_TONSBERG[:2], "sail stockholm", "end-turn")
    did, better, _ = advice(view, HANSA, longer, whole=True)
    assert did == "In the game: same beginning, then end the turn."
    assert better.startswith("Better: Sail to Tønsberg · Buy cloth") and "Stockholm" in better
