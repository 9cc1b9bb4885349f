"""Tiles of boards are drawn once, and few boards have large tiles at a time."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import pygame

from game.client.draw.sprites import Hurry
from game.client.views.picture import MAX_LARGE, TILE, Picture
from game.games.hansa_teutonica.view import board_art
from game.games.hansa_teutonica.view.layout import layout

from .test_view_hansa_teutonica import SIDES

TINY = pygame.FRect(0, 0, 40, 30)
SHARP = pygame.FRect(0, 0, 8 * TILE, 6 * TILE)
TILES = 48
"""Number of tiles of a sharp board."""


class Blank(Picture):
    """A white board, which counts the parts drawn."""

    def __init__(self) -> None:
        super().__init__(400, 300, self._whiten)
        self.drawn = 0

    def _whiten(self, part: pygame.FRect, size: tuple[int, int]) -> Iterator[pygame.Surface]:
        self.drawn += 1
        yield pygame.Surface(size)

    def draws(self, rect: pygame.FRect) -> bool:
        """Prepare the picture at a place; return whether parts had to be drawn."""
        before = self.drawn
        assert self.prepare(SHARP, rect, Hurry(inf))
        return self.drawn > before


def test_the_images_of_all_boards_stay_in_memory() -> None:
    """The page for a new game shows several at once."""
    found = [board_art.ground(layout(side), "", False) for side in SIDES]
    assert [board_art.ground(layout(side), "", False) for side in SIDES] == found


def test_only_the_boards_used_last_retain_large_tiles() -> None:
    boards = [Blank() for _ in range(MAX_LARGE // TILES + 1)]
    assert all(board.draws(TINY) and board.draws(SHARP) for board in boards)
    assert not any(board.draws(SHARP) for board in boards[1:])
    assert not any(board.draws(TINY) for board in boards), "small tiles stay"
    assert boards[0].draws(SHARP)
    assert boards[1].draws(SHARP) and not boards[0].draws(SHARP)
