"""Partial redraws: a `Canvas` records the draw commands of a scene, a `Screen` repaints the areas that
differ.

A scene records its complete frame every time and need not track changes. Recording a command takes a few
microseconds; repainting a large window takes longer than a frame.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from math import ceil, floor, inf
from typing import Any

import pygame

Colour = Any
Box = tuple[int, int, int, int]
"""Left, top, width, height."""
Mark = tuple[Any, Box, Any, int]
"""A draw command: the source, its box, the offset into the source, and SDL's blend flags.

The offset is a point for an image, None for a fill and `FIGURE` for a shape. Commands are compared with those
of the previous frame, images by identity: never modify an image that has been drawn.
"""
FIGURE = "figure"
Point = tuple[float, float]
_Part = tuple[int, int, int, int]
"""Left, top, right, bottom."""
Draw = Callable[..., Any]
"""A function of pygame.draw."""

MAX_PARTS = 6
"""Maximum number of separately painted areas: above it, neighbouring areas are merged."""
MANY = 150
"""Maximum number of changed commands painted by area. With more, one bounding rectangle is painted, since a
command is painted once for each area that it overlaps."""
CELLS = 6
"""Columns and rows of a grid over the changes: with more boxes than cells, the boxes of a cell are merged."""
FULL = 0.8
"""Share of the bounding rectangle from which it is painted whole instead of area by area."""
LITTLE = 6000
"""Areas are merged if that adds fewer pixels than this; painting a separate area costs about as much."""
LARGE = 200_000
"""Areas of at least this many pixels may be painted in strips, spread over several frames."""
STRIPS = 4
"""Approximate maximum number of strips for all the changes of one frame."""


class Canvas(pygame.Surface):
    """A surface of any size that stores draw commands instead of pixels."""

    def __init__(self, size: tuple[int, int], at: tuple[int, int] = (0, 0)) -> None:
        """Create a canvas. `at`: its top left corner, if it does not begin at that of the screen."""
        super().__init__((1, 1))
        self._whole = pygame.Rect(*at, *size)
        self.marks: list[Mark] = []
        self.set_clip(None)

    def blit(
        self, source: pygame.Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0
    ) -> pygame.Rect:
        x, y = int(dest[0]), int(dest[1])
        across = down = 0
        if area is None:
            width, height = source.get_size()
        else:
            asked = pygame.Rect(area)
            across, down, width, height = asked.clip(source.get_rect())
            x, y = x + max(0, -asked.x), y + max(0, -asked.y)
        left, top, right, bottom = self._edges
        if x < left:
            across, width, x = across + left - x, width - left + x, left
        if y < top:
            down, height, y = down + top - y, height - top + y, top
        width, height = min(width, right - x), min(height, bottom - y)
        if width <= 0 or height <= 0:
            return pygame.Rect(x, y, 0, 0)
        self.marks.append((source, (x, y, width, height), (across, down), special_flags))
        return pygame.Rect(x, y, width, height)

    def fill(self, color: Colour, rect: Any = None, special_flags: int = 0) -> pygame.Rect:
        place = self._clip if rect is None else pygame.Rect(rect).clip(self._clip)
        if place.width > 0 and place.height > 0:
            self.marks.append((tuple(color), _box(place), None, special_flags))
        return place

    def figure(
        self, draw: Draw, colour: Colour, points: Sequence[Point], reach: float, arguments: tuple[Any, ...]
    ) -> None:
        """Record the call `draw(surface, colour, *arguments)`, which paints up to `reach` pixels around
        `points`."""
        across, down = [x for x, _ in points], [y for _, y in points]
        left, top = floor(min(across) - reach) - 1, floor(min(down) - reach) - 1
        box = pygame.Rect(left, top, ceil(max(across) + reach) + 2 - left, ceil(max(down) + reach) + 2 - top)
        box = box.clip(self._clip)
        if box.width > 0 and box.height > 0:
            self.marks.append(((draw, tuple(colour), arguments), _box(box), FIGURE, 0))

    def add(self, marks: Iterable[Mark]) -> None:
        """Append commands recorded on another canvas of equal size, ignoring the clip."""
        self.marks.extend(marks)

    # ---- pygame.Surface's queries ------------------------------------------------------------

    def set_clip(self, rect: Any) -> None:
        self._clip = self._whole if rect is None else pygame.Rect(rect).clip(self._whole)
        self._edges = (self._clip.left, self._clip.top, self._clip.right, self._clip.bottom)

    def get_clip(self) -> pygame.Rect:
        return self._clip.copy()

    def get_size(self) -> tuple[int, int]:
        return self._whole.size

    def get_width(self) -> int:
        return self._whole.width

    def get_height(self) -> int:
        return self._whole.height

    def get_rect(self, **placed: Any) -> pygame.Rect:
        rect = self._whole.copy()
        for name, value in placed.items():
            setattr(rect, name, value)
        return rect


def _box(rect: pygame.Rect) -> Box:
    return rect.x, rect.y, rect.width, rect.height


def polygon(target: pygame.Surface, colour: Colour, points: Sequence[Point]) -> None:
    """Draw a filled polygon on a surface or a canvas."""
    _draw(target, pygame.draw.polygon, colour, points, 0, (tuple(points),))


def line(
    target: pygame.Surface, colour: Colour, start: Point, end: Point, width: int, *, smooth: bool = False
) -> None:
    """Draw a line on a surface or a canvas."""
    draw = pygame.draw.aaline if smooth else pygame.draw.line
    _draw(target, draw, colour, (start, end), width, (start, end, width))


def lines(target: pygame.Surface, colour: Colour, points: Sequence[Point], width: int) -> None:
    """Draw lines from each point to the next on a surface or a canvas."""
    _draw(target, pygame.draw.lines, colour, points, width, (False, tuple(points), width))


def disc(target: pygame.Surface, colour: Colour, centre: Point, radius: float, width: int = 0) -> None:
    """Draw a disc on a surface or a canvas, or a ring if a line `width` is given."""
    _draw(target, pygame.draw.aacircle, colour, (centre,), radius, (tuple(centre), radius, width))


def _draw(
    target: pygame.Surface,
    draw: Draw,
    colour: Colour,
    points: Sequence[Point],
    reach: float,
    arguments: tuple[Any, ...],
) -> None:
    if isinstance(target, Canvas):
        target.figure(draw, colour, points, reach, arguments)
    else:
        draw(target, colour, *arguments)


def add(target: pygame.Surface, marks: Sequence[Mark]) -> None:
    """Append recorded commands to a canvas, or paint them on a surface within its clip."""
    if isinstance(target, Canvas):
        target.add(marks)
    else:
        paint(target, marks, target.get_clip())


def moved_down(marks: Sequence[Mark], far: int) -> list[Mark]:
    """Return images and fills moved down by `far` pixels."""
    if not far:
        return list(marks)
    return [
        (what, (x, y + far, width, height), corner, flags)
        for what, (x, y, width, height), corner, flags in marks
    ]


def paint(
    surface: pygame.Surface, marks: Sequence[Mark], part: pygame.Rect, boxes: Sequence[Box] | None = None
) -> None:
    """Paint the commands that overlap a part of a surface, in order and clipped to that part.

    boxes: the boxes of all commands, if the caller has already collected them
    """
    before = surface.get_clip()
    surface.set_clip(part)
    for index in part.collidelistall([mark[1] for mark in marks] if boxes is None else boxes):
        what, box, corner, flags = marks[index]
        if corner is None:
            surface.fill(what, box, flags)
        elif corner is not FIGURE:
            surface.blit(what, box, (corner, box[2:]), flags)
        else:
            draw, colour, arguments = what
            surface.set_clip(part.clip(box))
            draw(surface, colour, *arguments)
            surface.set_clip(part)
    surface.set_clip(before)


class Screen:
    """Keeps a surface in step with the commands of the newest canvas."""

    def __init__(self) -> None:
        self._marks: list[Mark] = []
        self._on: tuple[int, tuple[int, int]] | None = None
        """Identity and size of the surface painted last; a resize of the window changes the size."""
        self._left: list[pygame.Rect] = []
        """Areas still to be repainted."""

    @property
    def finished(self) -> bool:
        """True if the surface shows every command of the newest canvas."""
        return not self._left

    def show(
        self, surface: pygame.Surface, marks: list[Mark], *, everything: bool = False, until: float = inf
    ) -> list[pygame.Rect]:
        """Paint the difference to the previous commands; return the areas painted.

        until: time (`time.perf_counter`) at which to stop painting large areas strip by strip. At least one
        strip is painted; later calls paint the rest.
        """
        whole = surface.get_rect()
        on = id(surface), whole.size
        known = on == self._on and not everything
        parts = together(differing(self._marks, marks), whole) if known else [whole]
        before = self._left if known else []
        left = [strip for strip in before if not any(part.contains(strip) for part in parts)]
        self._marks, self._on = marks, on
        if known and until < inf:
            parts.sort(key=_area)
            small = bisect_right(list(accumulate(map(_area, parts))), LARGE)
            parts, strips = parts[:small], _strips(parts[small:])
            strips.sort(key=lambda one: one.collidelist(before) % (len(before) + 1))  # longest waiting first
            left += strips
        else:
            parts, left = [*parts, *left], []
        boxes = [mark[1] for mark in marks]
        figures = [pygame.Rect(mark[1]) for mark in marks if mark[2] is FIGURE]
        for part in parts:
            _paint_whole_figures(surface, marks, part, boxes, figures)
        for _ in range(len(left)):
            parts.append(left.pop(0))
            _paint_whole_figures(surface, marks, parts[-1], boxes, figures)
            if time.perf_counter() >= until:
                break
        self._left = left
        return parts


def _paint_whole_figures(
    surface: pygame.Surface,
    marks: Sequence[Mark],
    part: pygame.Rect,
    boxes: Sequence[Box],
    figures: Sequence[pygame.Rect],
) -> None:
    """Paint an area enlarged to whole shapes, because SDL draws a clipped line differently."""
    for figure in figures:
        if part.colliderect(figure):
            part.union_ip(figure)
    paint(surface, marks, part, boxes)


def _area(part: pygame.Rect) -> int:
    return part.width * part.height


def _strips(parts: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Cut areas horizontally into about `STRIPS` strips of at least `LARGE` pixels."""
    each = max(LARGE, -(-sum(map(_area, parts)) // STRIPS))
    found = []
    for part in parts:
        count = -(-_area(part) // each)
        edges = [part.height * index // count for index in range(count + 1)]
        found += [
            pygame.Rect(part.x, part.y + top, part.width, below - top) for top, below in pairwise(edges)
        ]
    return found


def differing(before: Sequence[Mark], after: Sequence[Mark]) -> list[Box]:
    """Return the boxes of the commands that differ between two frames."""
    first, most = 0, min(len(before), len(after))
    while first < most and before[first] == after[first]:
        first += 1
    last = 0
    while last < most - first and before[-1 - last] == after[-1 - last]:
        last += 1
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    gone, come = set(old), set(new)
    kept = gone & come
    if [mark for mark in old if mark in kept] != [mark for mark in new if mark in kept]:
        kept = set()  # their order has changed
    return [mark[1] for mark in (*old, *new) if mark not in kept]


def together(boxes: Sequence[Box], whole: pygame.Rect) -> list[pygame.Rect]:
    """Merge boxes into few rectangles that cover them with little excess area and little overlap."""
    if not boxes:
        return []
    around = pygame.Rect(boxes[0]).unionall(boxes[1:]).clip(whole)
    if len(boxes) > MANY:
        return [around]
    parts: list[_Part] = []
    for box in _by_cells([pygame.Rect(box).clip(whole) for box in dict.fromkeys(boxes)], around):
        _take_in(parts, (box.left, box.top, box.right, box.bottom), LITTLE)
    while len(parts) > MAX_PARTS:
        part = parts.pop(0)
        _take_in(parts, part, min(_waste(part, other) for other in parts) + 1)
    rects = [pygame.Rect(left, top, right - left, bottom - top) for left, top, right, bottom in parts]
    if sum(rect.width * rect.height for rect in rects) > FULL * around.width * around.height:
        return [around]
    return rects


def _by_cells(boxes: list[pygame.Rect], around: pygame.Rect) -> list[pygame.Rect]:
    """Merge boxes whose centres share a cell of a grid, if there are more boxes than cells."""
    if len(boxes) <= CELLS * CELLS:
        return boxes
    cells: dict[Point, list[pygame.Rect]] = {}
    for box in boxes:
        across, down = box.centerx - around.x, box.centery - around.y
        cell = across * CELLS // max(1, around.width), down * CELLS // max(1, around.height)
        cells.setdefault(cell, []).append(box)
    return [box.unionall(others) for box, *others in cells.values()]


def _take_in(parts: list[_Part], part: _Part, most: float) -> None:
    """Add a rectangle, merging it with those for which the union adds fewer than `most` pixels."""
    index = 0
    while index < len(parts):
        if _waste(part, parts[index]) < most:
            one, other = part, parts.pop(index)
            part = min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
            index = 0
        else:
            index += 1
    parts.append(part)


def _waste(one: _Part, other: _Part) -> int:
    """Count the pixels by which the union of two rectangles exceeds the sum of their areas."""
    left, top, right, bottom = one
    across, up, beyond, down = other
    own = (right - left) * (bottom - top) + (beyond - across) * (down - up)
    wide = (right if right > beyond else beyond) - (left if left < across else across)
    return wide * ((bottom if bottom > down else down) - (top if top < up else up)) - own
