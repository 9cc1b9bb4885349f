"""While the camera moves, no part of the board in view is empty or coarser than the small picture of it.

The device of these tests is so slow that a frame draws one part of what is missing. So the pictures in
between stay longer than anywhere else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from math import inf

import pygame
import pytest

from game import engine
from game.client import views
from game.client.app.app import App
from game.client.app.gestures import Drag, Wheel
from game.client.draw import theme
from game.client.draw.scenery import draw_sea
from game.client.draw.sprites import Hurry
from game.client.stage import stage as stage_module
from game.client.stage.stage import Stage
from game.client.views import make_view
from game.client.views.picture import SMALL, Picture
from game.client.views.view import GameView
from game.engine.core import State
from game.match import Match
from tests.client.gallery import half_played

FRAME = 1 / 60
WINDOW = (390, 844)
CLOSE = 4.0
"""Zoom of the picture with which every frame is compared."""
COARSE = SMALL / 2
"""Longer side of the picture than which no frame may be coarser. Half the size of the small picture, because
the lettering of each size has its own places."""
CELLS = (6, 8)
"""Columns and rows of the board's window that are compared one by one."""
DIFFERENT, WORSE = 35, 12
"""Sum of the mean differences of three colours, of 255 each, that is not due to rounded places: from the
coarse picture, and from the frame before. With parts of the board empty or in blocks they are 80 to 470."""

Differences = list[int]


class Clock:
    """Time that passes only between frames."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def board_of(view: GameView[State], state: State, place: pygame.FRect) -> pygame.Surface:
    """Return the whole board with its pieces, everything sharp."""
    picture = pygame.Surface((round(place.width), round(place.height)))
    view.set_board(place)
    view.draw_ground(picture, state)
    assert view.prepare_ground(place, Hurry(inf))
    view.draw_ground(picture, state)
    view.draw_pieces(picture, state, frozenset())
    return picture


def differences(one: pygame.Surface, other: pygame.Surface) -> Differences:
    """Return the mean difference of two pictures in each cell."""
    more, less = one.copy(), other.copy()
    more.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    less.blit(one, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    more.blit(less, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    cells = pygame.transform.smoothscale(more, CELLS)
    return [sum(cells.get_at((x, y))[:3]) for y in range(CELLS[1]) for x in range(CELLS[0])]


class Watched:
    """A stage whose board is compared after every frame with the sharp and with the small picture of it."""

    def __init__(self, match: Match, clock: Clock) -> None:
        view, other = (make_view(match.ruleset, match.players, match.state.options) for _ in range(2))
        self._match, self._clock, self.stage = match, clock, Stage(view, match.record.seats)
        self._screen = pygame.Surface(WINDOW)
        self.stage.arrange(theme.metrics(*WINDOW, 1), 0)
        width = self.stage.camera.window.width * CLOSE
        place = pygame.FRect(0, 0, width, width / view.board_aspect)
        self._sharp = board_of(other, match.state, place)
        factor = COARSE / max(place.size)
        size = round(place.width * factor), round(place.height * factor)
        self._coarse = pygame.transform.smoothscale(self._sharp, size)
        other.set_board(self.stage.camera.board)
        other.draw_pieces(self._screen, match.state, frozenset())  # their first size is ready
        picture = other.picture  # all views of the board share it
        Picture.__init__(picture, picture._board.width, picture._board.height, picture._draw)
        self._before: tuple[object, Differences] = (None, [])

    @property
    def now(self) -> float:
        return self._clock.now

    def colour_at(self, x: float, y: float) -> tuple[int, ...]:
        """Return the colour of a pixel."""
        return tuple(self._screen.get_at((round(x), round(y))))[:3]

    def frames(self, number: int, *, compares: bool = True) -> None:
        """Draw the next frames, and compare them."""
        for _ in range(number):
            self._clock.now += FRAME
            self.stage.update(self.now)
            self.stage.draw(self._screen, self._match.state, self._match.version, self.now)
            if compares:
                self._compare()

    def _compare(self) -> None:
        pose, shown = self.stage.camera.pose, self._screen.subsurface(self._window)
        sharp = self._at_camera(self._sharp)
        found, coarse = differences(shown, sharp), differences(self._at_camera(self._coarse, aside=1), sharp)
        for cell, (own, most) in enumerate(zip(found, coarse, strict=True)):
            assert own <= most + DIFFERENT, f"coarser than the small picture: {cell}, {own} > {most}"
        if pose == self._before[0]:
            for cell, (own, before) in enumerate(zip(found, self._before[1], strict=True)):
                assert own <= before + WORSE, f"coarser than in the frame before: {cell}, {own} > {before}"
        self._before = pose, found

    def rest(self) -> None:
        """Draw until the camera rests and everything is sharp."""
        self.frames(1)
        while self.stage.update(self.now) or not (self.stage.steady and self.stage.finished):
            self.frames(1)

    @property
    def _window(self) -> pygame.Rect:
        return pygame.Rect(self.stage.camera.window)

    def _at_camera(self, board: pygame.Surface, aside: int = 0) -> pygame.Surface:
        """Return the window with the board where the camera shows it, or some pixels aside, scaled from a
        picture."""
        picture, window, rect = pygame.Surface(WINDOW), self._window, self.stage.camera.board
        draw_sea(picture)
        factor = board.get_width() / rect.width
        seen = rect.clip(self.stage.camera.window)
        part = pygame.Rect(
            round((seen.x - rect.x) * factor),
            round((seen.y - rect.y) * factor),
            round(seen.width * factor),
            round(seen.height * factor),
        ).clip(board.get_rect())
        size = round(seen.width), round(seen.height)
        image = pygame.transform.smoothscale(board.subsurface(part), size)
        picture.blit(image, (round(seen.x) + aside, round(seen.y) + aside))
        return picture.subsurface(window)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Watched]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(WINDOW)
    clock = Clock()
    monkeypatch.setattr("time.perf_counter", clock)
    for share in ("SHARE", "FIRST_SHARE"):
        monkeypatch.setattr(stage_module, share, -1.0)  # the time is always over
    return lambda game: Watched(half_played(game), clock)


@pytest.mark.parametrize("game", engine.rulesets())
def test_no_frame_of_an_opening_a_zoom_a_pan_or_a_return_is_empty_or_coarser(
    watched: Callable[[str], Watched], game: str
) -> None:
    one = watched(game)
    stage = one.stage
    deque(views.prepare(), maxlen=0)  # as the title does while it waits
    middle = stage.camera.window.center
    one.frames(20)
    stage.glide_home(one.now)
    one.rest()
    stage.toggle(*middle, one.now)  # a double tap
    one.frames(30)
    stage.glide_home(one.now)  # before everything is sharp
    one.frames(24)
    for _ in range(4):
        stage.steer(Wheel(*middle, 1), one.now)
        one.frames(1)
    one.frames(20)
    for _ in range(8):
        stage.steer(Drag(*middle, 30, 20, *middle), one.now)
        one.frames(1)
    one.rest()
    stage.glide_home(one.now)
    one.rest()
    assert one.stage._board._photo is None, "no image as large as the window is held at rest"


def test_a_board_whose_picture_was_not_prepared_is_blank_paper_at_first(
    watched: Callable[[str], Watched],
) -> None:
    one = watched("hansa")
    one.frames(1, compares=False)
    assert one.colour_at(*one.stage.camera.window.center) == theme.PARCHMENT


def test_a_board_whose_picture_was_not_prepared_shows_a_preview_after_one_tile(
    open_app: Callable[..., App],
) -> None:
    open_app()
    drawn = list[tuple[int, int]]()

    def draw(part: pygame.FRect, size: tuple[int, int]) -> Iterator[pygame.Surface]:
        drawn.append(size)
        image = pygame.Surface(size)
        image.fill("red")
        yield image

    picture, rect = Picture(300, 200, draw), pygame.FRect(0, 0, 1800, 1200)
    assert not picture.prepare(rect, rect, Hurry(0.0))
    assert len(drawn) == 1
    shown = pygame.Surface((1800, 1200))
    deque(picture.show_below(shown, rect, pygame.Rect(0, 0, 0, 0), smoothly=False), 0)
    assert pygame.transform.average_color(shown)[:3] == (255, 0, 0), "no part of it is empty"
    while not picture.prepare(rect, rect, Hurry(0.0)):
        assert picture.ready
    assert picture.ready == pytest.approx(6)


def test_the_first_frame_of_a_table_leaves_the_player_boards_to_the_next(
    watched: Callable[[str], Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the first frame everything else is drawn for the first time, which takes long enough."""
    one, drawn = watched("hansa"), list[int]()
    monkeypatch.setattr(one.stage.view, "draw_desk", lambda target, seat, *more: drawn.append(seat))
    one.frames(1, compares=False)
    assert not drawn
    one.frames(3, compares=False)
    assert drawn
