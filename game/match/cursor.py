"""Reading on in the log of a match."""

from __future__ import annotations

from collections.abc import Sequence

from game.match.history import Move
from game.match.match import Entry, Match


class Cursor:
    """How far somebody has read. Whoever shows, says or keeps a match has one, and asks what is new."""

    def __init__(self, read: int = 0) -> None:
        """`read`: so many entries are known already."""
        self.read = read

    def new(self, match: Match) -> Sequence[Entry]:
        """What has been entered since last time, earliest first."""
        new = match.log[self.read :]
        self.read = len(match.log)
        return new


def last_move(entries: Sequence[Entry]) -> Move | None:
    """The move that these entries end with, None if they tell of something else after it."""
    return entries[-1] if entries and isinstance(entries[-1], Move) else None
