"""Fixtures of client tests: SDL's dummy video driver, and saves in the test's directory."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["LC_ALL"] = "en_GB.UTF-8"

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from io import BytesIO
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame
import pytest

from game.client.app import app as app_module
from game.client.app import gestures
from game.client.app.app import App
from game.client.draw.widgets import Widget
from game.client.views.board_cards import PREVIEWS
from game.client.views.picture import Picture
from game.client.words.i18n import Translator, use_language
from game.platform.base import UNCOVERED, Window
from game.platform.desktop.platform import Desktop
from tests.client import judged
from tests.match.games import NAMES, finished, finished_text, hurried, new_match, play_some

if TYPE_CHECKING:
    from .devices import Service

__all__ = ["NAMES", "Person", "Screen", "finished", "finished_text", "hurried", "new_match", "play_some"]


_in_use: list[Screen] = []


@pytest.fixture(autouse=True)
def _each_step_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change is drawn in the step that makes it, however slow the machine is."""
    for share in ("HANDLING", "SPARE_TIME", "PAINTING", "TELLING"):
        monkeypatch.setattr(app_module, share, inf)
    monkeypatch.setattr(app_module, "PATIENCE", 0.0)


@pytest.fixture(autouse=True)
def _no_tap_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every tap of a test is deliberate. Tests of double taps set another time."""
    monkeypatch.setattr(gestures, "QUICK_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip syncing: a test's directory need not survive a power failure. Syncing is covered by test_shelf."""
    monkeypatch.setattr("os.fsync", lambda file: None)


@pytest.fixture(scope="session", autouse=True)
def _judged_once_for_all_workers(run_folder: Path) -> None:
    """Share the analyses of finished games among the workers."""
    judged.folder = run_folder


_rasters: dict[tuple[bytes, tuple[int, int]], pygame.Surface] = {}
_plain_raster = pygame.image.load_sized_svg
MOST_RASTERS = 3000
"""Maximum number of cached images, about 400 MB: board tiles, the largest, are 192 pixels wide."""


@pytest.fixture(autouse=True)
def _drawn_once_for_all_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache drawings across tests: a drawing in one size is always the same image. Board tiles took a fifth
    of all time."""

    def raster(file: Any, size: tuple[int, int]) -> pygame.Surface:
        if not isinstance(file, BytesIO) or size[0] * size[1] > 192 * 192:
            return _plain_raster(file, size)
        key = hashlib.blake2b(file.getvalue(), digest_size=16).digest(), size
        found = _rasters.pop(key, None) or _plain_raster(file, size)
        _rasters[key] = found  # newest last
        if len(_rasters) > MOST_RASTERS:
            del _rasters[next(iter(_rasters))]
        return found.copy()

    monkeypatch.setattr("pygame.image.load_sized_svg", raster)


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """No-render mode, for tests that inspect no pixels: everything is laid out and recorded on canvases, not
    painted."""

    monkeypatch.setattr(Picture, "prepare", lambda *given: True)
    monkeypatch.setattr(Picture, "show", lambda *given, **how: None)
    monkeypatch.setattr("game.client.draw.canvas._paint_whole_figures", lambda *given: None)
    monkeypatch.setattr(PREVIEWS, "_kept", {})  # unpainted images are for this test only


@pytest.fixture
def screen() -> None:
    """A small window, for tests that draw without an app."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 64))


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Reset the process-wide language and the setting for single-letter keys after a test changed them."""
    yield
    use_language("en")
    Translator.letters = True


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    """Stop a test's worker process, so that no later test finds it."""
    yield
    while _in_use:
        _in_use.pop().close()


class Screen(Desktop):
    """A desktop platform that records calls, with a configurable pixel ratio."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 720), ratio: float = 1) -> None:
        super().__init__(folder, size)
        _in_use.append(self)
        self.can_reach = False  # like the web app; tests of local rooms use another platform
        self.ratio = ratio
        self.insets = UNCOVERED
        self.said: list[str] = []
        self.clipboard = ""

    def window(self) -> Window:
        return super().window()._replace(ratio=self.ratio, insets=self.insets)

    def announce(self, sentence: str) -> None:
        self.said.append(sentence)

    async def copy(self, text: str) -> bool:
        self.clipboard = text
        return True


class Person:
    """Uses an app as a person does: clicks, touches and keys, with one step of the app after each."""

    def __init__(self, app: App) -> None:
        self.app = app

    def widget(self, element: str) -> Widget:
        """Return the control with that id."""
        found = [w for w in self.app.scene.widgets if w.act and w.id == element]
        assert found, f"{element} is not among {[w.id for w in self.app.scene.widgets if w.act]}"
        return found[0]

    def click(self, element: str) -> None:
        """Click the centre of an element with the mouse."""
        x, y = self.widget(element).rect.center
        self.click_at(x, y)

    def click_at(self, x: float, y: float) -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=(round(x), round(y)), button=1, touch=False))
        self.app.step()

    def move_to(self, x: float, y: float) -> None:
        """Move the mouse, with no button down."""
        at = (round(x), round(y))
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        self.app.step()

    def tap_at(self, x: float, y: float) -> None:
        """Tap as SDL reports it: twice, as a finger and as a mouse."""
        width, height = self.app.metrics.width, self.app.metrics.height
        at: dict[str, Any] = {"x": x / width, "y": y / height, "dx": 0, "dy": 0}
        at |= {"finger_id": 3, "touch_id": 1}
        pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, **at))
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(round(x), round(y)), button=1, touch=True)
        )
        pygame.event.post(pygame.event.Event(pygame.FINGERUP, **at))
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(round(x), round(y)), button=1, touch=True)
        )
        self.app.step()

    def tap(self, element: str) -> None:
        self.tap_at(*self.widget(element).rect.center)

    def key(self, key: int, mod: int = 0) -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
        self.app.step()

    def type(self, text: str) -> None:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        self.app.step()


async def until(app: App, done: Callable[[], object]) -> None:
    """Step the app, as its loop does, until a condition holds; a fast machine takes more steps."""
    async with asyncio.timeout(120):
        app.step()
        while not done():
            await asyncio.sleep(0)
            app.step()


@pytest.fixture
def open_app(tmp_path: Path) -> Iterator[Callable[..., App]]:
    """Return a function that opens an app in a window of a given size and pixel ratio, by default without
    animation.

    The hand-over prompt is off unless `handover` is "on".
    """

    def opened(
        size: tuple[int, int] = (1280, 720), ratio: float = 1, pace: str = "off", handover: str = "off"
    ) -> App:
        app = App(Screen(tmp_path, size, ratio))
        pygame.event.clear()
        app.settings.speed = pace
        app.settings.handover = handover
        return app

    with asyncio.Runner() as runner:  # for the app's tasks, independent of earlier tests
        asyncio.set_event_loop(runner.get_loop())
        yield opened
    asyncio.set_event_loop(None)


@pytest.fixture
def service() -> Iterator[Service]:
    """The simulated room server (devices.py)."""
    from .devices import Service  # imported late, as it imports this module

    with asyncio.Runner() as runner:
        asyncio.set_event_loop(runner.get_loop())
        yield Service()
    asyncio.set_event_loop(None)
