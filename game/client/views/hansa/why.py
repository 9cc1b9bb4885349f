"""Why something cannot be touched now, in one sentence: the rules as an answer to a mistaken touch.

The sentences are the `why.` entries of assets/i18n/hansa.<language>.json. Nothing here decides what is legal;
the engine has done so before anybody asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.client.views.hansa.words import WAREHOUSE_TOWN, Words
from game.engine.hansa.board import SHIP_START, TOWN_IDS, WAREHOUSES
from game.engine.hansa.state import HansaState

Reason = tuple[str, dict[str, Any]]
"""The key of a sentence without its `why.`, and its fields."""


class Reasons:
    """The answers of one game."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def things(self, s: HansaState) -> Iterator[str]:
        """Every element that can be asked about: of the chart, and of the actor's desk."""
        yield from (f"warehouse.{name}" for name in WAREHOUSES)
        yield from (f"town.{town}" for town in TOWN_IDS)
        if s.actor is not None:
            yield from (f"good.{good}" for good in dict.fromkeys(s.unsold(s.actor)))

    def why_not(self, element: str, s: HansaState) -> str:
        """Why the element is not offered; empty if there is nothing to say."""
        if s.decision is None:
            return ""
        kind, _, rest = element.partition(".")
        asked = s.decision.id
        if kind == "warehouse" and not s.warehouse(rest):
            key, fields = self._named("empty", WAREHOUSE_TOWN[rest])
        elif asked == "first-placement":
            key, fields = self._placement(kind, rest, s)
        elif asked not in ("turn", "restock") or s.decision.facts.get("compulsory"):
            key, fields = "later", {"prompt": self.words.prompt(s.decision, s)}
        else:
            key, fields = {"town": self._town, "warehouse": self._warehouse, "good": self._good}[kind](
                rest, s
            )
        return self.words.t(f"why.{key}", **fields)

    def _named(self, key: str, town: str) -> Reason:
        return key, {"town": self.words.town(town)}

    def _placement(self, kind: str, rest: str, s: HansaState) -> Reason:
        town = WAREHOUSE_TOWN[rest] if kind == "warehouse" else rest
        if town == SHIP_START:
            return self._named("closed", town)
        if s.actor is not None and s.markets_in(town, s.actor):
            return self._named("own", town)
        return self._named("placement", town)

    def _town(self, town: str, s: HansaState) -> Reason:
        if town == s.ship_town:
            return self._named("here", town)
        if town not in s.destinations():
            return "route", {"town": self.words.town(town), "source": self.words.town(s.ship_town)}
        return self._named("coin", town)

    def _warehouse(self, name: str, s: HansaState) -> Reason:
        if WAREHOUSE_TOWN[name] != s.ship_town:
            return self._named("away", s.ship_town)
        return self._named("done" if s.action_done else "poor", s.ship_town)

    def _good(self, _: str, s: HansaState) -> Reason:
        if s.action_done:
            return self._named("done", s.ship_town)
        if s.actor is not None and not s.markets_in(s.ship_town, s.actor):
            return self._named("market", s.ship_town)
        return self._named("two", s.ship_town)
