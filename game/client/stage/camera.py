"""Where the board lies behind its window: zoom and pan, clamped so that the board fills the window."""

from __future__ import annotations

import pygame


class Camera:
    """A board of a given aspect seen through `window`. `zoom` 1 shows all of it."""

    def __init__(self, aspect: float) -> None:
        self.aspect = aspect
        self.window = pygame.FRect(0, 0, 1, 1)
        self.covered = 0.0
        """So much of the window, from below, something else lies over."""
        self.zoom = 1.0
        self.furthest = 1.0
        self.closest = 4.0
        self._x, self._y = 0.5, 0.5
        """The point of the board (in fractions) in the middle of the window."""

    def look_through(self, window: pygame.FRect) -> None:
        """The window moved or was resized; the centre stays where it is."""
        self.window = window
        self._settle()

    @property
    def seen(self) -> pygame.FRect:
        """The part of the window that nothing lies over."""
        window = self.window.copy()
        window.height = max(0.0, window.height - self.covered)
        return window

    @property
    def filling(self) -> float:
        """The zoom at which the board fills the window."""
        width, height = self._fitted()
        return max(self.window.width / width, self.window.height / height)

    @property
    def board(self) -> pygame.FRect:
        """Where the whole board lies, in pixels."""
        width, height = self._fitted()
        width, height = width * self.zoom, height * self.zoom
        return pygame.FRect(
            self.window.centerx - self._x * width, self.window.centery - self._y * height, width, height
        )

    def move(self, dx: float, dy: float) -> None:
        """Move the board by this many pixels."""
        board = self.board
        self._x -= dx / board.width
        self._y -= dy / board.height
        self._settle()

    def scale(self, factor: float, x: float, y: float) -> None:
        """Zoom, keeping the point at (x, y) fixed."""
        board = self.board
        at_x, at_y = (x - board.x) / board.width, (y - board.y) / board.height
        self.zoom = max(self.furthest, min(self.closest, self.zoom * factor))
        board = self.board
        self._x += (board.x + at_x * board.width - x) / board.width
        self._y += (board.y + at_y * board.height - y) / board.height
        self._settle()

    def frame(self, rect: pygame.FRect, margin: float) -> None:
        """Show `rect` (pixels of the present view) as large as fits with a margin around it, however near the
        present view is."""
        board = self.board
        fractions = (
            (rect.centerx - board.x) / board.width,
            (rect.centery - board.y) / board.height,
        )
        wide, high = (max(1.0, side - 2 * margin) for side in self.seen.size)
        factor = min(wide / max(1.0, rect.width), high / max(1.0, rect.height))
        self.zoom = max(self.furthest, min(self.closest, self.zoom * factor))
        self._x, self._y = fractions[0], fractions[1] + self.covered / 2 / self.board.height
        self._settle()

    def show(self, x: float, y: float, margin: float) -> bool:
        """Move just far enough to bring (x, y) into view; returns whether it moved."""
        inner = self.seen.inflate(-2 * margin, -2 * margin)
        dx = max(inner.left - x, 0.0) + min(inner.right - x, 0.0)
        dy = max(inner.top - y, 0.0) + min(inner.bottom - y, 0.0)
        if not dx and not dy:
            return False
        before = self.pose
        self.move(dx, dy)
        return self.pose != before

    def include(self, rect: pygame.FRect, margin: float) -> bool:
        """Move just far enough to bring all of `rect` into view; returns whether there is room for it."""
        inner = self.seen.inflate(-2 * margin, -2 * margin)
        if rect.width > inner.width or rect.height > inner.height:
            return False
        dx = max(inner.left - rect.left, 0.0) + min(inner.right - rect.right, 0.0)
        dy = max(inner.top - rect.top, 0.0) + min(inner.bottom - rect.bottom, 0.0)
        self.move(dx, dy)
        return True

    def encompass(self, rect: pygame.FRect, margin: float, above: float) -> None:
        """Bring all of `rect` into view, from further away if there is no room for it.

        above  so much of the upper part of what is seen something lies over
        """
        inner = self.seen.inflate(-2 * margin, -2 * margin - above)
        fits = min(max(1.0, inner.width) / rect.width, max(1.0, inner.height) / rect.height)
        board, zoom = self.board, self.zoom
        if fits < 1:
            x, y = (rect.centerx - board.x) / board.width, (rect.centery - board.y) / board.height
            self.scale(fits, *rect.center)
            board, size = self.board, self.zoom / zoom
            rect = pygame.FRect(0, 0, rect.width * size, rect.height * size)
            rect.center = board.x + x * board.width, board.y + y * board.height
        self.include(pygame.FRect(rect.x, rect.y - above, rect.width, rect.height + above), margin)

    @property
    def pose(self) -> tuple[float, float, float]:
        """Zoom and centre: what `go_to` takes, for gliding from one view to another."""
        return self.zoom, self._x, self._y

    def go_to(self, pose: tuple[float, float, float]) -> None:
        """Take a pose."""
        self.zoom, self._x, self._y = pose
        self._settle()

    def _fitted(self) -> tuple[float, float]:
        width = max(1.0, min(self.window.width, self.window.height * self.aspect))
        return width, width / self.aspect

    def _settle(self) -> None:
        """Leave no empty space in sight beside the board, or centre it if it is smaller than the window."""
        self.zoom = max(self.furthest, min(self.closest, self.zoom))
        width, height = self._fitted()
        self._x = _clamp(self._x, self.window.width / (2 * width * self.zoom))
        high = height * self.zoom
        self._y = _clamp(self._y, self.window.height / (2 * high), self.covered / high)


def _clamp(middle: float, half: float, beyond: float = 0.0) -> float:
    return 0.5 if half >= 0.5 else max(half, min(1 - half + beyond, middle))
