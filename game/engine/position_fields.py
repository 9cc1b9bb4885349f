"""Parser for the `name=value` fields of position strings: numbers, names and lists, shared by every game.

Every error names the field and the problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from game.engine.core import ParseError

NOTHING = "-"
"""Notation of an empty list."""

_MOST_DIGITS = 9
"""Maximum number of digits, enough for every quantity of a game that fits a record."""
_MOST_NAMES = 40
"""Error messages do not list the valid names if there are this many or more."""


class PositionFields:
    """The fields of a position string, with one accessor for each kind of field.

    >>> line = "whist seats=2 tricks=north:3+south:4 points=3,4"
    >>> fields = PositionFields(line, "whist", ("seats", "tricks", "points"))
    >>> fields.number("seats", 4, range(2, 6)), fields.pairs("tricks"), fields.by_seat("points", 2)
    (2, [('north', '3'), ('south', '4')], ['3', '4'])
    """

    def __init__(self, text: str, game: str, known: Sequence[str]) -> None:
        words = text.split()
        if not words or words[0] != game:
            raise ParseError(f"a position of this game begins with the word {game!r}")
        self.given: dict[str, str] = {}
        for word in words[1:]:
            name, equals, value = word.partition("=")
            if not equals or name not in known:
                raise ParseError(
                    f"{word[:40]!r} is not a field of a position; the fields are {', '.join(known)}"
                )
            if name in self.given:
                raise ParseError(f"{name}: given twice")
            self.given[name] = value

    def __contains__(self, field: str) -> bool:
        return field in self.given

    def text(self, field: str, default: str = NOTHING) -> str:
        """Return the field as written, or `default`."""
        return self.given.get(field, default)

    def number(self, field: str, default: int, allowed: range) -> int:
        """Return the field as a number. Raises `ParseError` if it is not in the range `allowed`."""
        value = whole(self.given[field], field) if field in self.given else default
        if value not in allowed:
            raise ParseError(f"{field}: {value} is not between {allowed[0]} and {allowed[-1]}")
        return value

    def name(self, field: str, known: Sequence[str], default: str) -> str:
        """Return the field. Raises `ParseError` if it is not one of the names `known`."""
        value = self.given.get(field, default)
        index_of(value, known, field)
        return value

    def flag(self, field: str, default: bool = False) -> bool:
        """Return True for `yes` and False for `no`."""
        return self.name(field, ("yes", "no"), "yes" if default else "no") == "yes"

    def items(self, field: str) -> list[str]:
        """Return the parts of the field, which are separated by plus signs."""
        return split(self.given.get(field, NOTHING))

    def pairs(self, field: str) -> list[tuple[str, str]]:
        """Return the parts of the field, each of the form `name:value`, as pairs."""
        return [pair(item, field) for item in self.items(field)]

    def by_seat(self, field: str, seats: int) -> list[str] | None:
        """Return the comma-separated entries of the field, one for each player, or None if the field is not
        given."""
        if field not in self.given:
            return None
        parts = self.given[field].split(",")
        if len(parts) != seats:
            raise ParseError(f"{field}: {len(parts)} entries for {seats} players")
        return parts


def split(text: str) -> list[str]:
    """Split a list at its plus signs. `-` is the empty list.

    >>> split("a+b"), split("-")
    (['a', 'b'], [])
    """
    return [] if text == NOTHING else text.split("+")


def join(items: Iterable[str]) -> str:
    """Return the notation of a list. The inverse of `split`.

    >>> join(["a", "b"]), join([])
    ('a+b', '-')
    """
    return "+".join(items) or NOTHING


def pair(text: str, field: str) -> tuple[str, str]:
    """Split `name:value`."""
    left, colon, right = text.partition(":")
    if not colon:
        raise ParseError(f"{field}: {text[:40]!r} has no colon")
    return left, right


def times(text: str, field: str) -> tuple[str, int]:
    """Split `name*3` into name and count. The count of a name alone is 1.

    >>> times("red.2*3", "unsold"), times("red.2", "unsold")
    (('red.2', 3), ('red.2', 1))
    """
    name, star, count = text.partition("*")
    return name, whole(count, field) if star else 1


def whole(text: str, field: str) -> int:
    """Parse a natural number of at most nine digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise ParseError(f"{field}: {text[:40]!r} is not a number")
    return int(text)


def index_of(name: str, known: Sequence[str], field: str) -> int:
    """Return the index of a name in `known`. Raises `ParseError`, with a suggestion, if it is unknown."""
    if name in known:
        return known.index(name)
    near = get_close_matches(name[:60], known, 1)
    if near:
        hint = f"did you mean {near[0]}?"
    elif len(known) < _MOST_NAMES:
        hint = f"it is one of {', '.join(known)}"
    else:
        hint = "the documentation of the notation has the names"
    raise ParseError(f"{field}: {name[:40]!r} is unknown; {hint}")


def seat_of(text: str, field: str, seats: int) -> int:
    """Parse a seat number, counted from 0. Raises `ParseError` if there are not enough seats."""
    seat = whole(text, field)
    if seat >= seats:
        raise ParseError(f"{field}: there is no seat {seat} among {seats}")
    return seat
