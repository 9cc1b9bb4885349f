"""Learning from mistakes: a turn that cost much is played again, to find something better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.core import State
from game.engine.record import Record
from game.match.analysis import Analysis, Mistake
from game.match.history import Move
from game.match.judged import Judged, reaches

TRIES = 2
"""So often something better may be looked for; after the first time there is a clue."""
GOOD = 0.5
"""Less than this part of the amount from which on turns are set up again is good enough."""


class Exercise(NamedTuple):
    """A turn to be played again.

    round    of the game in which it was
    amount   turns that gave away so much, 0 to 1, are set up again
    """

    record: Record
    mistake: Mistake
    round: int
    amount: float

    def state(self) -> State:
        """The position, as its player knew it."""
        return self.record.ruleset.parse_position(self.mistake.position)

    def good(self, found: Judged) -> bool:
        """Whether what was found gives away little."""
        return bool(found.verdicts) and found.verdicts[0].given_away < GOOD * self.amount


def exercises(
    record: Record, found: Analysis, rounds: Sequence[int], seat: int, amount: float
) -> tuple[Exercise, ...]:
    """The turns of a seat that gave away so much, in their order; `rounds`: that of each standing."""
    return tuple(
        Exercise(record, one, rounds[one.at + 1], amount)
        for one in found.mistakes
        if one.seat == seat and reaches(one.verdict.given_away, amount) and one.verdict.line
    )


def is_over(start: State, state: State, moves: Sequence[Move]) -> bool:
    """Whether the part of the turn is over that is judged: it has ended, or something was revealed."""
    if state.actor is None or state.turn_number != start.turn_number or state.turn_seat != start.turn_seat:
        return True
    return any(event.kind in state.ruleset.revealing for move in moves for event in move.events)
