"""Computer players at the table: run in the background, shown action by action, stopped by any change."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import engine
from game.bots import choose
from game.client.app import routes
from game.client.app.app import App
from game.client.app.gestures import Tap
from game.client.review.replay import ReplayScene
from game.client.storage.link import encode
from game.client.storage.settings import Settings
from game.client.table.computers import SPEEDS, missed
from game.client.table.table import TableScene
from game.client.views import make_view
from game.client.words.i18n import LANGUAGES, use_language
from game.engine.core import Reason, State
from game.match import (
    COLOURS,
    AwaitingAnswer,
    AwaitingInput,
    AwaitingTimer,
    Computer,
    Match,
    Move,
    Person,
    PlayerInfo,
    Why,
)
from game.match.controller import Controller
from tests.client.conftest import NAMES, hurried, new_match, until
from tests.client.conftest import Person as Hand
from tests.client.thinker import Thinker
from tests.needs import needs

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()


class Oracle(Thinker):
    """Plays fast, one action at a time."""

    def answer(self, state: State, seed: int) -> dict[str, Any]:
        reason = ["wait", {}] if state.ruleset.id == "hansa" else None
        return {"plan": [hurried(state, random.Random(seed)).text], "reason": reason}


@pytest.fixture
def app(tmp_path: Path) -> App:
    app = App(Oracle(tmp_path))
    pygame.event.clear()
    app.settings.speed = app.settings.look = app.settings.handover = "off"
    app.home(routes.Title())
    return app


def oracle(app: App) -> Oracle:
    assert isinstance(app.platform, Oracle)
    return app.platform


def table_with(app: App, game: str, *controllers: Controller, seed: int = 7) -> TableScene:
    players = [PlayerInfo(NAMES[seat], COLOURS[seat]) for seat in range(len(controllers))]
    match = Match.start("alone", engine.ruleset(game), players, {}, seed, controllers=controllers)
    app.open(routes.Table(match))
    assert isinstance(app.scene, TableScene)
    return app.scene


def persons_turn(table: TableScene) -> bool:
    return isinstance(table.match.waits(), AwaitingInput)


@pytest.mark.parametrize("game", GAMES)
def test_computers_play_until_a_person_decides(app: App, game: str) -> None:
    async def play() -> None:
        table, rng = table_with(app, game, Person(), Computer(), Computer()), random.Random(1)
        for _ in range(12):
            await until(app, lambda: persons_turn(table))
            assert table.match.state.actor == 0 and table.chooser.offered
            table.play(hurried(table.match.state, rng))
        assert {move.seat for move in table.match.moves} == {0, 1, 2}
        assert len(app.saves.open("alone").moves) == len(table.match.moves), "saved after every action"

    asyncio.run(play())


def test_the_log_marks_what_happened_since_the_turn_before(app: App) -> None:
    async def play() -> None:
        table, rng = table_with(app, "hansa", Person(), Computer(), Computer(), seed=2), random.Random(1)
        await until(app, lambda: persons_turn(table))
        assert not table.narrator.lately(table.match) or table.match.moves[0].seat == 0
        for turn in range(2):
            while table.match.state.actor == 0:
                assert persons_turn(table)
                table.play(hurried(table.match.state, rng))
            own = len(table.narrator.sentences)
            await until(app, lambda: persons_turn(table))
            marked = table.narrator.lately(table.match)
            own -= table.narrator.sentences[own - 1].begins
            assert marked == range(own, len(table.narrator.sentences)), turn
        person = Hand(app)
        person.key(pygame.K_l)
        words = [widget.label for widget in app.scene.widgets]
        assert words.index("Since your last turn") < words.index("Earlier")
        between = words[words.index("Since your last turn") + 1 : words.index("Earlier")]
        assert sorted(between) == sorted(table.narrator.sentences[marked.start : marked.stop])
        app.pop()
        table.play(hurried(table.match.state, rng))
        if table.match.state.actor == 0:
            assert table.narrator.lately(table.match) == marked, "until the turn ends"

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_since_the_last_turn_means_the_same_after_undo_and_the_same_replies(app: App, game: str) -> None:
    async def play() -> None:
        table, rng = table_with(app, game, Person(), Computer(), Computer(), seed=2), random.Random(1)

        def marked() -> list[str]:
            lately = table.narrator.lately(table.match)
            return list(table.narrator.sentences[lately.start : lately.stop])

        again = 0
        await until(app, lambda: persons_turn(table))
        while again < 3:
            before, action = marked(), hurried(table.match.state, rng)
            table.play(action)
            await until(app, lambda: persons_turn(table))
            after = marked()
            if not table.match.can_undo:
                continue
            again += table.match.moves[-1].seat != 0
            table.undo()
            assert marked() == before, "what was taken back did not happen"
            table.play(action)
            await until(app, lambda: persons_turn(table))
            assert marked() == after
        table.left()

    asyncio.run(play())


def test_while_a_computer_thinks_nothing_can_be_touched_on_its_behalf(app: App) -> None:
    async def play() -> None:
        table = table_with(app, "hansa", Computer(), Person(), seed=2)
        oracle(app).may_answer.clear()
        await until(app, lambda: bool(oracle(app).asked) or persons_turn(table))
        if persons_turn(table):
            table.play(table.match.state.legal_actions()[0])
            await until(app, lambda: bool(oracle(app).asked))
        assert not table.chooser.offered and not table.targets
        assert NAMES[0] in table.prompt() and "thinking" in table.prompt()
        for _ in range(5):
            app.step()
            await asyncio.sleep(0)
        assert len(oracle(app).asked) == 1, "one question at a time"
        table.left()

    asyncio.run(play())


def test_whoever_thinks_is_called_only_where_there_is_something_to_think_about(app: App) -> None:
    app.open(routes.Table(new_match("hansa", 2)))
    assert oracle(app).prepared == 0
    app.pop()
    table = table_with(app, "hansa", Person(), Computer())
    assert oracle(app).prepared == 1
    app.home(routes.Title())
    app.bring(encode(table.match.record))
    assert app.scene.name == "arrival"
    assert oracle(app).prepared == 2, "while the person looks at a game from outside"


@pytest.mark.parametrize("back", [False, True])
def test_a_seat_that_changed_hands_behind_a_menu_is_asked_anew(app: App, back: bool) -> None:
    async def play() -> None:
        oracle(app).may_answer.clear()
        table = table_with(app, "hansa", Person(), Person())
        actor = table.match.state.actor
        assert actor is not None
        app.open(routes.Menu(table.match, table.narrator.sentences))
        table.match.set_controller(actor, Computer())
        app.pop()
        app.step()
        assert not table.chooser.offered and not table.targets
        if back:
            app.open(routes.Menu(table.match, table.narrator.sentences))
            table.match.set_controller(actor, Person())
            app.pop()
            app.step()
            assert table.chooser.offered and table.targets
        table.left()

    asyncio.run(play())


@pytest.mark.failing_computers
def test_a_computer_that_fails_costs_no_game_and_says_so_once(app: App) -> None:
    async def play() -> None:
        oracle(app).broken = True
        table = table_with(app, "hansa", Computer(), Computer(), Person())
        while len(table.match.moves) < 10:
            await until(app, lambda: persons_turn(table))
            table.play(table.match.state.legal_actions()[0])
        said = [sentence for sentence in table.narrator.sentences if "the worker died" in sentence]
        assert len(said) == 1 and "failed" in said[0] and NAMES[said[0].seat or 0] in said[0]
        assert sum(said[0] in sentence for sentence in oracle(app).said) == 1
        again = table_with(app, "hansa", Computer(), Computer())
        await until(app, lambda: bool(again.match.moves))
        assert "the worker died" in again.drawing.at_board(), "in a game that is watched too"
        again.left()

    asyncio.run(play())


@pytest.mark.parametrize("way", ["undo", "leave", "takeover"])
def test_thinking_stops_when_nobody_wants_to_know_any_more(app: App, way: str) -> None:
    async def play() -> None:
        table, rng = table_with(app, "hansa", Person(), Computer()), random.Random(1)
        while not (isinstance(table.match.waits(), AwaitingAnswer) and table.match.can_undo):
            await until(app, lambda: persons_turn(table))
            oracle(app).may_answer.clear()
            table.play(hurried(table.match.state, rng))
            if not table.match.can_undo:
                oracle(app).may_answer.set()
        before = len(oracle(app).asked)
        await until(app, lambda: len(oracle(app).asked) > before)
        if way == "undo":
            table.undo()
        elif way == "leave":
            app.home(routes.Title())
        else:
            table.match.set_controller(1, Person())
        app.step()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert oracle(app).cancelled == 1 and not app._tasks
        assert way == "leave" or persons_turn(table)

    asyncio.run(play())


def test_a_game_reloaded_while_a_computer_thinks_goes_on(app: App) -> None:
    async def play() -> None:
        table_with(app, "hansa", Computer(), Computer())
        oracle(app).may_answer.clear()
        await until(app, lambda: bool(oracle(app).asked))
        app.home(routes.Title())
        oracle(app).may_answer.set()
        app.open(routes.Table(app.saves.open("alone")))
        table = app.scene
        assert isinstance(table, TableScene)
        await until(app, lambda: len(table.match.moves) > 3)
        table.left()

    asyncio.run(play())


def test_a_computers_action_is_looked_at_before_the_next_and_a_touch_hurries_it(app: App) -> None:
    async def play() -> None:
        app.settings.speed = app.settings.look = "normal"
        table = table_with(app, "hansa", Computer(), Computer())
        await until(app, lambda: len(table.match.moves) == 1)
        table.stage.animator.skip()
        await until(app, lambda: isinstance(table.match.waits(), AwaitingTimer))
        wait = table.match.waits()
        assert isinstance(wait, AwaitingTimer)
        table.showing.banner_until = 0.0
        asked_again = table.update(wait.at - 0.2)
        assert asked_again == pytest.approx(0.2), "until then no frame is drawn"
        assert len(table.match.moves) == 1
        assert table.update(wait.at) == 0 and len(table.match.moves) == 2
        table.stage.animator.skip()
        await until(app, lambda: isinstance(table.match.waits(), AwaitingTimer))
        table.match.rest(time.monotonic() + 1000)
        assert table.handle(Tap(5, 5, False, 1))
        app.step()
        assert len(table.match.moves) == 3
        table.left()

    asyncio.run(play())


def test_a_menu_above_the_table_stops_computers(app: App) -> None:
    async def play() -> None:
        table = table_with(app, "hansa", Computer(), Computer())
        await until(app, lambda: len(table.match.moves) >= 2)
        app.open(routes.Menu(table.match, table.narrator.sentences))
        moves = len(table.match.moves)
        for _ in range(20):
            app.step()
            await asyncio.sleep(0)
        assert len(table.match.moves) == moves
        app.pop()
        await until(app, lambda: len(table.match.moves) > moves)
        table.left()

    asyncio.run(play())


def test_a_computer_says_why_once_in_a_turn_and_shows_what_it_touched(app: App) -> None:
    async def play() -> None:
        table = table_with(app, "hansa", Computer(), Computer())
        await until(app, lambda: any(isinstance(entry, Why) for entry in table.match.log))
        assert table.showing.touched == table.match.moves[-1].action.path
        await until(app, lambda: len(table.match.moves) > 30)
        reasons = [entry for entry in table.match.log if isinstance(entry, Why)]
        turns = sum(event.kind == "turn" for move in table.match.moves for event in move.events)
        assert 0 < len(reasons) <= turns + 10, "the placements before the first turn, and once a turn"
        said = table.view.why(reasons[0].reason, reasons[0].seat, table.match.state)
        assert not said or NAMES[reasons[0].seat] in said
        plans = [sentence for sentence in table.narrator.sentences if sentence.plan]
        assert f"The plan: {said}" in plans, "told apart from what is done"
        table.left()

    asyncio.run(play())


def test_why_computers_did_what_they_did_is_kept_with_the_game_and_comes_back_with_it(app: App) -> None:
    async def play() -> None:
        table = table_with(app, "hansa", Computer(), Computer())
        await until(app, lambda: len(table.match.moves) > 30)
        table.left()
        told = [sentence for sentence in table.narrator.sentences if sentence.plan]
        again = app.saves.open("alone")
        app.open(routes.Table(again))
        assert isinstance(app.scene, TableScene)
        after = [sentence for sentence in app.scene.narrator.sentences if sentence.plan]
        assert told and after == told
        assert [one.seat for one in after] == [one.seat for one in told]
        pairs = pairwise(again.log)
        acts = [(why.seat, act) for why, act in pairs if isinstance(why, Why)]
        assert all(isinstance(act, Move) and act.seat == seat for seat, act in acts), "just before the act"
        app.scene.left()

    asyncio.run(play())


def test_what_others_did_meanwhile_can_be_seen_again(app: App) -> None:
    async def play() -> None:
        table, rng = table_with(app, "hansa", Person(), Computer(), Computer()), random.Random(1)
        await until(app, lambda: persons_turn(table))
        while missed(table.match) is None or len(table.match.moves) < 12:
            table.play(hurried(table.match.state, rng))
            await until(app, lambda: persons_turn(table))
        step = missed(table.match)
        table.again()
        replay = app.scene
        assert isinstance(replay, ReplayScene) and replay.step == step and replay.playing
        assert {move.seat for move in table.match.moves[step:]} <= {1, 2}
        replay.match.rest(0)
        await until(app, lambda: replay.step == replay.total)
        app.pop()
        assert app.scene is table
        table.left()

    asyncio.run(play())


def test_a_seat_is_handed_over_in_the_menu_and_taken_back(app: App) -> None:
    async def play() -> None:
        table, person = table_with(app, "hansa", Person(), Person()), Hand(app)
        app.step()
        for element in ("menu", "seats", "who.0.easy", "who.1.hard", "back"):
            person.click(element)
        await until(app, lambda: len(table.match.moves) > 6)
        kept = app.saves.open("alone").controllers
        assert [isinstance(each, Computer) and each.level for each in kept] == ["easy", "hard"]
        app.open(routes.Seats(table.match))
        app.step()
        person.click("who.0.person")
        app.pop()
        await until(app, lambda: persons_turn(table))
        assert table.match.state.actor == 0 and table.chooser.offered
        table.left()

    asyncio.run(play())


def test_a_game_among_computers_can_be_paused_and_watched_at_any_speed(open_app: Callable[..., App]) -> None:
    app = open_app((390, 844))

    async def play() -> None:
        table, person = table_with(app, "hansa", Computer(), Computer()), Hand(app)
        await until(app, lambda: len(table.match.moves) > 2)
        ids = [f"speed.{speed}" for speed in SPEEDS] + ["pause"]
        buttons = [next(one for one in table.widgets if one.id == name) for name in ids]
        assert len({one.rect.y for one in buttons}) == 1, "in one row, the slowest first"
        assert [one.rect.x for one in buttons] == sorted(one.rect.x for one in buttons)
        person.click("pause")
        moves = len(table.match.moves)
        for _ in range(30):
            app.step()
            await asyncio.sleep(0)
        assert len(table.match.moves) == moves
        for speed in ("slow", "off", "fast"):
            person.click(f"speed.{speed}")
            assert app.pace == Settings.PACE[speed]
            assert app.settings.speed == "off", "the setting for all games"
        person.click("go-on")
        await until(app, lambda: len(table.match.moves) > moves)
        table.left()
        assert app.pace == 0

    asyncio.run(play())


def test_a_paused_game_goes_on_when_a_person_takes_any_seat(app: App) -> None:
    async def play() -> None:
        table, person = table_with(app, "hansa", Computer(), Computer(), Computer()), Hand(app)
        await until(app, lambda: len(table.match.moves) > 2)
        person.click("pause")
        person.click("speed.slow")
        actor = table.match.state.actor
        assert actor is not None
        for element in ("menu", "seats", f"who.{(actor + 1) % 3}.person", "back"):
            person.click(element)
        await until(app, lambda: persons_turn(table))
        assert table.chooser.offered and app.pace == 0, "at the speed of the settings"
        table.left()

    asyncio.run(play())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_reason_a_computer_gives_in_a_game_has_its_sentence(game: str, language: str) -> None:
    needs(game, "reasons")
    match, rng, said = new_match(game, 3), random.Random(1), set()
    view = make_view(match.ruleset, match.players)
    use_language(language)
    try:
        while match.state.outcome is None and len(match.moves) < 120:
            seat, choice = match.state.actor, choose(match.state, "easy", rng)
            assert seat is not None
            if choice.reason is not None:
                words = view.why(Reason(choice.reason[0], choice.reason[1]), seat, match.state)
                assert NAMES[seat] in words and "{" not in words, (choice.reason, words)
                said.add(choice.reason[0])
            match.play(choice.action)
    finally:
        use_language("en")
    assert len(said) > 5


# ---- once ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_from_a_link_is_applied_once(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    match, rng = new_match(game, 3), random.Random(3)
    for _ in range(40):
        match.play(hurried(match.state, rng))
    link, applied = encode(match.record), [0]
    kind = type(match.state)
    apply = kind.apply

    def counted(state: State, action: object) -> object:
        applied[0] += 1
        return apply(state, action)  # type: ignore[arg-type]

    monkeypatch.setattr(kind, "apply", counted)
    app = open_app()
    app.home(routes.Title())
    app.bring(link)
    app.step()
    app.scene._continue()  # type: ignore[attr-defined]
    app.step()
    table = app.scene
    assert isinstance(table, TableScene) and len(table.match.moves) == 40
    assert table.narrator.sentences, "what happened is told"
    assert applied[0] == 40
