"""The end of the turn is the red button when nothing else is left, and out of the way until then."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.client.draw.widgets import Button
from game.client.frame import to
from game.client.frame.app import App
from game.client.table.table import Table
from tests.client.conftest import Person, new_match

SIZES = [((1280, 720), 1), ((390, 844), 1), ((844, 390), 1)]


def seated(app: App, game: str) -> Table:
    app.home(to.Title())
    table = Table(app, new_match(game, 3))
    app.push(table)
    app.step()
    return table


def the_end(table: Table) -> Button:
    button = next(widget for widget in table.widgets if widget.id == "button.end-turn")
    assert isinstance(button, Button)
    return button


def play_until_nothing_is_left(table: Table, app: App) -> None:
    """Everything a turn has, so that only its end is left."""
    for _ in range(200):
        legal = table.match.state.legal_actions()
        if [action.text for action in legal] == ["end-turn"]:
            app.step()
            return
        table.play(next(action for action in legal if action.text != "end-turn"))
    raise AssertionError("a turn has an end")


@pytest.mark.parametrize("game", ["hansa-teutonica", "hansa"])
@pytest.mark.parametrize(("size", "ratio"), SIZES)
def test_the_end_of_the_turn_is_red_and_large_only_when_nothing_else_is_left(
    open_app: Callable[..., App], game: str, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    table = seated(app, game)
    while "end-turn" not in [action.text for action in table.match.state.legal_actions()]:
        table.play(table.match.state.legal_actions()[0])
    app.refresh()
    quiet = the_end(table)
    assert (quiet.tone, quiet.size) == ("sea", 1.0)
    play_until_nothing_is_left(table, app)
    loud = the_end(table)
    assert (loud.tone, loud.caption or loud.label) == ("primary", "End turn")
    assert loud.size > quiet.size
    assert loud.rect.width > quiet.rect.width or size[0] < 400


def test_the_button_says_how_many_actions_would_be_given_up(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = seated(app, "hansa-teutonica")
    assert the_end(table).label == "End turn (2 unused)"
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
    assert all(the_end(table).rect.left - rect.right > app.metrics.unit * 0.25 for rect in others)
