"""Thumbnails of boards, drawn a part per frame and cached."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pygame

from game.client.draw import paint, theme
from game.client.draw.sprites import Hurry, hurry
from game.client.draw.widgets import Look, Widget
from game.client.views import make_view
from game.client.views.standing import Standing
from game.client.views.view import GameView
from game.engine.core import State
from game.engine.record import Record, steps
from game.match import PlayerInfo, players_of

SHARE = 0.006
"""Time per frame for thumbnails, in seconds."""
LEAST = 440
"""Minimum width in pixels at which a board is drawn before it is scaled down. Pieces stay recognisable, and
all images of a list use the same background. A board whose small picture is ready is drawn on that."""
MAX_CACHED = 80
"""Maximum number of cached images."""


class Thumbnail:
    """The image of one board."""

    def __init__(self, states: Iterator[State], players: Sequence[PlayerInfo], room: tuple[int, int]) -> None:
        """Prepare an image of the last of some `states`, as large as fits into `room` (in pixels)."""
        self.picture: pygame.Surface | None = None
        """The image, once it is finished."""
        self.actor: int | None = None
        """The seat to decide next, known once the image is finished."""
        self.standings: tuple[Standing, ...] = ()
        """The players' points, known once the image is finished."""
        self._state: State | None = None
        self._states, self._players, self._room = states, players, room
        self._view: GameView[Any] | None = None

    @classmethod
    def of(cls, record: Record, room: tuple[int, int]) -> Thumbnail:
        """Create the thumbnail of a record's last position. Working on it raises `IllegalAction` for an
        invalid record."""
        return cls(_played(record), players_of(record), room)

    def work(self, now: Hurry) -> bool:
        """Continue the image while there is time. Return True once it is finished."""
        for state in self._states:
            self._state = state
            if time.perf_counter() > now.until:
                return False
        if self.picture is None and self._state is not None:
            self._paint(self._state, now)
        return self.picture is not None

    def _paint(self, state: State, now: Hurry) -> None:
        """Continue the image of a state while there is time, and finish it if possible."""
        view = self._made_view(state)
        width = min(self._room[0], self._room[1] * view.board_aspect)
        wide = max(LEAST, round(width))
        if view.picture.small_width >= wide:
            wide = view.picture.small_width
        place = pygame.FRect(0, 0, wide, wide / view.board_aspect)
        view.set_board(place)
        drawn = pygame.Surface((round(place.width), round(place.height)))
        if self._draw_board(drawn, state, now):
            size = round(width), round(width / view.board_aspect)
            self._finish(pygame.transform.smoothscale(drawn, size) if wide > width else drawn, now)
            self.actor, self.standings = state.actor, view.standings(state)

    def _made_view(self, state: State) -> GameView[Any]:
        if self._view is None:
            self._view = make_view(state.ruleset, self._players, state.options)
            self._view.set_board(pygame.FRect(0, 0, LEAST, LEAST / self._view.board_aspect))
            # So that the view knows what the game adds to its map.
            self._view.draw_ground(pygame.Surface((1, 1)), state)
        return self._view

    def _draw_board(self, drawn: pygame.Surface, state: State, now: Hurry) -> bool:
        """Draw the part of the board that lies in an image, while there is time. Return True if it is
        complete."""
        view, before = self._made_view(state), now.left_out
        if not view.prepare_ground(pygame.FRect(drawn.get_rect()), now):
            return False
        view.draw_ground(drawn, state)
        view.draw_pieces(drawn, state, frozenset())
        return now.left_out == before

    def _finish(self, picture: pygame.Surface, now: Hurry) -> None:
        self.picture = picture
        self._view, self._state, self._states = None, None, iter(())  # lists hold many images
        now.drawn += 1


CLOSE, AROUND = 0.28, 1.5
"""Minimum width of a close-up relative to the board, and its size relative to the elements it shows."""
DESK_UNITS = 17.0
"""Width of a player board in units of its text."""


class CloseUp(Thumbnail):
    """The image of the part of a board around some elements or, if none of them is on the board, of the first
    player board."""

    def __init__(
        self, state: State, players: Sequence[PlayerInfo], room: tuple[int, int], elements: Sequence[str]
    ) -> None:
        """Prepare an image that fills `room` (in pixels), or with a player board its width."""
        super().__init__(iter([state]), players, room)
        self._elements = elements

    def _paint(self, state: State, now: Hurry) -> None:
        view, before = self._made_view(state), now.left_out
        whole = pygame.FRect(0, 0, LEAST, LEAST / view.board_aspect)
        view.set_board(whole)
        shapes = [view.shape(one, state) for one in self._elements if view.on_board(one)]
        rects = [shape.rect for shape in shapes if shape is not None]
        if rects:
            drawn = pygame.Surface(self._room)
            shown = rects[0].unionall(rects[1:])
            view.set_board(_enlarged(whole, shown, pygame.FRect(drawn.get_rect())))
            complete = self._draw_board(drawn, state, now)
        else:
            drawn = self._desk(view, state)
            complete = now.left_out == before
        if complete:
            self._finish(drawn, now)

    def _desk(self, view: GameView[Any], state: State) -> pygame.Surface:
        """Draw the player board of the first seat."""
        wide = float(self._room[0])
        unit = wide / DESK_UNITS
        place = pygame.FRect(0, 0, wide, view.desk_height(wide, False, unit))
        view.set_desk(0, place, False, unit)
        drawn = pygame.Surface((self._room[0], round(place.height)), pygame.SRCALPHA)
        view.draw_desk(drawn, 0, state, frozenset())
        return drawn


def _enlarged(board: pygame.FRect, shown: pygame.FRect, window: pygame.FRect) -> pygame.FRect:
    """Return the place of a board of which the part around `shown` fills a window."""
    shape = window.width / window.height
    wide = max(shown.width * AROUND, shown.height * AROUND * shape, board.width * CLOSE)
    wide = min(wide, board.width, board.height * shape)
    part = pygame.FRect(0, 0, wide, wide / shape)
    part.center = shown.center
    part.clamp_ip(board)
    scale = window.width / part.width
    return pygame.FRect(-part.x * scale, -part.y * scale, board.width * scale, board.height * scale)


def _played(record: Record) -> Iterator[State]:
    yield record.new_game()
    for state, _, _ in steps(record):
        yield state


class Thumbnails:
    """The thumbnails of a list, by key."""

    def __init__(self, begin: Callable[[Any], Thumbnail | None]) -> None:
        """Create the cache.

        begin: starts the thumbnail of a key; returns None or raises `ValueError` if there is nothing to show
        """
        self._begin = begin
        self._kept: dict[Hashable, Thumbnail | None] = {}
        """Thumbnails by key, the newest last; None: nothing to show."""
        self.made = 0
        """Number of finished images."""

    def get(self, key: Hashable) -> Thumbnail | None:
        """Return a thumbnail, finished or not; None if it has not been started."""
        return self._kept.get(key)

    def update(self, widgets: Iterable[Widget]) -> float | None:
        """Draw the thumbnails of some widgets for one frame, in order.

        Return the seconds until the next call, or None once all are shown (`Scene.update`).
        """
        made, keys = self.made, [widget.key for widget in widgets if isinstance(widget, WithBoard)]
        with hurry(time.perf_counter() + SHARE) as now:
            done = all(self._make(key, now) for key in keys)
        for key in list(self._kept)[: -MAX_CACHED - len(keys)]:
            del self._kept[key]
        return None if done and self.made == made else 0.0

    def _make(self, key: Hashable, now: Hurry) -> bool:
        """Continue one thumbnail, or start it if there is time. Return True once it is finished."""
        known = key in self._kept
        if not known and now.over:
            return False
        try:
            one = self._kept.pop(key) if known else self._begin(key)
            self._kept[key] = one
            if one is None or one.picture is not None:
                return True
            done = one.work(now)
            self.made += done
            return done
        except ValueError:
            self._kept[key] = None
            return True


@dataclass
class WithBoard(Widget):
    """A widget with the image of a board."""

    boards: Thumbnails = field(kw_only=True)
    """Cache of the images."""
    key: Hashable = field(kw_only=True)
    """Cache key of the image."""

    @property
    def board_image(self) -> Thumbnail | None:
        """The image, finished or not; None if it has not been started."""
        return self.boards.get(self.key)

    def draw_board(self, target: pygame.Surface, place: pygame.FRect, unit: float) -> None:
        """Draw the image in the centre of its place, or the empty place until it is finished."""
        image = self.board_image
        picture = image.picture if image else None
        if picture is None:
            paint.blit_rounded(target, place, unit * 0.2, theme.ui.shade)
        else:
            middle = round(place.centerx), round(place.centery)
            target.blit(picture, picture.get_rect(center=middle))


@dataclass
class BoardPicture(WithBoard):
    """A board on a page."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        self.draw_board(target, self.rect, look.unit)
