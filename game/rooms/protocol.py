"""What devices say to the service of a room: commands, their limits, how they are refused (docs/rooms.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from game.match.controllers import LEVELS
from game.match.plain import plain
from game.match.players import COLOURS, LONGEST_NAME
from game.outside import loads

VERSION = 1
MAX_COMMAND = 4096
"""Bytes of a message from a device."""
MAX_PLAN = 256 * 1024
"""Bytes of what a room is made from."""
MAX_PRESENT = 16
"""People in a room at a time."""
MAX_MEMBERS = 64
"""Those who have left counted too."""
MAX_ENTRIES = 20_000
MAX_ACTION = 200
"""Characters of an action."""

PHRASES = (
    *("hello", "good-luck", "your-turn", "one-moment", "back-soon", "well-played"),
    *("thanks", "sorry", "once-more", "goodbye"),
)
"""The ids of what can be said to the others."""

CODES = (
    "broken",  # not a message of this protocol; where
    "version",  # another version of the protocol; v: the one spoken here
    "too-big",  # longer than most bytes; most
    "unknown-room",
    "unknown-member",  # nobody has that number, or has left; who
    "full",  # as many people as there may be; most
    "long",  # as many entries as there may be; most
    "owner-only",
    "started",
    "not-started",
    "open-seats",  # nobody sits there yet; seats
    "one-seat",  # in a game with secrets everybody has one seat; seat
    "secrets",  # a game in which seats have secrets does not move in
    "taken",  # somebody else sits there; seat
    "colour",  # somebody else has that colour; colour
    "not-yours",  # it is for another seat to decide; seat, None if the game is over
    "watching",  # only for those who have a seat
    "late",  # something else happened first; at: the number that is next
    "illegal",  # the rules forbid it; reason: an id and its facts, as the engine gives them
    "paused",
    "over",
    "ask-first",  # it can no longer be taken back without asking
    "nothing-to-take-back",
    "asked",  # another request is open
    "not-asked",  # that request is not open, or not for you to answer
    # Said by the service itself:
    "not-entered",  # a command before the device has entered the room
    "too-many",  # rooms, connections: limits of the host
    "too-fast",  # messages
    "no-computers",  # this service has none
    "stopping",  # the service is being restarted
    "gone",  # this room is no longer kept
)
"""Why something is refused; in comments, the facts that come with a code."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
_ID = re.compile(r"[A-Za-z0-9_.-]{1,22}", re.ASCII)


class Refused(ValueError):
    """A message that is not followed; nothing has changed.

    code   one of `CODES`
    facts  what its sentence needs
    id     of the command, if it could be read
    """

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__(code)
        assert code in CODES, code
        self.code = code
        self.facts: Mapping[str, Any] = MappingProxyType(facts)
        self.id = ""

    def message(self) -> str:
        """What the device is sent."""
        said: dict[str, Any] = {"is": "refused", **({"id": self.id} if self.id else {}), "why": self.code}
        return json.dumps({**said, **self.facts}, separators=(",", ":"))


class Enter(NamedTuple):
    """A device comes, or comes back: whose it is, by the key; `since`: the last entry it knows."""

    room: str
    key: str
    name: str
    since: int


class Play(NamedTuple):
    """The action with the number `at` in the game: one more than the game entries the device knows."""

    id: str
    at: int
    action: str


class Back(NamedTuple):
    """Take back all moves but the first `to`."""

    id: str
    at: int
    to: int


class Ask(NamedTuple):
    """Ask the others to let all moves but the first `to` be taken back."""

    id: str
    at: int
    to: int


class Answer(NamedTuple):
    """The answer to the request that is entry `ask`."""

    id: str
    ask: int
    yes: bool


class Seat(NamedTuple):
    """Who sits there from now on: a member, a computer of that level, or nobody. `colour`: another one."""

    id: str
    seat: int
    who: int | None
    computer: str | None
    colour: str | None


class Rename(NamedTuple):
    id: str
    name: str


class Owner(NamedTuple):
    """Hand the room on to a member."""

    id: str
    who: int


class Start(NamedTuple):
    id: str


class Pause(NamedTuple):
    id: str
    on: bool


class Say(NamedTuple):
    id: str
    phrase: str


class Again(NamedTuple):
    """There is a new room for the same people."""

    id: str
    room: str


class Leave(NamedTuple):
    id: str


class Here(NamedTuple):
    """The page is shown, or hidden."""

    on: bool


class Ping(NamedTuple):
    pass


Doing = Play | Back | Ask | Answer | Seat | Rename | Owner | Start | Pause | Say | Again | Leave
"""A command that becomes an entry of the room."""
Command = Enter | Doing | Here | Ping


class Fields:
    """The fields of a message; `Refused("broken", where=...)` where one is not what it must be."""

    def __init__(self, data: Any, where: str = "message") -> None:
        if not isinstance(data, dict):
            raise Refused("broken", where=where)
        self.data: dict[str, Any] = data

    def text(self, name: str, most: int) -> str:
        value = self.data.get(name)
        if not isinstance(value, str) or len(value) > most:
            raise Refused("broken", where=name)
        return value

    def name(self, field: str) -> str:
        """A person's name, cleaned; it may be empty."""
        return plain(self.text(field, 10 * LONGEST_NAME), LONGEST_NAME)

    def number(self, name: str, least: int = 0, most: int = 10**6) -> int:
        value = self.data.get(name)
        if type(value) is not int or not least <= value <= most:
            raise Refused("broken", where=name)
        return value

    def number_or_none(self, name: str) -> int | None:
        return None if self.data.get(name) is None else self.number(name)

    def flag(self, name: str) -> bool:
        value = self.data.get(name)
        if not isinstance(value, bool):
            raise Refused("broken", where=name)
        return value

    def token(self, name: str) -> str:
        """A room's name or a key: 128 bits in base64url."""
        value = self.data.get(name)
        if not isinstance(value, str) or not _TOKEN.fullmatch(value):
            raise Refused("broken", where=name)
        return value

    def id(self) -> str:
        value = self.data.get("id")
        if not isinstance(value, str) or not _ID.fullmatch(value):
            raise Refused("broken", where="id")
        return value

    def one_of(self, name: str, known: tuple[str, ...]) -> str:
        value = self.data.get(name)
        if not isinstance(value, str) or value not in known:
            raise Refused("broken", where=name)
        return value

    def one_of_or_none(self, name: str, known: tuple[str, ...]) -> str | None:
        return None if self.data.get(name) is None else self.one_of(name, known)

    def version(self) -> None:
        if self.number("v") != VERSION:
            raise Refused("version", v=VERSION)


def is_token(text: str) -> bool:
    """Whether this may be the name or the key of a room."""
    return _TOKEN.fullmatch(text) is not None


def parsed(text: str | bytes, most: int) -> Fields:
    """A message as fields; `Refused` if it is too long, no UTF-8, no JSON, nested too deep or no object."""
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


def parse_command(text: str | bytes) -> Command:
    """What a device says; `Refused` with the command's id, if it could be read."""
    fields = parsed(text, MAX_COMMAND)
    known = _COMMANDS.get(fields.text("do", 20))
    if known is None:
        raise Refused("broken", where="do")
    try:
        return known(fields)
    except Refused as refused:
        given = fields.data.get("id")
        if isinstance(given, str) and _ID.fullmatch(given):
            refused.id = given
        raise


def _enter(fields: Fields) -> Enter:
    fields.version()
    return Enter(fields.token("room"), fields.token("key"), fields.name("name"), fields.number("since"))


def _seat(fields: Fields) -> Seat:
    who, computer = fields.number_or_none("who"), fields.one_of_or_none("computer", LEVELS)
    if who is not None and computer is not None:
        raise Refused("broken", where="computer")
    return Seat(fields.id(), fields.number("seat"), who, computer, fields.one_of_or_none("colour", COLOURS))


_COMMANDS: dict[str, Callable[[Fields], Command]] = {
    "enter": _enter,
    "play": lambda f: Play(f.id(), f.number("at"), f.text("action", MAX_ACTION)),
    "back": lambda f: Back(f.id(), f.number("at"), f.number("to")),
    "ask": lambda f: Ask(f.id(), f.number("at"), f.number("to")),
    "answer": lambda f: Answer(f.id(), f.number("ask"), f.flag("yes")),
    "seat": _seat,
    "rename": lambda f: Rename(f.id(), f.name("name")),
    "owner": lambda f: Owner(f.id(), f.number("who")),
    "start": lambda f: Start(f.id()),
    "pause": lambda f: Pause(f.id(), f.flag("on")),
    "say": lambda f: Say(f.id(), f.one_of("phrase", PHRASES)),
    "again": lambda f: Again(f.id(), f.token("room")),
    "leave": lambda f: Leave(f.id()),
    "here": lambda f: Here(f.flag("on")),
    "ping": lambda f: Ping(),
}
