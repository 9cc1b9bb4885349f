"""Windows too small to show anything: a hidden page, a window reduced to a narrow bar."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.app.scene import Scene
from game.client.draw import theme
from game.client.review.replay import ReplayScene
from game.client.review.results import ResultsPage
from game.client.table.table import TableScene
from game.platform import Changed
from game.platform.base import Insets, Window
from game.platform.desktop.platform import Desktop
from tests.client.conftest import Screen, new_match
from tests.client.gallery import gallery, half_played

Open = Callable[..., App]
SIDES = (0, 1, 2, 5, 13, 30, 40, 56, 60)
DRAWN = ((120, 40), (121, 720), (140, 200), (200, 120), (320, 60), (1280, 41))
"""Small windows in which something is drawn."""


@pytest.fixture
def squeeze(monkeypatch: pytest.MonkeyPatch) -> Callable[[App, int, int], None]:
    """A function that resizes an app's window and draws a frame; SDL itself does not allow 0 pixels."""

    def squeezed(app: App, width: int, height: int) -> None:
        screen = app.platform
        assert isinstance(screen, Screen)
        now = Window(width, height, screen.ratio, screen.insets)
        monkeypatch.setattr(screen, "window", lambda: now)
        monkeypatch.setattr(screen, "resize", lambda: pygame.Surface((width, height)))
        monkeypatch.setattr(screen, "show", lambda surface, parts: None)
        app.handle(Changed("size"))
        app.step()

    return squeezed


def settle(app: App) -> None:
    app.step()
    while app._moving or app._dirty:
        app.step()


def stays(app: App, scene: Scene, size: tuple[int, int]) -> None:
    told = app.scene.read_out() if app.scene is not scene else ""
    assert app.scene is scene, f"{scene.name} in {size}: {told}"


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("ratio", [1, 3])
@pytest.mark.parametrize("game", engine.rulesets())
def test_no_scene_fails_however_small_its_window_is(
    open_app: Open, squeeze: Callable[[App, int, int], None], game: str, ratio: float
) -> None:
    """Every width, every height and every square in turn, each scene continuing from the one before."""
    app = open_app((1280, 720), ratio)
    sizes = [*product(SIDES, (720,)), *product((1280,), SIDES), *zip(SIDES, SIDES, strict=True)]
    for number, scene in enumerate(gallery(app, game)):
        for size in sizes[number % 3 :: 3]:
            squeeze(app, *size)
            stays(app, scene, size)
        squeeze(app, 1280, 720)
        stays(app, scene, (1280, 720))


@pytest.mark.parametrize("game", engine.rulesets())
def test_what_is_drawn_in_the_smallest_windows_can_be_drawn(
    open_app: Open, squeeze: Callable[[App, int, int], None], game: str
) -> None:
    app = open_app()
    for scene in gallery(app, game, (TableScene, ReplayScene, ResultsPage)):
        for size in DRAWN:
            squeeze(app, *size)
            stays(app, scene, size)
            assert len(app._screen._marks) > 1


def test_a_hidden_page_draws_nothing_and_all_of_its_scene_when_it_is_shown(
    open_app: Open, squeeze: Callable[[App, int, int], None]
) -> None:
    app = open_app()
    app.home(routes.Title())
    app.push(TableScene(app, half_played("hansa")))
    settle(app)
    whole = pygame.image.tobytes(app.surface, "RGB")
    squeeze(app, 1, 1)
    assert len(app._screen._marks) == 1 and app.elements(), "screen readers still have the list"
    squeeze(app, 1280, 720)
    settle(app)
    assert pygame.image.tobytes(app.surface, "RGB") == whole


def test_a_game_begun_in_a_hidden_page_can_be_played_in_it(
    open_app: Open, squeeze: Callable[[App, int, int], None]
) -> None:
    app = open_app()
    squeezed = Window(1, 1, 1)
    app.platform.window = lambda: squeezed  # type: ignore[method-assign]
    app.platform.resize = lambda: pygame.Surface((1, 1))  # type: ignore[method-assign]
    app._measure()
    app.home(routes.Title())
    table = TableScene(app, new_match("hansa-teutonica", 3))
    app.push(table)
    for _ in range(3):
        app.step()
        table.play(table.match.state.legal_actions()[0])
    assert len(table.match.moves) == 3 and app.scene is table


def test_a_window_counts_as_too_small_by_what_nothing_covers() -> None:
    keyboard = Insets(bottom=300)
    assert theme.enlarged((844, 390), 1, keyboard) == (844, 390)
    assert theme.enlarged((844, 330), 1, keyboard) == (844, 340)
    assert theme.enlarged((1, 1), 2.5) == (300, 100)
    assert theme.enlarged((390, 844), 3, Insets(top=100)) == (390, 844)


def test_the_window_of_the_desktop_cannot_be_made_too_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KONTOR_PIXEL_RATIO", "1.5")
    Desktop(tmp_path).open("Kontor")
    least = pygame.Window.from_display_module().minimum_size
    assert least == (480, 384) and theme.enlarged(least, 1.5) == least
