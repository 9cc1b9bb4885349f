"""Setup of a new room: a game, its seats and, optionally, a saved game to be continued."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.engine.core import IllegalAction, ParseError, Ruleset
from game.engine.record import Record, read, replay, write
from game.engine.registry import ruleset as find_ruleset
from game.levels import LEVELS
from game.match.players import COLOURS, LONGEST_NAME
from game.match.sanitize import sanitize
from game.rooms.entries import compact
from game.rooms.protocol import FIRST_VERSION, MAX_PLAN, Fields, Refused, parsed
from game.rooms.state import SeatAssignment

MAX_MOVES = 5000
"""Maximum number of moves of a saved game. Real games are much shorter."""


class RoomPlan(NamedTuple):
    """The setup of a new room.

    key, name  key and name of the first member, who owns the room
    setup      ruleset, player count and options
    chairs     for each seat: member 1, a computer, or no one
    record     a saved game to be continued, whose setup is that of the room
    """

    key: str
    name: str
    ruleset: Ruleset
    seats: int
    options: dict[str, str]
    chairs: tuple[SeatAssignment, ...]
    record: Record | None = None

    def text(self) -> str:
        """Return the request text for the server. `parse_plan` is the inverse."""
        said: dict[str, Any] = {
            "v": FIRST_VERSION,
            "key": self.key,
            "name": self.name,
            "setup": {"ruleset": self.ruleset.id, "seats": self.seats, "options": self.options},
            "chairs": [
                "me" if c.who else f"computer {c.computer}" if c.computer else "open" for c in self.chairs
            ],
            "colours": [chair.colour for chair in self.chairs],
            "names": [chair.name for chair in self.chairs],
        }
        if self.record is not None:
            said["record"] = write(self.record)
        return compact(said)


def parse_plan(text: str | bytes) -> RoomPlan:
    """Parse the body of a request. Raises `Refused` if it is invalid."""
    fields = parsed(text, MAX_PLAN)
    fields.version()
    key, name = fields.token("key"), fields.name("name")
    record = _record(fields)
    ruleset, seats, options = (
        _setup(fields) if record is None else (record.ruleset, record.seats, record.options)
    )
    return RoomPlan(key, name, ruleset, seats, ruleset.known_options(options), _chairs(fields, seats), record)


def _setup(fields: Fields) -> tuple[Ruleset, int, dict[str, str]]:
    setup = Fields(fields.data.get("setup"), "setup")
    options = Fields(setup.data.get("options", {}), "options").data
    if not all(isinstance(value, str) for value in options.values()):
        raise Refused("broken", where="options")
    try:
        ruleset = find_ruleset(setup.text("ruleset", 60))
        seats = setup.number("seats", 1, 99)
        return ruleset, seats, ruleset.full_options(seats, options)
    except ParseError:
        raise Refused("broken", where="setup") from None


def _record(fields: Fields) -> Record | None:
    """Return the saved game, if the request contains one. It must be unfinished and legal throughout."""
    if fields.data.get("record") is None:
        return None
    try:
        record = read(fields.text("record", MAX_PLAN))
        if len(record.actions) > MAX_MOVES:
            raise Refused("too-big", most=MAX_MOVES)
        end = replay(record)
        if end.actor is None:
            raise Refused("over")
        if end.secret:  # hidden information would be re-dealt, but players know theirs
            raise Refused("secrets")
    except (ParseError, IllegalAction):
        raise Refused("broken", where="record") from None
    return record


def _chairs(fields: Fields, seats: int) -> tuple[SeatAssignment, ...]:
    kinds, colours, names = (_list(fields, name, seats) for name in ("chairs", "colours", "names"))
    if not set(colours) <= set(COLOURS) or len(set(colours)) < seats:
        raise Refused("broken", where="colours")
    chairs = []
    for kind, colour, name in zip(kinds, colours, names, strict=True):
        who, level = (1, None) if kind == "me" else (None, kind.removeprefix("computer "))
        if kind == "open":
            level = None
        elif who is None and (level == kind or level not in LEVELS):
            raise Refused("broken", where="chairs")
        chairs.append(
            SeatAssignment(who, level, colour, sanitize(name, LONGEST_NAME) if kind == "open" else "")
        )
    return tuple(chairs)


def _list(fields: Fields, name: str, seats: int) -> list[str]:
    values = fields.data.get(name)
    if (
        not isinstance(values, list)
        or len(values) != seats
        or not all(isinstance(one, str) for one in values)
    ):
        raise Refused("broken", where=name)
    if any(len(one) > 10 * LONGEST_NAME for one in values):
        raise Refused("broken", where=name)
    return values
