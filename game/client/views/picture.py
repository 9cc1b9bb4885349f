"""Caches the drawn ground of a board, sharp at its current size, for as long as it is usable.

Drawing a large part takes far longer than a frame allows: `prepare` does it in strips, one per call.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

WHOLE = 2600
"""Up to this width in pixels the whole board is drawn; above it, the visible part with a margin."""
MARGIN = 0.35
STRIP = 200_000
"""Pixels drawn at a time."""

Draw = Callable[[pygame.FRect, tuple[int, int]], pygame.Surface]
"""Draws a part of a board (in board units) at a size in pixels."""


class _Drawn:
    """A picture of part of the board: `part` in board units, at `scale` pixels per unit."""

    def __init__(self, part: pygame.FRect, scale: float) -> None:
        size = (max(1, round(part.width * scale)), max(1, round(part.height * scale)))
        self.image, self.part, self.scale = pygame.Surface(size), part, scale
        self._rows = 0
        """Rows drawn so far."""

    def more(self, draw: Draw, pixels: int) -> bool:
        """Draw the next rows, about this many pixels; True when all are drawn."""
        width, height = self.image.get_size()
        high = min(height - self._rows, max(1, pixels // width))
        unit = self.part.height / height
        strip = pygame.FRect(self.part.x, self.part.y + self._rows * unit, self.part.width, high * unit)
        self.image.blit(draw(strip, (width, high)), (0, self._rows))
        self._rows += high
        return self._rows == height


class Picture:
    """The ground of a board of `width` by `height` units, at any place and size on the screen."""

    def __init__(self, width: float, height: float, draw: Draw) -> None:
        self._board = pygame.FRect(0, 0, width, height)
        self._draw = draw
        self._kept: list[_Drawn] = []
        """The whole board, and the part last seen close up."""
        self._coming: _Drawn | None = None
        """The picture being drawn strip by strip."""

    def forget(self) -> None:
        """The ground has changed."""
        self._kept.clear()
        self._coming = None

    def prepare(self, clip: pygame.FRect, rect: pygame.FRect) -> bool:
        """Draw one more strip of what `show` needs for this clip and place; True when nothing is left."""
        scale, seen = self._seen(clip, rect)
        if seen.width <= 0 or seen.height <= 0 or self._found(scale, seen):
            return True
        if self._coming is None or not self._fits(self._coming, scale, seen):
            self._coming = self._begin(rect, scale, seen)
        if not self._coming.more(self._draw, STRIP):
            return False
        self._keep(self._coming, rect)
        return True

    def show(self, target: pygame.Surface, rect: pygame.FRect) -> None:
        """Draw the part of the board at `rect` that `target`'s clip lets through."""
        scale, seen = self._seen(pygame.FRect(target.get_clip()), rect)
        if seen.width * scale < 1 or seen.height * scale < 1:
            return
        drawn = self._found(scale, seen)
        if drawn is None:
            drawn = self._begin(rect, scale, seen)
            drawn.more(self._draw, drawn.image.width * drawn.image.height)
            self._keep(drawn, rect)
        x, y = rect.x + drawn.part.x * scale, rect.y + drawn.part.y * scale
        target.blit(drawn.image, (round(x), round(y)))

    def _seen(self, clip: pygame.FRect, rect: pygame.FRect) -> tuple[float, pygame.FRect]:
        """Pixels per unit of a board at `rect`, and the part of it in `clip`, in board units."""
        scale, clip = rect.height / self._board.height, clip.clip(rect)
        place = ((clip.x - rect.x) / scale, (clip.y - rect.y) / scale)
        return scale, pygame.FRect(place, (clip.width / scale, clip.height / scale))

    def _found(self, scale: float, seen: pygame.FRect) -> _Drawn | None:
        return next((kept for kept in self._kept if self._fits(kept, scale, seen)), None)

    def _fits(self, drawn: _Drawn, scale: float, seen: pygame.FRect) -> bool:
        slack = 1.5 / scale
        same = abs(drawn.scale - scale) * self._board.height < 0.5
        return same and drawn.part.inflate(slack, slack).contains(seen)

    def _begin(self, rect: pygame.FRect, scale: float, seen: pygame.FRect) -> _Drawn:
        """An empty picture of the whole board, or of the visible part with a margin."""
        near = seen.inflate(seen.width * MARGIN, seen.height * MARGIN)
        return _Drawn(self._board.copy() if rect.width <= WHOLE else near.clip(self._board), scale)

    def _keep(self, drawn: _Drawn, rect: pygame.FRect) -> None:
        self._kept = [drawn] if rect.width <= WHOLE else [*self._kept[:1], drawn]
        self._coming = None
