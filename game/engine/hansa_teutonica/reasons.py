"""Why an action is not legal now: said only when someone asked for it, so nothing here is fast."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from game.engine.core import Action
from game.engine.hansa_teutonica import actions as a
from game.engine.hansa_teutonica.board import EXTRA_OFFICE, KINDS, LEVELS, MARKERS, PRIVILEGES, TRACKS
from game.engine.hansa_teutonica.tables import HOUSES, OFFICES, ROUTES, TOWNS

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonicaState


def why_not(s: HansaTeutonicaState, action: Action) -> str:
    """The reason, in one sentence."""
    if s.now is None:
        return "the game is over"
    kind = type(action)
    if kind not in s.now.handlers:
        return f"seat {s.decider} is asked {s.now.id!r} now, to which this is no answer"
    if s.now.id == "turn" and kind in _COSTS_AN_ACTION and not s.actions_left:
        return f"seat {s.active} has no actions left"
    reason = _REASONS.get(kind, _not_now)(s, action)
    return reason or "not possible here"


def _not_now(s: HansaTeutonicaState, action: Action) -> str:
    return f"not one of the answers to {s.now.id!r}" if s.now else ""


def _house(s: HansaTeutonicaState, house: int) -> str:
    """Why no piece can come into this house."""
    if house >= len(s.houses):
        return f"there is no house {HOUSES[house]} on this side of the board"
    if s.houses[house]:
        return f"house {HOUSES[house]} is occupied by seat {s.houses[house] - 1 >> 1}"
    return ""


def _supply(s: HansaTeutonicaState, kind: int) -> str:
    return "" if s.supply[2 * s.active + kind] else f"seat {s.active} has no {KINDS[kind]} in the supply"


def _province(s: HansaTeutonicaState, route: int) -> str:
    provinces = s.rules.provinces
    if provinces is None or route in provinces.routes[s.pawn]:
        return ""
    return f"route {ROUTES[route]} does not border the pawn's province {provinces.ids[s.pawn]}"


def _place(s: HansaTeutonicaState, action: Any) -> str:
    return (
        _house(s, action.place) or _supply(s, action.kind) or _province(s, s.board.house_route[action.place])
    )


def _displace(s: HansaTeutonicaState, action: Any) -> str:
    house = action.place
    if house >= len(s.houses):
        return _house(s, house)
    piece = s.houses[house]
    if not piece:
        return f"house {HOUSES[house]} is empty"
    if piece - 1 >> 1 == s.active:
        return "nobody displaces his own piece"
    have, price = sum(s.supply[2 * s.active : 2 * s.active + 2]), 2 + (piece - 1 & 1)
    if have < price:
        return f"it takes {price} pieces from the supply, seat {s.active} has {have}"
    return (
        _supply(s, action.kind)
        or _province(s, s.board.house_route[house])
        or "the displaced piece would find no empty house"
    )


def _income(s: HansaTeutonicaState, action: Any) -> str:
    stock = s.stock_of(s.active)
    if not sum(stock):
        return f"the stock of seat {s.active} is empty"
    bursa = s.value(s.active, "bursa")
    return f"the bursa is {bursa} and the stock has {stock.traders} traders and {stock.merchants} merchants"


def _target(s: HansaTeutonicaState, action: Any) -> str:
    return _house(s, action.place) or (
        f"house {HOUSES[action.place]} is not on the nearest routes with room"
        f" round {ROUTES[s.route]}, or its owner has no such piece to add"
    )


def _own_house(s: HansaTeutonicaState, action: Any) -> str:
    house = action.place
    if house < len(s.houses) and s.houses[house] and s.houses[house] - 1 >> 1 == s.active:
        return "no more pieces may be lifted"
    return f"there is no piece of seat {s.active} in house {HOUSES[house]}"


def _set_down(s: HansaTeutonicaState, action: Any) -> str:
    return _house(s, action.place) or "that would put everything back as it was"


def _claim(s: HansaTeutonicaState, action: Any) -> str:
    if action.place >= len(s.board.routes):
        return f"there is no route {ROUTES[action.place]} on this side of the board"
    if any(code - 1 >> 1 != s.active for code in (s.houses[h] for h in s.board.route_houses[action.place])):
        return f"route {ROUTES[action.place]} is not filled by seat {s.active}"
    return _province(s, action.place)


def _office(s: HansaTeutonicaState, action: Any) -> str:
    slot, board = action.place, s.board
    town = TOWNS.index(OFFICES[slot].rsplit(".", 1)[0])
    if town not in board.route_towns[s.route]:
        return f"{TOWNS[town]} is not at an end of route {ROUTES[s.route]}"
    if slot != s.next_office(town):
        return "it is not the leftmost empty office of its town"
    if PRIVILEGES.index(str(s.value(s.active, "privilegium"))) < board.office_privilege[slot]:
        return f"it needs privilege {PRIVILEGES[board.office_privilege[slot]]}"
    return f"it takes a {KINDS[board.office_kind[slot]]}, and there is none on the route"


def _extra_office(s: HansaTeutonicaState, action: Any) -> str:
    town = action.place
    if s.unused[6 * s.active + EXTRA_OFFICE] <= (s.fresh == EXTRA_OFFICE):
        return f"seat {s.active} had no unused extra-office marker before this claim"
    if town not in s.board.route_towns[s.route]:
        return f"{TOWNS[town]} is not at an end of route {ROUTES[s.route]}"
    if not s.row(town):
        return f"{TOWNS[town]} holds no office yet"
    return f"there is no {KINDS[action.kind]} on the route"


def _improve(s: HansaTeutonicaState, action: Any) -> str:
    track = action.place
    if s.levels[5 * s.active + track] == len(LEVELS[track]) - 1:
        return f"the track {TRACKS[track]} is at its end"
    return f"no end of route {ROUTES[s.route]} improves {TRACKS[track]}"


def _table(s: HansaTeutonicaState, action: Any) -> str:
    if s.route != s.board.table_route:
        return f"the table is reached from route {ROUTES[s.board.table_route]} only"
    if s.table[action.place]:
        return "the space is taken"
    if s.board.table_privilege[action.place] > PRIVILEGES.index(str(s.value(s.active, "privilegium"))):
        return f"it needs privilege {PRIVILEGES[s.board.table_privilege[action.place]]}"
    return "there is no merchant on the route"


def _marker(kind: str) -> Callable[[HansaTeutonicaState, Any], str]:
    def reason(s: HansaTeutonicaState, action: Any) -> str:
        wanted = MARKERS[action.kind] if isinstance(action, a.UseActions) else kind
        if not s.unused[6 * s.active + MARKERS.index(wanted)]:
            return f"seat {s.active} has no unused marker {wanted}"
        return "the marker cannot be used there"

    return reason


def _put_marker(s: HansaTeutonicaState, action: Any) -> str:
    if action.kind not in s.plate:
        return f"there is no marker {MARKERS[action.kind]} on the plate"
    return (
        f"route {ROUTES[action.place]} has a marker or a piece on it, or no empty office at its ends,"
        " or is not on this side of the board"
    )


def _pawn(s: HansaTeutonicaState, action: Any) -> str:
    provinces = s.rules.provinces
    if provinces is None or action.province not in provinces.index:
        return f"there is no province {action.province}"
    if isinstance(action, a.StepPawn) and not s.steps:
        return "the free steps of this turn are used"
    if isinstance(action, a.StepPawn) and s.acted and s.actions_left:
        return "the free steps come before the first action or after the last; say 'finish' first"
    return f"province {action.province} does not border the pawn's province"


def _finish(s: HansaTeutonicaState, action: Any) -> str:
    if s.rules.provinces is None:
        return "there is no pawn in this game"
    return "it is for the free steps after an action, while there are actions left"


_COSTS_AN_ACTION = {a.Income, a.Place, a.Displace, a.Lift, a.Claim, a.WalkPawn}
_REASONS: dict[type[Action], Callable[[HansaTeutonicaState, Any], str]] = {
    a.Income: _income,
    a.Place: _place,
    a.Displace: _displace,
    a.Relocate: _target,
    a.AddFromStock: _target,
    a.AddFromSupply: _target,
    a.AddFromHouse: _target,
    a.Lift: _own_house,
    a.SetDown: _set_down,
    a.Claim: _claim,
    a.TakeOffice: _office,
    a.AddOffice: _extra_office,
    a.Improve: _improve,
    a.TakeTable: _table,
    a.UseActions: _marker(""),
    a.UseSwap: _marker("swap_offices"),
    a.UseImprove: _marker("improve_ability"),
    a.UseRemove: _marker("remove_3"),
    a.PutMarker: _put_marker,
    a.Finish: _finish,
    a.PutPawn: _pawn,
    a.StepPawn: _pawn,
    a.WalkPawn: _pawn,
}
