"""Rollouts on demand: numbers that grow, stop and continue, and compare two plans."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.bots.worker import answer
from game.client.app import gestures, routes
from game.client.app.app import App
from game.client.review.results import ScoreRow
from game.client.review.rollout.page import NONE, RolloutPage
from game.client.words.i18n import LANGUAGES, use_language
from game.client.words.i18n import finished as words
from game.platform import ThinkError
from tests.client.conftest import Person, Screen, finished

pytestmark = pytest.mark.usefixtures("unseen")
SCREENS = [((1280, 720), 1), ((1170, 2532), 3)]


class Worker(Screen):
    """A platform with a real AI worker in the same thread, whose requests are recorded."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 720), ratio: float = 1) -> None:
        super().__init__(folder, size, ratio)
        self.asked: list[dict[str, Any]] = []
        self.broken = False

    async def think(self, request: str, *_more: object) -> str:
        await asyncio.sleep(0)
        self.asked.append(json.loads(request))
        if self.broken:
            raise ThinkError("the worker died")
        return answer(request)


def opened(
    folder: Path, size: tuple[int, int] = (1280, 720), ratio: float = 1, game: str = "hansa", turn: int = -1
) -> tuple[App, Worker, RolloutPage]:
    """Open the rollouts of a game's turn, by default the last one, from its replay."""
    platform = Worker(folder, size, ratio)
    app = App(platform)
    pygame.event.clear()
    app.settings.speed = app.settings.handover = "off"
    match = finished(game)
    begins = [at for at, move in enumerate(match.moves, 1) if any(e.kind == "turn" for e in move.events)]
    app.home(routes.Title())
    app.open(routes.Replay(match.record, begins[turn], paused=True))
    app.step()
    Person(app).click("rollouts")
    assert isinstance(app.scene, RolloutPage)
    return app, platform, app.scene


async def until(app: App, true: Callable[[], bool]) -> None:
    for _ in range(2000):
        if true():
            app.refresh()
            app.step()
            return
        app.step()
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


def labels(page: RolloutPage) -> list[str]:
    return [widget.label for widget in page.widgets]


def test_the_numbers_grow_until_they_are_stopped_and_grow_on_when_continued(tmp_path: Path) -> None:
    async def play() -> None:
        app, platform, page = opened(tmp_path)
        person, plan = Person(app), page.plans["played"]
        assert words("rollout.text", name=page._name) in labels(page)
        person.click("run")
        await until(app, lambda: page.task.common >= 3)
        person.click("run")
        assert not page.task.running
        done = page.task.common
        app.step()
        assert words("rollout.games", plan=plan.words, n=done) in labels(page)
        assert platform.said[-1].startswith(words("rollout.games", plan=plan.words, n=done))
        chances = page.task.chances(plan.actions)
        assert sum(one.mean for one in chances) == pytest.approx(1)
        assert all(one.error > 0 for one in chances), "a few equal results are not certain"
        for _ in range(5):
            app.step()
            await asyncio.sleep(0)
        assert page.task.common == done
        person.click("run")
        await until(app, lambda: page.task.common > done)
        asked = [one["first"] for one in platform.asked]
        assert asked == sorted(set(asked)), "no game is played twice"
        app.pop()
        assert not page.task.running, "leaving the page stops them"

    asyncio.run(play())


def test_a_double_tap_starts_and_does_not_stop_what_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        app, _, page = opened(tmp_path)
        person = Person(app)
        monkeypatch.setattr(gestures, "QUICK_SECONDS", 1e9)
        person.click("run")
        person.click("run")
        assert page.task.running
        monkeypatch.setattr(gestures, "QUICK_SECONDS", 0.0)
        person.click("run")
        assert not page.task.running, "a deliberate second tap stops them"

    asyncio.run(play())


@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_the_actions_of_a_plan_begin_with_a_capital_letter(tmp_path: Path, game: str) -> None:
    for language in LANGUAGES:
        use_language(language)
        _, _, page = opened(tmp_path, game=game)
        told = labels(page)
        plan = told[told.index(words("rollout.second")) - 1]
        assert plan.endswith(".") and plan[0].isupper(), plan


def test_two_plans_are_compared_in_the_same_games(tmp_path: Path) -> None:
    async def play() -> None:
        app, platform, page = opened(tmp_path, turn=-4)
        person = Person(app)
        person.click("run")
        await until(app, lambda: page.task.common >= 2)
        person.click("suggest")
        await until(app, lambda: "computer1" in page.plans)
        assert page.second == "computer1"
        person.click("run")
        await until(app, lambda: page.task.common >= 4)
        person.click("run")
        alone = [one for one in platform.asked if one["ask"] == "roll out" and len(one["plans"]) == 1]
        assert alone[-1]["first"] < page.task.common, "the new plan catches up in the games of the first"
        counts = {page.task.count(plan) for plan in page.task.plans}
        assert counts == {page.task.common}
        found = page.task.apart(page.seat)
        first, second = (page.task.chances(plan)[page.seat].mean for plan in page.task.plans)
        assert found.mean == pytest.approx(first - second)
        assert page._apart() in labels(page) and page._apart()
        for row in (widget for widget in page.widgets if isinstance(widget, ScoreRow)):
            assert len(row.cells) == page.match.record.seats
        person.click("second.none")
        assert page.second == NONE and page._apart() == ""

    asyncio.run(play())


def test_a_failure_is_shown_and_the_rollouts_can_be_started_again(tmp_path: Path) -> None:
    async def play() -> None:
        app, platform, page = opened(tmp_path)
        platform.broken = True
        Person(app).click("run")
        await until(app, lambda: page.task.failed)
        assert words("analysis.failed") in labels(page) and not page.task.running
        platform.broken = False
        Person(app).click("run")
        await until(app, lambda: page.task.common > 0)
        assert not page.task.failed
        app.pop()

    asyncio.run(play())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "ratio"), SCREENS)
def test_nothing_is_wider_than_the_screen(
    tmp_path: Path, size: tuple[int, int], ratio: float, language: str
) -> None:
    async def play() -> None:
        app, _, page = opened(tmp_path, size, ratio)
        use_language(language)
        page.plans["better"] = routes.NamedPlan("better", words("rollout.better"), ())
        page.second = "better"
        page._set()
        Person(app).click("run")
        await until(app, lambda: page.task.common >= 2)
        window = app.platform.window()
        assert {"run", "back", "first.played", "second.better", "suggest", "level.hard"} <= {
            widget.id for widget in page.widgets
        }
        for widget in page.widgets:
            assert widget.rect.left >= 0 and widget.rect.right <= window.width, widget.label
        app.pop()

    asyncio.run(play())
