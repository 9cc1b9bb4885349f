"""The threat view: what the others can do next is marked, listed and announced on request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game import engine
from game.bots.brain import Brain, brain
from game.bots.players import player
from game.bots.worker import answer
from game.client.app import routes
from game.client.app.app import App
from game.client.learn.courses import course
from game.client.learn.lesson import lesson_table
from game.client.rooms.game import KeptGame, room_table
from game.client.table.table import TableScene
from game.client.table.table_mode import TableMode
from game.client.views import make_view
from game.client.views.view import GameView
from game.client.words.i18n import LANGUAGES, computers, use_language
from game.engine.core import State
from game.engine.record import Record
from game.match import COLOURS, Match, PlayerInfo
from game.match.controllers import Person as ByHand
from game.platform import ThinkError
from tests.bots.kit import THREAT
from tests.client.conftest import NAMES, Person, Screen, until
from tests.client.gallery import a_room_client

pytestmark = pytest.mark.usefixtures("unseen")
SCREENS = [((1280, 720), 1), ((1170, 2532), 3), ((2532, 1170), 3)]


class Worker(Screen):
    """A platform with a real AI worker in the same thread, whose requests are counted."""

    asked = 0
    broken = False

    async def think(self, request: str, *_more: object) -> str:
        await asyncio.sleep(0)
        self.asked += 1
        if self.broken:
            raise ThinkError("the worker died")
        return answer(request)


def position(game: str) -> State:
    """Return a position in which opponents can do something."""
    if game == "hansa-teutonica":
        return engine.ruleset(game).parse_position(THREAT)
    state, mind, rng = engine.ruleset(game).new_game(4, seed=5), player("quick"), Random(3)
    while state.turn_number < 22 or state.decision is None or state.decision.id != "turn":
        state.apply(mind.choose(state, rng).action)
    return state


def table_at(
    folder: Path, game: str = "hansa-teutonica", size: tuple[int, int] = (1280, 720), ratio: float = 1
) -> TableScene:
    """Return a table of persons at that position."""
    app, state = App(Worker(folder, size, ratio)), position(game)
    pygame.event.clear()
    app.settings.speed = app.settings.handover = "off"
    app.settings.played = "yes"
    app.home(routes.Title())
    players = [PlayerInfo(NAMES[seat], COLOURS[seat]) for seat in range(state.seats)]
    record = Record(state.ruleset, state.seats, state.options, 1)
    match = Match("x", record, [ByHand() for _ in players], start=state)
    match.set_players(players)
    table = TableScene(app, match, TableMode(app, match))
    app.push(table)
    app.step()
    return table


def platform(table: TableScene) -> Worker:
    assert isinstance(table.app.platform, Worker)
    return table.app.platform


def app_of(table: TableScene) -> App:
    assert isinstance(table.app, App)
    return table.app


def person(table: TableScene) -> Person:
    return Person(app_of(table))


def tools(table: TableScene) -> set[str]:
    return {widget.id for widget in table.widgets}


async def shown(table: TableScene) -> list[str]:
    """Show the view by its button, and return the list."""
    person(table).click("threats")
    await until(app_of(table), lambda: len(table.threats.lines()) > 1 and table.stage.finished)
    return list(table.threats.lines())


@pytest.mark.parametrize("game", engine.rulesets())
@pytest.mark.parametrize(("size", "ratio"), SCREENS)
def test_a_touch_lists_announces_and_marks_what_the_others_can_do(
    tmp_path: Path, game: str, size: tuple[int, int], ratio: float
) -> None:
    async def play() -> None:
        table = table_at(tmp_path, game, size, ratio)
        if not table.view.threatens:
            pytest.skip(f"{game} has no forecast")
        before = table.match.state.position()
        lines = await shown(table)
        await until(app_of(table), lambda: platform(table).said[-1] == " ".join(lines))
        labels = [widget.label for widget in table.widgets]
        assert all(line in labels for line in lines), "screen readers find the list"
        places = table.threats.shown()
        assert places and all(table.stage.free.inflate(9, 9).contains(place) for place in places)
        drawn = table.drawing.at_board()
        listed = list(table.drawing._logged()) == lines
        assert listed or drawn == " ".join(lines), "in the place of the log, or of notices"
        assert table.match.state.position() == before
        person(table).click("threats")
        assert not table.threats.on and not table.threats.shown() and not table.drawing.at_board()

    asyncio.run(play())


def test_the_ending_that_wins_is_the_heading_with_its_result(tmp_path: Path) -> None:
    async def play() -> None:
        table = table_at(tmp_path)
        heading, *lines = await shown(table)
        name = NAMES[2]
        assert heading == f"If you do nothing, {name} can end the game and win 27:25."
        (told,) = (line for line in lines if line.startswith(name))
        assert told.endswith(f"Result: {name} 27, {NAMES[0]} 25, {NAMES[1]} 17.")
        assert any(line.endswith("Worth 3 points.") for line in lines)

    asyncio.run(play())


def test_a_list_entry_shows_its_place_on_the_board(tmp_path: Path) -> None:
    async def play() -> None:
        table = table_at(tmp_path)
        await shown(table)
        last = table.threats.lines()[-1]
        show = table.show_logged(last)
        assert show is not None
        show()
        assert table.pointing.logged == "route.groningen-emden"

    asyncio.run(play())


def test_the_view_counts_again_after_a_move_and_goes_with_the_turn(tmp_path: Path) -> None:
    async def play() -> None:
        table = table_at(tmp_path)
        person(table).key(pygame.K_t)
        await until(app_of(table), lambda: len(table.threats.lines()) > 1)
        before, said = list(table.threats.lines()), len(platform(table).said)
        for text in ("income 3t", "displace trader groningen-emden.1"):
            table.play(table.match.state.parse_action(text))
        while table.match.state.actor != 0:
            table.play(table.match.state.legal_actions()[-1])
        assert not table.threats.on, "another player has decided in between"
        person(table).key(pygame.K_t)
        await until(app_of(table), lambda: len(table.threats.lines()) > 1)
        assert "27:25" in before[0] and "27:25" not in table.threats.lines()[0]
        assert len(platform(table).said) > said
        table.play(table.match.state.parse_action("end-turn"))
        assert not table.threats.on

    asyncio.run(play())


def test_a_move_of_the_same_person_updates_the_list_quietly(tmp_path: Path) -> None:
    async def play() -> None:
        table = table_at(tmp_path)
        await shown(table)
        asked = platform(table).asked
        table.play(table.match.state.parse_action("income 3t"))
        said = list(platform(table).said)
        await until(app_of(table), lambda: platform(table).asked == asked + 1)
        await until(app_of(table), lambda: len(table.threats.lines()) > 1)
        assert table.threats.on and platform(table).said == said

    asyncio.run(play())


def test_turning_the_phone_keeps_the_view(tmp_path: Path) -> None:
    async def play() -> None:
        table = table_at(tmp_path, size=(1170, 2532), ratio=3)
        lines = await shown(table)
        asked = platform(table).asked
        platform(table)._size = (2532, 1170)
        pygame.display.set_mode((2532, 1170), pygame.RESIZABLE)
        await until(app_of(table), lambda: table.app.metrics.rect.width > table.app.metrics.rect.height)
        assert table.threats.on and table.threats.lines() == lines and platform(table).asked == asked

    asyncio.run(play())


def test_hint_and_threats_take_turns(tmp_path: Path) -> None:
    async def play() -> None:
        table = table_at(tmp_path)
        await shown(table)
        person(table).click("hint")
        assert table.hint.speaks and not table.threats.on
        person(table).click("threats")
        assert table.threats.on and not table.hint.speaks

    asyncio.run(play())


def test_without_an_answer_the_list_says_so(tmp_path: Path) -> None:
    async def play() -> None:
        table = table_at(tmp_path)
        platform(table).broken = True
        person(table).click("threats")
        await until(app_of(table), lambda: table.threats.sentence() == computers("threats.failed"))
        assert platform(table).said[-1] == computers("threats.failed")

    asyncio.run(play())


def test_the_view_is_available_wherever_hints_are(open_app: Callable[..., App]) -> None:
    """In rooms, which have hints, but neither in their stored copies nor in lessons."""
    app, lesson = open_app(), next(lesson for game in engine.rulesets() for lesson in course(game))
    client = a_room_client(app, "hansa", moves=30)
    match = client.replica.match
    assert match is not None
    stored = TableScene(app, match, KeptGame(app, match, client))
    for table, helps in (
        (room_table(app, client), True),
        (stored, False),
        (lesson_table(app, lesson), False),
    ):
        app.push(table)
        app.step()
        assert ("threats" in tools(table)) == ("hint" in tools(table)) == helps
        assert helps or "t" not in table._by_key()


def test_a_plain_game_has_no_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not GameView.threatens
    table = table_at(tmp_path, "hansa")
    assert "threats" in tools(table)
    monkeypatch.setattr(type(table.view), "threatens", GameView.threatens)
    table.layout(table.app.metrics)
    assert "threats" not in tools(table) and "t" not in table._by_key()


@pytest.mark.parametrize("game", engine.rulesets())
def test_a_view_offers_it_if_the_brain_knows_threats(game: str) -> None:
    players = [PlayerInfo(NAMES[seat], COLOURS[seat]) for seat in range(3)]
    view: GameView[Any] = make_view(engine.ruleset(game), players, engine.ruleset(game).new_game(3).options)
    assert view.threatens == (type(brain(game)).threats is not Brain.threats)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_speaks_every_language(tmp_path: Path, language: str) -> None:
    async def play() -> None:
        table = table_at(tmp_path)
        use_language(language)
        heading, *lines = await shown(table)
        assert NAMES[2] in heading and "27:25" in heading and len(lines) == 3
        assert not any("{" in line or "threats." in line for line in (heading, *lines))

    asyncio.run(play())
