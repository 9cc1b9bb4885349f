"""Preview of an action of *Hansa*: costs and gains, after the engine applied it to a copy."""

from __future__ import annotations

from collections.abc import Iterator

from game.client.words.consequences import ActionPreview, look_ahead, total_line
from game.client.words.i18n import t
from game.engine.core import Action, Event
from game.games.hansa.rules.actions import DONE_ACTION, Buy, Sail, sales
from game.games.hansa.rules.board import TOWNS
from game.games.hansa.rules.state import HansaState
from game.games.hansa.view.words import Words

TOLD = frozenset({"last-round", "recall", "loss", "tax", "discard", "stalled", "game-end", "spend"})


class PreviewText:
    """Text of action previews."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def lines(self, action: Action, state: HansaState) -> tuple[str, ...]:
        """Return the cost, the result and the next decision, one sentence each."""
        outlook = look_ahead(state, action)
        after, events = outlook.after, outlook.events
        if after is None:
            return (*self._price(action, events), *self._told(events, state), t("ahead.hidden"))
        if after.now is not None and after.now.id == "sell-more":
            after = after.copy()
            events = (*events, *after.apply(DONE_ACTION))
        return (
            *self._price(action, events),
            *self._told(events, state),
            *self._visit(action, after),
            *self._leads(ActionPreview(state, after, events), after),
            *self._loss(after),
            *total_line(state, after, [player.name for player in self.words.players], self.words.score),
        )

    def _price(self, action: Action, events: tuple[Event, ...]) -> Iterator[str]:
        """Yield the coins paid, and the payee."""
        payees = [event.target for event in events if event.kind == "pay"]
        for payee in payees:
            seat = None if payee == "bank" else int(payee.removeprefix("purse."))
            yield self.words.paid("ahead.pay", seat)
        if isinstance(action, Buy) and not payees:
            yield self.words.t("ahead.free")

    def _told(self, events: tuple[Event, ...], state: HansaState) -> list[str]:
        told = (self.words.tell_event(event, state) for event in events if event.kind in TOLD)
        return [sentence for sentence in told if sentence]

    def _visit(self, action: Action, after: HansaState) -> Iterator[str]:
        """Yield the options after a sail: the goods there, their price, and whether a sale is possible."""
        seat = after.turn_seat
        if not isinstance(action, Sail) or seat is None:
            return
        town = next(town for town in TOWNS if town.id == after.ship_town)
        goods = [good for good in map(after.warehouse, town.warehouses) if good]
        if goods:
            price = self.words.price(town.id, after)
            yield self.words.t("ahead.goods", goods=self.words.goods(goods), price=price)
        markets = after.markets_in(town.id, seat)
        could = "ahead.markets" if sales(after.hands[seat]) else "ahead.no_pair"
        yield self.words.t(could if markets else "ahead.no_market", n=markets)

    def _leads(self, outlook: ActionPreview[HansaState], after: HansaState) -> Iterator[str]:
        """Yield the towns in which the majority changes."""
        for town in TOWNS:
            old, new = outlook.before.leader(town.id), after.leader(town.id)
            if old != new:
                key = "ahead.no_leader" if new is None else "ahead.leader"
                yield self.words.t(key, name=self.words.who(new), town=self.words.town(town.id))

    def _loss(self, after: HansaState) -> Iterator[str]:
        decision = after.decision
        if decision is not None and decision.id == "loss":
            ware = self.words.t(f"ware.{decision.facts['colour']}")
            yield self.words.t("ahead.loss", name=self.words.who(after.actor), ware=ware)
