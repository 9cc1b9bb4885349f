"""A planned turn: which of its actions are left, and what no longer fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.core import Action, ParseError, State
from game.match.log import Move


class Remainder(NamedTuple):
    """The part of a planned turn that is left.

    actions  what can be played now, one after the other, until an opponent has to decide
    misfit   the first action that is no longer legal, or None
    before   the position in which the misfit would have been played
    """

    actions: tuple[Action, ...]
    misfit: Action | None = None
    before: State | None = None


def played_since(moves: Sequence[Move], seat: int) -> list[str]:
    """Return the actions that a seat has played since its turn began."""
    own: list[str] = []
    for move in reversed(moves):
        if move.seat == seat:
            own.append(move.action.text)
        if any(event.kind == "turn" and event.seat == seat for event in move.events):
            if move.seat == seat:
                own.pop()
            break
    return own[::-1]


def remainder(plan: Sequence[str], state: State, moves: Sequence[Move], seat: int) -> Remainder | None:
    """Return what is left of the plan for a seat's turn; None if the seat is not to move in its turn, or has
    deviated from the plan."""
    if not plan or state.actor != seat or state.turn_seat != seat:
        return None
    own = played_since(moves, seat)
    if own != list(plan[: len(own)]):
        return None
    found, now = list[Action](), state
    for text in plan[len(own) :]:
        try:
            action = state.parse_action(text)
        except ParseError:
            break
        if now.actor != seat:
            break
        if action not in now.legal_actions():
            return Remainder(tuple(found), action, now)
        now = now.copy()
        events = now.apply(action)
        found.append(action)
        if any(event.kind in state.ruleset.revealing for event in events):
            break
    return Remainder(tuple(found)) if found else None
