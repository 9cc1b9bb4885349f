"""Commands of the members of a room: one table says how each is read, who may send it and what it changes.

A command becomes an entry of the log. The server validates the command, then every side applies the entry.
To add a command, add one entry to `COMMANDS`. If people should learn of it, show its updates in the client
(`client/rooms/client.py`). The few entries that also change the match are applied to it by `Room.apply` and
`RoomReplica.receive`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.engine.core import Action, ParseError, Reason
from game.engine.registry import ruleset as find_ruleset
from game.levels import LEVELS
from game.match.match import Match
from game.match.players import COLOURS
from game.match.standing import Answers, from_data, to_data
from game.rooms import updates
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
    SEAT_ABSENCE,
    SEAT_IDLE,
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


class Case(NamedTuple):
    """The data by which a command is validated.

    who             the sender, a member who has not left
    last_human_seq  the last game entry that was not made by a computer, counted like `at`
    absence         returns the seconds since each disconnected member was last connected
    idle            returns the seconds for which the game has waited for the next decision
    """

    state: RoomState
    match: Match | None
    who: int
    last_human_seq: int
    absence: Callable[[], Mapping[int, float]] = dict
    idle: Callable[[], float] = float

    @property
    def secrets(self) -> bool:
        """Return True if seats of the running game have secrets."""
        state, match = self.state, self.match
        return state.started and not state.over and match is not None and match.state.secret


Values = Mapping[str, Any]
"""The fields of a command or of its entry, by name, except those that every entry has."""


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
    if state.asked and not _can_still_ask(state, state.asked):
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


def _can_still_ask(state: RoomState, request: ConsentRequest) -> bool:
    """Return True if the author of a request still has a seat or, to return to one, is in the room."""
    if request.who is not None:
        return request.by in state.present
    return bool(state.held(request.by))


def _sender(state: RoomState, entry: Entry) -> Member:
    """Return the member who caused the entry."""
    if entry.by is None:
        raise ValueError(f"an entry {entry.do:.40} without a member")
    return state.members[entry.by]


def _owners_own(case: Case) -> None:
    if case.state.owner != case.who:
        raise Refused("owner-only")


def _present(case: Case, who: int) -> None:
    if who not in case.state.present:
        raise Refused("unknown-member", who=who)


# ---- play, back ---------------------------------------------------------------------------------


def _action(fields: Fields, name: str) -> str:
    return fields.text(name, MAX_ACTION)


def _may_play(case: Case, values: Values) -> Values:
    match = _game(case)
    if values["at"] != case.state.game_seq + 1:
        raise Refused("late", at=case.state.game_seq + 1)
    seat = match.state.actor
    if seat is None:
        raise Refused("over")
    if case.state.chairs[seat].who != case.who:
        raise Refused("not-yours", seat=seat)
    action = _legal(match, values["action"])
    return {"at": values["at"], "seat": seat, "action": action.text}


def _game(case: Case) -> Match:
    """Return the game. Raises `Refused` if it has not started or is paused."""
    if case.match is None:
        raise Refused("not-started")
    if case.state.paused:
        raise Refused("paused")
    return case.match


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
    match = _going_back(case, values)
    if match.state.actor is None:
        raise Refused("over")
    seat = match.moves[values["to"]].seat
    if case.state.chairs[seat].who != case.who:
        raise Refused("not-yours", seat=seat)
    if not match.undoes(values["to"]) or case.state.players_since(values["to"]) - {case.who}:
        raise Refused("ask-first")
    return {"at": case.state.game_seq + 1, "to": values["to"]}


def _going_back(case: Case, values: Values) -> Match:
    """Return the game. Raises `Refused` if there is nothing to undo. Computers may have moved in the
    meantime."""
    match = _game(case)
    _seated(case)
    if not case.last_human_seq < values["at"] <= case.state.game_seq + 1:
        raise Refused("late", at=case.state.game_seq + 1)
    if values["to"] >= len(match.moves):
        raise Refused("nothing-to-take-back")
    return match


def _seated(case: Case) -> None:
    if not case.state.held(case.who):
        raise Refused("watching")


def _went_back(state: RoomState, entry: Entry) -> list[Update]:
    state.game_seq += 1
    if state.asked is not None and state.asked.to is not None:
        state.asked = None
    state.over = False
    state.moves = entry.data["to"]
    state.former = [(min(moves, state.moves), who) for moves, who in state.former]
    return []


# ---- ask, answer --------------------------------------------------------------------------------


def _may_ask(case: Case, values: Values) -> Values:
    _going_back(case, values)
    if case.state.asked is not None:
        raise Refused("asked")
    return {"to": values["to"]}


def _asked(state: RoomState, entry: Entry) -> list[Update]:
    state.asked = ConsentRequest(entry.n, _sender(state, entry).number, entry.data["to"])
    return [updates.Requested(state.asked)]


def _may_propose(case: Case, values: Values) -> Values:
    """Allow requests to pause, to return to a seat that a computer holds, and to let a computer continue for
    a player who has been absent for long."""
    state, pause, seat = case.state, values["pause"], values["seat"]
    if case.match is None:
        raise Refused("not-started")
    if state.over:
        raise Refused("over")
    if state.asked is not None:
        raise Refused("asked")
    if seat is None:
        _seated(case)
        if pause == state.paused:
            raise Refused("paused" if pause else "started")
        return {"pause": pause}
    if seat >= len(state.chairs):
        raise Refused("broken", where="seat")
    chair = state.chairs[seat]
    if values["who"] is None:
        _seated(case)
        if chair.who in (None, case.who):
            raise Refused("taken", seat=seat)
        _consented(case, seat)
        return {"seat": seat, "who": None, "computer": values["computer"]}
    if chair.computer is None or values["who"] != case.who:
        raise Refused("taken", seat=seat)
    if case.who not in state.seen[seat]:
        raise Refused("owner-only")
    if case.secrets:
        _one_seat(state, case.who, seat)
    return {"seat": seat, "who": case.who, "computer": None}


def _pause_or_seat(fields: Fields, name: str) -> bool | None:
    """Read whether to pause. A request is either about that, or about a seat for a member or a computer."""
    pause = optional(Fields.flag)(fields, name)
    seat, who, computer = (fields.data.get(other) is not None for other in ("seat", "who", "computer"))
    if (pause is None) != seat or (who + computer != seat):
        raise Refused("broken", where=name)
    return pause


def _proposed(state: RoomState, entry: Entry) -> list[Update]:
    data, by = entry.data, _sender(state, entry).number
    told = (data.get(name) for name in ("pause", "seat", "who", "computer"))
    state.asked = ConsentRequest(entry.n, by, None, frozenset(), *told)
    return [updates.Requested(state.asked)]


def _may_answer(case: Case, values: Values) -> Values:
    state, asked = case.state, case.state.asked
    if asked is None or asked.n != values["ask"] or case.who in asked.yes:
        _seated(case)
        raise Refused("not-asked")
    if case.who not in state.voters(asked) | {asked.by, state.concerned(asked)}:
        raise Refused("watching")
    if values["yes"] and case.who in (asked.by, state.concerned(asked)):
        raise Refused("not-asked")
    return values


def _answered(state: RoomState, entry: Entry) -> list[Update]:
    by, yes, asked = _sender(state, entry).number, entry.data["yes"], state.asked
    if asked is not None:
        state.asked = asked._replace(yes=asked.yes | {by}) if yes else None
    return [updates.Withdrew(by) if asked and by == asked.by else updates.Answered(by, yes)]


# ---- seat ---------------------------------------------------------------------------------------


def _computer(fields: Fields, name: str) -> str:
    level = fields.one_of(name, LEVELS)
    if fields.data.get("who") is not None:
        raise Refused("broken", where=name)
    return level


def _colour(fields: Fields, name: str) -> str:
    return fields.one_of(name, COLOURS)


def _may_seat(case: Case, values: Values) -> Values:
    state, seat = case.state, values["seat"]
    if seat >= len(state.chairs):
        raise Refused("broken", where="seat")
    chair, owner = state.chairs[seat], state.owner == case.who
    now = SeatAssignment(values["who"], values["computer"], _new_colour(state, values), chair.name)
    if now.who is not None:
        _present(case, now.who)
    if not owner:
        own = chair.who == case.who
        if not own and not chair.open and not _returns(case, seat, now):
            raise Refused("taken", seat=seat)
        leaves = own and state.started and now.computer is not None
        if (now.computer is not None and not leaves) or now.who not in (None, case.who):
            raise Refused("owner-only")
        if chair.open and now.open:
            raise Refused("owner-only")
    if case.secrets and (now.who, now.computer) != (chair.who, chair.computer):
        _keep_secrets(case, seat, now.who)
    return {"seat": seat, "who": now.who, "computer": now.computer, "colour": now.colour}


def _returns(case: Case, seat: int, now: SeatAssignment) -> bool:
    """Return True if the sender takes back a seat that a computer holds because their time had run out."""
    clock = case.state.clock
    return clock is not None and now.who == case.who == clock.stand_ins.get(seat, (None, 0))[0]


def _keep_secrets(case: Case, seat: int, who: int | None) -> None:
    """Raise `Refused` if a seat with secrets must not go to the member `who` now.

    Its player can give it up, and the owner can reassign it after an absence, or if the game has waited for
    its player for long. Only the owner gives an open seat to a member who has not played it.
    """
    state = case.state
    if who is not None:
        _one_seat(state, who, seat)
        if any(who in members for other, members in enumerate(state.seen) if other != seat):
            raise Refused("one-seat", seat=seat)
    _consented(case, seat)
    if state.chairs[seat].open and state.owner != case.who and case.who not in state.seen[seat]:
        raise Refused("owner-only")


def _consented(case: Case, seat: int) -> None:
    """Raise `Refused` if the seat belongs to another member who has neither been absent nor kept the game
    waiting for long enough. With a clock, it must have run out; over days, nothing else counts."""
    player, clock = case.state.chairs[seat].who, case.state.clock
    if player in (None, case.who) or (clock is not None and clock.seats and not clock.seats[seat].left):
        return
    if clock is not None and clock.rules.kind == DAYS:
        raise Refused("consent", seat=seat, after=round(SEAT_ABSENCE), idle=round(SEAT_IDLE))
    if case.absence().get(player or 0, 0.0) >= SEAT_ABSENCE:
        return
    awaited = case.match is not None and case.match.state.actor == seat and not case.state.paused
    if not awaited or case.idle() < SEAT_IDLE:
        raise Refused("consent", seat=seat, after=round(SEAT_ABSENCE), idle=round(SEAT_IDLE))


def _one_seat(state: RoomState, who: int, seat: int) -> None:
    """Raise `Refused` if a member would get a second seat in a game with hidden information, which must not
    be combined."""
    if any(other != seat for other in state.held(who)):
        raise Refused("one-seat", seat=seat)


def _new_colour(state: RoomState, values: Values) -> str:
    """Return the new colour of a seat. It can change only before the game."""
    old = state.chairs[values["seat"]].colour
    wanted: str = values["colour"] or old
    if wanted != old and state.started:
        raise Refused("started")
    if wanted in (chair.colour for seat, chair in enumerate(state.chairs) if seat != values["seat"]):
        raise Refused("colour", colour=wanted)
    return wanted


def _reseated(state: RoomState, entry: Entry) -> list[Update]:
    data, seat = entry.data, entry.data["seat"]
    old = state.chairs[seat]
    before = "" if data["computer"] is not None else old.name
    name = state.label(seat) if state.started else before
    state.chairs[seat] = SeatAssignment(data["who"], data["computer"], data["colour"], name)
    new = state.started and data["who"] is not None and data["who"] not in state.seen[seat]
    if state.clock is not None:
        state.clock.stand_ins.pop(seat, None)
    if state.asked is not None and state.asked.seat == seat:
        state.asked = None
    if state.started:
        state.see(seat)
        if old.who is not None and old.who != data["who"]:
            state.former.append((state.moves, old.who))
    return [updates.Seated(seat, old.who, entry.by, new)]


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
    _sender(state, entry).name = entry.data["name"]
    return []


def _may_give(case: Case, values: Values) -> Values:
    if case.state.owner != case.who and not _may_take_over(case, values["who"]):
        raise Refused("owner-only")
    _present(case, values["who"])
    return values


def _may_protect(case: Case, values: Values) -> Values:
    _owners_own(case)
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
    _owners_own(case)
    if case.state.started:
        raise Refused("started")
    if case.state.open_seats:
        raise Refused("open-seats", seats=case.state.open_seats)
    setup = case.state.setup
    if find_ruleset(setup["ruleset"]).new_game(setup["seats"], setup["options"]).secret:
        for seat, chair in enumerate(case.state.chairs):
            if chair.who is not None:
                _one_seat(case.state, chair.who, seat)
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
    _owners_own(case)
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
    _owners_own(case)
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
    return [updates.Said(_sender(state, entry).number, str(entry.data["phrase"]))]


def _announced(state: RoomState, entry: Entry) -> list[Update]:
    state.again = entry.data["room"]
    return [updates.NewRoomOpened(str(state.again))]


def _may_remove(case: Case, values: Values) -> Values:
    who = values["who"]
    _owners_own(case)
    _present(case, who)
    if who == case.who:
        raise Refused("unknown-member", who=who)
    if case.secrets:
        for seat in case.state.held(who):
            _consented(case, seat)
    return {"by": who, "host": case.who}


def _left(state: RoomState, entry: Entry) -> list[Update]:
    member, host = _sender(state, entry), entry.data.get("host")
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
    "ask": Kind({"at": Fields.number, "to": Fields.number}, _may_ask, _asked),
    "propose": Kind(
        {
            **{"pause": _pause_or_seat, "seat": optional(Fields.number)},
            **{"who": optional(Fields.number), "computer": optional(_computer)},
        },
        _may_propose,
        _proposed,
        version=2,
    ),
    "answer": Kind({"ask": Fields.number, "yes": Fields.flag}, _may_answer, _answered),
    "seat": Kind(
        {
            **{"who": optional(Fields.number), "computer": optional(_computer)},
            **{"seat": Fields.number, "colour": optional(_colour)},
        },
        _may_seat,
        _reseated,
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
        told += _reseated(state, entry._replace(data={**entry.data, "who": None, "colour": chair.colour}))
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
