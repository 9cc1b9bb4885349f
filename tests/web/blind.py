"""Screen-reader players: they perceive roles, names and announcements of the accessibility list, and press
keys.

They play simply, but find everything in the texts: the pending decision, the controls, the state of the
board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

TOOLS = "Desks and menu"
"""Heading of the controls that every table has; those of the decision come before it."""


class SpokenScreen(NamedTuple):
    """The accessibility list, as a screen reader finds it.

    question  the first heading
    buttons   the names of the buttons under each heading
    lines     the paragraphs under each heading
    """

    question: str
    buttons: Mapping[str, Sequence[str]]
    lines: Mapping[str, Sequence[str]]

    @property
    def offered(self) -> list[str]:
        """Buttons of the decision, the main ones first."""
        found = (name for title, names in self.buttons.items() if title != TOOLS for name in names)
        return [name for name in found if name != "Back"]


def first(told: SpokenScreen, *patterns: str) -> str:
    """Return the first button that matches the earliest of some patterns."""
    for pattern in patterns:
        for name in told.offered:
            if re.search(pattern, name):
                return name
    return told.offered[0]


def plays_hansa(told: SpokenScreen) -> str:
    """Choose a button in Hansa: sell, build, buy, and sail where goods are cheap; otherwise end the turn."""
    if "fill all empty warehouses" in told.question:
        return first(told, "^Fill the warehouses", "^Sail")
    most = sorted(told.offered, key=lambda name: [int(n) for n in re.findall(r"\d+", name)], reverse=True)
    if "How many" in told.question:
        return most[0]
    trade = ("^Sell", "^Give up", "^Build", r"^Buy .*\(free\)", "^Buy")
    return first(told, *trade, "^Sail .*free", "^Sail", "^Done", "^End")


def plays_hansa_teutonica(told: SpokenScreen) -> str:
    """Choose a button in Hansa Teutonica: fill the most complete route, displacing if necessary; claim it,
    and take the reward."""
    if "benefit" in told.question:
        return first(told, "^Office", "^(?!No )")
    route = first(told, "^Claim")
    if route.startswith("Claim"):
        return route
    if house := best_house(told):
        return house
    return first(told, "^Take income", "^End turn", r"\(empty\)$", "^Province", "^additional")


HOUSE = re.compile(r"house \d+, (?P<route>.*) \((?P<piece>.*)\)$")


def best_house(told: SpokenScreen) -> str:
    """Return the best house to occupy by the list's texts on routes; empty if there is no free one."""
    name = told.question.partition(":")[0]
    routes = {line.partition(":")[0]: line for line in told.lines["Routes"]}

    def worth(house: re.Match[str]) -> tuple[bool, int, int]:
        """Prefer routes without other players' pieces, then those with own pieces, then those with few empty
        houses."""
        line = routes[house["route"]]
        own, all_pieces = line.count(f"{name}’s "), line.count("’s ")
        rest = all_pieces - own - (house["piece"] != "empty")
        return rest == 0, own, -line.count("empty")

    houses = [found for one in told.offered if (found := HOUSE.match(one)) and f"{name}’s" not in one]
    return max(houses, key=worth)[0] if houses else ""
