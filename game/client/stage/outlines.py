"""Highlights of interactive items: strong for those the prompt asks for, faint for other accepted ones.

On the board they are drawn on the ground below the pieces, so that the pieces keep their colours, and they
scale with the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import NamedTuple

import pygame

from game.client.draw import paint
from game.client.draw.sprites import sprite
from game.client.draw.theme import Colour
from game.client.views.view import Shape


class Light(NamedTuple):
    """Appearance of a highlight. Opacities are 0-255."""

    colour: Colour
    rim: int
    """Opacity of the ring; 0 for no ring."""
    halo: int
    """Maximum opacity of the glow outside."""
    fill: int
    """Opacity of the inside."""
    ring: Colour | None = None
    """Colour of the ring if it differs from that of the glow."""
    dashed: bool = False
    """True if every other segment of the ring is dark."""
    slim: bool = False
    """True for a thin ring, used when many items are highlighted."""
    dot: bool = False
    """True for a dot in the middle of an empty place instead of a ring."""

    @property
    def calm(self) -> Light:
        """A subdued variant for use when many items are highlighted."""
        return self._replace(halo=self.halo // 3, fill=self.fill // 3, slim=True)

    @property
    def quiet(self) -> Light:
        """A variant for an empty place, which a piece may take: a dot, and the glow if the prompt asks for
        it."""
        return self._replace(fill=0, dot=True)

    @property
    def bold(self) -> Light:
        """A variant for a rival's piece, which may be displaced: a gold ring of full thickness."""
        return self._replace(ring=GOLD, slim=False)

    @property
    def clear(self) -> Light:
        """A variant that tints nothing, so that a piece on a player board keeps its colour."""
        return self._replace(fill=0)


WHITE: Colour = (255, 255, 255)
GOLD: Colour = (255, 178, 28)
ASKED = Light((255, 178, 28), 255, 150, 30, WHITE)
ASKED_FEW = Light((255, 178, 28), 255, 220, 60, WHITE)
LATER = Light((255, 196, 84), 255, 0, 0, WHITE)
FOCUSED = Light((255, 214, 120), 255, 255, 150, WHITE)
"""For the item under the mouse or the keyboard focus."""
MEANT = FOCUSED._replace(ring=(255, 178, 28))
"""For the item that a finger probably meant."""
CHOSEN = Light((60, 196, 166), 255, 200, 90)
POINTED_OUT = Light((60, 196, 166), 255, 200, 0)
"""For what a coach's text mentions; it does not tint anything that must stay readable."""
DESK_LIGHT = 0.5
"""Size of the highlights on a player board, relative to the text unit: items there are close together."""


class Lit(NamedTuple):
    """An item of the board and its highlight."""

    shape: Shape
    light: Light


_DARK: Colour = (40, 20, 2)
"""Colour of the lines on either side of the ring, which make it stand out on a light ground."""
REACH = 0.34
"""Reach of the glow, relative to the item's smaller side."""
RIM, THICKEST = 0.15, 0.19
"""Thickness of the ring relative to the item's smaller side, and its maximum in units (3 pixels on a
laptop)."""
SLIM = 0.6
"""Thickness of a thin ring relative to a normal one."""
DOT, DOT_EDGE = 0.34, 0.07
"""Diameter of a dot, and the width of its dark edge, relative to the item's smaller side."""
EDGE = 0.6
"""Thickness of the dark lines relative to the ring."""
DASH = 2.2
"""Length of a dash relative to the ring's thickness."""
AROUND = 1.18
"""Inner width of the ring around a line, relative to the line's width."""
STEPS = 7
"""Number of steps in which the glow fades; smoothing does the rest."""
LARGE = 3.5
"""Size in units above which an item's inside is lit less, because it contains text to read."""


def draw_light(target: pygame.Surface, lit: Lit, unit: float) -> None:
    """Draw the highlight of an item, within the target's clip."""
    shape, light = lit
    if not target.get_clip().colliderect(shape.rect.inflate(2 * unit, 2 * unit)):
        return
    if shape.points:
        _along(target, shape, light, unit)
    else:
        _around(target, shape, light, unit)


def _around(target: pygame.Surface, shape: Shape, light: Light, unit: float) -> None:
    """Draw a glow outside a disc or a rounded box, a line along its edge, and a little light inside."""
    size = max(2, round(shape.rect.width)), max(2, round(shape.rect.height))
    small = min(size)
    if small > LARGE * unit:
        light = light._replace(fill=light.fill // 4)
    reach = max(4, round(min(REACH * small, 0.7 * unit)))
    rim = max(2, round(min(RIM * small, THICKEST * unit) * (SLIM if light.slim else 1)))
    radius = small // 2 if shape.round else round(small * 0.22)
    image = _glow(size, radius, light, reach, rim)
    target.blit(image, image.get_rect(center=(round(shape.rect.centerx), round(shape.rect.centery))))


@sprite(400)
def _glow(size: tuple[int, int], radius: int, light: Light, reach: int, rim: int) -> pygame.Surface:
    """Render the highlight of an item of the given size, from the outside in."""
    over, dark = 2, max(1.5, rim * EDGE)
    reach = max(reach, round(rim + dark) + 1)
    width, height = size[0] + 2 * reach, size[1] + 2 * reach
    image = pygame.Surface((width * over, height * over), pygame.SRCALPHA)
    image.fill((*light.colour, 0))

    def box(out: float, colour: tuple[int, int, int, int]) -> None:
        rect = image.get_rect().inflate(-2 * (reach - out) * over, -2 * (reach - out) * over)
        pygame.draw.rect(image, colour, rect, border_radius=max(0, round((radius + out) * over)))

    for step in range(STEPS):
        part = (step + 1) / STEPS
        box(reach * (1 - step / STEPS), (*light.colour, round(light.halo * part * part)))
    if light.dot:
        _draw_dot(image, light, min(size), over)
        return pygame.transform.smoothscale(image, (width, height))
    if light.rim:
        box(rim + dark, (*_DARK, light.rim))
        if not light.dashed:
            box(rim, (*(light.ring or light.colour), light.rim))
        box(0, (*_DARK, light.rim))
        if light.dashed:
            middle = pygame.FRect(0, 0, size[0] + rim, size[1] + rim).move_to(center=(width / 2, height / 2))
            way = [(x * over, y * over) for x, y in _round(middle, radius + rim / 2)]
            _dashes(image, way, light.ring or light.colour, rim * over)
    box(-dark, (*light.colour, light.fill))
    return pygame.transform.smoothscale(image, (width, height))


def _draw_dot(image: pygame.Surface, light: Light, small: int, over: int) -> None:
    """Draw a dot in the middle of an item's image, with a dark edge that is never too thin to be seen.

    over: the image's supersampling factor
    """
    centre = image.get_rect().center
    radius, edge = max(2.2, small * DOT / 2), max(1.5, small * DOT_EDGE)
    pygame.draw.circle(image, (*light.colour, 0), centre, small * over / 2)
    pygame.draw.circle(image, (*_DARK, light.rim), centre, round((radius + edge) * over))
    pygame.draw.circle(image, (*(light.ring or light.colour), light.rim), centre, round(radius * over))


def _round(box: pygame.FRect, radius: float) -> list[tuple[float, float]]:
    """Return the outline of a rounded box, ending at its starting point."""
    radius = min(radius, box.width / 2, box.height / 2)
    way = []
    for turn, x, y in (
        (0, box.right - radius, box.bottom - radius),
        (1, box.left + radius, box.bottom - radius),
        (2, box.left + radius, box.top + radius),
        (3, box.right - radius, box.top + radius),
    ):
        for step in range(9):
            angle = pi / 2 * (turn + step / 8)
            way.append((x + radius * cos(angle), y + radius * sin(angle)))
    return [*way, way[0]]


def dashes(way: Sequence[tuple[float, float]], thick: float) -> Iterator[list[tuple[float, float]]]:
    """Yield every other segment of a closed line. The number of segments is even, so a ring has no seam."""
    whole = sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(way))
    length = whole / max(2, 2 * round(whole / (2 * DASH * thick)))
    if not length:
        return
    done, dash = 0.0, [way[0]]
    for (ax, ay), (bx, by) in pairwise(way):
        far = hypot(bx - ax, by - ay)
        while (cut := (done // length + 1) * length - done) < far:
            ax, ay, far = ax + (bx - ax) * cut / far, ay + (by - ay) * cut / far, far - cut
            if done // length % 2 == 0:
                yield [*dash, (ax, ay)]
            done, dash = (done // length + 1) * length + 1e-6, [(ax, ay)]
        done += far
        dash.append((bx, by))


def _dashes(image: pygame.Surface, way: Sequence[tuple[float, float]], colour: Colour, thick: float) -> None:
    for dash in dashes(way, thick):
        pygame.draw.lines(image, colour, False, dash, max(1, round(thick)))


def _along(target: pygame.Surface, shape: Shape, light: Light, unit: float) -> None:
    """Draw a ring of light around a route or an area, leaving its contents visible."""
    left, top = round(shape.rect.x - unit), round(shape.rect.y - unit)
    line = [(x - left, y - top) for x, y in shape.lit or shape.points]
    if not shape.open:
        line.append(line[0])
    size = round(shape.rect.width + 2 * unit), round(shape.rect.height + 2 * unit)
    wide = AROUND * shape.width if shape.open else 0.2 * unit
    reach, rim = max(4, round(REACH * wide)), max(2, round(min(RIM * wide, THICKEST * unit)))
    target.blit(_band(tuple(line), size, light, wide, reach, rim), (left, top))


@sprite(60)
def _band(
    line: tuple[tuple[float, float], ...],
    size: tuple[int, int],
    light: Light,
    wide: float,
    reach: int,
    rim: int,
) -> pygame.Surface:
    """Render the ring around a line on an image of the given size; `wide` is the ring's inner width."""
    over, dark = 2, max(1.5, rim * EDGE)
    image = pygame.Surface((size[0] * over, size[1] * over), pygame.SRCALPHA)
    image.fill((*light.colour, 0))
    way = [(x * over, y * over) for x, y in line]

    def stroke(out: float, colour: tuple[int, int, int, int]) -> None:
        thick = max(2, round((wide + 2 * out) * over))
        for a, b in pairwise(map(pygame.Vector2, way)):
            if a != b:
                across = (b - a).rotate(90).normalize() * thick / 2
                pygame.draw.polygon(image, colour, (a + across, b + across, b - across, a - across))
        for point in way:
            pygame.draw.circle(image, colour, point, thick / 2)

    for step in range(STEPS):
        stroke(reach * (1 - step / STEPS), (*light.colour, round(light.halo * ((step + 1) / STEPS) ** 2)))
    if light.rim:
        stroke(rim + dark, (*_DARK, light.rim))
        if not light.dashed:
            stroke(rim, (*(light.ring or light.colour), light.rim))
        stroke(0, (*_DARK, light.rim))
    stroke(-dark, (*light.colour, light.fill))
    if light.rim and light.dashed:
        _dashes(image, way, light.ring or light.colour, rim * over)
    return pygame.transform.smoothscale(image, size)


def draw_touch_handle(target: pygame.Surface, handle: Shape, light: Light) -> None:
    """Draw a touch handle, a brass button with a tick, on a large item to show where to tap it."""
    if not target.get_clip().colliderect(handle.rect):
        return
    edge = max(1.0, handle.rect.width * 0.07)
    paint.blit_rounded(target, handle.rect, handle.rect.width, light.colour, _DARK, edge)
    size = round(handle.rect.width * 0.7)
    tick = paint.icon("check", size, _DARK)
    target.blit(tick, (round(handle.rect.centerx - size / 2), round(handle.rect.centery - size / 2)))
