"""Using bonus markers between the actions of one's own turn (rules sections 4.2 and 9)."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Any

from game.engine.core import Action, Event
from game.engine.hansa_teutonica.actions import (
    DONE,
    REMOVE,
    USE_ACTIONS,
    USE_IMPROVE,
    USE_REMOVE,
    USE_SWAP,
    Button,
    Remove,
    UseActions,
    UseImprove,
    UseRemove,
    UseSwap,
)
from game.engine.hansa_teutonica.board import (
    IMPROVE_ABILITY,
    KINDS,
    LEVELS,
    PLUS_3_ACTIONS,
    PLUS_4_ACTIONS,
    REMOVE_3,
    SWAP_OFFICES,
)
from game.engine.hansa_teutonica.effects import back_to_turn, improve, more_actions, take, use_marker
from game.engine.hansa_teutonica.question import Question
from game.engine.hansa_teutonica.tables import ANYONE, HOUSE_PLACES, OFFICE_PLACES, RIVALS

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonicaState


def usable(s: HansaTeutonicaState, seat: int, found: list[Action]) -> None:
    """Every way to use an own unused marker now; the extra office is used in a claim (9.5)."""
    own = s.unused[6 * seat : 6 * seat + 6]
    if own[SWAP_OFFICES]:
        found += swaps(s, seat)
    found += [USE_ACTIONS[kind] for kind in (PLUS_3_ACTIONS, PLUS_4_ACTIONS) if own[kind]]
    if own[IMPROVE_ABILITY]:
        levels = s.levels[5 * seat : 5 * seat + 5]
        found += [
            action
            for action, level, values in zip(USE_IMPROVE, levels, LEVELS, strict=True)
            if level < len(values) - 1
        ]
    if own[REMOVE_3]:
        found.extend(compress(USE_REMOVE, s.houses.translate(removable(s, seat))))


def swaps(s: HansaTeutonicaState, seat: int) -> list[Action]:
    """9.6: two neighbouring filled printed offices of one town; one must be own only as an option (A6)."""
    offices = s.offices
    pairs = [slot for slot in s.board.left_offices if offices[slot + 1]]
    if s.rules.swap_own:
        pairs = [slot for slot in pairs if seat in (offices[slot] - 1 >> 1, offices[slot + 1] - 1 >> 1)]
    return [USE_SWAP[slot] for slot in pairs]


def removable(s: HansaTeutonicaState, seat: int) -> bytes:
    """Whose pieces the remove-3 marker may take (A7)."""
    return RIVALS[seat] if s.rules.remove_rivals else ANYONE


def use_actions(s: HansaTeutonicaState, action: UseActions, events: list[Event]) -> None:
    """9.4."""
    use_marker(s, action.kind, events)
    more_actions(s, s.active, 3 if action.kind == PLUS_3_ACTIONS else 4, events)


def use_swap(s: HansaTeutonicaState, action: UseSwap, events: list[Event]) -> None:
    """9.6: nothing is paid, nobody leaves the town."""
    use_marker(s, SWAP_OFFICES, events)
    left, right = action.place, action.place + 1
    for start, end in ((left, right), (right, left)):
        piece = s.offices[start]
        places = OFFICE_PLACES[start], OFFICE_PLACES[end]
        events.append(Event("swap", piece - 1 >> 1, KINDS[piece - 1 & 1], *places))
    s.offices[left], s.offices[right] = s.offices[right], s.offices[left]


def use_improve(s: HansaTeutonicaState, action: UseImprove, events: list[Event]) -> None:
    """9.7."""
    use_marker(s, IMPROVE_ABILITY, events)
    improve(s, s.active, action.place, events)


def use_remove(s: HansaTeutonicaState, action: UseRemove, events: list[Event]) -> None:
    """9.7: the first of up to three pieces."""
    use_marker(s, REMOVE_3, events)
    s.allowance = 3
    remove_piece(s, action.place, events)


def remove(s: HansaTeutonicaState, action: Remove, events: list[Event]) -> None:
    """9.7: another piece."""
    remove_piece(s, action.place, events)


def remove_piece(s: HansaTeutonicaState, house: int, events: list[Event]) -> None:
    """A piece goes to its owner's supply; a neutral trader to the neutral stock (A35j)."""
    piece = take(s, house)
    owner, kind = piece - 1 >> 1, KINDS[piece - 1 & 1]
    if owner < s.seats:
        s.supply[piece - 1] += 1
        events.append(Event("removed", owner, kind, HOUSE_PLACES[house], f"supply.{owner}"))
    else:
        s.stock[piece - 1] += 1
        events.append(Event("removed", owner, kind, HOUSE_PLACES[house], "neutral"))
    s.allowance -= 1
    if s.allowance and any(s.houses.translate(removable(s, s.active))):
        s.ask("remove", s.active)
    else:
        back_to_turn(s)


class Removal(Question):
    """9.7: up to two more pieces, from any houses."""

    id = "remove"

    def legal(self, s: HansaTeutonicaState) -> list[Action]:
        return [*compress(REMOVE, s.houses.translate(removable(s, s.active))), DONE]

    def facts(self, s: HansaTeutonicaState) -> dict[str, Any]:
        return {"left": s.allowance}


def done(s: HansaTeutonicaState, action: Button, events: list[Event]) -> None:
    """9.7: "up to" three."""
    back_to_turn(s)


REMOVAL = Removal({Remove: remove, Button: done})
