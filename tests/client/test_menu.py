"""The menu of a table: over it, in groups, closed by a click outside."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.pages.menu import MenuPage
from game.client.table.table import TableScene
from game.platform import Changed, Insets

from .conftest import Person, Screen
from .gallery import half_played

Open = Callable[..., App]
DESK, UPRIGHT, LYING = ((1280, 720), 1.0), ((780, 1688), 2.0), ((844, 390), 1.0)


def menu_of(app: App, route: routes.Route | None = None) -> MenuPage:
    """Return the menu opened from a table."""
    app.home(routes.Title())
    app.open(route or routes.Table(half_played("hansa-teutonica")))
    app.step()
    app.step()
    Person(app).click("menu")
    app.step()
    assert isinstance(app.scene, MenuPage)
    return app.scene


@pytest.mark.parametrize(("size", "ratio"), [DESK, UPRIGHT, LYING])
def test_the_table_is_seen_dimmed_behind_the_menu(
    open_app: Open, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    app.home(routes.Title())
    app.open(routes.Table(half_played("hansa-teutonica")))
    for _ in range(200):
        app.step()
    before = app.surface.copy()
    Person(app).click("menu")
    app.step()
    assert isinstance(app.scene, MenuPage)
    around = app.scene._sheet.inflate(80, 80)
    places = [(x, y) for x in range(0, size[0], 7) for y in range(0, size[1], 7)]
    seen = [place for place in places if not around.collidepoint(place)]
    pairs = [(before.get_at(place), app.surface.get_at(place)) for place in seen]
    assert len({tuple(now) for _, now in pairs}) > 50, "a picture, not a ground"
    assert sum(sum(now[:3]) for _, now in pairs) < 0.7 * sum(sum(then[:3]) for then, _ in pairs)


def test_done_on_the_page_of_the_seats_leads_back_to_the_table(open_app: Open) -> None:
    app = open_app()
    menu_of(app)
    depth = len(app.scenes)
    for element, name in (("seats", "seats"), ("back", "table")):
        Person(app).click(element)
        app.step()
        assert app.scene.name == name
    assert len(app.scenes) == depth - 1, "the menu is closed"


@pytest.mark.parametrize(("size", "ratio"), [DESK, UPRIGHT, LYING])
def test_it_is_a_card_in_the_middle_and_on_a_phone_a_sheet_from_below(
    open_app: Open, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    sheet, window = menu_of(app)._sheet, app.metrics.rect
    assert sheet.height < window.height * 0.95
    if (size, ratio) == DESK:
        assert sheet.center == pytest.approx(window.center, abs=2)
    else:
        assert sheet.bottom == window.bottom and sheet.centerx == pytest.approx(window.centerx, abs=1)


def test_its_entries_are_in_groups_with_headings_and_tab_stops_once_at_each(open_app: Open) -> None:
    app = open_app()
    menu_of(app)
    groups: dict[str, list[str]] = {}
    heading = ""
    for element in app.elements():
        if element.kind == "chapter":
            heading = element.label
        elif heading and element.group:
            groups.setdefault(heading, []).append(element.id)
    assert groups == {
        "This game": ["forecast", "seats", "share", "note", "leave"],
        "Looking back and ahead": ["log", "replay", "advance"],
        "Around the table": ["settings", "rules", "about"],
    }
    stops = [element.id for element in app.elements() if element.stop and element.kind == "button"]
    assert stops == ["resume", "forecast", "log", "settings"]
    person = Person(app)
    for key, focus in ((pygame.K_TAB, "resume"), (pygame.K_TAB, "forecast"), (pygame.K_RIGHT, "seats")):
        person.key(key)
        assert app.focus == focus


def test_the_guide_is_dismissed_at_the_end_of_the_first_group(open_app: Open) -> None:
    app = open_app()
    menu = menu_of(app, routes.FirstGame("hansa"))
    first = [widget for widget in menu.widgets if widget.group == "game"]
    assert [widget.id for widget in first][-2:] == ["leave", "guide"]
    assert first[-1].label == "No more guidance"


@pytest.mark.parametrize(("size", "ratio"), [DESK, UPRIGHT])
def test_a_touch_beside_the_menu_puts_it_away_and_does_nothing_else(
    open_app: Open, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    menu = menu_of(app)
    moves, person = len(menu.match.moves), Person(app)
    person.tap_at(menu._sheet.x + menu._sheet.width / 2, menu._sheet.y + 4)
    assert app.scene is menu, "between its buttons"
    person.tap_at(app.metrics.width / 2, menu._sheet.y - 40)
    table = app.scene
    assert isinstance(table, TableScene) and len(menu.match.moves) == moves


def test_a_sheet_from_below_reaches_the_edge_of_a_phone_that_covers_it(open_app: Open) -> None:
    app = open_app(*UPRIGHT)
    assert isinstance(app.platform, Screen)
    app.platform.insets = Insets(bottom=68)
    menu = menu_of(app)
    app.handle(Changed("size"))
    app.step()
    assert menu._sheet.bottom == app.surface.get_height() - 68
    lowest = app.surface.get_at((app.surface.get_width() // 2, app.surface.get_height() - 1))
    assert lowest == app.surface.get_at((round(menu._sheet.x + 40), round(menu._sheet.y + 40)))
