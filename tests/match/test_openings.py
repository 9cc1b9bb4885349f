"""Named openings: recognised from events, counted with their error, and found for a kind of game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from game.engine import ruleset
from game.engine.core import Event, ParseError, Reason, State
from game.games import GAMES, optional_part, part
from game.match.openings import FEWEST, OpeningTable, WinRate, is_opening, place_of, read_openings, table_for

HT = part("hansa-teutonica", "openings")
HANSA = part("hansa", "openings")


def played(position: str, *texts: str) -> list[Event]:
    """Return the events of actions played in a position."""
    state = ruleset(position.split()[0]).parse_position(position)
    return [event for text in texts for event in state.apply(state.parse_action(text))]


@pytest.mark.parametrize(
    ("route", "benefit", "plan"),
    [
        ("goettingen-quedlinburg", "improve actiones", "actions"),
        ("stade-hamburg", "improve privilegium", "privilege"),
        ("hamburg-luebeck", "improve bursa", "income"),
        ("groningen-emden", "improve liber_sophiae", "books"),
        ("quedlinburg-halle", "improve clavis_urbis", "keys"),
        ("minden-hannover", "office minden.1", "office"),
        ("osnabrueck-bremen", "office osnabrueck.1", "marker"),
    ],
)
def test_the_benefit_of_the_first_claim_names_the_opening(route: str, benefit: str, plan: str) -> None:
    houses = {"quedlinburg-halle": 4}.get(route, 3)
    position = f"hansa-teutonica seats=4 houses={route}:{','.join(['0t'] * houses)}"
    events = played(position, f"claim {route}", benefit)
    assert HT.recognise(events, 0) == plan
    assert HT.recognise(events, 1) == "", "another seat did nothing"


def test_only_the_first_of_two_benefits_counts() -> None:
    position = "hansa-teutonica seats=4 houses=minden-hannover:0t,0t,0t+stade-hamburg:0t,0t,0t"
    events = played(
        position, "claim stade-hamburg", "improve privilegium", "claim minden-hannover", "office minden.1"
    )
    assert HT.recognise(events, 0) == "privilege"


def test_without_a_claim_being_displaced_twice_names_the_opening() -> None:
    position = "hansa-teutonica seats=3 turn=1 houses=goettingen-quedlinburg:0t,0t"
    again = ("pay trader", "relocate goslar-quedlinburg.*", "add stock.trader goslar-quedlinburg.*")
    state = ruleset("hansa-teutonica").parse_position(position)
    events = list[Event]()
    for house in (1, 2):
        for pattern in (f"displace trader goettingen-quedlinburg.{house}", *again):
            found = [
                action
                for action in state.legal_actions()
                if action.text == pattern or (pattern[-1] == "*" and action.text.startswith(pattern[:-1]))
            ]
            if found:
                events += state.apply(found[0])
        assert HT.recognise(events, 0) == ("" if house == 1 else "displaced")


TABLE = "ship={} coins=3,3,3 markets=danzig:2+riga:2,-,- unsold={},-,- warehouses=7a:red.3+8a:red.1"


@pytest.mark.parametrize(
    ("ship", "goods", "texts", "plan"),
    [
        ("danzig", "red.1+red.2", ["sell red 1 2"], "sale"),
        ("danzig", "blue.3*2+pink.2", ["build blue.3 3", "sail kalmar", "build blue.3 3"], ""),
        (
            "danzig",
            "blue.3*2+pink.2",
            ["build blue.3 3", "sail kalmar", "build blue.3 3", "sail copenhagen", "build pink.2 2"],
            "markets",
        ),
        ("danzig", "-", ["buy 7a", "sail reval", "buy 8a"], ""),
    ],
)
def test_a_sale_or_many_markets_name_the_opening(
    ship: str, goods: str, texts: Sequence[str], plan: str
) -> None:
    assert HANSA.recognise(played(f"hansa {TABLE.format(ship, goods)}", *texts), 0) == plan


def test_three_goods_left_name_the_opening_unless_one_is_spent() -> None:
    bought = [Event("buy", 0, f"good.red.{n}", amount=1) for n in (1, 2, 3)]
    assert HANSA.recognise(bought, 0) == "goods"
    assert HANSA.recognise([*bought, Event("spend", 0, "good.red.1", amount=1)], 0) == ""
    assert HANSA.recognise([*bought, Event("loss", 1, "good.red.1", amount=1)], 0) == "goods"


@pytest.mark.parametrize(
    ("game", "reason", "plan"),
    [
        (HT, Reason("build-actions", {"route": "goettingen-quedlinburg", "n": 3}), "actions"),
        (HT, Reason("fill-track", {"route": "stade-hamburg", "track": "privilegium"}), "privilege"),
        (HT, Reason("displace-town", {"town": "minden"}), "office"),
        (HT, Reason("bait", {"route": "stade-hamburg"}), "displaced"),
        (HT, Reason("income", {}), ""),
        (HT, Reason("use-improve", {"track": "bursa"}), ""),
        (HANSA, Reason("sell-hurt", {"n": 2}), "sale"),
        (HANSA, Reason("break-alone", {}), "markets"),
        (HANSA, Reason("buy-set", {}), "goods"),
        (HANSA, Reason("restock", {}), ""),
    ],
)
def test_a_suggestion_belongs_to_the_opening_of_its_aim(game: Any, reason: Reason, plan: str) -> None:
    assert game.begun(reason) == plan


def test_a_seat_has_its_place_in_the_order_of_turns_in_every_turn_of_the_opening() -> None:
    state: State = ruleset("hansa-teutonica").new_game(3, {"start_player": "2"}, 1)
    places = list[tuple[int, int]]()
    while is_opening(state):
        assert state.turn_seat is not None
        places.append((state.turn_seat, place_of(state, state.turn_seat)))
        state.apply(state.parse_action("end-turn"))
    assert places == [(1, 0), (2, 1), (0, 2)] * 3


def test_a_win_rate_has_an_error() -> None:
    rate = WinRate(100, 30.0)
    assert rate.share == 0.3 and rate.error == pytest.approx(0.0457, abs=0.001)
    assert rate.interval == pytest.approx((0.219, 0.396), abs=0.002)


def test_the_rate_from_all_places_does_not_depend_on_the_places_from_which_a_plan_is_played() -> None:
    """The second player wins four games of five. A plan played there only is as good as one played first."""
    often, seldom, never = WinRate(200, 160.0, 1), WinRate(FEWEST - 1, 10.0, 0), WinRate(0, 0.0, 0)
    plans = {"keys": (never, often), "books": (WinRate(200, 40.0, 0), never), "office": (seldom, never)}
    table = OpeningTable("medium", 2, {}, 1000, (200.0, 800.0), plans)
    assert table.all_places("keys") == table.all_places("books") == WinRate(200, 100.0)
    assert table.rate("keys", 1) == often
    assert table.rate("keys", 0) == table.all_places("keys")
    assert table.rate("office", 0) is None and table.rate("income", 0) is None


def test_a_table_fits_games_with_the_same_rules_only() -> None:
    head = '"level": "medium", "seats": 4, "options": {}, "games": 9, "won": [9, 0, 0, 0]'
    text = f'[{{{head}, "plans": {{"keys": [[1, 0.5]]}}}}]'
    tables = read_openings(text)
    new = ruleset("hansa-teutonica").new_game
    assert table_for(tables, new(4, {"start_player": "3"}, 1)) is tables[0]
    assert table_for(tables, new(4, {"board": "east"}, 1)) is None
    assert table_for(tables, new(3, {}, 1)) is None
    assert table_for(tables, new(4, {}, 1), "hard") is None
    with pytest.raises(ParseError, match="openings"):
        read_openings(text[:-1])


@pytest.mark.parametrize("game", GAMES)
def test_measured_openings_are_known_ones_with_plausible_counts(game: str) -> None:
    from game.client.learn.guide.openings import measured

    known = optional_part(game, "openings")
    for table in measured(game):
        assert set(table.plans) <= set(known.PLANS)
        for rates in table.plans.values():
            assert len(rates) == table.seats
            assert all(0 <= rate.won <= rate.games <= table.games for rate in rates)
        assert (
            sum(rate.games for rates in table.plans.values() for rate in rates) <= table.games * table.seats
        )
