"""Drawing functions of the maps: curves, rivers, soft patches, vegetation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

from game.client.draw.svg import Bit, bit, placed
from game.client.views.map_paint import RIVER, RIVER_EDGE, curve, patch
from game.client.views.plane import XY, Box, OccupiedCells, around, smooth
from game.games.hansa_teutonica.view.layout import Layout


def everywhere(plan: Layout) -> Box:
    """Return a box slightly larger than the map."""
    return -20, -20, plan.width + 20, plan.height + 20


def mottling(width: float, top: float) -> list[Bit]:
    """Return soft patches, as on old parchment. Below a coast they begin at `top`."""
    dice = Random(4)
    spots = []
    for n in range(26):
        rx, ry = 90 + dice.random() * 120, 60 + dice.random() * 70
        x, y = 60 + dice.random() * (width - 120), top + ry + dice.random() * (925 - top - ry)
        if top and x - rx < 130:
            y = max(y, 320 + ry)
        spots.append(patch(n, x, y, rx, ry))
    return spots


def river(course: tuple[XY, ...], large: bool) -> Bit:
    """Return a river along its course."""
    wide = 8.0 if large else 4.5
    line = curve(course, 6)
    drawn = (
        f'<path d="{line}" fill="none" stroke="{RIVER_EDGE}" stroke-width="{wide + 2}" stroke-opacity=".55" '
        f'stroke-linecap="round"/><path d="{line}" fill="none" stroke="{RIVER}" stroke-width="{wide}" '
        'stroke-linecap="round"/>'
    )
    return bit(smooth(course, 6), wide, drawn)


class Wilds(NamedTuple):
    """Settings of vegetation: areas to keep clear, and regions of growth."""

    rivers: Iterable[tuple[XY, ...]]
    coasts: Iterable[tuple[XY, ...]]
    regions: tuple[tuple[str, Box], ...]
    """Vegetation by region. The first match is used; elsewhere there are woods and fields at random."""
    at_sea: Callable[[float, float], bool]


def growth(plan: Layout, wilds: Wilds) -> list[Bit]:
    """Return woods, hills and fields in the free areas of the board."""
    ground = OccupiedCells()
    for town in plan.towns.values():
        ground.block(around((town.centre[0], town.centre[1] - 4), town.width + 8, 104))
        ground.block(around(town.label, town.banner_width + 8, 26))
    for road in plan.roads.values():
        for x, y in road[::2]:
            ground.block(around((x, y), 20, 24))
    for xy in plan.houses.values():
        ground.block(around(xy, 36, 36))
    for xy in plan.scrolls.values():
        ground.block(around(xy, 70, 64))
    for route in plan.side.routes:
        if route.tavern_xy or route.effect:
            ground.block(around(plan.markers[route.id], 64, 70))
    first, last = plan.table[0], plan.table[-1]
    ground.block((first[0] - 36, first[1] - 40, last[0] + 36, last[1] + 76))
    ground.block(around(plan.east_west, 130, 50))
    for course in wilds.rivers:
        for xy in smooth(course, 6):
            ground.block(around(xy, 12, 12))
    for coast in wilds.coasts:
        for xy in smooth(coast, 4):
            ground.block(around(xy, 30, 30))
    grown = _sow(plan, ground, wilds)
    grown.sort()
    return [bit([(x, y)], 60, f'<g opacity=".5">{drawn}</g>', ornament=True) for y, x, drawn in grown]


SIZES = {"mountain": (50, 32), "hill": (44, 20), "field": (38, 14), "oak": (20, 22), "fir": (14, 24)}
COPSE: tuple[XY, ...] = ((0, 0), (19, 5), (-18, 7), (8, -13), (-10, -12), (30, -7))


def _sow(plan: Layout, ground: OccupiedCells, wilds: Wilds) -> list[tuple[float, float, str]]:
    """Return images with their y and x, so that those in front can be drawn last."""
    dice = Random(11)
    left, _, right, bottom = plan.frame
    grown = []
    for kind, (wide, high) in SIZES.items():
        spread = COPSE if kind in ("oak", "fir") else COPSE[:1]
        for _ in range(360):
            seed = left + dice.random() * (right - left), 120 + dice.random() * (bottom - 130)
            if not _belongs(wilds, kind, *seed, dice):
                continue
            for dx, dy in spread:
                x, y = seed[0] + dx * (0.8 + 0.4 * dice.random()), seed[1] + dy
                box = (x - wide / 2, y - high, x + wide / 2, y + 2)
                inside = box[0] > left + 2 and box[2] < right - 2 and box[3] < bottom - 4
                if inside and not wilds.at_sea(x, y - 8) and ground.free(box):
                    ground.block((x - wide / 4, y - high / 3, x + wide / 4, y - 2))
                    grown.append((y, x, placed(kind, x, y, 0.78 + dice.random() * 0.27)))
    return grown


def _belongs(wilds: Wilds, kind: str, x: float, y: float, dice: Random) -> bool:
    here = [
        name
        for name, (left, top, right, bottom) in wilds.regions
        if left < x + 1 and right > x and top < y + 1 and bottom > y
    ]
    if kind in ("mountain", "hill"):
        return kind in here
    return kind in here or dice.random() < {"field": 0.16, "oak": 0.2, "fir": 0.16}[kind]
