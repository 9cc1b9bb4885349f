"""How long a game still lasts if it goes on as it did so far."""

from __future__ import annotations

from collections.abc import Iterable

FEWEST_ROUNDS, LEAST_PART = 2, 0.2
"""Before so many rounds and such a part of the way to an end are over, the pace of a game says nothing."""


def rounds_left(turns: int, seats: int, parts: Iterable[float]) -> int | None:
    """Rounds until the nearest end, at least 1; None if no end has come nearer yet, or too little was played.

    turns  begun so far
    parts  how much of the way to each end is done, 0-1

    >>> rounds_left(12, 3, [0.4, 0.0])
    6
    """
    played = turns / seats
    needed = [played * (1 - part) / part for part in parts if part >= LEAST_PART]
    return max(1, round(min(needed))) if needed and played >= FEWEST_ROUNDS else None
