"""What is kept of how well somebody's own games were played, beside the results (`tally`), a line each.

    rating 2026-11-21 hansa 3 8f3c0a12 21 134 22
    mended 8f3c0a12 5 13,41
    taught 8f3c0a12 2 1 0

The words of a rating after the date: the ruleset, the number of players, the checksum of the game's setup,
how many decisions were judged, what was given away per decision and the standard error of that, in
hundredths of a percent. Those of a mended line: the setup, how many errors there were, and after which
actions those began that were played again and done better. Those of a taught line: of a teaching game
(`teaching`), how many turns were taken back, kept after an offer, and only spoken of. Older versions leave
such lines as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from game.engine.record import Record
from game.match.rating import Rating
from game.match.tally import HEAD, TRIED, own_seat, setup_of

FINE = 10_000
RATING = re.compile(
    r"rating (\d{4}-\d\d-\d\d|-) ([a-z][a-z-]{0,39}) ([1-9]) ([0-9a-f]{8}) (\d{1,4}) (\d{1,5}) (\d{1,5})",
    re.ASCII,
)
MENDED = re.compile(r"mended ([0-9a-f]{8}) (\d{1,4}) ((?:\d{1,6},)*\d{1,6}|-)", re.ASCII)
TAUGHT = re.compile(r"taught ([0-9a-f]{8}) (\d{1,4}) (\d{1,4}) (\d{1,4})", re.ASCII)


class Rated(NamedTuple):
    """How well a game was played: of so many decisions, the chance given away per decision, 0 to 1."""

    date: str
    ruleset: str
    seats: int
    setup: str
    decisions: int
    mean: float
    error: float


class Mended(NamedTuple):
    """How many errors a game had, and where those were that have been done better since."""

    setup: str
    errors: int
    steps: frozenset[int]


class Taught(NamedTuple):
    """What became of the turns that were spoken of in a teaching game."""

    setup: str
    taken: int
    kept: int
    told: int


def read_ratings(text: str) -> list[Rated]:
    """The ratings in a text, in their order; lines that are not understood are passed over.

    >>> read_ratings("rating - hansa 3 8f3c0a12 21 134 22\\nrating soon")[0].mean
    0.0134
    """
    found = (RATING.fullmatch(line) for line in text.splitlines())
    return [
        Rated(date, ruleset, int(seats), setup, int(count), int(mean) / FINE, int(error) / FINE)
        for one in found
        if one is not None
        for date, ruleset, seats, setup, count, mean, error in [one.groups()]
    ]


def read_mended(text: str) -> dict[str, Mended]:
    """What has been done better in each game, by its setup."""
    found = (MENDED.fullmatch(line) for line in text.splitlines())
    return {
        setup: Mended(
            setup, int(errors), frozenset(map(int, steps.split(","))) if steps != "-" else frozenset()
        )
        for one in found
        if one is not None
        for setup, errors, steps in [one.groups()]
    }


def read_taught(text: str) -> list[Taught]:
    """What became of the turns that were spoken of, by game.

    >>> read_taught("taught 8f3c0a12 2 1 0")[0].taken
    2
    """
    found = (TAUGHT.fullmatch(line) for line in text.splitlines())
    rows = [one.groups() for one in found if one is not None]
    return [Taught(setup, *map(int, counts)) for setup, *counts in rows]


def with_study(
    text: str,
    ratings: Iterable[Rated] = (),
    mended: Iterable[Mended] = (),
    taught: Iterable[Taught] = (),
) -> str:
    """The text with further ratings, one for each game, the last; what has been done better stays so."""
    lines = [line for line in text.splitlines() if line and line != HEAD]
    for rated in ratings:
        lines = _put(lines, RATING, 4, rated.setup, _rating_line(rated))
    known = read_mended(text)
    for one in mended:
        steps = one.steps | (known[one.setup].steps if one.setup in known else frozenset())
        known[one.setup] = Mended(one.setup, one.errors, steps)
        listed = ",".join(map(str, sorted(steps))) or "-"
        lines = _put(
            lines, MENDED, 1, one.setup, f"mended {one.setup} {max(one.errors, len(steps))} {listed}"
        )
    for game in taught:
        lines = _put(lines, TAUGHT, 1, game.setup, " ".join(["taught", *map(str, game)]))
    return "\n".join([HEAD, *lines, ""])


def _put(lines: list[str], kind: re.Pattern[str], group: int, setup: str, line: str) -> list[str]:
    """The lines with one more, which takes the place of the one of its kind for the same game."""
    for at, other in enumerate(lines):
        found = kind.fullmatch(other)
        if found is not None and found[group] == setup:
            return [*lines[:at], line, *lines[at + 1 :]]
    return [*lines, line]


def _rating_line(rated: Rated) -> str:
    mean, error = (min(99_999, round(each * FINE)) for each in (rated.mean, rated.error))
    words = ("rating", rated.date, rated.ruleset, rated.seats, rated.setup, rated.decisions, mean, error)
    return " ".join(map(str, words))


def rated_of(record: Record, found: Iterable[Rating], name: str) -> Rated | None:
    """How well the person called `name` played; None if the game was not theirs, or tried from the middle."""
    seat = own_seat(record, name)
    if seat is None or record.tags.get(TRIED) == "yes":
        return None
    rating = next(one for one in found if one.seat == seat)
    if not rating.decisions:
        return None
    date = re.match(r"\d{4}-\d\d-\d\d", record.tags.get("date", ""), re.ASCII)
    return Rated(
        date[0] if date else "-",
        record.ruleset.id,
        record.seats,
        setup_of(record),
        rating.decisions,
        rating.mean,
        rating.error,
    )
