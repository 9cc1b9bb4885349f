"""The picture behind the title: a brick town by the water at dusk, and a cog under sail."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.client import paint, theme
from game.client.theme import Colour

_FAR: Colour = (34, 60, 68)
_NEAR: Colour = (24, 45, 52)
_LAMP: Colour = (236, 190, 104)

# Each house: kind, width in tenths of the picture's scale, height.
_FAR_ROW = (
    "gable 5 9|tower 3 17|gable 6 8|step 5 10|gable 5 8|twin 8 19|gable 6 9|step 6 11|tower 3 14|gable 5 8"
)
_NEAR_ROW = "step 7 8|gable 6 6|step 8 9|gable 6 7|gate 10 12|step 7 8|gable 7 6|step 6 9|gable 6 7|step 8 8"


@lru_cache(maxsize=2)
def harbour(width: int, height: int) -> pygame.Surface:
    """The picture at a size; the lower part is water."""
    picture = paint.vertical(width, height, (28, 56, 66), (9, 20, 25)).copy()
    scale = min(height * 0.017, width * 0.014)
    water = round(height * 0.8)
    _row(picture, _FAR_ROW, water, scale * 1.05, -scale * 3, _FAR, lit=0)
    _row(picture, _NEAR_ROW, water, scale, -scale * 1.5, _NEAR, lit=3)
    _water(picture, water, scale)
    _cog(picture, width * 0.82, water + height * 0.075, scale * 0.95)
    return picture


def _row(
    picture: pygame.Surface, houses: str, ground: int, scale: float, x: float, colour: Colour, lit: int
) -> None:
    """A row of houses from left to right over the whole width."""
    kinds = [house.split() for house in houses.split("|")]
    number = 0
    while x < picture.get_width():
        kind, wide, high = kinds[number % len(kinds)]
        width, height = float(wide) * scale, float(high) * scale
        outline = _OUTLINES[kind](x, ground, width, height)
        pygame.draw.polygon(picture, colour, outline)
        if lit:
            _windows(picture, x, ground, width, height * 0.5, scale, number, lit)
        x += width
        number += 1


def _gable(x: float, y: float, w: float, h: float) -> list[tuple[float, float]]:
    return [(x, y), (x, y - h * 0.6), (x + w / 2, y - h), (x + w, y - h * 0.6), (x + w, y)]


def _step(x: float, y: float, w: float, h: float) -> list[tuple[float, float]]:
    """A stepped gable, the sign of the Baltic brick towns."""
    points, steps = [(x, y)], 4
    for index in range(steps):
        left, top = x + w * 0.11 * index, y - h * (0.55 + 0.11 * (index + 1))
        points += [(left, points[-1][1] if index else y - h * 0.55), (left, top)]
    mirror = [(2 * x + w - px, py) for px, py in reversed(points)]
    return points + mirror


def _tower(x: float, y: float, w: float, h: float) -> list[tuple[float, float]]:
    a, b = x + w * 0.12, x + w * 0.88
    return [(a, y), (a, y - h * 0.6), (x + w / 2, y - h), (b, y - h * 0.6), (b, y)]


def _twin(x: float, y: float, w: float, h: float) -> list[tuple[float, float]]:
    """A church with two spires."""
    left, right = _tower(x, y, w * 0.3, h), _tower(x + w * 0.7, y, w * 0.3, h)
    roof = [(x + w * 0.27, y - h * 0.42), (x + w / 2, y - h * 0.56), (x + w * 0.73, y - h * 0.42)]
    return left[:-1] + roof + right[1:]


def _gate(x: float, y: float, w: float, h: float) -> list[tuple[float, float]]:
    """A town gate: two round towers under pointed caps, a stepped gable between."""
    left = [(x, y), (x, y - h * 0.55), (x + w * 0.17, y - h), (x + w * 0.34, y - h * 0.55)]
    middle = [
        (x + w * 0.34, y - h * 0.62), (x + w * 0.42, y - h * 0.62), (x + w * 0.42, y - h * 0.72),
        (x + w * 0.58, y - h * 0.72), (x + w * 0.58, y - h * 0.62), (x + w * 0.66, y - h * 0.62),
    ]  # fmt: skip
    right = [(x + w * 0.66, y - h * 0.55), (x + w * 0.83, y - h), (x + w, y - h * 0.55), (x + w, y)]
    return left + middle + right


_OUTLINES = {"gable": _gable, "step": _step, "tower": _tower, "twin": _twin, "gate": _gate}


def _windows(
    picture: pygame.Surface, x: float, y: float, w: float, h: float, scale: float, number: int, lit: int
) -> None:
    """Small lights, a few of them on; which ones follows from the house's number."""
    columns, rows = max(2, int(w / (scale * 1.7))), max(1, int(h / (scale * 1.9)))
    size = max(1, round(scale * 0.5))
    for column in range(columns):
        for row in range(rows):
            if (number * 7 + column * 5 + row * 3) % 5 < lit - 1:
                left = x + w * (column + 0.5) / columns - size / 2
                top = y - h * (row + 0.6) / rows - size
                glow = _LAMP if (number + column + row) % 3 else (190, 142, 74)
                pygame.draw.rect(picture, glow, (round(left), round(top), size, round(size * 1.5)))


def _water(picture: pygame.Surface, water: int, scale: float) -> None:
    """The town's reflection, darker and squeezed, broken by ripples."""
    width, height = picture.get_size()
    depth = height - water
    above = picture.subsurface((0, max(0, water - depth * 2), width, min(water, depth * 2)))
    mirrored = pygame.transform.flip(pygame.transform.smoothscale(above, (width, depth)), False, True)
    mirrored.fill((74, 92, 98), special_flags=pygame.BLEND_MULT)
    for row in range(depth):
        shift = round(((row * 7919) % 5 - 2) * scale * 0.1 * (1 + 3 * row / depth))
        picture.blit(mirrored, (shift, water + row), (0, row, width, 1))
    for index in range(26):
        y = water + depth * ((index * 0.6180339) % 1.0)
        x = width * ((index * 0.7548776) % 1.0)
        length = scale * (2 + 5 * (y - water) / depth)
        pygame.draw.line(picture, (58, 92, 102), (x, y), (x + length, y), max(1, round(scale * 0.12)))


def _cog(picture: pygame.Surface, x: float, y: float, scale: float) -> None:
    """A cog: one mast, one square sail, castles fore and aft."""
    hull = [(-8, -2.2), (-6.8, 2), (6.2, 2), (8.4, -2.4), (6.6, -1.4), (-6.2, -1.4)]
    castles = [
        [(-8.2, -2.2), (-8.2, -4), (-4.8, -4), (-4.8, -1.6)],
        [(6, -2), (6, -4), (8.8, -4), (8.8, -2.4)],
    ]
    sail = [(-4.6, -13.4), (4.6, -13.4), (5.4, -5.2), (1.4, -4.2), (-2.6, -4.4), (-5, -5.2)]

    def put(points: list[tuple[float, float]], colour: Colour) -> None:
        pygame.draw.polygon(picture, colour, [(x + px * scale, y + py * scale) for px, py in points])

    put([(-0.25, -16), (0.25, -16), (0.25, 0), (-0.25, 0)], (60, 46, 34))
    put(sail, theme.PARCHMENT_DARK)
    put([(-1.4, -13.4), (1.4, -13.4), (1.7, -4.2), (-1.2, -4.4)], theme.BRICK)
    put([(0, -16), (3.6, -15.3), (0, -14.6)], theme.BRICK)
    put(hull, (52, 36, 26))
    for castle in castles:
        put(castle, (66, 47, 33))
    put([(-7.4, -1), (7.4, -1), (7, -0.5), (-7.1, -0.5)], theme.BRASS_DARK)
    pygame.draw.line(
        picture,
        (70, 104, 112),
        (x - 10 * scale, y + 2 * scale),
        (x + 9 * scale, y + 2 * scale),
        max(1, round(scale * 0.3)),
    )
