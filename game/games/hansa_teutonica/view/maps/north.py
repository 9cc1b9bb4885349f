"""Map of the Hanseatic north, from the Zuiderzee to the Elbe: coast, rivers, woods and hills, in board units.

Loosely based on the real map, without effect on the rules. The data comes first, then the SVG made from it.
"""

from __future__ import annotations

from itertools import pairwise

from game.client.draw.svg import Bit, bit, placed
from game.client.views.map_paint import COAST_INK, FOAM, LAND, LAND_LIGHT, SEA_FAR, SEA_NEAR
from game.client.views.plane import XY, Box
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

NORTH_COAST: tuple[XY, ...] = (
    (-20, 304), (40, 302), (78, 298), (106, 288), (112, 268), (96, 252), (60, 246), (26, 236), (22, 196),
    (30, 160), (62, 148), (104, 142), (150, 140), (200, 146), (240, 152), (262, 166), (280, 186), (312, 192),
    (332, 178), (340, 156), (372, 138), (420, 130), (470, 128), (512, 132), (528, 146), (538, 160),
    (560, 158), (566, 142), (584, 130), (604, 128), (614, 138), (626, 134), (634, 120), (652, 104), (690,
    88), (732, 77),
    (782, 76), (830, 86), (880, 100), (930, 110), (972, 114), (976, 108), (930, 99), (880, 88), (834, 72),
    (790, 62), (752, 52), (738, 30), (742, -20),
)  # fmt: skip
"""From the western edge along the Zuiderzee and the North Sea, up the Elbe and out at the northern edge."""

BALTIC: tuple[XY, ...] = (
    (1150, -20), (1160, 30), (1172, 56), (1198, 66), (1228, 62), (1262, 60), (1290, 68), (1300, 86),
    (1322, 94),     (1350, 88), (1385, 86), (1450, 74),
)  # fmt: skip

ISLANDS: tuple[tuple[XY, XY], ...] = (
    ((58, 126), (26, 5)), ((440, 112), (17, 4)), ((484, 110), (15, 4)), ((526, 113), (13, 4)),
    ((560, 118), (11, 3)),
)  # fmt: skip

RIVERS: dict[str, tuple[XY, ...]] = {
    "rhine": ((172, 1010), (160, 940), (66, 905), (58, 840), (128, 790), (100, 742), (96, 700), (60, 660),
              (82, 610), (60, 578), (-10, 566)),
    "ijssel": ((76, 596), (46, 540), (64, 470), (52, 420), (66, 372), (62, 330), (92, 292)),
    "lippe": ((640, 716), (560, 690), (470, 668), (380, 676), (300, 662), (210, 672), (100, 700)),
    "ems": ((560, 640), (500, 646), (430, 640), (380, 612), (336, 560), (330, 520), (452, 470), (462, 400),
            (440, 330), (452, 280), (420, 236), (370, 222), (330, 204), (322, 188)),
    "weser": ((800, 1010), (780, 936), (700, 900), (620, 850), (590, 800), (600, 740), (700, 690), (712, 610),
              (690, 560), (620, 500), (640, 420), (690, 370), (740, 320), (716, 260), (650, 220), (640, 170),
              (616, 134)),
    "leine": ((860, 930), (800, 820), (836, 760), (812, 690), (838, 610), (810, 500), (840, 430), (800, 400),
              (760, 350), (742, 322)),
    "aller": ((1180, 590), (1120, 540), (1060, 560), (1000, 500), (940, 500), (900, 440), (820, 420),
              (800, 400)),
    "elbe": ((1300, 1010), (1330, 930), (1310, 840), (1240, 800), (1230, 700), (1340, 640), (1352, 560),
             (1366, 480),              (1250, 410), (1180, 400), (1196, 330), (1180, 250), (1110, 190),
             (1040, 140), (972, 112)),
    "saale": ((1200, 1010), (1190, 960), (1180, 900), (1210, 850), (1262, 808)),
}  # fmt: skip

LARGE = ("rhine", "elbe", "weser")

REGIONS: tuple[tuple[str, Box], ...] = (
    ("mountain", (1000, 690, 1110, 800)),
    ("hill", (900, 660, 1230, 860)),
    ("hill", (360, 470, 640, 720)),
    ("mountain", (250, 790, 470, 880)),
    ("hill", (200, 760, 560, 890)),
    ("hill", (640, 760, 900, 900)),
    ("fir", (560, 560, 900, 900)),
    ("oak", (820, 330, 1180, 480)),
    ("field", (60, 150, 420, 420)),
    ("field", (980, 480, 1380, 640)),
)
"""Vegetation by region. The first match is used; elsewhere there are woods and fields at random."""

SOUTH_OF_COAST = 225
"""Vertical coordinate below which nearly everything is land."""
SEA_END = 320
"""Vertical coordinate below which there is no water except rivers."""


def north(plan: Layout) -> list[Bit]:
    """Return sea, coast, mottled land, rivers, and the vegetation between towns and roads."""
    return [
        Bit((-20, -20, plan.width + 20, SEA_END + 30), _sea(plan.width) + _shores()),
        Bit(everywhere(plan), tones()),
        *mottling(plan.width, SOUTH_OF_COAST),
        *(river(course, name in LARGE) for name, course in RIVERS.items()),
        *growth(plan, WILDS),
        bit([(622, 94)], 60, placed("cog", 622, 94, 0.78)),
    ]


def _sea(width: float) -> str:
    return (
        f'<defs><linearGradient id="sea" x1="0" y1="0" x2="0" y2="{SEA_END}" gradientUnits="userSpaceOnUse">'
        f'<stop offset="0" stop-color="{SEA_FAR}"/><stop offset="1" stop-color="{SEA_NEAR}"/>'
        "</linearGradient></defs>"
        f'<rect width="{width:.0f}" height="{SEA_END}" fill="url(#sea)"/>'
    )


def _shores() -> str:
    """Return shallow water, islands and the land. South of the sea the bare ground shows, which costs no
    drawing."""
    coast = f"{path(NORTH_COAST)}L{path(BALTIC)[1:]}"
    lines = "".join(
        f'<path d="{coast}" fill="none" stroke="{FOAM}" stroke-opacity="{opacity}" stroke-width="{wide}"/>'
        for wide, opacity in ((44, 0.07), (30, 0.1), (18, 0.14), (8, 0.3))
    )
    isles = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{LAND_LIGHT}" stroke="{COAST_INK}"/>'
        for (x, y), (rx, ry) in ISLANDS
    )
    ground = f'<path d="{coast}L1500 {SEA_END + 1}L-20 {SEA_END + 1}Z" fill="{LAND}"/>'
    edge = f'<path d="{coast}" fill="none" stroke="{COAST_INK}" stroke-width="2" stroke-linejoin="round"/>'
    return lines + isles + ground + edge


def _at_sea(x: float, y: float) -> bool:
    """Return whether a point is north of a coast (approximately: the coasts run from west to east)."""
    if y >= SEA_END:
        return False
    for (x1, y1), (x2, y2) in _SHORES:
        if x1 <= x < x2 and y < y1 + (y2 - y1) * (x - x1) / (x2 - x1):
            return True
    return x < 112 and y < 300


_SHORES = [*pairwise(NORTH_COAST[8:-8]), *pairwise(BALTIC)]


WILDS = Wilds(RIVERS.values(), (NORTH_COAST, BALTIC), REGIONS, _at_sea)
