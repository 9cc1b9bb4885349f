"""Rating of a player's game: win probability lost per decision, and the result adjusted for luck."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple

from game.engine.record import Record
from game.match.learning import RatedGame
from game.match.tally import counted_seat, date_of, setup_of
from game.worker_messages import TurnEvaluation

FEW = 8
"""Minimum number of decisions for a grade."""
GRADES = {"masterly": 0.004, "strong": 0.010, "good": 0.018, "fair": 0.030, "patchy": 0.055, "learning": 1.0}
"""Grades, best first, with the maximum win probability lost per decision of each."""


class Rating(NamedTuple):
    """The rating of one player's game.

    decisions   number of rated decisions, without those that had only one plan or came in a decided game
    mean        win probability lost per decision
    error       standard error of `mean`
    luck        change of win probability by all draws, or None if nothing was drawn
    luck_error  standard error of `luck`
    adjusted    the result (1 for a victory) without the luck, between 0 and 1
    """

    seat: int
    decisions: int
    mean: float
    error: float
    luck: float | None
    luck_error: float
    adjusted: float

    @property
    def grade(self) -> str:
        """Return one of `GRADES`, or "" if too few decisions were rated."""
        if self.decisions < FEW:
            return ""
        return next(name for name, most in GRADES.items() if self.mean <= most)


def ratings(turns: Sequence[TurnEvaluation], winners: Sequence[int], seats: int) -> tuple[Rating, ...]:
    """Return each seat's rating, given the evaluated turns of a game and its winners."""
    return tuple(_rating(turns, winners, seat) for seat in range(seats))


def _rating(turns: Sequence[TurnEvaluation], winners: Sequence[int], seat: int) -> Rating:
    verdicts = [one for turn in turns for one in turn.decisions if one.seat == seat and one.decided]
    given, count = [one.given_away for one in verdicts], len(verdicts)
    mean = fsum(given) / count if count else 0.0
    spread = fsum((one - mean) ** 2 for one in given) / (count - 1) / count if count > 1 else 0.0
    blur = fsum(one.error**2 for one in verdicts) / count**2 if count else 0.0
    drawn = [turn for turn in turns if turn.gains]
    luck = fsum(turn.gains[seat] for turn in drawn) if drawn else None
    unsure = sqrt(fsum(turn.errors[seat] ** 2 for turn in drawn))
    result = 1 / len(winners) if seat in winners else 0.0
    adjusted = min(1.0, max(0.0, result - (luck or 0.0)))
    return Rating(seat, count, mean, sqrt(spread + blur), luck, unsure, adjusted)


def rated_of(record: Record, found: Sequence[Rating], name: str) -> RatedGame | None:
    """Return the rating of the person called `name`; None if the game does not count or nothing was rated."""
    seat = counted_seat(record, name)
    if seat is None or not found[seat].decisions:
        return None
    _, decisions, mean, error, *_ = found[seat]
    setup = setup_of(record)
    return RatedGame(date_of(record), record.ruleset.id, record.seats, setup, decisions, mean, error)
