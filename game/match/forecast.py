"""How long a game still lasts if it goes on as it did so far."""

from __future__ import annotations

from collections.abc import Iterable

FEWEST_ROUNDS = 2
"""Before so many rounds are over, the pace of a game says nothing about its end."""


def rounds_left(turns: int, seats: int, parts: Iterable[float]) -> int | None:
    """Rounds until the nearest end, at least 1; None if nothing has come nearer yet, or too few were played.

    turns  begun so far
    parts  how much of the way to each end is done, 0-1

    >>> rounds_left(12, 3, [0.4, 0.0])
    6
    """
    played = turns / seats
    needed = [played * (1 - part) / part for part in parts if part > 0]
    return max(1, round(min(needed))) if needed and played >= FEWEST_ROUNDS else None
