"""Geometry of the board plane: points, boxes and curves."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import pygame

XY = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def smooth(points: Sequence[XY], steps: int = 10) -> tuple[XY, ...]:
    """Return a Catmull-Rom curve through the points, as a fine polyline."""
    ends = [points[0], *points, points[-1]]
    line = []
    for i in range(len(points) - 1):
        a, b, c, d = ends[i : i + 4]
        for step in range(steps):
            t = step / steps
            line.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return (*line, points[-1])


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def beside(line: Sequence[XY], far: float) -> tuple[XY, ...]:
    """Return a polyline parallel to another, `far` to the right of its direction."""
    moved = []
    for index, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(0, index - 1)], line[min(len(line) - 1, index + 1)]
        long = hypot(bx - ax, by - ay) or 1.0
        moved.append((x - (by - ay) / long * far, y + (bx - ax) / long * far))
    return tuple(moved)


def square(xy: XY, side: float) -> Box:
    """Return a square box around a point."""
    return around(xy, side, side)


def around(xy: XY, width: float, height: float) -> Box:
    """Return a box around a point."""
    return xy[0] - width / 2, xy[1] - height / 2, xy[0] + width / 2, xy[1] + height / 2


def overlap(one: Box, other: Box) -> float:
    """Return the area that two boxes share; 0 if they are apart."""
    if one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]:
        return 0.0
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down


class Projection:
    """A projection of a board plane, `height` units high, onto the screen."""

    def __init__(self, width: float, height: float) -> None:
        self.height = height
        self.rect = pygame.FRect(0, 0, width, height)
        self.scale = 1.0
        self.least = 0.0
        """Least size in pixels of text that is drawn over the board."""

    def move_to(self, rect: pygame.FRect) -> None:
        """Place the whole board at `rect`, in pixels."""
        self.rect = rect.copy()
        self.scale = rect.height / self.height

    def px(self, units: float) -> int:
        """Return a length in whole pixels, at least 1."""
        return max(1, round(units * self.scale))

    def legible(self, units: float) -> float:
        """Return the size in pixels of text over the board, not less than what can be read."""
        return max(units * self.scale, self.least)

    def at(self, xy: XY) -> XY:
        """Return the screen position of a board point."""
        return self.rect.x + xy[0] * self.scale, self.rect.y + xy[1] * self.scale

    def box(self, box: Box) -> pygame.FRect:
        """Return the screen rectangle of a board box."""
        left, top, right, bottom = box
        x, y = self.at((left, top))
        return pygame.FRect(x, y, (right - left) * self.scale, (bottom - top) * self.scale)


class OccupiedCells:
    """The occupied cells of a plane, on a grid of 8 units."""

    STEP = 8

    def __init__(self) -> None:
        self._squares: set[tuple[int, int]] = set()

    def block(self, box: Box) -> None:
        """Occupy the cells that a box touches."""
        self._squares.update(self._under(box))

    def free(self, box: Box) -> bool:
        """Return True if a box touches no occupied cell."""
        return self._squares.isdisjoint(self._under(box))

    def _under(self, box: Box) -> list[tuple[int, int]]:
        columns = range(int(box[0] // self.STEP), int(box[2] // self.STEP) + 1)
        rows = range(int(box[1] // self.STEP), int(box[3] // self.STEP) + 1)
        return [(column, row) for column in columns for row in rows]


def contains(outline: tuple[XY, ...], x: float, y: float) -> bool:
    """Return True if a point is inside a closed outline (even-odd rule)."""
    inside = False
    x1, y1 = outline[-1]
    for x2, y2 in outline:
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
        x1, y1 = x2, y2
    return inside
