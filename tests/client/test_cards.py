"""A card tells about what is pointed at: by mouse, finger and keyboard, beside it and never over it."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.client.app import App
from game.client.cards import Card, card_size, place_card
from game.client.gestures import HOLD_SECONDS, Gestures, Hold
from game.client.scenes.table import Table
from tests.client.conftest import Person, Screen, new_match


@pytest.mark.parametrize("centre", [(20, 20), (640, 360), (1270, 700), (20, 360), (640, 710)])
def test_a_card_lies_in_the_window_and_not_on_its_thing(centre: tuple[int, int]) -> None:
    window, about = pygame.FRect(0, 0, 1280, 720), pygame.FRect(0, 0, 30, 30)
    about.center = centre
    about.clamp_ip(window)
    pygame.font.init()
    size = card_size(Card("House 2", ("Costs 1 action.", "One of three is yours then.") * 3), 20, 1200)
    card = place_card(size, about, window, 20)
    assert window.contains(card)
    assert not card.colliderect(about)


def test_a_long_touch_is_a_hold_and_no_tap() -> None:
    gestures = Gestures(800, 600, 8)
    down = pygame.event.Event(pygame.FINGERDOWN, x=0.5, y=0.5, finger_id=3)
    up = pygame.event.Event(pygame.FINGERUP, x=0.5, y=0.5, finger_id=3)
    gestures.read(down, 10.0)
    assert gestures.holding(10.1) is not None
    assert not gestures.held(10.1)
    assert gestures.held(10.0 + HOLD_SECONDS) == [Hold(400, 300, True)]
    assert gestures.holding(11.0) is None
    assert not any(type(gesture).__name__ == "Tap" for gesture in gestures.read(up, 11.0))


def table_of(app: App) -> Table:
    app.home("table", new_match("hansa-teutonica", 3, 7))
    assert isinstance(app.scene, Table)
    return app.scene


def test_what_the_mouse_is_over_has_a_card(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = table_of(app)
    house = next(spot for spot in table.spots.values() if spot.id.startswith("house."))
    app.hover = house.id
    card = table.card(house.id)
    assert card is not None
    assert card.lines


def test_the_keyboard_hears_what_the_card_says(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = table_of(app)
    Person(app).key(pygame.K_TAB)
    widget = next(w for w in table.widgets if w.id == app.focus)
    card = table.card(widget.id)
    assert card is not None
    assert isinstance(app.platform, Screen)
    assert app.platform.said[-1] == card.spoken


def test_a_long_touch_tells_and_does_not_touch(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = table_of(app)
    house = next(spot for spot in table.spots.values() if spot.id.startswith("house.") and spot.in_sight)
    before = len(table.match.record.actions)
    table.handle(Hold(*house.rect.center, True))
    app.refresh()
    app.step()
    assert table.guide.held == house.id
    assert len(table.match.record.actions) == before
    assert not table.chooser.chosen
