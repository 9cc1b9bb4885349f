"""Drawing for the layers that read a board: a shade, labels in the seats' colours, lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.theme import Colour, SeatColour

IN_SHADE: Colour = (112, 101, 78)
"""What the ground of a board looks like below it, behind a sample."""
SHADE = (10, 22, 27, 70)
"""Over the board, so that what is read stands out."""
NOBODY = theme.SEAT_COLOURS["neutral"]


def shade(target: pygame.Surface, board: pygame.FRect) -> None:
    """Dim the board, within the clip of `target`."""
    clip = target.get_clip().clip((round(board.x), round(board.y), round(board.width), round(board.height)))
    target.blit(_veil(clip.size), clip)


@lru_cache(maxsize=2)
def _veil(size: tuple[int, int]) -> pygame.Surface:
    veil = pygame.Surface(size, pygame.SRCALPHA)
    veil.fill(SHADE)
    return veil


def label(
    target: pygame.Surface, words: str, centre: tuple[float, float], pixels: float, seat: SeatColour
) -> pygame.FRect:
    """Words, or a tick for none, on a plate in a seat's colour after its mark; returns where it lies."""
    size = max(8, round(pixels))
    figure = paint.arms(seat.mark, max(5, round(size * 0.95)), seat.ink, seat.dark, seat.fill)
    face = paint.text(words, "bold", size, seat.ink) if words else paint.icon("check", size, seat.ink)
    width = figure.get_width() + face.get_width() + size * 0.75
    plate = pygame.FRect(0, 0, width, size * 1.15)
    plate.center = centre
    paint.blit_rounded(target, plate, size * 0.35, seat.fill, theme.PARCHMENT_LIGHT, max(1, size * 0.08))
    left = plate.x + size * 0.25
    target.blit(figure, figure.get_rect(midleft=(round(left), round(plate.centery))))
    at = (round(left + figure.get_width() + size * 0.2), round(plate.centery))
    target.blit(face, face.get_rect(midleft=at))
    return plate


def line(
    target: pygame.Surface, points: Sequence[tuple[float, float]], colour: Colour, width: float, dashed: bool
) -> None:
    """A line with an edge that shows on any ground; `dashed`: only every other segment."""
    for thick, tone in ((width * 1.6, theme.INK), (width, colour)):
        for index in range(len(points) - 1):
            if dashed and index % 4 > 1:
                continue
            canvas.line(target, tone, points[index], points[index + 1], max(1, round(thick)))


def around(place: pygame.FRect) -> pygame.FRect:
    """The box in the middle of a place that a ring as a sample goes round."""
    side = place.height * 0.55
    return pygame.FRect(place.centerx - side / 2, place.centery - side / 2, side, side)


def ring(target: pygame.Surface, rect: pygame.FRect, round_: bool, colour: Colour, width: float) -> None:
    """A line around a thing."""
    radius = rect.width / 2 if round_ else min(rect.size) * 0.2
    paint.blit_rounded(target, rect, radius, None, colour, max(2, width))
