"""Which scene stands where (`frame/to.py`). Each place has its case: if one lacks, mypy misses a `return`."""

from __future__ import annotations

from game.client.frame import to
from game.client.frame.scene import Host, Scene
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


def scene_of(app: Host, route: to.Route) -> Scene:
    """A new scene for a place."""
    if isinstance(route, to.Page):
        return _page(app, route)
    if isinstance(route, to.Learning):
        return _learning(app, route)
    return _game(app, route)


def _page(app: Host, route: to.Page) -> Scene:
    match route:
        case to.Title():
            return Title(app)
        case to.NewGame():
            return NewGame(app, *route)
        case to.Options():
            return Options(app, *route)
        case to.Games():
            return Games(app, *route)
        case to.GameMenu():
            return GameMenu(app, *route)
        case to.Paste():
            return Paste(app)
        case to.Outside():
            return from_outside(app, route.text, too_long=route.too_long)
        case to.Tally():
            return Tally(app)
        case to.Settings():
            return SettingsPage(app)
        case to.About():
            return About(app)
        case to.Rules():
            return Rules(app, *route)
        case to.Failure():
            return Failure(app, *route)


def _game(app: Host, route: to.Game) -> Scene:
    match route:
        case to.Table():
            return Table(app, *route)
        case to.Menu():
            return Menu(app, *route)
        case to.Log():
            return Log(app, *route)
        case to.Seats():
            return Seats(app, *route)
        case to.Share():
            return Share(app, route.match, handed_on=route.handed_on)
        case to.Conflict():
            return ConflictPage(app, *route)
        case to.Results():
            return Results(app, route.match, ended=route.ended)
        case to.Forecast():
            return Forecast(app, *route)
        case to.Analysis():
            return AnalysisPage(app, *route)
        case to.Replay(record, since, paused, better, advice):
            return Replay(app, record, since, paused=paused, better=better, advice=advice)


def _learning(app: Host, route: to.Learning) -> Scene:
    match route:
        case to.Lessons():
            return Lessons(app)
        case to.LessonTable():
            return LessonTable(app, *route)
        case to.Puzzles():
            return Puzzles(app, *route)
        case to.PuzzleTable():
            return PuzzleTable(app, route.puzzle, shown=route.shown)
