"""Hit testing: the element nearest to a point, and those that are almost as near.

A mouse is exact, a finger is not: the caller decides what to do if a finger could have meant several.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from game.client.views.view import Shape

NESTED = 4
"""Ratio of two areas from which the smaller item is part of the larger one, not next to it."""
_TINY = 0.001
"""Smallest difference of distances in pixels."""


class Hit(NamedTuple):
    """Result of a hit test.

    element: the nearest element; None if none is near, or another item is clearly nearer
    rivals: elements and items that are almost as near
    outside: distance in pixels of the point from the nearest element, 0 inside it
    """

    element: str | None
    rivals: tuple[str, ...] = ()
    outside: float = 0.0


class _Near(NamedTuple):
    """An element near the point."""

    depth: float
    """Distance from its outline, negative inside."""
    area: float
    element: str


def distance(shape: Shape, x: float, y: float) -> float:
    """Return the distance of a point from a shape, 0 inside; for an open line, the distance from the line."""
    return max(0.0, depth(shape, x, y))


def depth(shape: Shape, x: float, y: float) -> float:
    """Return the distance of a point from the outline of a shape, negative inside."""
    if shape.points:
        ends = list(shape.points)
        if not shape.open:
            ends.append(ends[0])
        near = min(_to_segment(a, b, x, y) for a, b in pairwise(ends))
        if shape.open:
            return near - min(shape.rect.width, shape.rect.height, 8.0) / 2
        return -near if _inside(ends[:-1], x, y) else near
    rect = shape.rect
    if shape.round:
        return hypot(x - rect.centerx, y - rect.centery) - rect.width / 2
    across, down = (max(rect.left - x, x - rect.right), max(rect.top - y, y - rect.bottom))
    return max(across, down) if max(across, down) <= 0 else hypot(max(across, 0.0), max(down, 0.0))


def hit(
    shapes: Mapping[str, Shape],
    x: float,
    y: float,
    reach: float,
    lead: float = 0.0,
    others: Mapping[str, Shape] | None = None,
) -> Hit:
    """Find the element nearest to (x, y).

    reach: maximum distance of the point from an element, in pixels
    lead: by how many pixels it must be nearer than the next not to have a rival; 0 for a mouse
    others: items that cannot be meant; one that is clearly nearer prevents a hit next to an element
    """
    near = _within(shapes, x, y, reach)
    if not near:
        return Hit(None)
    best = _nearest(near)
    rivals = [
        other.element
        for other in near
        if other is not best
        and other.depth - best.depth < lead
        and max(other.area, best.area) < NESTED * min(other.area, best.area)
    ]
    if best.depth > 0 and others:
        nearer = [one for one in _within(others, x, y, best.depth) if one.area < NESTED * best.area]
        if any(best.depth - one.depth >= max(lead, _TINY) for one in nearer):
            return Hit(None)
        rivals += (one.element for one in nearer if best.depth - one.depth >= _TINY)
    return Hit(best.element, tuple(rivals), max(0.0, best.depth))


def well_inside(shape: Shape, x: float, y: float) -> tuple[float, float]:
    """Return the nearest point that is clearly inside a shape; of a line or an outline, the point itself."""
    if shape.points:
        return x, y
    inner = shape.rect.inflate(-shape.rect.width / 2, -shape.rect.height / 2)
    return max(inner.left, min(x, inner.right)), max(inner.top, min(y, inner.bottom))


def _within(shapes: Mapping[str, Shape], x: float, y: float, reach: float) -> list[_Near]:
    """Return the items within `reach` of a point."""
    return [
        _Near(far, _area(shape), element)
        for element, shape in shapes.items()
        if (far := depth(shape, x, y)) <= reach
    ]


def _nearest(near: list[_Near]) -> _Near:
    """Return the element that contains the point, of nested ones the innermost, or else the nearest."""
    around = [one for one in near if one.depth <= 0]
    if around:
        least = min(one.area for one in around)
        near = [one for one in around if one.area < NESTED * least]
    return min(near)


def _area(shape: Shape) -> float:
    return shape.rect.width * shape.rect.height


def _to_segment(a: tuple[float, float], b: tuple[float, float], x: float, y: float) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / length))
    return hypot(x - a[0] - along * dx, y - a[1] - along * dy)


def _inside(outline: list[tuple[float, float]], x: float, y: float) -> bool:
    """Return True if a point is inside an outline, by the even-odd rule."""
    odd = False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd
