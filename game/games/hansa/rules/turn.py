"""A player's turn: the restock, then moves and actions (sections 6 and 7)."""

from __future__ import annotations

from typing import Any

from game.engine.core import Action, Event, Reason
from game.games.hansa.rules import actions as act
from game.games.hansa.rules import events as tell
from game.games.hansa.rules.actions import Build, Buy, Discard, Done, EndTurn, HansaAction, Place, Sail, Sell
from game.games.hansa.rules.board import (
    DESTINATIONS,
    EMPTY,
    TOWN_IDS,
    TOWN_WAREHOUSES,
    WAREHOUSE_TOWN,
    WAREHOUSES,
    moves_between,
)
from game.games.hansa.rules.data import HansaData
from game.games.hansa.rules.flow import may_restock, must_restock, without
from game.games.hansa.rules.rule import Rule, missing, unsaleable
from game.games.hansa.rules.sale import sell
from game.games.hansa.rules.taxes import begin_taxes

_SAILS = tuple(tuple(act.SAILS[target] for target in targets) for targets in DESTINATIONS)
_NOT_IN_A_TURN = {Place: "placement-over", Done: "no-sale", Discard: "nothing-to-discard"}


def _legal_actions_of_visit(state: HansaData) -> list[Action]:
    """Return the actions in the ship's town: buy (7.5), build (7.6) and sell (7.7)."""
    found: list[Action] = []
    seat, town = state.active, state.ship
    full = [place for place in TOWN_WAREHOUSES[town] if state.shelf[place] != EMPTY]
    if full and (state.coins[seat] or not state.price_at(town, seat).coins):
        found += [act.BUYS[place] for place in full]
    hand = state.hands[seat]
    if hand:
        if state.reserve[seat]:
            found += act.builds(hand, state.reserve[seat])
        if state.market_at(town, seat):
            found += act.sales(hand)
    return found


def restock(state: HansaData, action: act.Restock, events: list[Event]) -> None:
    """Fill the empty warehouses in their order, for one coin to the bank if the player has one
    (6.2 to 6.5)."""
    state.now = TURN
    state.busy = True
    if state.coins[state.active]:
        _pay(state, None, events)
    for place, good in enumerate(state.shelf):
        if good == EMPTY and state.drawn < len(state.goods):
            _draw(state, place, events)


def _pay(state: HansaData, payee: int | None, events: list[Event]) -> None:
    state.coins[state.active] -= 1
    if payee is None:
        state.bank += 1
    else:
        state.coins[payee] += 1
    events.append(tell.pay(state.active, payee))


def _draw(state: HansaData, warehouse: int, events: list[Event]) -> None:
    """Turn the next good of the stacks face up (6.5). The first good of stack 5 announces the end (6.7)."""
    stack = 0
    while state.bounds[stack] <= state.drawn:
        stack += 1
    good = state.goods[state.drawn]
    if state.drawn == state.bounds[-2]:
        events.append(tell.LAST_ROUND)
        if state.extra:
            state.opener = state.active
    state.drawn += 1
    state.shelf[warehouse] = good
    events.append(tell.restock(good, stack, warehouse))


def no_restock(state: HansaData, action: act.Restock) -> Reason:
    """Return why no restock is possible: only at the beginning of a turn, while goods are left, for a coin
    (6.1-6.3)."""
    if state.drawn == len(state.goods):
        return Reason("stacks-empty")
    if EMPTY not in state.shelf:
        return Reason("warehouses-full")
    return Reason("restock-over" if state.busy or state.coins[state.active] else "no-coin-to-restock")


def sail(state: HansaData, action: Sail, events: list[Event]) -> None:
    """Move the ship for one coin to the bank, which begins a new visit (7.4)."""
    state.now = TURN
    state.busy = True
    _pay(state, None, events)
    events.append(tell.sail(state.active, state.ship, action.town))
    state.ship = action.town
    state.acted = False


def no_sail(state: HansaData, action: Sail) -> Reason:
    """Return why the ship cannot sail to the town (7.4)."""
    if action.town == state.ship:
        return Reason("ship-here", {"town": TOWN_IDS[state.ship]})
    if action.town not in DESTINATIONS[state.ship]:
        here, town = TOWN_IDS[state.ship], TOWN_IDS[action.town]
        return Reason(
            "no-route", {"here": here, "town": town, "moves": moves_between(state.ship, action.town)}
        )
    return Reason("no-coin-to-sail")


def _act(state: HansaData) -> None:
    """Use the one action of the visit (7.3)."""
    state.now = TURN
    state.acted = state.busy = True


def _visit_over(state: HansaData) -> Reason:
    """Return that the one action of this visit has been taken (7.3)."""
    return Reason("visit-over", {"town": TOWN_IDS[state.ship]})


def buy(state: HansaData, action: Buy, events: list[Event]) -> None:
    """Buy a good for one coin to the leader or the bank, or free. The warehouse stays empty (7.5)."""
    _act(state)
    seat, place = state.active, action.warehouse
    good = state.shelf[place]
    coins, payee = state.price_at(state.ship, seat)
    if coins:
        _pay(state, payee, events)
    state.shelf[place] = EMPTY
    state.hands[seat] = tuple(sorted((*state.hands[seat], good)))
    events.append(tell.buy(seat, good, place))


def no_buy(state: HansaData, action: Buy) -> Reason:
    """Return why the good cannot be bought (7.5)."""
    here, town = TOWN_IDS[state.ship], TOWN_IDS[WAREHOUSE_TOWN[action.warehouse]]
    facts = {"town": town, "warehouse": WAREHOUSES[action.warehouse]}
    if state.shelf[action.warehouse] == EMPTY:
        return Reason("warehouse-empty", facts)
    if town != here:
        return Reason("ship-elsewhere", {**facts, "here": here})
    if state.acted:
        return _visit_over(state)
    return Reason("no-coin-to-buy", {"payee": state.leader_at(state.ship)})


def build(state: HansaData, action: Build, events: list[Event]) -> None:
    """Build markets in the town; the good leaves the game (7.6)."""
    _act(state)
    seat, good, markets = state.active, action.good, action.markets
    state.hands[seat] = without(state.hands[seat], good)
    state.removed[good] += 1
    events.append(tell.to_box("spend", seat, good))
    state.add_markets(state.ship, seat, markets)
    events.append(tell.build(seat, state.ship, markets))


def no_build(state: HansaData, action: Build) -> Reason:
    """Return why these markets cannot be built (7.6)."""
    if action.good not in state.hands[state.active]:
        return missing(state.hands[state.active], action.good)
    if state.acted:
        return _visit_over(state)
    left = state.reserve[state.active]
    return Reason("few-markets-left", {"left": left}) if left else Reason("no-markets-left")


def begin_sale(state: HansaData, action: Sell, events: list[Event]) -> None:
    """Begin a sale with its first colour (7.7)."""
    _act(state)
    sell(state, action, events)


def no_sale(state: HansaData, action: Sell) -> Reason:
    """Return why the goods cannot be sold (7.7)."""
    if not state.market_at(state.ship, state.active):
        return Reason("no-market-here", {"town": TOWN_IDS[state.ship]})
    return _visit_over(state) if state.acted else unsaleable(state.hands[state.active], action)


def end_turn(state: HansaData, action: EndTurn, events: list[Event]) -> None:
    """End the actions of this turn; taxes follow (section 8)."""
    begin_taxes(state, events)


class Turn(Rule):
    """Phase 3: moves and one action per visit, in any order, until the player ends the turn (section 7)."""

    id = "turn"
    handlers = {Sail: sail, Buy: buy, Build: build, Sell: begin_sale, EndTurn: end_turn}
    refusals = {act.Restock: no_restock, Sail: no_sail, Buy: no_buy, Build: no_build, Sell: no_sale}

    def legal(self, state: HansaData) -> list[Action]:
        found: list[Action] = []
        if state.coins[state.active]:
            found += _SAILS[state.ship]
        if not state.acted:
            found += _legal_actions_of_visit(state)
        found.append(act.END_TURN_ACTION)
        return found

    def facts(self, state: HansaData) -> dict[str, Any]:
        coins, payee = state.price_at(state.ship, state.active)
        return {
            "town": TOWN_IDS[state.ship],
            "coins": state.coins[state.active],
            "acted": state.acted,
            "price": coins,
            "payee": payee,
        }

    def not_now(self, state: HansaData, action: HansaAction) -> Reason:
        return Reason(_NOT_IN_A_TURN[type(action)])


class RestockRule(Turn):
    """Phase 2: fill every empty warehouse for one coin; the first move or action forgoes it (section 6).

    The decision exists only if a restock is possible. If all warehouses are empty, it is mandatory (6.2, X4).
    """

    id = "restock"
    handlers = {act.Restock: restock, **Turn.handlers}

    def legal(self, state: HansaData) -> list[Action]:
        if must_restock(state):
            return [act.RESTOCK_ACTION]
        return [act.RESTOCK_ACTION, *super().legal(state)]

    def facts(self, state: HansaData) -> dict[str, Any]:
        cost = min(1, state.coins[state.active])
        return {**super().facts(state), "compulsory": must_restock(state), "cost": cost}

    def refuse(self, state: HansaData, action: HansaAction) -> Reason:
        return Reason("restock-first") if must_restock(state) else super().refuse(state, action)

    def check(self, state: HansaData) -> None:
        assert not state.busy and may_restock(state), "ask: no restock is possible here"


RESTOCK = RestockRule()
TURN = Turn()
