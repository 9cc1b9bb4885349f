"""Layout of the board, in board units (1400 x 1000): ports with warehouses and markets, routes, supply.

It does not use pixels; `geometry` does. The data is `assets/games/hansa/view/chart.json`: coasts, islands,
lakes (centre and half axes), rivers, vegetation and depths in fathoms, drawn freely after the real map; the
course of each route from source to target; and for each port the middle of its quay, the berth of the ship
and the buildings from west to east with their offsets. The ends and the direction of a route are rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from game.assets import data_of_game
from game.client.views.plane import XY, Box, around, smooth
from game.games.hansa.rules.board import ROUTES, TOWNS, Town

CHART = data_of_game("hansa", "view/chart")
WIDTH, HEIGHT = 1400.0, 1000.0
FRAME = 20.0
"""Width of the chart's border."""
GOOD = 62.0
"""Side of a good."""
SLOT = 74.0
"""Side of a warehouse."""
STALL = (50.0, 41.0)
"""Size of one player's market stack."""
QUAY = 92.0
"""Height of a port's quay."""
DISC = 38.0
BANNER = 26.0
SHIP = 108.0
TAG = 28.0
"""Height of a price tag."""
COIN = 30.0

PANEL: Box = (952, 800, 1376, 976)
"""The plank with the bank, the five stacks and the goods out of the game."""
CARD: Box = (1092, 678, 1376, 790)
"""The extra card, in games with it."""


@dataclass(frozen=True)
class Port:
    """A town: its quay with warehouses to the left and the market square to the right."""

    town: Town
    centre: XY
    berth: XY
    """Position of the ship in the town."""
    skyline: tuple[tuple[str, float], ...]
    """Buildings from west to east with their offsets."""

    @property
    def width(self) -> float:
        """Return the width of the quay."""
        return len(self.town.warehouses) * (SLOT + 4) + 2 * STALL[0] + 18

    @property
    def quay(self) -> Box:
        """Return the box of the quay."""
        return around(self.centre, self.width, QUAY)

    @property
    def square(self) -> Box:
        """Return the box of the market square."""
        right = self.quay[2] - 6
        return right - 2 * STALL[0] - 4, self.quay[1] + 5, right, self.quay[3] - 5

    def warehouse(self, name: str) -> XY:
        """Return the centre of a warehouse."""
        number = self.town.warehouses.index(name)
        return self.quay[0] + 6 + SLOT / 2 + number * (SLOT + 4), self.centre[1]

    @property
    def tag(self) -> XY:
        """Return the position of the price tag of the town's goods, above its warehouses."""
        first, last = self.warehouse(self.town.warehouses[0]), self.warehouse(self.town.warehouses[-1])
        return (first[0] + last[0]) / 2, self.quay[1] - 13

    def market(self, seat: int, seats: int) -> XY:
        """Return the centre of a player's stack on the market square."""
        left, top, right, bottom = self.square
        x, y = (left + right) / 2, (top + bottom) / 2
        across, down = STALL[0] / 2, STALL[1] / 2
        if seats == 2:
            return x, y + (-down if seat == 0 else down)
        return x + (across if seat % 2 else -across), y + (down if seat > 1 else -down)

    @property
    def banner(self) -> XY:
        """Return the centre of the name banner."""
        return self.centre[0], self.quay[3] + BANNER / 2 - 2

    @property
    def banner_width(self) -> float:
        """Return the width of the name banner."""
        return max(113.0, 12.5 * len(self.town.name) + 26)

    @property
    def outline(self) -> Box:
        """Return the box of the whole port, including skyline and banner."""
        left, top, right, bottom = self.quay
        return left, top - 56, right, bottom + BANNER


PORTS = {town.id: Port(town, **CHART["ports"][town.id]) for town in TOWNS}

STACK_PITCH = 51.0


def stack(number: int) -> XY:
    """Return the centre of a stack of goods, counting from 1."""
    left, top, _, bottom = PANEL
    return left + 104 + (number - 0.5) * STACK_PITCH, (top + bottom) / 2


BANK: XY = (PANEL[0] + 56, (PANEL[1] + PANEL[3]) / 2)
REMOVED: XY = (PANEL[2] - 38, (PANEL[1] + PANEL[3]) / 2)


def bank_box() -> Box:
    """Return the box of the bank's coins."""
    return around(BANK, 86, 150)


def removed_box() -> Box:
    """Return the box of goods that leave the game."""
    return around(REMOVED, 56, 150)


LINES = {
    (route.source, route.target): smooth(CHART["courses"][f"{route.source}-{route.target}"])
    for route in ROUTES
}
"""Every route as a fine polyline."""


def length(line: tuple[XY, ...]) -> float:
    """Return the length of a line."""
    return sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(line))
