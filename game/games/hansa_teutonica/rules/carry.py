"""The Big Box marker that moves rivals' pieces from house to house, instead of removing three (9.7).

Pieces are moved one after the other, so that a house left by one is free for the next. Nothing is displaced
or paid, and the owners add nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

from game.engine.core import Action, Event, Reason
from game.games.hansa_teutonica.rules.actions import DONE, Lift, PlainAction, SetDown, UseMove
from game.games.hansa_teutonica.rules.board import MOST_CARRIED
from game.games.hansa_teutonica.rules.bounds import digits
from game.games.hansa_teutonica.rules.codes import IS_EMPTY, RIVALS, kind_name, kind_of, owner
from game.games.hansa_teutonica.rules.effects import back_to_turn, put, take
from game.games.hansa_teutonica.rules.move import SetDownRefusals, rooms_in_hand
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import no_leaving
from game.games.hansa_teutonica.rules.rule import Rule


def first_pieces(s: Position, seat: int, actions: Sequence[Action]) -> list[Action]:
    """Return the actions (one per house) whose piece belongs to another player and can go elsewhere."""
    others = s.houses.translate(RIVALS[seat])
    if not s.edition.bounded:
        return list(compress(actions, others)) if 0 in s.houses else []
    empty, on, ways = digits(s.houses.translate(IS_EMPTY)), s.board.house_route, s.edition.carries
    return [
        action
        for house, action in enumerate(actions)
        if others[house] and ways[kind_of(s.houses[house])][on[house]] & empty
    ]


def raise_piece(s: Position, house: int, events: list[Event]) -> None:
    """Lift a piece of any player by a marker."""
    piece = take(s, house)
    s.hand += (piece,)
    s.origins += ((house, piece),)
    s.allowance -= 1
    seat = owner(piece)
    events.append(Event("raised", seat, kind_name(piece), s.board.house_places[house], f"hand.{seat}"))


def put_down(s: Position, house: int, events: list[Event]) -> None:
    """Set the piece lifted first down."""
    piece, s.hand = s.hand[0], s.hand[1:]
    put(s, house, piece)
    seat = owner(piece)
    events.append(Event("carried", seat, kind_name(piece), f"hand.{seat}", s.board.house_places[house]))


def lift(s: Position, action: Lift | UseMove, events: list[Event]) -> None:
    """Lift a piece. It must be set down before anything else."""
    raise_piece(s, action.place, events)
    s.ask("carry", s.active)


def set_down(s: Position, action: SetDown, events: list[Event]) -> None:
    """Set the piece in hand down, and finish after the last one."""
    put_down(s, action.place, events)
    s.origins = ()
    if not s.allowance or not first_pieces(s, s.active, s.edition.words.lift):
        back_to_turn(s)


def done(s: Position, action: PlainAction, events: list[Event]) -> None:
    """Stop before the third piece."""
    back_to_turn(s)


# ---- refusals -------------------------------------------------------------------------------


def not_carried(s: Position, house: int) -> Reason:
    """Return why the piece cannot be moved: the house is empty, the piece is the player's own, or it has
    nowhere to go."""
    if not s.houses[house]:
        return Reason("house-empty")
    return Reason("nobody-else" if owner(s.houses[house]) == s.active else "no-way")


def no_lift(s: Position, action: Lift) -> Reason | None:
    """Return why no piece can be lifted: one is in hand, or this one cannot be moved."""
    return None if s.hand else not_carried(s, action.place)


def _not_lifted(s: Position, house: int) -> Reason | None:
    return None if s.hand else not_carried(s, house)


_REFUSALS = SetDownRefusals(no_leaving, _not_lifted)


class CarryRule(Rule):
    """Big Box marker (9.7): move up to three rivals' pieces, each to another house."""

    id = "carry"
    uses = frozenset({"hand", "origins", "allowance"})
    handlers = {SetDown: set_down, Lift: lift, PlainAction: done}
    refusals = {SetDown: _REFUSALS.no_setting, Lift: no_lift}
    touches = {"house": _REFUSALS.no_house}

    def legal(self, s: Position) -> list[Action]:
        words = s.edition.words
        if not s.hand:
            return [*first_pieces(s, s.active, words.lift), DONE]
        [(origin, _)], [room] = s.origins, rooms_in_hand(s, s.stays)
        return [words.set_down[house] for house in sorted(room - {origin})]

    def facts(self, s: Position) -> dict[str, Any]:
        return {"left": s.allowance, "piece": kind_name(s.hand[0]) if s.hand else ""}

    def check(self, s: Position) -> None:
        super().check(s)
        assert s.hand == tuple(piece for _, piece in s.origins) and len(s.hand) <= 1, (
            "origins: where the piece in hand comes from"
        )
        assert all(owner(piece) != s.active for piece in s.hand), "only pieces of others are moved"
        assert bool(s.hand) or s.allowance, "allowance: there is nothing left to move"
        assert s.allowance < MOST_CARRIED, "up to two more pieces can be moved"
        assert len(self.legal(s)) > (not s.hand), "there is nothing left to move"


CARRY = CarryRule()
