"""Every scene by its id. Scenes open each other by id (`Host.open`), so none has to import another."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.client.frame.scene import Scene
from game.client.learn.lesson import LessonTable
from game.client.learn.lessons import Lessons
from game.client.learn.puzzle import Puzzles, PuzzleTable
from game.client.pages.about import About
from game.client.pages.arrival import from_outside
from game.client.pages.failure import Failure
from game.client.pages.games import GameMenu, Games, Paste
from game.client.pages.menu import ConflictPage, Log, Menu
from game.client.pages.new_game import NewGame, Options
from game.client.pages.rules import Rules
from game.client.pages.seats import Seats
from game.client.pages.settings import SettingsPage
from game.client.pages.share import Share
from game.client.pages.title import Title
from game.client.review.analysis import AnalysisPage
from game.client.review.forecast import Forecast
from game.client.review.replay import Replay
from game.client.review.results import Results
from game.client.review.tally import Tally
from game.client.table.table import Table

ROUTES: Mapping[str, Callable[..., Scene]] = {
    **{
        scene.name: scene
        for scene in (
            *(Title, NewGame, Options, Games, GameMenu, Paste, Tally, SettingsPage, About, Rules),
            *(AnalysisPage, Lessons, LessonTable, Puzzles, PuzzleTable),
            *(Table, Menu, Log, ConflictPage, Results, Forecast, Replay, Share, Seats, Failure),
        )
    },
    "outside": from_outside,
}
"""What makes a scene from the app and what it is to show."""
