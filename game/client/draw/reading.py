"""Drawing for the board overlays: labels in seat colours, lines and rings."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.theme import Colour, SeatColour

PALE: Colour = (216, 214, 208)
"""Colour of land on a board without colours, as the ground of a sample in the overlay's legend."""
NOBODY = theme.SEAT_COLOURS["neutral"]
NEARBY = (
    (0.0, 0.0), (0.0, -0.6), (0.0, 0.6), (0.3, 0.0), (-0.3, 0.0), (0.0, -1.1), (0.0, 1.1), (0.6, 0.0),
    (-0.6, 0.0), (0.55, -1.1), (-0.55, -1.1), (0.55, 1.1), (-0.55, 1.1), (1.1, 0.0), (-1.1, 0.0),
)  # fmt: skip
"""Places tried for a label, the preferred ones first, as offsets in widths and heights of the label."""


class Labels:
    """The labels of one drawing of an overlay, placed so that they cover as little as possible."""

    def __init__(self, taken: Sequence[pygame.FRect]) -> None:
        """`taken`: areas to leave visible, such as the names of towns."""
        self._taken = list(taken)

    def put(
        self,
        target: pygame.Surface,
        words: str,
        centre: tuple[float, float],
        pixels: float,
        seat: SeatColour,
    ) -> None:
        """Draw a label (see `label`) near `centre`, clear of earlier labels if possible."""
        plate = _plate(words, pixels, seat)
        wide, high = plate.width, plate.height
        places = []
        for across, down in NEARBY:
            plate.center = centre[0] + across * wide, centre[1] + down * high
            places.append(plate.copy())
        place = min(places, key=self._covered)
        self._taken.append(label(target, words, place.center, pixels, seat))

    def _covered(self, place: pygame.FRect) -> float:
        return sum(both.width * both.height for both in map(place.clip, self._taken))


def _plate(words: str, pixels: float, seat: SeatColour) -> pygame.FRect:
    """Return the size of a label as a rectangle."""
    size = max(8, round(pixels))
    figure = max(5, round(size * 0.95))
    face = theme.font("bold", size).size(words)[0] if words else size
    return pygame.FRect(0, 0, figure + face + size * 0.75, size * 1.15)


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
    """Draw an outline around an item, visible on any ground: a circle if `round_`, else a rounded
    rectangle."""
    for outside, thick, tone in ((width * 0.4, width * 1.8, theme.INK), (0.0, width, colour)):
        outer = rect.inflate(2 * outside, 2 * outside)
        radius = outer.width / 2 if round_ else min(outer.size) * 0.2
        paint.blit_rounded(target, outer, radius, None, tone, max(2, thick))
