"""The seal animation of a finished lesson: a stamp is pressed into wax and a flourish unrolls next to it."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.sprites import sprite
from game.client.draw.svg import paint_name, raster
from game.client.draw.widgets import ChoiceCard

SECONDS = 1.5
"""Duration of the animation at normal speed."""
PRESSED, UNROLLED = 0.28, 0.8
"""Fractions of the duration after which the seal has been pressed and the flourish is complete."""
RAYS = 12
STAR = "M0-13 3.6-4.4 12.8-3.8 5.7 2.1 8 11 0 6.1-8 11-5.7 2.1-12.8-3.8-3.6-4.4Z"
BRANCH = "M30 6C44 22 66 24 84 12S112-2 108 10 92 14 96 4"
LEAVES = ((44, 15, -20), (58, 20, 8), (72, 17, -34), (84, 12, 14))


def draw_seal(
    target: pygame.Surface,
    window: pygame.FRect,
    part: float,
    words: str,
    course: tuple[int, int],
    unit: float,
) -> None:
    """Draw the seal in the middle of `window`.

    part: progress of the animation, from 0 to 1
    words: caption below the seal
    course: number of completed lessons and the total; drawn as a row of stars below the caption
    """
    size = round(min(window.height * 0.42, window.width * 0.26, unit * 12) / 2) * 2
    at = window.centerx, window.centery - unit * 1.4
    grown = max(0.0, min(1.0, (part - PRESSED) / (UNROLLED - PRESSED)))
    _draw_flourish(target, at, size, grown * grown * (3 - 2 * grown))
    if part < 1 and grown > 0:
        _draw_rays(target, at, size, (part - PRESSED) / (1 - PRESSED))
    image = seal(size)
    if part < PRESSED:
        image = pygame.transform.smoothscale_by(image, 1 + 0.7 * (1 - part / PRESSED) ** 2)
    target.blit(image, image.get_rect(center=(round(at[0]), round(at[1]))))
    if part >= UNROLLED:
        _draw_words(target, window, at[1] + size * 0.6, words, course, unit)


def _draw_flourish(target: pygame.Surface, at: tuple[float, float], size: int, part: float) -> None:
    """Draw the unrolled part of the flourish, from the seal outwards."""
    branches = _branches(size)
    wide, high = branches.get_size()
    seen = round(wide * part / 2)
    if seen:
        place = round(at[0]) - seen, round(at[1] - high / 2)
        target.blit(branches, place, pygame.Rect(wide // 2 - seen, 0, 2 * seen, high))


def _draw_rays(target: pygame.Surface, at: tuple[float, float], size: int, part: float) -> None:
    """Draw light rays that move away from the seal and fade."""
    thick = round(size * 0.03 * (1 - part))
    if thick < 1:
        return
    begins, ends = size * (0.5 + 0.35 * part), size * (0.56 + 0.5 * part)
    for ray in range(RAYS):
        turn = 2 * pi * (ray + 0.5) / RAYS
        across, down = cos(turn), sin(turn)
        start = at[0] + across * begins, at[1] + down * begins
        canvas.line(target, theme.BRASS_LIGHT, start, (at[0] + across * ends, at[1] + down * ends), thick)


def _draw_words(
    target: pygame.Surface, window: pygame.FRect, y: float, words: str, course: tuple[int, int], unit: float
) -> None:
    """Draw the caption and the stars on a strip of paper."""
    done, total = course
    size = round(min(unit * 1.1, window.width * 0.8 / total))
    pixels = paint.largest(words, "display", paint.shrinking(unit * 1.6, unit * 0.8), window.width * 0.86)
    wide = max(theme.font("display", round(pixels)).size(words)[0], size * total) + unit * 1.6
    slip = pygame.FRect(window.centerx - wide / 2, y, wide, unit * 3.4)
    paint.blit_rounded(target, slip, unit * 0.5, theme.ui.paper, theme.ui.frame, max(1, unit * 0.08))
    row = pygame.FRect(slip.x, slip.y + unit * 0.2, slip.width, unit * 1.7)
    paint.blit_text(target, words, "display", pixels, theme.ui.title, row, "center")
    left = window.centerx - size * total / 2
    for number in range(total):
        star = _star(size, theme.BRASS if number < done else None, theme.ui.ink_soft)
        target.blit(star, (round(left + number * size), round(row.bottom + unit * 0.1)))


@sprite(12)
def seal(size: int) -> pygame.Surface:
    """Return an image of red wax with a star."""
    lobes = "".join(
        f'<circle cx="{cos(turn) * 24:.1f}" cy="{sin(turn) * 24:.1f}" r="{7 + number % 3}"/>'
        for number, turn in enumerate(2 * pi * lobe / 13 for lobe in range(13))
    )
    wax, dark = paint_name(theme.BRICK), paint_name(theme.BRICK_DARK)
    light, brass = paint_name(theme.BRICK_LIGHT), paint_name(theme.BRASS_LIGHT)
    body = f'<g fill="{dark}" transform="translate(0 1.5)">{lobes}<circle r="27"/></g>'
    body += f'<g fill="{wax}">{lobes}<circle r="27"/></g>'
    body += f'<circle r="21" fill="{dark}"/><circle r="20" cy="0.8" fill="{light}"/>'
    body += f'<path d="{STAR}" fill="{dark}" transform="translate(0 2) scale(1.2)"/>'
    body += f'<path d="{STAR}" fill="{brass}" transform="translate(0 0.8) scale(1.2)"/>'
    return raster(body, (-36, -36, 72, 72), (size, size)).convert_alpha()


@sprite(4)
def _branches(size: int) -> pygame.Surface:
    """Return an image of a branch with leaves to the right of the seal and its mirror image to the left."""
    brass = paint_name(theme.BRASS_LIGHT)
    leaves = "".join(
        f'<path d="M0 0C4-8 12-8 17 0 12 4 4 4 0 0Z" transform="translate({x} {y}) rotate({turn})"/>'
        for x, y, turn in LEAVES
    )
    branch = f'<path d="{BRANCH}" fill="none" stroke="{brass}" stroke-width="3" stroke-linecap="round"/>'
    half = f'{branch}<g fill="{brass}">{leaves}</g>'
    body = f'{half}<g transform="scale(-1 1)">{half}</g>'
    return raster(body, (-120, -36, 240, 72), (round(size * 10 / 3), size)).convert_alpha()


@sprite(8)
def _star(size: int, fill: theme.Colour | None, edge: theme.Colour) -> pygame.Surface:
    """Return an image of a star, outlined only if `fill` is None."""
    inside = "none" if fill is None else paint_name(fill)
    body = f'<path d="{STAR}" fill="{inside}" stroke="{paint_name(edge)}" stroke-width="1.6"/>'
    return raster(body, (-16, -16, 32, 32), (size, size)).convert_alpha()


SEAL = 2.0
"""Size of the seal on a card in units."""


@dataclass
class DoneCard(ChoiceCard):
    """The card of a finished lesson, with the seal."""

    def draw_aside(self, target: pygame.Surface, head: pygame.FRect, unit: float, ink: theme.Colour) -> None:
        image = seal(round(unit * SEAL))
        target.blit(image, image.get_rect(midright=(round(head.right), round(self.rect.centery))))

    def aside_width(self, unit: float) -> float:
        return unit * SEAL
