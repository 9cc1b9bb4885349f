"""What is drawn by hand: shadows meet the things that cast them."""

from __future__ import annotations

import pygame
import pytest

from game.client.draw import paint

GROUND, PAPER = (200, 200, 200), (255, 255, 255)


@pytest.mark.parametrize("part", [0.0, 0.3, 0.5, 0.6, 0.9])
def test_no_gap_is_left_between_a_sheet_and_its_shadow(part: float) -> None:
    target = pygame.Surface((200, 200))
    target.fill(GROUND)
    rect = pygame.FRect(50 + part, 50 + part, 100 + part, 100 + part)
    paint.blit_shadow(target, rect, 16, 150)
    paint.blit_rounded(target, rect, 8, PAPER)
    row = [target.get_at((x, 100))[:3] for x in range(200)]
    column = [target.get_at((100, y))[:3] for y in range(200)]
    for line in (row, column):
        first, last = line.index(PAPER), 199 - line[::-1].index(PAPER)
        assert line[first - 1] != GROUND and line[last + 1] != GROUND
