"""Common parts of the player boards: the panel, the unit of length, and the bar with the player's name.

All lengths are multiples of one unit: the body-text unit, or less on a narrow screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from game.client.draw import theme
from game.client.draw.paint import arms, blit_lines, blit_rounded, blit_text, largest, shrinking, text
from game.client.draw.sprites import sprite
from game.client.draw.svg import paint_name, raster
from game.client.views.contrast import strong
from game.match import PlayerInfo

WIDE = 20.0
"""Width of a player board in board units."""
PAD, HEADER = 0.4, 1.7
STRIP, FINGER = 64.0, 42.0
"""Height of a compact player bar, and minimum tap size, in CSS pixels. The following lengths are also in CSS
pixels."""
SLOT_TOP, SLOT_HIGH, SLOT_PAD, SLOT_GAP, GRIP = 8.0, 51.0, 5.0, 4.0, 36.0
TALLEST_FIGURE = 1.2
"""Maximum line height of a figure relative to its box: digits are lower than their line."""
TITLE = 10.5
"""Minimum text size of the title of a slot."""
SHIELD = 0.1
"""Width of the shield as a fraction of the compact bar."""

SMALL, READABLE, MOST_ENLARGED = 0.85, 0.62, 1.6
"""Size of the smallest figures of a player board in board units; their minimum size relative to body text;
and the maximum factor by which figures are enlarged for that."""


class Wood(NamedTuple):
    """Colours of a player board."""

    ground: theme.Colour
    edge: theme.Colour
    dark: theme.Colour
    """Sunken boxes."""
    light: theme.Colour
    """Raised boxes."""
    grip: theme.Colour


BROWN = Wood((92, 60, 38), (38, 23, 13), (66, 42, 26), (104, 72, 46), (176, 138, 96))
BLACK = Wood(theme.BLACK, (150, 150, 150), theme.BLACK, (44, 44, 44), theme.WHITE)


def wood() -> Wood:
    """Return the colours of player boards in the theme in use."""
    return BLACK if strong() else BROWN


def measure(width: float, unit: float) -> float:
    """Return the length of one board unit in pixels."""
    return min(unit, width / WIDE)


class DeskFrame:
    """One seat's player board at its place on the screen, without the game's content."""

    def __init__(self, seat: int, player: PlayerInfo) -> None:
        self.seat = seat
        self.player = player
        self.tones = theme.SEAT_COLOURS[player.colour]
        self.rect = pygame.FRect(0, 0, 1, 1)
        self.compact = False
        self.k = 1.0
        """Length of one board unit in pixels."""
        self.tiny = False
        """True if the board is too small to be read or tapped, so that only its place matters."""
        self.strip = False
        """True if the board is folded into a compact bar."""
        self.text = 0.0
        """Line height of body text in pixels."""

    def move_to(
        self, rect: pygame.FRect, compact: bool, unit: float, *, strip: bool = False, text: float = 0.0
    ) -> None:
        """Place the player board at `rect`."""
        self.rect, self.compact, self.k = rect.copy(), compact, measure(rect.width, unit)
        self.tiny, self.strip, self.text = self.k < unit * 0.6, strip, text
        if strip:
            self.k = rect.height / STRIP

    def box(self, x: float, y: float, width: float, height: float) -> pygame.FRect:
        """Return a rectangle given in board units from the top left corner. Horizontal lengths stretch with
        the board."""
        across = self.rect.width / WIDE
        return pygame.FRect(
            self.rect.x + x * across, self.rect.y + y * self.k, width * across, height * self.k
        )

    def slot(self, left: float, right: float) -> pygame.FRect:
        """Return a slot of the compact bar between two fractions of its width. It has the height of a
        finger."""
        wide = self.rect.width - 2 * SLOT_PAD * self.k
        x, y = self.rect.x + SLOT_PAD * self.k, self.rect.y + SLOT_TOP * self.k
        gap = SLOT_GAP * self.k if right < 1 else 0.0  # to the next slot
        return pygame.FRect(x + left * wide, y, (right - left) * wide - gap, SLOT_HIGH * self.k)

    @property
    def enlarged(self) -> float:
        """Factor by which figures are enlarged so that the smallest can be read at this text size."""
        if self.strip:
            return 1.0
        return min(MOST_ENLARGED, max(1.0, READABLE * self.text / (SMALL * self.k)))

    def figure(self, size: float, room: float) -> float:
        """Return the size in pixels of a figure in a box, enlarged for the text size if there is room.

        size: usual size in board units
        room: height of the box in pixels
        """
        return max(size * self.k, min(size * self.k * self.enlarged, room * TALLEST_FIGURE))

    @property
    def finger(self) -> float:
        """Minimum width of a tap target in the compact bar, in pixels."""
        return FINGER * self.k

    @property
    def header(self) -> pygame.FRect:
        """The bar with mark and name; in a compact bar the shield at the left end."""
        if self.strip:
            return self.slot(0.0, SHIELD)
        return self.box(PAD, PAD, WIDE - 2 * PAD, HEADER)

    def line(self, thick: float) -> float:
        """Return a line width given in board units, in pixels; at least 1."""
        return max(1.0, thick * self.k)

    def draw_panel(self, target: pygame.Surface, acts: bool) -> None:
        """Draw the panel, with a bright edge if the seat is to act."""
        edge, k = theme.BRASS_LIGHT if acts else wood().edge, 16 * self.k if self.strip else self.k
        blit_rounded(target, self.rect, 0.5 * k, wood().ground, edge, max(1.0, k * (0.16 if acts else 0.07)))

    def draw_strip(self, target: pygame.Surface, acts: bool) -> None:
        """Draw the panel of the compact bar, its handle, and the player's shield."""
        self.draw_panel(target, acts)
        k, wide = self.k, GRIP * self.k
        grip = pygame.FRect(self.rect.centerx - wide / 2, self.rect.y + 2.5 * k, wide, 3 * k)
        blit_rounded(target, grip, 1.5 * k, wood().grip)
        block = self.header
        blit_rounded(target, block, 5 * k, self.tones.fill, self.tones.dark, self.line(1.2))
        tones, size = self.tones, min(24 * k, block.width * 0.8)
        shield = arms(tones.mark, round(size), tones.ink, tones.dark, tones.fill)
        target.blit(shield, shield.get_rect(center=(round(block.centerx), round(block.y + 16 * k))))

    def draw_slot(self, target: pygame.Surface, slot: pygame.FRect, *, dark: bool = False) -> None:
        """Draw the background of a slot."""
        ground = wood().dark if dark else wood().light
        blit_rounded(target, slot, 5 * self.k, ground, wood().edge, self.line(1))

    def draw_titles(self, target: pygame.Surface, titles: Sequence[tuple[pygame.FRect, str]]) -> None:
        """Draw the titles in the upper parts of the slots, or none of them if one would be too small."""
        k, rows = self.k, []
        for slot, words in titles:
            row = pygame.FRect(slot.x + 4 * k, slot.y + 1.5 * k, slot.width - 5 * k, 14 * k)
            pixels = round(largest(words, "text", shrinking(13 * k, TITLE * k), row.width))
            if theme.font("text", pixels).size(words)[0] > row.width:
                return
            rows.append((words, pixels, row))
        for words, pixels, row in rows:
            blit_text(target, words, "text", pixels, theme.PARCHMENT_DARK, row)

    def draw_empty(self, target: pygame.Surface, slot: pygame.FRect, words: str) -> None:
        """Draw the text of an empty slot."""
        inside = slot.inflate(-8 * self.k, -6 * self.k)
        sizes = shrinking(13 * self.k, 10 * self.k)
        blit_lines(target, words, "text", sizes, theme.PARCHMENT_DARK, inside)

    def draw_header(self, target: pygame.Surface) -> None:
        """Draw the bar in the player's colour, with the mark at its left end."""
        k, header = self.k, self.header
        ground = header.inflate(0, -0.15 * k)
        blit_rounded(target, ground, 0.35 * k, self.tones.fill, self.tones.dark, self.line(0.08))
        tones = self.tones
        shield = arms(tones.mark, max(6, round(1.3 * k)), tones.ink, tones.dark, tones.fill)
        target.blit(shield, shield.get_rect(center=(round(header.x + 0.95 * k), round(header.centery))))

    def draw_points(self, target: pygame.Surface, points: str, total: str = "") -> float:
        """Draw a star and the points at the right end of the bar. Return the right end of the remaining
        space.

        total: the score if the game ended now, shown after a flag
        """
        right = self.header.right - 0.5 * self.k
        if total:
            right = self._draw_sum(target, total, flag, 1.1, right)
        return self._draw_sum(target, points, star, 1.45, right)

    def _draw_sum(
        self,
        target: pygame.Surface,
        number: str,
        sign: Callable[[int, theme.Colour], pygame.Surface],
        size: float,
        right: float,
    ) -> float:
        k, middle, pixels = self.k, round(self.header.centery), self.figure(size, self.header.height)
        figure = text(number, "bold", round(pixels), self.tones.ink)
        target.blit(figure, figure.get_rect(midright=(round(right), middle)))
        right -= figure.get_width() + 0.2 * k
        drawn = sign(max(6, round(0.72 * pixels)), self.tones.ink)
        target.blit(drawn, drawn.get_rect(midright=(round(right), middle)))
        return right - drawn.get_width() - 0.35 * k

    def draw_name(self, target: pygame.Surface, right: float) -> None:
        """Draw the name in the bar, from the mark to `right`."""
        k, header = self.k, self.header
        place = pygame.FRect(header.x + 1.75 * k, header.y, right - header.x - 2.0 * k, header.height)
        sizes = shrinking(self.figure(1.15, header.height), 1.15 * k)
        pixels = largest(self.player.name, "bold", sizes, place.width)
        blit_text(target, self.player.name, "bold", pixels, self.tones.ink, place)


@sprite(20)
def star(size: int, colour: theme.Colour) -> pygame.Surface:
    """Return an image of the sign for points."""
    outline = "M0-17 4.7-5.7 16.8-5 7.5 2.8 10.5 14.5 0 8-10.5 14.5-7.5 2.8-16.8-5-4.7-5.7Z"
    body = f'<path d="{outline}" fill="{paint_name(colour)}"/>'
    return raster(body, (-18, -18, 36, 36), (size, size)).convert_alpha()


@sprite(20)
def flag(size: int, colour: theme.Colour) -> pygame.Surface:
    """Return an image of the sign for the end of the game."""
    body = f'<path d="M-12-16H-8V17H-12ZM-8-15 14-9 -8 0Z" fill="{paint_name(colour)}"/>'
    return raster(body, (-18, -18, 36, 36), (size, size)).convert_alpha()
