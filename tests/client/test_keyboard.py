"""Keyboard navigation of a table: Tab from group to group, arrows within, everything reachable."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import groupby

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.app.keyboard import ARROWS, along, tab_stops
from game.client.draw.widgets import TextField, Widget
from game.client.pages.games import PastePage
from game.client.table.table import TableScene
from game.client.touch.hit_targets import HitTarget
from game.match.standing import Answers
from game.platform import Element
from tests.client import test_displacing as displacing
from tests.client.conftest import Person, finished, hurried, new_match

pytestmark = pytest.mark.usefixtures("unseen")
OpenApp = Callable[..., App]
MOST_STOPS = 15
TABLES = [("hansa-teutonica", 2), ("hansa-teutonica", 3), ("hansa-teutonica", 5), ("hansa", 3)]
TOLD_ONLY = ("heading", "chapter", "section", "note")


def seated(app: App, game: str, seats: int = 3) -> TableScene:
    table = TableScene(app, new_match(game, seats))
    app.push(table)
    app.step()
    return table


def touchable(table: TableScene) -> list[Widget]:
    return [widget for widget in table.widgets if widget.act]


def under_headings(app: App) -> dict[str, list[Element]]:
    """Return the controls by the heading above them."""
    told: dict[str, list[Element]] = {}
    title = ""
    for element in app.elements():
        if element.kind in ("chapter", "section"):
            title = element.label
        elif element.kind not in TOLD_ONLY:
            told.setdefault(title, []).append(element)
    return told


def in_one_piece(table: TableScene) -> None:
    groups = [name for name, _ in groupby(widget.group for widget in touchable(table)) if name]
    assert len(groups) == len(set(groups)), "no group begins a second time"


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_turn_has_a_stop_for_each_group_and_not_for_each_house(
    open_app: OpenApp, game: str, seats: int, size: tuple[int, int]
) -> None:
    table = seated(open_app(size), game, seats)
    assert len(tab_stops(table.widgets)) <= MOST_STOPS
    in_one_piece(table)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_arrows_reach_everything_of_a_group(open_app: OpenApp, game: str, seats: int) -> None:
    table = seated(open_app(), game, seats)
    everything = touchable(table)
    for name in {widget.group for widget in everything} - {""}:
        group = {widget.id for widget in everything if widget.group == name}
        for first in (widget for widget in everything if widget.group == name):
            seen, ahead = {first.id}, [first]
            while ahead:
                widget = ahead.pop()
                for found in (along(widget, everything, key) for key in ARROWS):
                    assert found is not None
                    if found.group == name and found.id not in seen:
                        seen.add(found.id)
                        ahead.append(found)
            assert seen == group, (name, first.id)


def test_houses_are_under_the_names_of_their_routes_and_last(open_app: OpenApp) -> None:
    app = open_app()
    table = seated(app, "hansa-teutonica")
    told = under_headings(app)
    routes = {title: [one.id for one in found] for title, found in told.items()}
    houses = {title: ids for title, ids in routes.items() if ids[0].startswith("house.")}
    assert len(houses) == 32
    assert houses["Groningen–Emden"] == [f"house.groningen-emden.{number}" for number in (1, 2, 3)]
    possible = [one.group for title, found in told.items() for one in found if title != "Desks and menu"]
    assert list(dict.fromkeys(possible)) == ["desk", "answers", "routes.later", "queries"]
    sections = {one.label for one in app.elements() if one.kind == "section"}
    assert sections == set(houses)
    Person(app).click("supply.trader")
    assert table.chooser.chosen
    asked = [element.label for element in app.elements() if element.kind == "chapter"]
    assert asked[0] == "Groningen–Emden", "asked for, they come right after the question"
    also = [element.id for element in under_headings(app)["More choices"]]
    assert "back" in also, "a button is not taken for a part of a route"


def test_all_through_a_game_stops_are_few_and_towns_come_before_houses(open_app: OpenApp) -> None:
    app = open_app()
    table, rng = seated(app, "hansa-teutonica"), random.Random(5)
    both = 0
    for turn in range(400):
        if table.match.state.outcome is not None:
            break
        table.match.play(hurried(table.match.state, rng))
        if turn % 4:
            continue
        table.follow(0)
        app.refresh()
        assert len(tab_stops(table.widgets)) <= MOST_STOPS
        for asked in (True, False):
            targets = [one for one in touchable(table) if isinstance(one, HitTarget) and one.asked is asked]
            houses = [spot.id.startswith("house.") for spot in targets]
            assert houses == sorted(houses), "houses come last"
            both += len(set(houses)) > 1
        in_one_piece(table)
    assert both > 10, "houses were not all that could be touched"


def test_home_and_end_go_to_the_ends_of_a_group_and_tab_returns_to_where_it_left(open_app: OpenApp) -> None:
    app = open_app()
    table, person = seated(app, "hansa-teutonica"), Person(app)
    person.key(pygame.K_TAB)
    while app.focus not in table.targets or not app.focus.startswith("house."):
        person.key(pygame.K_TAB)
    houses = [widget.id for widget in touchable(table) if widget.id.startswith("house.")]
    assert app.focus == houses[0]
    person.key(pygame.K_END)
    assert app.focus == houses[-1]
    person.key(pygame.K_HOME)
    assert app.focus == houses[0]
    person.key(pygame.K_DOWN)
    left = app.focus
    assert left in houses and left != houses[0]
    person.key(pygame.K_TAB)
    assert app.focus not in houses
    person.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert app.focus == left


def test_enter_does_not_activate_a_control_that_was_gone_and_has_returned(open_app: OpenApp) -> None:
    app = open_app()
    table, person = seated(app, "hansa-teutonica"), Person(app)
    while app.focus != "supply.trader":
        person.key(pygame.K_TAB)
    person.key(pygame.K_RETURN)
    assert table.chooser.chosen == ("supply.trader",) and app.widget("supply.trader") is None
    person.key(pygame.K_ESCAPE)
    assert app.widget("supply.trader") is not None
    person.key(pygame.K_RETURN)
    assert not table.chooser.chosen, "the prompt had the focus"
    person.key(pygame.K_DOWN)
    assert app.focus == touchable(table)[0].id, "an arrow finds the way from there"


def test_the_backspace_key_deletes_what_is_seen_as_one_character(open_app: OpenApp) -> None:
    app = open_app()
    app.push(PastePage(app))
    app.step()
    person, family = Person(app), "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    person.click("record")
    person.type(f"Zoe\u0308{family}")
    for left in ("Zoe\u0308", "Zo", "Z", "", ""):
        person.key(pygame.K_BACKSPACE)
        field = app.widget("record")
        assert isinstance(field, TextField) and field.value == left


def test_after_a_page_is_closed_the_focus_is_at_the_button_that_opened_it(open_app: OpenApp) -> None:
    app = open_app()
    seated(app, "hansa-teutonica")
    person = Person(app)
    for tool in ("menu", "log"):
        app.point_out(tool)
        person.key(pygame.K_RETURN)
        assert len(app.scenes) > 1 and app.focus != tool
        person.key(pygame.K_ESCAPE)
        assert app.focus == tool and app.show_focus
    app.point_out("menu")
    person.key(pygame.K_RETURN)
    app.replace(routes.Settings())
    person.key(pygame.K_ESCAPE)
    assert app.focus == "menu", "also if another page took its place"


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_left_and_right_do_not_leave_the_row_of_a_button(open_app: OpenApp, size: tuple[int, int]) -> None:
    app = open_app(size)
    app.home(routes.Title())
    app.open(routes.Results(finished("hansa")))
    app.step()
    buttons = [one for one in app.scene.widgets if one.act]
    rows = {round(one.rect.y) for one in buttons}
    assert 1 < len(rows) < len(buttons)
    for button in buttons:
        row = [one for one in buttons if one.rect.y == button.rect.y]
        for key, end in (("right", max), ("left", min)):
            found = along(button, buttons, key)
            assert found in row
            assert (found is button) == (button is end(row, key=lambda one: one.rect.x))


def test_other_meanings_come_after_the_answers(open_app: OpenApp) -> None:
    app = open_app()
    table = displacing.seated(app, displacing.position("5t2m"))
    displacing.by_click(app, "house.bremen-hamburg.1")
    order = [widget.id for widget in table.widgets if widget.act]
    assert order.index("button.end-turn") < order.index("instead.0")


def test_an_arrow_key_selects_the_radio_button_it_moves_to_and_goes_round(open_app: OpenApp) -> None:
    app = open_app()
    app.home(routes.Settings())
    app.step()
    radios = [one.id for one in app.scene.widgets if one.kind == "radio" and one.group == "speed"]
    assert len(radios) > 2
    person = Person(app)
    app._keyboard.focus_on(radios[0])
    for element in [*radios[1:], radios[0]]:
        person.key(pygame.K_DOWN)
        assert app.focus == element and person.widget(element).state == "chosen"
    person.key(pygame.K_UP)
    assert app.focus == radios[-1] and person.widget(radios[-1]).state == "chosen"
    assert app.settings.speed == radios[-1].removeprefix("speed.")


def test_an_arrow_key_passes_a_radio_button_that_opens_a_page(open_app: OpenApp) -> None:
    app = open_app()
    match = new_match("hansa-teutonica", 3)
    app.home(routes.Title())
    kept: list[Answers] = []
    app.open(routes.StandingAnswers(match, 0, (), kept.append))
    app.step()
    person, (place,) = Person(app), [one for one in app.scene.widgets if one.opens]
    before, _, *rest = [one.id for one in app.scene.widgets if one.group == place.group]
    app._keyboard.focus_on(before)
    person.key(pygame.K_DOWN)
    assert app.focus == place.id and app.scene.name == "answers" and place.state != "chosen"
    person.key(pygame.K_DOWN)
    assert app.focus == rest[0] and person.widget(rest[0]).state == "chosen"
