"""The learning store: results, ratings and exercises of the player's own games, one line each.

    kontor-results 1
    result 2026-11-21 hansa 3 hard 1 52 8f3c0a12 3f2a91bc
    rating 2026-11-21 hansa 3 8f3c0a12 21 134 22
    mended 8f3c0a12 5 13,41
    taught 8f3c0a12 2 1 0
    looked-back

The first word of a line is the kind of entry (`KINDS`), the others are the fields of its class in order
(`_FIELDS`). There is one entry of each kind for a setup, even if the game is played again or imported as a
copy. Other lines, such as those of a newer version, are ignored and left unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeAlias, TypeVar

from game.levels import LEVELS

HEAD = "kontor-results 1"
LOOKED_BACK = "looked-back"
"""Line that marks that games finished before results existed have been counted."""
AGAINST = (*LEVELS, "mixed", "people")
"""Kinds of opponents: computers of one level, a mixture, or people only."""
UNITS, MAX_UNITS = 10_000, 99_999
"""Number of stored units (hundredths of a per cent) in a probability of 1, and their maximum number."""


class Result(NamedTuple):
    """The result of a game for the owner of this device.

    date   the date of the end, such as "2026-11-21", or "-"
    setup  the checksum of the game's setup (`tally.setup_of`)
    game   the id of the saved game
    """

    date: str
    ruleset: str
    seats: int
    against: str
    rank: int
    points: int
    setup: str
    game: str

    @property
    def won(self) -> bool:
        """Return True for the first rank, shared or not."""
        return self.rank == 1


class RatedGame(NamedTuple):
    """The rating of a game: the number of decisions, and the win probability lost per decision with its
    standard error, 0 to 1."""

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
    """Counts of the turns that were pointed out in a teaching game (`teaching.Counts`)."""

    setup: str
    taken: int
    kept: int
    told: int


Entry: TypeAlias = Result | RatedGame | SolvedMistakes | TeachingStats
E = TypeVar("E", bound=Entry)
KINDS: dict[str, type[Entry]] = {
    "result": Result,
    "rating": RatedGame,
    "mended": SolvedMistakes,
    "taught": TeachingStats,
}
"""Classes of the entries by the first word of their lines."""
_WORDS: dict[type, str] = {kind: word for word, kind in KINDS.items()}


class _Field(NamedTuple):
    """The stored form of a field: a pattern, and the conversions from and to its text."""

    pattern: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


def _read_steps(text: str) -> frozenset[int]:
    return frozenset(map(int, text.split(","))) if text != "-" else frozenset()


def _write_steps(steps: Iterable[int]) -> str:
    return ",".join(map(str, sorted(steps))) or "-"


def _read_loss(text: str) -> float:
    return int(text) / UNITS


def _write_loss(loss: float) -> str:
    return str(min(MAX_UNITS, round(loss * UNITS)))


_COUNT = _Field(r"\d{1,4}", int)
_LOSS = _Field(r"\d{1,5}", _read_loss, _write_loss)
_FIELDS = {
    "date": _Field(r"\d{4}-\d\d-\d\d|-"),
    "ruleset": _Field("[a-z][a-z-]{0,39}"),
    "seats": _Field("[1-9]", int),
    "against": _Field("|".join(AGAINST)),
    "rank": _Field("[1-9]", int),
    "points": _Field(r"-?\d{1,4}", int),
    "setup": _Field("[0-9a-f]{8}"),
    "game": _Field(r"[\w-]{1,40}"),
    "decisions": _COUNT,
    "mean": _LOSS,
    "error": _LOSS,
    "errors": _COUNT,
    "steps": _Field(r"(?:\d{1,6},)*\d{1,6}|-", _read_steps, _write_steps),
    "taken": _COUNT,
    "kept": _COUNT,
    "told": _COUNT,
}


@cache
def _pattern(word: str) -> re.Pattern[str]:
    """Return the pattern of the lines of a kind of entry, with a group for each field."""
    groups = (f"({_FIELDS[name].pattern})" for name in KINDS[word]._fields)
    return re.compile(" ".join([word, *groups]), re.ASCII)


def read_entries(kind: type[E], text: str) -> list[E]:
    """Return the entries of a kind in a text, in order. Other lines are ignored.

    >>> read_entries(RatedGame, "rating - hansa 3 8f3c0a12 21 134 22\\nrating soon")[0].mean
    0.0134
    """
    reads = [_FIELDS[name].read for name in kind._fields]
    found = (_pattern(_WORDS[kind]).fullmatch(line) for line in text.splitlines())
    rows = (one.groups() for one in found if one is not None)
    return [kind(*(read(word) for read, word in zip(reads, row, strict=True))) for row in rows]


def read_all(text: str) -> Iterator[tuple[int, Entry]]:
    """Yield the entries in a text, each with the number of its line, counted from 0."""
    for number, line in enumerate(text.splitlines()):
        kind = KINDS.get(line.partition(" ")[0])
        for entry in read_entries(kind, line) if kind is not None else ():
            yield number, entry


def line_of(entry: Entry) -> str:
    """Return the line of an entry."""
    fields = zip(entry._fields, entry, strict=True)
    return " ".join([_WORDS[type(entry)], *(_FIELDS[name].write(value) for name, value in fields)])


def with_entries(text: str, new: Iterable[Entry], *, imported: bool = False) -> str:
    """Return the text with further entries, which replace those of the same game.

    A result replaces only one of the same saved game, which was undone and played to another end. Exercises
    once solved stay solved.

    imported  the entries come from a backup or from an old save, so that existing entries are newer
    """
    lines = [line for line in text.splitlines() if line and line != HEAD]
    known = {(type(entry), entry.setup): (at, entry) for at, entry in read_all("\n".join(lines))}
    for entry in new:
        key = type(entry), entry.setup
        if key not in known:
            known[key] = len(lines), entry
            lines.append("")
        at, before = known[key]
        known[key] = at, _merged(before, entry, imported)
        lines[at] = line_of(known[key][1])
    return "\n".join([HEAD, *lines, ""])


def _merged(before: Entry, new: Entry, imported: bool) -> Entry:
    """Return the entry that remains of two about one game."""
    if isinstance(before, SolvedMistakes) and isinstance(new, SolvedMistakes):
        steps = before.steps | new.steps
        return SolvedMistakes(new.setup, max(new.errors, len(steps)), steps)
    if isinstance(before, Result) and isinstance(new, Result) and before.game != new.game:
        return before
    return before if imported else new
