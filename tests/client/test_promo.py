"""Promo markers at the table: they lie above their routes, say what they cost, and are used by touching."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from game import engine
from game.client.frame.app import App
from game.client.table.table import Table
from game.match import COLOURS, Match, Player
from game.match import Person as Human
from tests.client.conftest import Person

RULES = engine.ruleset("hansa-teutonica")
OPTIONS = {"promos": "on", "start_player": "1"}
LAID = "used=1:plus_4_actions+1:block above=hamburg-luebeck:block.1"


def at_table(app: App, fields: str) -> Table:
    """Three persons, in a position."""
    players = [Player(name, colour) for name, colour in zip(("Anna", "Ben", "Carla"), COLOURS, strict=False)]
    controllers = [Human(), Human(), Human()]
    match = Match.start("p" * 8, RULES, players, OPTIONS, 3, controllers=controllers)
    table = Table(app, match)
    app.push(table)
    match.state = RULES.parse_position(f"hansa-teutonica seats=3 options=promos:on+start_player:1 {fields}")
    table.choice.ask()
    app.refresh()
    app.step()
    return table


def done(table: Table) -> list[str]:
    return [str(action) for action in table.match.record.actions]


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_tribute_is_laid_by_touching_it_and_a_route(
    open_app: Callable[..., App], size: tuple[int, int]
) -> None:
    app = open_app(size)
    table, person = at_table(app, "markers=0:tribute"), Person(app)
    person.click("marker.tribute")
    person.click("route.bremen-minden")
    if not done(table):
        person.click("route.bremen-minden")
    assert done(table) == ["use tribute bremen-minden"]


def test_route_and_house_say_what_a_block_takes_and_it_is_told_aloud(open_app: Callable[..., App]) -> None:
    table = at_table(open_app((1280, 720)), LAID)
    state = table.match.state
    for element in ("route.hamburg-luebeck", "house.hamburg-luebeck.1"):
        card = table.view.card(element, state)
        assert card is not None and "Placing a piece here costs 1 more" in " ".join(card.lines)
    other = table.view.card("route.bremen-minden", state)
    assert other is not None and "1 more" not in " ".join(other.lines)
    told = " ".join(line for chapter in table.view.chapters(state) for line in chapter.lines)
    assert "“block a route” of Ben on Hamburg–Lübeck" in told


def test_markers_of_modules_lie_on_the_desk_like_all_others(open_app: Callable[..., App]) -> None:
    table = at_table(open_app((1280, 720)), "markers=0:block+0:tribute+0:swap_offices")
    areas = [
        table.view.shape(f"marker.{name}", table.match.state) for name in ("swap_offices", "tribute", "block")
    ]
    boxes = [area.rect for area in areas if area is not None]
    assert len(boxes) == 3 and not any(one.colliderect(two) for one, two in itertools.pairwise(boxes))
