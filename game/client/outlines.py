"""The light around what can be touched: strong for what is asked, faint for what is understood as well."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pygame

from game.client import paint
from game.client.theme import Colour
from game.client.view import Shape


class Light(NamedTuple):
    """How an outline shines; lengths in units."""

    colour: Colour
    thick: float
    glow: int
    """Opacity of the light inside, 0-255."""


ASKED = Light((255, 214, 92), 0.14, 36)
ASKED_FEW = Light((255, 214, 92), 0.22, 56)
LATER = Light((255, 226, 140), 0.09, 0)
AIMED = Light((255, 250, 226), 0.17, 110)
"""Under the mouse or the keyboard."""
CHOSEN = Light((118, 226, 196), 0.2, 60)
_RIM: Colour = (62, 36, 10)
LARGE = 3.5
"""What is more units wide and high is lit less inside: there is something to read in it."""


def draw_outline(
    target: pygame.Surface, shape: Shape, light: Light, unit: float, window: pygame.FRect | None
) -> None:
    """The outline of an element; `window` cuts it off where the board ends."""
    if window is not None:
        if not window.colliderect(shape.rect):
            return
        target.set_clip(pygame.Rect(window))
    thick = max(1.0, light.thick * unit)
    if shape.points:
        _along(target, shape, light, thick)
    else:
        _around(target, shape, light, unit)
    target.set_clip(None)


def _around(target: pygame.Surface, shape: Shape, light: Light, unit: float) -> None:
    """A ring or a rounded frame."""
    thick, rim = max(1.0, light.thick * unit), max(1.0, unit * 0.05)
    outer = shape.rect.inflate(2 * (thick + rim), 2 * (thick + rim))
    size = (max(1, round(outer.width)), max(1, round(outer.height)))
    if min(size) > LARGE * unit:
        light = light._replace(glow=light.glow // 4)
    radius = size[0] / 2 if shape.round else min(size) * 0.24
    target.blit(_ring(size, round(radius), light, round(thick), max(1, round(rim))), outer)


@lru_cache(maxsize=400)
def _ring(size: tuple[int, int], radius: int, light: Light, thick: int, rim: int) -> pygame.Surface:
    """The light of an element of that size, with a dark rim, so that it is seen on any ground."""
    image = pygame.Surface(size, pygame.SRCALPHA)
    image.blit(paint.rounded(*size, radius, None, (*_RIM, 190), rim), (0, 0))
    inner = image.get_rect().inflate(-2 * rim, -2 * rim)
    fill = (*light.colour, light.glow) if light.glow else None
    light_ring = paint.rounded(*inner.size, max(0, radius - rim), fill, (*light.colour, 255), max(1, thick))
    image.blit(light_ring, inner)
    return image


def _along(target: pygame.Surface, shape: Shape, light: Light, thick: float) -> None:
    """A line along a route, or around an area."""
    points = [(round(x), round(y)) for x, y in shape.points]
    if not shape.open:
        points.append(points[0])
    for width, colour in ((thick * 1.9 + 2, _RIM), (thick * 1.9, light.colour)):
        wide = max(1, round(width))
        pygame.draw.lines(target, colour, False, points, wide)
        for point in points:
            pygame.draw.circle(target, colour, point, wide // 2)


def draw_grip(
    target: pygame.Surface, grip: Shape, light: Light, unit: float, window: pygame.FRect | None
) -> None:
    """A brass button with a tick on a large element, where it is touched."""
    if window is not None:
        target.set_clip(pygame.Rect(window))
    paint.blit_rounded(target, grip.rect, grip.rect.width, light.colour, _RIM, max(1.0, unit * 0.07))
    size = round(grip.rect.width * 0.7)
    tick = paint.icon("check", size, _RIM)
    target.blit(tick, (round(grip.rect.centerx - size / 2), round(grip.rect.centery - size / 2)))
    target.set_clip(None)
