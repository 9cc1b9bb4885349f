"""The end of the turn always has the same place at the right, and is red when nothing else is left."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.draw.canvas import Canvas
from game.client.draw.widgets import Button
from game.client.table.table import TableScene
from game.client.views import make_view
from game.games.hansa.rules.state import HansaState
from game.match import PlayerInfo
from tests.client.conftest import Person, new_match

pytestmark = pytest.mark.usefixtures("unseen")
SIZES = [((1280, 720), 1), ((390, 844), 1), ((844, 390), 1)]


def seated(app: App, game: str) -> TableScene:
    app.home(routes.Title())
    table = TableScene(app, new_match(game, 3))
    app.push(table)
    app.step()
    return table


def the_end(table: TableScene) -> Button:
    button = next(widget for widget in table.widgets if widget.id == "button.end-turn")
    assert isinstance(button, Button)
    return button


def play_until_nothing_is_left(table: TableScene, app: App) -> None:
    """Play everything of a turn except its end."""
    for _ in range(200):
        legal = table.match.state.legal_actions()
        if [action.text for action in legal] == ["end-turn"]:
            app.step()
            return
        table.play(next(action for action in legal if action.text != "end-turn"))
    raise AssertionError("a turn has an end")


@pytest.mark.parametrize("game", ["hansa-teutonica", "hansa"])
@pytest.mark.parametrize(("size", "ratio"), SIZES)
def test_the_end_of_the_turn_is_red_only_when_nothing_else_is_left_and_never_moves(
    open_app: Callable[..., App], game: str, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    table = seated(app, game)
    while "end-turn" not in [action.text for action in table.match.state.legal_actions()]:
        table.play(table.match.state.legal_actions()[0])
    app.refresh()
    quiet = the_end(table)
    assert quiet.tone == "sea"
    play_until_nothing_is_left(table, app)
    loud = the_end(table)
    assert (loud.tone, loud.caption or loud.label) == ("primary", "End turn")
    assert loud.rect == quiet.rect


def test_the_button_says_how_many_actions_would_be_given_up(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = seated(app, "hansa-teutonica")
    assert the_end(table).label == "End turn (2 unused)"
    assert the_end(table).caption == "End turn (2\N{NO-BREAK SPACE}unused)", "brackets stay on one line"
    assert "End turn (2 unused)" in [element.label for element in app.elements()]
    Person(app).click("supply.trader")
    Person(app).click(next(widget.id for widget in table.widgets if widget.id.startswith("house.")))
    assert the_end(table).label == "End turn (1 unused)"


@pytest.mark.parametrize(("size", "ratio"), SIZES)
def test_the_end_of_the_turn_stands_apart_from_the_other_buttons(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    """A touch that misses another button below the board does not end the turn."""
    app = open_app(size, ratio)
    table = seated(app, "hansa-teutonica")
    layout = table.stage.layout
    assert layout is not None
    assert the_end(table).rect.right == pytest.approx(layout.actions.right, abs=2)
    others = [one.rect for one in table.widgets if one.id.startswith("income") or one.id == "button.income"]
    end, gap = the_end(table).rect, app.metrics.unit * 0.25
    assert all(end.left - rect.right > gap or end.top - rect.bottom > gap for rect in others)


def left_with_the_end(app: App) -> TableScene:
    table = seated(app, "hansa-teutonica")
    play_until_nothing_is_left(table, app)
    return table


def ends_turns(table: TableScene) -> int:
    return sum(move.action.text == "end-turn" for move in table.match.moves)


@pytest.mark.parametrize("pace", ["normal", "off"])
def test_a_turn_ends_by_itself_only_where_the_settings_want_it(
    open_app: Callable[..., App], pace: str
) -> None:
    app = open_app(pace=pace)
    table = left_with_the_end(app)
    before = ends_turns(table)
    assert app.settings.ending == "hand"
    assert table.end_by_itself(100.0) is None and ends_turns(table) == before
    app.settings.ending = "self"
    wait = table.end_by_itself(100.0)
    assert wait == (1.5 if pace == "off" else 0.0), "no frames where nothing shall move"
    table.end_by_itself(101.4)
    assert ends_turns(table) == before
    table.end_by_itself(101.6)
    assert ends_turns(table) == before + 1


def test_a_touch_keeps_the_turn_from_ending_by_itself(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.settings.ending = "self"
    table = left_with_the_end(app)
    before = ends_turns(table)
    table.end_by_itself(100.0)
    Person(app).click_at(*table.stage.camera.window.topleft)
    assert table.end_by_itself(105.0) is None
    assert ends_turns(table) == before


def test_the_button_fills_while_the_turn_is_about_to_end(open_app: Callable[..., App]) -> None:
    app = open_app(pace="normal")
    app.settings.ending = "self"
    table = left_with_the_end(app)
    rect, drawn = pygame.FRect(10, 10, 200, 40), []
    table.end_by_itself(100.0)
    for now in (100.3, 101.2):
        canvas = Canvas((300, 100))
        table.ending.draw(canvas, rect, now, 20)
        drawn.append(canvas.marks[0][1][2])
    assert 0 < drawn[0] < drawn[1] < rect.width


@pytest.mark.parametrize(("coins", "above"), [(3, 0), (4, 1), (6, 3)])
def test_coins_that_the_end_of_the_turn_would_cost_are_named_and_asked_about_first(
    open_app: Callable[..., App], coins: int, above: int
) -> None:
    app = open_app()
    app.home(routes.Title())
    match = new_match("hansa", 3)
    table = TableScene(app, match)
    app.push(table)
    while "end-turn" not in [action.text for action in match.state.legal_actions()]:
        table.play(match.state.legal_actions()[0])
    assert isinstance(match.state, HansaState)
    seat = match.state.active
    match.state.bank += match.state.coins[seat] - coins
    match.state.coins[seat] = coins
    table.choice.ask()
    app.refresh()
    app.step()
    end, person = the_end(table), Person(app)
    count = "1 coin" if above == 1 else f"{above} coins"
    assert end.label == (f"End turn (tax: {count})" if above else "End turn")
    person.click(end.id)
    assert (match.state.active == seat) == bool(above)
    if above:
        assert f"Taxes take {above} of your coins" in table.choice.remark
        person.click(end.id)
        assert match.state.active != seat, "a second touch ends the turn"


def test_coins_that_cannot_be_spent_any_more_are_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    view = make_view(
        engine.ruleset("hansa"),
        [PlayerInfo("Anna", "red"), PlayerInfo("Ben", "blue"), PlayerInfo("Carla", "green")],
    )
    state = engine.ruleset("hansa").new_game(seats=3, seed=1)
    while "end-turn" not in [action.text for action in state.legal_actions()]:
        state.apply(state.legal_actions()[0])
    assert isinstance(state, HansaState) and state.actor is not None
    state.bank, state.coins[state.actor] = state.bank + state.coins[state.actor] - 5, 5
    end = state.parse_action("end-turn")
    assert view.warning(end, state)
    monkeypatch.setattr(type(state), "legal_actions", lambda _: [end])
    assert not view.warning(end, state)
