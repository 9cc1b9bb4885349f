"""Read position in the log of a match."""

from __future__ import annotations

from collections.abc import Sequence

from game.match.history import Move
from game.match.match import Entry, Match


class Cursor:
    """A read position in the log, one for each part of the program that shows, announces or saves
    the match."""

    def __init__(self, read: int = 0) -> None:
        """Start after the first `read` entries."""
        self.read = read

    def new(self, match: Match) -> Sequence[Entry]:
        """Return the entries added since the last call, earliest first."""
        new = match.log[self.read :]
        self.read = len(match.log)
        return new


def last_move(entries: Sequence[Entry]) -> Move | None:
    """Return the last of these entries if it is a move, otherwise None."""
    return entries[-1] if entries and isinstance(entries[-1], Move) else None
