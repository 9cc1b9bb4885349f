"""A hint is drawn in white and dark dashes, with a ghost of the piece and an arrow to it."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.client.draw import theme
from game.client.draw.canvas import FIGURE, Canvas
from game.client.draw.widgets import Spec
from game.client.frame import to
from game.client.frame.app import App
from game.client.stage.action_bar import action_buttons, covered, rows_of
from game.client.stage.outlines import Lit, draw_light
from game.client.table.table import Table
from game.client.touch.ghosts import PLANNED, Step, draw_plan, steps_of
from game.client.views.view import Shape
from tests.client.conftest import new_match

HOUSE = "house.bremen-minden.2"
GREY = (120, 120, 120)
SHAPES = [
    Shape(pygame.FRect(80, 80, 26, 26), round=True),
    Shape(pygame.FRect(60, 60, 90, 50)),
    Shape(pygame.FRect(30, 30, 140, 60), points=((40, 40), (100, 80), (160, 50)), open=True, width=20),
]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_hint_shines_in_dashes_of_white_and_dark_and_no_other_colour(shape: Shape) -> None:
    picture = pygame.Surface((200, 200))
    picture.fill(GREY)
    draw_light(picture, Lit(shape, PLANNED), 16)
    seen = [picture.get_at((x, y)) for x in range(200) for y in range(200)]
    assert all(max(r, g, b) - min(r, g, b) < 45 for r, g, b, _ in seen), "no colour"
    bright = pygame.mask.from_threshold(picture, (255, 255, 255), (40, 40, 40))
    dark = pygame.mask.from_threshold(picture, (30, 20, 10), (50, 50, 50))
    assert len(bright.connected_components(4)) >= 3, "dashes"
    assert dark.count() > bright.count() * 0.5


def placing(table: Table) -> tuple[Step, ...]:
    """A plan to place a trader in that house."""
    legal = table.match.state.legal_actions()
    steps = steps_of(table.match.state, [one.text for one in legal if one.path == ("supply.trader", HOUSE)])
    assert len(steps) == 1
    return steps


def plan_marks(app: App) -> tuple[Table, Canvas]:
    app.home(to.Title())
    table = Table(app, new_match("hansa-teutonica", 3))
    app.push(table)
    app.step()
    canvas = Canvas(app.surface.get_size())
    draw_plan(canvas, table.view, placing(table), table.stage.camera.window, app.metrics.unit)
    return table, canvas


def test_a_hint_has_an_arrow_and_the_ghost_of_the_piece_where_it_would_lie(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table, canvas = plan_marks(app)
    x, y = table.view.anchor(HOUSE, table.match.state)
    figures = [mark for mark in canvas.marks if mark[2] is FIGURE]
    assert any(mark[0][0] is pygame.draw.polygon for mark in figures), "the arrow has a tip"
    unit = app.metrics.unit
    assert all(abs(mark[1][0] - x) < 5 * unit and abs(mark[1][1] - y) < 5 * unit for mark in figures)
    ghosts = [
        mark[0] for mark in canvas.marks if isinstance(mark[0], pygame.Surface) and mark[0].get_alpha() != 255
    ]
    assert ghosts


def test_a_hint_at_rest_changes_nothing_on_the_screen(open_app: Callable[..., App]) -> None:
    """Its marks are the same from frame to frame, so nothing of it is painted again."""
    app = open_app()
    table, canvas = plan_marks(app)
    again = Canvas(app.surface.get_size())
    draw_plan(again, table.view, placing(table), table.stage.camera.window, app.metrics.unit)
    assert again.marks == canvas.marks


def test_the_next_step_of_a_hint_comes_into_sight_on_a_phone(open_app: Callable[..., App]) -> None:
    app = open_app((780, 1688), 2)
    app.home(to.Title())
    app.push(table := Table(app, new_match("hansa-teutonica", 3)))
    app.step()
    first, second = "groningen-emden.1", "stendal-magdeburg.1"  # at opposite ends of the board
    plan = [f"place trader {first}", f"place trader {second}"]
    table.hint.steps, table.hint._asked = steps_of(table.match.state, plan), True
    assert table.hint.action is not None and len(table.hint.steps) == 2
    table.hint._shown(table.hint.action.path)
    for house in (first, second):
        shape = table.view.shape(f"house.{house}", table.match.state)
        assert shape is not None and table.stage.camera.seen.contains(shape.rect)
        assert table.hint.action is not None
        table.play(table.hint.action)


@pytest.mark.parametrize("text", ["normal", "largest"])
def test_what_is_advised_keeps_its_caption_and_buttons_take_few_rows(text: str) -> None:
    """Five of them, in German, stood in four rows on a phone."""
    metrics = theme.metrics(780, 1688, 2, {"normal": 1.0, "largest": 1.6}[text])
    bar = pygame.FRect(110, 1300, 780 - 130, metrics.button + metrics.unit * 0.5)
    take = Spec("take", "So spielen", None, "brass", "check")
    more = [
        Spec("income", "Einkommen nehmen", None),
        Spec("finish", "Aktionen beenden, Wanderer versetzen", None),
        Spec("walk", "Wanderer versetzen (1 Aktion)", None),
    ]
    end = Spec("end", "Zug beenden (1 Aktion übrig)", None, "sea", apart=True)
    board = pygame.FRect(0, 0, 780, 0)
    for specs, most in (([take, *more, end], 2), ([take, end], 1)):
        rows = rows_of(bar, metrics, specs, metrics.unit)
        board.height = bar.y - (rows - 1) * (metrics.button + metrics.unit * 0.24)
        buttons = action_buttons(bar, metrics, specs, [board], metrics.unit)
        assert rows <= most + (text == "largest") and not covered(buttons, [board])
        assert all(button.caption != "" and button.shows_all(metrics.unit) for button in buttons)
