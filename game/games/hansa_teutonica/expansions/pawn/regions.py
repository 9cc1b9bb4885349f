"""Shapes of the provinces: outlines along the roads, tints, and a place for the pawn in each."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot, inf
from typing import NamedTuple

from game.client.draw.svg import placed
from game.client.views.map_paint import LAND
from game.client.views.plane import XY, Box, contains
from game.games.hansa_teutonica.expansions.pawn.provinces import GUARDS, PROVINCES, Province
from game.games.hansa_teutonica.view.layout import Layout

TINTS = ("#c8503c", "#3c7fb0", "#5d9a4a", "#8b5aa8", "#d09a24")
GRID = 26


class ProvinceShape(NamedTuple):
    """A province on the map: its outline, the index of its tint, and the position of the pawn."""

    id: str
    outline: tuple[XY, ...]
    tint: int
    middle: XY


@lru_cache(maxsize=2)
def regions(plan: Layout, preset: str) -> dict[str, ProvinceShape]:
    """Return the provinces of a preset by id, outer ones first, so that inner ones are painted over them."""
    provinces = sorted(PROVINCES[preset], key=lambda province: not province.id.startswith("R"))
    outlines = {province.id: _outline(plan, province) for province in provinces}
    tints = _tints(provinces)
    middles = _middles(plan, outlines)
    return {
        name: ProvinceShape(name, outline, tints[name], middles[name]) for name, outline in outlines.items()
    }


@lru_cache(maxsize=2)
def painted(plan: Layout, preset: str) -> str:
    """Return the tinted provinces with their borders and border guards, as SVG."""
    parts, found = [], regions(plan, preset)
    undivided = any(len(region.outline) == 4 for region in found.values())
    for region in found.values():
        outline = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in region.outline) + "Z"
        tint = TINTS[region.tint]
        parts.append(f'<path d="{outline}" fill="{LAND}" fill-opacity="{0.6 if undivided else 0.12}"/>')
        parts.append(
            f'<path d="{outline}" fill="{tint}" fill-opacity=".26" stroke="{tint}" stroke-opacity=".8" '
            'stroke-width="5" stroke-linejoin="round"/>'
        )
    for (x1, y1), (x2, y2), (x, y) in guards(plan):
        parts.append(
            f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" fill="none" stroke="#3f4442" stroke-width="4" '
            'stroke-dasharray="3 7" stroke-linecap="round"/>'
        )
        parts.append(placed("guard", x, y, 0.8))
    return "".join(parts)


def guards(plan: Layout) -> tuple[tuple[XY, XY, XY], ...]:
    """Return for each border guard its two towns and its position."""
    lines = []
    for one, other in GUARDS:
        a, b = plan.towns[one].centre, plan.towns[other].centre
        # The name banner hangs below the upper town: the free stretch starts below it.
        upper, lower = (a, b) if a[1] < b[1] else (b, a)
        top, bottom = upper[1] + 44, lower[1] - 52
        part = (top + (bottom - top) * 0.84 - upper[1]) / ((lower[1] - upper[1]) or 1)
        lines.append(
            (a, b, (upper[0] + (lower[0] - upper[0]) * part, upper[1] + (lower[1] - upper[1]) * part))
        )
    return tuple(lines)


def _outline(plan: Layout, province: Province) -> tuple[XY, ...]:
    roads = {frozenset((route.a, route.b)): route for route in plan.side.routes}
    borders = {frozenset(pair) for pair in GUARDS}
    line: list[XY] = []
    gaps = 0
    for one, other in pairwise((*province.towns, province.towns[0])):
        pair = frozenset((one, other))
        if pair in roads:
            road = plan.roads[roads[pair].id]
            line += road if roads[pair].a == one else tuple(reversed(road))
        elif pair in borders:
            line += [plan.towns[one].centre, plan.towns[other].centre]
        else:
            gaps += 1
            line += _along_frame(plan.frame, plan.towns[one].centre, plan.towns[other].centre)
    return tuple(line) if gaps < 2 else _half(plan, province)


def _half(plan: Layout, province: Province) -> tuple[XY, ...]:
    """Return the outline of an outer province: the whole board, or the half on one side of the red towns."""
    left, top, right, bottom = plan.frame
    west, east = (plan.towns[town].centre[1] for town in plan.side.east_west)
    if {"groningen", "coellen"} <= set(province.towns):
        return (left, top), (right, top), (right, bottom), (left, bottom)
    if "coellen" in province.towns:
        return (left, west), (right, east), (right, bottom), (left, bottom)
    return (left, top), (right, top), (right, east), (left, west)


def _along_frame(frame: Box, start: XY, end: XY) -> list[XY]:
    """Return the path from one town to the edge of the map, along it the shorter way round, and to the other
    town."""
    left, top, right, bottom = frame
    corners = ((right, top), (right, bottom), (left, bottom), (left, top))
    width, height = right - left, bottom - top
    marks = (0.0, height, height + width, 2 * height + width)
    whole = 2 * (width + height)

    def exit_(xy: XY) -> tuple[float, XY]:
        x, y = xy
        options = (
            (right - x, y - top, (right, y)),
            (bottom - y, height + right - x, (x, bottom)),
            (x - left, height + width + bottom - y, (left, y)),
            (y - top, 2 * height + width + x - left, (x, top)),
        )
        _, way, point = min(options)
        return way, point

    (from_way, from_point), (to_way, to_point) = exit_(start), exit_(end)
    ahead = (to_way - from_way) % whole
    turns = [((mark - from_way) % whole, corner) for mark, corner in zip(marks, corners, strict=True)]
    if ahead <= whole / 2:
        passed = [corner for way, corner in sorted(turns) if way < ahead]
    else:
        passed = [corner for way, corner in sorted(turns, reverse=True) if way > ahead]
    return [start, from_point, *passed, to_point, end]


def _tints(provinces: list[Province]) -> dict[str, int]:
    """Return tints such that neighbours differ, as long as there are enough tints."""
    tints: dict[str, int] = {}
    for province in provinces:
        near = [tints[name] for name in province.neighbours if name in tints]
        free = [tint for tint in range(len(TINTS)) if tint not in near]
        tints[province.id] = min(free or [0], key=lambda tint: list(tints.values()).count(tint))
    return tints


def _middles(plan: Layout, outlines: dict[str, tuple[XY, ...]]) -> dict[str, XY]:
    """Return the point of each province farthest from houses, towns and edges, where the pawn
    covers nothing."""
    things = [(xy, 20.0) for xy in plan.houses.values()]
    things += [(xy, 34.0) for xy in plan.scrolls.values()] + [(xy, 34.0) for xy in plan.table]
    things += [(xy, 16.0) for xy in plan.completed] + [(xy, 10.0) for xy in plan.markers.values()]
    things += [(xy, 24.0) for xy in plan.links]
    things += [(spot, 18.0) for _, _, spot in guards(plan)]
    for box in plan.towns.values():
        things += [((x, y - 12), 30.0) for x, y in box.offices]
        things += [((box.label[0] + dx, box.label[1]), 18.0) for dx in (-32, 0, 32)]
    best: dict[str, tuple[float, XY]] = {}
    inner_first = [(name, outline, _bounds(outline)) for name, outline in reversed(outlines.items())]
    left, top, right, bottom = plan.frame
    for x in range(int(left) + 24, int(right) - 20, GRID):
        for y in range(int(top) + 26, int(bottom) - 20, GRID):
            home = next(
                (name for name, line, box in inner_first if _holds(box, x, y) and contains(line, x, y)), ""
            )
            least = best[home][0] if home in best else -inf
            room = min(x - left, right - x, y - top, bottom - y) - 14
            if home and room > least and (room := _room(x, y, things, room, least)) > least:
                best[home] = (room, (x, y))
    return {name: best[name][1] if name in best else _centre(outline) for name, outline in outlines.items()}


def _room(x: float, y: float, things: list[tuple[XY, float]], room: float, least: float) -> float:
    """Return the distance to the nearest thing, up to `room`. A distance below `least` need not be exact."""
    for (at_x, at_y), reach in things:
        room = min(room, hypot(x - at_x, y - at_y) - reach)
        if room <= least:
            break
    return room


def _bounds(outline: tuple[XY, ...]) -> Box:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _centre(outline: tuple[XY, ...]) -> XY:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)
