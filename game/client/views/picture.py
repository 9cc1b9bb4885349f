"""Keeps the drawn ground of a board, sharp at the size it has, for as long as it can be used."""

from __future__ import annotations

from collections.abc import Callable

import pygame

WHOLE = 2600
"""Up to this width in pixels the whole board is drawn at once; above only the part in sight and some more."""
MARGIN = 0.35

Draw = Callable[[pygame.FRect, tuple[int, int]], pygame.Surface]
"""Draws a part of a board (in board units) on so many pixels."""


class _Drawn:
    """A picture of a part of the board: `part` in board units, at `scale` pixels per unit."""

    def __init__(self, image: pygame.Surface, part: pygame.FRect, scale: float) -> None:
        self.image, self.part, self.scale = image, part, scale


class Picture:
    """The ground of a board `width` by `height` units large, for any place and size on the screen."""

    def __init__(self, width: float, height: float, draw: Draw) -> None:
        self._board = pygame.FRect(0, 0, width, height)
        self._draw = draw
        self._kept: list[_Drawn] = []
        """The whole board, and the part of it that was last looked at from near."""

    def forget(self) -> None:
        """The ground has changed."""
        self._kept.clear()

    def show(self, target: pygame.Surface, rect: pygame.FRect) -> None:
        """Draw the part of the board at `rect` that `target`'s clip lets through."""
        scale = rect.height / self._board.height
        clip = pygame.FRect(target.get_clip()).clip(rect)
        if clip.width < 1 or clip.height < 1:
            return
        seen = pygame.FRect(
            (clip.x - rect.x) / scale, (clip.y - rect.y) / scale, clip.width / scale, clip.height / scale
        )
        drawn = next((kept for kept in self._kept if self._fits(kept, scale, seen)), None)
        if drawn is None:
            drawn = self._make(rect, scale, seen)
        x, y = rect.x + drawn.part.x * scale, rect.y + drawn.part.y * scale
        target.blit(drawn.image, (round(x), round(y)))

    def _fits(self, drawn: _Drawn, scale: float, seen: pygame.FRect) -> bool:
        slack = 1.5 / scale
        same = abs(drawn.scale - scale) * self._board.height < 0.5
        return same and drawn.part.inflate(slack, slack).contains(seen)

    def _make(self, rect: pygame.FRect, scale: float, seen: pygame.FRect) -> _Drawn:
        whole = rect.width <= WHOLE
        near = seen.inflate(seen.width * MARGIN, seen.height * MARGIN)
        part = self._board if whole else near.clip(self._board)
        size = (max(1, round(part.width * scale)), max(1, round(part.height * scale)))
        drawn = _Drawn(self._draw(part, size), part, scale)
        self._kept = [drawn] if whole else [*self._kept[:1], drawn]
        return drawn
