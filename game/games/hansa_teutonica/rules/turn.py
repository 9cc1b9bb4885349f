"""The turn: the decision of the active player, and the actions completed in one step (rules sections 4 and
5)."""

from __future__ import annotations

from itertools import compress
from typing import Any

from game.engine.core import Action, Event, Reason
from game.games.hansa_teutonica.rules import claim, displacement, markers, move, turn_end
from game.games.hansa_teutonica.rules.actions import (
    END_TURN,
    INCOME,
    Claim,
    Displace,
    Income,
    Lift,
    Place,
    PlainAction,
    UseImprove,
    UseInstant,
    UseMove,
    UseRemove,
    UseSwap,
)
from game.games.hansa_teutonica.rules.board import BURSA, EXTRA_OFFICE, KINDS, LEVELS, MERCHANT, TRADER
from game.games.hansa_teutonica.rules.bounds import Closed, without
from game.games.hansa_teutonica.rules.codes import (
    IS_EMPTY,
    LEVELS_EACH,
    PILES,
    PILES_OF,
    RIVAL_TRADERS,
    RIVALS,
    code,
    owner,
)
from game.games.hansa_teutonica.rules.edition import ActionRange
from game.games.hansa_teutonica.rules.effects import move_to_supply, put
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import (
    SUPPLY_EMPTY,
    beyond_reach,
    house_beyond,
    lacks_supply,
    no_actions,
    no_room,
    no_standing,
    not_now,
)
from game.games.hansa_teutonica.rules.rule import Rule

_BURSA = LEVELS[BURSA]


def income(s: Position, seat: int) -> list[Action]:
    """Return the ways to take income (5.1): the number of pieces on the Money Bags, or the whole stock, in
    any mix of kinds."""
    traders, merchants = s.stock[PILES_OF[seat]]
    # `worth` inlined: this runs with every list of legal actions.
    return incomes(traders, merchants, _BURSA[s.levels[LEVELS_EACH * seat + BURSA]])


def incomes(traders: int, merchants: int, most: int) -> list[Action]:
    """Return the ways to take this number of pieces, or all if there are fewer, in any mix of
    kinds."""
    amount = min(most, traders + merchants)
    if not amount:
        return []
    return [INCOME[amount - m][m] for m in range(max(0, amount - traders), min(merchants, amount) + 1)]


def free_actions(s: Position, seat: int, found: list[Action], closed: Closed) -> None:
    """Add actions that place, displace and claim anywhere on the board, except in houses closed to a kind
    (5.2, 5.3, 5.5)."""
    houses, words = s.houses, s.edition.words
    traders, merchants = s.supply[PILES_OF[seat]]
    empty = houses.translate(IS_EMPTY)
    if traders:
        found.extend(compress(words.place[TRADER], without(empty, closed[TRADER]) if closed else empty))
    if merchants:
        found.extend(compress(words.place[MERCHANT], without(empty, closed[MERCHANT]) if closed else empty))
    if traders + merchants >= 2:
        price = RIVALS if traders + merchants >= 3 else RIVAL_TRADERS
        rivals = houses.translate(price[seat])
        if (move.open_to_all(s, empty) if s.edition.bounded else empty.count(1)) <= s.board.longest:
            rivals = displacement.with_refuge(s, rivals)
        if traders:
            there = without(rivals, closed[TRADER]) if closed else rivals
            found.extend(compress(words.displace[TRADER], there))
        if merchants:
            there = without(rivals, closed[MERCHANT]) if closed else rivals
            found.extend(compress(words.displace[MERCHANT], there))
    missing = s.missing[s.board.missing_of[seat]]
    if 0 in missing:
        found.extend(compress(words.claim, missing.translate(IS_EMPTY)))


def near_actions(s: Position, seat: int, found: list[Action], reach: ActionRange) -> None:
    """Add actions that place, displace and claim within the limits of modules (5.2, 5.3, 5.5)."""
    houses, words = s.houses, s.edition.words
    inside, bounded = reach.houses, s.edition.bounded
    supply = s.supply[PILES_OF[seat]]
    kinds, pieces = [kind for kind in (TRADER, MERCHANT) if supply[kind]], sum(supply)
    empty = [house for house in inside if not houses[house]]
    for kind in kinds:
        place = words.place[kind]
        found += [place[house] for house in (may_stand(s, kind, empty) if bounded else empty)]
    if pieces >= 2:
        marked = houses.translate((RIVALS if pieces >= 3 else RIVAL_TRADERS)[seat])
        if bounded or houses.count(0) <= s.board.longest:
            marked = displacement.with_refuge(s, marked)
        there = [house for house in inside if marked[house]]
        for kind in kinds:
            displace = words.displace[kind]
            found += [displace[house] for house in (may_stand(s, kind, there) if bounded else there)]
    row, missing = s.board.missing_at(seat, 0), s.missing
    found += [words.claim[route] for route in reach.routes if not missing[row + route]]


def may_stand(s: Position, kind: int, houses: list[int]) -> list[int]:
    """Return the houses that such a piece can occupy."""
    return [house for house in houses if s.stands(kind, house)]


def reach_of(s: Position) -> ActionRange | None:
    """Return the limits on actions of the active player; None: none. The limits of several modules are
    intersected."""
    hooks = s.edition.action_range
    found: ActionRange | None = hooks[0](s)
    for hook in hooks[1:]:
        one = hook(s)
        if one is not None and found is not None:
            houses = tuple(house for house in found.houses if house in one.houses)
            routes = tuple(route for route in found.routes if route in one.routes)
            entered = tuple(
                route for route in found.entered or found.routes if route in (one.entered or one.routes)
            )
            one = ActionRange(houses, routes, one.why, entered)
        found = one or found
    return found


def take_income(s: Position, action: Income, events: list[Event]) -> None:
    """Take income (5.1)."""
    s.actions_left -= 1
    move_to_supply(s, s.active, (action.traders, action.merchants), events)


def place(s: Position, action: Place, events: list[Event]) -> None:
    """Place a piece (5.2)."""
    house = action.place
    s.actions_left -= 1
    # `code` and `pile_of` inlined: this is the most frequent action.
    pile = PILES * s.active + action.kind
    s.supply[pile] -= 1
    put(s, house, pile + 1)
    events.append(s.edition.events.placed[pile + 1][house])


# ---- refusals -------------------------------------------------------------------------------


def no_income(s: Position, action: Income) -> Reason | None:
    """Return why this income cannot be taken: the amount must match the Money Bags (5.1, A15)."""
    if why := no_actions(s):
        return why
    stock = sum(s.stock_of(s.active))
    if not stock:
        return Reason("stock-empty")
    return Reason("income-amount", {"amount": min(s.worth(s.active, BURSA), stock)})


def no_place(s: Position, action: Place) -> Reason | None:
    """Return why a piece cannot be placed (5.2)."""
    return (
        no_actions(s)
        or no_room(s, action.place)
        or lacks_supply(s, action.kind)
        or house_beyond(s, action.place)
        or no_standing(s, action.kind, action.place)
    )


def no_claim(s: Position, action: Claim) -> Reason | None:
    """Return why the route cannot be claimed (5.5)."""
    return no_actions(s) or unclaimable(s, action.place)


def unclaimable(s: Position, route: int) -> Reason | None:
    """Return why the route cannot be claimed, regardless of the actions left."""
    if any(owner(s.houses[house]) != s.active for house in s.board.route_houses[route]):
        return Reason("route-unfilled", {"route": s.board.route_ids[route], "seat": s.active})
    return beyond_reach(s, route)


def _house(s: Position, name: str) -> Reason | None:
    house = s.board.house_index[name]
    piece = s.houses[house]
    if why := no_actions(s):
        return why
    if piece and owner(piece) == s.active:
        return move.unmovable(s)
    if why := house_beyond(s, house):
        return why
    if piece:
        return displacement.too_dear(s, piece) or Reason("no-refuge")
    return not_now(s) if any(s.supply_of(s.active)) else SUPPLY_EMPTY


def _route(s: Position, name: str) -> Reason | None:
    return no_actions(s) or unclaimable(s, s.board.route_index[name]) or not_now(s)


def _supply(s: Position, kind: str) -> Reason | None:
    return no_actions(s) or lacks_supply(s, KINDS.index(kind)) or not_now(s)


def _stock(s: Position, kind: str) -> Reason:
    return Reason("stock-by-income" if any(s.stock_of(s.active)) else "stock-empty")


def _marker(s: Position, kind: str) -> Reason:
    extra = s.edition.markers.index(kind) == EXTRA_OFFICE
    return Reason("marker-in-claim" if extra else "marker-idle", {"marker": kind})


class Turn(Rule):
    """The turn (sections 4 and 5): the active player's actions one by one, markers between them, then the
    end.

    A separate action always ends the turn, so that the last action can be undone until then.
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
        UseMove: markers.use_move,
        PlainAction: turn_end.end_turn,
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
        UseMove: markers.no_moving,
    }
    touches = {
        "house": _house,
        "route": _route,
        "supply": _supply,
        "stock": _stock,
        "marker": _marker,
    }

    def legal(self, s: Position) -> list[Action]:
        seat, edition = s.active, s.edition
        found: list[Action] = []
        if s.actions_left:
            found += income(s, seat)
            reach = reach_of(s) if edition.action_range else None
            if reach is None or reach.closed:
                free_actions(s, seat, found, reach.closed if reach else edition.closed)
            else:
                near_actions(s, seat, found, reach)
            move.lifts(s, seat, found)
        for offer in self.offers:
            offer(s, seat, found)
        if s.unused[seat] != edition.no_markers:
            markers.usable(s, seat, found)
        found.append(END_TURN)
        return found

    def facts(self, s: Position) -> dict[str, Any]:
        return {"actions_left": s.actions_left}


TURN = Turn()

assert code(0, TRADER) == 1 and code(1, TRADER) == 1 + PILES, "`place` writes this out"
