"""While a table opens, the work of each frame is limited, and the board is there from the first one.

A clock counts work instead of time: each text, image and scaled part takes a millisecond, everything else
none.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Callable
from inspect import getclosurevars, isroutine
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pytest

from game.client import views
from game.client.app import app as app_module
from game.client.app import routes
from game.client.app.app import App
from game.client.draw import theme
from game.client.learn.seal import seal
from game.client.table.match_scene import MatchScene
from tests.client.conftest import Person, Screen
from tests.client.gallery import half_played

MOST = 30
"""Maximum units of work in a frame. The largest indivisible work is that of a player board with new texts."""
USUAL, MORE = 14, 4
"""Maximum units of work in all but a few frames, and the number of those with more."""
FIRST = 15
"""Maximum number of frames until the table is shown."""
DRAWING = re.compile(r"game\.client\.(draw|stage|views)\.|game\.games\..*\.view\b")
"""Modules with functions that draw."""
SIZES = [((1280, 720), 1.0), ((2560, 1440), 1.0), ((2560, 1440), 2.0), ((1170, 2532), 3.0)]


class Work(NamedTuple):
    """The work of a frame, and whether the frame showed anything."""

    units: int
    shows: bool


class Counter:
    """A clock that counts calls in milliseconds, and frames."""

    def __init__(self) -> None:
        self.units = self.frames = 0

    def __call__(self) -> float:
        return 1000 + self.units / 1000 + self.frames / 60

    def counting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **kwargs: Any) -> Any:
            self.units += 1
            return function(*args, **kwargs)

        return counted


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Counter:
    """Count texts, images and scaled parts, with the limits of a real frame."""
    clock = Counter()
    limits = {"HANDLING": 0.0025, "PAINTING": 0.007, "TELLING": 0.006, "PATIENCE": 0.25}
    for name, seconds in limits.items():
        monkeypatch.setattr(app_module, name, seconds)
    monkeypatch.setattr("time.perf_counter", clock)
    monkeypatch.setattr("pygame.image.load_sized_svg", clock.counting(pygame.image.load_sized_svg))
    monkeypatch.setattr("pygame.transform.smoothscale", clock.counting(pygame.transform.smoothscale))
    monkeypatch.setattr(theme.Face, "render", clock.counting(theme.Face.render))
    forget_drawn()
    return clock


def forget_drawn() -> None:
    """Empty the caches of texts and images: what other tests have drawn must not change the work."""
    drawing = [module for name, module in sys.modules.items() if DRAWING.match(name)]
    for function in {one for module in drawing for one in vars(module).values() if isroutine(one)}:
        if getattr(function, "__code__", None) is seal.__code__:
            getclosurevars(function).nonlocals["kept"].clear()
        elif hasattr(function, "cache_clear"):
            function.cache_clear()


def opened(app: App, route: routes.Route, clock: Counter, monkeypatch: pytest.MonkeyPatch) -> list[Work]:
    """Open a table; return the work of each frame until everything is sharp."""
    shown, frames = list[object](), list[Work]()
    monkeypatch.setattr(app.platform, "show", lambda surface, parts: shown.append(parts))
    app.open(route)
    scene = app.scene
    assert isinstance(scene, MatchScene)
    before = clock.units
    while not frames or not scene.stage.finished:
        app.step()
        frames.append(Work(clock.units - before, bool(shown)))
        before = clock.units
        shown.clear()
        clock.frames += 1
    return frames


@pytest.mark.parametrize(("size", "ratio"), SIZES, ids=lambda one: str(one))
@pytest.mark.parametrize("kind", ["replay", "table"])
def test_no_frame_of_an_opening_does_more_than_fits(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: Counter,
    kind: str,
    size: tuple[int, int],
    ratio: float,
) -> None:
    app = App(Screen(tmp_path, size, ratio))
    app.home(routes.Title())
    deque(views.prepare(), maxlen=0)  # as the title does while it waits
    app.step()
    app.step()
    match = half_played("hansa-teutonica")
    route = routes.Replay(match.record) if kind == "replay" else routes.Table(match)
    frames = opened(app, route, clock, monkeypatch)
    work = [frame.units for frame in frames]
    assert max(work) <= MOST, work
    assert sum(units > USUAL for units in work) <= MORE, work
    assert next(number for number, frame in enumerate(frames) if frame.shows) < FIRST


def test_a_table_below_is_shown_at_once_when_the_scene_above_it_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Counter
) -> None:
    """Only the first frame of a scene is prepared while another one stays."""
    app = App(Screen(tmp_path, (1280, 720)))
    app.home(routes.Title())
    app.step()
    app.open(routes.Table(half_played("hansa-teutonica")))
    while not app.scene.drawn:
        app.step()
        clock.frames += 1
    scene = app.scene
    assert isinstance(scene, MatchScene) and not scene.stage.finished
    app.open(routes.Settings())
    while not app.scene.drawn:
        app.step()
        clock.frames += 1
    app.pop()
    shown = list[object]()
    monkeypatch.setattr(app.platform, "show", lambda surface, parts: shown.append(parts))
    app.step()
    assert shown


@pytest.mark.usefixtures("unseen")
def test_a_tap_before_the_first_frame_of_a_table_has_no_effect(tmp_path: Path, clock: Counter) -> None:
    app = App(Screen(tmp_path, (1280, 720)))
    app.home(routes.Title())
    app.step()
    app.open(routes.Table(half_played("hansa-teutonica")))
    table, person = app.scene, Person(app)
    app.step()
    person.click("menu")
    assert app.scene is table and not table.drawn, "the title is still shown"
    while not table.drawn:
        app.step()
        clock.frames += 1
    person.click("menu")
    assert app.scene.name == "menu"
