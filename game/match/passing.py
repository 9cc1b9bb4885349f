"""Several people at one screen: whether a move has passed the table from one of them to another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.match.match import Match


class Passing(NamedTuple):
    """The table has passed to another person.

    seat    who is to decide now
    before  the person who decided last
    during  whose turn it is, if somebody else's: there is only an answer to give; else None
    since   the moves made since the last turn of whoever is to decide; none before an answer
    """

    seat: int
    before: int
    during: int | None
    since: range


def passed(match: Match) -> Passing | None:
    """To whom the last move has passed the table; None if nobody else sits down to it now.

    Whoever goes on with a turn in which another only gave an answer does not begin anything, and before the
    first turn nobody does.
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
    """Whether a person decides for the seat at this screen."""
    controller = match.controllers[seat]
    return controller.by_hand and not controller.sends


def _turns(match: Match) -> Iterator[int]:
    """Whose turn each move was made in; before the first turn, whoever made it."""
    turn = None
    for move in match.moves:
        yield move.seat if turn is None else turn
        for event in move.events:
            if event.kind == "turn":
                turn = event.seat
