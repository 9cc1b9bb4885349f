"""Arrows at the edge of the board overlap neither each other nor any control."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

import pygame
import pytest

from game import engine
from game.client.app.app import App
from game.client.draw.widgets import Button
from game.client.stage.edges import Edge, edge_pointers
from game.client.table.table import TableScene
from game.match import Match
from tests.client.conftest import Person, new_match
from tests.client.gallery import half_played

pytestmark = pytest.mark.usefixtures("unseen")
SIZES = [((1280, 720), 1), ((780, 1688), 2), ((1688, 780), 2)]
"""A laptop, and a phone upright and sideways."""
FINGER = 44


def towns(table: TableScene) -> list[pygame.FRect]:
    """Return the places of towns and pieces on the board."""
    view, state = table.view, table.match.state
    shapes = [view.shape(one, state) for one in view.things(state) if view.on_board(one)]
    return [shape.rect for shape in shapes if shape is not None and not shape.points]


def opened(app: App, match: Match) -> TableScene:
    """Open the table of a match and draw it."""
    table = TableScene(app, match)
    app.push(table)
    app.step()
    return table


def poses(table: TableScene, *across: float) -> Iterator[tuple[float, float, float]]:
    """Look at parts of the board, nearer and further. `across`: the horizontal centres of the parts."""
    for pose in product((1.6, 2.6), across, (0.1, 0.5, 0.9)):
        table.stage.camera.go_to(pose)
        table.stage.place_board()
        table.layout(table.app.metrics)
        yield pose


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", engine.rulesets())
def test_wherever_one_looks_the_arrows_lie_on_nothing_else(
    open_app: Callable[..., App], game: str, size: tuple[tuple[int, int], float]
) -> None:
    app = open_app(*size)
    table = TableScene(app, half_played(game))
    app.push(table)
    camera, seen = table.stage.camera, set[str]()
    for zoom, x, y in product((1.6, 2.6, 4.0), (0.1, 0.5, 0.9), (0.1, 0.5, 0.9)):
        camera.go_to((zoom, x, y))
        app.step()
        table.layout(table.app.metrics)
        arrows = [widget for widget in table.widgets if isinstance(widget, Edge)]
        sides = [arrow.id for arrow in arrows]
        assert len(set(sides)) == len(sides), "one a side"
        seen.update(sides)
        for one, other in combinations(arrows, 2):
            assert not one.rect.colliderect(other.rect), (sides, zoom, x, y)
        for arrow in arrows:
            assert camera.seen.inflate(1, 1).contains(arrow.rect)
            touched = [spot for spot in table.targets.values() if spot.on_board and spot.in_sight]
            small = [spot.id for spot in touched if min(spot.rect.size) < 2 * app.metrics.finger]
            assert not [one for one in small if table.targets[one].rect.colliderect(arrow.rect)], arrow.id
            assert arrow.rect.collidelist(towns(table)) < 0, arrow.id
            assert arrow.rect.width == arrow.rect.height == app.metrics.finger
            buttons = [one for one in table.widgets if isinstance(one, Button)]
            assert not [one.id for one in buttons if one.rect.colliderect(arrow.rect)], arrow.id
    assert len(seen) > 1


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", engine.rulesets())
def test_nearly_every_side_with_something_out_of_view_has_an_arrow(
    open_app: Callable[..., App], game: str, size: tuple[tuple[int, int], float]
) -> None:
    """After the first action as well: what the prompt does not ask for can also be out of view."""
    table = opened(open_app(*size), half_played(game))
    sides = arrows = 0
    for _ in poses(table, 0.1, 0.5, 0.9):
        out = [spot for spot in table.targets.values() if spot.on_board and not spot.in_sight]
        shown = [widget for widget in table.widgets if isinstance(widget, Edge)]
        assert sum(arrow.count for arrow in shown) <= len(out)
        sides, arrows = sides + bool(out), arrows + bool(shown)
    assert arrows == sides > 0


@pytest.mark.parametrize("size", [SIZES[1], ((640, 1136), 2), ((750, 1334), 2), ((1080, 2400), 3)], ids=str)
@pytest.mark.parametrize("game", engine.rulesets())
def test_on_an_upright_board_the_button_for_the_whole_board_covers_no_town(
    open_app: Callable[..., App], game: str, size: tuple[tuple[int, int], float]
) -> None:
    table = opened(open_app(*size), new_match(game, 3))
    if table.stage.at_home:
        table.stage.glide_filled(0.0)
        table.layout(table.app.metrics)
    whole = next(widget for widget in table.widgets if widget.id == "whole")
    assert whole.rect.collidelist(towns(table)) < 0
    assert min(whole.rect.size) >= table.app.metrics.finger


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]], ids=str)
@pytest.mark.parametrize("game", engine.rulesets())
def test_on_a_wide_board_the_button_for_the_whole_board_gives_way_to_a_town(
    open_app: Callable[..., App], game: str, size: tuple[tuple[int, int], float]
) -> None:
    table = opened(open_app(*size), half_played(game))
    covered = []
    for pose in poses(table, 0.1, 0.3, 0.5, 0.7, 0.9):
        whole = next(widget for widget in table.widgets if widget.id == "whole")
        assert table.stage.camera.window.contains(whole.rect)
        if whole.rect.collidelist(towns(table)) >= 0:
            covered.append(pose)
    assert not covered


def test_an_arrow_is_left_out_where_everything_can_be_touched() -> None:
    window = pygame.FRect(0, 0, 400, 300)
    full = [pygame.FRect(x, y, 38, 38) for x in range(0, 400, 40) for y in range(0, 300, 40)]
    assert not edge_pointers([pygame.FRect(900, 140, 20, 20)], full, [], window, FINGER, lambda rects: None)


def test_an_arrow_on_something_large_can_still_be_touched(open_app: Callable[..., App]) -> None:
    app = open_app((780, 1688), 2)
    table, person = TableScene(app, half_played("hansa")), Person(app)
    app.push(table)
    table.stage.camera.go_to((4.0, 0.5, 0.5))
    app.step()
    for arrow in [widget for widget in table.widgets if isinstance(widget, Edge)]:
        assert table.at(*arrow.rect.center, True) is arrow
    first = next(widget for widget in table.widgets if isinstance(widget, Edge))
    before = table.stage.camera.pose
    person.tap(first.id)
    assert table.stage.camera.pose != before


def test_no_arrow_moves_about_while_the_camera_does(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)  # time passes between frames only
    app = open_app((390, 844), 1, "normal")
    table = TableScene(app, new_match("hansa-teutonica", 3))
    app.push(table)
    while table.unfinished:
        app.step()

    def arrows() -> list[Edge]:
        return [widget for widget in table.widgets if isinstance(widget, Edge)]

    assert arrows()
    table.stage.glide_to((3.0, 0.4, 0.4), now)
    moved = 0
    while table.stage.aim != table.stage.camera.pose:
        now += 1 / 60
        app.step()
        moved += bool(table.stage.aim != table.stage.camera.pose and not arrows())
    app.step()
    assert moved and arrows()
