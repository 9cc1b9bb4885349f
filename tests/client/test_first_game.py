"""A guided first game at the table: offered, shown once, left and resumed, switched off."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from random import Random

import pygame
import pytest

from game import engine
from game.bots import choose
from game.client.app import routes
from game.client.app.app import App
from game.client.draw.widgets import Button
from game.client.learn.first_game import GuidedGame
from game.client.storage.link import encode, received
from game.client.table.table import TableScene
from game.client.words.i18n import LANGUAGES, catalogue
from game.engine.core import Reason
from game.games import part
from game.games.hansa_teutonica.rules.board import TRACKS
from game.match import Computer
from game.match.guide import GUIDE, OFF, GuideMessage
from game.worker_messages import AdvisedPlan
from tests.client.conftest import Person
from tests.client.guided import Quick, opened, said, seated, table_of, until_asked
from tests.needs import HAS, needs

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
        Person(app).click("coach.next")
        assert "hello" in table.match.record.tags[GUIDE].split()
        assert words not in coach.words()

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_that_was_left_is_guided_again_and_repeats_nothing(app: App, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        table, coach = table_of(app, game)
        await until_asked(app, table)
        Person(app).click("coach.next")
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
        if note is not None and note.is_turn and not coach.seeking:
            return note
        if note is not None:
            coach.read_on()
        elif table.choice.by_hand and coach.note is None:
            table.play(table.match.state.legal_actions()[0])
    raise AssertionError("no turn comes")


@pytest.mark.parametrize("game", GAMES)
def test_before_a_turn_it_is_said_what_matters_and_two_plans_and_where(app: App, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        table, coach = table_of(app, game)
        note = await until_its_turn(app, table, coach)
        matters, *plans = coach.words().split("\n")
        assert matters and note.facts["now"] is not None
        assert plans and all(plan.endswith(".") and "{" not in plan for plan in plans)
        assert len(plans) < 2 or (plans[0].startswith("You could ") and plans[1].startswith("Or you could "))
        assert said(app).count(matters) == 1 and said(app).count("\n".join(plans)) == 1
        assert coach.pointed_out()
        for element in coach.pointed_out():
            assert table.view.shape(element, table.match.state) is not None

    asyncio.run(play())


def test_of_a_plan_it_is_said_who_is_in_the_way_and_how_much_more_it_takes(app: App) -> None:
    async def play() -> None:
        _, coach = table_of(app, "hansa-teutonica")
        names = [player.name for player in coach.match.players]
        facts = {"route": "goettingen-quedlinburg", "rival": 1, "n": 3, "track": "actiones"}

        def told(reason: str, **ahead: object) -> str:
            coach._plans = [(AdvisedPlan(("end-turn",), Reason(reason, facts), 0.5), ahead)]
            return "".join(coach._told_plans())

        assert f"displace {names[1]} and {names[2]} on" in told("fill-track", displaced=[1, 2])
        assert "displace" not in told("fill-track")
        later = told("displace-track", more=(("missing.rivals", {"n": 2, "rivals": [1, 2]}),))
        assert "still leaves 2 houses to fill in later turns" in later
        assert f"{names[1]} and {names[2]} must be displaced" in later
        assert "must be displaced" not in told("build-track", more=(("missing", {"n": 1}),))
        assert "in your next turn" in told("build-track", more=(("full", {"n": 0}),))

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
        await until_asked(app, table)
        while coach.note is not None and not coach.note.is_turn:
            coach.read_on()
        assert coach.seeking
        app.home(routes.Title())
        said = list(app.platform.said)
        app.platform.may_advise.set()
        for _ in range(10):
            await asyncio.sleep(0)
        assert app.platform.said == said

    asyncio.run(play())


def test_nothing_moves_when_the_plans_come_and_they_are_waited_for(app: App) -> None:
    async def play() -> None:
        assert isinstance(app.platform, Quick)
        table, coach = table_of(app, "hansa-teutonica")
        app.platform.may_advise.clear()
        await until_asked(app, table)
        while coach.note is not None and not coach.note.is_turn:
            coach.read_on()
        while coach.note is None:
            table.play(table.match.state.legal_actions()[0])
            await until_asked(app, table)
            while coach.on_card is not None and not coach.on_card.is_turn:
                coach.read_on()
        assert coach.seeking and coach.words() and coach.words()[-1] == "."
        app.step()
        before, card, short = table.stage.layout, coach.card, coach.words()
        assert not [one for one in table.widgets if one.id == "coach.next" and one.act]
        app.platform.may_advise.set()
        await until_its_turn(app, table, coach)
        assert coach.words().startswith(short) and len(coach.words()) > len(short)
        assert coach.card == card and table.stage.layout == before
        Person(app).click("coach.next")
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
            if not coach.seeking:
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
        assert not [move for move in moves if move in coach.words()]

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
        notes = list(coach.to_tell)
        assert len(notes) > 1, "a welcome, and what matters in the turn"
        unread = coach._worded(notes[1])
        table.play(table.match.state.legal_actions()[0])
        while coach.on_card is not None:
            coach.read_on()
        app.step()
        assert unread
        Person(app).click("advice")
        assert coach.words().startswith(unread)

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
        assert note.facts["now"] is not None and coach.words()
        assert "\n" not in coach.words()

    asyncio.run(play())


def test_the_hint_and_enter_do_what_they_do_at_every_table(app: App) -> None:
    async def play() -> None:
        table, coach = table_of(app, "hansa-teutonica")
        await until_its_turn(app, table, coach)
        Person(app).widget("hint")
        Person(app).widget("undo") if table.match.can_undo else None
        Person(app).key(pygame.K_RETURN)
        assert coach.note is None or not coach.note.is_turn, "Enter reads on"

    asyncio.run(play())


WINDOWS = [
    *(((390, 844), language) for language in LANGUAGES),
    *(((320, 568), language) for language in LANGUAGES),
    ((1280, 720), "de"),
    ((844, 390), "de"),
    ((820, 1180), "pt"),
]


@pytest.mark.parametrize(("size", "language"), WINDOWS, ids=str)
def test_the_card_covers_nothing_and_its_text_fits(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    async def play(game: str) -> None:
        app = opened(tmp_path, size, language)
        table, coach = table_of(app, game)
        await until_its_turn(app, table, coach)
        layout, card = table.stage.layout, coach.card
        assert layout is not None
        places = [layout.board, layout.status, layout.end, *layout.tabs]
        places += [desk.rect for desk in layout.desks if desk.drawn]
        assert not [place for place in places if place.colliderect(card.inflate(-2, -2))]
        texts = [one for one in table.widgets if type(one).__name__ == "Paragraph"]
        buttons = [one for one in table.widgets if one.id.startswith("coach.")]
        assert len(buttons) == 2 and texts
        for one in (*texts, *buttons):
            assert card.inflate(2, 2).contains(one.rect), one.label
        assert not [one for one in texts if any(one.rect.colliderect(button.rect) for button in buttons)]

    for game in filter(HAS["guide"], GAMES):
        asyncio.run(play(game))


@pytest.mark.parametrize("game", GAMES)
def test_on_a_lying_phone_the_desk_is_whole_and_no_button_lies_on_it(tmp_path: Path, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        app = opened(tmp_path, (844, 390))
        table, coach = table_of(app, game)
        await until_its_turn(app, table, coach)
        layout = table.stage.layout
        assert layout is not None and coach.has_card
        (desk,) = (place.rect for place in layout.desks if place.drawn)
        assert desk.height > table.view.desk_height(desk.width, False, layout.desk_unit) - 1
        buttons = [one for one in table.widgets if isinstance(one, Button)]
        assert not [one.id for one in buttons if one.rect.colliderect(desk)]

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
NUMBERS = {"n": 2, "points": 5, "rival": 1, "holder": 1}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_reason_for_a_plan_has_its_words(app: App, game: str, language: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        app.settings.language = language
        app.apply_settings()
        _, coach = table_of(app, game)
        idle = part(game, "guide").IDLE
        reasons = {
            key.removeprefix("bot.") for key in catalogue(game, "en") if re.fullmatch(r"bot\.[a-z-]+", key)
        }
        for reason in reasons - ASKED_LATER - ELSEWHERE - idle:
            for track in TRACKS if reason.endswith(("track", "improve")) else [""]:
                facts = {**NUMBERS, **FACTS[game], **({"track": track} if track else {})}
                words = coach._plan(AdvisedPlan(("end-turn",), Reason(reason, facts), 0.5), {})
                assert words and "{" not in words, reason

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
    asked |= {"could", "could.or", "goodbye", "start"}
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
                words = coach._worded(GuideMessage(name, facts))
                assert words and "{" not in words and words[-1] in ".!", name

    asyncio.run(play())
