"""The light around what can be touched: strong for what is asked, faint for what is accepted too.

On the board it lies on the ground, under the pieces, so that their colours do not change, and it scales
with the board.
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
    """How an element shines. Opacities are 0-255."""

    colour: Colour
    rim: int
    """Opacity of the ring round it; 0: none."""
    halo: int
    """Opacity of the glow outside, where it is strongest."""
    fill: int
    """Opacity inside."""
    ring: Colour | None = None
    """The colour of the ring, if not that of the glow."""
    dashed: bool = False
    """Whether only every other piece of the ring has it, and the rest is dark."""
    slim: bool = False
    """Whether the ring is slim: so many things shine that each of them may do so calmly."""

    @property
    def calm(self) -> Light:
        """The same where many things shine."""
        return self._replace(halo=self.halo // 3, fill=self.fill // 3, slim=True)


WHITE: Colour = (255, 255, 255)
ASKED = Light((255, 178, 28), 255, 150, 30, WHITE)
ASKED_FEW = Light((255, 178, 28), 255, 220, 60, WHITE)
LATER = Light((255, 196, 84), 255, 0, 0, WHITE)
AIMED = Light((255, 214, 120), 255, 255, 150, WHITE)
"""Under the mouse or the keyboard."""
CHOSEN = Light((60, 196, 166), 255, 200, 90)
POINTED_OUT = Light((60, 196, 166), 255, 200, 0)
"""On what a coach speaks of: it tints nothing that is to be read."""
DESK_LIGHT = 0.5
"""Size of the light on a desk, as a fraction of the text unit: things there are close together."""


class Lit(NamedTuple):
    """An element of the board and its light."""

    shape: Shape
    light: Light


_DARK: Colour = (40, 20, 2)
"""The lines on either side of the ring: on a light ground they are seen better, on a dark one the ring is."""
REACH = 0.34
"""How far the glow reaches out, in parts of the element's smaller side."""
RIM, THICKEST = 0.15, 0.19
"""How thick the ring is, likewise, and at most, in units: 3 pixels on a laptop."""
SLIM = 0.6
"""How thick a slim ring is, in parts of another."""
EDGE = 0.6
"""How thick the dark lines on either side of the ring are, in parts of it."""
DASH = 2.2
"""How long each piece of a dashed ring is, in parts of its thickness."""
AROUND = 1.18
"""How wide the ring around a line is within, in parts of what lies on it."""
STEPS = 7
"""The glow fades in so many steps; smoothing does the rest."""
LARGE = 3.5
"""What is more units wide and high is lit less inside: there is something to read in it."""


def draw_light(target: pygame.Surface, lit: Lit, unit: float) -> None:
    """Draw the light of an element, clipped to the target's clip."""
    shape, light = lit
    if not target.get_clip().colliderect(shape.rect.inflate(2 * unit, 2 * unit)):
        return
    if shape.points:
        _along(target, shape, light, unit)
    else:
        _around(target, shape, light, unit)


def _around(target: pygame.Surface, shape: Shape, light: Light, unit: float) -> None:
    """A glow outside a disc or a rounded box, a line along its edge, a little light inside."""
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
    """The light of an element of that size. Each step is drawn over the last, from the outside in."""
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


def _round(box: pygame.FRect, radius: float) -> list[tuple[float, float]]:
    """The way round a rounded box, back to where it began."""
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
    """Every other piece of a line, of which there is a whole number: a ring has no seam."""
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
    """A ring of light around a route or an area: what lies in it stays in sight."""
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
    """The ring around a line, so wide within, in a picture of that size."""
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


def draw_grip(target: pygame.Surface, grip: Shape, light: Light) -> None:
    """A brass button with a tick on a large element, marking where to touch it."""
    if not target.get_clip().colliderect(grip.rect):
        return
    edge = max(1.0, grip.rect.width * 0.07)
    paint.blit_rounded(target, grip.rect, grip.rect.width, light.colour, _DARK, edge)
    size = round(grip.rect.width * 0.7)
    tick = paint.icon("check", size, _DARK)
    target.blit(tick, (round(grip.rect.centerx - size / 2), round(grip.rect.centery - size / 2)))
