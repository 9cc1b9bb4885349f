"""A sale of one or more colours, and the losses of the opponents (7.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.core import Action, Event, Reason, Wishes
from game.games.hansa.rules import actions as act
from game.games.hansa.rules import events as tell
from game.games.hansa.rules.actions import Discard, Done, HansaAction, Sell
from game.games.hansa.rules.board import COLOURS, TOWN_IDS, barrels_of, colour_of
from game.games.hansa.rules.data import HansaData
from game.games.hansa.rules.flow import without
from game.games.hansa.rules.rule import PAIR, Rule, missing, unsaleable

FEWEST_BARRELS, MOST_BARRELS = BARRELS = ("fewest-barrels", "most-barrels")
"""Wishes for the good to lose."""


def sell(state: HansaData, sale: Sell, events: list[Event]) -> None:
    """Turn the goods face down (7.7.3). The sale continues while another colour can be sold."""
    seat = state.active
    hand = state.hands[seat]
    for good in sale.goods:
        hand = without(hand, good)
    state.hands[seat] = hand
    state.sold[seat] = tuple(sorted(state.sold[seat] + sale.goods))
    events += [tell.sell(seat, good, sale.goods.count(good)) for good in dict.fromkeys(sale.goods)]
    state.selling = (*state.selling, sale.colour)
    if any(colour not in state.selling for colour in act.sellable_colours(hand)):
        state.ask("sell-more")
    else:
        _finish(state, events)


def _finish(state: HansaData, events: list[Event]) -> None:
    """Return one market, then take goods from the opponents, clockwise, by colour (7.7.3, 7.7.4, A16)."""
    seat = state.active
    state.add_markets(state.ship, seat, -1)
    events.append(tell.recall(seat, state.ship))
    colours = sorted(state.selling)
    state.selling = ()
    state.losses = _losses(state, colours)
    _settle(state, events)


def done(state: HansaData, action: Done, events: list[Event]) -> None:
    """Sell no other colour (7.7.2)."""
    _finish(state, events)


def no_more(state: HansaData, sale: Sell) -> Reason:
    """Return why the sale cannot continue: it needs another colour, and a pair of it (7.7.2)."""
    if sale.colour in state.selling:
        return Reason("colour-sold", {"colour": COLOURS[sale.colour]})
    return unsaleable(state.hands[state.active], sale)


def _losses(state: HansaData, colours: list[int]) -> tuple[tuple[int, int], ...]:
    """Return the owners of goods of these colours, in the order of their losses (7.7.6)."""
    owners = [(state.active + step) % state.seats for step in range(1, state.seats)]
    return tuple((owner, colour) for owner in owners for colour in colours if state.held(owner, colour))


def _settle(state: HansaData, events: list[Event]) -> None:
    """Take goods where there is no choice, then let the first owner with different goods decide (7.7.6)."""
    while state.losses:
        goods = set(state.held(*state.losses[0]))
        if len(goods) > 1:
            state.ask("loss")
            return
        _lose(state, goods.pop(), events)
    state.ask("turn")


def _lose(state: HansaData, good: int, events: list[Event]) -> None:
    """Take this good from the first owner in line."""
    owner = state.losses[0][0]
    state.losses = state.losses[1:]
    state.hands[owner] = without(state.hands[owner], good)
    state.removed[good] += 1
    events.append(tell.to_box("loss", owner, good))


def choose_loss(state: HansaData, action: Discard, events: list[Event]) -> None:
    """Take the good of the owner's choice, then those of the others (7.7.6)."""
    _lose(state, action.good, events)
    _settle(state, events)


def no_loss(state: HansaData, action: Discard) -> Reason:
    """Return why the good cannot be lost: it has another colour, or is not in hand (7.7.4)."""
    owner, colour = state.losses[0]
    if colour_of(action.good) != colour:
        return Reason("loss-of-colour", {"seat": owner, "colour": COLOURS[colour]})
    return missing(state.hands[owner], action.good)


def _check_sold(state: HansaData, colours: set[int]) -> None:
    """Check that the active player has sold goods of these colours."""
    sold = [colour_of(good) for good in state.sold[state.active]]
    for colour in colours:
        assert sold.count(colour) >= PAIR, f"sold: {COLOURS[colour]} has not been sold, so no such sale"


class SellMore(Rule):
    """A sale in progress: goods of another colour, or done (7.7.2)."""

    id = "sell-more"
    uses = frozenset({"selling"})
    handlers = {Sell: sell, Done: done}
    refusals = {Sell: no_more}

    def legal(self, state: HansaData) -> list[Action]:
        sales: list[Action] = [
            sale for sale in act.sales(state.hands[state.active]) if sale.colour not in state.selling
        ]
        return [*sales, act.DONE_ACTION]

    def facts(self, state: HansaData) -> dict[str, Any]:
        return {"town": TOWN_IDS[state.ship], "colours": tuple(COLOURS[colour] for colour in state.selling)}

    def not_now(self, state: HansaData, action: HansaAction) -> Reason:
        return Reason("sale-first")

    def check(self, state: HansaData) -> None:
        assert len(set(state.selling)) == len(state.selling), "selling: a colour is given twice"
        more = set(act.sellable_colours(state.hands[state.active])) - set(state.selling)
        assert state.acted and more and state.market_at(state.ship, state.active), "ask: no sale can go on"
        _check_sold(state, set(state.selling))


class Loss(Rule):
    """An opponent chooses which good of a sold colour to lose (7.7.4, 7.7.6)."""

    id = "loss"
    uses = frozenset({"losses"})
    handlers = {Discard: choose_loss}
    refusals = {Discard: no_loss}

    def legal(self, state: HansaData) -> list[Action]:
        return [act.DISCARDS[good] for good in dict.fromkeys(state.held(*state.losses[0]))]

    def wishes(self, state: HansaData) -> Sequence[Wishes]:
        return (BARRELS,)

    def wished(self, state: HansaData, wishes: Sequence[str]) -> Action | None:
        """Give up the good with the fewest or with the most barrels."""
        chosen = next((wish for wish in wishes if wish in BARRELS), None)
        goods = sorted(state.held(*state.losses[0]), key=barrels_of, reverse=chosen == MOST_BARRELS)
        return None if chosen is None else act.DISCARDS[goods[0]]

    def facts(self, state: HansaData) -> dict[str, Any]:
        return {"colour": COLOURS[state.losses[0][1]], "seller": state.active}

    def not_now(self, state: HansaData, action: HansaAction) -> Reason:
        owner, colour = state.losses[0]
        return Reason("loss-first", {"seat": owner, "colour": COLOURS[colour]})

    def check(self, state: HansaData) -> None:
        owner, colour = state.losses[0]
        colours = sorted({colour for _, colour in state.losses})
        every = _losses(state, colours)
        assert (owner, colour) in every and state.losses == every[every.index((owner, colour)) :], (
            "losses: clockwise from the seller, each colour once, only opponents who have it"
        )
        assert len(set(state.held(owner, colour))) > 1, "losses: the first owner must have a choice"
        assert state.acted, "acted: a loss follows a sale"
        assert state.reserve[state.active], "markets: the sale returned a market to the reserve"
        _check_sold(state, set(colours))


SELL_MORE = SellMore()
LOSS = Loss()
