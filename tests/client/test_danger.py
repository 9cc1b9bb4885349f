"""The guide and the teaching game say in one sentence that an opponent can end the game and win."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.learn.danger import after_turn
from game.client.learn.first_game import GuidedGame
from game.client.learn.teaching import TeachingGame
from game.client.table.table import TableScene
from game.client.words.taught import offered
from game.engine.core import Reason
from game.engine.record import Record
from game.match import COLOURS, Computer, Match, PlayerInfo
from game.match.controllers import Person as ByHand
from game.platform import ThinkError
from tests.bots.kit import THREAT
from tests.client.conftest import NAMES, Person, until
from tests.client.test_threats import Worker, app_of

pytestmark = pytest.mark.usefixtures("unseen")
WINS = f"If you do nothing, {NAMES[2]} can end the game and win 27:25."


class Counter(Worker):
    """A platform that only counts: computers play any action, and no turn is judged."""

    async def think(self, request: str, *more: object) -> str:
        asked = json.loads(request)
        if asked["ask"] == "threats":
            return await super().think(request, *more)
        if asked["ask"] == "judge":
            raise ThinkError("it only counts")
        state = engine.ruleset(asked["ruleset"]).parse_position(asked["position"])
        return json.dumps({"plan": [state.legal_actions()[-1].text]})


def table_at(folder: Path, mode: type[TeachingGame | GuidedGame], tags: dict[str, str]) -> TableScene:
    """Return a table at the decision of a person against two computers, of which one can win next."""
    app, state = App(Counter(folder)), engine.ruleset("hansa-teutonica").parse_position(THREAT)
    pygame.event.clear()
    app.settings.speed = app.settings.handover = "off"
    app.home(routes.Title())
    record = Record(state.ruleset, state.seats, state.options, 1, tags)
    match = Match("x", record, [ByHand(), Computer(), Computer()], start=state)
    match.set_players([PlayerInfo(NAMES[seat], COLOURS[seat]) for seat in range(3)])
    table = TableScene(app, match, mode(app, match))
    app.push(table)
    return table


def test_the_teaching_game_warns_until_the_ending_is_prevented(tmp_path: Path) -> None:
    async def play() -> None:
        table = table_at(tmp_path, TeachingGame, {"teaching": "clear"})
        await until(app_of(table), lambda: table.drawing.at_board() == WINS)
        assert isinstance(table.app.platform, Counter) and table.app.platform.said.count(WINS) == 1
        for text in ("income 3t", "displace trader groningen-emden.1"):
            table.play(table.match.state.parse_action(text))
        while table.match.state.actor != 0:
            table.play(table.match.state.legal_actions()[-1])
        coach, version = table.table_mode, table.match.version
        assert isinstance(coach, TeachingGame)
        await until(app_of(table), lambda: coach.danger._told == version)
        assert WINS not in table.drawing.at_board()

    asyncio.run(play())


def test_where_teaching_is_off_nothing_is_said(tmp_path: Path) -> None:
    async def play() -> None:
        table = table_at(tmp_path, TeachingGame, {})
        for _ in range(20):
            await until(app_of(table), lambda: True)
            await asyncio.sleep(0)
        assert isinstance(table.app.platform, Counter) and not table.app.platform.asked
        assert WINS not in table.drawing.at_board()

    asyncio.run(play())


def test_the_guide_says_it_on_its_card_once_a_turn_and_points_at_the_route(tmp_path: Path) -> None:
    async def play() -> None:
        table = table_at(tmp_path, GuidedGame, {"guide": "hello goodbye"})
        coach = table.table_mode
        assert isinstance(coach, GuidedGame) and isinstance(table.app, App)
        await until(app_of(table), lambda: coach.danger.words)
        await until(app_of(table), lambda: coach.has_card and coach.words() == WINS)
        assert "route.groningen-emden" in coach.pointed_out()
        Person(table.app).click("coach.next")
        assert not coach.danger.words and coach.words() != WINS
        table.play(table.match.state.parse_action("income 3t"))
        for _ in range(20):
            await until(app_of(table), lambda: True)
            await asyncio.sleep(0)
        assert not coach.danger.words, "it has been read in this turn"

    asyncio.run(play())


def test_the_comment_on_a_turn_names_the_winner_in_place_of_the_clue(tmp_path: Path) -> None:
    table = table_at(tmp_path, TeachingGame, {"teaching": "clear"})
    after = table.match.state.copy()
    after.apply(after.parse_action("end-turn"))
    told = asyncio.run(after_turn(table.app, table.view, after, 0))
    assert told == f"{NAMES[2]} can now end the game and win 27:25."
    words, clue = (
        offered("hansa-teutonica", 0.2, Reason("wait", {}), {}, back=True, danger=danger)
        for danger in (told, "")
    )
    assert told in words and clue != words and len(words.split(". ")) <= len(clue.split(". "))
