"""Board and player boards as draw commands, recorded again only after changes and within a frame's time
budget."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pygame

from game.client.draw import theme
from game.client.draw.canvas import Canvas, Mark, add, moved_down, paint
from game.client.draw.sprites import Hurry
from game.client.stage.camera import Camera
from game.client.stage.outlines import Light, Lit, draw_light
from game.client.stage.table_layout import TableLayout
from game.client.views.view import GameView, Read
from game.engine.core import State

LIGHT = 0.03
"""Unit of the highlights on the board, relative to the board's height, so that they scale with it."""
MOST_LIT = 600
"""Maximum number of highlights cached while the board does not move."""


class Shining(NamedTuple):
    """Cache key of a highlight: the place and form of its item, and the kind of light."""

    box: tuple[float, ...]
    round: bool
    light: Light


class DesksLayer:
    """The player boards. Each is recorded separately; if the layout changes, all of them switch together."""

    def __init__(self, view: GameView[Any]) -> None:
        self._view = view
        self._places: object = None
        self._shown: dict[int, tuple[object, list[Mark]]] = {}
        self._coming: dict[int, tuple[object, list[Mark]]] = {}
        """Recorded look and draw commands of each seat's player board; identical to `_shown` once it is
        complete."""
        self._lift = 0
        """Distance in pixels by which the phone drawer is raised; player boards are recorded in its lowered
        position."""
        self.ready = False
        """True if every player board is up to date."""

    def note(
        self,
        target: pygame.Surface,
        state: State,
        layout: TableLayout,
        look: tuple[object, frozenset[str]],
        now: Hurry,
    ) -> None:
        """Record the player boards that have changed, as far as the time budget allows.

        look: what they depend on besides the layout: the state, colours and language; the hidden places
        """
        lie = [place._replace(rect=place.rect.move(0, layout.lift)) for place in layout.desks]
        places = (tuple(lie), layout.desk_unit, target.get_size())
        self._lift = round(layout.lift)
        if places != self._places:
            self._places, self._coming = places, {}
        drawn = [place.seat for place in layout.desks if place.drawn]
        stale = [seat for seat in drawn if seat not in self._coming or self._coming[seat][0] != look]
        for seat in stale:
            if now.over:
                break
            wide, high = target.get_size()
            canvas, before = Canvas((wide, 2 * high)), now.left_out  # may still be below the lower edge
            self._view.draw_desk(canvas, seat, state, look[1])
            lowered = moved_down(canvas.marks, self._lift)
            self._coming[seat] = (None if now.left_out > before else look, lowered)
            now.drawn += 1
        self.ready = all(seat in self._coming and self._coming[seat][0] == look for seat in drawn)
        if self.ready or not self._shown:
            self._shown = self._coming

    def draw(self, target: pygame.Surface) -> None:
        """Draw all player boards as last recorded, at the drawer's current height. The compact bar stays
        until the full board is recorded."""
        lift = self._lift if self._shown is self._coming else 0
        for _, marks in self._shown.values():
            add(target, moved_down(marks, -lift))


class BoardLayer:
    """The board behind the camera: ground, highlights and pieces.

    While the zoom changes, the last recording is stretched.
    """

    def __init__(self, view: GameView[Any]) -> None:
        self._view = view
        self._place = pygame.FRect(0, 0, 0, 0)
        """Rectangle of the whole board at the last recording."""
        self._pieces: tuple[object, list[Mark]] = (None, [])
        self._lights: tuple[object, list[Mark]] = (None, [])
        self._lit: tuple[object, dict[Shining, list[Mark]]] = (None, {})
        """Position of the board, and the draw commands of each highlight shown there, most of which recur."""
        self._window = pygame.Rect(0, 0, 0, 0)
        """Part of the screen of the last recording."""
        self._noted: list[Mark] = []
        """Draw commands of the last recording."""
        self._photo: pygame.Surface | None = None
        """The last recording as an image while it is stretched, with its origin at the screen's."""
        self._stretched: tuple[object, list[Mark]] = (None, [])
        self._tiled = False
        """True if all of the ground is sharp."""
        self._under: tuple[object, list[Mark]] = (None, [])
        """The ground once it is sharp: cache key and draw commands."""

    def sharp(self, camera: Camera) -> bool:
        """Return True if everything is recorded at the camera's current position."""
        noted = self._pieces[0] is not None and self._lights[0] is not None
        return tuple(self._place) == tuple(camera.board) and self._tiled and noted

    def draw(
        self,
        target: pygame.Surface,
        state: State,
        camera: Camera,
        look: tuple[object, frozenset[str], Read | None],
        lights: Sequence[Lit],
        now: Hurry,
        *,
        settled: bool,
    ) -> None:
        """Draw the board in the camera's window.

        look: what the pieces depend on: the state, colours and language; the hidden places; the board overlay
        lights: highlights on the ground; later ones are drawn on top
        settled: True if the camera has rested long enough for a sharp recording
        """
        board, window = camera.board, pygame.Rect(*map(round, camera.window))
        if self._place.width and self._place.size != board.size:
            noted = settled and self._note_pieces(target, state, board, window, look, now)
            if not noted:
                self._draw_stretched(target, board, window)
                return
        self._place, self._photo, self._stretched = board, None, (None, [])
        self._note_pieces(target, state, board, window, look, now)
        self._note_lights(target, board, window, lights, now)
        self._note_ground(target, state, board, window, look[0], now)
        self._noted = [*self._under[1], *self._lights[1], *self._pieces[1]]
        self._window = window
        add(target, self._noted)

    def _note_ground(
        self,
        target: pygame.Surface,
        state: State,
        board: pygame.FRect,
        window: pygame.Rect,
        shown: object,
        now: Hurry,
    ) -> None:
        """Record the ground if it has changed or was not sharp everywhere."""
        key = (shown, tuple(board), tuple(window))
        if key == self._under[0]:
            return
        prepared, before = self._view.prepare_ground(pygame.FRect(window), now), now.left_out
        canvas = Canvas(target.get_size())
        canvas.set_clip(window)
        self._view.draw_ground(canvas, state)
        self._tiled = prepared and now.left_out == before
        self._under = (key if self._tiled else None, canvas.marks)

    def _note_pieces(
        self,
        target: pygame.Surface,
        state: State,
        board: pygame.FRect,
        window: pygame.Rect,
        look: tuple[object, frozenset[str], Read | None],
        now: Hurry,
    ) -> bool:
        """Record the pieces if anything about them has changed; return True if all of them are complete."""
        key = (look, tuple(board), tuple(window))
        if key == self._pieces[0]:
            return True
        canvas, before = Canvas(target.get_size()), now.left_out
        canvas.set_clip(window)
        self._view.draw_pieces(canvas, state, look[1])
        if look[2] is not None:
            self._view.draw_reading(canvas, state, look[2])
        if now.left_out == before:
            self._pieces = (key, canvas.marks)
            return True
        if tuple(board) == tuple(self._place):
            self._pieces = (None, canvas.marks)
        return False

    def _note_lights(
        self,
        target: pygame.Surface,
        board: pygame.FRect,
        window: pygame.Rect,
        lights: Sequence[Lit],
        now: Hurry,
    ) -> None:
        """Record the highlights that are not cached for this position."""
        shining = [Shining(tuple(lit.shape.rect), lit.shape.round, lit.light) for lit in lights]
        place = (tuple(board), tuple(window))
        key = (shining, place)
        if key == self._lights[0]:
            return
        if self._lit[0] != place or len(self._lit[1]) > MOST_LIT:
            self._lit = place, {}
        canvas, before, known = Canvas(target.get_size()), now.left_out, self._lit[1]
        canvas.set_clip(window)
        for one, lit in zip(shining, lights, strict=True):
            if one in known:
                canvas.add(known[one])
                continue
            first, missing = len(canvas.marks), now.left_out
            draw_light(canvas, lit, board.height * LIGHT)
            if now.left_out == missing:
                known[one] = canvas.marks[first:]
        self._lights = (None if now.left_out > before else key, canvas.marks)

    def _draw_stretched(self, target: pygame.Surface, board: pygame.FRect, window: pygame.Rect) -> None:
        """Draw the last recording, stretched to the board's current position."""
        key = (tuple(board), tuple(window))
        if key != self._stretched[0]:
            canvas = Canvas(target.get_size())
            canvas.set_clip(window)
            self._stretch(canvas, board, window)
            self._stretched = (key, canvas.marks)
        add(target, self._stretched[1])

    def _stretch(self, canvas: Canvas, board: pygame.FRect, window: pygame.Rect) -> None:
        if self._photo is None:
            self._photo = pygame.Surface(self._window.bottomright)
            self._photo.fill(theme.ui.ground_low)  # the sea around the board
            paint(self._photo, self._noted, self._window)
        old = self._place
        factor = board.width / old.width
        seen = pygame.FRect(
            old.x + (window.x - board.x) / factor,
            old.y + (window.y - board.y) / factor,
            window.width / factor,
            window.height / factor,
        )
        part = seen.clip(pygame.FRect(self._window))
        source = pygame.Rect(round(part.x), round(part.y), int(part.width), int(part.height))
        source = source.clip(self._window)
        if source.width < 2 or source.height < 2:
            return
        size = (max(1, round(source.width * factor)), max(1, round(source.height * factor)))
        picture = pygame.transform.scale(self._photo.subsurface(source), size)
        x, y = board.x + (source.x - old.x) * factor, board.y + (source.y - old.y) * factor
        canvas.blit(picture, (round(x), round(y)))
