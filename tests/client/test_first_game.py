"""A guided first game at the table: offered, shown once, left and resumed, switched off."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.learn.guide.texts import Passage
from game.client.storage.link import encode, received
from game.match import Computer
from game.match.guide import GUIDE, HELLO, OFF, GuideMessage
from tests.client.conftest import Person
from tests.client.guided import opened, read_note, said, seated, table_of, until_asked, until_its_turn
from tests.needs import needs

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_is_against_two_easy_computers_and_greets_once(app: App, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        table, coach = table_of(app, game)
        levels = [one.level for one in table.match.controllers if isinstance(one, Computer)]
        assert levels == ["easy", "easy"]
        await until_asked(app, table)
        words = coach.words()
        assert words and said(app).count(words) == 1
        assert coach.card.colliderect(Person(app).widget("coach.next").rect)
        read_note(app, coach)
        assert "hello" in table.match.record.tags[GUIDE].split()
        assert words not in coach.words()

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_that_was_left_is_guided_again_and_repeats_nothing(app: App, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        table, coach = table_of(app, game)
        await until_asked(app, table)
        read_note(app, coach)
        told = coach.guide.told
        app.home(routes.Title())
        Person(app).click("continue")
        table, again = seated(app)
        assert again is not coach and again.guide.told == told
        assert "hello" not in [note.id for note in again.guide.due()]

    asyncio.run(play())


def test_a_touch_ends_the_guidance_and_it_stays_ended(app: App) -> None:
    async def play() -> None:
        table, coach = table_of(app, "hansa")
        await until_asked(app, table)
        Person(app).click("coach.stop")
        assert coach.note is None and coach.room(app.metrics) == app.metrics
        assert not [one for one in table.widgets if one.id.startswith("coach.")]
        app.home(routes.Title())
        Person(app).click("continue")
        table, again = seated(app)
        await until_asked(app, table)
        assert again.note is None

    asyncio.run(play())


def test_the_menu_brings_the_guide_back_and_sends_it_away(app: App) -> None:
    async def play() -> None:
        table, coach = table_of(app, "hansa-teutonica")
        note = await until_its_turn(app, table, coach)
        Person(app).click("coach.stop")
        for there in (True, False):
            Person(app).click("menu")
            Person(app).click("guide")
            assert app.scene is table and (coach.note == note) is there
            again = app.saves.open(table.match.id)
            assert (OFF in again.record.tags[GUIDE].split()) is not there
        assert not coach.seeking

    asyncio.run(play())


def test_whoever_is_sent_the_game_gets_no_guide(app: App) -> None:
    async def play() -> None:
        table, _ = table_of(app, "hansa")
        assert GUIDE in table.match.record.tags
        assert GUIDE not in received(encode(table.match.record)).record.tags
        assert GUIDE not in table.match.branch("other", 0).record.tags

    asyncio.run(play())


def test_whoever_acts_has_read_the_card_and_reads_it_no_more(app: App) -> None:
    async def play() -> None:
        table, coach = table_of(app, "hansa-teutonica")
        note = await until_its_turn(app, table, coach)
        table.play(table.match.state.legal_actions()[0])
        assert note.id in coach.guide.told and note.facts["now"].id in coach.guide.told
        assert coach.note != note
        table.undo()
        assert note.id not in [one.id for one in coach.to_tell]

    asyncio.run(play())


def test_what_was_read_can_be_brought_back_with_its_lights(app: App) -> None:
    async def play() -> None:
        table, coach = table_of(app, "hansa-teutonica")
        await until_its_turn(app, table, coach)
        words, places = coach.words(), coach.pointed_out()
        while not coach.last_page:
            Person(app).click("coach.next")
            if coach.pointed_out():
                words, places = coach.words(), coach.pointed_out()
        assert words and places
        assert [one.act for one in table.widgets if one.id == "advice"] == [None], "it is locked"
        while coach.on_card is not None:
            Person(app).click("coach.next")
        assert not coach.pointed_out() and coach.room(app.metrics) == app.metrics
        Person(app).click("advice")
        brought_back = [(coach.words(), tuple(coach.pointed_out()))]
        while [one for one in table.widgets if one.id == "coach.next"]:
            Person(app).click("coach.next")
            brought_back.append((coach.words(), tuple(coach.pointed_out())))
        assert (words, tuple(places)) in brought_back
        assert not coach.has_card and Person(app).widget("advice").act

    asyncio.run(play())


@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_when_all_has_been_read_only_the_latest_note_is_brought_back(app: App, game: str) -> None:
    async def play() -> None:
        table, coach = table_of(app, game)
        latest = await until_its_turn(app, table, coach)
        told = [one.words for one in coach.script()[-1][1]]
        while coach.on_card is not None:
            latest = coach.on_card
            coach.read_on()
        coach._past.insert(0, (Passage("An earlier note."), True))
        coach._current += 1
        assert latest.is_turn
        app.refresh()
        Person(app).click("advice")
        assert [one.words for one in coach.passages()] == told
        table.left()

    asyncio.run(play())


def test_what_was_still_to_be_read_when_somebody_acted_is_not_lost(app: App) -> None:
    async def play() -> None:
        table, coach = table_of(app, "hansa-teutonica")
        await until_asked(app, table)
        while not table.choice.by_hand:
            coach.read_on()
            await until_asked(app, table)
        script = coach.script()
        unread = script[0][1][1].words if script[0][0].is_turn else script[1][1][0].words
        table.play(table.match.state.legal_actions()[0])
        while coach.on_card is not None:
            coach.read_on()
        app.step()
        assert unread
        Person(app).click("advice")
        assert unread.startswith(coach.words())

    asyncio.run(play())


def test_a_game_that_goes_on_shows_that_there_is_a_guide(app: App) -> None:
    async def play() -> None:
        table, coach = table_of(app, "hansa-teutonica")
        await until_its_turn(app, table, coach)
        while coach.on_card is not None:
            coach.read_on()
        app.home(routes.Title())
        Person(app).click("continue")
        table, again = seated(app)
        await until_asked(app, table)
        Person(app).click("advice")
        assert again.has_card and again.words()
        again.stop()
        app.step()
        assert not [one for one in table.widgets if one.id == "advice"]

    asyncio.run(play())


def test_the_hint_and_enter_do_what_they_do_at_every_table(app: App) -> None:
    async def play() -> None:
        table, coach = table_of(app, "hansa-teutonica")
        await until_its_turn(app, table, coach)
        Person(app).widget("hint")
        Person(app).widget("undo") if table.match.can_undo else None
        for _ in coach.pages:
            Person(app).key(pygame.K_RETURN)
        assert coach.note is None or not coach.note.is_turn, "Enter reads on"

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_the_welcome_comes_before_the_computers_play(tmp_path: Path, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        others = 0
        for _ in range(12):
            app = opened(tmp_path)
            table, coach = table_of(app, game)
            others += table.match.state.actor != coach.guide.seat
            for _ in range(20):
                app.step()
                await asyncio.sleep(0)
            assert not table.match.moves and coach.on_card == GuideMessage(HELLO) and coach.has_card
            assert "thinking" not in table.choice.question()
            read_note(app, coach)
            await until_asked(app, table)
            assert table.choice.by_hand
            if others:
                return
        raise AssertionError("no computer begins")

    asyncio.run(play())
