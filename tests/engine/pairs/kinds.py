"""Kinds of actions, so that players can prefer those that are rare: above all where rules meet."""

from __future__ import annotations

from game.engine.core import Action
from tests.engine.hansa_teutonica.ht_naive import owner
from tests.engine.hansa_teutonica.ht_naive_modules import NaiveModules

COMMON = {"place", "lift", "set", "income", "done", "no-benefit", "decline", "step", "walk", "finish"}
COMMON |= {"end-turn", "sail"}
"""Kinds that are frequent enough without preference."""
OFFICES = ("office", "extra-office", "green-office", "neutral")


def kind(action: Action, second: NaiveModules | None) -> str:
    """Name the kind of an action by its first word and by what else takes part in it.

    `second` is the second reading of a position of Hansa Teutonica.
    """
    first, *rest = action.text.split(" ")
    if first in ("use", "favour"):
        return f"{first} {rest[0]}"
    more = _more(first, rest, second) if second else ""
    return f"{first} {more}" if more else first


def _more(first: str, rest: list[str], second: NaiveModules) -> str:
    """Name the additional rule that an action involves."""
    if first == "place" and second.blocks(second.route_of(rest[1])):
        return "block"
    if first == "income" and any(second.has(seat, "income_with_others") for seat in range(second.seats)):
        return "along"
    if first == "claim":
        return second.effects.get(rest[0], "")
    if first == "displace":
        piece = second.houses[rest[1]]
        if piece == ".":  # a copy of the game is played on
            return ""
        tiles = second.held[owner(piece)] if owner(piece) < second.seats else ["neutral"]
        return " ".join([piece[1], *(tile for tile in tiles if "displaced" in tile or tile == "neutral")])
    if first in OFFICES:
        town = rest[-1].split(".")[0]
        return "tribute" if second.tributes(town) else ""
    return ""
