"""Explanations of elements that cannot be activated now, in one sentence.

Activating a town means sailing there, a warehouse buying its good, a good building with it, selling it or
losing it. The engine returns the reason why that is not legal, and `words` the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.core import Action, Reason
from game.games.hansa.rules.board import TOWN_IDS, WAREHOUSES
from game.games.hansa.rules.state import HansaState
from game.games.hansa.view.geometry import WAREHOUSE_PORT
from game.games.hansa.view.words import Words

_TOWN = {"first-placement": "place {0}"}
_GOOD = {"loss": "discard {0}", "taxes": "discard {0}"}


class Refusals:
    """Explanations of one game."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def things(self, state: HansaState) -> Iterator[str]:
        """Yield every element with an explanation, on the chart and on the actor's player board."""
        yield from (f"warehouse.{name}" for name in WAREHOUSES)
        yield from (f"town.{town}" for town in TOWN_IDS)
        if state.actor is not None:
            yield from (f"good.{good}" for good in dict.fromkeys(state.unsold(state.actor)))

    def why_not(self, element: str, state: HansaState) -> str:
        """Return why the element is not offered; empty if there is nothing to explain."""
        action = meant(element, state)
        if action is None:
            return ""
        reason = state.why_not(action) or _by_colour(element)
        return "" if reason is None else self.words.refusal(reason, state)


def meant(element: str, state: HansaState) -> Action | None:
    """Return the action that activating the element stands for; None if no decision is pending, or the
    element means nothing by itself."""
    if state.decision is None:
        return None
    kind, _, name = element.partition(".")
    if kind == "good" and state.decision.id == "sell-more":
        return _sale(name, state)
    match kind:
        case "town":
            text = _TOWN.get(state.decision.id, "sail {0}")
        case "warehouse":
            place = state.parse_action(f"place {WAREHOUSE_PORT[name]}")
            if state.decision.id == "first-placement" and state.why_not(place):
                return place  # it is in the town that was meant
            text = "buy {0}"
        case "good":
            text = _GOOD.get(state.decision.id, "build {0} 1")
        case _:
            return None
    return state.parse_action(text.format(name))


def _sale(good: str, state: HansaState) -> Action:
    """Return the sale of all the actor's goods of that colour, or of two if there are fewer."""
    colour, _, barrels = good.partition(".")
    held = [other.partition(".")[2] for other in state.unsold(state.active) if other.startswith(f"{colour}.")]
    parts = held if len(held) > 1 else [barrels] * 2
    return state.parse_action(f"sell {colour} {' '.join(parts)}")


def _by_colour(element: str) -> Reason | None:
    """Return that a good cannot be sold by itself, because a sale begins with its colour."""
    kind, _, rest = element.partition(".")
    return Reason("sell-by-colour", {"colour": rest.partition(".")[0]}) if kind == "good" else None
