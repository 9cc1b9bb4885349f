"""The table of decisions of *Hansa*, in the order of the rules.

Each row says what is legal, what an action does and which decision follows, what the prompt needs
to know, and why an action is refused. What happens without anybody deciding is in `flow`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from game.engine.core import Action, Event
from game.engine.hansa import actions as act
from game.engine.hansa import events as tell
from game.engine.hansa.actions import HansaAction
from game.engine.hansa.board import (
    COLOURS,
    DESTINATIONS,
    EMPTY,
    GOODS,
    KEEP_GOODS,
    PLACEMENT_MARKETS,
    PLACEMENT_ROUNDS,
    START_TOWN,
    TOWN_WAREHOUSES,
    TOWNS,
    WAREHOUSE_TOWN,
    WAREHOUSES,
)
from game.engine.hansa.flow import (
    begin_taxes,
    begin_turn,
    draw,
    finish_sale,
    give_up,
    lose,
    must_restock,
    settle_losses,
    tax_goods,
    without,
)
from game.engine.hansa.majority import price

if TYPE_CHECKING:
    from game.engine.hansa.state import HansaState

__all__ = ["DECISIONS", "DecisionRule"]


class DecisionRule(ABC):
    """One row of the table."""

    id: str

    @abstractmethod
    def legal(self, state: HansaState) -> list[Action]:
        """Every legal action, in a stable order; never empty."""

    @abstractmethod
    def apply(self, state: HansaState, action: HansaAction, events: list[Event]) -> None:
        """Do a legal action."""

    @abstractmethod
    def facts(self, state: HansaState) -> dict[str, Any]:
        """What the prompt says beside the question."""

    @abstractmethod
    def refusal(self, state: HansaState, action: HansaAction) -> str:
        """Why an action that is not legal is not."""


class FirstPlacement(DecisionRule):
    """Three rounds clockwise: two markets in a town without own ones, not Copenhagen (section 3)."""

    id = "first-placement"

    def legal(self, state: HansaState) -> list[Action]:
        own = state.markets[state.active :: state.seats]
        return [act.PLACES[town] for town in range(len(TOWNS)) if town != START_TOWN and not own[town]]

    def apply(self, state: HansaState, action: HansaAction, events: list[Event]) -> None:
        seat = state.active
        state.markets[action.target * state.seats + seat] += PLACEMENT_MARKETS
        state.reserve[seat] -= PLACEMENT_MARKETS
        events.append(tell.place(seat, action.target))
        state.active = (seat + 1) % state.seats
        if state.active == state.start and self._rounds_placed(state) == PLACEMENT_ROUNDS:
            begin_turn(state, events)

    def facts(self, state: HansaState) -> dict[str, Any]:
        return {
            "round": self._rounds_placed(state) + 1,
            "rounds": PLACEMENT_ROUNDS,
            "markets": PLACEMENT_MARKETS,
        }

    def refusal(self, state: HansaState, action: HansaAction) -> str:
        if action.verb != act.PLACE:
            return "the first placement is not over: place two markets in a town"
        if action.target == START_TOWN:
            return f"no markets are placed in {TOWNS[START_TOWN].name} at the start"
        return f"there are already own markets in {TOWNS[action.target].name}"

    @staticmethod
    def _rounds_placed(state: HansaState) -> int:
        return sum(state.markets) // PLACEMENT_MARKETS // state.seats


class Turn(DecisionRule):
    """Phase 3: moves and, once a visit, an action, in any order, until the player ends it (section 7)."""

    id = "turn"

    def legal(self, state: HansaState) -> list[Action]:
        found: list[Action] = []
        if state.coins[state.active]:
            found += _SAILS[state.ship]
        if not state.acted:
            found += self._actions(state)
        found.append(act.END_TURN_ACTION)
        return found

    @staticmethod
    def _actions(state: HansaState) -> list[Action]:
        """Buy (7.5), build (7.6) and sell (7.7) in the ship's town."""
        found: list[Action] = []
        seat, town = state.active, state.ship
        full = [place for place in TOWN_WAREHOUSES[town] if state.shelf[place] != EMPTY]
        if full and (state.coins[seat] or price(state, town, seat)[0] == 0):
            found += [act.BUYS[place] for place in full]
        hand = state.hands[seat]
        if hand:
            if state.reserve[seat]:
                found += act.builds(hand, state.reserve[seat])
            if state.markets[town * state.seats + seat]:
                found += act.sales(hand)
        return found

    def apply(self, state: HansaState, action: HansaAction, events: list[Event]) -> None:
        state.ask("turn")
        if action.verb == act.END_TURN:
            begin_taxes(state, events)
            return
        state.busy = True
        if action.verb == act.SAIL:
            _sail(state, action.target, events)
            return
        state.acted = True
        if action.verb == act.BUY:
            _buy(state, action.target, events)
        elif action.verb == act.BUILD:
            _build(state, action.target, action.number, events)
        else:
            _sell(state, action, events)

    def facts(self, state: HansaState) -> dict[str, Any]:
        coins, payee = price(state, state.ship, state.active)
        return {
            "town": TOWNS[state.ship].id,
            "coins": state.coins[state.active],
            "acted": state.acted,
            "price": coins,
            "payee": payee,
        }

    def refusal(self, state: HansaState, action: HansaAction) -> str:
        check = _REFUSALS.get(action.verb)
        if check is not None:
            return check(state, action)
        if action.verb == act.RESTOCK:
            return "a restock comes first in a turn, if a warehouse is empty and it can be paid"
        return "not now: move, buy, build, sell or end the turn"


class Restock(Turn):
    """Phase 2: fill every empty warehouse for one coin; the first move or action passes it by (section 6).

    Asked only if a restock is possible. If all warehouses are empty nothing else is (6.2, X4).
    """

    id = "restock"

    def legal(self, state: HansaState) -> list[Action]:
        if must_restock(state):
            return [act.RESTOCK_ACTION]
        return [act.RESTOCK_ACTION, *super().legal(state)]

    def apply(self, state: HansaState, action: HansaAction, events: list[Event]) -> None:
        if action.verb != act.RESTOCK:
            super().apply(state, action, events)
            return
        state.ask("turn")
        state.busy = True
        if state.coins[state.active]:
            _pay(state, None, events)
        for place, good in enumerate(state.shelf):
            if good == EMPTY and state.drawn < len(state.goods):
                draw(state, place, events)

    def facts(self, state: HansaState) -> dict[str, Any]:
        cost = min(1, state.coins[state.active])
        return {**super().facts(state), "compulsory": must_restock(state), "cost": cost}

    def refusal(self, state: HansaState, action: HansaAction) -> str:
        if must_restock(state):
            return "every warehouse is empty: they must be filled first"
        return super().refusal(state, action)


class SellMore(DecisionRule):
    """A sale under way: goods of another colour too, or done (7.7.2)."""

    id = "sell-more"

    def legal(self, state: HansaState) -> list[Action]:
        sales: list[Action] = [
            sale for sale in act.sales(state.hands[state.active]) if sale.target not in state.selling
        ]
        return [*sales, act.DONE_ACTION]

    def apply(self, state: HansaState, action: HansaAction, events: list[Event]) -> None:
        if action.verb == act.SELL:
            _sell(state, action, events)
        else:
            finish_sale(state, events)

    def facts(self, state: HansaState) -> dict[str, Any]:
        return {"town": TOWNS[state.ship].id, "colours": tuple(COLOURS[colour] for colour in state.selling)}

    def refusal(self, state: HansaState, action: HansaAction) -> str:
        if action.verb != act.SELL:
            return "a sale is under way: sell goods of another colour or say done"
        if action.target in state.selling:
            return f"{COLOURS[action.target]} is already sold in this action"
        return _missing(state.hands[state.active], action)


class Loss(DecisionRule):
    """An opponent chooses which good of a colour sold is lost (7.7.4, 7.7.6)."""

    id = "loss"

    def legal(self, state: HansaState) -> list[Action]:
        owner, colour = state.losses[0]
        return [act.DISCARDS[good] for good in dict.fromkeys(state.hands[owner]) if good // 3 == colour]

    def apply(self, state: HansaState, action: HansaAction, events: list[Event]) -> None:
        lose(state, action.target, events)
        settle_losses(state, events)

    def facts(self, state: HansaState) -> dict[str, Any]:
        return {"colour": COLOURS[state.losses[0][1]], "seller": state.active}

    def refusal(self, state: HansaState, action: HansaAction) -> str:
        owner, colour = state.losses[0]
        if action.verb != act.DISCARD or action.target // 3 != colour:
            return f"seat {owner} must choose a {COLOURS[colour]} good to lose"
        return _missing(state.hands[owner], action)


class Taxes(DecisionRule):
    """Phase 4: goods above three are given up one by one, by choice (8.2)."""

    id = "taxes"

    def legal(self, state: HansaState) -> list[Action]:
        return [act.DISCARDS[good] for good in dict.fromkeys(state.hands[state.active])]

    def apply(self, state: HansaState, action: HansaAction, events: list[Event]) -> None:
        give_up(state, action.target, events)
        tax_goods(state, events)

    def facts(self, state: HansaState) -> dict[str, Any]:
        return {"discard": len(state.hands[state.active]) - KEEP_GOODS, "keep": KEEP_GOODS}

    def refusal(self, state: HansaState, action: HansaAction) -> str:
        if action.verb != act.DISCARD:
            return "taxes are due: choose a good to give up"
        return _missing(state.hands[state.active], action)


DECISIONS: dict[str, DecisionRule] = {
    rule.id: rule for rule in (FirstPlacement(), Restock(), Turn(), SellMore(), Loss(), Taxes())
}
"""The table, by id."""

_SAILS = tuple(tuple(act.SAILS[target] for target in targets) for targets in DESTINATIONS)


def _pay(state: HansaState, payee: int | None, events: list[Event]) -> None:
    state.coins[state.active] -= 1
    if payee is None:
        state.bank += 1
    else:
        state.coins[payee] += 1
    events.append(tell.pay(state.active, payee))


def _sail(state: HansaState, town: int, events: list[Event]) -> None:
    """7.4: one coin to the bank, a fresh visit."""
    _pay(state, None, events)
    events.append(tell.sail(state.active, state.ship, town))
    state.ship = town
    state.acted = False


def _buy(state: HansaState, place: int, events: list[Event]) -> None:
    """7.5: one coin to the leader or the bank, or free; the warehouse stays empty."""
    seat, good = state.active, state.shelf[place]
    coins, payee = price(state, state.ship, seat)
    if coins:
        _pay(state, payee, events)
    state.shelf[place] = EMPTY
    state.hands[seat] = tuple(sorted((*state.hands[seat], good)))
    events.append(tell.buy(seat, good, place))


def _build(state: HansaState, good: int, markets: int, events: list[Event]) -> None:
    """7.6: the good leaves the game, markets come to the town."""
    seat = state.active
    state.hands[seat] = without(state.hands[seat], good)
    state.removed[good] += 1
    events.append(tell.spend(seat, good))
    state.reserve[seat] -= markets
    state.markets[state.ship * state.seats + seat] += markets
    events.append(tell.build(seat, state.ship, markets))


def _sell(state: HansaState, sale: HansaAction, events: list[Event]) -> None:
    """7.7.3: the goods are turned face down; the sale goes on while another colour can be sold."""
    seat = state.active
    for good in sale.goods:
        state.hands[seat] = without(state.hands[seat], good)
    state.sold[seat] = tuple(sorted(state.sold[seat] + sale.goods))
    events += [tell.sell(seat, good, sale.goods.count(good)) for good in dict.fromkeys(sale.goods)]
    state.selling = (*state.selling, sale.target)
    if any(colour not in state.selling for colour in act.sellable_colours(state.hands[seat])):
        state.ask("sell-more")
    else:
        finish_sale(state, events)


def _missing(hand: tuple[int, ...], action: HansaAction) -> str:
    wanted = action.goods or (action.target,)
    name = next((GOODS[good] for good in wanted if hand.count(good) < wanted.count(good)), None)
    return f"there is no such good left: {name}" if name else "not now"


def _no_sail(state: HansaState, action: HansaAction) -> str:
    if action.target not in DESTINATIONS[state.ship]:
        return f"no route leads from {TOWNS[state.ship].name} to {TOWNS[action.target].name}"
    return "there is no coin left for the move"


def _no_action(state: HansaState) -> str | None:
    return "the action of this visit is done: the ship must move first" if state.acted else None


def _no_buy(state: HansaState, action: HansaAction) -> str:
    if WAREHOUSE_TOWN[action.target] != state.ship:
        return f"warehouse {WAREHOUSES[action.target]} is not in {TOWNS[state.ship].name}, where the ship is"
    if state.shelf[action.target] == EMPTY:
        return f"warehouse {WAREHOUSES[action.target]} is empty"
    return _no_action(state) or "there is no coin left for the good"


def _no_build(state: HansaState, action: HansaAction) -> str:
    if action.target not in state.hands[state.active]:
        return _missing(state.hands[state.active], action)
    return _no_action(state) or f"only {state.reserve[state.active]} markets are left in the reserve"


def _no_sale(state: HansaState, action: HansaAction) -> str:
    if not state.markets[state.ship * state.seats + state.active]:
        return f"there is no own market in {TOWNS[state.ship].name}"
    return _no_action(state) or _missing(state.hands[state.active], action)


_REFUSALS = {act.SAIL: _no_sail, act.BUY: _no_buy, act.BUILD: _no_build, act.SELL: _no_sale}
