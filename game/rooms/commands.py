"""Commands of the members of a room: one table says how each is read, who may send it and what it changes.

A command becomes an entry of the log. The server validates the command, then every side applies the entry.
To add a command, add one entry to `COMMANDS`. If people should learn of it, show its updates in the client
(`client/rooms/client.py`). The few entries that also change the match are applied to it by `Room.apply` and
`RoomReplica.receive`. Seats and requests for consent are in `seating` and `consent`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.engine.core import Action, ParseError, Reason
from game.engine.registry import ruleset as find_ruleset
from game.match.match import Match
from game.match.standing import Answers, from_data, to_data
from game.rooms import consent, seating, updates
from game.rooms.case import Case, Values, sender
from game.rooms.clock import CONSEQUENCES, DAYS, LIVE, MAX_SECONDS, ClockRules, Rest, RoomClock, rules_in
from game.rooms.entries import Entry
from game.rooms.protocol import (
    CONNECTION,
    FIRST_VERSION,
    MAX_ACTION,
    MAX_CODE,
    MAX_COMMAND,
    OWNER_ABSENCE,
    PHRASES,
    Enter,
    Fields,
    Here,
    Ping,
    Refused,
    optional,
    parsed,
)
from game.rooms.state import ConsentRequest, Member, RoomState, SeatAssignment
from game.rooms.updates import Update


class Command(NamedTuple):
    """A command as a member sent it: its id, its kind (a key of `COMMANDS`) and its fields."""

    id: str
    do: str
    fields: Mapping[str, Any]


def _anyone(case: Case, values: Values) -> Values:
    """Allow the command to every member. The entry has the fields of the command."""
    return values


def _nothing(state: RoomState, entry: Entry) -> list[Update]:
    """Leave the state of the room unchanged."""
    return []


class Kind(NamedTuple):
    """A kind of command.

    fields    for each field the function that reads it. Raises `Refused` if the field is invalid
    validate  returns the fields of the entry. Raises `Refused` if the sender may not do that now. `by` names
              the member to whom the entry belongs, if that is not the sender; `private` is known to the
              server only
    effect    changes the state of the room as the entry says, and returns the updates
    stored    False: the entry has the number 0, is sent once, and changes nothing
    entry     kind of the entry, with its effect; "": the kind of the command
    version   first version of the protocol that knows the command and its entry
    """

    fields: Mapping[str, Callable[[Fields, str], Any]] = {}
    validate: Callable[[Case, Values], Values] = _anyone
    effect: Callable[[RoomState, Entry], list[Update]] = _nothing
    stored: bool = True
    entry: str = ""
    version: int = FIRST_VERSION


Message = Enter | Command | Here | Ping
"""A message of a device."""


def parse_command(text: str | bytes) -> Message:
    """Parse a message of a device. Raises `Refused` with the command's id, if that could be read."""
    fields = parsed(text, MAX_COMMAND)
    do = fields.text("do", 20)
    kind, connection = COMMANDS.get(do), CONNECTION.get(do)
    try:
        if kind is not None:
            return Command(fields.id(), do, {name: read(fields, name) for name, read in kind.fields.items()})
        if connection is not None:
            return connection(fields)
    except Refused as refused:
        refused.id = fields.id_if_valid()
        raise
    raise Refused("broken", where="do")


def validate(case: Case, command: Command) -> Values:
    """Return the fields of the entry that the command becomes. Raises `Refused` if it is not allowed."""
    return COMMANDS[command.do].validate(case, command.fields)


def apply(state: RoomState, entry: Entry) -> list[Update]:
    """Apply the next entry and return the updates. Raises `ValueError`, `LookupError` or `TypeError` if it is
    invalid."""
    kind, owner = COMMANDS.get(entry.do), state.owner
    if entry.n == 0 and kind is not None and not kind.stored:
        return kind.effect(state, entry)
    if entry.n != state.n + 1:
        raise ValueError(f"entry {entry.n} after {state.n}")
    if state.clock is not None and (time := entry.data.get("time")):
        state.clock.charge(time["spent"], time["at"])
    told = (_OF_THE_SERVER.get(entry.do, _unknown) if kind is None or kind.entry else kind.effect)(
        state, entry
    )
    state.n = entry.n
    state.version = max(state.version, _VERSIONS.get(entry.do, FIRST_VERSION))
    if state.asked and not consent.can_still_ask(state, state.asked):
        state.asked = None
    if state.owner != owner:
        told.append(updates.Owned(state.owner))
    return told


def settle(state: RoomState, match: Match | None) -> None:
    """Let the clock run for the person who must decide. To be called after the match has followed an
    entry."""
    if state.clock is None or match is None:
        return
    seat = match.state.actor
    if seat is not None and (state.paused or state.chairs[seat].who is None):
        seat = None
    state.clock.settle(seat, match.state.turn_number)


# ---- play, back ---------------------------------------------------------------------------------


def _action(fields: Fields, name: str) -> str:
    return fields.text(name, MAX_ACTION)


def _may_play(case: Case, values: Values) -> Values:
    match = case.game
    if values["at"] != case.state.game_seq + 1:
        raise Refused("late", at=case.state.game_seq + 1)
    seat = match.state.actor
    if seat is None:
        raise Refused("over")
    if case.state.chairs[seat].who != case.who:
        raise Refused("not-yours", seat=seat)
    action = _legal(match, values["action"])
    return {"at": values["at"], "seat": seat, "action": action.text}


def _legal(match: Match, text: str) -> Action:
    """Return the action. Raises `Refused` if it is not legal now."""
    try:
        action = match.state.parse_action(text)
    except ParseError:
        raise Refused("illegal", reason=["unknown-action", {}]) from None
    if action not in match.state.legal_actions():
        reason = match.state.why_not(action) or Reason("not-offered")
        raise Refused("illegal", reason=[reason.id, dict(reason.facts)])
    return action


def _played(state: RoomState, entry: Entry) -> list[Update]:
    state.game_seq += 1
    state.moves += 1
    asked = state.asked
    if asked is not None and entry.by is not None and (asked.to is not None or _is_back(state, asked, entry)):
        state.asked = None  # a player moved instead of answering
    return []


def _is_back(state: RoomState, request: ConsentRequest, entry: Entry) -> bool:
    """Return True if a player moved whom a computer was to replace."""
    return request.computer is not None and state.concerned(request) == entry.by


def _may_go_back(case: Case, values: Values) -> Values:
    match = case.game_to_undo(values)
    if match.state.actor is None:
        raise Refused("over")
    seat = match.moves[values["to"]].seat
    if case.state.chairs[seat].who != case.who:
        raise Refused("not-yours", seat=seat)
    if not match.undoes(values["to"]) or case.state.players_since(values["to"]) - {case.who}:
        raise Refused("ask-first")
    return {"at": case.state.game_seq + 1, "to": values["to"]}


def _went_back(state: RoomState, entry: Entry) -> list[Update]:
    state.game_seq += 1
    if state.asked is not None and state.asked.to is not None:
        state.asked = None
    state.over = False
    state.moves = entry.data["to"]
    state.former = [(min(moves, state.moves), who) for moves, who in state.former]
    return []


# ---- answers in advance -------------------------------------------------------------------------


def _answers(fields: Fields, name: str) -> Answers:
    try:
        return from_data(fields.data.get(name))
    except ValueError:
        raise Refused("broken", where=name) from None


def _may_answer_in_advance(case: Case, values: Values) -> Values:
    """Return an entry that changes nothing public: the member keeps the name."""
    seat = values["seat"]
    if case.match is None:
        raise Refused("not-started")
    if seat not in case.state.held(case.who):
        raise Refused("not-yours", seat=seat)
    private = {"seat": seat, "answers": to_data(values["answers"])}
    return {"name": case.state.members[case.who].name, "private": private}


# ---- rename, owner, start, pause, say, again, leave ---------------------------------------------


def _may_rename(case: Case, values: Values) -> Values:
    return {"name": case.state.distinct(values["name"], case.who)}


def _renamed(state: RoomState, entry: Entry) -> list[Update]:
    sender(state, entry).name = entry.data["name"]
    return []


def _may_give(case: Case, values: Values) -> Values:
    if case.state.owner != case.who and not _may_take_over(case, values["who"]):
        raise Refused("owner-only")
    case.check_present(values["who"])
    return values


def _may_protect(case: Case, values: Values) -> Values:
    case.check_owner()
    return {"who": case.who, **{name: value for name, value in values.items() if value is not None}}


def _may_take_over(case: Case, who: int) -> bool:
    """Return True if the sender wants to own the room, is entitled to, and its owner has been absent for long
    enough."""
    entitled = case.who == who and case.state.succeeds(who)
    return entitled and case.absence().get(case.state.owner, 0.0) >= OWNER_ABSENCE


def _given(state: RoomState, entry: Entry) -> list[Update]:
    state.owner = state.members[entry.data["who"]].number
    state.locked = entry.data.get("locked", state.locked)
    state.invite = entry.data.get("invite", state.invite)
    return []


def _may_start(case: Case, values: Values) -> Values:
    case.check_owner()
    if case.state.started:
        raise Refused("started")
    if case.state.open_seats:
        raise Refused("open-seats", seats=case.state.open_seats)
    setup = case.state.setup
    if find_ruleset(setup["ruleset"]).new_game(setup["seats"], setup["options"]).secret:
        for seat, chair in enumerate(case.state.chairs):
            if chair.who is not None:
                seating.check_one_seat(case.state, chair.who, seat)
    return values


def _started(state: RoomState, entry: Entry) -> list[Update]:
    state.started = True
    state.seen = [[] for _ in state.chairs]
    for seat in range(len(state.chairs)):
        state.see(seat)
    if state.clock is not None:
        state.clock.start(len(state.chairs))
    return []


def _owner_in_the_game(case: Case, values: Values) -> Values:
    case.check_owner()
    if not case.state.started:
        raise Refused("not-started")
    return values


def _may_pause(case: Case, values: Values) -> Values:
    """Allow the owner to pause, with a clock only if no other person plays."""
    _owner_in_the_game(case, values)
    if case.state.clock is not None and case.state.seated - {case.who}:
        raise Refused("ask-first")
    return values


def _paused(state: RoomState, entry: Entry) -> list[Update]:
    state.paused = entry.data["on"]
    if state.asked is not None and state.asked.pause is not None:
        state.asked = None
    return [updates.Paused(state.paused)]


def _rules(fields: Fields, name: str) -> dict[str, Any]:
    """Read a clock, as plain data."""
    clock = Fields(fields.data.get(name), name)
    rest = optional(_rest)(clock, "rest")
    kind, over = clock.one_of("kind", (LIVE, DAYS)), clock.one_of("over", CONSEQUENCES)
    turn, bank = clock.number("turn", 0, MAX_SECONDS), clock.number("bank", 1, MAX_SECONDS)
    return ClockRules(kind, turn, bank, over, rest).data()


def _rest(fields: Fields, name: str) -> Rest:
    rest = Fields(fields.data.get(name), name)
    return Rest(rest.text("zone", MAX_CODE), rest.flag("nights"), rest.flag("weekends"))


def _may_set_clock(case: Case, values: Values) -> Values:
    case.check_owner()
    if case.state.started:
        raise Refused("started")
    return values


def _clock_set(state: RoomState, entry: Entry) -> list[Update]:
    rules = entry.data["clock"]
    state.clock = None if rules is None else RoomClock(rules_in(rules))
    return [updates.ClockSet()]


def _phrase(fields: Fields, name: str) -> str:
    return fields.one_of(name, PHRASES)


def _spoken(state: RoomState, entry: Entry) -> list[Update]:
    return [updates.Said(sender(state, entry).number, str(entry.data["phrase"]))]


def _announced(state: RoomState, entry: Entry) -> list[Update]:
    state.again = entry.data["room"]
    return [updates.NewRoomOpened(str(state.again))]


def _may_remove(case: Case, values: Values) -> Values:
    who = values["who"]
    case.check_owner()
    case.check_present(who)
    if who == case.who:
        raise Refused("unknown-member", who=who)
    if case.secrets:
        for seat in case.state.held(who):
            seating.check_consent(case, seat)
    return {"by": who, "host": case.who}


def _left(state: RoomState, entry: Entry) -> list[Update]:
    member, host = sender(state, entry), entry.data.get("host")
    member.gone, member.removed = True, host is not None
    if host is None and entry.id:  # with an id, they have left by themselves
        state.former = [(moves, who) for moves, who in state.former if who != member.number]
    for seat in state.held(member.number):
        state.chairs[seat] = SeatAssignment(None, None, state.chairs[seat].colour, member.name)
        if state.started and host is not None:
            state.former.append((state.moves, member.number))
    if state.clock is not None:
        stand_ins = state.clock.stand_ins
        state.clock.stand_ins = {seat: one for seat, one in stand_ins.items() if one[0] != member.number}
    if state.owner == member.number:
        state.owner = state.heir or state.owner
    return [updates.Left(member.number, host)]


COMMANDS: dict[str, Kind] = {
    "play": Kind({"at": Fields.number, "action": _action}, _may_play, _played),
    "back": Kind({"at": Fields.number, "to": Fields.number}, _may_go_back, _went_back),
    "ask": Kind({"at": Fields.number, "to": Fields.number}, consent.may_ask, consent.asked),
    "propose": Kind(
        {
            **{"pause": consent.pause_or_seat, "seat": optional(Fields.number)},
            **{"who": optional(Fields.number), "computer": optional(seating.computer_level)},
        },
        consent.may_propose,
        consent.proposed,
        version=2,
    ),
    "answer": Kind({"ask": Fields.number, "yes": Fields.flag}, consent.may_answer, consent.answered),
    "seat": Kind(
        {
            **{"who": optional(Fields.number), "computer": optional(seating.computer_level)},
            **{"seat": Fields.number, "colour": optional(seating.seat_colour)},
        },
        seating.may_seat,
        seating.reseated,
    ),
    "advance": Kind({"seat": Fields.number, "answers": _answers}, _may_answer_in_advance, entry="rename"),
    "rename": Kind({"name": Fields.name}, _may_rename, _renamed),
    "owner": Kind({"who": Fields.number}, _may_give, _given),
    "protect": Kind(
        {"locked": optional(Fields.flag), "invite": optional(Fields.token)}, _may_protect, entry="owner"
    ),
    "start": Kind({}, _may_start, _started),
    "pause": Kind({"on": Fields.flag}, _may_pause, _paused),
    "clock": Kind({"clock": optional(_rules)}, _may_set_clock, _clock_set, version=2),
    "say": Kind({"phrase": _phrase}, effect=_spoken, stored=False),
    "again": Kind({"room": Fields.token}, _owner_in_the_game, _announced),
    "leave": Kind({}, effect=_left),
    "remove": Kind({"who": Fields.number}, _may_remove, entry="leave"),
}
"""The commands by their name in messages and entries (`do`). docs/reference/room-protocol.md describes
them."""


# ---- entries of the server itself ---------------------------------------------------------------


def _opened(state: RoomState, entry: Entry) -> list[Update]:
    data = entry.data
    state.setup, state.moved = data["setup"], data["moved"]
    state.moves = state.moved
    state.seal, state.lasts = data["seal"], data["lasts"]
    state.chairs = [
        SeatAssignment(one["who"], one["computer"], one["colour"], one["name"]) for one in data["chairs"]
    ]
    state.members[1] = Member(1, data["name"])
    return [updates.Joined(1)]


def _joined(state: RoomState, entry: Entry) -> list[Update]:
    who = entry.data["who"]
    state.members[who] = Member(who, entry.data["name"])
    return [updates.Joined(who)]


def _ran_out(state: RoomState, entry: Entry) -> list[Update]:
    seat, level, clock = entry.data["seat"], entry.data["computer"], state.clock
    if clock is None:
        raise ValueError("an entry of a clock in a room without one")
    chair = state.chairs[seat]
    told: list[Update] = [updates.RanOut(seat, level)]
    if level is not None:
        state.asked = None
        seat_entry = entry._replace(data={**entry.data, "who": None, "colour": chair.colour})
        told += seating.reseated(state, seat_entry)
    clock.ran_out(seat, chair.who, entry.data["turn"], replaced=level is not None)
    return told


def _over(state: RoomState, entry: Entry) -> list[Update]:
    state.over = True
    state.asked = None
    return []


def _unknown(state: RoomState, entry: Entry) -> list[Update]:
    raise ValueError(f"no entry of a room: {entry.do:.40}")


_OF_THE_SERVER: Mapping[str, Callable[[RoomState, Entry], list[Update]]] = {
    "open": _opened,
    "join": _joined,
    "flag": _ran_out,
    "over": _over,
}
_VERSIONS = {"flag": 2} | {do: kind.version for do, kind in COMMANDS.items()}
"""First version of the protocol that knows a kind of entry."""
