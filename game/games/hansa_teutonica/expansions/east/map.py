"""Map of the southern Baltic, from Lübeck to the Samland: coasts, islands, rivers and woods, in board units.

Loosely based on the real map, without effect on the rules. The data comes first, then the SVG made from it.
"""

from __future__ import annotations

from functools import cache

from game.client.draw.svg import Bit, bit, placed
from game.client.views.map_paint import COAST_INK, FOAM, SEA_DEEP, SEA_FAR
from game.client.views.plane import XY, Box, contains, smooth
from game.games.hansa_teutonica.view.layout import Layout
from game.games.hansa_teutonica.view.maps.paint import (
    Wilds,
    everywhere,
    growth,
    mottling,
    path,
    river,
    tones,
)

SOUTH_COAST: tuple[XY, ...] = (
    (292, -20), (270, 30), (240, 58), (226, 84), (224, 112), (232, 138), (250, 152), (280, 155), (306, 147),
    (330, 130), (356, 122), (384, 128), (402, 148), (424, 158), (452, 160), (474, 154), (500, 156),
    (522, 168),
    (540, 190), (566, 200), (600, 208), (640, 217), (680, 226), (720, 224), (760, 214), (800, 208),
    (840, 206),
    (880, 208), (902, 200), (930, 190), (960, 176), (986, 172), (1012, 176), (1042, 186), (1060, 204),
    (1070, 228), (1078, 252), (1110, 268), (1150, 272), (1190, 262), (1220, 242), (1244, 220), (1250, 200),
    (1238, 184), (1230, 166), (1244, 152), (1280, 148), (1330, 149), (1440, 140),
)  # fmt: skip
"""From the northern edge at Lübeck along the bays and the spit of the Vistula to the Samland."""

SCANIA: tuple[XY, ...] = (
    (636, -20), (652, 26), (666, 52), (654, 78), (656, 108), (650, 134), (668, 160), (702, 176), (745, 182),
    (790, 176), (822, 158), (848, 140), (882, 134), (904, 122), (906, 104), (884, 84), (850, 76), (836, 56),
    (846, 28), (870, -20),
)  # fmt: skip

ISLES: tuple[tuple[XY, ...], ...] = (
    ((974, 146), (986, 116), (1020, 96), (1060, 84), (1102, 80), (1128, 100), (1122, 140), (1098, 162),
     (1060, 172), (1018, 168), (988, 164)),
    ((528, 150), (538, 128), (560, 120), (584, 136), (590, 158), (574, 176), (548, 178), (534, 168)),
    ((718, 204), (728, 197), (742, 200), (744, 208), (730, 212)),
    ((1128, 196), (1140, 188), (1152, 194), (1146, 204)),
)  # fmt: skip
"""Gotland, Rügen and small islands, each by its outline."""

RIVERS: dict[str, tuple[XY, ...]] = {
    "oder": ((1070, 1010), (1030, 930), (972, 850), (905, 770), (882, 690), (862, 650), (790, 590),
             (722, 545),
             (662, 515), (622, 470), (640, 400), (612, 330), (640, 280), (628, 240), (640, 214)),
    "vistula": ((1440, 966), (1350, 940), (1278, 915), (1226, 850), (1250, 780), (1165, 728), (1090, 660),
                (1030, 600), (970, 546), (1000, 470), (1066, 400), (1080, 330), (1084, 256)),
    "elbe": ((760, 1010), (700, 930), (640, 850), (580, 790), (522, 742), (440, 730), (320, 770), (220, 800),
             (138, 786), (80, 700), (112, 636), (150, 560), (176, 512), (120, 440), (60, 400), (-20, 386)),
    "havel": ((700, 560), (640, 600), (596, 640), (520, 650), (440, 640), (356, 638), (300, 570), (240, 530),
              (178, 514)),
    "saale": ((380, 1010), (350, 940), (362, 874), (300, 820), (220, 800)),
    "pregel": ((1440, 222), (1370, 214), (1312, 208), (1246, 206)),
    "warta": ((1180, 860), (1110, 760), (1010, 690), (930, 660), (862, 650)),
    "spree": ((760, 880), (740, 780), (700, 700), (640, 640), (596, 630)),
}  # fmt: skip
LARGE = ("oder", "vistula", "elbe")

REGIONS: tuple[tuple[str, Box], ...] = (
    ("mountain", (740, 850, 900, 950)),
    ("hill", (560, 780, 940, 950)),
    ("mountain", (1040, 930, 1200, 950)),
    ("hill", (1000, 790, 1260, 950)),
    ("fir", (620, 300, 1010, 500)),
    ("oak", (1060, 330, 1370, 700)),
    ("field", (180, 560, 560, 860)),
    ("field", (900, 560, 1140, 800)),
    ("oak", (60, 200, 560, 470)),
)

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
        *(river(course, name in LARGE) for name, course in RIVERS.items()),
        *growth(plan, WILDS),
        bit([(1184, 214)], 60, placed("cog", 1184, 214, 0.7)),
    ]


def _closed(points: tuple[XY, ...]) -> str:
    """Return an island's outline as a curve closed through the first point."""
    around_again = smooth((*points, *points[:3]), 6)
    start, end = 6, 6 * (len(points) + 1)
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in around_again[start:end]) + "Z"


@cache
def _lands() -> tuple[tuple[str, tuple[XY, ...]], ...]:
    """Return all land in the north: its outline as SVG, and as a polygon."""
    below = ((1440, LAND_END + 1), (-20, LAND_END + 1), (-20, -20))
    south = path(SOUTH_COAST) + "".join(f"L{x} {y}" for x, y in below) + "Z"
    return (
        (south, (*SOUTH_COAST, *below)),
        (path(SCANIA) + "Z", SCANIA),
        *((_closed(isle), isle) for isle in ISLES),
    )


def _sea(width: float) -> str:
    """Return deep water, the shallows along every coast, and the land."""
    coasts = [land for land, _ in _lands()]
    shallows = "".join(
        f'<path d="{coast}" fill="none" stroke="{FOAM}" stroke-opacity="{opacity}" stroke-width="{wide}"/>'
        for wide, opacity in ((46, 0.07), (30, 0.1), (18, 0.14), (8, 0.3))
        for coast in (path(SOUTH_COAST), *coasts[1:])
    )
    ground = "".join(f'<path d="{coast}" fill="{GRASS}"/>' for coast in coasts)
    ground += "".join(
        f'<path d="{shore}" fill="none" stroke="{COAST_INK}" stroke-width="2" stroke-linejoin="round"/>'
        for shore in (path(SOUTH_COAST), *coasts[1:])
    )
    return (
        f'<defs><linearGradient id="sea" x1="0" y1="0" x2="0" y2="{LAND_END}" gradientUnits="userSpaceOnUse">'
        f'<stop offset="0" stop-color="{SEA_DEEP}"/><stop offset="1" stop-color="{SEA_FAR}"/>'
        f'</linearGradient></defs><rect width="{width:.0f}" height="{LAND_END}" fill="url(#sea)"/>'
        f"{shallows}{_waves()}{ground}"
    )


def _waves() -> str:
    """Return small crests here and there on the open sea."""
    crests = [(x, y) for y in range(70, 250, 26) for x in range(250 + y % 4 * 31, 1340, 92)]
    drawn = "".join(
        f"M{x - 13} {y}q6.500-5 13 0q6.500 5 13 0" for x, y in crests if _at_sea(x, y) and _at_sea(x, y + 14)
    )
    return f'<path d="{drawn}" fill="none" stroke="{FOAM}" stroke-opacity=".3" stroke-width="1.6"/>'


def _at_sea(x: float, y: float) -> bool:
    """Return whether a point is on water."""
    return y < LAND_END and not any(contains(land, x, y) for _, land in _lands())


WILDS = Wilds(tuple(RIVERS.values()), (SOUTH_COAST, SCANIA), REGIONS, _at_sea)
