"""A game's board as a small picture, made a part per frame and kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pygame

from game.client.draw import paint, theme
from game.client.draw.sprites import Hurry, hurry
from game.client.draw.widgets import Look, Widget
from game.client.views import make_view
from game.client.views.view import GameView
from game.engine.core import State
from game.engine.record import Record, steps
from game.match import Player, players_of

SHARE = 0.006
"""So many seconds of a frame may go into pictures."""
LEAST = 440
"""A board is drawn at least so many pixels wide, and made smaller: its pieces stay pieces, and all pictures
in a list share one ground."""
MOST = 80
"""So many pictures are kept."""


class Thumbnail:
    """One board."""

    def __init__(self, states: Iterator[State], players: Sequence[Player], room: tuple[int, int]) -> None:
        """Of the last of some `states`, as large as there is `room` for, in pixels."""
        self.picture: pygame.Surface | None = None
        """It, once it is there."""
        self.actor: int | None = None
        """Who decides next there, known with it."""
        self._state: State | None = None
        self._states, self._players, self._room = states, players, room
        self._view: GameView[Any] | None = None

    @classmethod
    def of(cls, record: Record, room: tuple[int, int]) -> Thumbnail:
        """Of the end of a record. Working on it raises `IllegalAction` if the record is broken."""
        return cls(_played(record), players_of(record), room)

    def work(self, now: Hurry) -> bool:
        """Work on it while there is time; whether it is done."""
        for state in self._states:
            self._state = state
            if time.perf_counter() > now.until:
                return False
        if self.picture is None and self._state is not None:
            self._paint(self._state, now)
        return self.picture is not None

    def _paint(self, state: State, now: Hurry) -> None:
        if self._view is None:
            self._view = make_view(state.ruleset, self._players, state.options)
        view = self._view
        width = min(self._room[0], self._room[1] * view.board_aspect)
        wide = max(LEAST, round(width))
        place = pygame.FRect(0, 0, wide, round(wide / view.board_aspect))
        view.set_board(place)
        drawn, before = pygame.Surface((round(place.width), round(place.height))), now.left_out
        view.draw_ground(drawn, state)  # what a game lays on its map is known from now on
        if not view.prepare_ground(place, now):
            return
        view.draw_ground(drawn, state)
        view.draw_pieces(drawn, state, frozenset())
        if now.left_out == before:
            size = round(width), round(width / view.board_aspect)
            self.picture = pygame.transform.smoothscale(drawn, size) if wide > width else drawn
            self.actor = state.actor
            self._view, self._state, self._states = None, None, iter(())  # a list keeps many pictures
            now.drawn += 1


def _played(record: Record) -> Iterator[State]:
    yield record.new_game()
    for state, _, _ in steps(record):
        yield state


class Thumbnails:
    """The pictures of a list, by what tells them apart."""

    def __init__(self, begin: Callable[[Any], Thumbnail | None]) -> None:
        """`begin`: of a key; None or a `ValueError` where there is nothing to be shown."""
        self._begin = begin
        self._kept: dict[Hashable, Thumbnail | None] = {}
        """The newest last; None: there is nothing to be shown."""
        self.made = 0
        """How many have been finished."""

    def get(self, key: Hashable) -> Thumbnail | None:
        """A picture, as far as it is; None if it has not been begun."""
        return self._kept.get(key)

    def work(self, wanted: Sequence[Hashable]) -> bool:
        """Make what is wanted, in that order, as far as a frame allows; whether all of it is there."""
        with hurry(time.perf_counter() + SHARE) as now:
            done = all(self._make(key, now) for key in wanted)
        for key in list(self._kept)[: -MOST - len(wanted)]:
            del self._kept[key]
        return done

    def _make(self, key: Hashable, now: Hurry) -> bool:
        """Work on one; whether it is done. It is not begun once time is over."""
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
class BoardPicture(Widget):
    """A board on a page, or its empty place until it is there."""

    found: Callable[[], Thumbnail | None] = field(kw_only=True)

    def draw(self, target: pygame.Surface, look: Look) -> None:
        draw_board(target, self.rect, self.found(), look.unit)


def draw_board(target: pygame.Surface, place: pygame.FRect, board: Thumbnail | None, unit: float) -> None:
    """Draw the picture in the middle of its place, as far as it is there."""
    picture = board.picture if board else None
    if picture is None:
        paint.blit_rounded(target, place, unit * 0.2, theme.ui.shade)
    else:
        middle = round(place.centerx), round(place.centery)
        target.blit(picture, picture.get_rect(center=middle))
