"""The learning store: results, ratings and exercises of the player's own games, one line each.

    kontor-results 1
    result 2026-11-21 hansa 3 hard 1 52 8f3c0a12 3f2a91bc
    rating 2026-11-21 hansa 3 8f3c0a12 21 134 22
    mended 8f3c0a12 5 13,41
    taught 8f3c0a12 2 1 0
    phases 8f3c0a12 hansa 7,134,22 7,210,60 7,90,40
    mistakes 8f3c0a12 hansa 3f2a91bc 5:opening:supply:410,41:end:end:1520
    review 8f3c0a12.41 2 2026-11-28
    skill hansa 15034 610 60000
    looked-back

The first word of a line is the kind of entry (`KINDS`), the others are the fields of its class in order
(`_FIELDS`). There is one entry of each kind for a setup, even if the game is played again or imported as a
copy, and one review for each exercise. Other lines, such as those of a newer version, are ignored and left
unchanged.
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
PHASES = ("opening", "middle", "end")
"""The thirds of a game."""
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


class PhaseRating(NamedTuple):
    """The quality of play in a third of a game: the number of decisions, and the win probability lost per
    decision with its standard error, 0 to 1."""

    decisions: int
    mean: float
    error: float


class RatedPhases(NamedTuple):
    """The quality of play in each third of a game."""

    setup: str
    ruleset: str
    opening: PhaseRating
    middle: PhaseRating
    end: PhaseRating


class KnownMistake(NamedTuple):
    """A mistake: the number of actions before it, the third of the game, its kind (`game/bots/mistakes.py`)
    and the win probability lost, 0 to 1."""

    step: int
    phase: str
    kind: str
    loss: float


class KnownMistakes(NamedTuple):
    """The mistakes of a game; `game` is the id of the saved game."""

    setup: str
    ruleset: str
    game: str
    found: tuple[KnownMistake, ...]


class Review(NamedTuple):
    """The next repetition of an exercise (`practice.py`).

    item  a puzzle's id, or setup and step of a mistake ("8f3c0a12.41")
    box   number of intervals that have been passed
    due   date from which it is to be repeated, such as "2026-11-28"
    """

    item: str
    box: int
    due: str


class Strength(NamedTuple):
    """A Glicko-2 rating (`glicko.py`): of the player in the puzzles of a game, under its ruleset id, or of a
    puzzle, under its id."""

    name: str
    rating: float
    deviation: float
    volatility: float


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


Entry: TypeAlias = (
    Result | RatedGame | RatedPhases | KnownMistakes | Review | Strength | SolvedMistakes | TeachingStats
)
E = TypeVar("E", bound=Entry)
KINDS: dict[str, type[Entry]] = {
    "result": Result,
    "rating": RatedGame,
    "mended": SolvedMistakes,
    "taught": TeachingStats,
    "phases": RatedPhases,
    "mistakes": KnownMistakes,
    "review": Review,
    "skill": Strength,
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


def _read_tenths(text: str) -> float:
    return int(text) / 10


def _write_tenths(value: float) -> str:
    return str(max(1, min(MAX_UNITS, round(value * 10))))


def _read_millionths(text: str) -> float:
    return int(text) / 1_000_000


def _write_millionths(value: float) -> str:
    return str(max(1, round(value * 1_000_000)))


def _read_phase(text: str) -> PhaseRating:
    decisions, mean, error = text.split(",")
    return PhaseRating(int(decisions), _read_loss(mean), _read_loss(error))


def _write_phase(of: PhaseRating) -> str:
    return f"{of.decisions},{_write_loss(of.mean)},{_write_loss(of.error)}"


def _read_mistakes(text: str) -> tuple[KnownMistake, ...]:
    rows = (word.split(":") for word in text.split(",") if text != "-")
    return tuple(KnownMistake(int(step), phase, kind, _read_loss(loss)) for step, phase, kind, loss in rows)


def _write_mistakes(found: Iterable[KnownMistake]) -> str:
    rows = (f"{one.step}:{one.phase}:{one.kind}:{_write_loss(one.loss)}" for one in found)
    return ",".join(rows) or "-"


_COUNT = _Field(r"\d{1,4}", int)
_LOSS = _Field(r"\d{1,5}", _read_loss, _write_loss)
_MISTAKE = rf"\d{{1,6}}:(?:{'|'.join(PHASES)}):[a-z]{{1,20}}:\d{{1,5}}"
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
    **dict.fromkeys(PHASES, _Field(r"\d{1,4},\d{1,5},\d{1,5}", _read_phase, _write_phase)),
    "found": _Field(rf"{_MISTAKE}(?:,{_MISTAKE})*|-", _read_mistakes, _write_mistakes),
    "item": _Field(r"[a-z0-9][a-z0-9.-]{0,59}"),
    "box": _Field(r"\d", int),
    "name": _Field(r"[a-z][a-z0-9-]{0,59}"),
    "rating": _Field(r"\d{1,5}", _read_tenths, _write_tenths),
    "deviation": _Field(r"[1-9]\d{0,4}", _read_tenths, _write_tenths),
    "volatility": _Field(r"[1-9]\d{0,5}", _read_millionths, _write_millionths),
    "due": _Field(r"\d{4}-\d\d-\d\d"),
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
    known = {_key(entry): (at, entry) for at, entry in read_all("\n".join(lines))}
    for entry in new:
        key = _key(entry)
        if key not in known:
            known[key] = len(lines), entry
            lines.append("")
        at, before = known[key]
        known[key] = at, _merged(before, entry, imported)
        lines[at] = line_of(known[key][1])
    return "\n".join([HEAD, *lines, ""])


def _key(entry: Entry) -> tuple[type, str]:
    """Return what an entry is about: there is one entry for each key."""
    match entry:
        case Review(item=about) | Strength(name=about):
            return type(entry), about
        case _:
            return type(entry), entry.setup


def _merged(before: Entry, new: Entry, imported: bool) -> Entry:
    """Return the entry that remains of two about one game."""
    if isinstance(before, SolvedMistakes) and isinstance(new, SolvedMistakes):
        steps = before.steps | new.steps
        return SolvedMistakes(new.setup, max(new.errors, len(steps)), steps)
    if isinstance(before, Result) and isinstance(new, Result) and before.game != new.game:
        return before
    return before if imported else new
