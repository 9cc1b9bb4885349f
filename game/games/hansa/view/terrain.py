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
    RIVER,
    RIVER_EDGE,
    SEA_DEEP,
    SEA_FAR,
    SEA_NEAR,
    curve,
    island,
    outline,
    patch,
    shore,
    tones,
)
from game.client.views.plane import XY, OccupiedCells, around, smooth
from game.games.hansa.view.layout import CHART, FRAME, HEIGHT, LINES, PANEL, PORTS, WIDTH

COMPASS: XY = (894, 338)


@cache
def ground() -> list[Bit]:
    """Return the whole terrain, in board units."""
    everywhere = (-40, -40, WIDTH + 40, HEIGHT + 40)
    patches = [patch(n, *each) for n, each in enumerate(CHART["patches"])]
    tints = _rhumbs() + tones(opacity=0.8)
    return [*_sea(), Bit(everywhere, tints, ornament=True), *_shores(), *patches, *_rivers(), *_wilds()]


@cache
def _lands() -> tuple[tuple[tuple[XY, ...], str], ...]:
    """Return all land: the polygon, and its outline as SVG."""
    coasts = {
        "north": ((-30, -30),),
        "finland": ((1430, -30),),
        "south": ((-30, 1030), (1430, 1030)),
    }
    lands = (
        ((*CHART[name], *corners), curve(CHART[name], 5) + "".join(f"L{x} {y}" for x, y in corners) + "Z")
        for name, corners in coasts.items()
    )
    islands = ((points, outline(island(points), "Z")) for points in CHART["islands"].values())
    return *lands, *islands


def _sea() -> list[Bit]:
    deep = "".join(
        f'<radialGradient id="deep{n}" cx="{x}" cy="{y}" r="{r}" gradientUnits="userSpaceOnUse">'
        f'<stop offset="0" stop-color="{SEA_DEEP}"/>'
        f'<stop offset="1" stop-color="{SEA_DEEP}" stop-opacity="0"/>'
        "</radialGradient>"
        for n, (x, y, r) in enumerate(CHART["deeps"])
    )
    pools = [
        bit([(x, y)], r, f'<circle cx="{x}" cy="{y}" r="{r}" fill="url(#deep{n})"/>')
        for n, (x, y, r) in enumerate(CHART["deeps"])
    ]
    ground = f"<defs>{deep}</defs>{box(0, 0, WIDTH, HEIGHT, 0, SEA_FAR)}"
    return [Bit((0, 0, WIDTH, HEIGHT), ground), *pools]


def _rhumbs() -> str:
    """Return the rhumb lines of old charts, from the compass rose in 32 directions; the eight main ones
    stronger."""
    x, y = COMPASS
    lines = [
        f"M{x} {y}L{x + 1600 * cos(n * pi / 16):.1f} {y + 1600 * sin(n * pi / 16):.1f}" for n in range(32)
    ]
    others = "".join(line for n, line in enumerate(lines) if n % 4)
    return stroke(others, "#e9ddb9", 1.0, 0.13) + stroke("".join(lines[::4]), "#e9ddb9", 1.5, 0.2)


def _shores() -> list[Bit]:
    """Return a little wave next to each depth, the shallows along the coasts, the land with its lakes."""
    waves = [
        bit([(x, y)], 25, stroke(f"M{x - 9} {y + 13}q4.5 -4 9 0t9 0", FOAM, 1.2, 0.4))
        for (x, y), _ in CHART["soundings"]
    ]
    shallows = [
        bit(points, 52, stroke(outline, FOAM, wide, opacity))
        for wide, opacity in ((64, 0.06), (44, 0.08), (28, 0.11), (15, 0.15), (6, 0.3))
        for points, outline in _lands()
    ]
    ground = [bit(points, 20, shore(land, LAND)) for points, land in _lands()]
    lakes = [
        Bit(
            (x - rx - 2, y - ry - 2, x + rx + 2, y + ry + 2),
            f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{SEA_NEAR}" '
            f'stroke="{COAST_INK}" stroke-width="1.5"/>',
        )
        for (x, y), (rx, ry) in CHART["lakes"]
    ]
    return [*waves, *shallows, *ground, *lakes]


def _rivers() -> list[Bit]:
    return [
        bit(
            smooth(course, 6),
            8,
            stroke(curve(course, 6), RIVER_EDGE, 6.0, 0.5) + stroke(curve(course, 6), RIVER, 4.0),
        )
        for course in CHART["rivers"]
    ]


def _wilds() -> list[Bit]:
    """Return woods, hills and fields in the free areas of the board."""
    ground = _open_land()
    dice = Random(8)
    sizes = {"mountain": (50, 34), "hill": (44, 22), "oak": (22, 24), "fir": (16, 26), "field": (38, 16)}
    grown: list[tuple[float, float, str]] = []
    for kind, (left, top, right, bottom) in CHART["wilds"]:
        wide, high = sizes[kind]
        for _ in range(round((right - left) * (bottom - top) / (wide * high) * 0.5)):
            x, y = left + dice.random() * (right - left), top + dice.random() * (bottom - top)
            spot = (x - wide / 2, y - high, x + wide / 2, y + 3)
            if spot[1] > FRAME + 4 and ground.free(spot):
                ground.block(spot)
                grown.append((y, x, placed(kind, x, y, 0.85 + dice.random() * 0.3)))
    grown.sort()
    return [bit([(x, y)], 60, f'<g opacity=".85">{drawn}</g>', ornament=True) for y, x, drawn in grown]


def _open_land() -> OccupiedCells:
    """Return the free land; routes, ports, waters and the plank are marked as occupied."""
    ground = OccupiedCells()
    for line in LINES.values():
        for xy in line[::3]:
            ground.block(around(xy, 24, 40))
    for left, top, right, bottom in (PANEL, *(port.outline for port in PORTS.values())):
        ground.block((left - 8, top - 8, right + 8, bottom + 8))
    for xy, (rx, ry) in CHART["lakes"]:
        ground.block(around(xy, rx * 2 + 16, ry * 2 + 30))
    for course in CHART["rivers"]:
        for xy in smooth(course, 8):
            ground.block(around(xy, 12, 20))
    for name in ("north", "finland", "south"):
        for xy in smooth(CHART[name], 5):
            ground.block(around(xy, 28, 28))
    return ground
