"""Changes that a client learns from a message of the server (`RoomReplica.receive`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.engine.core import Event
from game.match.log import Move
from game.rooms.state import ConsentRequest


class Update:
    """A change in a room."""


@dataclass(frozen=True)
class Entered(Update):
    """This device entered the room. It knew `since` entries, and will receive all up to `n`.

    With since=0, everything begins again: a match from before does not belong to the room any more.
    restored  True if the server does not have the entries that this device knew
    """

    since: int
    n: int
    restored: bool = False


@dataclass(frozen=True)
class Joined(Update):
    """A member joined."""

    who: int


@dataclass(frozen=True)
class Left(Update):
    """A member left, and their seats are open. The room may have another owner now.

    host  the owner who removed them; None if they left by themselves
    """

    who: int
    host: int | None = None


@dataclass(frozen=True)
class Owned(Update):
    """The room has another owner."""

    who: int


@dataclass(frozen=True)
class Seated(Update):
    """A seat has another player or colour.

    was  the member who played it before
    new  True if its player has not played it before in this game, and so learns its secrets
    """

    seat: int
    was: int | None
    by: int | None
    new: bool = False


@dataclass(frozen=True)
class Played(Update):
    """The match played an action. `by` is None for a computer."""

    seat: int
    events: tuple[Event, ...]
    by: int | None


@dataclass(frozen=True)
class WentBack(Update):
    """Moves were undone. `by` is the member who undid them, alone or with the others' consent."""

    moves: tuple[Move, ...]
    by: int | None


@dataclass(frozen=True)
class Requested(Update):
    """A member requests consent (`RoomState.asked`)."""

    request: ConsentRequest


@dataclass(frozen=True)
class ClockSet(Update):
    """The owner has set a clock, or removed it."""


@dataclass(frozen=True)
class ClockRuns(Update):
    """The server has sent the time that runs now (`RoomReplica.running`)."""


@dataclass(frozen=True)
class RanOut(Update):
    """The time of a seat has run out. `computer` is the level of the computer that replaces its player."""

    seat: int
    computer: str | None


@dataclass(frozen=True)
class Answered(Update):
    """A member answered the request."""

    by: int
    yes: bool


@dataclass(frozen=True)
class Withdrew(Update):
    """The author of the request withdrew it."""

    by: int


@dataclass(frozen=True)
class Prepared(Update):
    """This member's standing answers have changed (`RoomReplica.answers`)."""


@dataclass(frozen=True)
class Paused(Update):
    """The game was paused or resumed."""

    on: bool


@dataclass(frozen=True)
class Said(Update):
    """A member sent a phrase: one of `protocol.PHRASES`, or one that this version does not know."""

    by: int
    phrase: str


@dataclass(frozen=True)
class Ended(Update):
    """The game is over and its seed known. `proven` is True if the seed matches the seal and reproduces the
    game."""

    proven: bool


@dataclass(frozen=True)
class NewRoomOpened(Update):
    """The owner opened a new room for the same people (`RoomState.again`)."""

    room: str


@dataclass(frozen=True)
class Refusal(Update):
    """A command was rejected (`protocol.CODES`). `doing` is the kind of command, or "" for entering
    the room."""

    code: str
    facts: Mapping[str, Any]
    doing: str


@dataclass(frozen=True)
class Closed(Update):
    """The server closed the connection for that reason; with "broken", this device cannot follow the room."""

    code: str
