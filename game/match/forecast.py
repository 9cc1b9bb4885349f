"""Forecast of a game's remaining length from its pace so far."""

from __future__ import annotations

from collections.abc import Iterable

FEWEST_ROUNDS, LEAST_PART = 2, 0.2
"""Minimum number of rounds played, and minimum progress towards an end, for the pace to be meaningful."""


def rounds_left(turns: int, seats: int, parts: Iterable[float]) -> int | None:
    """Return the rounds until the nearest end, at least 1, or None if too little is known.

    turns  number of turns begun so far
    parts  progress towards each of the possible ends, 0 to 1

    >>> rounds_left(12, 3, [0.4, 0.0])
    6
    """
    played = turns / seats
    needed = [played * (1 - part) / part for part in parts if part >= LEAST_PART]
    return max(1, round(min(needed))) if needed and played >= FEWEST_ROUNDS else None
