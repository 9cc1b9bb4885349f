"""Drawing for the board overlays: dimming, labels in seat colours, lines and rings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.theme import Colour, SeatColour

IN_SHADE: Colour = (112, 101, 78)
"""Colour of a dimmed board, as the ground of a sample in the overlay's key."""
SHADE = (10, 22, 27, 70)
"""Colour and opacity that dim the board below an overlay."""
NOBODY = theme.SEAT_COLOURS["neutral"]


def shade(target: pygame.Surface, board: pygame.FRect) -> None:
    """Dim the board within the clip of `target`."""
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
    """Draw a text, or a tick if it is empty, on a plate in a seat's colour after the seat's mark. Return the
    plate's rectangle."""
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
    """Draw a polyline with an outline visible on any ground; `dashed` skips every other pair of segments."""
    for thick, tone in ((width * 1.6, theme.INK), (width, colour)):
        for index in range(len(points) - 1):
            if dashed and index % 4 > 1:
                continue
            canvas.line(target, tone, points[index], points[index + 1], max(1, round(thick)))


def around(place: pygame.FRect) -> pygame.FRect:
    """Return the box, centred in a rectangle, around which the key draws a sample ring."""
    side = place.height * 0.55
    return pygame.FRect(place.centerx - side / 2, place.centery - side / 2, side, side)


def ring(target: pygame.Surface, rect: pygame.FRect, round_: bool, colour: Colour, width: float) -> None:
    """Draw an outline around an item: a circle if `round_`, else a rounded rectangle."""
    radius = rect.width / 2 if round_ else min(rect.size) * 0.2
    paint.blit_rounded(target, rect, radius, None, colour, max(2, width))
