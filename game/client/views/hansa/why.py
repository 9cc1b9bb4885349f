"""Why something cannot be touched now, in one sentence: the rules as an answer to a mistaken touch.

The sentences are the `why.` entries of assets/i18n/hansa.<language>.json. Nothing here decides what is
legal; the engine has done so before anybody asks.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.client.views.hansa.words import WAREHOUSE_TOWN, Words
from game.engine.hansa.board import SHIP_START, TOWN_IDS, WAREHOUSES
from game.engine.hansa.state import HansaState

TURNS = ("turn", "restock")


class Reasons:
    """The answers of one game."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def things(self, state: HansaState) -> Iterator[str]:
        """Every element that can be asked about: of the chart, and of the actor's desk."""
        yield from (f"warehouse.{name}" for name in WAREHOUSES)
        yield from (f"town.{town}" for town in TOWN_IDS)
        if state.actor is not None:
            yield from (f"good.{good}" for good in dict.fromkeys(state.unsold(state.actor)))

    def why_not(self, element: str, state: HansaState) -> str:
        """Why the element is not offered; empty if there is nothing to say."""
        decision = state.decision
        if decision is None or state.actor is None:
            return ""
        kind, _, rest = element.partition(".")
        if decision.id == "restock" and decision.facts["compulsory"]:
            return self.words.t("why.restock")
        if decision.id == "first-placement":
            return self._placing(rest) if kind == "town" else self.words.t("why.placing")
        if decision.id not in TURNS:
            return self._deciding(decision.id, kind, rest, state)
        answer = {"town": self._town, "warehouse": self._warehouse, "good": self._good}.get(kind)
        return answer(rest, state) if answer else ""

    def _placing(self, town: str) -> str:
        key = "closed" if town == SHIP_START else "placed"
        return self.words.t(f"why.{key}", town=self.words.town(town))

    def _deciding(self, asked: str, kind: str, rest: str, state: HansaState) -> str:
        """A sale, a loss or a tax comes first; of the actor's goods only some matter."""
        if kind == "good" and asked == "loss" and state.decision is not None:
            ware = self.words.t(f"ware.{state.decision.facts['colour']}")
            return self.words.t("why.loss.good", ware=ware)
        if kind == "good" and asked == "sell-more":
            return self.words.t("why.sell-more.good", good=self.words.good(rest))
        return self.words.t(f"why.{asked}")

    def _town(self, town: str, state: HansaState) -> str:
        name, here = self.words.town(town), self.words.town(state.ship_town)
        if town == state.ship_town:
            return self.words.t("why.here", town=name)
        if town in state.destinations():
            return self.words.t("why.no-coin")
        return self.words.t("why.no-route", here=here, town=name, n=moves(state, town))

    def _warehouse(self, name: str, state: HansaState) -> str:
        town = WAREHOUSE_TOWN[name]
        where = self.words.town(town)
        if state.warehouse(name) is None:
            return self.words.t("why.empty", town=where)
        if town != state.ship_town:
            return self.words.t("why.away", town=where, here=self.words.town(state.ship_town))
        if state.action_done:
            return self.words.t("why.acted", town=where)
        return self.words.t("why.price", name=self.words.who(state.leader(town)))

    def _good(self, good: str, state: HansaState) -> str:
        if state.action_done:
            return self.words.t("why.acted", town=self.words.town(state.ship_town))
        return self.words.t("why.no-markets")


def moves(state: HansaState, town: str) -> int:
    """How many moves it takes from where the ship is to a town."""
    reached, count = {state.ship_town}, 0
    while town not in reached:
        reached |= {goal for here in reached for goal in state.destinations(here)}
        count += 1
    return count
