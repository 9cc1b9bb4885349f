"""How long a game still lasts if it goes on as it did so far."""

from __future__ import annotations

from collections.abc import Iterable

FEWEST_ROUNDS = 2
"""Before that a pace says nothing."""


def rounds_left(turns: int, seats: int, ways: Iterable[tuple[int, int]]) -> int | None:
    """Rounds until the nearest end, at least 1; None if nothing has come nearer yet, or too few were played.

    turns  begun so far
    ways   for each way the game can end: how far it was at the start, and is now

    >>> rounds_left(12, 3, [(20, 12), (10, 10)])
    6
    """
    played = turns / seats
    if played < FEWEST_ROUNDS:
        return None
    needed = [now * played / (start - now) for start, now in ways if start > now]
    return max(1, round(min(needed))) if needed else None
