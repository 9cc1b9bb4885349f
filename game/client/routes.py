"""Which scene stands where (`frame/to.py`). Each place has its case: if one lacks, mypy misses a `return`.

A scene's module is imported when it is first opened: the page compiles what it imports at each start, and the
title needs less than half of what all scenes do. `ahead.py` imports the rest while the title waits.
"""

from __future__ import annotations

from game.client.frame import to
from game.client.frame.scene import Host, Scene


def scene_of(app: Host, route: to.Route) -> Scene:
    """A new scene for a place."""
    if isinstance(route, to.Page):
        return _page(app, route)
    if isinstance(route, to.Learning):
        return _learning(app, route)
    if isinstance(route, to.Rooming):
        from game.client.rooms.places import place  # the title needs nothing of rooms

        return place(app, route)
    return _game(app, route)


def _page(app: Host, route: to.Page) -> Scene:
    match route:
        case to.Title():
            from game.client.pages.title import Title

            return Title(app)
        case to.NewGame():
            from game.client.pages.new_game import NewGame

            return NewGame(app, *route)
        case to.Options():
            from game.client.pages.new_game import Options

            return Options(app, *route)
        case to.Games():
            from game.client.pages.games import Games

            return Games(app, *route)
        case to.GameMenu():
            from game.client.pages.games import GameMenu

            return GameMenu(app, *route)
        case to.Paste():
            from game.client.pages.games import Paste

            return Paste(app)
        case to.Outside():
            from game.client.pages.arrival import from_outside

            return from_outside(app, route.text, too_long=route.too_long)
        case to.Arrived():
            from game.client.pages.arrival import Arrival

            return Arrival(app, *route)
        case to.Refused():
            from game.client.pages.arrival import Refusal

            return Refusal(app, *route)
        case to.Loading():
            from game.client.review.loading import LoadingPage

            return LoadingPage(app, *route)
        case to.Tally():
            from game.client.review.tally import Tally

            return Tally(app)
        case to.Settings():
            from game.client.pages.settings import SettingsPage

            return SettingsPage(app)
        case to.About():
            from game.client.pages.about import About

            return About(app)
        case to.Rules():
            from game.client.pages.rules import Rules

            return Rules(app, *route)
        case to.Failure():
            from game.client.pages.failure import Failure

            return Failure(app, *route)


def _game(app: Host, route: to.Game) -> Scene:
    match route:
        case to.Table():
            from game.match.guide import is_guided

            if is_guided(route.match.record):
                from game.client.learn.first_game import guided_table

                return guided_table(app, route.match)

            from game.client.learn.teaching import teaching_table

            return teaching_table(app, route.match)
        case to.Menu():
            from game.client.pages.menu import Menu

            return Menu(app, *route)
        case to.Log():
            from game.client.pages.menu import Log

            return Log(app, *route)
        case to.Seats():
            from game.client.pages.seats import Seats

            return Seats(app, *route)
        case to.Share():
            from game.client.pages.share import Share

            return Share(app, route.match, handed_on=route.handed_on)
        case to.Code():
            from game.client.pages.share import Code

            return Code(app, *route)
        case to.Conflict():
            from game.client.pages.menu import ConflictPage

            return ConflictPage(app, *route)
        case to.Results():
            from game.client.review.results import Results

            return Results(app, route.match, ended=route.ended)
        case to.Forecast():
            from game.client.review.forecast import Forecast

            return Forecast(app, *route)
        case to.Analysis():
            from game.client.review.analysis import AnalysisPage

            return AnalysisPage(app, *route)
        case to.Replay(record, since, paused, better, advice, marks):
            from game.client.review.replay import Replay

            return Replay(app, record, since, paused=paused, better=better, advice=advice, marks=marks)


def _learning(app: Host, route: to.Learning) -> Scene:
    match route:
        case to.Lessons():
            from game.client.learn.lessons import Lessons

            return Lessons(app)
        case to.LessonTable():
            from game.client.learn.lesson import lesson_table

            return lesson_table(app, *route)
        case to.Puzzles():
            from game.client.learn.puzzle import Puzzles

            return Puzzles(app, *route)
        case to.PuzzleTable():
            from game.client.learn.puzzle import puzzle_table

            return puzzle_table(app, route.puzzle, shown=route.shown, theme=route.theme)
        case to.Mistakes():
            from game.client.learn.mistakes import Mistakes

            return Mistakes(app, *route)
        case to.MistakeTable():
            from game.client.learn.mistake import mistake_table

            return mistake_table(app, *route)
        case to.FirstGame():
            from game.client.learn.first_game import first_game

            return first_game(app, *route)
        case to.Teaching():
            from game.client.learn.teaching import TeachingPage

            return TeachingPage(app, *route)
