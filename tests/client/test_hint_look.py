"""The look of a hint: white and dark dashes, a ghost of the piece, and an arrow where a piece moves."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.draw import paint, theme
from game.client.draw.canvas import FIGURE, Canvas
from game.client.draw.widgets import ButtonSpec
from game.client.stage.action_bar import ActionSlots, covered
from game.client.stage.outlines import Lit, draw_light
from game.client.table.table import TableScene
from game.client.touch.plan_preview import PLANNED, PreviewStep, draw_plan, draw_plan_ways, steps_of
from game.client.views.view import Shape
from tests.client.conftest import new_match

HOUSE = "house.bremen-minden.2"
EAST = ("stendal-magdeburg.1", "stendal-magdeburg.2")
WEST = ("groningen-emden.1", "groningen-emden.2")
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


def placing(table: TableScene) -> tuple[PreviewStep, ...]:
    """Return a plan to place a trader in that house."""
    legal = table.match.state.legal_actions()
    steps = steps_of(table.match.state, [one.text for one in legal if one.path == ("supply.trader", HOUSE)])
    assert len(steps) == 1
    return steps


def opened(app: App) -> TableScene:
    app.home(routes.Title())
    app.push(table := TableScene(app, new_match("hansa-teutonica", 3)))
    app.step()
    return table


def marks(app: App, table: TableScene, steps: tuple[PreviewStep, ...], desk: bool = True) -> Canvas:
    canvas = Canvas(app.surface.get_size())
    draw_plan(canvas, table.view, steps, table.stage.camera.seen, app.metrics.unit, desk)
    return canvas


def ways(app: App, table: TableScene, steps: tuple[PreviewStep, ...]) -> Canvas:
    """Return the draw commands of a plan's arrows."""
    canvas = Canvas(app.surface.get_size())
    draw_plan_ways(canvas, table.view, steps, table.stage.camera.seen, app.metrics.unit)
    return canvas


def plan_marks(app: App) -> tuple[TableScene, Canvas]:
    table = opened(app)
    return table, marks(app, table, placing(table))


def arrows(canvas: Canvas) -> list[pygame.FRect]:
    """Return the bounding boxes of an arrow's lines."""
    figures = [mark for mark in canvas.marks if mark[2] is FIGURE and mark[0][0] is not pygame.draw.polygon]
    return [pygame.FRect(mark[1]) for mark in figures]


@pytest.mark.parametrize(("size", "ratio"), [((1280, 720), 1), ((780, 1688), 2)])
def test_a_hint_shows_the_ghost_of_the_piece_and_no_line_from_the_player_board(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    """An arrow from there would cross player boards, buttons and names. The supply is highlighted."""
    app = open_app(size, ratio)
    table, canvas = plan_marks(app)
    ghosts = [
        mark[0] for mark in canvas.marks if isinstance(mark[0], pygame.Surface) and mark[0].get_alpha() != 255
    ]
    assert ghosts
    assert not arrows(canvas) and not ways(app, table, placing(table)).marks
    supply = table.view.shape("supply.trader", table.match.state)
    assert supply is not None and any(supply.rect.colliderect(mark[1]) for mark in canvas.marks)
    folded = marks(app, table, placing(table), desk=False)
    assert not any(supply.rect.colliderect(mark[1]) for mark in folded.marks)


def test_a_hint_at_rest_changes_nothing_on_the_screen(open_app: Callable[..., App]) -> None:
    """The draw commands are equal from frame to frame, so nothing of it is repainted."""
    app = open_app()
    table, canvas = plan_marks(app)
    again = Canvas(app.surface.get_size())
    draw_plan(again, table.view, placing(table), table.stage.camera.window, app.metrics.unit)
    assert again.marks == canvas.marks


def test_the_next_step_of_a_hint_comes_into_sight_on_a_phone(open_app: Callable[..., App]) -> None:
    app = open_app((780, 1688), 2)
    table = opened(app)
    first, second = "groningen-emden.1", "stendal-magdeburg.1"  # at opposite ends of the board
    plan = [f"place trader {first}", f"place trader {second}"]
    table.hint.steps, table.hint._asked = steps_of(table.match.state, plan), True
    assert table.hint.action is not None and len(table.hint.steps) == 2
    table.hint.fresh = True
    table.update(0)
    for house in (first, second):
        shape = table.view.shape(f"house.{house}", table.match.state)
        assert shape is not None and table.stage.camera.seen.contains(shape.rect)
        assert table.hint.action is not None
        table.play(table.hint.action)


def ready_to_move(app: App) -> TableScene:
    """Return a table where two traders of the player to act are in the far east."""
    table = opened(app)
    match = table.match
    for text in (*(f"place trader {house}" for house in EAST), *["end-turn"] * 3):
        match.play(match.state.parse_action(text))
    table.follow(0)
    return table


def move() -> list[str]:
    """Return a plan to move these two to the far west."""
    return [*(f"lift {house}" for house in EAST), *(f"set {house}" for house in WEST)]


def test_a_hint_to_move_a_piece_shows_and_says_where_to_on_a_phone(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two pieces are taken up first, so the destination and the arrow to it must be visible."""
    app = open_app((780, 1688), 2)
    table = ready_to_move(app)
    source = table.view.shape(f"house.{EAST[0]}", table.match.state)
    assert source is not None
    table.stage.camera.scale(4, *source.rect.center)
    table.layout(table.app.metrics)
    table.hint.steps, table.hint._asked = steps_of(table.match.state, move()), True
    assert len(table.hint.steps) == 4
    said = list[str]()
    table.hint.fresh = True
    table.update(0)
    for house, goal in [*zip(EAST, WEST, strict=True), *((house, house) for house in WEST)]:
        for place in (house, goal):
            shape = table.view.shape(f"house.{place}", table.match.state)
            assert shape is not None and table.stage.camera.seen.contains(shape.rect)
            name = table.view.label(f"house.{place}", table.match.state).partition(" (")[0]
            assert name.lower() in table.hint.sentence().lower()
        said.clear()
        with monkeypatch.context() as patched:
            patched.setattr(paint, "blit_text", lambda target, words, *how: said.append(words))
            table.hint.draw(app.surface, table.stage.camera.seen, app.metrics.unit, True)
        assert f"{3 + WEST.index(goal)}/4" in said
        assert table.hint.action is not None
        table.play(table.hint.action)


def test_an_arrow_to_where_a_piece_is_set_down_begins_where_it_was_taken_up(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table = ready_to_move(app)
    house = table.view.shape(f"house.{EAST[0]}", table.match.state)
    assert house is not None
    every = steps_of(table.match.state, move())
    for steps in (every[:3], every[2:3]):  # planned, and in hand
        drawn, unit = arrows(ways(app, table, steps)), app.metrics.unit
        whole = drawn[0].unionall(drawn[1:])
        assert whole.colliderect(house.rect.inflate(2 * unit, 2 * unit))


@pytest.mark.parametrize("text", ["normal", "largest"])
def test_what_is_advised_keeps_its_caption_and_buttons_take_few_rows(
    open_app: Callable[..., App], text: str
) -> None:
    """Five buttons, in German, on a phone."""
    open_app()
    metrics = theme.metrics(780, 1688, 2, {"normal": 1.0, "largest": 1.6}[text])
    bar = pygame.FRect(110, 1300, 780 - 130, metrics.button + metrics.unit * 0.5)
    take = ButtonSpec("take", "So spielen", None, "brass", "check")
    more = [
        ButtonSpec("income", "Einkommen nehmen", None),
        ButtonSpec("finish", "Aktionen beenden, Wanderer versetzen", None),
        ButtonSpec("walk", "Wanderer versetzen (1 Aktion)", None),
    ]
    end = ButtonSpec("end", "Zug beenden (1 Aktion übrig)", None, "sea", apart=True)
    board = pygame.FRect(0, 0, 780, 0)
    for specs, most in (([take, *more, end], 2), ([take, end], 1)):
        slots = ActionSlots()
        rows = slots.rows(bar, metrics, specs, metrics.unit)
        board.height = bar.y - (rows - 1) * (metrics.button + metrics.unit * 0.24)
        buttons = slots.buttons(bar, metrics, specs, [board], metrics.unit, 0)
        assert rows <= most + (text == "largest") and not covered(buttons, [board])
        assert all(button.caption != "" and button.shows_all(metrics.unit) for button in buttons)
