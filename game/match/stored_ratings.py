"""Ratings and exercises of the player's own games, stored with the results (`tally`), one line each.

    rating 2026-11-21 hansa 3 8f3c0a12 21 134 22
    mended 8f3c0a12 5 13,41
    taught 8f3c0a12 2 1 0

The words of each kind of line:

rating  date, ruleset, number of players, checksum of the game's setup, number of rated decisions, win
        probability lost per decision and its standard error in hundredths of a per cent
mended  setup, number of mistakes, and the steps of those that were solved as exercises
taught  setup of a teaching game (`teaching`), and the numbers of turns that were taken back, kept after an
        offer, and only pointed out

Older versions leave such lines unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from game.engine.record import Record
from game.match.rating import Rating
from game.match.tally import HEAD, TRIED, own_seat, setup_of

FINE = 10_000
"""Number of stored units (hundredths of a per cent) in a probability of 1."""
RATING = re.compile(
    r"rating (\d{4}-\d\d-\d\d|-) ([a-z][a-z-]{0,39}) ([1-9]) ([0-9a-f]{8}) (\d{1,4}) (\d{1,5}) (\d{1,5})",
    re.ASCII,
)
MENDED = re.compile(r"mended ([0-9a-f]{8}) (\d{1,4}) ((?:\d{1,6},)*\d{1,6}|-)", re.ASCII)
TAUGHT = re.compile(r"taught ([0-9a-f]{8}) (\d{1,4}) (\d{1,4}) (\d{1,4})", re.ASCII)


class RatedGame(NamedTuple):
    """The rating of a game: the number of decisions and the win probability lost per decision, 0 to 1."""

    date: str
    ruleset: str
    seats: int
    setup: str
    decisions: int
    mean: float
    error: float


class SolvedMistakes(NamedTuple):
    """The number of mistakes in a game, and the steps of those that were later solved as exercises."""

    setup: str
    errors: int
    steps: frozenset[int]


class TeachingStats(NamedTuple):
    """Counts of the turns that were pointed out in a teaching game."""

    setup: str
    taken: int
    kept: int
    told: int


def read_ratings(text: str) -> list[RatedGame]:
    """Return the ratings in a text, in order. Other lines are ignored.

    >>> read_ratings("rating - hansa 3 8f3c0a12 21 134 22\\nrating soon")[0].mean
    0.0134
    """
    found = (RATING.fullmatch(line) for line in text.splitlines())
    return [
        RatedGame(date, ruleset, int(seats), setup, int(count), int(mean) / FINE, int(error) / FINE)
        for one in found
        if one is not None
        for date, ruleset, seats, setup, count, mean, error in [one.groups()]
    ]


def read_mended(text: str) -> dict[str, SolvedMistakes]:
    """Return the solved exercises of each game, by setup."""
    found = (MENDED.fullmatch(line) for line in text.splitlines())
    return {
        setup: SolvedMistakes(
            setup, int(errors), frozenset(map(int, steps.split(","))) if steps != "-" else frozenset()
        )
        for one in found
        if one is not None
        for setup, errors, steps in [one.groups()]
    }


def read_taught(text: str) -> list[TeachingStats]:
    """Return the counts of each teaching game.

    >>> read_taught("taught 8f3c0a12 2 1 0")[0].taken
    2
    """
    found = (TAUGHT.fullmatch(line) for line in text.splitlines())
    rows = [one.groups() for one in found if one is not None]
    return [TeachingStats(setup, *map(int, counts)) for setup, *counts in rows]


def with_study(
    text: str,
    ratings: Iterable[RatedGame] = (),
    mended: Iterable[SolvedMistakes] = (),
    taught: Iterable[TeachingStats] = (),
) -> str:
    """Return the text with further entries.

    A rating replaces an older one of the same game. Exercises once solved stay solved.
    """
    lines = [line for line in text.splitlines() if line and line != HEAD]
    for rated in ratings:
        lines = _put(lines, RATING, 4, rated.setup, _rating_line(rated))
    known = read_mended(text)
    for one in mended:
        steps = one.steps | (known[one.setup].steps if one.setup in known else frozenset())
        known[one.setup] = SolvedMistakes(one.setup, one.errors, steps)
        listed = ",".join(map(str, sorted(steps))) or "-"
        lines = _put(
            lines, MENDED, 1, one.setup, f"mended {one.setup} {max(one.errors, len(steps))} {listed}"
        )
    for game in taught:
        lines = _put(lines, TAUGHT, 1, game.setup, " ".join(["taught", *map(str, game)]))
    return "\n".join([HEAD, *lines, ""])


def _put(lines: list[str], kind: re.Pattern[str], group: int, setup: str, line: str) -> list[str]:
    """Return the lines with one more, which replaces the line of that kind for the same game."""
    for at, other in enumerate(lines):
        found = kind.fullmatch(other)
        if found is not None and found[group] == setup:
            return [*lines[:at], line, *lines[at + 1 :]]
    return [*lines, line]


def _rating_line(rated: RatedGame) -> str:
    mean, error = (min(99_999, round(each * FINE)) for each in (rated.mean, rated.error))
    words = ("rating", rated.date, rated.ruleset, rated.seats, rated.setup, rated.decisions, mean, error)
    return " ".join(map(str, words))


def rated_of(record: Record, found: Iterable[Rating], name: str) -> RatedGame | None:
    """Return the rating of the person called `name`, or None if the game was not theirs or was continued from
    the middle of another."""
    seat = own_seat(record, name)
    if seat is None or record.tags.get(TRIED) == "yes":
        return None
    rating = next(one for one in found if one.seat == seat)
    if not rating.decisions:
        return None
    date = re.match(r"\d{4}-\d\d-\d\d", record.tags.get("date", ""), re.ASCII)
    return RatedGame(
        date[0] if date else "-",
        record.ruleset.id,
        record.seats,
        setup_of(record),
        rating.decisions,
        rating.mean,
        rating.error,
    )
