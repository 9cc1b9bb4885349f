"""Touch handles: where to activate a large element (a route, a province, a town) without hitting a small one
on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import pygame

from game.client.touch.hit_geometry import distance
from game.client.views.view import Shape

_ALONG = 6
"""Number of candidate points between two points of a line."""
_GRID = 14
"""Number of grid steps, horizontally and vertically, at which an area is searched for a handle's place."""
_POINT = 0.001
"""Side in pixels of the box that represents a point: shapes test against boxes only."""


def touch_handles(
    shapes: Mapping[str, Shape], radius: float, on_lines: Sequence[Shape] = ()
) -> dict[str, Shape]:
    """Return the hit targets: a round handle for every line, and for every area whose centre a smaller target
    covers.

    on_lines: visible items on lines that are not interactive, and name plates; handles avoid them
    """
    small = [shape for shape in shapes.values() if not shape.points]
    boxes, boxes_on_lines = ([shape.rect for shape in shapes] for shapes in (small, on_lines))
    handles: dict[str, Shape] = {}
    for element, shape in shapes.items():
        if not shape.points and not _covered(shape, boxes):
            continue
        around = shape.rect.inflate(4 * radius, 4 * radius)
        near = [small[index] for index in around.collidelistall(boxes) if small[index] is not shape]
        near += [on_lines[index] for index in around.collidelistall(boxes_on_lines)] if shape.open else ()
        near += [handle for handle in handles.values() if handle.rect.colliderect(around)]
        x, y = _roomiest(shape, near, radius)
        handles[element] = Shape(pygame.FRect(x - radius, y - radius, 2 * radius, 2 * radius), round=True)
    return handles


def _covered(shape: Shape, boxes: list[pygame.FRect]) -> bool:
    """Return True if a smaller box covers the centre of this shape."""
    middle = pygame.FRect(*shape.rect.center, _POINT, _POINT)
    size = shape.rect.width * shape.rect.height
    over = (boxes[index] for index in middle.collidelistall(boxes))
    return any(box.width * box.height < size for box in over)


def _roomiest(shape: Shape, near: list[Shape], radius: float) -> tuple[float, float]:
    """Return the first point of a shape with enough free room around it, or else the one with the most."""
    best, found = -2.0, shape.rect.center
    for point in _points(shape):
        room = _room(point, near, shape, radius, best)
        if room > best:
            best, found = room, point
        if room >= 2 * radius:
            break
    return found


def _points(shape: Shape) -> Iterator[tuple[float, float]]:
    """Yield candidate points of the shape, those near its centre first."""
    if shape.open:
        ends = list(shape.points)
        line = [
            (ax + (bx - ax) * part / _ALONG, ay + (by - ay) * part / _ALONG)
            for (ax, ay), (bx, by) in pairwise(ends)
            for part in range(_ALONG)
        ]
        middle = len(line) // 2
        yield from (line[index] for index in sorted(range(len(line)), key=lambda i: abs(i - middle)))
        return
    rect = shape.rect
    yield rect.center
    for row in range(1, _GRID):
        for column in range(1, _GRID):
            yield rect.x + rect.width * column / _GRID, rect.y + rect.height * row / _GRID


def _room(point: tuple[float, float], near: list[Shape], shape: Shape, radius: float, least: float) -> float:
    """Return the clearance from other targets, capped so that the first point with enough of it wins.

    The search stops when the clearance falls to `least`, below which it is of no use.
    """
    if not shape.open and distance(shape, *point) > 0:
        return -1.0
    room = 2 * radius if near else radius
    for other in near:
        room = min(room, distance(other, *point))
        if room <= least:
            break
    return room
