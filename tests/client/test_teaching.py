"""A teaching game: a costly turn can be taken back, and the computers wait for the answer."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.app.setup import ALONE, PEOPLE, WATCH, Setup
from game.client.learn import teaching
from game.client.learn.teaching import TeachingGame
from game.client.storage.link import decode, encode
from game.client.table.table import TableScene
from game.client.words.i18n import LANGUAGES, use_language
from game.client.words.taught import all_taught, taught
from game.engine.core import Action, State
from game.match import COLOURS, AwaitingInput, Computer, Match, Person, PlayerInfo
from game.match.controller import Controller
from game.match.learning import TeachingStats, read_entries
from game.match.tally import setup_of
from game.match.teaching import Counts, TeachingTags
from tests.client.conftest import NAMES, hurried, new_match, until
from tests.client.conftest import Person as Hand
from tests.client.thinker import Thinker

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()
NOTHING: dict[str, Any] = {"verdicts": [], "luck": [], "chances": []}


class Judge(Thinker):
    """Judges every turn as the test specifies; computers play fast."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.given_away = 0.2
        self.judged: list[dict[str, Any]] = []
        self.slow = False
        self.alike = False
        """The better plan uses no more actions."""
        self.only = ""
        """Only turns with such an action are judged costly."""

    async def think(self, request: str, *more: object) -> str:
        asked = json.loads(request)
        if asked["ask"] != "judge":
            return await super().think(request, *more)
        self.judged.append(asked)
        if self.slow:
            await asyncio.sleep(3600)
        found = any(action.startswith(self.only) for action in asked["played"])
        return json.dumps(self.verdict() if found else NOTHING)

    def verdict(self) -> dict[str, Any]:
        row = {
            "seat": 0, "choices": 9, "given_away": self.given_away, "error": 0.01, "sure": 0.99,
            "chance": 0.5, "played": 0.5 - self.given_away, "plan": [],
            "line": self.judged[-1]["played"] if self.alike else [], "reason": None,
            "did": None,
        }  # fmt: skip
        return {"verdicts": [[0, row]], "luck": [], "chances": []}

    def answer(self, state: State, seed: int) -> dict[str, Any]:
        return {"plan": [hurried(state, random.Random(seed)).text], "reason": None}


@pytest.fixture
def app(tmp_path: Path) -> App:
    app = App(Judge(tmp_path))
    pygame.event.clear()
    app.settings.speed = app.settings.look = app.settings.handover = "off"
    app.home(routes.Title())
    return app


def judge(app: App) -> Judge:
    assert isinstance(app.platform, Judge)
    return app.platform


def laid(
    app: App, game: str, size: str = "clear", controllers: tuple[Controller, ...] = (Person(), Computer())
) -> TableScene:
    players = [PlayerInfo(NAMES[seat], COLOURS[seat]) for seat in range(len(controllers))]
    tags = {} if size == "off" else {"teaching": size}
    match = Match.start("taught", engine.ruleset(game), players, {}, 7, tags, controllers=controllers)
    return on_table(app, match)


def on_table(app: App, match: Match) -> TableScene:
    app.open(routes.Table(match))
    assert isinstance(app.scene, TableScene)
    return app.scene


def taught_at(table: TableScene) -> TeachingGame:
    assert isinstance(table.table_mode, TeachingGame)
    return table.table_mode


def my_turn(table: TableScene) -> bool:
    return isinstance(table.match.waits(), AwaitingInput) or table.match.state.actor is None


def quietly(state: State, rng: random.Random) -> Action:
    """Return an action that reveals nothing, if there is one, preferably one that ends the turn."""
    legal = state.legal_actions()
    quiet = [one for one in legal if not reveals(state, one.text)]
    ends = [one for one in quiet if one.text.startswith(("end", "done", "finish"))]
    return ends[0] if ends else rng.choice(quiet) if quiet else hurried(state, rng)


def reveals(state: State, text: str) -> bool:
    now = state.copy()
    return any(event.kind in now.ruleset.revealing for event in now.apply(now.parse_action(text)))


async def on_to(app: App, table: TableScene, done: Callable[[], bool]) -> None:
    """Play such actions until a condition holds."""
    rng = random.Random(1)
    while not done():
        if my_turn(table) and table.match.state.actor is not None:
            table.play(quietly(table.match.state, rng))
        app.step()
        await asyncio.sleep(0)


async def offered(app: App, table: TableScene) -> None:
    """Play turns until one is commented on."""
    async with asyncio.timeout(60):
        await on_to(app, table, lambda: taught_at(table).offer is not None)


def before_the_end(app: App, game: str) -> tuple[TableScene, Action]:
    """Return the table of a teaching game before the person's action that ends it, and that action."""
    for seed in range(1, 40):
        played, rng = new_match(game, 3, seed), random.Random(seed)
        while played.state.outcome is None:
            turn = played.state.turn_seat
            played.play(hurried(played.state, rng))
        *actions, last = played.record.actions
        seat = played.moves[-1].seat
        if turn == seat and not reveals(played.state_at(len(actions)), last.text):
            computers = {f"player.{other}": "computer easy" for other in range(3) if other != seat}
            tags = {**played.record.tags, **computers, "teaching": "clear"}
            return on_table(app, Match("taught", replace(played.record, tags=tags, actions=actions))), last
    raise AssertionError("nobody ended a game")


async def turns(app: App, table: TableScene, many: int) -> None:
    """Play a number of rounds, until it is the person's turn again."""
    last = table.match.state.turn_number + many * table.match.state.seats
    async with asyncio.timeout(60):
        await on_to(app, table, lambda: my_turn(table) and table.match.state.turn_number >= last)


@pytest.mark.parametrize("game", GAMES)
def test_computers_wait_until_an_offer_is_answered_and_a_kept_turn_stays(app: App, game: str) -> None:
    async def play() -> None:
        table = laid(app, game)
        await offered(app, table)
        offer, moves = taught_at(table).offer, len(table.match.moves)
        assert offer is not None and offer.words in judge(app).said, "it is read out"
        assert offer.words in table.drawing.at_board()
        assert offer.seat == table.desks.shown == 0 != table.match.state.actor
        assert table.drawing._status().player == table.match.players[0], "not whoever waits for the answer"
        for _ in range(20):
            app.step()
            await asyncio.sleep(0)
        assert len(table.match.moves) == moves, "nobody has moved"
        Hand(app).click("teaching.on")
        await until(app, lambda: len(table.match.moves) > moves)
        assert TeachingTags(table.match.record).counts.kept == 1 or offer.step is None
        table.left()

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_taken_back_is_the_persons_again_and_counted(app: App, game: str) -> None:
    async def play() -> None:
        table, count = laid(app, game), 0
        while True:
            await offered(app, table)
            offer = taught_at(table).offer
            assert offer is not None
            if offer.step is not None:
                break
            count += 1
            Hand(app).click("teaching.on")
        Hand(app).click("teaching.back")
        assert len(table.match.moves) == offer.step and table.match.state.actor == 0
        assert not table.match.paused and table.chooser.offered
        assert TeachingTags(table.match.record).counts == Counts(taken=1, told=count)
        kept = app.saves.open("taught")
        assert TeachingTags(kept.record).counts.taken == 1, "it is saved"
        await offered(app, table)  # the turn that is played instead is judged as well
        table.left()

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_that_ends_the_game_is_offered_back_before_the_results(app: App, game: str) -> None:
    async def play() -> None:
        table, last = before_the_end(app, game)
        seat = table.match.state.actor
        table.play(last)
        actions = list(table.match.record.actions)
        assert table.match.state.outcome is not None
        await until(app, lambda: taught_at(table).offer is not None)
        for _ in range(5):
            app.step()
        assert app.scene is table, "the results wait"
        offer = taught_at(table).offer
        assert offer is not None and offer.step is not None and offer.words in table.drawing.at_board()
        Hand(app).click("teaching.back")
        assert table.match.state.outcome is None and table.match.state.actor == seat
        assert TeachingTags(table.match.record).counts == Counts(taken=1)
        for action in actions[offer.step :]:
            table.play(action)
        await until(app, lambda: taught_at(table).offer is not None)
        Hand(app).click("teaching.on")
        await until(app, lambda: app.scene is not table)
        assert app.scene.name == "results"
        (kept,) = read_entries(TeachingStats, app.saves.results())
        assert kept[1:] == (1, 1, 0), "both answers are among the person's results"
        asked = len(judge(app).judged)
        app.home(routes.Title())
        table = on_table(app, app.saves.open("taught"))
        for _ in range(5):
            app.step()
            await asyncio.sleep(0)
        assert len(judge(app).judged) == asked and taught_at(table).offer is None
        table.left()

    asyncio.run(play())


def test_results_do_not_wait_where_the_last_turn_gave_nothing_away(app: App) -> None:
    async def play() -> None:
        table, last = before_the_end(app, "hansa-teutonica")
        judge(app).given_away = 0.0
        table.play(last)
        await until(app, lambda: app.scene is not table)
        assert judge(app).judged and app.scene.name == "results"
        assert not any(TeachingTags(table.match.record).counts)
        table.left()

    asyncio.run(play())


def test_the_ordinary_undo_answers_an_offer_too(app: App) -> None:
    async def play() -> None:
        table = laid(app, "hansa-teutonica")
        await offered(app, table)
        Hand(app).key(pygame.K_u)
        assert taught_at(table).offer is None and my_turn(table)
        assert TeachingTags(table.match.record).counts == Counts(taken=1)
        table.left()

    asyncio.run(play())


def test_a_turn_is_not_judged_by_what_was_found_of_one_that_was_taken_back(app: App) -> None:
    """Both end with an equal number of moves; the judgement of the first arrives while the second is
    judged."""

    async def play() -> None:
        table, answers = laid(app, "hansa-teutonica"), list[asyncio.Future[str]]()

        async def think(request: str, *more: object) -> str:
            if json.loads(request)["ask"] != "judge":
                return await Judge.think(judge(app), request, *more)
            judge(app).judged.append(json.loads(request))
            answers.append(asyncio.get_running_loop().create_future())
            return await answers[-1]

        judge(app).think = think  # type: ignore[method-assign]
        await until(app, lambda: my_turn(table))
        end = next(one for one in table.match.state.legal_actions() if one.text == "end-turn")
        table.play(end)
        await until(app, lambda: len(answers) == 1)
        Hand(app).key(pygame.K_u)
        table.play(end)
        await until(app, lambda: len(answers) == 2)
        moves = len(table.match.moves)
        answers[0].set_result(json.dumps(judge(app).verdict()))
        for _ in range(5):
            await asyncio.sleep(0)
            app.step()
        assert taught_at(table).offer is None and table.match.paused and len(table.match.moves) == moves
        answers[1].set_result(json.dumps(judge(app).verdict()))
        await until(app, lambda: taught_at(table).offer is not None)
        table.left()

    asyncio.run(play())


def test_a_turn_that_revealed_something_is_only_spoken_of(app: App) -> None:
    async def play() -> None:
        table = laid(app, "hansa")
        match, judge(app).only = table.match, "restock"
        while taught_at(table).offer is None:
            if my_turn(table):
                legal = match.state.legal_actions()
                restocks = [one for one in legal if one.text.startswith("restock")]
                table.play(restocks[0] if restocks else quietly(match.state, random.Random(1)))
            app.step()
            await asyncio.sleep(0)
        offer = taught_at(table).offer
        assert offer is not None and offer.step is None and "cannot be taken back" in offer.words
        assert "teaching.back" not in {widget.id for widget in table.widgets}
        Hand(app).click("teaching.on")
        assert TeachingTags(match.record).counts == Counts(told=1)
        table.left()

    asyncio.run(play())


@pytest.mark.parametrize("alike", [False, True])
def test_actions_that_were_left_are_named_if_something_better_uses_them(app: App, alike: bool) -> None:
    async def play() -> None:
        judge(app).alike = alike
        table = laid(app, "hansa-teutonica")
        await offered(app, table)
        offer, match = taught_at(table).offer, table.match
        assert offer is not None
        end = next(step for step, move in enumerate(match.moves) if move.action.text == "end-turn")
        decision = match.state_at(end).decision
        left = dict(decision.facts)["actions_left"] if decision is not None else 0
        assert left > 1 and (f" {left} actions were left unused. " in offer.words) != alike
        table.left()

    asyncio.run(play())


def test_small_mistakes_and_unsure_ones_are_passed_over(app: App) -> None:
    async def play() -> None:
        table = laid(app, "hansa-teutonica", "large")
        judge(app).given_away = 0.1
        await turns(app, table, 3)
        assert judge(app).judged and not any(TeachingTags(table.match.record).counts)
        table.left()

    asyncio.run(play())


def test_nothing_is_said_where_judging_takes_too_long(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        monkeypatch.setattr(teaching, "LATEST", 0.0)
        table = laid(app, "hansa-teutonica")
        judge(app).slow = True
        await turns(app, table, 2)
        assert judge(app).judged and taught_at(table).offer is None and not table.match.paused
        table.left()

    asyncio.run(play())


def test_whoever_left_with_an_offer_open_finds_it_again_and_it_counts_once(app: App) -> None:
    async def play() -> None:
        table = laid(app, "hansa-teutonica")
        await offered(app, table)
        table.left()
        app.home(routes.Title())
        table = on_table(app, app.saves.open("taught"))
        await until(app, lambda: taught_at(table).offer is not None)
        Hand(app).click("teaching.on")
        table.left()
        again = app.saves.open("taught")
        assert TeachingTags(again.record).counts == Counts(kept=1)
        asked = len(judge(app).judged)
        table = on_table(app, again)
        await until(app, lambda: my_turn(table))
        assert len(judge(app).judged) == asked, "a turn that was kept is not judged once more"
        table.left()

    asyncio.run(play())


@pytest.mark.parametrize(
    "controllers", [(Person(), Person(), Computer()), (Computer(), Computer()), (Person(), Person())]
)
def test_only_somebody_who_plays_alone_against_computers_is_taught(
    app: App, controllers: tuple[Controller, ...]
) -> None:
    async def play() -> None:
        table, rng = laid(app, "hansa-teutonica", controllers=controllers), random.Random(1)
        for _ in range(12):
            if my_turn(table) and table.match.state.actor is not None:
                table.play(hurried(table.match.state, rng))
            app.step()
            await asyncio.sleep(0)
        assert not judge(app).judged
        table.left()

    asyncio.run(play())


def test_it_is_off_unless_switched_on_in_the_menu_and_off_again(app: App) -> None:
    async def play() -> None:
        table, hand = laid(app, "hansa-teutonica", "off"), Hand(app)
        await turns(app, table, 2)
        assert not judge(app).judged and "teaching" not in table.match.record.tags
        for element in ("menu", "teaching", "teaching.small", "back", "resume"):
            hand.click(element)
        await offered(app, table)
        assert TeachingTags(table.match.record).least == 0.04
        for element in ("menu", "teaching", "teaching.off", "back", "resume"):
            hand.click(element)
        await until(app, lambda: my_turn(table))
        assert taught_at(table).offer is None
        table.left()

    asyncio.run(play())


def test_the_new_game_page_offers_it_to_one_person_and_remembers_it(app: App) -> None:
    async def play() -> None:
        app.open(routes.NewGame())
        app.step()
        hand = Hand(app)
        assert "teaching.off" in {w.id for w in app.scene.widgets}
        hand.click("company.people")
        assert "teaching.off" not in {w.id for w in app.scene.widgets}
        hand.click("company.alone")
        act = hand.widget("teaching.clear").act
        assert act is not None
        act()  # in a small window it has to be scrolled to
        hand.click("start")
        assert isinstance(app.scene, TableScene)
        match = app.scene.match
        assert match.record.tags["teaching"] == "clear"
        assert app.settings.teaching == "clear"
        assert Setup.of(match).teaching == "clear", "and so is the next one among the same players"
        app.scene.left()

    asyncio.run(play())


@pytest.mark.parametrize("company", [PEOPLE, WATCH])
def test_no_other_game_is_begun_as_a_teaching_game(app: App, company: str) -> None:
    setup = Setup("hansa")
    setup.invite(ALONE)
    setup.teaching = "small"
    setup.invite(company)
    assert "teaching" not in setup.begin(app).record.tags
    assert app.settings.teaching == "off", "what was chosen for such a game is kept for it"


def test_a_link_and_a_branch_are_what_they_were(app: App) -> None:
    table = laid(app, "hansa-teutonica")
    assert "teaching" not in decode(encode(table.match.record)).tags, "it concerns only its player"
    assert "teaching" not in table.match.branch("other", 0).record.tags
    table.left()


@pytest.mark.parametrize("tag", ["", "huge", "clear x", "clear 1 -2", "clear 999999999 1 1 1"])
def test_a_strange_tag_harms_nothing(app: App, tag: str) -> None:
    table = laid(app, "hansa-teutonica")
    table.match.record.tags["teaching"] = tag
    found = TeachingTags(table.match.record)
    assert found.size in ("clear", "off") and all(0 <= n < 100_000 for n in found.counts)
    table.left()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_became_of_the_offers_is_told_in_words(app: App, language: str) -> None:
    table = laid(app, "hansa-teutonica")
    told = TeachingTags(table.match.record)
    use_language(language)
    nothing = taught(table.match.record)
    told.count("taken")
    told.count("kept", 5)
    told.count("kept", 9)
    told.count("told", 12)
    words = taught(table.match.record)
    assert words != nothing and all(number in words for number in "321") and "{" not in words
    told.switch("off")
    assert taught(table.match.record) == words, "also when it was switched off before the end"
    table.left()


def test_what_was_said_in_a_game_that_has_ended_stands_among_the_results(app: App) -> None:
    async def play() -> None:
        played, rng = new_match("hansa", 2), random.Random(5)
        while played.state.outcome is None:
            played.play(hurried(played.state, rng))
        *actions, last = played.record.actions
        tags = {**played.record.tags, "player.1": "computer easy", "teaching": "clear 1 1 0 3"}
        table = on_table(app, Match("taught", replace(played.record, tags=tags, actions=actions)))
        table.play(last)
        (kept,) = read_entries(TeachingStats, app.saves.results())
        assert kept[1:] == (1, 1, 0) and kept.setup == setup_of(table.match.record)
        app.open(routes.Tally())
        app.step()
        said = "2 offers to take a turn back in teaching games: taken back 1, kept 1."
        assert all_taught([kept]) == said and said in [widget.label for widget in app.scene.widgets]
        table.left()

    asyncio.run(play())
