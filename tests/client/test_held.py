"""The piece in hand follows the mouse; on touch it floats next to its origin, where its ghost is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.draw import canvas as canvas_module
from game.client.table.table import TableScene
from tests.client.conftest import Person, new_match


def with_a_trader(app: App) -> tuple[TableScene, str]:
    """Return a table, and a house in which the player to move has a piece."""
    app.home(routes.Title())
    match = new_match("hansa-teutonica", 3)
    action = next(one for one in match.state.legal_actions() if one.text.startswith("place trader"))
    match.play(action)
    table = TableScene(app, match)
    app.push(table)
    app.step()
    while table.unfinished:
        app.step()
    return table, action.path[-1]


def painted(app: App, monkeypatch: pytest.MonkeyPatch) -> list[pygame.Rect]:
    """Return a list that collects the areas painted from now on."""
    parts: list[pygame.Rect] = []
    show = canvas_module.Screen.show

    def noting(*args: object, **options: object) -> list[pygame.Rect]:
        found = show(*args, **options)  # type: ignore[arg-type]
        parts.extend(found)
        return found

    monkeypatch.setattr(canvas_module.Screen, "show", noting)
    return parts


def sprite_at(app: App, table: TableScene, x: float, y: float) -> bool:
    """Return whether the middle of the trader in hand is drawn at a point."""
    piece = table.view.piece("trader", table.match.state.actor)
    middle = piece.get_at((piece.get_width() // 2, piece.get_height() // 2))
    near = [(round(x) + dx, round(y) + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return any(app.surface.get_at(at)[:3] == middle[:3] for at in near)


def beside(table: TableScene, x: float, y: float) -> tuple[float, float]:
    wide, high = table.view.piece("trader", table.match.state.actor).get_size()
    return x + wide * 0.6, y - high * 0.6


def test_a_lifted_piece_follows_the_mouse_and_marks_nothing_else(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    table, house = with_a_trader(app)
    person = Person(app)
    person.click(house)
    while table.unfinished:
        app.step()
    window = table.stage.camera.window
    places = [
        (window.x + window.width * part, window.y + window.height * 0.48) for part in (0.30, 0.33, 0.36)
    ]
    person.move_to(*places[0])
    parts = painted(app, monkeypatch)
    for x, y in places[1:]:
        person.move_to(x, y)
        assert sprite_at(app, table, *beside(table, round(x), round(y)))
    assert parts, "it was painted"
    most = 0.15 * window.width * window.height
    assert max(part.width * part.height for part in parts) < most, "and little besides"
    assert table.update(1e9) is None, "nothing moves while the mouse rests"


def test_on_touch_it_floats_beside_its_origin_where_its_ghost_is_left(open_app: Callable[..., App]) -> None:
    app = open_app((780, 1688), 2)
    table, house = with_a_trader(app)
    before = app.surface.copy()
    table.touch(house)
    app.mouse.exact, app.mouse.place = False, (1.0, 1.0)
    app.refresh()
    app.step()
    while table.unfinished:
        app.step()
    shape = table.view.shape(house, table.match.state)
    assert shape is not None
    x, y = round(shape.rect.centerx), round(shape.rect.centery)
    assert sprite_at(app, table, *beside(table, x, y))
    ghost, there = app.surface.get_at((x, y)), before.get_at((x, y))
    assert ghost != there and not sprite_at(app, table, x, y), "a ghost, and not the piece"


def test_nothing_is_in_hand_before_a_piece_is_taken_and_once_it_is_set_down(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table, house = with_a_trader(app)
    assert table.pointing.in_hand is None
    table.touch("supply.trader")
    held = table.pointing.in_hand
    assert held is not None and (held.piece, held.origin) == ("trader", "supply.trader")
    table.choice.back()
    table.touch(house)
    held = table.pointing.in_hand
    assert held is not None and held.origin == house
    setting = next(one for one in table.match.state.legal_actions() if one.text.startswith("set"))
    table.play(setting)
    assert table.pointing.in_hand is None


def test_a_lifted_piece_is_set_back_by_the_back_button_and_by_escape(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, house = with_a_trader(app)
    person = Person(app)
    for way in ("back", "escape"):
        table.touch(house)
        assert len(table.match.moves) == 2 and table.choice.lifted
        if way == "back":
            person.click("back")
        else:
            person.key(pygame.K_ESCAPE)
        assert len(table.match.moves) == 1 and app.scene is table, way
        assert app.widget("back") is None, "nothing is in hand"


def test_a_displaced_piece_comes_to_the_mouse_only_once_that_moves(open_app: Callable[..., App]) -> None:
    """Shown next to a resting mouse over the scoring track, it would look like a score."""
    app = open_app()
    app.home(routes.Title())
    match = new_match("hansa-teutonica", 3)
    for text in ("place trader minden-hannover.1", "end-turn", "displace trader minden-hannover.1"):
        match.play(match.state.parse_action(text))
    match.play(next(one for one in match.state.legal_actions() if one.text.startswith("pay")))
    app.push(table := TableScene(app, match))
    app.step()
    held, window = table.pointing.in_hand, table.stage.camera.window
    assert held is not None and not held.origin
    x, y = window.x + window.width * 0.98, window.y + window.height * 0.88  # on the scoring track
    app.mouse.exact, app.mouse.place = True, (x, y)
    app.refresh()
    app.step()
    while table.unfinished:
        app.step()
    assert not sprite_at(app, table, *beside(table, x, y))
    Person(app).move_to(x - 9, y)
    assert sprite_at(app, table, *beside(table, round(x - 9), round(y)))


def drag(app: App, start: tuple[float, float], end: tuple[float, float], *, finger: bool) -> None:
    """Press, move in two steps and let go, with a step of the app after each."""
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    width, height = app.metrics.width, app.metrics.height
    for number, (x, y) in enumerate((start, middle, end, end)):
        if finger:
            kind = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERMOTION, pygame.FINGERUP)[number]
            at: dict[str, Any] = {
                "x": x / width,
                "y": y / height,
                "dx": 0,
                "dy": 0,
                "finger_id": 3,
                "touch_id": 1,
            }
            pygame.event.post(pygame.event.Event(kind, **at))
        else:
            kind = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)[
                number
            ]
            about: dict[str, Any] = {"pos": (round(x), round(y)), "button": 1, "touch": False}
            pygame.event.post(pygame.event.Event(kind, **about))
        app.step()


def place_of(table: TableScene, element: str) -> tuple[float, float]:
    shape = table.view.shape(element, table.match.state)
    assert shape is not None
    return shape.rect.center


@pytest.mark.parametrize("finger", [False, True])
def test_a_piece_is_dragged_from_the_supply_to_a_house(open_app: Callable[..., App], finger: bool) -> None:
    app = open_app()
    app.home(routes.Title())
    table = TableScene(app, new_match("hansa-teutonica", 3))
    app.push(table)
    app.step()
    if not finger:
        Person(app).move_to(5, 5)
    pose = table.stage.camera.pose
    supply, house = place_of(table, "supply.trader"), place_of(table, "house.groningen-emden.1")
    drag(app, supply, house, finger=finger)
    assert [move.action.text for move in table.match.moves] == ["place trader groningen-emden.1"]
    town = place_of(table, "town.stendal")
    drag(app, supply, town, finger=finger)
    assert len(table.match.moves) == 1 and not table.chooser.chosen, "where nothing is on offer it goes back"
    drag(app, supply, (supply[0] + 12, supply[1] + 8), finger=finger)
    assert len(table.match.moves) == 1 and table.stage.camera.pose == pose, "the board stays where it is"


def test_a_piece_is_dragged_from_house_to_house(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, own = with_a_trader(app)
    Person(app).move_to(5, 5)
    drag(app, place_of(table, own), place_of(table, "house.coellen-warburg.1"), finger=False)
    texts = [move.action.text for move in table.match.moves[1:]]
    assert texts == [f"lift {own.removeprefix('house.')}", "set coellen-warburg.1"]


def test_a_drag_from_an_empty_house_moves_the_board(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, _ = with_a_trader(app)
    table.stage.camera.scale(2, *table.stage.camera.window.center)
    table.layout(table.app.metrics)
    pose = table.stage.camera.pose
    empty = (one for one in table.targets.values() if one.id.startswith("house.") and one.in_sight)
    x, y = next(empty).rect.center
    drag(app, (x, y), (x + 60, y + 40), finger=False)
    assert table.stage.camera.pose != pose and not table.chooser.chosen and len(table.match.moves) == 1
