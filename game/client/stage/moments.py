"""Highlight animations on the board: a light runs along routes, a piece rises where it lands, and the targets
pulse when a turn begins.

A highlight lasts a few seconds at most, is drawn above the table with small shapes only, and can be skipped
like any animation (animator.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, hypot, pi, sin
from typing import Any, NamedTuple

import pygame

from game.client.draw import canvas, reading, theme
from game.client.draw.sprites import sprite
from game.client.draw.theme import Colour, SeatColour
from game.client.stage.outlines import GOLD
from game.client.views.view import GameView, Moment, Shape
from game.engine.core import State

ARRIVES, FADES = 0.7, 0.88
"""Fractions of the duration at which the light reaches the end of its path and at which it starts to fade."""
WIDTH = 0.011
"""Width of the line behind the light, relative to the board's height."""
RING_PART = 0.2
"""Duration of the ring around a place that the light passes, relative to the whole animation."""
TRAIL = (0.12, 0.08, 0.04, 0.0)
"""Distances of the ghost images behind a returning piece, as fractions of its path; the last is the piece
itself."""
GROWS = 0.6
"""Maximum enlargement of a rising piece, as a fraction of its size."""
PULSE_SECONDS = 0.9
PULSE_STEPS = 12
"""Number of images of a pulse, so that few have to be drawn."""
WIDENS = 0.45
"""Distance that the ring widens, relative to the item's smaller side."""
OPAQUE = 210
"""Opacity of the ring at first, of 255."""
MOST_PULSING = 24
"""Maximum number of items that pulse; more would be noise."""


class HighlightPath(NamedTuple):
    """The path of a light in pixels, and the places on it."""

    points: tuple[tuple[float, float], ...]
    stops: tuple[tuple[float, float, float], ...]
    """Fraction of the path's length (0 to 1), x and y of each place."""


def draw_moment(
    target: pygame.Surface, moment: Moment, part: float, view: GameView[Any], state: State, height: float
) -> None:
    """Draw a highlight at the fraction `part` (0 to 1) of its duration, on a board `height` pixels high."""
    players = view.players
    mine = moment.seat is not None and moment.seat < len(players)
    seat = theme.SEAT_COLOURS[players[moment.seat].colour] if mine else reading.NOBODY  # type: ignore[index]
    if moment.piece:
        _draw_rise(target, moment, part, view, state, seat)
        return
    way = way_of(moment.path, view, state)
    if len(way.points) < 2:
        return
    reached = _eased(min(1.0, part / ARRIVES))
    thick = max(2.0, WIDTH * height) * min(1.0, (1 - part) / (1 - FADES))
    head = _draw_line(target, way.points, reached, thick, seat)
    for along, x, y in way.stops:
        since = (reached - along + max(0.0, part - ARRIVES)) / RING_PART
        if reached >= along:
            _draw_ring(target, (x, y), min(1.0, since), height * 0.05, seat.light)
    if part < ARRIVES:
        glow = _glow(round(thick * 7), seat.light)
        target.blit(glow, glow.get_rect(center=head))
    elif moment.words:
        grown = min(1.0, (part - ARRIVES) / 0.08)
        size = height * 0.055 * (grown + 0.35 * sin(grown * pi)) * min(1.0, (1 - part) / 0.05)
        if size >= 6:
            x, y = way.points[-1]
            reading.label(target, moment.words, (x, y - height * 0.06), size, seat)


def way_of(path: Sequence[str], view: GameView[Any], state: State) -> HighlightPath:
    """Join the lines among the elements of a path, each turned so that it starts where the last one ended."""
    shapes = [shape for element in path if (shape := view.shape(element, state)) is not None]
    lines = [list(shape.points) for shape in shapes if shape.open]
    spots = [shape.rect.center for shape in shapes if not shape.open]
    if len(lines) > 1 and _far(lines[0][0], lines[1]) < _far(lines[0][-1], lines[1]):
        lines[0].reverse()
    joined = list(lines[0]) if lines else []
    for line in lines[1:]:
        if hypot(*_between(joined[-1], line[0])) > hypot(*_between(joined[-1], line[-1])):
            line.reverse()
        joined += line
    if joined and spots:
        joined = [spots[0], *joined, spots[-1]]
    total = sum(hypot(*_between(a, b)) for a, b in pairwise(joined)) or 1.0
    stops = [(_distance(joined, spot) / total, *spot) for spot in spots]
    return HighlightPath(tuple(joined), tuple(stops))


def _between(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return b[0] - a[0], b[1] - a[1]


def _far(point: tuple[float, float], line: Sequence[tuple[float, float]]) -> float:
    return min(hypot(*_between(point, line[0])), hypot(*_between(point, line[-1])))


def _distance(points: Sequence[tuple[float, float]], spot: tuple[float, float]) -> float:
    """Return the distance along the line of its point nearest to `spot`."""
    nearest = min(range(len(points)), key=lambda index: hypot(*_between(points[index], spot)))
    return sum(hypot(*_between(a, b)) for a, b in pairwise(points[: nearest + 1]))


def _eased(part: float) -> float:
    return part * part * (3 - 2 * part)


def _draw_line(
    target: pygame.Surface,
    points: Sequence[tuple[float, float]],
    part: float,
    thick: float,
    seat: SeatColour,
) -> tuple[float, float]:
    """Draw the first part of a line; return the end of that part."""
    left = part * sum(hypot(*_between(a, b)) for a, b in pairwise(points))
    shown, end = [points[0]], points[0]
    for a, b in pairwise(points):
        step = hypot(*_between(a, b))
        share = 1.0 if step <= left or not step else left / step
        end = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        shown.append(end)
        if share < 1:
            break
        left -= step
    for width, colour in ((thick, seat.dark), (thick * 0.72, seat.fill), (thick * 0.28, seat.light)):
        across = max(1, round(width))
        canvas.lines(target, colour, shown, across)
        if across > 2:
            for point in shown:
                canvas.disc(target, colour, point, across / 2)
    return end


def _draw_ring(
    target: pygame.Surface, centre: tuple[float, float], part: float, radius: float, colour: Colour
) -> None:
    """Draw a ring that grows and gets thinner until it vanishes."""
    thick = round(radius * 0.22 * (1 - part))
    if thick > 0:
        canvas.disc(target, colour, centre, radius * (0.4 + 0.9 * _eased(part)), thick)


def _draw_rise(
    target: pygame.Surface,
    moment: Moment,
    part: float,
    view: GameView[Any],
    state: State,
    seat: SeatColour,
) -> None:
    """Draw a piece that grows where it has landed, inside a ring, and shrinks back."""
    at = view.anchor(moment.path[-1], state)
    image = view.piece(moment.piece, moment.seat)
    size = image.get_width()
    glow = _glow(round(size * (1.2 + 1.6 * sin(part * pi)) / 4) * 4, seat.light)
    target.blit(glow, glow.get_rect(center=at))
    _draw_ring(target, at, part, size * 1.1, seat.light)
    grown = pygame.transform.smoothscale_by(image, 1 + GROWS * sin(part * pi))
    target.blit(grown, grown.get_rect(center=(at[0], at[1] - size * 0.3 * sin(part * pi))))


def draw_homing(
    target: pygame.Surface, image: pygame.Surface, way: Sequence[tuple[float, float]], part: float
) -> None:
    """Draw a piece returning to its owner in a high arc, followed by fading ghost images."""
    (ax, ay), (bx, by) = way[0], way[-1]
    high = min(0.28 * hypot(bx - ax, by - ay), 4.0 * image.get_height())
    for index, behind in enumerate(TRAIL):
        at = part - behind
        if at <= 0 and behind:
            continue
        copy = image if behind == 0 else faded(image, 150 - 40 * (len(TRAIL) - index))
        x, y = ax + (bx - ax) * at, ay + (by - ay) * at - high * sin(at * pi)
        target.blit(copy, copy.get_rect(center=(round(x), round(y))))


@lru_cache(maxsize=64)
def faded(image: pygame.Surface, opacity: int) -> pygame.Surface:
    """Return a translucent copy, cached."""
    copy = image.copy()
    copy.set_alpha(opacity)
    return copy


@lru_cache(maxsize=64)
def _glow(size: int, colour: Colour) -> pygame.Surface:
    """Return a soft disc of light."""
    size = max(4, size)
    image = pygame.Surface((size, size), pygame.SRCALPHA)
    image.fill((*colour, 0))
    steps, middle = 8, image.get_rect().center
    for step in range(steps):
        tone = (*colour, round(200 * ((step + 1) / steps) ** 2))
        pygame.draw.aacircle(image, tone, middle, size / 2 * (1 - step / steps))
    return image


# ---- the beginning of a turn ----------------------------------------------------------------------


class Pulse:
    """A single pulse, with the time at which it begins."""

    def __init__(self) -> None:
        self._begins: float | None = None

    def begin(self, at: float) -> None:
        """Schedule the pulse for a time in seconds."""
        self._begins = at

    def end(self) -> None:
        """Stop the pulse, or cancel one that is scheduled."""
        self._begins = None

    def left(self, now: float) -> float:
        """Return the seconds until the pulse is over, or 0."""
        return 0.0 if self._begins is None else max(0.0, self._begins + PULSE_SECONDS - now)

    def draw(self, target: pygame.Surface, shapes: Iterable[Shape], now: float) -> None:
        """Draw the ring around each shape if the pulse is in progress."""
        if self._begins is None or not 0 <= now - self._begins < PULSE_SECONDS:
            return
        step = int((now - self._begins) / PULSE_SECONDS * PULSE_STEPS)
        for shape in shapes:
            image = _ring((round(shape.rect.width), round(shape.rect.height)), shape.round, step)
            place = round(shape.rect.centerx), round(shape.rect.centery)
            target.blit(image, image.get_rect(center=place))


@sprite(200)
def _ring(size: tuple[int, int], disc: bool, step: int) -> pygame.Surface:
    """Render the ring around an item of the given size."""
    small, part = min(size), (step + 1) / PULSE_STEPS
    thick = max(2, round(small * 0.1))
    out = ceil(small * WIDENS * part) + thick
    image = pygame.Surface((size[0] + 2 * out, size[1] + 2 * out), pygame.SRCALPHA)
    image.fill((*GOLD, 0))
    radius = (small // 2 if disc else round(small * 0.22)) + out
    colour = (*GOLD, round(OPAQUE * (1 - part)))
    pygame.draw.rect(image, colour, image.get_rect(), thick, border_radius=radius)
    return image
