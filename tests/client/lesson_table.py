"""Lessons at the table, for their tests."""

from __future__ import annotations

from collections.abc import Callable

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.learn.courses import parts
from game.client.learn.lesson import LessonCoach
from game.client.table.table import TableScene

Open = Callable[..., App]
LESSONS = [lesson for game in engine.rulesets() for part in parts(game) for lesson in part]


def opened(app: App, number: int, step: int = 0, game: str = "hansa-teutonica") -> TableScene:
    """Return the table of a lesson."""
    app.home(routes.Title())
    of_game = [lesson for lesson in LESSONS if lesson.ruleset_id == game]
    app.open(routes.LessonTable(of_game[number - 1], step))
    scene = app.scene
    assert isinstance(scene, TableScene)
    return scene


def coach_of(table: TableScene) -> LessonCoach:
    """Return the table's lesson."""
    assert isinstance(table.table_mode, LessonCoach)
    return table.table_mode


def scene_of(app: App) -> TableScene:
    scene = app.scene
    assert isinstance(scene, TableScene)
    return scene
