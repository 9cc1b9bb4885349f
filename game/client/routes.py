"""Every scene by its id. Scenes open each other by id (`Host.open`), so none has to import another."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.client.scene import Scene
from game.client.scenes.about import About
from game.client.scenes.analysis import AnalysisPage
from game.client.scenes.arrival import from_outside
from game.client.scenes.failure import Failure
from game.client.scenes.forecast import Forecast
from game.client.scenes.games import GameMenu, Games, Paste
from game.client.scenes.lesson import LessonTable
from game.client.scenes.lessons import Lessons
from game.client.scenes.menu import ConflictPage, Log, Menu
from game.client.scenes.new_game import NewGame, Options
from game.client.scenes.puzzle import Puzzles, PuzzleTable
from game.client.scenes.replay import Replay
from game.client.scenes.results import Results
from game.client.scenes.rules import Rules
from game.client.scenes.seats import Seats
from game.client.scenes.settings import SettingsPage
from game.client.scenes.share import Share
from game.client.scenes.table import Table
from game.client.scenes.tally import Tally
from game.client.scenes.title import Title

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
