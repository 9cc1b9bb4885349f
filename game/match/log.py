"""The log of a match: its entries, and read positions in it."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

from game.engine.core import Action, Event, Reason, Told


class Move(NamedTuple):
    """An action as played: the seat, the action and its events.

    told  the information it revealed, if the game's seed is not known here
    """

    seat: int
    action: Action
    events: tuple[Event, ...]
    told: Told = MappingProxyType({})


class TakenBack(NamedTuple):
    """Moves that were undone, earliest first: a person's decision and all that followed."""

    moves: tuple[Move, ...]


class Why(NamedTuple):
    """The reason for a computer player's next moves."""

    seat: int
    reason: Reason


class PlayerFailure(NamedTuple):
    """The failure of a seat's computer player, which continues without search. `details` holds, for example,
    a traceback."""

    seat: int
    details: str


class Seek(NamedTuple):
    """A jump of a replay to the step after `move`; None: to the beginning."""

    move: Move | None


Entry = Move | TakenBack | Why | PlayerFailure | Seek
"""An entry of a match's log."""


class Cursor:
    """A read position in the log, one for each part of the program that shows, announces or saves
    the match."""

    def __init__(self, read: int = 0) -> None:
        """Start after the first `read` entries."""
        self.read = read

    def new(self, log: Sequence[Entry]) -> Sequence[Entry]:
        """Return the entries added since the last call, earliest first."""
        new = log[self.read :]
        self.read = len(log)
        return new


def last_move(entries: Sequence[Entry]) -> Move | None:
    """Return the last of these entries if it is a move, otherwise None."""
    return entries[-1] if entries and isinstance(entries[-1], Move) else None
