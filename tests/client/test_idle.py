"""Without input or changes nothing is drawn, and the app waits for input."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.pages.title import FRAME
from game.client.review.replay import PAUSE_SECONDS, ReplayScene
from tests.client.conftest import Screen, hurried, new_match


class Watched(Screen):
    """Counts how often the app waits for a frame and how long it waits for input."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.waits: list[float | None] = []
        self.frames = 0

    async def frame(self) -> None:
        self.frames += 1
        await asyncio.sleep(0)

    async def input(self, timeout: float | None = None, *, idle: bool = False) -> None:
        self.waits.append(timeout)
        if timeout is None or len(self.waits) > 6:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        else:
            await asyncio.sleep(timeout)


def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[App, Watched, list[int]]:
    """Return an app that ends when it waits indefinitely for input, and its count of drawn frames."""
    screen = Watched(tmp_path)
    app, drawn = App(screen), [0]
    pygame.event.clear()
    app.settings.speed = "off"
    draw = app._draw

    def count() -> None:
        drawn[0] += 1
        draw()

    monkeypatch.setattr(app, "_draw", count)
    return app, screen, drawn


def complete(app: App, drawn: list[int]) -> None:
    """Draw until the first frame is complete."""
    app.step()
    while app.scene.unfinished:
        app.step()
    drawn[0] = 0


def test_a_replay_draws_nothing_between_two_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, screen, drawn = watched(tmp_path, monkeypatch)
    match, rng = new_match("hansa", 2), random.Random(1)
    for _ in range(9):
        match.play(hurried(match.state, rng))
    app.home(routes.Replay(match.record))
    replay = app.scene
    assert isinstance(replay, ReplayScene)
    complete(app, drawn)
    replay._play()
    asyncio.run(app.run())
    pauses = [timeout for timeout in screen.waits if timeout is not None]
    assert len(pauses) >= 5 and all(0 < pause <= PAUSE_SECONDS * 0.3 for pause in pauses)
    assert 5 <= replay.step <= 9
    assert drawn[0] <= 6 * replay.step, "a few pictures for each step, none in between"


def test_a_paused_replay_waits_for_a_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, screen, _ = watched(tmp_path, monkeypatch)
    app.home(routes.Replay(new_match("hansa", 2).record))
    asyncio.run(app.run())
    assert screen.waits == [None]


def test_an_idle_table_waits_for_a_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, screen, drawn = watched(tmp_path, monkeypatch)
    app.home(routes.Table(new_match("hansa", 2)))
    complete(app, drawn)
    asyncio.run(app.run())
    assert screen.waits == [None] and drawn[0] <= 1


def test_ctrl_c_just_before_it_waits_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal is handled when no thread can wake SDL yet: the task is cancelled, and must not wait."""
    screen = Screen(tmp_path)
    screen.open("Kontor")
    waited: list[int] = []

    def wait_for(milliseconds: int) -> pygame.event.Event:
        waited.append(milliseconds)
        return pygame.event.Event(pygame.NOEVENT)

    async def wait() -> None:
        task = asyncio.current_task()
        assert task is not None

        def pressed() -> bool:
            task.cancel()
            return False

        pygame.event.clear()
        with monkeypatch.context() as now:
            now.setattr(pygame.event, "peek", pressed)
            now.setattr(pygame.event, "wait", wait_for)
            await screen.input()

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(wait())
    assert waited == [1], "0 would wait for ever"


def test_the_moving_title_counts_as_idle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a test that waits for the program to come to rest would wait forever."""
    app, screen, drawn = watched(tmp_path, monkeypatch)
    app.settings.speed, app.settings.theme = "normal", "dark"
    app.apply_settings()
    app.home(routes.Title())
    complete(app, drawn)
    wait = screen.input

    async def noted(timeout: float | None = None, *, idle: bool = False) -> None:
        seen.append((timeout, idle))
        await wait(timeout)

    seen: list[tuple[float | None, bool]] = []
    monkeypatch.setattr(screen, "input", noted)
    asyncio.run(app.run())
    assert len(seen) >= 5 and all(idle and timeout and 0 < timeout <= FRAME for timeout, idle in seen)
    assert drawn[0] <= len(seen) + 1, "a picture for each step"
