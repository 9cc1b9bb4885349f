"""Using bonus markers between the actions of a turn (rules sections 4.2 and 9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import compress
from typing import Any, TypeAlias

from game.engine.core import Action, Event, Reason
from game.games.hansa_teutonica.rules import carry
from game.games.hansa_teutonica.rules.actions import (
    DONE,
    USE_IMPROVE,
    PlainAction,
    Remove,
    UseImprove,
    UseInstant,
    UseMove,
    UseRemove,
    UseSwap,
)
from game.games.hansa_teutonica.rules.board import (
    IMPROVE_ABILITY,
    LEVELS,
    MOST_CARRIED,
    MOST_REMOVED,
    MOVE_3,
    PLUS_3_ACTIONS,
    PLUS_4_ACTIONS,
    REMOVE_3,
    SWAP_OFFICES,
)
from game.games.hansa_teutonica.rules.codes import (
    ANYONE,
    NOBODYS_STOCK,
    RIVALS,
    changed,
    kind_name,
    levels_of,
    owner,
    pile_of,
)
from game.games.hansa_teutonica.rules.effects import back_to_turn, improve, more_actions, take, use_marker
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import full_track, lacks_marker
from game.games.hansa_teutonica.rules.rule import Rule

Effect: TypeAlias = Callable[[Position, list[Event]], None]


def usable(s: Position, seat: int, found: list[Action]) -> None:
    """Add every way to use an unused marker now. The additional office is used in a claim (9.5)."""
    own, words = s.unused[seat], s.edition.words
    if own[SWAP_OFFICES]:
        found += swaps(s, seat)
    found += [action for kind, action in words.use_instant.items() if own[kind]]
    if own[IMPROVE_ABILITY]:
        levels = levels_of(s.levels, seat)
        found += [
            action
            for action, level, values in zip(USE_IMPROVE, levels, LEVELS, strict=True)
            if level < len(values) - 1
        ]
    if own[REMOVE_3]:
        found.extend(compress(words.use_remove, s.houses.translate(removable(s, seat))))
    if own[MOVE_3]:
        found += carry.first_pieces(s, seat, words.use_move)


def swaps(s: Position, seat: int) -> list[Action]:
    """Return swaps of two neighbouring filled printed offices of a town (9.6); with one option, not both a
    rival's (A6)."""
    offices = s.offices
    pairs = [slot for slot in s.board.left_offices if offices[slot + 1]]
    if s.edition.variants.swap_own:
        pairs = [slot for slot in pairs if seat in (owner(offices[slot]), owner(offices[slot + 1]))]
    use_swap = s.edition.words.use_swap
    return [use_swap[slot] for slot in pairs]


def removable(s: Position, seat: int) -> bytes:
    """Return the translation table of pieces that the remove-3 marker can remove (A7)."""
    return RIVALS[seat] if s.edition.variants.remove_rivals else ANYONE


def use_instant(s: Position, action: UseInstant, events: list[Event]) -> None:
    """Use a marker that needs no target (9.4)."""
    use_marker(s, action.kind, events)
    effect = EFFECTS.get(action.kind) or s.edition.effects[action.kind]
    effect(s, events)


def _give_actions(amount: int) -> Effect:
    def effect(s: Position, events: list[Event]) -> None:
        more_actions(s, s.active, amount, events)

    return effect


EFFECTS: Mapping[int, Effect] = {PLUS_3_ACTIONS: _give_actions(3), PLUS_4_ACTIONS: _give_actions(4)}
"""Effects of INSTANT_MARKERS."""


def use_swap(s: Position, action: UseSwap, events: list[Event]) -> None:
    """Swap two offices (9.6): nothing is paid, and no piece leaves the town."""
    use_marker(s, SWAP_OFFICES, events)
    left, right, board_places = action.place, action.place + 1, s.board.office_places
    for start, end in ((left, right), (right, left)):
        piece = s.offices[start]
        places = board_places[start], board_places[end]
        events.append(Event("swap", owner(piece), kind_name(piece), *places))
    s.offices = changed(changed(s.offices, left, s.offices[right]), right, s.offices[left])


def use_improve(s: Position, action: UseImprove, events: list[Event]) -> None:
    """Improve a track by a marker (9.7)."""
    use_marker(s, IMPROVE_ABILITY, events)
    improve(s, s.active, action.place, events)


def use_remove(s: Position, action: UseRemove, events: list[Event]) -> None:
    """Remove the first of up to three pieces (9.7)."""
    use_marker(s, REMOVE_3, events)
    s.allowance = MOST_REMOVED
    remove(s, action, events)


def remove(s: Position, action: Remove | UseRemove, events: list[Event]) -> None:
    """Return a piece to its owner's supply, a neutral one to the neutral stock (9.7, A35j)."""
    piece, place = take(s, action.place), s.board.house_places[action.place]
    seat, kind = owner(piece), kind_name(piece)
    if seat < s.seats:
        s.supply[pile_of(piece)] += 1
        events.append(Event("removed", seat, kind, place, f"supply.{seat}"))
    else:
        s.stock[pile_of(piece)] += 1
        events.append(Event("removed", seat, kind, place, NOBODYS_STOCK))
    s.allowance -= 1
    if s.allowance and any(s.houses.translate(removable(s, s.active))):
        s.ask("remove", s.active)
    else:
        back_to_turn(s)


def use_move(s: Position, action: UseMove, events: list[Event]) -> None:
    """Lift the first of up to three pieces (9.7, Big Box)."""
    use_marker(s, MOVE_3, events)
    s.allowance = MOST_CARRIED
    carry.lift(s, action, events)


def done(s: Position, action: PlainAction, events: list[Event]) -> None:
    """Stop before the third piece (9.7)."""
    back_to_turn(s)


# ---- refusals -------------------------------------------------------------------------------


def no_use(s: Position, action: UseInstant) -> Reason | None:
    """Return why the marker cannot be used (9.4)."""
    return lacks_marker(s, action.kind)


def no_swap(s: Position, action: UseSwap) -> Reason | None:
    """Return why the offices cannot be swapped (9.6, A6)."""
    if why := lacks_marker(s, SWAP_OFFICES):
        return why
    right = action.place + 1
    filled = action.place in s.board.left_offices and s.offices[action.place] and s.offices[right]
    return Reason("swap-own") if filled else Reason("swap-gap")


def no_improving(s: Position, action: UseImprove) -> Reason | None:
    """Return why no marker can improve the track (9.7)."""
    return lacks_marker(s, IMPROVE_ABILITY) or full_track(s, s.active, action.place)


def no_removing(s: Position, action: UseRemove) -> Reason | None:
    """Return why the piece cannot be removed as the first (9.7)."""
    return lacks_marker(s, REMOVE_3) or no_removal(s, action)


def no_moving(s: Position, action: UseMove) -> Reason | None:
    """Return why the piece cannot be moved as the first (9.7, Big Box)."""
    return lacks_marker(s, MOVE_3) or carry.not_carried(s, action.place)


def no_removal(s: Position, action: Remove | UseRemove) -> Reason:
    """Return that the house is empty, or that the marker cannot remove its piece (9.7, A7)."""
    return Reason("rivals-only" if s.houses[action.place] else "house-empty")


def _house(s: Position, name: str) -> Reason:
    return Reason("rivals-only" if s.houses[s.board.house_index[name]] else "house-empty")


class Removal(Rule):
    """Remove-3 marker (9.7): remove up to two more pieces, from any houses."""

    id = "remove"
    uses = frozenset({"allowance"})
    handlers = {Remove: remove, PlainAction: done}
    refusals = {Remove: no_removal}
    touches = {"house": _house}

    def legal(self, s: Position) -> list[Action]:
        return [*compress(s.edition.words.remove, s.houses.translate(removable(s, s.active))), DONE]

    def facts(self, s: Position) -> dict[str, Any]:
        return {"left": s.allowance}

    def check(self, s: Position) -> None:
        super().check(s)
        assert 1 <= s.allowance < MOST_REMOVED and len(self.legal(s)) > 1, (
            "up to two more pieces can be removed"
        )


REMOVAL = Removal()
