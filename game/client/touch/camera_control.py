"""Camera controller: pans and zooms by the least amount that brings the relevant places into view."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pygame

from game.client.stage.stage import Stage
from game.client.touch.chooser import CHOICE
from game.client.touch.hit_targets import HitTarget
from game.client.views.view import GameView, Shape
from game.engine.core import State

SMALL = 0.8
"""Minimum size in fingers of the requested elements for the whole board to be shown."""
CONTEXT = 0.28
"""Minimum part of the board's width and height shown around the relevant places, for orientation."""

NUDGE = 0.2
"""Distance in fingers between the views that are compared to free a place."""
NOBODY = -1
"""Number of no seat."""
MARKED = 1.2
"""Margin around marked places in units, for their highlight and number."""


class CameraControl:
    """Moves the camera of a stage so that places come into view. Times are in seconds."""

    def __init__(self, view: GameView[Any], stage: Stage) -> None:
        self._view, self._stage = view, stage
        self._things: tuple[int | None, list[tuple[float, float, float, float]]] = (None, [])
        """Version of the match, and left, top, width and height of the things on the board in fractions."""
        self._in_view: tuple[object, list[pygame.FRect]] = (None, [])
        """The things in view, after what they depend on."""

    def on_board(self, elements: Iterable[str], state: State) -> list[Shape]:
        """Return the shapes of those elements that are on the board."""
        view = self._view
        found = [
            view.shape(one, state) for one in elements if not one.startswith(CHOICE) and view.on_board(one)
        ]
        return [shape for shape in found if shape is not None]

    def in_the_way(self, state: State, version: int) -> list[pygame.FRect]:
        """Return the towns, pieces and other things with a card in view, which no control over the board may
        cover. `version`: the match's."""
        seen, board = self._stage.camera.seen, self._stage.camera.board
        known = version, tuple(seen), tuple(board)
        if known != self._in_view[0]:
            self._in_view = known, [one for one in self._things_at(state, version) if one.colliderect(seen)]
        return self._in_view[1]

    def _things_at(self, state: State, version: int) -> list[pygame.FRect]:
        """Return the places of all things on the board, known in fractions of it while it moves."""
        board = self._stage.camera.board
        if version != self._things[0]:
            shapes = self._view.about(state, NOBODY).items()
            rects = [one.rect for name, one in shapes if self._view.on_board(name) and not one.points]
            self._things = version, [_in_fractions(rect, board) for rect in rects]
        wide, high = board.size
        return [
            pygame.FRect(board.x + x * wide, board.y + y * high, w * wide, h * high)
            for x, y, w, h in self._things[1]
        ]

    def clear_middle(self, place: pygame.FRect, finger: float, state: State, version: int) -> float:
        """Return the centre of the first view, in fractions of the board's width: the one nearest to the
        middle at which a control at `place` covers no town and no piece."""
        camera, things = self._stage.camera, self._things_at(state, version)
        steps = range(round(camera.board.width / finger / NUDGE))
        for step in sorted((*steps, *(-step for step in steps)), key=abs):
            aside = step * finger * NUDGE
            middle = camera.pose[1] + aside / camera.board.width
            half = camera.window.width / 2 / camera.board.width
            if half <= middle <= 1 - half and place.move(aside, 0).collidelist(things) < 0:
                return float(middle)
        return camera.pose[1]

    def at_elements(self, elements: Iterable[str], state: State, now: float) -> bool:
        """Pan by the least distance that shows the elements; return False if none of them is on the board."""
        rects = [shape.rect for shape in self.on_board(elements, state)]
        if rects and not all(self._stage.camera.seen.contains(rect) for rect in rects):
            self.at_rects(rects, now)
        return bool(rects)

    def close_to(
        self,
        rects: Sequence[pygame.FRect],
        around: Sequence[pygame.FRect],
        least: float,
        margin: float,
        now: float,
    ) -> None:
        """Show all of these places and their surroundings. Zoom in if the smallest items of the whole board
        are smaller than `least`, but keep enough of the board visible for orientation."""
        camera = self._stage.camera
        if not rects:
            return
        if self._stage.smallest < least:
            part = rects[0].unionall([*rects[1:], *around])
            wide = max(part.width, camera.board.width * CONTEXT)
            high = max(part.height, camera.board.height * CONTEXT)
            part = part.inflate(wide - part.width, high - part.height)
            self._stage.glide_close(part, margin, now)
        elif camera.zoom > 1:
            self._stage.glide_home(now)

    def at_rects(self, rects: Sequence[pygame.FRect], now: float) -> None:
        """Pan to show all of these places, or at least the first."""
        if not self._stage.glide_include(rects[0].unionall(list(rects[1:])), now):
            self._stage.glide_show(*rects[0].center, now)

    def at_all(
        self,
        rects: Sequence[pygame.FRect],
        now: float,
        *,
        context: Sequence[pygame.FRect] = (),
        above: float = 0.0,
    ) -> None:
        """Show all of these places, by panning if that is enough, else by zooming out as well.

        context: places around them, shown as well if panning is enough for that
        above: height of a notice over the top of the visible area, in pixels
        """
        seen = self._stage.camera.seen.copy()
        seen.y, seen.height = seen.y + above, seen.height - above
        if not rects or all(seen.contains(rect) for rect in (*rects, *context)):
            return
        for shown in ([*rects, *context], rects):
            whole = shown[0].unionall(list(shown[1:]))
            whole.y, whole.height = whole.y - above, whole.height + above
            if self._stage.glide_include(whole, now, MARKED):
                return
        self._stage.glide_back(rects[0].unionall(list(rects[1:])), now, MARKED, above)

    def at_asked(self, targets: Iterable[HitTarget], finger: float, now: float) -> None:
        """Pan by the least distance that shows everything the prompt asks for, or at least the centres.

        If that fails, show the whole board if a finger can hit everything there and the player has not moved
        the camera. Otherwise show at least the nearest element.
        """
        boards = [spot for spot in targets if spot.on_board and spot.asked]
        window = self._stage.camera.window
        if not boards or all(window.contains(spot.rect) for spot in boards):
            return
        middles = [pygame.FRect(0, 0, finger, finger).move_to(center=spot.rect.center) for spot in boards]
        for rects in ([spot.rect for spot in boards], middles):
            if self._stage.glide_include(rects[0].unionall(rects[1:]), now):
                return
        small = min(min(spot.rect.size) for spot in boards) / self._stage.camera.zoom
        if small > SMALL * finger and not self._stage.steered:
            self._stage.glide_home(now)
            return
        if not any(spot.in_sight for spot in boards):
            nearest = min(
                boards,
                key=lambda s: abs(s.rect.centerx - window.centerx) + abs(s.rect.centery - window.centery),
            )
            self._stage.glide_show(*nearest.rect.center, now)

    def tells_apart(self, rivals: Collection[HitTarget]) -> bool:
        """Return True if zooming in would help a finger to mean one of these."""
        camera = self._stage.camera
        return camera.zoom < camera.closest * 0.98 and all(spot.on_board for spot in rivals)


def _in_fractions(rect: pygame.FRect, board: pygame.FRect) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a place in fractions of the board's size."""
    wide, high = board.size
    return (rect.x - board.x) / wide, (rect.y - board.y) / high, rect.width / wide, rect.height / high
