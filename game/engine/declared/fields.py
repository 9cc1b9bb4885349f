"""The fields of a declared state: how each kind starts, is copied, written, read and checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from game.engine.core import ParseError
from game.engine.position_fields import NOTHING, PositionFields, index_of, join, seat_of, whole

Placed = dict[str, tuple[int, ...]]
"""By place, the owners of the pieces there in the order of arrival. Empty places are absent."""


class Field(ABC):
    """A field of a declared state. Its values are plain Python: numbers, texts, lists, dictionaries."""

    @abstractmethod
    def start(self, seats: int) -> Any:
        """Return the value at the beginning of a game."""

    def copy(self, value: Any) -> Any:
        """Return an independent copy of a value."""
        return value

    @abstractmethod
    def write(self, value: Any) -> str:
        """Return a value as a position line has it: without spaces."""

    @abstractmethod
    def read(self, fields: PositionFields, name: str, seats: int) -> Any:
        """Read the value from a position line. Raises `ParseError` for a value that is not possible."""

    @abstractmethod
    def check(self, value: Any, seats: int) -> bool:
        """Return True if a value is possible with that number of players."""


class Number(Field):
    """A whole number within a range."""

    def __init__(self, allowed: range, start: int) -> None:
        self.allowed, self.first = allowed, start

    def start(self, seats: int) -> int:
        return self.first

    def write(self, value: int) -> str:
        return str(value)

    def read(self, fields: PositionFields, name: str, seats: int) -> int:
        return fields.number(name, self.first, self.allowed)

    def check(self, value: int, seats: int) -> bool:
        return value in self.allowed


class OneOf(Field):
    """One of some names."""

    def __init__(self, names: Sequence[str], start: str) -> None:
        self.names, self.first = (*names,), start

    def start(self, seats: int) -> str:
        return self.first

    def write(self, value: str) -> str:
        return value or NOTHING

    def read(self, fields: PositionFields, name: str, seats: int) -> str:
        known = [each or NOTHING for each in self.names]
        value = fields.name(name, known, self.first or NOTHING)
        return self.names[known.index(value)]

    def check(self, value: str, seats: int) -> bool:
        return value in self.names


class BySeat(Field):
    """A number for each seat."""

    def __init__(self, allowed: range, start: int) -> None:
        self.allowed, self.first = allowed, start

    def start(self, seats: int) -> list[int]:
        return [self.first] * seats

    def copy(self, value: list[int]) -> list[int]:
        return value[:]

    def write(self, value: list[int]) -> str:
        return ",".join(map(str, value))

    def read(self, fields: PositionFields, name: str, seats: int) -> list[int]:
        texts = fields.by_seat(name, seats)
        if texts is None:
            return self.start(seats)
        values = [whole(text, name) for text in texts]
        for value in values:
            if value not in self.allowed:
                raise ParseError(f"{name}: {value} is not between {self.allowed[0]} and {self.allowed[-1]}")
        return values

    def check(self, value: list[int], seats: int) -> bool:
        return len(value) == seats and all(each in self.allowed for each in value)


class Pieces(Field):
    """The pieces at places, by the seats that own them (`Placed`).

    kind    how the elements of the places begin: the place "hub" of the kind "town" is the element "town.hub"
    places  every place, in the order of the position line
    piece   the id of the piece in events
    most    how many pieces a place holds; 0 for any number
    """

    def __init__(self, kind: str, places: Sequence[str], piece: str, most: int) -> None:
        self.kind, self.places, self.piece, self.most = kind, (*places,), piece, most

    def start(self, seats: int) -> Placed:
        return {}

    def copy(self, value: Placed) -> Placed:
        return value.copy()

    def write(self, value: Placed) -> str:
        return join(f"{place}:{','.join(map(str, value[place]))}" for place in self.places if place in value)

    def read(self, fields: PositionFields, name: str, seats: int) -> Placed:
        found: Placed = {}
        for place, owners in fields.pairs(name):
            index_of(place, self.places, name)
            if place in found:
                raise ParseError(f"{name}: {place} is given twice")
            found[place] = tuple(seat_of(owner, name, seats) for owner in owners.split(","))
            if self.most and len(found[place]) > self.most:
                raise ParseError(f"{name}: {len(found[place])} pieces at {place}, which holds {self.most}")
        return found

    def check(self, value: Placed, seats: int) -> bool:
        return all(
            place in self.places
            and owners
            and len(owners) <= (self.most or len(owners))
            and all(0 <= owner < seats for owner in owners)
            for place, owners in value.items()
        )


def number(allowed: range, start: int = 0) -> Any:
    """Declare a whole number within a range."""
    return Number(allowed, start)


def one_of(names: Sequence[str], start: str) -> Any:
    """Declare a text that is one of some names."""
    return OneOf(names, start)


def by_seat(allowed: range, start: int = 0) -> Any:
    """Declare a list with a number for each seat, all within a range."""
    return BySeat(allowed, start)


def pieces(kind: str, places: Sequence[str], piece: str = "", most: int = 0) -> Any:
    """Declare the pieces at places, by owner (`Placed`); see `Pieces` for the arguments."""
    return Pieces(kind, places, piece or kind, most)
