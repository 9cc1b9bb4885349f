"""Named openings of *Hansa*: an early sale, many markets, or a full store."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core import Event, Reason

SALE, MARKETS, GOODS = "sale", "markets", "goods"
"""A sale in the first rounds; many markets without a sale; a full store without either."""
MANY = 8
"""Minimum number of markets built, for the plan `MARKETS`."""
FULL = 3
"""Minimum number of goods left, for the plan `GOODS`. No more may be kept at the end of a turn."""
PLANS = SALE, MARKETS, GOODS
LOST = frozenset({"spend", "loss", "discard"})


def recognise(events: Sequence[Event], seat: int) -> str:
    """Return the plan of a seat from the events of the first rounds; "" if it followed none."""
    own = [event for event in events if event.seat == seat]
    if any(event.kind == "sell" for event in own):
        return SALE
    if sum(event.amount for event in own if event.kind == "build") >= MANY:
        return MARKETS
    bought = sum(event.amount for event in own if event.kind == "buy")
    left = bought - sum(event.amount for event in own if event.kind in LOST)
    return GOODS if left >= FULL else ""


def begun(reason: Reason) -> str:
    """Return the plan that a suggestion with this reason belongs to, "" if it belongs to no plan."""
    match reason.id.partition("-")[0]:
        case "sell":
            return SALE
        case "build" | "break":
            return MARKETS
        case "buy":
            return GOODS
    return ""
