"""Map of the Hanseatic north, from the Zuiderzee to the Elbe: coast, rivers, woods and hills, in board units.

Loosely based on the real map, without effect on the rules. The data is
`assets/games/hansa_teutonica/view/north.json`: coasts from west to east, islands by centre and half axes, and
vegetation by region.
"""

from __future__ import annotations

from itertools import pairwise

from game.assets import data_of_game
from game.client.draw.svg import Bit, bit, placed
from game.client.views.map_paint import (
    COAST_INK,
    LAND,
    LAND_LIGHT,
    SEA_FAR,
    SEA_NEAR,
    curve,
    sea,
    shallows,
    shore,
    tones,
)
from game.client.views.plane import XY
from game.games.hansa_teutonica.view.layout import Layout
from game.games.hansa_teutonica.view.maps.paint import Wilds, everywhere, growth, mottling, river

_MAP = data_of_game("hansa-teutonica", "view/north")
COAST: tuple[XY, ...] = _MAP["coast"]
BALTIC: tuple[XY, ...] = _MAP["baltic"]

SOUTH_OF_COAST = 225
"""Vertical coordinate below which nearly everything is land."""
SEA_END = 320
"""Vertical coordinate below which there is no water except rivers."""


def north(plan: Layout) -> list[Bit]:
    """Return sea, coast, mottled land, rivers, and the vegetation between towns and roads."""
    return [
        Bit(
            (-20, -20, plan.width + 20, SEA_END + 30), sea(plan.width, SEA_END, SEA_FAR, SEA_NEAR) + _shores()
        ),
        Bit(everywhere(plan), tones()),
        *mottling(plan.width, SOUTH_OF_COAST),
        *(river(course, name in _MAP["large"]) for name, course in _MAP["rivers"].items()),
        *growth(plan, WILDS),
        bit([(622, 94)], 60, placed("cog", 622, 94, 0.78), ornament=True),
    ]


def _shores() -> str:
    """Return shallow water, islands and the land. South of the sea the bare ground shows, which costs no
    drawing."""
    coast = f"{curve(COAST)}L{curve(BALTIC)[1:]}"
    isles = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{LAND_LIGHT}" stroke="{COAST_INK}"/>'
        for (x, y), (rx, ry) in _MAP["islands"]
    )
    ground = f'<path d="{coast}L1500 {SEA_END + 1}L-20 {SEA_END + 1}Z" fill="{LAND}"/>'
    return shallows([coast], (44, 0.07)) + isles + ground + shore(coast)


def _at_sea(x: float, y: float) -> bool:
    """Return whether a point is north of a coast (approximately: the coasts run from west to east)."""
    if y >= SEA_END:
        return False
    for (x1, y1), (x2, y2) in _SHORES:
        if x1 <= x < x2 and y < y1 + (y2 - y1) * (x - x1) / (x2 - x1):
            return True
    return x < 112 and y < 300


_SHORES = [*pairwise(COAST[8:-8]), *pairwise(BALTIC)]


WILDS = Wilds(_MAP["rivers"].values(), (COAST, BALTIC), _MAP["regions"], _at_sea)
