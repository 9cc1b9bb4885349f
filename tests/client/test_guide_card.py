"""The card of the guide has one place and one size, waits for its turn, and has pages for long texts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pygame
import pytest

from game import engine
from game.bots import choose
from game.client.app.app import App
from game.client.draw.widgets import Button, Paragraph
from game.client.learn.first_game import GuidedGame
from game.client.stage.table_layout import more_rows
from game.client.table.table import TableScene
from game.match.guide import HELLO, GuideMessage
from tests.client.conftest import Person
from tests.client.guided import Quick, opened, read_note, table_of, until_asked, until_its_turn, until_note
from tests.needs import needs

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()
TOOLS = ("menu", "log", "undo", "hint", "advice")


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


def test_the_card_waits_until_the_others_have_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frames = 0
    monkeypatch.setattr("time.monotonic", lambda: frames / 60)  # independent of the machine's load

    async def play() -> None:
        nonlocal frames
        app = opened(tmp_path)
        app.settings.speed = "fast"
        table, coach = table_of(app, "hansa")
        flown = shown = 0
        while shown < 3:
            frames += 1
            app.step()
            await asyncio.sleep(0)
            flown += table.stage.animator.busy
            assert not (table.stage.animator.busy and coach.on_card)
            if coach.on_card is not None:
                shown += 1
                coach.read_on()
            elif table.choice.by_hand and coach.note is None:
                table.play(table.match.state.legal_actions()[0])
        assert flown

    asyncio.run(play())


def test_nothing_moves_when_the_plan_comes_and_it_is_waited_for(app: App) -> None:
    async def play() -> None:
        assert isinstance(app.platform, Quick)
        table, coach = table_of(app, "hansa-teutonica")
        app.platform.may_advise.clear()
        await until_note(app, table, coach)
        app.step()
        before, card, waits = table.stage.layout, pygame.FRect(coach.card), coach.words()
        assert not [one for one in table.widgets if one.id == "coach.next" and one.act]
        app.platform.may_advise.set()
        await until_its_turn(app, table, coach)
        app.step()
        assert coach.words() != waits and coach.words().startswith("You could ")
        assert coach.card == card and table.stage.layout == before
        read_note(app, coach)
        assert not coach.note or not coach.note.is_turn

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_board_stays_where_it_is_while_the_guide_speaks_and_is_silent(
    tmp_path: Path, game: str
) -> None:
    """If the card appeared and disappeared after every action, the next tap could hit something else."""
    needs(game, "guide")

    async def play() -> None:
        app = opened(tmp_path, (390, 844))
        table, coach = table_of(app, game)
        windows, silent, spoken = set(), 0, 0
        while len(table.match.moves) < 40:
            await asyncio.sleep(0)  # plans are computed meanwhile
            await until_asked(app, table)
            if not coach.seeking and table.choice.by_hand and table.arrangement.rows == 1:
                windows.add(tuple(table.stage.camera.window))
                silent, spoken = silent + (not coach.has_card), spoken + coach.has_card
            if coach.note is not None:
                coach.read_on()
            else:
                table.play(choose(table.match.state, "medium", Random(2)).plan[0])
        assert silent > 3 and spoken > 3 and len(windows) == 1
        await until_asked(app, table)
        while coach.seeking:  # its next card would unfold it
            await asyncio.sleep(0)
            app.step()
        Person(app).tap("card")
        app.step()
        other_rows = more_rows(app.metrics, table.arrangement.rows)
        folded = table.stage.camera.window.height + other_rows
        assert folded > next(iter(windows))[3] + 100, "its place can be folded"

    asyncio.run(play())


WINDOWS = [
    ((320, 568), "normal", "de"),
    ((320, 568), "large", "en"),
    ((390, 844), "normal", "it"),
    ((390, 844), "large", "pt"),
    ((844, 390), "normal", "de"),
    ((768, 1024), "normal", "it"),
    ((768, 1024), "large", "de"),
    ((1280, 720), "normal", "pt"),
    ((1280, 720), "large", "de"),
]
LEAST_BOARD = {1: 0.6, 2: 0.5}
"""Minimum area of the board's window by rows of buttons, as a fraction of that at a table without a guide."""
DECISIONS = 8
"""Number of decisions of the person that are checked."""


def board_of(table: TableScene) -> tuple[int, ...]:
    """Return the window through which the board is seen, in pixels."""
    return tuple(map(round, table.stage.camera.window))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "text", "language"), WINDOWS, ids=str)
def test_the_guide_stands_still_and_the_board_keeps_its_size(
    tmp_path: Path, game: str, size: tuple[int, int], text: str, language: str
) -> None:
    needs(game, "guide")

    async def play() -> None:
        app = opened(tmp_path, size, language)
        app.settings.text = text
        app.apply_settings()
        table, coach = table_of(app, game)
        cards, boards = set[tuple[int, ...]](), dict[int, set[tuple[int, ...]]]()
        places: dict[str, set[tuple[int, ...]]] = {"coach.stop": set(), "coach.next": set()}
        tools: dict[str, set[tuple[int, ...]]] = {each: set() for each in TOOLS}
        decided = 0
        while decided < DECISIONS:
            await asyncio.sleep(0)
            await until_asked(app, table)
            app.step()
            boards.setdefault(table.arrangement.rows, set()).add(board_of(table))
            cards.add(tuple(map(round, coach.card)))
            for one in table.widgets:
                for known in (places, tools):
                    if one.id in known:
                        known[one.id].add(tuple(map(round, one.rect)))
            if coach.has_card:
                assert_card_is_legible(table, coach)
                coach.read_on()
            else:
                assert_place_stays_free(table, places)
                table.play(choose(table.match.state, "easy", Random(2)).plan[0])
                decided += 1
        assert len(cards) == 1 and all(len(found) == 1 for found in (*places.values(), *boards.values()))
        assert all(len(found) == 1 for found in tools.values()), tools
        coach.stop()
        app.step()
        _, _, width, height = board_of(table)
        with_one_row = height + more_rows(app.metrics, table.arrangement.rows)
        for rows, [with_guide] in boards.items():
            without = width * (with_one_row - more_rows(app.metrics, rows))
            assert with_guide[2] * with_guide[3] >= LEAST_BOARD[rows] * without

    asyncio.run(play())


def assert_card_is_legible(table: TableScene, coach: GuidedGame) -> None:
    """The text has its full size, no control of the table overlaps the card, and the card covers
    neither board nor status nor buttons."""
    layout, card = table.stage.layout, coach.card.inflate(-2, -2)
    assert layout is not None
    assert not [place for place in (layout.board, layout.status, layout.actions) if place.colliderect(card)]
    own = list(coach.widgets())
    texts = [one for one in own if isinstance(one, Paragraph)]
    buttons = [one for one in own if one.id.startswith("coach.")]
    unit = table.app.metrics.unit
    for one in texts:
        assert card.inflate(4, 4).contains(one.rect), one.label
        if one.role == "text":
            assert one.size == 1.0
            high = Paragraph.height(one.label, "text", one.size, unit, one.rect.width)
            assert one.rect.y + high <= min(button.rect.y for button in buttons) + unit * 0.1
    others = [one for one in table.widgets if one.act and one.id not in {each.id for each in own}]
    seen = [one for one in others if not getattr(one, "covered", False)]
    on_desk = [one for one in seen if not getattr(one, "on_board", False)]
    assert not [one.id for one in on_desk if one.rect.colliderect(card)]
    assert table.at(*card.center, True) is None


def assert_place_stays_free(table: TableScene, places: Mapping[str, set[tuple[int, ...]]]) -> None:
    """No button of the table lies where the buttons of the card were."""
    was = [pygame.FRect(place) for found in places.values() for place in found]
    buttons = [one for one in table.widgets if isinstance(one, Button)]
    assert not [one.id for one in buttons if one.rect.collidelist(was) >= 0]


def test_a_long_text_has_several_pages_of_whole_sentences(tmp_path: Path) -> None:
    async def play() -> None:
        app = opened(tmp_path, (320, 568))
        table, coach = table_of(app, "hansa-teutonica")
        await until_asked(app, table)
        while coach.note != GuideMessage(HELLO):
            await until_asked(app, table)
        (hello,) = coach.passages()
        assert len(coach.pages) > 1
        assert " ".join(words for words, _ in coach.pages) == hello.words
        read = []
        while coach.note == GuideMessage(HELLO):
            app.step()
            read.append(coach.words())
            Person(app).click("coach.next")
        assert " ".join(read) == hello.words

    asyncio.run(play())
