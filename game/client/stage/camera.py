"""The camera: zoom and pan of the board in its window, clamped so that the board fills the window."""

from __future__ import annotations

from math import inf

import pygame

Pose = tuple[float, float, float]
"""Zoom, and the point of the board at the centre of the window in fractions of the board's size."""


class Camera:
    """A view of a board with the given aspect ratio through `window`. At `zoom` 1 the whole board is
    visible."""

    def __init__(self, aspect: float) -> None:
        self.aspect = aspect
        self.window = pygame.FRect(0, 0, 1, 1)
        self.covered = 0.0
        """Height of the lower part of the window that is covered by something else."""
        self.above: float | None = None
        """Height left free above a board that is lower than the window; None: it is in the middle."""
        self.zoom = 1.0
        self.furthest = 1.0
        self.closest = 4.0
        self._x, self._y = 0.5, 0.5
        """Point of the board, in fractions of its size, at the centre of the window."""
        self._beyond = 0.0, 0.0
        """Maximum distance in pixels of the board's edges from the window's, after zooming about a point."""

    def look_through(self, window: pygame.FRect) -> None:
        """Set the window, keeping its centre on the same point of the board. If only its lower edge moves,
        the board stays in place."""
        if self.window.topleft == window.topleft and self.window.width == window.width:
            self._y += (window.height - self.window.height) / 2 / self.board.height
        self.window = window
        self._settle()

    @property
    def seen(self) -> pygame.FRect:
        """The part of the window that is not covered."""
        window = self.window.copy()
        window.height = max(0.0, window.height - self.covered)
        return window

    @property
    def filling(self) -> float:
        """Zoom at which the board fills the window."""
        width, height = self._fitted()
        return max(self.window.width / width, self.window.height / height)

    @property
    def board(self) -> pygame.FRect:
        """Rectangle of the whole board on the screen, in pixels."""
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
        """Zoom by `factor`, keeping the point at (x, y) fixed."""
        board = self.board
        at_x, at_y = (x - board.x) / board.width, (y - board.y) / board.height
        self.zoom = max(self.furthest, min(self.closest, self.zoom * factor))
        board = self.board
        self._x += (board.x + at_x * board.width - x) / board.width
        self._y += (board.y + at_y * board.height - y) / board.height
        self._settle()

    def zoom_about(self, factor: float, x: float, y: float, at: tuple[float, float] | None = None) -> None:
        """Zoom in by `factor`, keeping the point at (x, y) exactly in place or moving it to `at`.

        The window can then show as much next to the board as it shows next to the whole board.
        """
        board, (new_x, new_y) = self.board, at or (x, y)
        at_x, at_y = (x - board.x) / board.width, (y - board.y) / board.height
        zoom = max(self.furthest, min(self.closest, self.zoom * factor))
        width, height = (side * zoom for side in self._fitted())
        middle = self.window.center
        self.go_to((zoom, at_x + (middle[0] - new_x) / width, at_y + (middle[1] - new_y) / height))

    def within(self) -> bool:
        """Move the board back to its usual limits, beyond which a zoom about a point may have left it; return
        True if it moved."""
        before, self._beyond = self.pose, (0.0, 0.0)
        self._settle()
        return self.pose != before

    def frame(self, rect: pygame.FRect, margin: float) -> None:
        """Show `rect` (in pixels of the current view) as large as fits with a margin, whatever the current
        zoom."""
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
        """Pan by the least distance that brings (x, y) into view; return True if the camera moved."""
        inner = self.seen.inflate(-2 * margin, -2 * margin)
        dx = max(inner.left - x, 0.0) + min(inner.right - x, 0.0)
        dy = max(inner.top - y, 0.0) + min(inner.bottom - y, 0.0)
        if not dx and not dy:
            return False
        before = self.pose
        self.move(dx, dy)
        return self.pose != before

    def include(self, rect: pygame.FRect, margin: float) -> bool:
        """Pan by the least distance that brings all of `rect` into view; return False if it does not fit."""
        inner = self.seen.inflate(-2 * margin, -2 * margin)
        if rect.width > inner.width or rect.height > inner.height:
            return False
        dx = max(inner.left - rect.left, 0.0) + min(inner.right - rect.right, 0.0)
        dy = max(inner.top - rect.top, 0.0) + min(inner.bottom - rect.bottom, 0.0)
        self.move(dx, dy)
        return True

    def encompass(self, rect: pygame.FRect, margin: float, above: float) -> None:
        """Bring all of `rect` into view, zooming out if it does not fit.

        above: covered height at the top of the visible area, in pixels
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
    def pose(self) -> Pose:
        """Zoom and centre, in the form that `go_to` accepts, for animated camera moves."""
        return self.zoom, self._x, self._y

    def go_to(self, pose: Pose) -> None:
        """Set zoom and centre."""
        self.zoom, self._x, self._y = pose
        self._beyond = inf, inf
        self._settle()

    def _fitted(self) -> tuple[float, float]:
        width = max(1.0, min(self.window.width, self.window.height * self.aspect))
        return width, width / self.aspect

    def _settle(self) -> None:
        """Clamp zoom and centre: the board fills the window, or is in its middle or upper part if it is
        smaller."""
        self.zoom = max(self.furthest, min(self.closest, self.zoom))
        width, height = self._fitted()
        self._x, across = self._clamped(0, self._x, self.window.width, width)
        self._y, down = self._clamped(1, self._y, self.window.height, height, self.covered)
        self._beyond = across, down

    def _clamped(
        self, axis: int, middle: float, window: float, fitted: float, covered: float = 0.0
    ) -> tuple[float, float]:
        """Return the centre on an axis, and how many pixels it is beyond its limits.

        fitted: size of the whole board at zoom 1
        """
        # `first` and `last` limit the place of the board's left or upper edge in the window.
        size = fitted * self.zoom
        whole, fits = self._margin(axis, window - fitted), size <= window
        first = self._margin(axis, window - size) if fits else 0.0
        last = first if fits else window - size - covered
        low, high = (window / 2 - first) / size, (window / 2 - last) / size
        most = self._beyond[axis]
        before = min(most, max(0.0, whole - first)) / size
        after = min(most, max(0.0, last + (0.0 if fits else covered) - whole + size - fitted)) / size
        middle = max(low - before, min(high + after, middle))
        return middle, max(0.0, low - middle, middle - high) * size

    def _margin(self, axis: int, room: float) -> float:
        """Return the margin before a board in a window with this much more room than it needs."""
        centred = max(0.0, room) / 2
        return centred if not axis or self.above is None else min(self.above, centred)
