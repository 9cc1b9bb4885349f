"""Pass and play: detect when a move hands the device from one person to another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.match.match import Match


class Passing(NamedTuple):
    """A hand-over of the device to another person.

    seat    the seat that decides now
    before  the seat of the person who decided last
    during  the seat whose turn it is, if only a reply within another player's turn is due; otherwise None
    since   range of the moves since the last turn of `seat`; empty before a reply
    """

    seat: int
    before: int
    during: int | None
    since: range


def passed(match: Match) -> Passing | None:
    """Return the hand-over caused by the last move, or None if the device stays with the same person.

    A person who continues a turn after another's reply begins nothing new and needs no hand-over. There is
    none before the first turn.
    """
    state, seat = match.state, match.state.actor
    turn = state.turn_seat
    if seat is None or turn is None or not _sits_here(match, seat):
        return None
    people = (move.seat for move in reversed(match.moves) if _sits_here(match, move.seat))
    before = next(people, seat)
    if before == seat:
        return None
    if turn != seat:
        return Passing(seat, before, turn, range(0))
    end = len(match.moves)
    turns = [*_turns(match), turn]
    began = next((number for number in range(end, 0, -1) if turns[number - 1] != seat), 0)
    if any(move.seat == seat for move in match.moves[began:]):
        return None
    own = (number for number in range(began, 0, -1) if turns[number - 1] == seat)
    return Passing(seat, before, None, range(next(own, 0), end))


def _sits_here(match: Match, seat: int) -> bool:
    """Return True if a person decides for the seat at this screen."""
    controller = match.controllers[seat]
    return controller.by_hand and not controller.sends


def _turns(match: Match) -> Iterator[int]:
    """Yield the turn in which each move was made, as a seat. Before the first turn, yield the seat that
    moved."""
    turn = None
    for move in match.moves:
        yield move.seat if turn is None else turn
        for event in move.events:
            if event.kind == "turn":
                turn = event.seat
