"""Hit testing: the nearest element within reach, unless a finger could have meant another.

A mouse is exact, a finger is not. Where two elements are closer together than a finger can distinguish, both
are reported as rivals, and the caller zooms in.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from game.client.views.view import Shape


class Hit(NamedTuple):
    """Result of a hit test: the element meant, or in `rivals` those a finger cannot tell apart."""

    element: str | None
    rivals: tuple[str, ...] = ()


def distance(shape: Shape, x: float, y: float) -> float:
    """Return the distance of a point from a shape, 0 inside; for an open line, the distance from the line."""
    if shape.points:
        ends = list(shape.points)
        if not shape.open:
            if _inside(ends, x, y):
                return 0.0
            ends.append(ends[0])
        near = min(_to_segment(a, b, x, y) for a, b in pairwise(ends))
        return max(0.0, near - min(shape.rect.width, shape.rect.height, 8.0) / 2) if shape.open else near
    rect = shape.rect
    if shape.round:
        return max(0.0, hypot(x - rect.centerx, y - rect.centery) - rect.width / 2)
    return hypot(max(rect.left - x, 0.0, x - rect.right), max(rect.top - y, 0.0, y - rect.bottom))


def hit(
    shapes: Mapping[str, Shape], x: float, y: float, reach: float, doubt: float = 0.0, small: float = 0.0
) -> Hit:
    """Find the element meant at (x, y).

    reach: maximum distance of the point from an element, in pixels
    doubt: minimum lead over the next nearest element, in pixels; 0 for a mouse
    small: size in pixels below which an element must be the only one within reach; 0 for a mouse
    """
    near = sorted(
        (far, _area(shape), element)
        for element, shape in shapes.items()
        if (far := distance(shape, x, y)) <= reach
    )
    if not near:
        return Hit(None)
    best, area, element = near[0]
    if small > 0 and _least(shapes[element]) < small * 0.98:
        doubt = reach
    rivals = [
        other
        for far, other_area, other in near[1:]
        if doubt and far - best <= doubt and max(area, other_area) < 4 * min(area, other_area)
    ]
    return Hit(element, (element, *rivals)) if rivals else Hit(element)


def _area(shape: Shape) -> float:
    return shape.rect.width * shape.rect.height


def _least(shape: Shape) -> float:
    return min(shape.rect.width, shape.rect.height)


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
