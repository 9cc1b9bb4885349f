"""The piece in hand follows the mouse; on touch it floats beside its origin, where its ghost is left."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.client.draw import canvas as canvas_module
from game.client.frame import to
from game.client.frame.app import App
from game.client.table.table import Table
from tests.client.conftest import Person, new_match


def with_a_trader(app: App) -> tuple[Table, str]:
    """A table, and a house in which the player to move has a piece."""
    app.home(to.Title())
    match = new_match("hansa-teutonica", 3)
    action = next(one for one in match.state.legal_actions() if one.text.startswith("place trader"))
    match.play(action)
    table = Table(app, match)
    app.push(table)
    app.step()
    while table.unfinished:
        app.step()
    return table, action.path[-1]


def painted(app: App, monkeypatch: pytest.MonkeyPatch) -> list[pygame.Rect]:
    """What is painted from now on."""
    parts: list[pygame.Rect] = []
    show = canvas_module.Screen.show

    def noting(*args: object, **options: object) -> list[pygame.Rect]:
        found = show(*args, **options)  # type: ignore[arg-type]
        parts.extend(found)
        return found

    monkeypatch.setattr(canvas_module.Screen, "show", noting)
    return parts


def sprite_at(app: App, table: Table, x: float, y: float) -> bool:
    """Whether the middle of the trader in hand is drawn at a point."""
    piece = table.view.piece("trader", table.match.state.actor)
    middle = piece.get_at((piece.get_width() // 2, piece.get_height() // 2))
    near = [(round(x) + dx, round(y) + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return any(app.surface.get_at(at)[:3] == middle[:3] for at in near)


def beside(table: Table, x: float, y: float) -> tuple[float, float]:
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
