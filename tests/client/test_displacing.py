"""Displacing takes one activation with any input; alternatives are offered, and one undo reverts
everything."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pygame
import pytest

from game import engine
from game.bots import answer
from game.client.app.app import App
from game.client.app.scene import Scene
from game.client.draw.cards import InfoCard
from game.client.learn import courses
from game.client.learn import lesson as lesson_scenes
from game.client.learn import puzzle as puzzle_scenes
from game.client.learn.puzzle import PuzzleCoach, puzzle_table
from game.client.storage.save_store import SaveStore
from game.client.table.table import TableScene
from game.engine.core import State
from game.engine.record import Record
from game.games.hansa_teutonica.view.view import HansaTeutonicaView
from game.match import AwaitingAnswer, Computer, Match
from game.match.controller import Controller
from game.match.controllers import Person as ByHand
from game.match.lesson import Lesson
from game.match.players import PlayerInfo, player_tags
from game.match.puzzle import MISSED, SOLVED, Puzzle, read_puzzles
from game.platform import Pick
from tests.client.conftest import Person
from tests.client.lesson_table import coach_of
from tests.client.test_lesson_walk import Walk, arriving

pytestmark = pytest.mark.usefixtures("unseen")
HOUSES = "bremen-minden:.,0t,1t+minden-hannover:0t,1m,."
BOOKS = "levels=0:liber_sophiae:4+1:liber_sophiae:2"
"""Levels at which their players have merchants."""
HOUSE, MERCHANTS = "house.bremen-minden.3", "house.minden-hannover.2"


def position(supply: str) -> State:
    text = f"hansa-teutonica seats=3 supply={supply},4t1m,7t1m houses={HOUSES} {BOOKS}"
    return engine.ruleset("hansa-teutonica").parse_position(text)


def seated(app: App, state: State, others: Callable[[], Controller] = ByHand) -> TableScene:
    players = [
        PlayerInfo(name, colour) for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "green"))
    ]
    record = Record(state.ruleset, 3, {}, 0, player_tags(players))
    table = TableScene(app, Match("displacing", record, [ByHand(), others(), others()], start=state))
    app.push(table)
    app.step()
    return table


def played(table: TableScene) -> list[str]:
    return [action.text for action in table.match.record.actions]


def by_click(app: App, element: str) -> None:
    Person(app).click(element)


def by_finger(app: App, element: str) -> None:
    Person(app).tap(element)


def by_page(app: App, element: str) -> None:
    app.handle(Pick(element))
    app.step()


def by_key(app: App, element: str) -> None:
    scene: Scene = app.scene
    app.focus, app.show_focus = element, True
    assert any(widget.id == element for widget in scene.widgets)
    Person(app).key(pygame.K_RETURN)


WAYS = [by_click, by_finger, by_page, by_key]


@pytest.mark.parametrize("touch", WAYS)
def test_one_touch_sends_a_trader_and_traders_pay(
    open_app: Callable[..., App], touch: Callable[[App, str], None]
) -> None:
    app = open_app()
    table = seated(app, position("5t2m"))
    touch(app, HOUSE)
    assert played(table) == ["displace trader bremen-minden.3", "pay trader"]
    assert table.match.state.decision is not None and table.match.state.decision.id == "relocate"


@pytest.mark.parametrize("touch", WAYS)
def test_the_other_ways_are_in_the_bar_and_take_the_first_back(
    open_app: Callable[..., App], touch: Callable[[App, str], None]
) -> None:
    app = open_app()
    table = seated(app, position("5t2m"), partial(Computer, "easy"))
    for number, way in enumerate((["merchant", "trader"], ["trader", "merchant"])):
        touch(app, HOUSE)
        touch(app, f"instead.{number}")
        assert played(table) == [f"displace {way[0]} bremen-minden.3", f"pay {way[1]}"]
        assert not table.choice.others
        before = len(played(table))
        touch(app, "undo")
        assert before and not played(table), "one touch, one undo"
    assert table.chooser.offered


def test_after_an_undo_the_other_ways_of_the_action_before_are_offered_again(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table = seated(app, position("5t2m"))
    for house in ("bremen-hamburg.1", "bremen-hamburg.2"):
        by_click(app, f"house.{house}")
    by_click(app, "undo")
    assert played(table) == ["place trader bremen-hamburg.1"]
    by_click(app, "instead.0")
    assert played(table) == ["place merchant bremen-hamburg.1"]
    by_click(app, "undo")
    assert not played(table) and not table.choice.others


def test_the_buttons_of_the_other_ways_say_what_they_are_good_for_and_what_they_cost(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table = seated(app, position("5t2m"), partial(Computer, "easy"))
    by_click(app, HOUSE)
    view = table.view
    assert isinstance(view, HansaTeutonicaView)
    t = view._words.t
    told = [table.pointing.card(f"instead.{number}") for number in range(3)]
    assert told == [
        InfoCard(
            t("instead", piece=view._words.kind("merchant")),
            (t("ahead.merchant"), t("ahead.merchant.few")),
        ),
        InfoCard(t("instead.pay", n=1), (t("instead.pay.text", n=1),)),
        None,
    ]
    Person(app).move_to(*Person(app).widget("instead.0").rect.center)
    assert table.pointing.pointed == "instead.0"


def test_a_merchant_is_displaced_for_two_traders_or_two_merchants(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = seated(app, position("5t2m"), partial(Computer, "easy"))
    table.touch(MERCHANTS)
    assert played(table) == ["displace trader minden-hannover.2", "pay trader", "pay trader"]
    app.refresh()
    labels = [Person(app).widget(f"instead.{number}").label for number in range(2)]
    assert labels == ["A merchant instead", "Pay with 2 merchants"]
    by_click(app, "instead.1")
    assert played(table) == ["displace trader minden-hannover.2", "pay merchant", "pay merchant"]


def computers_play(table: TableScene) -> None:
    """Let computers play until the first person is to act."""
    while table.match.state.actor != 0:
        wait = table.match.waits()
        if isinstance(wait, AwaitingAnswer):
            table.match.answered(wait.version, answer(wait.request))
        else:
            table.went_on(0.0)


def test_the_other_ways_stay_while_a_computer_sets_its_piece_down_and_go_with_the_next_deed(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table = seated(app, position("5t2m"), partial(Computer, "easy"))
    table.touch(HOUSE)
    match = table.match
    computers_play(table)
    assert len(table.choice.others) == 2
    moves = len(match.moves)
    assert moves > 2
    by_click(app, "instead.0")
    assert played(table) == ["displace merchant bremen-minden.3", "pay trader"]
    by_click(app, "undo")
    assert not match.moves
    table.touch(HOUSE)
    computers_play(table)
    table.play(next(one for one in match.state.legal_actions() if one.text.startswith("place")))
    assert not table.choice.others


def test_what_another_person_is_asked_offers_them_no_way_of_the_one_before(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table = seated(app, position("5t2m"))
    table.touch(HOUSE)
    assert table.match.state.actor == 1 and table.choice.by_hand
    assert not table.choice.others
    by_click(app, "undo")
    assert not played(table)


@pytest.mark.parametrize(
    ("supply", "house", "asked"),
    [
        ("1t1m", HOUSE, "supply.trader"),
        ("2t2m", MERCHANTS, "supply.trader"),
        ("0t4m", HOUSE, ""),
        ("2t0m", HOUSE, ""),
    ],
)
def test_it_is_asked_where_the_traders_do_not_do_and_played_where_there_is_one_way(
    open_app: Callable[..., App], supply: str, house: str, asked: str
) -> None:
    app = open_app()
    table = seated(app, position(supply))
    table.touch(house)
    if asked:
        assert not played(table) and asked in table.chooser.offered
        assert table.prompt().startswith("Which piece displaces")
    else:
        assert table.match.state.actor == 1, "paid as well"


def test_every_way_to_pay_can_still_be_said_by_touching_the_piece_first(open_app: Callable[..., App]) -> None:
    table = seated(open_app(), position("5t2m"))
    table.touch("supply.merchant")
    table.touch(MERCHANTS)
    table.touch("supply.merchant")
    assert played(table) == ["displace merchant minden-hannover.2", "pay merchant"]
    assert table.match.state.actor == 1


def test_with_the_setting_it_is_asked_as_ever(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.settings.placing = "ask"
    table = seated(app, position("5t2m"))
    table.touch(HOUSE)
    assert not played(table)


MERCHANT_WANTED = Lesson.read(
    "hansa-teutonica",
    "goal",
    f"""{{"steps": [
        {{"position": "hansa-teutonica seats=3 supply=5t2m,4t1m,7t1m houses={HOUSES} {BOOKS}"}},
        {{"do": ["displace merchant bremen-minden.3"]}},
        {{"do": ["pay *"]}},
        {{}}
    ]}}""",
)
ANY_WANTED = Lesson.read(
    "hansa-teutonica",
    "goal",
    f"""{{"steps": [
        {{"position": "hansa-teutonica seats=3 supply=5t2m,4t1m,7t1m houses={HOUSES} {BOOKS}"}},
        {{"do": ["displace * bremen-minden.3", "pay *"]}},
        {{}}
    ]}}""",
)


def walk_in(open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, lesson: Lesson) -> Walk:
    monkeypatch.setattr(SaveStore, "keep_settings", lambda *_: None)
    monkeypatch.setattr(courses, "parts", lambda _: ((lesson,), (), ()))
    monkeypatch.setattr(lesson_scenes, "following", lambda _: None)
    return Walk(open_app(), lesson)


def test_a_lesson_that_wants_a_merchant_gets_one_and_a_step_is_not_done_unread(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = walk_in(open_app, monkeypatch, MERCHANT_WANTED)
    walk.begin(1, (HOUSE,))
    assert not played(walk.scene), "a trader would be wrong"
    walk.begin(1, (HOUSE, "supply.merchant"))
    assert played(walk.scene) == ["displace merchant bremen-minden.3"]
    assert coach_of(walk.scene).teacher.step == 2, "what is paid is a step of its own"
    ways = walk.ways()
    assert not set(ways) - arriving(ways, len(MERCHANT_WANTED.steps))


def test_no_touch_breaks_a_lesson_on_displacing_with_any_piece(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = walk_in(open_app, monkeypatch, ANY_WANTED)
    walk.begin(1, (HOUSE,))
    assert played(walk.scene) == ["displace trader bremen-minden.3", "pay trader"]
    ways = walk.ways()
    touches = {touch for leads in ways.values() for touch in leads}
    assert {"instead.0", "instead.1", "key.u"} <= touches
    assert not set(ways) - arriving(ways, len(ANY_WANTED.steps))


def puzzle_of(answer: list[str]) -> Puzzle:
    state = position("5t2m")
    chances = {"chance": 0.6, "second": [], "second_chance": 0.4, "sure": 1, "level": 1, "step": 1}
    row = {"id": "one", "position": state.position(), "answer": answer} | chances
    return read_puzzles("hansa-teutonica", json.dumps([row]))[0]


@pytest.mark.parametrize("way", ["", "instead.0", "instead.1"])
def test_a_puzzle_answered_with_another_way_is_solved_by_it(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    pieces = {
        "": ("trader", "trader"),
        "instead.0": ("merchant", "trader"),
        "instead.1": ("trader", "merchant"),
    }
    one, paid = pieces[way]
    app = open_app()
    puzzle = puzzle_of([f"displace {one} bremen-minden.3", f"pay {paid}"])
    monkeypatch.setattr(puzzle_scenes, "puzzles", lambda _: (puzzle,))
    table = puzzle_table(app, puzzle)
    app.push(table)
    app.step()
    coach = table.table_mode
    assert isinstance(coach, PuzzleCoach)
    table.touch(HOUSE)
    assert coach.result == (MISSED if way else SOLVED)
    app.refresh()
    app.step()
    assert ("instead.0" in {widget.id for widget in table.widgets}) == bool(way)
    if way:
        by_click(app, way)
        assert coach.result == SOLVED
        assert "instead.0" not in {widget.id for widget in table.widgets}
