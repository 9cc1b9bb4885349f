"""Map of Great Britain from Scotland to the Channel: coasts, countries, rivers and hills, in board units.

Loosely based on the real map, without effect on the rules. Both boards have the same land. Scotland is a
separate country on the larger one. The data comes first, then the SVG made from it.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pygame

from game.client.draw.svg import Bit, bit, placed
from game.client.views.map_paint import COAST_INK, FOAM, SEA_DEEP, SEA_FAR
from game.client.views.plane import XY, Box, smooth
from game.games.hansa_teutonica.view.layout import Layout
from game.games.hansa_teutonica.view.maps.paint import Wilds, everywhere, growth, river, tones

SCOTLAND_WEST: tuple[XY, ...] = (
    (30, -20), (48, 40), (40, 84), (58, 120), (50, 152), (84, 172), (128, 186), (160, 210), (150, 238),
    (172, 262), (164, 290), (188, 312), (196, 346), (228, 362), (262, 380), (300, 398),
)  # fmt: skip
"""From the northern edge to the Solway."""
ENGLAND_WEST: tuple[XY, ...] = (
    (308, 424), (300, 448), (322, 470), (356, 474), (380, 492), (376, 520), (396, 548), (388, 576),
    (398, 606), (390, 632), (362, 640), (344, 656),
)  # fmt: skip
WALES_COAST: tuple[XY, ...] = (
    (312, 684), (276, 692), (230, 686), (180, 690), (140, 684), (106, 692), (74, 688), (62, 712),
    (78, 742), (66, 768), (92, 772), (130, 772), (168, 800), (178, 834), (172, 868), (146, 892),
    (104, 900), (74, 908), (52, 930), (62, 958), (50, 986), (74, 1012), (104, 1044), (142, 1078),
    (182, 1092), (238, 1082), (290, 1084), (334, 1078),
)  # fmt: skip
"""From the Dee round Anglesey and Pembroke to the Severn."""
ENGLAND_SOUTH: tuple[XY, ...] = (
    (318, 1094), (308, 1124), (270, 1140), (226, 1144), (182, 1158), (140, 1176), (112, 1206), (72, 1236),
    (44, 1266), (66, 1280), (98, 1268), (134, 1272), (176, 1264), (216, 1272), (252, 1258), (300, 1262),
    (336, 1268), (362, 1290), (398, 1304), (440, 1312), (480, 1304), (520, 1310), (566, 1318),
    (606, 1310), (636, 1288), (672, 1268), (716, 1274), (762, 1270), (796, 1250), (834, 1230),
    (846, 1204), (840, 1174), (868, 1150), (872, 1128), (842, 1108), (862, 1094), (900, 1100),
    (960, 1090), (1060, 1040), (1060, 760), (962, 732), (918, 724), (872, 734), (834, 736), (800, 722),
    (812, 694), (842, 672), (846, 640), (822, 616), (806, 600), (818, 580), (806, 544), (798, 508),
    (774, 474), (770, 440), (752, 408), (730, 370), (694, 344), (668, 326),
)  # fmt: skip
"""From the Severn by Land's End and the Channel, East Anglia beyond the frame, up to the Tyne."""
SCOTLAND_EAST: tuple[XY, ...] = (
    (658, 300), (654, 270), (636, 236), (616, 204), (600, 168), (578, 138), (562, 104), (538, 86),
    (530, 66), (500, 58), (470, 62), (452, 40), (470, -20),
)  # fmt: skip
COAST = (*SCOTLAND_WEST, *ENGLAND_WEST, *WALES_COAST, *ENGLAND_SOUTH, *SCOTLAND_EAST)

MAN: tuple[XY, ...] = (
    (84, 512), (106, 480), (150, 466), (192, 472), (216, 492), (224, 522), (214, 556), (192, 584),
    (156, 594), (118, 582), (92, 552),
)  # fmt: skip
FRANCE: tuple[XY, ...] = (
    (1020, 1214), (952, 1220), (914, 1222), (888, 1244), (858, 1262), (812, 1272), (768, 1284),
    (754, 1304), (758, 1336), (744, 1366), (750, 1440), (1020, 1440),
)  # fmt: skip
ISLES: tuple[tuple[XY, ...], ...] = (
    ((96, 296), (112, 282), (128, 296), (122, 322), (106, 330), (94, 316)),
    ((520, 1342), (542, 1330), (572, 1334), (584, 1342), (560, 1354), (536, 1352)),
    ((688, 118), (700, 114), (706, 122), (696, 128)),
)
"""Small islands."""

BORDERS: dict[str, tuple[XY, ...]] = {
    "scotland": ((300, 398), (340, 378), (400, 366), (452, 346), (508, 338), (560, 346), (620, 346),
                 (668, 326)),
    "wales": ((344, 656), (392, 706), (414, 744), (404, 800), (422, 852), (402, 900), (398, 950), (408, 1000),
              (396, 1044), (334, 1078)),
}  # fmt: skip
"""From coast to coast."""

RIVERS: dict[str, tuple[XY, ...]] = {
    "severn": ((334, 1080), (396, 1058), (432, 1000), (440, 940), (420, 880), (440, 830), (400, 780),
               (330, 800), (250, 760)),
    "thames": ((850, 1106), (800, 1096), (740, 1100), (680, 1070), (620, 1092), (580, 1050), (520, 1070),
               (470, 1090)),
    "trent": ((824, 616), (800, 660), (780, 740), (700, 790), (640, 830), (580, 780)),
    "ouse": ((806, 602), (770, 630), (700, 610), (650, 540), (560, 500)),
    "great-ouse": ((802, 724), (790, 810), (740, 850), (660, 860), (620, 950)),
    "tyne": ((668, 326), (620, 340), (540, 325), (480, 330)),
    "clyde": ((150, 204), (220, 230), (290, 240), (360, 300)),
    "forth": ((452, 44), (390, 60), (330, 50), (250, 120), (200, 130)),
    "exe": ((300, 1262), (280, 1210), (250, 1170)),
    "avon": ((440, 1312), (470, 1260), (440, 1210), (520, 1180), (560, 1200)),
}  # fmt: skip
LARGE = ("severn", "thames")

REGIONS: tuple[tuple[str, Box], ...] = (
    ("mountain", (60, 60, 640, 240)),
    ("mountain", (150, 720, 300, 1000)),
    ("hill", (150, 700, 400, 1040)),
    ("mountain", (330, 430, 430, 540)),
    ("hill", (460, 400, 640, 740)),
    ("fir", (60, 60, 660, 340)),
    ("hill", (100, 1150, 300, 1260)),
    ("oak", (560, 640, 720, 860)),
    ("field", (600, 780, 940, 1010)),
    ("field", (420, 1100, 840, 1260)),
    ("oak", (560, 1110, 840, 1260)),
)

CELL = 4
"""Side of the grid cells (land or sea) that place plants and waves."""
GRASS, GRASS_LIGHT, GRASS_DARK = "#dfdca9", "#efedc8", "#c2cb96"
"""England: pale meadows."""
COUNTRY_GROUND = {"wales": "#d9b487", "scotland": "#b9c9cf"}
"""Fawn hills and grey heather: lands as different as their routes."""
COGS = ((905, 1172, 0.62), (882, 420, 0.8), (292, 570, 0.6))
"""Positions and scales of ornamental cogs."""
BORDER_INK = "#4a3a26"


def britannia(plan: Layout) -> list[Bit]:
    """Return sea, coasts, countries, rivers, and the vegetation between towns and roads."""
    bounds = everywhere(plan)
    abroad = [country.id for country in plan.side.countries]
    return [
        Bit(bounds, _sea(plan)),
        Bit(bounds, tones(GRASS_LIGHT, GRASS_DARK)),
        *_patches(plan),
        *(_tinted(name) for name in abroad),
        _man(),
        *([] if "scotland" in abroad else [_wall()]),
        *(river(course, name in LARGE) for name, course in RIVERS.items()),
        Bit(bounds, _shores()),
        *growth(plan, WILDS),
        *(
            _cog(*at)
            for at in ((905, 1172, 0.62), (640, 1368, 0.0), (882, 420, 0.8), (88, 560, 0.0), (292, 570, 0.6))
            if at[2]
        ),
        bit([(868, 250)], 60, _rose(868, 250)),
    ]


def _cog(x: float, y: float, size: float) -> Bit:
    return bit([(x, y)], 60, placed("cog", x, y, size))


@cache
def _outlines() -> tuple[tuple[XY, ...], ...]:
    """Return the outline of each land mass as a fine polygon."""
    main = (*smooth(list(COAST), 4), (470, -40), (30, -40))
    return (main, (*smooth(list(FRANCE), 4),), *(_round(isle) for isle in (MAN, *ISLES)))


def _round(points: tuple[XY, ...]) -> tuple[XY, ...]:
    """Return an island's outline as a curve closed through the first point."""
    around_again = smooth([*points, *points[:3]], 6)
    return tuple(around_again[6 : 6 * (len(points) + 1)])


def _drawn(points: tuple[XY, ...], end: str = "Z") -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + end


def _sea(plan: Layout) -> str:
    """Return deep water, the shallows along every coast, waves, and the land."""
    coasts = [_drawn(land) for land in _outlines()]
    shallows = "".join(
        f'<path d="{coast}" fill="none" stroke="{FOAM}" stroke-opacity="{opacity}" stroke-width="{wide}" '
        'stroke-linejoin="round"/>'
        for wide, opacity in ((46, 0.07), (30, 0.1), (18, 0.14), (8, 0.3))
        for coast in coasts
    )
    ground = "".join(f'<path d="{coast}" fill="{GRASS}"/>' for coast in coasts)
    return (
        f'<defs><linearGradient id="sea" x1="0" y1="0" x2="0" y2="{plan.height:.0f}" '
        f'gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="{SEA_DEEP}"/>'
        f'<stop offset="1" stop-color="{SEA_FAR}"/></linearGradient></defs>'
        f'<rect width="{plan.width:.0f}" height="{plan.height:.0f}" fill="url(#sea)"/>'
        f"{shallows}{_waves(plan)}{ground}"
    )


def _waves(plan: Layout) -> str:
    """Return small crests here and there on the open sea."""
    crests = [(x, y) for y in range(80, int(plan.height) - 40, 34) for x in range(74 + y % 5 * 21, 930, 88)]
    drawn = "".join(
        f"M{x - 13} {y}q6.500-5 13 0q6.500 5 13 0"
        for x, y in crests
        if all(at_sea(x + dx, y + dy) for dx in (-22, 0, 22) for dy in (-14, 14))
    )
    return f'<path d="{drawn}" fill="none" stroke="{FOAM}" stroke-opacity=".3" stroke-width="1.6"/>'


def _shores() -> str:
    """Return the line of every coast."""
    return "".join(
        f'<path d="{_drawn(land)}" fill="none" stroke="{COAST_INK}" stroke-width="2" '
        'stroke-linejoin="round"/>'
        for land in _outlines()
    )


def _tinted(country: str) -> Bit:
    """Return the ground and the border of a country abroad."""
    border = smooth(list(BORDERS[country]), 4)
    shore = smooth(list(COAST), 4)
    if country == "scotland":
        west = shore[: 4 * (len(SCOTLAND_WEST) - 1) + 1]
        east = shore[-4 * len(SCOTLAND_EAST) - 1 :]
        outline = (*west, *border, *east, (470, -40), (30, -40))
    else:
        first = len(SCOTLAND_WEST) + len(ENGLAND_WEST) - 1
        outline = (*shore[4 * first : 4 * (first + len(WALES_COAST)) + 1], *reversed(border))
    ground, line = COUNTRY_GROUND[country], _drawn(tuple(border), "")
    drawn = (
        f'<path d="{_drawn(tuple(outline))}" fill="{ground}" fill-opacity=".78"/>'
        f'<path d="{line}" fill="none" stroke="{ground}" stroke-width="9" stroke-opacity=".7"/>'
        f'<path d="{line}" fill="none" stroke="{BORDER_INK}" stroke-width="2.2" stroke-dasharray="9 4 2 4"/>'
    )
    return bit(list(outline), 12, drawn)


def _man() -> Bit:
    outline = _round(MAN)
    drawn = f'<path d="{_drawn(outline)}" fill="{COUNTRY_GROUND["wales"]}" fill-opacity=".78"/>'
    return bit(list(outline), 4, drawn)


def _wall() -> Bit:
    """Return the Roman wall in the north, for boards on which Scotland is not a country."""
    course = tuple(smooth([(232, 300), (290, 262), (370, 228), (450, 206), (540, 190), (612, 202)], 6))
    line = _drawn(course, "")
    return bit(
        list(course),
        12,
        f'<path d="{line}" fill="none" stroke="#5b5546" stroke-width="8" stroke-opacity=".75"/>'
        f'<path d="{line}" fill="none" stroke="#b9b096" stroke-width="5.5"/>'
        f'<path d="{line}" fill="none" stroke="#5b5546" stroke-width="5.5" stroke-dasharray="1.2 6"/>',
    )


def _patches(plan: Layout) -> list[Bit]:
    """Return soft patches, as on old parchment, that are wholly on land."""
    dice, spots = Random(4), []
    for n in range(150):
        rx, ry = 46 + dice.random() * 70, 36 + dice.random() * 46
        x, y = dice.random() * plan.width, dice.random() * plan.height
        rim = ((x + dx * rx * 0.8, y + dy * ry * 0.8) for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)))
        if not any(at_sea(*xy) for xy in rim):
            spot = (
                f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{rx:.0f}" ry="{ry:.0f}" '
                f'fill="url(#{("dark", "pale")[n % 2]})"/>'
            )
            spots.append(Bit((x - rx - 1, y - ry - 1, x + rx + 1, y + ry + 1), spot))
    return spots


def _rose(x: float, y: float) -> str:
    """Return a compass rose on the open sea."""
    star = "".join(
        f'<path d="M{x} {y}L{x + a * 9:.1f} {y + b * 9:.1f}L{x + c:.1f} {y + d:.1f}Z" fill="{FOAM}" '
        f'fill-opacity="{shade}"/>'
        for c, d, sides in ((0, -46, (-1, 1)), (0, 34, (-1, 1)), (-34, 0, (-1, 1)), (34, 0, (-1, 1)))
        for side, shade in zip(sides, (0.55, 0.3), strict=True)
        for a, b in [
            ((side * 0.7, -0.7) if d < 0 else (side * 0.7, 0.7)) if c == 0 else ((c / 48, side * 0.7))
        ]
    )
    return f'<circle cx="{x}" cy="{y}" r="22" fill="none" stroke="{FOAM}" stroke-opacity=".4"/>{star}'


def at_sea(x: float, y: float) -> bool:
    """Return whether a point is on water. Points outside the map count as the nearest point of its edge."""
    land = _land()
    across, down = land.get_size()
    cell = min(max(0, int(x / CELL)), across - 1), min(max(0, int(y / CELL)), down - 1)
    return not land.get_at(cell)


@cache
def _land() -> pygame.mask.Mask:
    """Return a mask of all land cells. Testing thousands of points against coasts with hundreds of corners
    would be slow."""
    ground = pygame.Surface((round(1000 / CELL), round(1408 / CELL)), pygame.SRCALPHA)
    for outline in _outlines():
        pygame.draw.polygon(ground, "white", [(x / CELL, y / CELL) for x, y in outline])
    return pygame.mask.from_surface(ground)


WILDS = Wilds(tuple(RIVERS.values()), (COAST, FRANCE), REGIONS, at_sea)
