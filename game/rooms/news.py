"""What a device learns from a message of the service (`Guest.hear`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.engine.core import Event
from game.match.history import Move


class Entered(NamedTuple):
    """The room let the device in. It knew `since` entries; what it hears next has happened up to `n`.

    With since=0 everything begins anew: a match that was there before is no longer the room's.
    """

    since: int
    n: int


class Joined(NamedTuple):
    who: int


class Left(NamedTuple):
    """A member left; their seats are open. The room may have another owner now."""

    who: int


class Renamed(NamedTuple):
    who: int


class Owned(NamedTuple):
    """The room has another owner."""

    who: int


class Seated(NamedTuple):
    """Somebody else plays a seat, or it has another colour. `was`: the member who played it before."""

    seat: int
    was: int | None
    by: int | None


class Started(NamedTuple):
    """The game begins: there is a match."""


class Played(NamedTuple):
    """An action, which the match has played. `by`: None for a computer."""

    seat: int
    events: tuple[Event, ...]
    by: int | None


class WentBack(NamedTuple):
    """Moves were taken back. `by`: whoever wanted it, alone or with the others' consent."""

    moves: tuple[Move, ...]
    by: int | None


class Asked(NamedTuple):
    """Somebody asks whether all moves but the first `to` may be taken back."""

    by: int
    to: int


class Answered(NamedTuple):
    by: int
    yes: bool


class Withdrew(NamedTuple):
    """Whoever asked no longer does."""

    by: int


class Paused(NamedTuple):
    on: bool


class Said(NamedTuple):
    """A phrase, one of `protocol.PHRASES`, or one that this device does not know yet."""

    by: int
    phrase: str


class Ended(NamedTuple):
    """The game is over, and its seed known. `proven`: it was fixed at the start, and gives this game."""

    proven: bool


class Again(NamedTuple):
    """The owner has made a new room for the same people (`RoomState.again`)."""

    room: str


class Present(NamedTuple):
    """Who is there has changed (`Guest.present`)."""


class Thinking(NamedTuple):
    """A computer thinks at the service."""

    seat: int


class Refusal(NamedTuple):
    """Something was not done (`protocol.CODES`). `doing`: the command, "" for entering the room."""

    code: str
    facts: Mapping[str, Any]
    doing: str


class Closed(NamedTuple):
    """The service ends the connection, for that reason; or, with "broken", this device cannot follow it."""

    code: str


News = (
    Entered
    | Joined
    | Left
    | Renamed
    | Owned
    | Seated
    | Started
    | Played
    | WentBack
    | Asked
    | Answered
    | Withdrew
    | Paused
    | Said
    | Ended
    | Again
    | Present
    | Thinking
    | Refusal
    | Closed
)
