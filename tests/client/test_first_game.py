"""A guided first game at the table: offered, said once, left and resumed, switched off."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game import engine
from game.bots import choose
from game.client.frame import to
from game.client.frame.app import App
from game.client.keep.link import encode, received
from game.client.learn.first_game import GuidedGame
from game.client.routes import scene_of
from game.client.table.table import Table
from game.engine.core import State
from game.match import Computer
from game.match.guide import GUIDE
from tests.client.conftest import Person
from tests.client.thinker import Thinker

GAMES = engine.rulesets()


class Quick(Thinker):
    """Answers at once."""

    def answer(self, state: State, seed: int) -> dict[str, Any]:
        plan = [action.text for action in choose(state, "easy", Random(seed)).plan]
        return {"plan": plan, "firm": 1, "reason": ["wait", {}]}


@pytest.fixture
def app(tmp_path: Path) -> App:
    app = App(Quick(tmp_path), scene_of)
    pygame.event.clear()
    app.settings.speed = app.settings.look = "off"
    app.home(to.Title())
    return app


def table_of(app: App, game: str) -> tuple[Table, GuidedGame]:
    """A guided game has just begun."""
    app.open(to.FirstGame(game))
    app.step()
    return seated(app)


def seated(app: App) -> tuple[Table, GuidedGame]:
    """The guided table on top."""
    table = app.scene
    assert isinstance(table, Table) and isinstance(table.occasion, GuidedGame)
    return table, table.occasion


async def until_asked(app: App, table: Table) -> None:
    """The computers play until the person is to decide."""
    for _ in range(400):
        app.step()
        if table.choice.by_hand:
            return
        await asyncio.sleep(0)
    raise AssertionError("nobody asks")


def said(app: App) -> str:
    """All that was announced."""
    assert isinstance(app.platform, Quick)
    return " ".join(app.platform.said)


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_is_against_two_easy_computers_and_greets_once(app: App, game: str) -> None:
    async def play() -> None:
        table, coach = table_of(app, game)
        levels = [one.level for one in table.match.controllers if isinstance(one, Computer)]
        assert levels == ["easy", "easy"]
        await until_asked(app, table)
        words = coach.words()
        assert words and said(app).count(words) == 1
        assert coach.card.colliderect(Person(app).widget("coach.next").rect)
        Person(app).click("coach.next")
        assert "hello" in table.match.record.tags[GUIDE].split()
        assert words not in coach.words()

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_that_was_left_is_guided_again_and_repeats_nothing(app: App, game: str) -> None:
    async def play() -> None:
        table, coach = table_of(app, game)
        await until_asked(app, table)
        Person(app).click("coach.next")
        told = coach.guide.told
        app.home(to.Title())
        Person(app).click("continue")
        table, again = seated(app)
        assert again is not coach and again.guide.told == told
        assert "hello" not in [note.id for note in again.guide.due()]

    asyncio.run(play())


def test_a_touch_ends_the_guidance_and_it_stays_ended(app: App) -> None:
    async def play() -> None:
        table, coach = table_of(app, "hansa")
        await until_asked(app, table)
        Person(app).click("coach.stop")
        assert coach.note is None and coach.room(app.metrics) == app.metrics
        assert not [one for one in table.widgets if one.id.startswith("coach.")]
        app.home(to.Title())
        Person(app).click("continue")
        table, again = seated(app)
        await until_asked(app, table)
        assert again.note is None

    asyncio.run(play())


def test_whoever_is_sent_the_game_gets_no_guide(app: App) -> None:
    async def play() -> None:
        table, _ = table_of(app, "hansa")
        assert GUIDE in table.match.record.tags
        assert GUIDE not in received(encode(table.match.record)).record.tags
        assert GUIDE not in table.match.branch("other", 0).record.tags

    asyncio.run(play())
