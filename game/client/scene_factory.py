"""The mapping from routes (`app/routes.py`) to scenes. Every route has a case: mypy reports a missing
`return` otherwise.

A scene's module is imported when it is first opened, because the web app compiles its imports at each start
and the title needs less than half of them. `ahead.py` imports the rest while the title waits.
"""

from __future__ import annotations

from game.client.app import routes
from game.client.app.scene import Host, Scene


def scene_of(app: Host, route: routes.Route) -> Scene:
    """Create the scene of a route."""
    if isinstance(route, routes.Page):
        return _page(app, route)
    if isinstance(route, routes.Learning):
        return _learning(app, route)
    if isinstance(route, routes.Rooming):
        from game.client.rooms.places import place  # imported late because the title does not need rooms

        return place(app, route)
    return _game(app, route)


def _page(app: Host, route: routes.Page) -> Scene:
    match route:
        case routes.Title():
            from game.client.pages.title import TitleScene

            return TitleScene(app)
        case routes.NewGame():
            from game.client.pages.new_game import NewGamePage

            return NewGamePage(app, *route)
        case routes.Options():
            from game.client.pages.new_game import OptionsPage

            return OptionsPage(app, *route)
        case routes.Games():
            from game.client.pages.games import GamesPage

            return GamesPage(app, *route)
        case routes.GameMenu():
            from game.client.pages.games import GameMenuPage

            return GameMenuPage(app, *route)
        case routes.Paste():
            from game.client.pages.games import PastePage

            return PastePage(app)
        case routes.Outside():
            from game.client.pages.arrival import from_outside

            return from_outside(app, route.text, too_long=route.too_long)
        case routes.Arrived():
            from game.client.pages.arrival import ArrivalPage

            return ArrivalPage(app, *route)
        case routes.NotAGame():
            from game.client.pages.arrival import RefusalPage

            return RefusalPage(app, *route)
        case routes.Loading():
            from game.client.review.loading import LoadingPage

            return LoadingPage(app, *route)
        case routes.Tally():
            from game.client.review.tally import TallyPage

            return TallyPage(app)
        case routes.Settings():
            from game.client.pages.settings import SettingsPage

            return SettingsPage(app)
        case routes.About():
            from game.client.pages.about import AboutPage

            return AboutPage(app)
        case routes.Rules():
            from game.client.pages.rules import RulesPage

            return RulesPage(app, *route)
        case routes.Failure():
            from game.client.pages.failure import FailurePage

            return FailurePage(app, *route)


def _game(app: Host, route: routes.Game) -> Scene:
    match route:
        case routes.Table():
            from game.match.guide import is_guided

            if is_guided(route.match.record):
                from game.client.learn.first_game import guided_table

                return guided_table(app, route.match)

            from game.client.learn.teaching import teaching_table

            return teaching_table(app, route.match)
        case routes.Menu():
            from game.client.pages.menu import MenuPage

            return MenuPage(app, *route)
        case routes.Log():
            from game.client.pages.menu import LogPage

            return LogPage(app, *route)
        case routes.Seats():
            from game.client.pages.seats import SeatsPage

            return SeatsPage(app, *route)
        case routes.Share():
            from game.client.pages.share import SharePage

            return SharePage(app, route.match, handed_on=route.handed_on)
        case routes.Code():
            from game.client.pages.share import CodeScene

            return CodeScene(app, *route)
        case routes.Conflict():
            from game.client.pages.menu import ConflictPage

            return ConflictPage(app, *route)
        case routes.Results():
            from game.client.review.results import ResultsPage

            return ResultsPage(app, route.match, ended=route.ended)
        case routes.Forecast():
            from game.client.review.forecast import ForecastPage

            return ForecastPage(app, *route)
        case routes.Analysis():
            from game.client.review.analysis import AnalysisPage

            return AnalysisPage(app, *route)
        case routes.Replay(record, since, paused, better, advice, marks):
            from game.client.review.replay import ReplayScene

            return ReplayScene(app, record, since, paused=paused, better=better, advice=advice, marks=marks)


def _learning(app: Host, route: routes.Learning) -> Scene:
    match route:
        case routes.Lessons():
            from game.client.learn.lessons import LessonsPage

            return LessonsPage(app)
        case routes.LessonTable():
            from game.client.learn.lesson import lesson_table

            return lesson_table(app, *route)
        case routes.Puzzles():
            from game.client.learn.puzzle import PuzzlesPage

            return PuzzlesPage(app, *route)
        case routes.PuzzleTable():
            from game.client.learn.puzzle import puzzle_table

            return puzzle_table(app, route.puzzle, shown=route.shown, theme=route.theme)
        case routes.Mistakes():
            from game.client.learn.mistakes import MistakesPage

            return MistakesPage(app, *route)
        case routes.MistakeTable():
            from game.client.learn.mistake import mistake_table

            return mistake_table(app, *route)
        case routes.FirstGame():
            from game.client.learn.first_game import first_game

            return first_game(app, *route)
        case routes.Teaching():
            from game.client.learn.teaching import TeachingPage

            return TeachingPage(app, *route)
