"""Sea and land of the chart as SVG: depths, rhumb lines, coasts, rivers and vegetation."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from random import Random

from game.client.draw.svg import Bit, bit, box, placed, stroke
from game.client.views.map_paint import (
    COAST_INK,
    FOAM,
    LAND,
    LAND_DARK,
    LAND_LIGHT,
    RIVER,
    RIVER_EDGE,
    SEA_DEEP,
    SEA_FAR,
    SEA_NEAR,
)
from game.client.views.plane import XY, OccupiedCells, around, smooth
from game.games.hansa.view import geography as geo
from game.games.hansa.view.layout import FRAME, LINES, PANEL, PORTS


@cache
def ground() -> list[Bit]:
    """Return the whole terrain, in board units."""
    everywhere = (-40, -40, geo.WIDTH + 40, geo.HEIGHT + 40)
    return [*_sea(), Bit(everywhere, _rhumbs() + _tones()), *_shores(), *_mottling(), *_rivers(), *_wilds()]


def _path(points: tuple[XY, ...], steps: int = 5) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in smooth(points, steps))


def _closed(points: tuple[XY, ...]) -> str:
    """Return an island's outline as a curve closed through the first point."""
    around_again = smooth((*points, *points[:3]), 6)
    start, end = 6, 6 * (len(points) + 1)
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in around_again[start:end]) + "Z"


@cache
def _lands() -> tuple[tuple[tuple[XY, ...], str], ...]:
    """Return all land: the polygon, and its outline as SVG."""
    north = (*geo.NORTH, (-30, -30)), _path(geo.NORTH) + "L-30 -30Z"
    finland = (*geo.FINLAND, (1430, -30)), _path(geo.FINLAND) + "L1430 -30Z"
    south = (*geo.SOUTH, (-30, 1030), (1430, 1030)), _path(geo.SOUTH) + "L-30 1030L1430 1030Z"
    return north, finland, south, *((points, _closed(points)) for points in geo.ISLANDS.values())


def _sea() -> list[Bit]:
    deep = "".join(
        f'<radialGradient id="deep{n}" cx="{x}" cy="{y}" r="{r}" gradientUnits="userSpaceOnUse">'
        f'<stop offset="0" stop-color="{SEA_DEEP}"/>'
        f'<stop offset="1" stop-color="{SEA_DEEP}" stop-opacity="0"/>'
        "</radialGradient>"
        for n, (x, y, r) in enumerate(_DEEPS)
    )
    pools = [
        bit([(x, y)], r, f'<circle cx="{x}" cy="{y}" r="{r}" fill="url(#deep{n})"/>')
        for n, (x, y, r) in enumerate(_DEEPS)
    ]
    ground = f"<defs>{deep}</defs>{box(0, 0, geo.WIDTH, geo.HEIGHT, 0, SEA_FAR)}"
    return [Bit((0, 0, geo.WIDTH, geo.HEIGHT), ground), *pools]


_DEEPS = ((880, 560, 260), (940, 260, 220), (60, 346, 170), (620, 760, 170), (1010, 110, 160))


def _rhumbs() -> str:
    """Return the rhumb lines of old charts, from the compass rose in 32 directions; the eight main ones
    stronger."""
    x, y = geo.COMPASS
    lines = [
        f"M{x} {y}L{x + 1600 * cos(n * pi / 16):.1f} {y + 1600 * sin(n * pi / 16):.1f}" for n in range(32)
    ]
    others = "".join(line for n, line in enumerate(lines) if n % 4)
    return stroke(others, "#e9ddb9", 1.0, 0.13) + stroke("".join(lines[::4]), "#e9ddb9", 1.5, 0.2)


def _shores() -> list[Bit]:
    """Return a little wave next to each depth, the shallows along the coasts, the land with its lakes."""
    waves = [
        bit([(x, y)], 25, stroke(f"M{x - 9} {y + 13}q4.5 -4 9 0t9 0", FOAM, 1.2, 0.4))
        for (x, y), _ in geo.SOUNDINGS
    ]
    shallows = [
        bit(points, 52, stroke(outline, FOAM, wide, opacity))
        for wide, opacity in ((64, 0.06), (44, 0.08), (28, 0.11), (15, 0.15), (6, 0.3))
        for points, outline in _lands()
    ]
    ground = [
        bit(
            points,
            20,
            f'<path d="{outline}" fill="{LAND}" stroke="{COAST_INK}" stroke-width="2" '
            'stroke-linejoin="round"/>',
        )
        for points, outline in _lands()
    ]
    lakes = [
        Bit(
            (x - rx - 2, y - ry - 2, x + rx + 2, y + ry + 2),
            f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{SEA_NEAR}" '
            f'stroke="{COAST_INK}" stroke-width="1.5"/>',
        )
        for (x, y), (rx, ry) in geo.LAKES
    ]
    return [*waves, *shallows, *ground, *lakes]


def _tones() -> str:
    """Return the colours of the patches on the land."""
    return "".join(
        f'<defs><radialGradient id="{name}"><stop offset="0" stop-color="{colour}" stop-opacity=".8"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></radialGradient></defs>'
        for name, colour in (("pale", LAND_LIGHT), ("dark", LAND_DARK))
    )


def _mottling() -> list[Bit]:
    """Return soft patches on the land, as on old parchment."""
    return [
        Bit(
            (x - rx - 1, y - ry - 1, x + rx + 1, y + ry + 1),
            f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="url(#{"pale" if n % 2 else "dark"})"/>',
        )
        for n, (x, y, rx, ry) in enumerate(_MOTTLES)
    ]


_MOTTLES = (
    (160, 90, 150, 80), (420, 90, 170, 80), (620, 80, 150, 70), (560, 240, 150, 90), (556, 420, 80, 70),
    (640, 360, 70, 60), (100, 690, 100, 110), (90, 560, 90, 70), (540, 936, 110, 44), (660, 960, 90, 36),
    (1280, 330, 110, 60), (1290, 660, 110, 80), (1080, 660, 100, 90), (1180, 760, 140, 60),
    (230, 970, 140, 40),
)  # fmt: skip


def _rivers() -> list[Bit]:
    return [
        bit(
            smooth(course, 6),
            8,
            stroke(_path(course, 6), RIVER_EDGE, 6.0, 0.5) + stroke(_path(course, 6), RIVER, 4.0),
        )
        for course in geo.RIVERS
    ]


def _wilds() -> list[Bit]:
    """Return woods, hills and fields in the free areas of the board."""
    ground = _open_land()
    dice = Random(8)
    sizes = {"mountain": (50, 34), "hill": (44, 22), "oak": (22, 24), "fir": (16, 26), "field": (38, 16)}
    grown: list[tuple[float, float, str]] = []
    for kind, (left, top, right, bottom) in geo.WILDS:
        wide, high = sizes[kind]
        for _ in range(round((right - left) * (bottom - top) / (wide * high) * 0.5)):
            x, y = left + dice.random() * (right - left), top + dice.random() * (bottom - top)
            spot = (x - wide / 2, y - high, x + wide / 2, y + 3)
            if spot[1] > FRAME + 4 and ground.free(spot):
                ground.block(spot)
                grown.append((y, x, placed(kind, x, y, 0.85 + dice.random() * 0.3)))
    grown.sort()
    return [bit([(x, y)], 60, f'<g opacity=".85">{drawn}</g>') for y, x, drawn in grown]


def _open_land() -> OccupiedCells:
    """Return the free land; routes, ports, waters and the plank are marked as occupied."""
    ground = OccupiedCells()
    for line in LINES.values():
        for xy in line[::3]:
            ground.block(around(xy, 24, 40))
    for left, top, right, bottom in (PANEL, *(port.outline for port in PORTS.values())):
        ground.block((left - 8, top - 8, right + 8, bottom + 8))
    for xy, (rx, ry) in geo.LAKES:
        ground.block(around(xy, rx * 2 + 16, ry * 2 + 30))
    for course in geo.RIVERS:
        for xy in smooth(course, 8):
            ground.block(around(xy, 12, 20))
    for coast in (geo.NORTH, geo.FINLAND, geo.SOUTH):
        for xy in smooth(coast, 5):
            ground.block(around(xy, 28, 28))
    return ground
