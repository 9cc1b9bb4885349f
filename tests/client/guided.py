"""Guided first games at the table, for their tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pygame

from game import engine
from game.bots import choose
from game.bots.worker import answer
from game.client.app import routes
from game.client.app.app import App
from game.client.learn.first_game import GuidedGame
from game.client.table.table import TableScene
from game.engine.core import State
from game.match.guide import GuideMessage
from game.platform import ThinkError
from game.worker_messages import DecisionEvaluation, TurnEvaluation, Verdict, to_json
from tests.client.conftest import Person
from tests.client.thinker import Thinker

WORK = 4
"""Search budget of hints."""


class Quick(Thinker):
    """Answers immediately: hints by the strongest level, with little work, and moves by a weak player."""

    adviser = True
    """True if hints are available."""
    poor: Sequence[str] | None = None
    """Plan better than every turn played; None: every turn is good."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 720)) -> None:
        super().__init__(folder, size)
        self.may_advise = asyncio.Event()
        self.may_advise.set()
        self.may_judge = asyncio.Event()
        self.may_judge.set()

    async def think(self, request: str, *more: object) -> str:
        asked = json.loads(request)
        if asked["ask"] == "judge":
            self.asked.append(request)
            return await self._judged(asked)
        if asked.get("level") != "hard":
            return await super().think(request, *more)
        self.asked.append(request)
        await self.may_advise.wait()
        if not self.adviser:
            raise ThinkError("no worker")
        return answer(json.dumps({**asked, "seconds": None, "work": WORK}))

    async def _judged(self, asked: dict[str, Any]) -> str:
        """Return the evaluation of a turn: nothing lost, or `poor`."""
        await self.may_judge.wait()
        state = engine.ruleset(asked["ruleset"]).parse_position(asked["position"])
        verdicts = [] if self.poor is None else [Verdict(0, self._mistake(state, self.poor))]
        return to_json(TurnEvaluation(tuple(verdicts), (), ()))

    @staticmethod
    def _mistake(state: State, plan: Sequence[str]) -> DecisionEvaluation:
        choice = choose(state, "medium", Random(1))
        better, reason = tuple(plan) or tuple(one.text for one in choice.plan), choice.reason
        return DecisionEvaluation(
            state.actor or 0, 5, 0.2, 0.01, 1.0, 0.5, 0.3, plan=better, line=better, reason=reason
        )

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
        if coach.note == coach.on_card and (table.choice.by_hand or coach.note is not None):
            return
        await asyncio.sleep(0)
    raise AssertionError("no decision and no card comes")


def said(app: App) -> str:
    """Return all announcements."""
    assert isinstance(app.platform, Quick)
    return " ".join(app.platform.said)


def read_note(app: App, coach: GuidedGame) -> None:
    """Read all pages of the note on the card."""
    note = coach.on_card
    while coach.on_card == note:
        Person(app).click("coach.next")


async def until_its_turn(app: App, table: TableScene, coach: GuidedGame) -> GuideMessage:
    """Read all cards before the first turn, and act where the setup requires it. Return the first turn's
    card."""
    for _ in range(600):
        app.step()
        await asyncio.sleep(0)
        note = coach.on_card
        if note is not None and note.is_turn and coach._plan is not None:
            return note
        if note is not None:
            coach.read_on()
        elif table.choice.by_hand and coach.note is None:
            table.play(table.match.state.legal_actions()[0])
    raise AssertionError("no turn comes")


async def until_note(app: App, table: TableScene, coach: GuidedGame) -> None:
    """Read all cards before the first turn, up to the page that waits for the plan."""
    for _ in range(600):
        await until_asked(app, table)
        if coach.on_card is not None and coach.seeking:
            return
        if coach.on_card is not None:
            coach.read_on()
        else:
            table.play(table.match.state.legal_actions()[0])
    raise AssertionError("no turn comes")
