"""Dimming of what is not in play, in one dark tone.

Unavailable items are dimmed slightly while others of their kind are available. Lessons dim much more, by an
overlay over the whole board with openings at the items in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from game.client.draw.sprites import sprite
from game.client.views.view import Shape

DARK = (8, 22, 34)
DENSE = 118
"""Opacity of the dimming overlay, of 255."""
DIM = 38
"""Opacity of the dimming of an unavailable item, of 255 (15 %)."""
COARSE = 4
"""Factor by which the overlay is rendered smaller; the edges of its openings are soft anyway."""
STEPS = 12
"""Number of steps in which the overlay fades towards an item, each too small to be visible."""
INNER = 0.2
"""Fully transparent part of the margin around an item."""

Opening = tuple[bool, tuple[tuple[int, int], ...], int]
"""An opening: True for a line; its points, or a box's corner and size; the reach around them."""


def draw_dimmed(target: pygame.Surface, window: pygame.FRect, shapes: Sequence[Shape]) -> None:
    """Dim unavailable items on the board together with the pieces on them."""
    target.set_clip(pygame.Rect(window))
    for shape in shapes:
        dim = _dim((round(shape.rect.width), round(shape.rect.height)), shape.round)
        target.blit(dim, dim.get_rect(center=(round(shape.rect.centerx), round(shape.rect.centery))))
    target.set_clip(None)


@sprite(100)
def _dim(size: tuple[int, int], disc: bool) -> pygame.Surface:
    """Return the dimming of an item, slightly larger than the item so that its edge is dimmed as well."""
    width, height = size[0] + 4, size[1] + 4
    image = pygame.Surface((2 * width, 2 * height), pygame.SRCALPHA)
    image.fill((*DARK, 0))
    small = min(width, height)
    pygame.draw.rect(
        image, (*DARK, DIM), image.get_rect(), border_radius=small if disc else round(small * 0.4)
    )
    return pygame.transform.smoothscale(image, (width, height))


def draw_dimming_overlay(
    target: pygame.Surface, window: pygame.FRect, shapes: Sequence[Shape], margin: float
) -> None:
    """Draw the overlay over `window`, with openings around some shapes that extend to `margin`."""
    place = pygame.Rect(window)
    openings = tuple(dict.fromkeys(_opening(shape, place) for shape in shapes))
    target.blit(_overlay(place.size, openings, max(1, round(margin / COARSE))), place.topleft)


def _opening(shape: Shape, window: pygame.Rect) -> Opening:
    """Convert a shape to the overlay's reduced scale."""

    def small(x: float, y: float) -> tuple[int, int]:
        return round((x - window.x) / COARSE), round((y - window.y) / COARSE)

    if shape.points:
        line = shape.points if shape.open else (*shape.points, shape.points[0])
        return True, tuple(small(*point) for point in line), round(shape.width / 2 / COARSE)
    size = round(shape.rect.width / COARSE), round(shape.rect.height / COARSE)
    return False, (small(*shape.rect.topleft), size), 0


@lru_cache(maxsize=3)
def _overlay(size: tuple[int, int], openings: tuple[Opening, ...], margin: int) -> pygame.Surface:
    width, height = -(-size[0] // COARSE) + 1, -(-size[1] // COARSE) + 1
    image = pygame.Surface((width, height), pygame.SRCALPHA)
    image.fill((*DARK, DENSE))
    for step in range(1, STEPS + 1):
        part = step / STEPS
        beyond = margin * (1 - part * (1 - INNER))
        for opening in openings:
            _open(image, opening, round(beyond), (*DARK, round(DENSE * (1 - part) ** 1.5)))
    whole = pygame.transform.smoothscale(image, (width * COARSE, height * COARSE))
    return whole.subsurface(pygame.Rect(0, 0, *size))


def _open(image: pygame.Surface, opening: Opening, beyond: int, colour: tuple[int, int, int, int]) -> None:
    along, points, reach = opening
    if not along:
        box = pygame.Rect(points[0], points[1]).inflate(2 * beyond, 2 * beyond)
        pygame.draw.rect(image, colour, box, border_radius=min(box.size) // 3)
        return
    reach += beyond
    pygame.draw.lines(image, colour, False, points, 2 * reach)
    for point in points:
        pygame.draw.circle(image, colour, point, reach)
