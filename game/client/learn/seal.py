"""The seal of a finished lesson: a stamp is pressed into wax, and a laurel wreath grows around it."""

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
PRESSED, GROWN = 0.28, 0.8
"""Fractions of the duration after which the seal has been pressed and the wreath is complete."""
RAYS = 12
STAR = "M0-13 3.6-4.4 12.8-3.8 5.7 2.1 8 11 0 6.1-8 11-5.7 2.1-12.8-3.8-3.6-4.4Z"
WREATH, REACH = 45.0, 66.0
"""Radius of the wreath's two branches, and of a circle around all leaves, in units of the drawing in which
the seal has a radius of 33."""
TURNS = (84, -58)
"""Directions in degrees, clockwise from the right, in which the right branch begins and ends."""
PAIRS = 8
"""Number of pairs of leaves on a branch."""
LEAF = "M0 0C3-6 12-7 19 0 12 7 3 6 0 0Z"


def draw_seal(
    target: pygame.Surface,
    window: pygame.FRect,
    part: float,
    words: str,
    course: str,
    unit: float,
) -> None:
    """Draw the seal in the middle of `window`.

    part: progress of the animation, from 0 to 1
    words: caption below the seal
    course: how many lessons are done, in words below the caption
    """
    size = round(min(window.height * 0.42, window.width * 0.26, unit * 12) / 2) * 2
    at = window.centerx, window.centery - unit * 1.4
    grown = max(0.0, min(1.0, (part - PRESSED) / (GROWN - PRESSED)))
    _draw_laurel(target, at, size, grown * grown * (3 - 2 * grown))
    if part < 1 and grown > 0:
        _draw_rays(target, at, size, (part - PRESSED) / (1 - PRESSED))
    image = seal(size)
    if part < PRESSED:
        image = pygame.transform.smoothscale_by(image, 1 + 0.7 * (1 - part / PRESSED) ** 2)
    target.blit(image, image.get_rect(center=(round(at[0]), round(at[1]))))
    if part >= GROWN:
        _draw_words(target, window, at[1] + size * 0.66, words, course, unit)


def _draw_laurel(target: pygame.Surface, at: tuple[float, float], size: int, part: float) -> None:
    """Draw the grown part of the wreath, from its foot upwards."""
    wreath = laurel(size)
    wide, high = wreath.get_size()
    seen = round(high * part)
    if seen:
        place = round(at[0] - wide / 2), round(at[1] + high / 2) - seen
        target.blit(wreath, place, pygame.Rect(0, high - seen, wide, seen))


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
    target: pygame.Surface, window: pygame.FRect, y: float, words: str, course: str, unit: float
) -> None:
    """Draw the caption and the progress on a strip of paper."""
    pixels = paint.largest(words, "display", paint.shrinking(unit * 1.6, unit * 0.8), window.width * 0.86)
    small = round(unit)
    title, below = theme.font("display", round(pixels)), theme.font("text", small)
    wide = max(title.size(words)[0], below.size(course)[0]) + unit * 1.6
    slip = pygame.FRect(window.centerx - wide / 2, y, wide, unit * 3.4)
    paint.blit_rounded(target, slip, unit * 0.5, theme.ui.paper, theme.ui.frame, max(1, unit * 0.08))
    row = pygame.FRect(slip.x, slip.y + unit * 0.2, slip.width, unit * 1.7)
    paint.blit_text(target, words, "display", pixels, theme.ui.title, row, "center")
    row = pygame.FRect(slip.x, row.bottom, slip.width, unit * 1.2)
    paint.blit_text(target, course, "text", small, theme.ui.ink, row, "center")


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
def laurel(size: int) -> pygame.Surface:
    """Return an image of a laurel wreath, open at the top, for a seal of this size."""
    light, dark = paint_name(theme.BRASS_LIGHT), paint_name(theme.BRASS_DARK)
    begin, end = TURNS
    turns = [begin + (end - begin) * number / PAIRS for number in range(1, PAIRS + 1)]
    leaves = "".join(_leaf(turn, aside) for turn in turns for aside in (-34, 34)) + _leaf(end, 0)
    (x, y), (tip_x, tip_y) = _on_branch(begin + 14), _on_branch(end)
    stem = f"M{x:.1f} {y:.1f}A{WREATH} {WREATH} 0 0 0 {tip_x:.1f} {tip_y:.1f}"
    half = f'<path d="{stem}" fill="none" stroke="{dark}" stroke-width="2.4" stroke-linecap="round"/>'
    half += f'<g fill="{light}" stroke="{dark}" stroke-width="1">{leaves}</g>'
    body = f'{half}<g transform="scale(-1 1)">{half}</g>'
    around = 2 * REACH
    whole = round(size * around / 72 / 2) * 2
    return raster(body, (-REACH, -REACH, around, around), (whole, whole)).convert_alpha()


def _leaf(turn: float, aside: float) -> str:
    """Return a leaf of the right branch that grows in this direction from the centre.

    aside: angle in degrees between the leaf and the branch, outwards if positive
    """
    x, y = _on_branch(turn)
    return f'<path d="{LEAF}" transform="translate({x:.1f} {y:.1f}) rotate({turn - 90 + aside:.1f})"/>'


def _on_branch(turn: float) -> tuple[float, float]:
    """Return the point of the right branch in this direction from the centre, in degrees."""
    return WREATH * cos(turn * pi / 180), WREATH * sin(turn * pi / 180)


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
