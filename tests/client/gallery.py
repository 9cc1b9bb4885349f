"""One of each screen, with content, for tests that inspect all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from game.bots.mistakes import kinds_of
from game.client.about.help import AboutPage
from game.client.app.app import App
from game.client.app.scene import Scene
from game.client.app.setup import Setup
from game.client.learn.courses import course, puzzles
from game.client.learn.lesson import lesson_table
from game.client.learn.lessons import LessonsPage
from game.client.learn.mistakes import MistakesPage
from game.client.learn.puzzle import PuzzlesPage, puzzle_table
from game.client.learn.teaching import TeachingPage
from game.client.learn.training.counting import counting_table, tasks
from game.client.learn.training.practice import PracticePage
from game.client.pages.arrival import ArrivalPage, RefusalPage
from game.client.pages.failure import FailurePage
from game.client.pages.games import GameMenuPage, PastePage
from game.client.pages.menu import ConflictPage, LogPage, MenuPage
from game.client.pages.new_game import NewGamePage, OptionsPage
from game.client.pages.rules import RulesPage
from game.client.pages.seats import SeatsPage
from game.client.pages.settings import SettingsPage
from game.client.pages.share import CodeScene, SharePage
from game.client.pages.title import TitleScene
from game.client.review.analysis import AnalysisPage
from game.client.review.forecast import ForecastPage
from game.client.review.replay import ReplayScene
from game.client.review.results import ResultsPage
from game.client.review.tally import TallyPage
from game.client.rooms.client import RoomClient
from game.client.rooms.clock.page import ClockPage
from game.client.rooms.game import room_table
from game.client.rooms.invite import OtherDevicePage
from game.client.rooms.lobby import LobbyPage, MemberPage, SeatPage
from game.client.rooms.making import MoveInPage, new_room
from game.client.rooms.menu import GoHerePage, HandOverSeatPage, PhrasesPage, SecretCardPage, room_menu
from game.client.rooms.together import DoorPage, TogetherPage
from game.client.storage.link import Fault
from game.client.storage.results import add_entries
from game.client.table.table import TableScene
from game.client.tables.page import TablesPage
from game.client.tables.public import read
from game.client.tables.public_page import PublicTablesPage
from game.client.tables.report import ReportPage
from game.client.words.trouble import Trouble
from game.match import Match
from game.match.learning import KnownMistake, KnownMistakes
from game.match.tally import setup_of
from game.rooms.clock import DAYS, TURN, ClockRules, Rest
from tests.rooms.house import NAME, House, key_of, plan

from .conftest import finished, hurried, new_match, play_some
from .judged import invented


def half_played(game: str) -> Match:
    """Return a match in the middle of a game, with a decision to make."""
    match, rng = new_match(game, 3), random.Random(3)
    play_some(match, rng, 70)
    return match


def gallery(app: App, game: str, kind: type[Scene] | tuple[type[Scene], ...] = Scene) -> Iterator[Scene]:
    """Yield each screen of a kind, opened from the title and drawn once; then remove the title."""
    match = finished(game)
    app.push(TitleScene(app))
    table = TableScene(app, match)
    app.push(table)
    app.pop()
    app.saves.keep_analysis(match.id, invented(game))
    costly = KnownMistake(3, "opening", next(iter(kinds_of(game)), "other"), 0.11)
    mistakes = KnownMistakes(setup_of(match.record), game, match.id, (costly, costly._replace(kind="end")))
    add_entries(app.saves, [mistakes])
    setup = Setup(game)
    sentences = table.narrator.sentences
    for scene in (
        TitleScene(app), NewGamePage(app, setup), OptionsPage(app, setup), TablesPage(app),
        GameMenuPage(app, app.saves.games()[0]),
        PastePage(app), SettingsPage(app), AboutPage(app), RulesPage(app, game),
        LessonsPage(app), PuzzlesPage(app, game),
        *(lesson_table(app, lesson) for lesson in course(game)[:1]),
        *(puzzle_table(app, puzzle) for puzzle in puzzles(game)[:1]),
        *(counting_table(app, game, task) for task in tasks(game)[:1]),
        TableScene(app, new_match(game, 3)), TableScene(app, half_played(game)), table,
        MenuPage(app, match, sentences), LogPage(app, sentences, match.players), SeatsPage(app, match),
        TeachingPage(app, match), ForecastPage(app, match), ConflictPage(app, match), ResultsPage(app, match),
        AnalysisPage(app, match), MistakesPage(app, match),
        TallyPage(app), PracticePage(app, game), ReplayScene(app, match.record, since=40, paused=True),
        SharePage(app, match), SharePage(app, match, handed_on=True),
        CodeScene(app, "https://kontor.example", "QR code"), ArrivalPage(app, match),
        RefusalPage(app, Fault.VERSION, Trouble("version", 3, "version 99")),
        FailurePage(app, "Traceback\nOops: no"),
        *rooms(app, game),
    ):  # fmt: skip
        if not isinstance(scene, kind):
            continue
        app.push(scene)
        _settle(app)
        yield scene
        while len(app.scenes) > 1:
            app.pop()


def a_room_client(app: App, game: str, *, moves: int | None = None) -> RoomClient:
    """Return Anna's visit to a room with Ben and the spectator Käthe, after `moves` moves of its game."""
    house = House(plan(game, ("me", "open", "computer easy")))
    house.thinking = house.checked = False
    anna, ben = house.come(1), house.come(2)
    house.come(3)
    house.say(1, anna.set_clock(ClockRules(DAYS, 86400, 3 * 86400, TURN, Rest("Europe/Berlin", True, True))))
    if moves is not None:
        house.say(2, ben.seat(1, who=2))
        house.say(1, anna.start())
        assert anna.match and ben.match and house.room.match
        rng = random.Random(3)
        while len(anna.match.moves) < moves and anna.match.state.actor in (0, 1):
            seat = anna.match.state.actor
            action = hurried(house.room.match.state, rng)
            house.say(seat + 1, (anna, ben)[seat].play(action))
    client = RoomClient(app, NAME, key_of(1))
    client.replica.receive(house.room.snapshot(1, 0, {1: "here", 2: "away", 3: "here"}))
    if text := house.room.clock_message():
        client.replica.receive(text)
    client.base = "lobby" if moves is None else "table"
    return client


def rooms(app: App, game: str) -> Iterator[Scene]:
    """Yield the scenes of rooms."""
    lobby, played = a_room_client(app, game), a_room_client(app, game, moves=30)
    yield from (TogetherPage(app), new_room(app, Setup(game)), MoveInPage(app, half_played(game)))
    yield from (
        DoorPage(app, RoomClient(app, "x" * 22)),
        LobbyPage(app, lobby),
        LobbyPage(app, played, base=False),
    )
    yield from (SeatPage(app, lobby, 1), room_table(app, played), room_menu(app, played, [], range(0)))
    yield from (
        PhrasesPage(app, played),
        ClockPage(app, lobby),
        HandOverSeatPage(app, played),
        GoHerePage(app, played),
        OtherDevicePage(app, "https://kontor.example/#room=Xy"),
        MemberPage(app, lobby, 2),
        SecretCardPage(app, "A mission", ("Stade: no office of yours yet.",)),
        ReportPage(app, "x" * 22, "Hansa · Anna"),
        PublicTablesPage(app),
    )
    tables = PublicTablesPage(app)
    tables.message, tables.tables = "", read([public_table(1), public_table(2, open=2, language="de")])
    yield tables


def public_table(number: int, **more: Any) -> dict[str, Any]:
    """Return an entry of the list of public tables."""
    usual = {"game": "hansa", "host": "Anna", "seats": 3, "open": 1, "options": {}, "computers": 1}
    return {"room": f"{number:022}", **usual, "moved": 0, "language": "en", "here": True, **more}


def _settle(app: App) -> None:
    """Step until all sliced computations of the screen are done."""
    app.step()
    scene = app.scene
    while isinstance(scene, ResultsPage) and scene.statistics is None:
        app.step()
    while isinstance(scene, AnalysisPage) and scene.found is None:
        app.step()
    while isinstance(scene, MistakesPage) and scene.task.found is None:
        app.step()
    app.step()
