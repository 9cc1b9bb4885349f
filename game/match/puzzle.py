"""Puzzles: positions of recorded games in which one plan is clearly best, and an attempt to find it.

The data is `assets/puzzles/<game>.json`, made by `python -m tools.puzzles`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from game import engine
from game.engine.core import ParseError, Reason, Ruleset, State
from game.match.analysis import END_TURN

SOLVED, MISSED, OPEN = "solved", "missed", ""
"""What an attempt is worth: the answer's position reached, the turn over without it, still under way."""
SPARE = 8
"""Whoever reaches the goal on a longer way has solved the puzzle too; an attempt of so many actions more
than the answer has is missed."""
LEVELS = 3
STEPS = 7


class Puzzle(NamedTuple):
    """A position and what is best in it.

    answer         the best plan: action texts, up to where somebody else decides or something is revealed
    chance         what it wins: the chance from 0 to 1
    second         the next best plan, with its chance
    sure           how certain it is that the answer is better, from 0 to 1
    level          how difficult it is: 1 to 3
    step           how full its table is, or on which board: 1 to 7 (tools/puzzles/ladder.py)
    themes         what it is about (game/bots/themes.py); none in files of earlier versions
    reason         why the answer is good, for a sentence; None if there is none
    """

    id: str
    ruleset_id: str
    position: str
    answer: tuple[str, ...]
    chance: float
    second: tuple[str, ...]
    second_chance: float
    sure: float
    level: int
    step: int
    reason: Reason | None
    themes: tuple[str, ...] = ()

    @classmethod
    def of(cls, ruleset_id: str, row: Mapping[str, Any]) -> Self:
        """A puzzle from its data; `KeyError`, `TypeError` or `ValueError` if something is amiss."""
        why = row.get("reason")
        return cls(
            str(row["id"]),
            ruleset_id,
            str(row["position"]),
            tuple(map(str, row["answer"])),
            float(row["chance"]),
            tuple(map(str, row["second"])),
            float(row["second_chance"]),
            float(row["sure"]),
            min(LEVELS, max(1, int(row["level"]))),
            min(STEPS, max(1, int(row["step"]))),
            None if why is None else Reason(str(why[0]), dict(why[1])),
            tuple(map(str, row.get("themes", ()))),
        )

    @property
    def single(self) -> bool:
        """Whether it is about one action alone, not about a plan for the turn."""
        return all(sum(text != END_TURN for text in plan) <= 1 for plan in (self.answer, self.second))

    @property
    def ruleset(self) -> Ruleset:
        return engine.ruleset(self.ruleset_id)

    def state(self) -> State:
        """The position to solve."""
        return self.ruleset.parse_position(self.position)

    def solution(self) -> list[State]:
        """The positions before each action of the answer, and the one after all of them."""
        states = [self.state()]
        for text in self.answer:
            after = states[-1].copy()
            after.apply(after.parse_action(text))
            states.append(after)
        return states


def read_puzzles(ruleset_id: str, text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file, easy ones first as they stand there; `ParseError` says which one is broken."""
    try:
        rows = json.loads(text)
    except ValueError as error:
        raise ParseError(f"puzzles: {error}") from None
    if not isinstance(rows, list):
        raise ParseError("puzzles: not a list")
    found = []
    for number, row in enumerate(rows, 1):
        try:
            found.append(Puzzle.of(ruleset_id, row))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise ParseError(f"puzzle {number}: {type(error).__name__} {error}") from None
    return tuple(found)


class Attempt:
    """Somebody tries a puzzle; what counts is the position reached, not the way to it."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        states = puzzle.solution()
        self._start, self._goal = states[0], states[-1].position()

    def judge(self, state: State, played: int) -> str:
        """`SOLVED`, `MISSED` or `OPEN` after so many actions."""
        if state.position() == self._goal:
            return SOLVED
        handed_on = state.actor != self._start.actor or state.turn_number != self._start.turn_number
        return MISSED if handed_on or played >= len(self.puzzle.answer) + SPARE else OPEN
