"""The Big Box marker that moves rivals' pieces from house to house, instead of removing three (9.7).

Pieces are moved one after the other, so that a house left by one is free for the next. Nothing is displaced
or paid, and the owners add nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

from game.engine.core import Action, Event, Reason
from game.games.hansa_teutonica.rules.actions import DONE, Lift, PlainAction, SetDown
from game.games.hansa_teutonica.rules.agenda import proceed
from game.games.hansa_teutonica.rules.board import MOST_CARRIED
from game.games.hansa_teutonica.rules.bounds import digits
from game.games.hansa_teutonica.rules.codes import IS_EMPTY, RIVALS, kind_name, kind_of, owner
from game.games.hansa_teutonica.rules.effects import put, take
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import no_leaving, no_room, no_standing, occupied
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


def room_for(s: Position, piece: int, origin: int, empty: set[int]) -> set[int]:
    """Return the empty houses to which a marker can take a piece from its house."""
    kind = kind_of(piece)
    return {house for house in empty if s.stands(kind, house) and s.stays(origin, house)}


def empty_houses(s: Position) -> set[int]:
    """Return all empty houses."""
    return {house for house, piece in enumerate(bytes(s.houses)) if not piece}


def lift_piece(s: Position, house: int, events: list[Event]) -> None:
    """Lift a piece. It must be set down before anything else."""
    piece = take(s, house)
    s.hand, s.origins = (piece,), ((house, piece),)
    s.allowance -= 1
    seat = owner(piece)
    events.append(Event("raised", seat, kind_name(piece), s.board.house_places[house], f"hand.{seat}"))
    s.ask("carry", s.active)


def lift(s: Position, action: Lift, events: list[Event]) -> None:
    """Lift another piece."""
    lift_piece(s, action.place, events)


def set_down(s: Position, action: SetDown, events: list[Event]) -> None:
    """Set the piece in hand down, and finish after the last one."""
    [piece], s.hand, s.origins = s.hand, (), ()
    put(s, action.place, piece)
    seat, place = owner(piece), s.board.house_places[action.place]
    events.append(Event("carried", seat, kind_name(piece), f"hand.{seat}", place))
    if not s.allowance or not first_pieces(s, s.active, s.edition.words.lift):
        finish(s, events)


def done(s: Position, action: PlainAction, events: list[Event]) -> None:
    """Stop before the third piece."""
    finish(s, events)


def finish(s: Position, events: list[Event]) -> None:
    """Finish the marker: run pending effects, or return to the turn."""
    s.allowance = 0
    proceed(s, events)


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


def no_setting(s: Position, action: SetDown) -> Reason | None:
    """Return why nothing can be set down there: no piece is in hand, or the house is not open to it."""
    return no_room(s, action.place) or (not_there(s, action.place) if s.hand else None)


def not_there(s: Position, house: int) -> Reason:
    """Return why the piece in hand cannot go to an empty house."""
    [(origin, piece)] = s.origins
    return no_standing(s, kind_of(piece), house) or no_leaving(s, origin, house) or Reason("as-it-was")


def _house(s: Position, name: str) -> Reason:
    house = s.board.house_index[name]
    if not s.hand:
        return not_carried(s, house)
    return occupied(s, house) if s.houses[house] else not_there(s, house)


class CarryRule(Rule):
    """Big Box marker (9.7): move up to three rivals' pieces, each to another house."""

    id = "carry"
    uses = frozenset({"hand", "origins", "allowance"})
    handlers = {SetDown: set_down, Lift: lift, PlainAction: done}
    refusals = {SetDown: no_setting, Lift: no_lift}
    touches = {"house": _house}

    def legal(self, s: Position) -> list[Action]:
        words = s.edition.words
        if not s.hand:
            return [*first_pieces(s, s.active, words.lift), DONE]
        [(origin, piece)] = s.origins
        there = room_for(s, piece, origin, empty_houses(s) - {origin})
        return [words.set_down[house] for house in sorted(there)]

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
