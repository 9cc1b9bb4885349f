"""Where to touch a large element (a route, a province, a town) without meaning a small one on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import pygame

from game.client.hits import distance
from game.client.view import Shape

_ALONG = 6
"""Points tried between two points of a line."""
_GRID = 14
"""Points tried in each direction of an area."""


def with_grips(shapes: Mapping[str, Shape], radius: float) -> dict[str, Shape]:
    """A round grip for every line, and for every area whose middle means something else."""
    grips: dict[str, Shape] = {}
    for element, shape in shapes.items():
        if not shape.points and not _covered(element, shape, shapes):
            continue
        small = [other for name, other in shapes.items() if name != element and not other.points]
        small += list(grips.values())
        near = [
            other for other in small if other.rect.colliderect(shape.rect.inflate(4 * radius, 4 * radius))
        ]
        x, y = max(_points(shape), key=lambda point: _room(point, near, shape, radius))
        grips[element] = Shape(pygame.FRect(x - radius, y - radius, 2 * radius, 2 * radius), round=True)
    return grips


def _covered(element: str, shape: Shape, shapes: Mapping[str, Shape]) -> bool:
    """Whether a smaller element covers the middle of this one."""
    x, y = shape.rect.center
    size = shape.rect.width * shape.rect.height
    return any(
        name != element
        and not other.points
        and other.rect.width * other.rect.height < size
        and other.rect.collidepoint(x, y)
        for name, other in shapes.items()
    )


def _points(shape: Shape) -> Iterator[tuple[float, float]]:
    """Points of the element, those near its middle first."""
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


def _room(point: tuple[float, float], near: list[Shape], shape: Shape, radius: float) -> float:
    """Clearance from what else a touch could mean, capped so that the first point with enough wins."""
    if not shape.open and distance(shape, *point) > 0:
        return -1.0
    room = min((distance(other, *point) for other in near), default=radius)
    return min(room, 2 * radius)
