"""Interface between an environment and one game: actions by number, and positions as integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class ObservationPart(NamedTuple):
    """A run of integers in an observation: its meaning, length and bounds."""

    name: str
    size: int
    low: int = 0
    high: int = 255


class View(NamedTuple):
    """Integer encoding of one game.

    texts     sorted texts of all possible actions: an action's number is its index here, so that numbers
              change only if actions are added or removed
    layout    parts of an observation, for a number of seats
    observe   a state as one seat sees it, part by part; seats count from this seat (0: itself)
    """

    texts: tuple[str, ...]
    layout: Callable[[int], tuple[ObservationPart, ...]]
    observe: Callable[[Any, int], list[Sequence[int]]]


def turned(values: Sequence[int], seat: int, each: int, seats: int) -> list[int]:
    """Return values by seat, `each` of them per seat, rotated so that those of `seat` come first.

    >>> turned([1, 2, 3, 4, 5, 6], 1, 2, 3)
    [3, 4, 5, 6, 1, 2]
    """
    start = seat * each
    return [*values[start : seats * each], *values[:start]]


def filled(values: Sequence[int], size: int) -> list[int]:
    """Return the values, padded with zeros to a size."""
    assert len(values) <= size, f"{len(values)} values, there is room for {size}"
    return [*values, *[0] * (size - len(values))]
