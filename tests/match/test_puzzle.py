"""Puzzles are validated when read, and solved by any plan that leads to the answer's position."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.engine.core import ParseError
from game.match.puzzle import MISSED, OPEN, SOLVED, Attempt, Puzzle, read_puzzles

POSITION = "hansa-teutonica seats=3 supply=5t,5t1m,5t1m houses=minden-hannover:0t"
ROW: dict[str, Any] = {
    "id": "hansa-teutonica-1",
    "position": POSITION,
    "answer": ["place trader minden-hannover.2", "place trader minden-hannover.3", "end-turn"],
    "chance": 0.61,
    "second": ["end-turn"],
    "second_chance": 0.4,
    "sure": 0.999,
    "level": 2,
    "step": 3,
    "reason": ["fill-office", {"route": "minden-hannover", "town": "hannover", "n": 2}],
}


def puzzle(**changed: Any) -> Puzzle:
    return read_puzzles("hansa-teutonica", json.dumps([ROW | changed]))[0]


def attempt(*texts: str) -> list[str]:
    """Return the judgement of an attempt after each of these actions."""
    found = puzzle()
    trial, state, judged = Attempt(found), found.state(), []
    for number, text in enumerate(texts, 1):
        state.apply(state.parse_action(text))
        judged.append(trial.evaluate(state, number))
    return judged


def test_the_answer_solves_it_in_any_order() -> None:
    answer = ROW["answer"]
    assert attempt(*answer) == [OPEN, OPEN, SOLVED]
    assert attempt(answer[1], answer[0], answer[2]) == [OPEN, OPEN, SOLVED]


def test_another_plan_misses_it_when_the_turn_is_over() -> None:
    assert attempt("place trader minden-hannover.2", "end-turn") == [OPEN, MISSED]


def test_a_puzzle_keeps_what_its_data_says() -> None:
    found = puzzle()
    assert (found.chance, found.second_chance, found.level, found.step) == (0.61, 0.4, 2, 3)
    assert found.reason is not None and found.reason.id == "fill-office"
    assert puzzle(reason=None).reason is None
    assert (found.themes, puzzle(themes=["move"]).themes) == ((), ("move",))
    assert len(found.solution()) == 4


@pytest.mark.parametrize("text", ["", "{}", "[1]", "[{}]", json.dumps([ROW | {"answer": 3}])])
def test_broken_puzzles_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match="puzzle"):
        read_puzzles("hansa-teutonica", text)
