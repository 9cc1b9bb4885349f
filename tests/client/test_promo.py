"""Promo markers at the table: shown above their routes with their cost, and used by touch."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random

import pytest

from game import engine
from game.bots import choose
from game.client.app.app import App
from game.client.table.table import TableScene
from game.client.views import make_view
from game.client.words.i18n import t
from game.engine.core import Reason
from game.match import COLOURS, Match, PlayerInfo
from game.match import Person as Human
from tests.client.conftest import Person

RULES = engine.ruleset("hansa-teutonica")
OPTIONS = {"promos": "on", "start_player": "1"}
LAID = "used=1:plus_4_actions+1:block above=hamburg-luebeck:block.1"


def at_table(app: App, fields: str) -> TableScene:
    """Return the table of three persons in a position."""
    players = [
        PlayerInfo(name, colour) for name, colour in zip(("Anna", "Ben", "Carla"), COLOURS, strict=False)
    ]
    controllers = [Human(), Human(), Human()]
    match = Match.start("p" * 8, RULES, players, OPTIONS, 3, controllers=controllers)
    table = TableScene(app, match)
    app.push(table)
    match.state = RULES.parse_position(f"hansa-teutonica seats=3 options=promos:on+start_player:1 {fields}")
    table.choice.ask()
    app.refresh()
    app.step()
    return table


def done(table: TableScene) -> list[str]:
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


USED = "markers=0:exchange used=1:plus_4_actions+2:swap_offices+2:improve_ability"


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_used_marker_is_taken_by_touching_it_on_its_owners_desk(
    open_app: Callable[..., App], size: tuple[int, int]
) -> None:
    app = open_app(size)
    table, person = at_table(app, USED), Person(app)
    person.click("marker.exchange")
    assert "Which used marker" in table.choice.question()
    person.click("desk.2")
    app.step()
    spot = table.targets["used.2.improve_ability"]
    assert spot.asked and not spot.folded and spot.rect.colliderect(app.metrics.rect)
    assert "used.1.plus_4_actions" not in table.targets, "that desk is not to be seen"
    person.click("used.2.improve_ability")
    assert done(table) == ["use exchange 2 improve_ability"]


def test_those_on_other_desks_are_buttons_for_keyboard_and_list(open_app: Callable[..., App]) -> None:
    app = open_app((390, 844))
    table, person = at_table(app, USED), Person(app)
    person.click("marker.exchange")
    labels = {widget.id: widget.label for widget in table.widgets}
    assert labels["used.1.plus_4_actions"] == "“4 more actions” of Ben, used"
    person.click("used.1.plus_4_actions")
    assert done(table) == ["use exchange 1 plus_4_actions"]


def test_a_marker_flies_to_its_place_above_the_route_and_the_log_names_it(
    open_app: Callable[..., App],
) -> None:
    app = open_app((1280, 720))
    table = at_table(app, "markers=0:tribute " + LAID)
    table.play(table.match.state.parse_action("use tribute hamburg-luebeck"))
    events = table.match.moves[-1].events
    laid = next(event for event in events if event.kind == "promo-laid")
    view, state = table.view, table.match.state
    assert laid.target == "above.hamburg-luebeck.2" and view.flight_seconds(laid) > 0
    there, first = view.anchor(laid.target, state), view.anchor("above.hamburg-luebeck.1", state)
    shapes = view.about(state, 0)
    assert shapes[laid.target].rect.collidepoint(there) and there != first
    said = view.tell_event(laid, state)
    assert said == "Anna lays the marker “tribute” above Hamburg–Lübeck, with a trader on it."


def test_markers_above_routes_and_used_ones_have_their_cards(open_app: Callable[..., App]) -> None:
    table = at_table(open_app((1280, 720)), "markers=0:exchange " + LAID)
    state, view = table.match.state, table.view
    above = view.card("above.hamburg-luebeck.1", state)
    assert above is not None and "Ben has laid it" in " ".join(above.lines)
    used = view.card("used.1.plus_4_actions", state)
    assert used is not None and "can be taken and used again" in " ".join(used.lines)
    block = view.card("used.1.block", state)
    assert block is not None and "unused" not in " ".join(block.lines[1:]), "it lies above a route"


CLAIMED = "supply=2t,6t1m,7t1m houses=stade-hamburg:0t,0t,0t above=hamburg-luebeck:tribute.0 used=0:tribute"


@pytest.mark.parametrize(
    ("fields", "played", "decision", "reason"),
    [
        (
            f"supply=3t1m,6t,7t {LAID}",
            ("place trader hamburg-luebeck.1",),
            "block-price",
            "pays with the piece",
        ),
        (CLAIMED, ("claim stade-hamburg", "office hamburg.1"), "tribute-income", "of the tribute"),
    ],
)
def test_computers_say_why_they_pay_or_take_these_pieces(
    fields: str, played: tuple[str, ...], decision: str, reason: str
) -> None:
    state = RULES.parse_position(f"hansa-teutonica seats=3 options=promos:on+start_player:1 {fields}")
    for text in played:
        state.apply(state.parse_action(text))
    assert state.decision is not None and state.decision.id == decision
    chosen = choose(state, "medium", Random(1))
    players = [
        PlayerInfo(name, colour) for name, colour in zip(("Anna", "Ben", "Carla"), COLOURS, strict=False)
    ]
    view = make_view(RULES, players, state.options)
    assert chosen.reason is not None
    assert reason in view.why(Reason(*chosen.reason), 0, state)


@pytest.mark.parametrize(
    ("fields", "key"), [("actions=0", "table.first.buttons"), ("actions=1", "table.first")]
)
def test_a_newcomer_is_told_to_touch_what_glows_only_where_something_does(
    open_app: Callable[..., App], fields: str, key: str
) -> None:
    app = open_app((1280, 720))
    app.settings.played = ""
    table = at_table(app, fields)
    assert table.table_mode.greeting() == t(key)
