"""Protocol between devices and the room server: messages, limits and error codes
(docs/reference/room-protocol.md).

The commands of the members are in `commands.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from game.match.players import LONGEST_NAME
from game.match.sanitize import sanitize
from game.untrusted import loads

VERSION = 2
"""Version of the protocol. Version 2 added clocks and requests other than to undo moves."""
FIRST_VERSION = 1
"""Oldest supported version. Its clients can enter rooms whose entries they all know (`RoomState.version`)."""
MAX_COMMAND = 4096
"""Maximum size of a message from a device, in bytes."""
MAX_PLAN = 256 * 1024
"""Maximum size of the request for a new room, in bytes."""
MAX_PRESENT = 16
"""Maximum number of members connected to a room at the same time. Members with a seat are always admitted."""
MAX_MEMBERS = 32
"""Number of members above which those who are neither connected nor seated are removed."""
MAX_ENTRIES = 20_000
"""Maximum number of entries of a room. Only `leave` and `again` are accepted beyond it."""
MAX_TABLE_ENTRIES = 6000
"""Maximum number of entries that are not part of the game, so that the rest is reserved for the game. The
owner's commands have a separate limit of the same height."""
MAX_WATCHER_ENTRIES = 2000
"""Maximum number of them that members without a seat can cause together."""
MAX_MEMBER_ENTRIES = 200
"""Maximum number of them that one member can cause. The owner has no such limit."""
MAX_ENTRIES_WITHOUT_SEAT = 40
"""Maximum number of them that one member can cause without a seat."""
MAX_FIRST_ENTRIES = 5
"""Number of them that every member can cause, whatever others have used up: to join, and to take a seat."""
SEAT_ABSENCE = 300.0
"""Seconds of absence after which the owner can reassign a person's seat in a game with secrets."""
SEAT_IDLE = 900.0
"""Seconds without a decision after which the owner can reassign the seat of a connected person who must
decide."""
OWNER_ABSENCE = 120.0
"""Seconds of the owner's absence after which another player can take over the room."""
MAX_CODE = 40
"""Maximum length of a fingerprint, an invitation code or an id, in characters."""
MAX_ACTION = 200
"""Maximum length of an action, in characters."""

PHRASES = (
    *("hello", "good-luck", "your-turn", "one-moment", "back-soon", "well-played"),
    *("thanks", "sorry", "once-more", "goodbye"),
)
"""Ids of the phrases that members can send to each other."""

REPORTS = ("name", "spam", "conduct", "other")
"""Reasons for which a public table can be reported."""

CODES = (
    "broken",  # invalid message; where: the field
    "version",  # unsupported protocol version; v: the server's
    "too-big",  # too long; most: the limit in bytes
    "unknown-room",
    "unknown-member",  # no such member, or one who has left; who
    "full",  # too many people; most: the limit
    "removed",  # the owner has removed this member
    "locked",  # the owner admits no new members
    "changed-link",  # the owner has replaced the invitation by a new one
    "left",  # this member has left, as the device wanted
    "long",  # too many entries; most: the limit
    "owner-only",
    "started",
    "not-started",
    "open-seats",  # some seats have no player; seats
    "one-seat",  # a member cannot have two seats in a game with hidden information; seat
    "secrets",  # a saved game with hidden information cannot be continued in a room
    "taken",  # the seat has another player; seat
    "consent",  # only its player can give up the seat, until absent or idle for long; seat, after, idle
    "zone",  # the server does not know the time zone of a clock; zone
    "colour",  # another seat has that colour; colour
    "not-yours",  # another seat decides; seat, None if the game is over
    "watching",  # only for members with a seat
    "late",  # another entry came first; at: the next number
    "illegal",  # against the rules; reason: id and facts from the engine
    "paused",
    "over",
    "ask-first",  # undo requires the others' consent
    "nothing-to-take-back",
    "asked",  # another request is open
    "not-asked",  # no such open request, or not yours to answer
    # From the server itself:
    "not-entered",  # a command before `enter`
    "too-many",  # too many rooms or connections: limits of the host
    "too-fast",  # too many messages per second
    "no-computers",  # the server has no computer players
    "no-lobby",  # the server has no list of public tables, or its host has closed it
    "stopping",  # the server is shutting down or restarting
    "gone",  # the room has expired
)
"""Error codes, with their facts in comments."""

T = TypeVar("T")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
_ID = re.compile(r"[A-Za-z0-9_.-]{1,22}", re.ASCII)


class Refused(ValueError):
    """A rejected message, without effect.

    code   one of `CODES`
    facts  the facts for the error message
    id     id of the command, if it could be read
    """

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__(code)
        assert code in CODES, code
        self.code = code
        self.facts: Mapping[str, Any] = MappingProxyType(facts)
        self.id = ""

    def message(self) -> str:
        """Return the error message for the device."""
        said: dict[str, Any] = {"is": "refused", **({"id": self.id} if self.id else {}), "why": self.code}
        return json.dumps({**said, **self.facts}, separators=(",", ":"))


class Enter(NamedTuple):
    """Enter or re-enter a room as the owner of `key`.

    since   number of the last entry that the device knows
    last    fingerprint of that entry; "" if the device sent none
    invite  invitation code of the link; "" if it had none
    leave   id of an unanswered command to leave: the member returns only if the command did not arrive
    version  version of the protocol that the device speaks
    """

    room: str
    key: str
    name: str
    since: int
    last: str = ""
    invite: str = ""
    leave: str = ""
    version: int = VERSION


class Here(NamedTuple):
    """Report that the app is visible or hidden."""

    on: bool


class Ping(NamedTuple):
    """Keep-alive, answered by a pong."""

    pass


class Fields:
    """The fields of a message. Accessors raise `Refused("broken", where=...)` for an invalid field."""

    def __init__(self, data: Any, where: str = "message") -> None:
        if not isinstance(data, dict):
            raise Refused("broken", where=where)
        self.data: dict[str, Any] = data

    def text(self, name: str, most: int) -> str:
        """Return a text of at most `most` characters."""
        value = self.data.get(name)
        if not isinstance(value, str) or len(value) > most:
            raise Refused("broken", where=name)
        return value

    def name(self, field: str) -> str:
        """Return a person's name, sanitised. It can be empty."""
        return sanitize(self.text(field, 10 * LONGEST_NAME), LONGEST_NAME)

    def number(self, name: str, least: int = 0, most: int = 10**6) -> int:
        """Return an integer between `least` and `most`."""
        value = self.data.get(name)
        if type(value) is not int or not least <= value <= most:
            raise Refused("broken", where=name)
        return value

    def flag(self, name: str) -> bool:
        """Return a boolean."""
        value = self.data.get(name)
        if not isinstance(value, bool):
            raise Refused("broken", where=name)
        return value

    def text_or_empty(self, name: str) -> str:
        """Return a short text, or "" if the field is missing or null."""
        return "" if self.data.get(name) is None else self.text(name, MAX_CODE)

    def token(self, name: str) -> str:
        """Return a room's name, a key or an invitation code: 128 bits in base64url."""
        value = self.data.get(name)
        if not isinstance(value, str) or not _TOKEN.fullmatch(value):
            raise Refused("broken", where=name)
        return value

    def id(self) -> str:
        """Return the id of the command."""
        if not (value := self.id_if_valid()):
            raise Refused("broken", where="id")
        return value

    def id_if_valid(self) -> str:
        """Return the id of the command, or "" if it has none that is valid."""
        value = self.data.get("id")
        return value if isinstance(value, str) and _ID.fullmatch(value) else ""

    def one_of(self, name: str, known: tuple[str, ...]) -> str:
        """Return one of the texts `known`."""
        value = self.data.get(name)
        if not isinstance(value, str) or value not in known:
            raise Refused("broken", where=name)
        return value

    def version(self) -> int:
        """Return the protocol version of the message. Raises `Refused` if it is not supported."""
        version = self.number("v")
        if not FIRST_VERSION <= version <= VERSION:
            raise Refused("version", v=VERSION)
        return version


def optional(read: Callable[[Fields, str], T]) -> Callable[[Fields, str], T | None]:
    """Return an accessor of a field that can be missing or null, which is None then."""
    return lambda fields, name: None if fields.data.get(name) is None else read(fields, name)


def is_token(text: str) -> bool:
    """Return True if the text has the form of a room's name or key."""
    return _TOKEN.fullmatch(text) is not None


def parsed(text: str | bytes, most: int) -> Fields:
    """Parse a message of at most `most` bytes. Raises `Refused` if it is too long, or not a JSON object in
    UTF-8."""
    if len(text) > most:
        raise Refused("too-big", most=most)
    try:
        raw = text if isinstance(text, bytes) else text.encode()
        if len(raw) > most:
            raise Refused("too-big", most=most)
        return Fields(loads(raw.decode()))
    except Refused:
        raise
    except ValueError:
        raise Refused("broken", where="message") from None


def _enter(fields: Fields) -> Enter:
    version = fields.version()
    last, invite, leave = (fields.text_or_empty(name) for name in ("last", "invite", "leave"))
    room, key, name, since = (
        *(fields.token("room"), fields.token("key")),
        *(fields.name("name"), fields.number("since")),
    )
    return Enter(room, key, name, since, last, invite, leave, version)


CONNECTION: Mapping[str, Callable[[Fields], Enter | Here | Ping]] = {
    "enter": _enter,
    "here": lambda fields: Here(fields.flag("on")),
    "ping": lambda fields: Ping(),
}
"""Messages that concern a connection and never become an entry."""
