"""The turn: what the active player may do, and the actions done in one step (rules sections 4 and 5)."""

from __future__ import annotations

from itertools import compress
from typing import Any

from game.engine.core import Action, Event, Reason
from game.engine.hansa_teutonica import claim, displacement, markers, move, pawn, turn_end
from game.engine.hansa_teutonica.actions import (
    CLAIM,
    DISPLACE,
    END_TURN,
    INCOME,
    PLACE,
    Button,
    Claim,
    Displace,
    Finish,
    Income,
    Lift,
    Place,
    StepPawn,
    UseImprove,
    UseInstant,
    UseRemove,
    UseSwap,
    WalkPawn,
)
from game.engine.hansa_teutonica.board import BURSA, EXTRA_OFFICE, KINDS, LEVELS, MARKERS, MERCHANT, TRADER
from game.engine.hansa_teutonica.codes import (
    IS_EMPTY,
    LEVELS_EACH,
    MARKERS_EACH,
    MARKERS_OF,
    MISSING_OF,
    PILES,
    PILES_OF,
    RIVAL_TRADERS,
    RIVALS,
    code,
    owner,
    pile_at,
)
from game.engine.hansa_teutonica.effects import put, spend_action
from game.engine.hansa_teutonica.events import PLACED
from game.engine.hansa_teutonica.position import Position
from game.engine.hansa_teutonica.reasons import (
    beyond_pawn,
    lacks_supply,
    no_actions,
    no_room,
    not_now,
    occupied,
    pawn_walks,
)
from game.engine.hansa_teutonica.rule import Rule
from game.engine.hansa_teutonica.tables import HOUSE_INDEX, ROUTE_INDEX, ROUTES

_NO_MARKERS = bytes(MARKERS_EACH)
_BURSA = LEVELS[BURSA]


def income(s: Position, seat: int) -> list[Action]:
    """5.1: as many pieces as the Money Bags say, or the whole stock; the player chooses which kinds."""
    traders, merchants = s.stock[PILES_OF[seat]]
    # `worth` inlined: this runs with every list of legal actions.
    amount = min(_BURSA[s.levels[LEVELS_EACH * seat + BURSA]], traders + merchants)
    if not amount:
        return []
    return [INCOME[amount - m][m] for m in range(max(0, amount - traders), min(merchants, amount) + 1)]


def free_actions(s: Position, seat: int, found: list[Action]) -> None:
    """5.2, 5.3, 5.5: place, displace and claim anywhere on the board."""
    houses = s.houses
    traders, merchants = s.supply[PILES_OF[seat]]
    empty = houses.translate(IS_EMPTY)
    if traders:
        found.extend(compress(PLACE[TRADER], empty))
    if merchants:
        found.extend(compress(PLACE[MERCHANT], empty))
    if traders + merchants >= 2:
        price = RIVALS if traders + merchants >= 3 else RIVAL_TRADERS
        rivals: bytes | bytearray = houses.translate(price[seat])
        if empty.count(1) <= displacement.FEW_HOUSES:
            rivals = displacement.with_refuge(s, rivals)
        if traders:
            found.extend(compress(DISPLACE[TRADER], rivals))
        if merchants:
            found.extend(compress(DISPLACE[MERCHANT], rivals))
    missing = s.missing[MISSING_OF[seat]]
    if 0 in missing:
        found.extend(compress(CLAIM, missing.translate(IS_EMPTY)))


def take_income(s: Position, action: Income, events: list[Event]) -> None:
    """5.1."""
    seat = s.active
    spend_action(s)
    for kind, amount in ((TRADER, action.traders), (MERCHANT, action.merchants)):
        if amount:
            s.stock[pile_at(seat, kind)] -= amount
            s.supply[pile_at(seat, kind)] += amount
            events.append(Event("income", seat, KINDS[kind], f"stock.{seat}", f"supply.{seat}", amount))


def place(s: Position, action: Place, events: list[Event]) -> None:
    """5.2."""
    house = action.place
    spend_action(s)
    # `code` and `pile_of` inlined: no action is more frequent.
    pile = PILES * s.active + action.kind
    s.supply[pile] -= 1
    put(s, house, pile + 1)
    events.append(PLACED[pile + 1][house])


# ---- why not --------------------------------------------------------------------------------


def no_income(s: Position, action: Income) -> Reason | None:
    """5.1 takes all that the Money Bags say, no less (A15)."""
    if no_actions(s):
        return no_actions(s)
    stock = sum(s.stock_of(s.active))
    if not stock:
        return Reason("stock-empty")
    return Reason("income-amount", {"amount": min(s.worth(s.active, BURSA), stock)})


def no_place(s: Position, action: Place) -> Reason | None:
    """5.2."""
    return (
        no_actions(s)
        or no_room(s, action.place)
        or lacks_supply(s, action.kind)
        or beyond_pawn(s, s.board.house_route[action.place])
    )


def no_claim(s: Position, action: Claim) -> Reason | None:
    """5.5."""
    return no_actions(s) or unclaimable(s, action.place)


def unclaimable(s: Position, route: int) -> Reason | None:
    """The route cannot be claimed, however many actions are left."""
    if route >= len(s.board.routes):
        return Reason("route-not-on-this-side", {"route": ROUTES[route]})
    if any(owner(s.houses[house]) != s.active for house in s.board.route_houses[route]):
        return Reason("route-unfilled", {"route": ROUTES[route], "seat": s.active})
    return beyond_pawn(s, route)


def _house(s: Position, name: str) -> Reason | None:
    house = HOUSE_INDEX[name]
    piece = s.houses[house]
    if no_actions(s):
        return no_actions(s)
    if piece and owner(piece) == s.active:
        return Reason("nothing-moves") if move.stuck(s) else occupied(s, house)
    if beyond_pawn(s, s.board.house_route[house]):
        return beyond_pawn(s, s.board.house_route[house])
    if piece:
        return displacement.too_dear(s, piece) or Reason("no-refuge")
    return not_now(s) if any(s.supply_of(s.active)) else Reason("supply-empty")


def _route(s: Position, name: str) -> Reason | None:
    return no_actions(s) or unclaimable(s, ROUTE_INDEX[name]) or not_now(s)


def _supply(s: Position, kind: str) -> Reason | None:
    return no_actions(s) or lacks_supply(s, KINDS.index(kind)) or not_now(s)


def _stock(s: Position, kind: str) -> Reason:
    if not s.stock[pile_at(s.active, KINDS.index(kind))]:
        return Reason("stock-lacks", {"piece": kind})
    return Reason("stock-by-income")


def _marker(s: Position, kind: str) -> Reason:
    extra = MARKERS.index(kind) == EXTRA_OFFICE
    return Reason("marker-in-claim" if extra else "marker-idle", {"marker": kind})


class Turn(Rule):
    """Sections 4 and 5: the active player's actions one by one, markers between them, then the end.

    The turn always ends with an action of its own: until then the last action can be undone.
    """

    id = "turn"
    handlers = {
        Income: take_income,
        Place: place,
        Displace: displacement.displace,
        Lift: move.lift,
        Claim: claim.claim,
        UseInstant: markers.use_instant,
        UseSwap: markers.use_swap,
        UseImprove: markers.use_improve,
        UseRemove: markers.use_remove,
        Finish: pawn.finish,
        StepPawn: pawn.step,
        WalkPawn: pawn.walk,
        Button: turn_end.end_turn,
    }
    refusals = {
        Income: no_income,
        Place: no_place,
        Displace: displacement.no_displacing,
        Lift: move.no_lift,
        Claim: no_claim,
        UseInstant: markers.no_use,
        UseSwap: markers.no_swap,
        UseImprove: markers.no_improving,
        UseRemove: markers.no_removing,
        Finish: pawn.no_finish,
        StepPawn: pawn.no_step,
        WalkPawn: pawn.no_walk,
    }
    touches = {
        "house": _house,
        "route": _route,
        "supply": _supply,
        "stock": _stock,
        "marker": _marker,
        "province": pawn_walks,
    }

    def legal(self, s: Position) -> list[Action]:
        seat = s.active
        found: list[Action] = []
        if s.actions_left:
            found += income(s, seat)
            if s.pawn >= 0:
                pawn.bound_actions(s, seat, found)
            else:
                free_actions(s, seat, found)
            move.lifts(s, seat, found)
        if s.pawn >= 0:
            pawn.pawn_moves(s, found)
        unused: Any = s.unused  # `markers_of` inlined, as `worth` in `income`
        if unused[MARKERS_OF[seat]] != _NO_MARKERS:
            markers.usable(s, seat, found)
        found.append(END_TURN)
        return found

    def facts(self, s: Position) -> dict[str, Any]:
        return {"actions_left": s.actions_left}


TURN = Turn()

assert code(0, TRADER) == 1 and code(1, TRADER) == 1 + PILES, "`place` writes this out"
