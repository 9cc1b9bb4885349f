"""Helpers for tests of links, texts and files: a page with a URL, and games to send and to save."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pygame

from game.client.app.app import App
from game.client.pages.title import TitleScene
from game.client.table.table import TableScene
from game.engine.record import Record
from game.match import Match
from tests.client.conftest import Person, Screen, new_match


class Page(Screen):
    """A screen with a URL, as in a browser."""

    fragment = ""
    refuses_clipboard = False

    def address(self) -> str:
        return "https://kontor.example/play/"

    def link(self) -> str:
        return self.fragment

    def forget_link(self) -> None:
        self.fragment = ""

    async def copy(self, text: str) -> bool:
        return False if self.refuses_clipboard else await super().copy(text)


def opened(folder: Path) -> App:
    """Return an app in such a page, at its title."""
    app = App(Page(folder))
    pygame.event.clear()
    app.settings.speed = "off"
    app.push(TitleScene(app))
    return app


def page(app: App) -> Page:
    assert isinstance(app.platform, Page)
    return app.platform


def played(game: str, steps: int, seed: int = 3) -> Match:
    match, rng = new_match(game, 3, seed), random.Random(seed)
    for _ in range(steps):
        match.play(rng.choice(match.state.legal_actions()))
    return match


def up_to(record: Record, steps: int) -> Record:
    return replace(record, tags=dict(record.tags), actions=record.actions[:steps])


def kept(app: App, record: Record) -> str:
    """Save a game as one of this person's."""
    match = Match(app.saves.new_id(), up_to(record, len(record.actions)))
    app.saves.save(match)
    return match.id


def visit(app: App, fragment: str) -> Person:
    """Open the page with a URL fragment."""
    page(app).fragment = fragment
    app.bring_link()
    app.step()
    return Person(app)


def table_of(app: App) -> TableScene:
    assert isinstance(app.scene, TableScene), app.scene.name
    return app.scene


async def settle(app: App) -> None:
    """Wait until asynchronous work such as the clipboard is done."""
    for task in list(app._tasks):
        await task
    app.step()
