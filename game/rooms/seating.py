"""The command that assigns a seat, and the rules that protect the secrets of seats."""

from __future__ import annotations

from game.levels import LEVELS
from game.match.players import COLOURS
from game.rooms import updates
from game.rooms.case import Case, Values
from game.rooms.clock import DAYS
from game.rooms.entries import Entry
from game.rooms.protocol import SEAT_ABSENCE, SEAT_IDLE, Fields, Refused
from game.rooms.state import RoomState, SeatAssignment
from game.rooms.updates import Update


def computer_level(fields: Fields, name: str) -> str:
    """Read the level of a computer player, who can only be given instead of a member (`who`)."""
    level = fields.one_of(name, LEVELS)
    if fields.data.get("who") is not None:
        raise Refused("broken", where=name)
    return level


def seat_colour(fields: Fields, name: str) -> str:
    """Read the colour of a seat."""
    return fields.one_of(name, COLOURS)


def may_seat(case: Case, values: Values) -> Values:
    """Allow the owner to assign every seat, and other members to take an open one or give up their own."""
    state, seat = case.state, values["seat"]
    if seat >= len(state.chairs):
        raise Refused("broken", where="seat")
    chair, owner = state.chairs[seat], state.owner == case.who
    now = SeatAssignment(values["who"], values["computer"], _new_colour(state, values), chair.name)
    if now.who is not None:
        case.check_present(now.who)
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
        check_one_seat(state, who, seat)
        if any(who in members for other, members in enumerate(state.seen) if other != seat):
            raise Refused("one-seat", seat=seat)
    check_consent(case, seat)
    if state.chairs[seat].open and state.owner != case.who and case.who not in state.seen[seat]:
        raise Refused("owner-only")


def check_consent(case: Case, seat: int) -> None:
    """Raise `Refused` if the seat belongs to another member who has neither been absent nor kept the game
    waiting for long enough. With a clock, it must have run out; over days, nothing else counts."""
    player, clock = case.state.chairs[seat].who, case.state.clock
    if player in (None, case.who) or (clock is not None and clock.seats and not clock.seats[seat].left):
        return
    days = clock is not None and clock.rules.kind == DAYS
    absent = case.absence().get(player or 0, 0.0) >= SEAT_ABSENCE
    awaited = case.match is not None and case.match.state.actor == seat and not case.state.paused
    if days or not (absent or (awaited and case.idle() >= SEAT_IDLE)):
        raise Refused("consent", seat=seat, after=round(SEAT_ABSENCE), idle=round(SEAT_IDLE))


def check_one_seat(state: RoomState, who: int, seat: int) -> None:
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


def reseated(state: RoomState, entry: Entry) -> list[Update]:
    """Assign the seat."""
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
