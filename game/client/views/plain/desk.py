"""A player's desk in the plain view: a box for each number that the rules count by seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.client.draw import theme
from game.client.draw.paint import blit_rounded, blit_text, largest, shrinking
from game.client.views.desk import HEADER, PAD, SHIELD, WIDE, DeskFrame, wood

GAP, BOX, COMPACT_BOX = 0.25, 2.3, 1.5
ABREAST = 3
"""Boxes in a row of a full desk."""


class Counted(NamedTuple):
    """A number on a desk: the place it stands for, its name and value."""

    place: str
    name: str
    value: int


def heights(boxes: int) -> tuple[float, float]:
    """Return the heights of a compact desk and of a full one with this number of boxes."""
    rows = -(-boxes // ABREAST)
    return PAD + HEADER + COMPACT_BOX + PAD * 0.5, PAD + HEADER + rows * (GAP + BOX) + PAD


class PlainDesk(DeskFrame):
    """One seat's desk at its place on the screen."""

    def place_of(self, index: int, boxes: int) -> pygame.FRect:
        """Return where a box lies."""
        if self.strip:
            wide = (1 - SHIELD) / boxes
            return self.slot(SHIELD + index * wide, SHIELD + (index + 1) * wide)
        if self.compact:
            wide = (WIDE - 2 * PAD) / boxes
            return self.box(PAD + index * wide, PAD + HEADER, wide - 0.1, COMPACT_BOX)
        row, column = divmod(index, ABREAST)
        abreast = min(boxes, ABREAST)
        wide = (WIDE - 2 * PAD - (abreast - 1) * GAP) / abreast
        top = PAD + HEADER + GAP + row * (BOX + GAP)
        return self.box(PAD + column * (wide + GAP), top, wide, BOX)

    def draw(self, target: pygame.Surface, counted: Sequence[Counted], points: str, acts: bool) -> None:
        """Draw the whole desk."""
        if self.strip:
            self.draw_strip(target, acts)
        else:
            self.draw_panel(target, acts)
            self.draw_header(target)
            self.draw_name(target, self.draw_points(target, points))
        for index, each in enumerate(counted):
            self._draw_box(target, self.place_of(index, len(counted)), each)

    def _draw_box(self, target: pygame.Surface, box: pygame.FRect, counted: Counted) -> None:
        k = self.k
        if self.strip:
            self.draw_slot(target, box)
            self.draw_titles(target, [(box, counted.name)])
            number = pygame.FRect(box.x, box.y + 16 * k, box.width, 34 * k)
            blit_text(target, str(counted.value), "bold", 21 * k, theme.PARCHMENT_LIGHT, number, "center")
            return
        blit_rounded(target, box, 0.3 * k, wood().light, wood().edge, self.line(0.06))
        inside = box.inflate(-0.6 * k, 0)
        value = pygame.FRect(inside.right - 2 * k, box.y, 2 * k, box.height)
        blit_text(target, str(counted.value), "bold", 1.2 * k, theme.PARCHMENT_LIGHT, value, "right")
        inside.width -= 2 * k
        pixels = largest(counted.name, "text", shrinking(0.95 * k, 0.6 * k), inside.width)
        blit_text(target, counted.name, "text", pixels, theme.PARCHMENT, inside)
