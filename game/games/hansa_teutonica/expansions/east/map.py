"""Map of the southern Baltic, from Lübeck to the Samland: coasts, islands, rivers and woods, in board units.

Loosely based on the real map, without effect on the rules. The data is
`assets/games/hansa_teutonica/expansions/east/map.json`.
"""

from __future__ import annotations

from functools import cache

from game.assets import data_of_game
from game.client.draw.svg import Bit, bit, placed
from game.client.views.map_paint import (
    SEA_DEEP,
    SEA_FAR,
    curve,
    island,
    outline,
    sea,
    shallows,
    shore,
    tones,
    waves,
)
from game.client.views.plane import XY, contains
from game.games.hansa_teutonica.view.layout import Layout
from game.games.hansa_teutonica.view.maps.paint import Wilds, everywhere, growth, mottling, river

_MAP = data_of_game("hansa-teutonica", "expansions/east/map")
COAST: tuple[XY, ...] = _MAP["coast"]
"""From the northern edge at Lübeck along the bays and the spit of the Vistula to the Samland."""
SCANIA: tuple[XY, ...] = _MAP["scania"]

LAND_END = 275
"""Vertical coordinate below which there is no sea."""
GRASS, GRASS_LIGHT, GRASS_DARK = "#dcd8ac", "#eeecc9", "#bcc795"
"""Land colours, greener than in the west."""


def baltic(plan: Layout) -> list[Bit]:
    """Return sea, coasts, land, rivers, and the vegetation between towns and roads."""
    return [
        Bit(
            everywhere(plan),
            f'<rect x="-20" y="-20" width="{plan.width + 40:.0f}" height="1040" fill="{GRASS}"/>',
        ),
        Bit((-20, -20, plan.width + 20, LAND_END + 30), _sea(plan.width)),
        Bit(everywhere(plan), tones(GRASS_LIGHT, GRASS_DARK)),
        *mottling(plan.width, LAND_END),
        *(river(course, name in _MAP["large"]) for name, course in _MAP["rivers"].items()),
        *growth(plan, WILDS),
        bit([(1184, 214)], 60, placed("cog", 1184, 214, 0.7), ornament=True),
    ]


@cache
def _lands() -> tuple[tuple[str, tuple[XY, ...]], ...]:
    """Return all land in the north: its outline as SVG, and as a polygon."""
    below = ((1440, LAND_END + 1), (-20, LAND_END + 1), (-20, -20))
    south = curve(COAST) + "".join(f"L{x} {y}" for x, y in below) + "Z"
    return (
        (south, (*COAST, *below)),
        (curve(SCANIA) + "Z", SCANIA),
        *((outline(island(isle), "Z"), isle) for isle in _MAP["islands"]),
    )


def _sea(width: float) -> str:
    """Return deep water, the shallows along every coast, and the land."""
    lands = [land for land, _ in _lands()]
    coasts = [curve(COAST), *lands[1:]]
    ground = "".join(f'<path d="{land}" fill="{GRASS}"/>' for land in lands)
    crests = ((x, y) for y in range(70, 250, 26) for x in range(250 + y % 4 * 31, 1340, 92))
    on_sea = waves((x, y) for x, y in crests if _at_sea(x, y) and _at_sea(x, y + 14))
    water = sea(width, LAND_END, SEA_DEEP, SEA_FAR) + shallows(coasts) + on_sea
    return water + ground + "".join(map(shore, coasts))


def _at_sea(x: float, y: float) -> bool:
    """Return whether a point is on water."""
    return y < LAND_END and not any(contains(land, x, y) for _, land in _lands())


WILDS = Wilds(_MAP["rivers"].values(), (COAST, SCANIA), _MAP["regions"], _at_sea)
