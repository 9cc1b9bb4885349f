"""Exercises: costly turns of the player's own games, to be played again better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.core import State
from game.engine.record import Record
from game.match.analysis import Analysis, Mistake
from game.match.log import Move
from game.match.mistake_sizes import reaches
from game.match.statistics import TurnStanding
from game.worker_messages import TurnEvaluation

TRIES = 2
"""Maximum number of attempts. A clue is given after the first."""
GOOD = 0.5
"""Fraction of the minimum loss of a mistake below which an attempt is good enough."""


class Exercise(NamedTuple):
    """A turn to be played again.

    round    the round of the game in which it was played
    amount   minimum loss of win probability, 0 to 1, of turns that become exercises
    yours    the turn was the reader's
    """

    record: Record
    mistake: Mistake
    round: int
    amount: float
    yours: bool = False

    def state(self) -> State:
        """Return the position, as its player knew it."""
        return self.record.ruleset.parse_position(self.mistake.position)

    def good(self, found: TurnEvaluation) -> bool:
        """Return True if the new turn loses little."""
        return bool(found.decisions) and found.decisions[0].given_away < GOOD * self.amount


def exercises(
    record: Record, found: Analysis, rounds: Sequence[int], turns: Turns, amount: float, *, yours: bool
) -> tuple[Exercise, ...]:
    """Return those turns of a seat that lost at least `amount`, in order. `rounds` holds the round of each
    standing."""
    return tuple(
        Exercise(record, one, rounds[one.at + 1], amount, yours)
        for one in found.mistakes
        if one.at in turns.listed
        and one.seat == turns.seat
        and reaches(one.verdict.given_away, amount)
        and one.verdict.line
    )


class Turns(NamedTuple):
    """The turns of a seat, as indices of the standings before them.

    by_person  those that no computer player began: records say why computers act, or that they do
    """

    seat: int
    every: frozenset[int]
    by_person: frozenset[int]

    @property
    def listed(self) -> frozenset[int]:
        """Return the turns that become exercises: those of the person or, in a seat without one, all."""
        return self.by_person or self.every

    @property
    def mixed(self) -> bool:
        """Return True if a person and a computer player have played this seat in turn."""
        return bool(self.by_person) and self.by_person != self.every


def turns_of(record: Record, standings: Sequence[TurnStanding], seat: int) -> Turns:
    """Return the turns of a seat."""
    every = frozenset(
        at
        for at, one in enumerate(standings[:-1])
        if record.ruleset.parse_position(one.position).actor == seat
    )
    by_computer = record.by_computer
    by_person = frozenset(at for at in every if standings[at].step not in by_computer)
    return Turns(seat, every, by_person)


def is_over(start: State, state: State, moves: Sequence[Move]) -> bool:
    """Return True once the evaluated part of the turn is over: the turn has ended or something was
    revealed."""
    if state.actor is None or state.turn_number != start.turn_number or state.turn_seat != start.turn_seat:
        return True
    return any(event.kind in state.ruleset.revealing for move in moves for event in move.events)
