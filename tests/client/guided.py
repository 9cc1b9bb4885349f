"""Guided first games at the table, for their tests."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pygame

from game.bots import choose
from game.bots.worker import answer
from game.client.app import routes
from game.client.app.app import App
from game.client.learn.first_game import GuidedGame
from game.client.table.table import TableScene
from game.engine.core import State
from game.platform import ThinkError
from tests.client.thinker import Thinker


class Quick(Thinker):
    """Answers immediately: plans by the computer players, moves by a weak player."""

    adviser = True
    """True if plans are available."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 720)) -> None:
        super().__init__(folder, size)
        self.may_advise = asyncio.Event()
        self.may_advise.set()

    async def think(self, request: str, *more: object) -> str:
        if json.loads(request)["ask"] != "advise":
            return await super().think(request, *more)
        await self.may_advise.wait()
        if not self.adviser:
            raise ThinkError("nobody is there")
        return answer(request)

    def answer(self, state: State, seed: int) -> dict[str, Any]:
        plan = [action.text for action in choose(state, "easy", Random(seed)).plan]
        return {"plan": plan, "firm": 1, "reason": ["wait", {}]}


def opened(folder: Path, size: tuple[int, int] = (1280, 720), language: str = "en") -> App:
    """Return an app at its title."""
    app = App(Quick(folder, size))
    pygame.event.clear()
    app.settings.speed = app.settings.look = "off"
    app.settings.language = language
    app.apply_settings()
    app.home(routes.Title())
    return app


def table_of(app: App, game: str) -> tuple[TableScene, GuidedGame]:
    """Return the table of a guided game that has just begun."""
    app.open(routes.FirstGame(game))
    app.step()
    return seated(app)


def seated(app: App) -> tuple[TableScene, GuidedGame]:
    """Return the guided table on top."""
    table = app.scene
    assert isinstance(table, TableScene) and isinstance(table.table_mode, GuidedGame)
    return table, table.table_mode


async def until_asked(app: App, table: TableScene) -> None:
    """Let the computers play until the person is to decide."""
    for _ in range(400):
        app.step()
        coach = table.table_mode
        assert isinstance(coach, GuidedGame)
        if table.choice.by_hand and coach.note == coach.on_card:
            return
        await asyncio.sleep(0)
    raise AssertionError("nobody asks")


def said(app: App) -> str:
    """Return all announcements."""
    assert isinstance(app.platform, Quick)
    return " ".join(app.platform.said)
