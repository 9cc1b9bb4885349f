"""Inspect mode: the keyboard reaches everything that has a card, and other lists stay short."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import engine
from game.client.app.app import App
from game.client.app.keyboard import tab_stops
from game.client.table.table import TableScene
from game.client.touch.inspect_mode import Thing
from tests.client.conftest import Person, Screen, new_match
from tests.needs import HAS


def seated(app: App, game: str) -> TableScene:
    table = TableScene(app, new_match(game, 3))
    app.push(table)
    app.step()
    return table


def things(table: TableScene) -> list[Thing]:
    return [widget for widget in table.widgets if isinstance(widget, Thing)]


@pytest.mark.parametrize("game", engine.rulesets())
def test_everything_with_a_card_can_be_reached_by_key(open_app: Callable[..., App], game: str) -> None:
    app = open_app()
    table, person = seated(app, game), Person(app)
    told = table.view.about(table.match.state, table.shown_seat)
    assert not things(table)
    person.key(pygame.K_i)
    reached = {thing.id for thing in things(table)} | set(table.targets)
    assert {element for element in told if table.pointing.card(element) is not None} <= reached
    assert len(things(table)) >= (20 if HAS["view"](game) else 1)
    person.key(pygame.K_ESCAPE)
    assert app.scene is table and not things(table)


def test_tab_stops_once_at_the_things_and_arrows_go_on_among_them(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, person = seated(app, "hansa-teutonica"), Person(app)
    person.key(pygame.K_i)
    first = app.focus
    assert app.show_focus and first in {thing.id for thing in things(table)}
    assert len(tab_stops(things(table))) == 1
    screen = app.platform
    assert isinstance(screen, Screen)
    for key in (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT):
        person.key(key)
        if app.focus in {thing.id for thing in things(table)}:
            card = table.pointing.card(app.focus)
            assert card is not None and person.widget(app.focus).label == card.title
            assert screen.said[-1] == " ".join(card.lines), "the title is the focused thing's name already"
    assert app.focus != first


def test_the_mouse_never_hits_what_can_only_be_looked_at(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, person = seated(app, "hansa"), Person(app)
    person.key(pygame.K_i)
    hit = [table.at(*thing.rect.center, False) for thing in things(table)]
    assert hit and not any(isinstance(widget, Thing) for widget in hit)
