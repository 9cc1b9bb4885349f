"""Rating of a player's game: win probability lost per decision, and the result adjusted for luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import fsum, sqrt
from typing import NamedTuple

from game.engine.record import Record
from game.match.learning import PHASES, PhaseRating, RatedGame, RatedPhases
from game.match.statistics import TurnStanding
from game.match.tally import counted_seat, date_of, setup_of
from game.worker_messages import TurnEvaluation

LEAST_GAMES = 5
"""Minimum number of games for a grade: the error of a single game is as large as its figure."""
GRADES = {"masterly": 0.004, "strong": 0.010, "good": 0.018, "fair": 0.030, "patchy": 0.055, "learning": 1.0}
"""Grades, best first, with the maximum win probability lost per decision of each."""


class Rating(NamedTuple):
    """The rating of one player's game.

    decisions   number of rated decisions, without those that had only one plan or came in a decided game
    faultless   number of them that lost nothing
    worst       win probability lost by the costliest of them
    mean        win probability lost per decision
    error       standard error of `mean`
    luck        change of win probability by all draws, or None if nothing was drawn
    luck_error  standard error of `luck`
    adjusted    the result (1 for a victory) without the luck, between 0 and 1
    """

    seat: int
    decisions: int
    faultless: int
    worst: float
    mean: float
    error: float
    luck: float | None
    luck_error: float
    adjusted: float


def grades(games: Sequence[RatedGame | PhaseRating]) -> tuple[str, ...]:
    """Return the grades that fit the decisions of several games, best first: those within two standard errors
    of the mean. Returns nothing if there are too few games."""
    if len(games) < LEAST_GAMES:
        return ()
    mean, error = mean_of(games)
    names = list(GRADES)
    best, worst = (
        next(at for at, most in enumerate(GRADES.values()) if loss <= most)
        for loss in (mean - 2 * error, min(1.0, mean + 2 * error))
    )
    return tuple(names[best : worst + 1])


def mean_of(games: Sequence[RatedGame | PhaseRating]) -> tuple[float, float]:
    """Return the win probability lost per decision in several games, with its standard error."""
    mean = fsum(one.mean for one in games) / len(games)
    return mean, sqrt(fsum(one.error**2 for one in games)) / len(games)


def phase_of(at: int, turns: int) -> str:
    """Return the third of a game in which turn `at` falls, counted from 0. `turns`: the number of turns."""
    return PHASES[min(len(PHASES) - 1, at * len(PHASES) // turns)]


def phase_grades(games: Sequence[RatedPhases], phase: str) -> tuple[str, ...]:
    """Return the grades that fit the decisions in one third of several games (`grades`). Games without a
    decision in it do not count."""
    return grades([one for one in (getattr(game, phase) for game in games) if one.decisions])


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
    faultless, worst = sum(not one for one in given), max(given, default=0.0)
    error = sqrt(spread + blur)
    return Rating(seat, count, faultless, worst, mean, error, luck, unsure, adjusted)


def of_persons(
    record: Record, turns: Sequence[TurnEvaluation], standings: Sequence[TurnStanding]
) -> list[TurnEvaluation]:
    """Return the turns, without the decisions of those that a computer player began.

    standings  the standing before each turn, and possibly more
    """
    by_computer = record.by_computer
    return [
        replace(turn, verdicts=()) if before.step in by_computer else turn
        for turn, before in zip(turns, standings, strict=False)
    ]


def by_phase(turns: Sequence[TurnEvaluation], seat: int) -> dict[str, Rating]:
    """Return a seat's rating for each third of a game, without a result."""
    thirds = dict[str, list[TurnEvaluation]]((phase, []) for phase in PHASES)
    for at, turn in enumerate(turns):
        thirds[phase_of(at, len(turns))].append(turn)
    return {phase: _rating(third, (), seat) for phase, third in thirds.items()}


def phases_of(record: Record, turns: Sequence[TurnEvaluation], name: str) -> RatedPhases | None:
    """Return the ratings of the person called `name` by third of the game; None if the game does not count.

    turns  without decisions of computer players (`of_persons`)
    """
    seat = counted_seat(record, name)
    if seat is None:
        return None
    parts = (PhaseRating(one.decisions, one.mean, one.error) for one in by_phase(turns, seat).values())
    return RatedPhases(setup_of(record), record.ruleset.id, *parts)


def rated_of(record: Record, found: Sequence[Rating], name: str) -> RatedGame | None:
    """Return the rating of the person called `name`; None if the game does not count or nothing was rated."""
    seat = counted_seat(record, name)
    if seat is None or not found[seat].decisions:
        return None
    own, setup = found[seat], setup_of(record)
    date, ruleset, seats = date_of(record), record.ruleset.id, record.seats
    return RatedGame(date, ruleset, seats, setup, own.decisions, own.mean, own.error)
