"""What an environment knows of one game: its actions by number, and a position as integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class ObservationPart(NamedTuple):
    """Some neighbouring integers of an observation: what they are, how many, and their bounds."""

    name: str
    size: int
    low: int = 0
    high: int = 255


class View(NamedTuple):
    """One game as integers.

    texts     the words of every action there is, sorted: an action's number is its place here, so numbers
              change only if actions are added or removed
    layout    what an observation consists of, for so many seats
    observe   a state as one seat sees it, part by part; seats count from the one that looks (0: itself)
    """

    texts: tuple[str, ...]
    layout: Callable[[int], tuple[ObservationPart, ...]]
    observe: Callable[[Any, int], list[Sequence[int]]]


def turned(values: Sequence[int], seat: int, each: int, seats: int) -> list[int]:
    """Values by seat, `each` of them for one, those of `seat` first.

    >>> turned([1, 2, 3, 4, 5, 6], 1, 2, 3)
    [3, 4, 5, 6, 1, 2]
    """
    start = seat * each
    return [*values[start : seats * each], *values[:start]]


def filled(values: Sequence[int], size: int) -> list[int]:
    """The values, padded with zeros to a size."""
    assert len(values) <= size, f"{len(values)} values, there is room for {size}"
    return [*values, *[0] * (size - len(values))]
