"""A guided first game at the table: offered, shown once, left and resumed, switched off."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pygame
import pytest

from game import engine
from game.bots import choose
from game.client.app import routes
from game.client.app.app import App
from game.client.draw.widgets import Button, Paragraph
from game.client.learn.first_game import GuidedGame
from game.client.storage.link import encode, received
from game.client.table.computers import reason_given
from game.client.table.table import TableScene
from game.client.words.i18n import LANGUAGES, catalogue
from game.engine.core import Action, Reason
from game.games import part
from game.games.hansa.rules.state import HansaState
from game.games.hansa_teutonica.rules.board import TRACKS
from game.match import Computer
from game.match.analysis import END_TURN
from game.match.guide import GUIDE, HELLO, OFF, GuideMessage
from tests.client.conftest import Person
from tests.client.guided import Quick, opened, said, seated, table_of, until_asked
from tests.needs import needs

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


def read_note(app: App, coach: GuidedGame) -> None:
    """Read all pages of the note on the card."""
    note = coach.on_card
    while coach.on_card == note:
        Person(app).click("coach.next")


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


# ---- the turns --------------------------------------------------------------------------------------


async def until_its_turn(app: App, table: TableScene, coach: GuidedGame) -> GuideMessage:
    """Read all cards before the first turn, and act where the setup requires it. Return the first turn's
    card."""
    for _ in range(600):
        app.step()
        await asyncio.sleep(0)
        note = coach.on_card
        if note is not None and note.is_turn and coach._plan is not None:
            return note
        if note is not None:
            coach.read_on()
        elif table.choice.by_hand and coach.note is None:
            table.play(table.match.state.legal_actions()[0])
    raise AssertionError("no turn comes")


@pytest.mark.parametrize("game", GAMES)
def test_before_a_turn_it_is_said_what_matters_and_one_plan_and_where(app: App, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        table, coach = table_of(app, game)
        note = await until_its_turn(app, table, coach)
        matters, plan = coach.passages()
        assert note.facts["now"] is not None and coach.words() in matters.words
        assert plan.words.startswith("You could ") and "{" not in plan.words
        while coach.current is not None and coach.current[1] != plan:
            assert said(app).count(coach.words()) == 1
            Person(app).click("coach.next")
        assert said(app).count(coach.words()) == 1 and coach.on_card == note
        assert coach.pointed_out()
        for element in coach.pointed_out():
            assert table.view.shape(element, table.match.state) is not None

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_the_guide_suggests_what_the_hint_says_and_both_are_worked_out_once(app: App, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        assert isinstance(app.platform, Quick)
        table, coach = table_of(app, game)
        await until_its_turn(app, table, coach)
        asked = [one for one in app.platform.asked if '"hard"' in one]
        table.hint.toggle()
        while not table.hint.steps:
            await asyncio.sleep(0)
            app.step()
        assert coach._plan is not None and coach._plan.reason == table.hint.reason
        assert coach._plan.actions[: len(table.hint.steps)] == [one.action.text for one in table.hint.steps]
        assert [one for one in app.platform.asked if '"hard"' in one] == asked
        assert not coach.has_card, "one speaks at a time"
        table.hint.drop()
        assert coach.has_card

    asyncio.run(play())


def test_of_a_plan_it_is_said_who_is_in_the_way_and_how_much_more_it_takes(app: App) -> None:
    async def play() -> None:
        _, coach = table_of(app, "hansa-teutonica")
        words, state = coach._guide_words, coach.match.state
        names = [player.name for player in coach.match.players]
        facts = {"route": "goettingen-quedlinburg", "rival": 1, "n": 3, "track": "actiones"}

        def told(reason: str, **ahead: object) -> str:
            return words.plan(Reason(reason, facts), ahead, state) + words._more(ahead, state)

        assert f"displace {names[1]} and {names[2]} on" in told("fill-track", displaced=[1, 2])
        assert "displace" not in told("fill-track")
        later = told("displace-track", more=("missing.rivals", {"n": 2, "rivals": [1, 2]}))
        assert "still leaves 2 houses to fill in later turns" in later
        assert f"{names[1]} and {names[2]} must be displaced" in later
        assert "must be displaced" not in told("build-track", more=("missing", {"n": 1}))
        assert "in your next turn" in told("build-track", more=("full", {"n": 0}))

    asyncio.run(play())


def test_the_way_to_a_sale_is_drawn_on_the_map(app: App) -> None:
    async def play() -> None:
        table, coach = table_of(app, "hansa")
        await until_its_turn(app, table, coach)
        state = table.match.state
        assert isinstance(state, HansaState)
        town = state.ship_town
        ports = list[str]()
        while len(ports) < 2:
            ports.append(
                next(str(one).split()[1] for one in state.legal_actions() if str(one).startswith("sail"))
            )
            state = state.copy()
            state.apply(state.parse_action(f"sail {ports[-1]}"))
        plan = [f"sail {port}" for port in ports]
        facts = {"town": ports[-1]}
        told = coach._guide_words.suggestion("could", Reason("sail", facts), plan, table.match.state)
        assert told is not None and [str(step.action) for step in told.way] == plan
        ships = [step.before.ship_town for step in told.way if isinstance(step.before, HansaState)]
        assert ships == [town, ports[0]]
        assert table.view.in_words({"town": ports[0]}, state)["town"] in told.words
        coach.passages = lambda: (told,)  # type: ignore[method-assign]
        before = app.surface.copy()
        coach.draw_way(app.surface)
        window = pygame.Rect(table.stage.camera.seen)
        assert pygame.image.tobytes(before.subsurface(window), "RGB") != pygame.image.tobytes(
            app.surface.subsurface(window), "RGB"
        )

    asyncio.run(play())


def test_the_card_waits_until_the_others_have_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frames, running = 0, time.monotonic
    # A frame takes a sixtieth of a second by this clock, without waiting.
    monkeypatch.setattr("time.monotonic", lambda: running() + frames / 60)

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


def test_plans_that_come_late_are_not_read_out_after_the_table_was_left(app: App) -> None:
    async def play() -> None:
        assert isinstance(app.platform, Quick)
        table, coach = table_of(app, "hansa-teutonica")
        app.platform.may_advise.clear()
        await until_note(app, table, coach)
        app.home(routes.Title())
        said = list(app.platform.said)
        app.platform.may_advise.set()
        for _ in range(10):
            await asyncio.sleep(0)
        assert app.platform.said == said

    asyncio.run(play())


async def until_note(app: App, table: TableScene, coach: GuidedGame) -> None:
    """Read all cards before the first turn, up to the page that waits for the plan."""
    for _ in range(600):
        await until_asked(app, table)
        if coach.on_card is not None and coach.seeking:
            return
        if coach.on_card is not None:
            coach.read_on()
        else:
            table.play(table.match.state.legal_actions()[0])
    raise AssertionError("no turn comes")


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
            if not coach.seeking and table.choice.by_hand and table._rows == 1:
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
        assert table.stage.camera.window.height > next(iter(windows))[3] + 100, "its place can be folded"

    asyncio.run(play())


def test_the_move_is_not_named(app: App) -> None:
    """A plan names place and purpose; house and piece are left to the player."""

    async def play() -> None:
        table, coach = table_of(app, "hansa-teutonica")
        await until_its_turn(app, table, coach)
        state = table.match.state
        moves = [table.view.tell_action(action, state) for action in state.legal_actions()]
        assert not [move for move in moves for told in coach.passages() if move in told.words]

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
        while not coach.last_page:
            Person(app).click("coach.next")
        words, places = coach.words(), coach.pointed_out()
        assert words and places and not [one for one in table.widgets if one.id == "advice"]
        while coach.on_card is not None:
            Person(app).click("coach.next")
        assert not coach.pointed_out() and coach.room(app.metrics) == app.metrics
        Person(app).click("advice")
        brought_back = [(coach.words(), tuple(coach.pointed_out()))]
        while [one for one in table.widgets if one.id == "coach.next"]:
            Person(app).click("coach.next")
            brought_back.append((coach.words(), tuple(coach.pointed_out())))
        assert (words, tuple(places)) in brought_back
        assert not coach.has_card and Person(app).widget("advice")

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


@pytest.mark.parametrize("game", GAMES)
def test_where_nobody_can_think_it_is_said_what_matters_all_the_same(app: App, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        assert isinstance(app.platform, Quick)
        table, coach = table_of(app, game)
        app.platform.adviser = False
        note = await until_its_turn(app, table, coach)
        assert note.facts["now"] is not None and coach.words() and len(coach.passages()) == 1

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
LEAST_BOARD = 0.6
"""Minimum area of the board's window, as a fraction of that at a table without a guide."""
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
        decided = 0
        while decided < DECISIONS:
            await asyncio.sleep(0)
            await until_asked(app, table)
            app.step()
            boards.setdefault(table._rows, set()).add(board_of(table))
            cards.add(tuple(map(round, coach.card)))
            for one in table.widgets:
                if one.id in places:
                    places[one.id].add(tuple(map(round, one.rect)))
            if coach.has_card:
                assert_card_is_legible(table, coach)
                coach.read_on()
            else:
                assert_place_stays_free(table, places)
                table.play(choose(table.match.state, "easy", Random(2)).plan[0])
                decided += 1
        assert len(cards) == 1 and all(len(found) == 1 for found in (*places.values(), *boards.values()))
        coach.stop()
        app.step()
        (with_guide,), without = boards[table._rows], board_of(table)
        assert with_guide[2] * with_guide[3] >= LEAST_BOARD * without[2] * without[3]

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


# ---- the welcome and the end of a turn ---------------------------------------------------------------


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
            read_note(app, coach)
            await until_asked(app, table)
            assert table.choice.by_hand
            if others:
                return
        raise AssertionError("no computer begins")

    asyncio.run(play())


async def until_end(app: App, table: TableScene, coach: GuidedGame) -> Action:
    """Play the person's turn until it can be ended, and return the action that ends it."""
    await until_its_turn(app, table, coach)
    while coach.has_card:
        coach.read_on()
    legal = table.match.state.legal_actions()
    ends = [one for one in legal if one.text == END_TURN]
    if not ends:
        table.play(legal[0])
        await until_asked(app, table)
        ends = [one for one in table.match.state.legal_actions() if one.text == END_TURN]
    return ends[0]


async def until_warned(app: App, coach: GuidedGame) -> None:
    """Wait until a poor turn has been evaluated."""
    for _ in range(100):
        app.step()
        if coach.warning.offer is not None:
            return
        await asyncio.sleep(0)
    raise AssertionError("no warning comes")


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_as_poor_as_a_clear_mistake_is_warned_of_before_it_ends(app: App, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        platform = app.platform
        assert isinstance(platform, Quick)
        table, coach = table_of(app, game)
        end = await until_end(app, table, coach)
        platform.poor = ()
        platform.may_judge.clear()
        moves, seat = len(table.match.moves), table.match.state.actor
        table.play(end)
        app.step()
        assert len(table.match.moves) == moves and coach.seeking, "it is held back, and nothing is blocked"
        platform.may_judge.set()
        await until_warned(app, coach)
        assert len(table.match.moves) == moves and table.match.state.actor == seat
        assert coach.words().startswith("Wait: ") and said(app).count(coach.words()) == 1
        while not coach.last_page:
            Person(app).click("coach.next")
        Person(app).click("coach.back")
        assert table.match.state.actor == seat and not coach.warning.offer
        table.play(end)
        await until_warned(app, coach)
        while not coach.last_page:
            Person(app).click("coach.next")
        Person(app).click("coach.next")
        assert table.match.moves[-1].action == end or table.match.state.actor != seat

    asyncio.run(play())


def test_a_turn_in_which_nothing_is_left_to_do_is_warned_of_without_being_ended(app: App) -> None:
    async def play() -> None:
        platform = app.platform
        assert isinstance(platform, Quick)
        table, coach = table_of(app, "hansa-teutonica")
        await until_its_turn(app, table, coach)
        platform.poor = ()
        while len(table.match.state.legal_actions()) > 1:
            table.play(table.match.state.legal_actions()[0])
        await until_warned(app, coach)
        assert coach.words().startswith("Wait: ")
        (end,) = table.match.state.legal_actions()
        table.say(end)
        assert table.match.moves[-1].action == end, "whoever ends it all the same is not asked again"

    asyncio.run(play())


def test_whoever_follows_the_advice_is_not_warned(app: App) -> None:
    async def play() -> None:
        platform = app.platform
        assert isinstance(platform, Quick)
        table, coach = table_of(app, "hansa-teutonica")
        await until_its_turn(app, table, coach)
        platform.poor = ()
        assert coach._plan is not None
        for text in coach._plan.actions:
            for _ in range(100):  # displaced players decide first
                if table.choice.by_hand:
                    break
                app.step()
                await asyncio.sleep(0)
            before = len(table.match.moves)
            table.play(table.match.state.parse_action(text))
            assert len(table.match.moves) == before + 1
        assert not [one for one in platform.asked if '"judge"' in one]

    asyncio.run(play())


# ---- texts ------------------------------------------------------------------------------------------

ASKED_LATER = {
    "relocate",
    "decline",
    "put-marker",
    "put-neutral",
    "neutral-office",
    "pay",
    "remove",
    "pawn",
    "place-abroad",
}
ASKED_LATER |= {"put-marker-own", "put-marker-control", "put-marker-far", "put-marker-both", "put-marker-aim"}
ASKED_LATER |= {"pawn-first", "pawn-to", "pawn-near", "pawn-away"}
ASKED_LATER |= {"place-empty", "place-shared", "give-least", "keep-best", "carry"}
ASKED_LATER |= {"favour-pay", "favour-along"}
ASKED_LATER |= {"move-two", "reuse-two", "improve-privilege", "green-office"}
"""Reasons for decisions with which no turn begins."""
ELSEWHERE = {"claim-green", "fill-green", "build-green", "displace-green"}
ELSEWHERE |= {"exchange", "lay-tribute", "lay-block", "tribute-income"}
"""Reasons that only other boards and markers give: a guided game has neither."""
FACTS = {
    "hansa-teutonica": {"route": "minden-hannover", "town": "minden", "marker": "remove_3", "tile": "town_4"},
    "hansa": {"town": "riga", "colour": "red"},
}
IDLE = {"wait", "wait-idle", "claim-home", "fill-home", "build-home", "displace-plain", "displace-neutral"}
"""Reasons that teach nothing: the guide repeats the words of the hint."""
NUMBERS = {"n": 2, "points": 5, "rival": 1, "holder": 1}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_reason_for_a_plan_has_its_words(app: App, game: str, language: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        app.settings.language = language
        app.apply_settings()
        _, coach = table_of(app, game)
        reasons = {
            key.removeprefix("bot.") for key in catalogue(game, "en") if re.fullmatch(r"bot\.[a-z-]+", key)
        }
        words, state = coach._guide_words, coach.match.state
        for reason in reasons - ASKED_LATER - ELSEWHERE:
            for track in TRACKS if reason.endswith(("track", "improve")) else [""]:
                facts = {**NUMBERS, **FACTS[game], **({"track": track} if track else {})}
                told = words.plan(Reason(reason, facts), {}, state)
                if reason in IDLE:
                    told = reason_given(coach.table.view, Reason(reason, facts), 0, state, yours=True)
                assert told and "{" not in told, reason

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_all_that_can_be_told_has_its_text_and_no_text_is_forgotten(game: str) -> None:
    needs(game, "guide")
    told, texts = part(game, "guide"), catalogue("guide", "en")
    own = {key.removeprefix(f"{game}.") for key in texts if key.startswith(f"{game}.")}
    notes = {"hello", *told.NOTICES, *(f"now.{name}" for name in told.THEMES)}
    assert {key for key in own if not key.startswith(("plan.", "deed.", "why.", "more."))} == notes
    code = "\n".join(path.read_text() for path in Path("game/client").glob("**/*.py"))
    asked = set(re.findall(r'\bguide\("([a-z.]+)"', code))
    asked |= {"could", "rather", "poor", "done", "goodbye", "start"}
    assert {key for key in texts if not key.startswith(tuple(f"{one}." for one in GAMES))} == asked


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_note_can_be_said_in_every_language(app: App, game: str, language: str) -> None:
    """With any facts: its placeholders are those of the facts."""
    needs(game, "guide")

    async def play() -> None:
        app.settings.language = language
        app.apply_settings()
        _, coach = table_of(app, game)
        told = part(game, "guide")
        more = {
            "track": "bursa",
            "piece": "trader",
            "privilege": "pink",
            "own": "white",
            "keys": 2,
            "keep": 3,
        }
        for name in (*told.NOTICES, *(f"now.{name}" for name in told.THEMES), "hello", "goodbye"):
            for n in (1, 2):
                facts = {
                    **NUMBERS,
                    **FACTS[game],
                    **(more if game != "hansa" else {"keep": 3}),
                    "limit": 20,
                    "n": n,
                }
                told = coach._guide_words.note(GuideMessage(name, facts), coach.match.state)
                assert told.words and "{" not in told.words and told.words[-1] in ".!", name

    asyncio.run(play())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_more_than_two_sentences(language: str) -> None:
    """A suggestion has one sentence, and one more on what it takes."""
    for key, entry in catalogue("guide", language).items():
        for words in [entry] if isinstance(entry, str) else entry.values():
            most = 1 if ".more." in key or key in ("could", "rather", "poor") else 2
            most = 0 if any(f".{part}." in key for part in ("plan", "deed", "why")) else most
            assert len(re.findall(r"[.!?](?=\s|$)", words)) <= most, f"{language}: {key}"
