"""The words of a position line: numbers, names, lists, each with a clear error that names the field."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core import ParseError
from game.engine.hansa_teutonica.board import MARKERS
from game.engine.hansa_teutonica.position_format import EMPTY, FIELDS, NAME, NOTHING
from game.engine.hansa_teutonica.tables import code


class Fields:
    """The fields somebody wrote, and how to read each kind of them."""

    def __init__(self, text: str) -> None:
        words = text.split()
        if not words or words[0] != NAME:
            raise ParseError(f"a position of this game begins with the word {NAME!r}")
        self.given: dict[str, str] = {}
        for word in words[1:]:
            name, equals, value = word.partition("=")
            if not equals or name not in FIELDS:
                raise ParseError(
                    f"{word[:40]!r} is no field of a position; the fields are {', '.join(FIELDS)}"
                )
            if name in self.given:
                raise ParseError(f"{name}: said twice")
            self.given[name] = value

    def __contains__(self, field: str) -> bool:
        return field in self.given

    def number(self, field: str, default: int, allowed: range) -> int:
        """A number within a range."""
        if field not in self.given:
            return default
        value = whole(self.given[field], field)
        if value not in allowed:
            raise ParseError(f"{field}: {value} is not between {allowed[0]} and {allowed[-1]}")
        return value

    def name(self, field: str, known: Sequence[str], default: str) -> str:
        """One of some names."""
        value = self.given.get(field, default)
        index_of(value, known, field)
        return value

    def items(self, field: str) -> list[str]:
        """The parts between the plus signs."""
        text = self.given.get(field, NOTHING)
        return [] if text == NOTHING else text.split("+")

    def pairs(self, field: str) -> list[tuple[str, str]]:
        """Parts of the form `name:value`."""
        found = []
        for item in self.items(field):
            left, colon, right = item.partition(":")
            if not colon:
                raise ParseError(f"{field}: {item[:40]!r} has no colon")
            found.append((left, right))
        return found

    def by_seat(self, field: str, seats: int) -> list[str] | None:
        """One entry for each player, or None if the field is not given."""
        if field not in self.given:
            return None
        parts = self.given[field].split(",")
        if len(parts) != seats:
            raise ParseError(f"{field}: {len(parts)} entries for {seats} players")
        return parts

    def seat_markers(self, field: str, seats: int) -> bytearray:
        """`0:swap_offices+1:remove_3*2` as counts by 6 * seat + kind."""
        counts = bytearray(6 * seats)
        for owner, text in self.pairs(field):
            seat = seat_of(owner, field, seats)
            name, star, times = text.partition("*")
            at = 6 * seat + index_of(name, MARKERS, field)
            counts[at] = min(255, counts[at] + (whole(times, field) if star else 1))
        return counts

    def markers(self, field: str) -> list[int]:
        """Kinds of markers between plus signs."""
        return [index_of(name, MARKERS, field) for name in self.items(field)]


def whole(text: str, field: str) -> int:
    """A natural number of at most four digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise ParseError(f"{field}: {text[:40]!r} is not a number")
    return int(text)


def index_of(name: str, known: Sequence[str], field: str) -> int:
    """The index of a name."""
    if name not in known:
        shown = ", ".join(known) if len(known) < 40 else "see docs/notation.md"
        raise ParseError(f"{field}: {name[:40]!r} is unknown ({shown})")
    return known.index(name)


def seat_of(text: str, field: str, seats: int) -> int:
    """A seat."""
    seat = whole(text, field)
    if seat >= seats:
        raise ParseError(f"{field}: there is no seat {seat} among {seats}")
    return seat


def piece_of(text: str, field: str, seats: int) -> int:
    """The code of `0t`, `1m` or `.`; seats up to and including the neutral one."""
    if text == EMPTY:
        return 0
    if text[-1:] not in ("t", "m"):
        raise ParseError(f"{field}: {text[:40]!r} is no piece, as 0t or 1m are")
    return code(seat_of(text[:-1], field, seats + 1), "tm".index(text[-1]))


def counts_of(text: str, field: str) -> tuple[int, int]:
    """Traders and merchants of `5t1m`."""
    if text == NOTHING:
        return 0, 0
    traders, t, rest = text.partition("t")
    if not t:
        traders, rest = "0", text
    if rest and not rest.endswith("m"):
        raise ParseError(f"{field}: {text[:40]!r} is not a number of pieces, as 5t1m, 3t or 2m are")
    found = whole(traders, field), whole(rest[:-1], field) if rest else 0
    if max(found) > 99:
        raise ParseError(f"{field}: {text[:40]!r} are more pieces than there are")
    return found
