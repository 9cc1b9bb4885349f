"""Validation of commands in a room: the resulting entry, or the reason for rejection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from game.engine.core import Action, ParseError, Reason
from game.engine.registry import ruleset as find_ruleset
from game.match.match import Match
from game.rooms.protocol import (
    MAX_PRESENT,
    Again,
    Answer,
    Ask,
    Back,
    Doing,
    Leave,
    Owner,
    Pause,
    Play,
    Refused,
    Rename,
    Say,
    Seat,
    Start,
)
from game.rooms.state import RoomState, SeatAssignment


class Case(NamedTuple):
    """The data by which a command is validated.

    who      the sender, a member who has not left
    settled  the last game entry that was not made by a computer, counted like `at`
    """

    state: RoomState
    match: Match | None
    who: int
    settled: int


def validate(case: Case, command: Doing) -> dict[str, Any]:
    """Return the fields of the entry that the command becomes. Raises `Refused` if it is not allowed."""
    return _RULES[type(command)](case, command)


def _play(case: Case, command: Play) -> dict[str, Any]:
    match = _game(case)
    if command.at != case.state.acts + 1:
        raise Refused("late", at=case.state.acts + 1)
    seat = match.state.actor
    if seat is None:
        raise Refused("over")
    if case.state.chairs[seat].who != case.who:
        raise Refused("not-yours", seat=seat)
    action = legal(match, command.action)
    return {"at": command.at, "seat": seat, "action": action.text}


def legal(match: Match, text: str) -> Action:
    """Return the action. Raises `Refused` if it is not legal now."""
    try:
        action = match.state.parse_action(text)
    except ParseError:
        raise Refused("illegal", reason=["unknown-action", {}]) from None
    if action not in match.state.legal_actions():
        reason = match.state.why_not(action) or Reason("not-offered")
        raise Refused("illegal", reason=[reason.id, dict(reason.facts)])
    return action


def _game(case: Case) -> Match:
    """Return the game. Raises `Refused` if it has not started or is paused."""
    if case.match is None:
        raise Refused("not-started")
    if case.state.paused:
        raise Refused("paused")
    return case.match


def _seated(case: Case) -> None:
    if not case.state.held(case.who):
        raise Refused("watching")


def _going_back(case: Case, command: Back | Ask) -> Match:
    """Return the game. Raises `Refused` if there is nothing to undo. Computers may have moved in the
    meantime."""
    match = _game(case)
    _seated(case)
    if not case.settled < command.at <= case.state.acts + 1:
        raise Refused("late", at=case.state.acts + 1)
    if command.to >= len(match.moves):
        raise Refused("nothing-to-take-back")
    return match


def _back(case: Case, command: Back) -> dict[str, Any]:
    match = _going_back(case, command)
    if match.state.actor is None:
        raise Refused("over")
    if case.state.chairs[match.moves[command.to].seat].who != case.who:
        raise Refused("not-yours", seat=match.moves[command.to].seat)
    if not match.undoes(command.to):
        raise Refused("ask-first")
    return {"at": case.state.acts + 1, "to": command.to}


def _ask(case: Case, command: Ask) -> dict[str, Any]:
    _going_back(case, command)
    if case.state.asked is not None:
        raise Refused("asked")
    return {"to": command.to}


def _answer(case: Case, command: Answer) -> dict[str, Any]:
    asked = case.state.asked
    _seated(case)
    if asked is None or asked.n != command.ask or case.who in asked.yes:
        raise Refused("not-asked")
    if command.yes and case.who == asked.by:
        raise Refused("not-asked")
    return {"ask": command.ask, "yes": command.yes}


def _seat(case: Case, command: Seat) -> dict[str, Any]:
    state = case.state
    if command.seat >= len(state.chairs):
        raise Refused("broken", where="seat")
    chair, owner = state.chairs[command.seat], state.owner == case.who
    now = SeatAssignment(command.who, command.computer, _colour(state, command), chair.name)
    if now.who is not None and now.who not in state.present:
        raise Refused("unknown-member", who=now.who)
    if not owner:
        if chair.who != case.who and not chair.open:
            raise Refused("taken", seat=command.seat)
        if now.computer is not None or now.who not in (None, case.who) or (chair.open and now.open):
            raise Refused("owner-only")
    if now.who is not None and state.started and case.match is not None and case.match.state.secret:
        _one_seat(state, now.who, command.seat)
    return {"seat": command.seat, "who": now.who, "computer": now.computer, "colour": now.colour}


def _one_seat(state: RoomState, who: int, seat: int) -> None:
    """Raise `Refused` if a member would get a second seat in a game with hidden information, which must not
    be combined."""
    if any(other != seat for other in state.held(who)):
        raise Refused("one-seat", seat=seat)


def _colour(state: RoomState, command: Seat) -> str:
    """Return the new colour of a seat. It can change only before the game."""
    old = state.chairs[command.seat].colour
    wanted = command.colour or old
    if wanted != old and state.started:
        raise Refused("started")
    if wanted in (chair.colour for seat, chair in enumerate(state.chairs) if seat != command.seat):
        raise Refused("colour", colour=wanted)
    return wanted


def _rename(case: Case, command: Rename) -> dict[str, Any]:
    return {"name": command.name}


def _owner(case: Case, command: Owner) -> dict[str, Any]:
    _owners_own(case)
    if command.who not in case.state.present:
        raise Refused("unknown-member", who=command.who)
    return {"who": command.who}


def _owners_own(case: Case) -> None:
    if case.state.owner != case.who:
        raise Refused("owner-only")


def _start(case: Case, command: Start) -> dict[str, Any]:
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
    return {}


def _pause(case: Case, command: Pause) -> dict[str, Any]:
    _owners_own(case)
    if not case.state.started:
        raise Refused("not-started")
    return {"on": command.on}


def _say(case: Case, command: Say) -> dict[str, Any]:
    return {"phrase": command.phrase}


def _again(case: Case, command: Again) -> dict[str, Any]:
    _owners_own(case)
    if not case.state.started:
        raise Refused("not-started")
    return {"room": command.room}


def _leave(case: Case, command: Leave) -> dict[str, Any]:
    return {}


def may_come(state: RoomState, members: int) -> None:
    """Raise `Refused` if the number of members who are present, or who have ever joined, is at its limit."""
    if sum(1 for _ in state.present) >= MAX_PRESENT:
        raise Refused("full", most=MAX_PRESENT)
    if len(state.members) >= members:
        raise Refused("full", most=members)


_RULES: dict[type, Callable[[Case, Any], dict[str, Any]]] = {
    Play: _play,
    Back: _back,
    Ask: _ask,
    Answer: _answer,
    Seat: _seat,
    Rename: _rename,
    Owner: _owner,
    Start: _start,
    Pause: _pause,
    Say: _say,
    Again: _again,
    Leave: _leave,
}
