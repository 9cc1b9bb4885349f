"""Changes that a client learns from a message of the server (`Guest.hear`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.engine.core import Event
from game.match.history import Move


class Entered(NamedTuple):
    """This device entered the room. It knew `since` entries, and will receive all up to `n`.

    With since=0, everything begins again: a match from before does not belong to the room any more.
    """

    since: int
    n: int


class Joined(NamedTuple):
    """A member joined."""

    who: int


class Left(NamedTuple):
    """A member left, and their seats are open. The room may have another owner now."""

    who: int


class Renamed(NamedTuple):
    """A member changed their name."""

    who: int


class Owned(NamedTuple):
    """The room has another owner."""

    who: int


class Seated(NamedTuple):
    """A seat has another player or colour. `was` is the member who played it before."""

    seat: int
    was: int | None
    by: int | None


class Started(NamedTuple):
    """The game started, and the match exists."""


class Played(NamedTuple):
    """The match played an action. `by` is None for a computer."""

    seat: int
    events: tuple[Event, ...]
    by: int | None


class WentBack(NamedTuple):
    """Moves were undone. `by` is the member who undid them, alone or with the others' consent."""

    moves: tuple[Move, ...]
    by: int | None


class UndoRequested(NamedTuple):
    """A member requests consent to undo all moves but the first `to`."""

    by: int
    to: int


class Answered(NamedTuple):
    """A member answered the request."""

    by: int
    yes: bool


class Withdrew(NamedTuple):
    """The author of the request withdrew it."""

    by: int


class Paused(NamedTuple):
    """The game was paused or resumed."""

    on: bool


class Said(NamedTuple):
    """A member sent a phrase: one of `protocol.PHRASES`, or one that this version does not know."""

    by: int
    phrase: str


class Ended(NamedTuple):
    """The game is over and its seed known. `proven` is True if the seed matches the seal and reproduces the
    game."""

    proven: bool


class NewRoomOpened(NamedTuple):
    """The owner opened a new room for the same people (`RoomState.again`)."""

    room: str


class Present(NamedTuple):
    """The presence of a member changed (`Guest.present`)."""


class Thinking(NamedTuple):
    """The server is searching for a computer's move."""

    seat: int


class Refusal(NamedTuple):
    """A command was rejected (`protocol.CODES`). `doing` is the kind of command, or "" for entering
    the room."""

    code: str
    facts: Mapping[str, Any]
    doing: str


class Closed(NamedTuple):
    """The server closed the connection for that reason; with "broken", this device cannot follow the room."""

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
    | UndoRequested
    | Answered
    | Withdrew
    | Paused
    | Said
    | Ended
    | NewRoomOpened
    | Present
    | Thinking
    | Refusal
    | Closed
)
