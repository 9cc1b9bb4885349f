"""Sliders: the pointer, keys and screen readers choose a number, and a drag across one scrolls its page."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.client.app.app import App
from game.client.app.flow import Slider
from game.client.pages.settings import SettingsPage
from game.client.pages.title import TitleScene
from game.client.review.replay import ReplayScene
from game.platform import Edited
from tests.client.conftest import Person, finished

Open = Callable[..., App]


def settings(app: App) -> Person:
    """Open the settings, scrolled to the slider of the volume."""
    app.push(TitleScene(app))
    app.push(SettingsPage(app))
    app.step()
    app.scene.reveal(Person(app).widget("sound"))
    app.refresh()
    return Person(app)


def slider(app: App) -> Slider:
    found = next(one for one in app.scene.widgets if isinstance(one, Slider))
    assert found.in_sight
    return found


def drag(app: App, *points: tuple[float, float]) -> None:
    """Move a finger from point to point."""
    kinds = [pygame.FINGERDOWN, *[pygame.FINGERMOTION] * (len(points) - 1)]
    size = app.metrics.width, app.metrics.height
    for kind, (x, y) in [*zip(kinds, points, strict=True), (pygame.FINGERUP, points[-1])]:
        at = {"x": x / size[0], "y": y / size[1], "dx": 0, "dy": 0, "finger_id": 3, "touch_id": 1}
        pygame.event.post(pygame.event.Event(kind, at))
    app.step()


def test_a_finger_drags_the_number_also_beside_the_line(open_app: Open) -> None:
    app = open_app((390, 844))
    settings(app)
    line, unit = slider(app).line(app.metrics.unit), app.metrics.unit
    drag(app, (line.x, line.centery), (line.centerx, line.centery), (line.right, line.centery + 9 * unit))
    assert slider(app).at == 10 and app.settings.sound == "100"
    drag(app, (line.right, line.centery), (line.right - 99, line.centery), (-20, line.centery))
    assert slider(app).at == 0, "the end of the line is the end of the scale"


def test_a_drag_across_a_slider_scrolls_the_page(open_app: Open) -> None:
    app = open_app((390, 844))
    settings(app)
    (x, y), page = slider(app).line(app.metrics.unit).center, app.scene
    assert isinstance(page, SettingsPage)
    before = page.scroll
    drag(app, (x, y), (x + 5, y - 60), (x - 99, y - 90))
    assert page.scroll > before and app.settings.sound == "0"


@pytest.mark.parametrize(
    ("keys", "number"),
    [
        ([pygame.K_RIGHT, pygame.K_UP, pygame.K_UP], 3),
        ([pygame.K_PAGEUP, pygame.K_LEFT], 1),
        ([pygame.K_END, pygame.K_PAGEDOWN, pygame.K_DOWN], 7),
        ([pygame.K_END, pygame.K_RIGHT], 10),
        ([pygame.K_END, pygame.K_HOME], 0),
    ],
)
def test_keys_change_the_slider_with_the_focus(open_app: Open, keys: list[int], number: int) -> None:
    app = open_app()
    person = settings(app)
    app.point_out("sound")
    for key in keys:
        person.key(key)
    assert slider(app).at == number and app.focus == "sound"
    person.key(pygame.K_TAB)
    assert app.focus != "sound"


def test_a_screen_reader_is_told_the_number_and_can_choose_another(open_app: Open) -> None:
    app = open_app()
    settings(app)
    app.handle(Edited("sound", "7", done=True))
    app.step()
    told = next(one for one in app.elements() if one.id == "sound")
    assert (told.kind, told.label, told.value) == ("slider", "Sound", "70%")
    assert (told.at, told.top) == (7, 10)


def test_the_progress_bar_of_a_replay_is_a_slider(open_app: Open) -> None:
    app = open_app()
    app.push(TitleScene(app))
    app.push(replay := ReplayScene(app, finished("hansa").record, 5, paused=True))
    app.step()
    told = next(one for one in app.elements() if one.kind == "slider")
    assert (told.label, told.value) == ("Progress", f"Step 5 of {replay.total}")
    app.point_out(told.id)
    Person(app).key(pygame.K_HOME)
    assert replay.step == 0
    line = slider(app).line(app.metrics.unit)
    drag(app, line.midleft, line.center, (line.x + line.width / 4, line.y))
    assert replay.step == round(replay.total / 4)
