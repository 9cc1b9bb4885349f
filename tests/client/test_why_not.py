"""Activating an item without a legal action explains what it is, or why it is not possible now."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from game import engine
from game.client.app.app import App
from game.client.table.table import TableScene
from game.client.touch.chooser import Chooser
from game.client.views import make_view
from game.client.views.view import GameView
from game.client.words.i18n import t
from game.engine.core import State
from tests.client.conftest import Person, Screen, hurried, new_match
from tests.client.test_table import seated

pytestmark = pytest.mark.usefixtures("unseen")
GAMES: list[tuple[str, int, dict[str, str]]] = [
    ("hansa-teutonica", 3, {}),
    ("hansa-teutonica", 5, {}),
    ("hansa", 3, {}),
]
GAMES += [("hansa-teutonica", 2, {"two_players": kind}) for kind in ("pawn", "neutral-it", "neutral-pt")]


def not_offered(view: GameView[Any], state: State) -> list[str]:
    """Return the items without a legal action."""
    chooser = Chooser(state.legal_actions())
    offered = {*chooser.offered, *chooser.reachable}
    return [thing for thing in view.things(state) if thing not in offered]


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_everything_not_offered_is_answered_with_a_sentence(
    game: str, seats: int, options: dict[str, str]
) -> None:
    """In English; test_i18n checks that the other languages have the same sentences with the same fields."""
    match, rng = new_match(game, seats, 5), random.Random(5)
    state = engine.ruleset(game).new_game(seats, options, 5)
    view = make_view(match.ruleset, match.players)
    for step in range(400):
        if state.outcome is not None:
            break
        for thing in not_offered(view, state) if step % 12 == 0 else ():
            told = view.why_not(thing, state)
            assert told.endswith((".", "?")), (state.decision, thing, told)
            assert not told.startswith("why.") and "{" not in told, (thing, told)
        state.apply(hurried(state, rng))


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_everything_that_can_be_asked_about_has_its_place(
    open_app: Callable[..., App], game: str, seats: int, options: dict[str, str]
) -> None:
    app = open_app()
    table, rng = seated(app, game, seats), random.Random(3)
    for _ in range(12):
        state = table.match.state
        for thing in table.view.things(state):
            assert table.view.shape(thing, state) is not None, thing
        table.play(hurried(state, rng))


def told(table: TableScene, person: Person, thing: str) -> str:
    """Click an item. Return the table's answer."""
    shape = table.view.shape(thing, table.match.state)
    assert shape is not None
    person.click_at(*shape.rect.center)
    return table.choice.remark


def test_a_click_on_the_stock_says_how_pieces_leave_it(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, person = seated(app, "hansa-teutonica"), Person(app)
    assert "income" in told(table, person, "stock.trader")
    assert isinstance(app.platform, Screen)
    assert "income" in app.platform.said[-1]


def test_a_click_on_a_far_port_says_that_no_route_leads_there(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, person = seated(app, "hansa"), Person(app)
    while table.match.state.turn_seat is None:
        table.play(table.match.state.legal_actions()[0])
    table.stage.animator.skip()
    assert "No arrow leads from Copenhagen to Reval" in told(table, person, "town.reval")


def test_another_rivals_piece_is_not_said_to_lack_a_refuge_while_one_is_being_displaced(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table, person = seated(app, "hansa-teutonica"), Person(app)
    line = "hansa-teutonica seats=3 supply=1t1m,5t1m,5t1m houses=minden-hannover:1t,1t+bremen-hamburg:2t"
    table.match.state = table.match.ruleset.parse_position(line)
    table.choice.ask()
    app.refresh()
    person.click("house.minden-hannover.1")
    assert set(table.chooser.offered) == {"supply.trader", "supply.merchant"}
    for other in ("house.bremen-hamburg.1", "house.minden-hannover.2", "house.arnheim-muenster.1"):
        assert told(table, person, other) == t("table.begun", back=t("table.back"))
    assert "income" in told(table, person, "stock.trader"), "the rule that forbids it, if one does"
    person.click("back")
    assert "house.bremen-hamburg.1" in table.targets and not table.choice.remark


def test_an_answer_goes_when_something_is_done(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, person = seated(app, "hansa-teutonica"), Person(app)
    told(table, person, "stock.trader")
    person.click("supply.trader")
    assert table.choice.remark == ""


def test_an_empty_place_is_not_answered(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, person = seated(app, "hansa-teutonica"), Person(app)
    told(table, person, "stock.trader")
    board = table.stage.camera.board
    person.click_at(board.x + board.width * 0.2, board.y + board.height * 0.115)
    assert table.choice.remark == ""
