"""Exercises: costly turns of the player's own games, to be played again better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.core import State
from game.engine.record import Record
from game.match.analysis import Analysis, Mistake
from game.match.log import Move
from game.match.mistake_sizes import reaches
from game.worker_messages import TurnEvaluation

TRIES = 2
"""Maximum number of attempts. A clue is given after the first."""
GOOD = 0.5
"""Fraction of the minimum loss of a mistake below which an attempt is good enough."""


class Exercise(NamedTuple):
    """A turn to be played again.

    round    the round of the game in which it was played
    amount   minimum loss of win probability, 0 to 1, of turns that become exercises
    """

    record: Record
    mistake: Mistake
    round: int
    amount: float

    def state(self) -> State:
        """Return the position, as its player knew it."""
        return self.record.ruleset.parse_position(self.mistake.position)

    def good(self, found: TurnEvaluation) -> bool:
        """Return True if the new turn loses little."""
        return bool(found.decisions) and found.decisions[0].given_away < GOOD * self.amount


def exercises(
    record: Record, found: Analysis, rounds: Sequence[int], seat: int, amount: float
) -> tuple[Exercise, ...]:
    """Return a seat's turns that lost at least `amount`, in order. `rounds` holds the round of each
    standing."""
    return tuple(
        Exercise(record, one, rounds[one.at + 1], amount)
        for one in found.mistakes
        if one.seat == seat and reaches(one.verdict.given_away, amount) and one.verdict.line
    )


def is_over(start: State, state: State, moves: Sequence[Move]) -> bool:
    """Return True once the evaluated part of the turn is over: the turn has ended or something was
    revealed."""
    if state.actor is None or state.turn_number != start.turn_number or state.turn_seat != start.turn_seat:
        return True
    return any(event.kind in state.ruleset.revealing for move in moves for event in move.events)
