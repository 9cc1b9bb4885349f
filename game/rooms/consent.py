"""Requests that need the consent of other members: to undo moves, to pause, or to change the player of a
seat."""

from __future__ import annotations

from game.rooms import updates
from game.rooms.case import Case, Values, sender
from game.rooms.entries import Entry
from game.rooms.protocol import Fields, Refused, optional
from game.rooms.seating import check_consent, check_one_seat
from game.rooms.state import ConsentRequest, RoomState
from game.rooms.updates import Update


def may_ask(case: Case, values: Values) -> Values:
    """Allow a request to undo moves, one at a time."""
    case.game_to_undo(values)
    if case.state.asked is not None:
        raise Refused("asked")
    return {"to": values["to"]}


def asked(state: RoomState, entry: Entry) -> list[Update]:
    """Open a request to undo moves."""
    state.asked = ConsentRequest(entry.n, sender(state, entry).number, entry.data["to"])
    return [updates.Requested(state.asked)]


def may_propose(case: Case, values: Values) -> Values:
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
        case.check_seat()
        if pause == state.paused:
            raise Refused("paused" if pause else "started")
        return {"pause": pause}
    if seat >= len(state.chairs):
        raise Refused("broken", where="seat")
    chair = state.chairs[seat]
    if values["who"] is None:
        case.check_seat()
        if chair.who in (None, case.who):
            raise Refused("taken", seat=seat)
        check_consent(case, seat)
        return {"seat": seat, "who": None, "computer": values["computer"]}
    if chair.computer is None or values["who"] != case.who:
        raise Refused("taken", seat=seat)
    if case.who not in state.seen[seat]:
        raise Refused("owner-only")
    if case.secrets:
        check_one_seat(state, case.who, seat)
    return {"seat": seat, "who": case.who, "computer": None}


def pause_or_seat(fields: Fields, name: str) -> bool | None:
    """Read whether to pause. A request is either about that, or about a seat for a member or a computer."""
    pause = optional(Fields.flag)(fields, name)
    seat, who, computer = (fields.data.get(other) is not None for other in ("seat", "who", "computer"))
    if (pause is None) != seat or (who + computer != seat):
        raise Refused("broken", where=name)
    return pause


def proposed(state: RoomState, entry: Entry) -> list[Update]:
    """Open another request."""
    data, by = entry.data, sender(state, entry).number
    told = (data.get(name) for name in ("pause", "seat", "who", "computer"))
    state.asked = ConsentRequest(entry.n, by, None, frozenset(), *told)
    return [updates.Requested(state.asked)]


def may_answer(case: Case, values: Values) -> Values:
    """Allow the answer of each voter, once. The author and the player concerned can only say no."""
    state, request = case.state, case.state.asked
    if request is None or request.n != values["ask"] or case.who in request.yes:
        case.check_seat()
        raise Refused("not-asked")
    if case.who not in state.voters(request) | {request.by, state.concerned(request)}:
        raise Refused("watching")
    if values["yes"] and case.who in (request.by, state.concerned(request)):
        raise Refused("not-asked")
    return values


def answered(state: RoomState, entry: Entry) -> list[Update]:
    """Count an answer. A no ends the request."""
    by, yes, request = sender(state, entry).number, entry.data["yes"], state.asked
    if request is not None:
        state.asked = request._replace(yes=request.yes | {by}) if yes else None
    return [updates.Withdrew(by) if request and by == request.by else updates.Answered(by, yes)]


def can_still_ask(state: RoomState, request: ConsentRequest) -> bool:
    """Return True if the author of a request still has a seat or, to return to one, is in the room."""
    if request.who is not None:
        return request.by in state.present
    return bool(state.held(request.by))
