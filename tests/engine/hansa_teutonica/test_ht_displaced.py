"""The displaced player (rules 6): scenarios P1-P22 and the corner cases between them."""

from __future__ import annotations

from typing import Any

import pytest

from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import BACK, FRONT, Side, side_for
from tests.engine.hansa_teutonica.ht_kit import (
    BOTH_SIDES,
    asked,
    assert_illegal,
    assert_legal,
    at,
    each,
    fields,
    full,
    house,
    kinds,
    legal,
    mixed,
    parked,
    play,
    points,
    shows,
    stock,
    supply,
    targets,
    top,
    without,
)

HOME = "duisburg-dortmund"
ADJACENT = {"arnheim-duisburg", "dortmund-paderborn"}
SECOND = {
    "kampen-arnheim", "arnheim-muenster", "minden-paderborn", "paderborn-hildesheim", "paderborn-warburg",
}  # fmt: skip


def displaced(
    seats: int = 4, piece: str = "t", route: str = HOME, houses: str = "", **more: object
) -> HansaTeutonicaState:
    """Return a position in which A displaced a piece of B in the first house of a route with a trader, and
    paid with traders."""
    rest = f"+{houses}" if houses else ""
    state = at(seats, houses=f"{route}:1{piece}{rest}", **more)
    play(state, f"displace trader {route}.1")
    while asked(state) == "pay":
        play(state, "pay trader")
    assert asked(state) == "relocate" and state.actor == 1
    return state


def rich_rivals(seats: int) -> dict[str, Any]:
    """Return fields of players with all pieces available, for positions with many pieces on the routes."""
    return {"levels": top(0, *range(2, seats))}


def crowd(seats: int, *routes: str) -> str:
    """Return these routes filled with pieces of A and the players after B, so that no player fills one
    alone."""
    return mixed([f"{seat}t" for seat in range(2, seats)] + ["0t"], *routes, seats=seats)


def broke(seats: int, on_routes: int, piece: str = "t") -> dict[str, Any]:
    """Return fields of B without stock or supply: all pieces not on routes or displaced are in offices."""
    in_offices = 11 - on_routes - (piece == "t")
    merchant = "+stade:1m" if piece == "t" else ""
    return {"offices": parked("1t", in_offices) + merchant, "supply": each(seats, "6t1m", "-")}


@BOTH_SIDES
def test_P1_the_displaced_piece_and_one_from_the_stock_go_to_adjacent_routes(seats: int) -> None:
    state = displaced(seats, stock=each(seats, "6t", "6t", rest="3t"))
    assert targets(state) == targets(state, "add") == ADJACENT
    assert all(text.startswith("add stock.trader ") for text in legal(state, "add"))
    play(state, "relocate arnheim-duisburg.2", "add stock.trader dortmund-paderborn.1")
    assert stock(state, 1) == "5t" and state.actor == 0
    assert house(state, "arnheim-duisburg.2") == house(state, "dortmund-paderborn.1") == "1t"


def test_P1_both_on_one_route() -> None:
    state = displaced()
    play(state, "relocate arnheim-duisburg.1", "add stock.trader arnheim-duisburg.2")
    shows(state, houses="arnheim-duisburg:1t,1t+duisburg-dortmund:0t")


def test_P1_the_route_itself_is_never_a_target() -> None:
    state = displaced()
    assert_illegal(state, f"relocate {HOME}.2", f"add stock.trader {HOME}.2")


@BOTH_SIDES
def test_P2_a_merchant_brings_up_to_two_more(seats: int) -> None:
    state = displaced(seats, piece="m", stock=each(seats, "3t", "6t", rest="3t"))
    play(state, "relocate arnheim-duisburg.1", "add stock.trader arnheim-duisburg.2")
    assert state.actor == 1
    play(state, "add stock.trader dortmund-paderborn.3")
    assert state.actor == 0 and stock(state, 1) == "4t"
    assert house(state, "arnheim-duisburg.1") == "1m"
    assert house(state, "arnheim-duisburg.2") == house(state, "dortmund-paderborn.3") == "1t"


def test_P2_a_trader_brings_one_only() -> None:
    state = displaced()
    play(state, "relocate arnheim-duisburg.1", "add stock.trader arnheim-duisburg.2")
    assert state.actor == 0 and asked(state) == "turn"


@BOTH_SIDES
@pytest.mark.parametrize("piece", ["t", "m"])
def test_P3_extra_pieces_may_be_declined(seats: int, piece: str) -> None:
    state = displaced(seats, piece)
    before = fields(state)["supply"], fields(state)["stock"]
    play(state, "relocate arnheim-duisburg.1", "decline")
    assert (fields(state)["supply"], fields(state)["stock"]) == before
    assert state.actor == 0


def test_P3_the_second_extra_piece_may_be_declined_alone() -> None:
    state = displaced(piece="m")
    play(state, "relocate arnheim-duisburg.1", "add stock.trader arnheim-duisburg.2", "decline")
    assert state.actor == 0 and stock(state, 1) == "4t"


def test_P4_nothing_goes_from_stock_to_supply() -> None:
    state = displaced(piece="m")
    before = supply(state, 1)
    assert {text.split()[0] for text in legal(state)} == {"relocate", "add"}
    assert_illegal(state, "income 1t", "income 3t")
    play(state, "add stock.trader arnheim-duisburg.1", "relocate arnheim-duisburg.2", "decline")
    assert supply(state, 1) == before


@BOTH_SIDES
def test_P5_the_displaced_piece_must_be_set_down(seats: int) -> None:
    state = displaced(seats)
    assert_illegal(state, "decline", "end-turn", "done")
    play(state, "add stock.trader arnheim-duisburg.1")
    assert legal(state, "add", "decline") == []
    assert state.actor == 1 and targets(state) == ADJACENT


@BOTH_SIDES
def test_P6_full_adjacent_routes_open_distance_two(seats: int) -> None:
    state = displaced(seats, houses=crowd(seats, *ADJACENT), **rich_rivals(seats))
    assert targets(state) == targets(state, "add") == SECOND
    assert side_for(seats).ring(HOME, 2) == SECOND
    assert_illegal(state, "relocate muenster-minden.1", f"relocate {HOME}.2")


@BOTH_SIDES
def test_P6_one_house_on_one_adjacent_route_is_enough_to_stay_near(seats: int) -> None:
    houses = without(crowd(seats, *ADJACENT), "arnheim-duisburg.1")
    state = displaced(seats, houses=houses, **rich_rivals(seats))
    assert legal(state, "relocate") == ["relocate arnheim-duisburg.1"]


def test_P6_own_pieces_fill_a_route_as_well() -> None:
    state = displaced(houses=full("1t", "arnheim-duisburg") + "+" + full("0t", "dortmund-paderborn"))
    assert targets(state) == SECOND


@BOTH_SIDES
def test_P7_then_distance_three(seats: int) -> None:
    state = displaced(seats, houses=crowd(seats, *ADJACENT, *SECOND), **rich_rivals(seats))
    third = {
        "kampen-osnabrueck", "muenster-minden", "bremen-minden", "minden-hannover", "minden-brunswiek",
        "hildesheim-goslar", "coellen-warburg",
    } | ({"warburg-goettingen"} if seats == 4 else set())  # fmt: skip
    assert targets(state) == targets(state, "add") == third == side_for(seats).ring(HOME, 3)


@BOTH_SIDES
def test_P8_the_distance_is_judged_anew_for_every_piece(seats: int) -> None:
    houses = without(crowd(seats, *ADJACENT), "arnheim-duisburg.1")
    state = displaced(seats, houses=houses, **rich_rivals(seats))
    assert legal(state, "relocate", "add") == [
        "relocate arnheim-duisburg.1",
        "add stock.trader arnheim-duisburg.1",
    ]
    play(state, "relocate arnheim-duisburg.1")
    assert targets(state, "add") == SECOND


@BOTH_SIDES
def test_P8_the_extra_piece_may_take_the_near_house_first(seats: int) -> None:
    houses = without(crowd(seats, *ADJACENT), "arnheim-duisburg.1")
    state = displaced(seats, houses=houses, **rich_rivals(seats))
    play(state, "add stock.trader arnheim-duisburg.1")
    assert targets(state) == SECOND and legal(state, "decline") == []


def test_P9_pieces_of_a_merchant_over_three_distances() -> None:
    """One house nearby, one at distance two: the third piece goes to distance three."""
    houses = without(crowd(4, *ADJACENT, *SECOND), "arnheim-duisburg.1", "paderborn-warburg.1")
    state = displaced(piece="m", houses=houses, **rich_rivals(4))
    play(state, "relocate arnheim-duisburg.1", "add stock.trader paderborn-warburg.1")
    assert targets(state, "add") == FRONT.ring(HOME, 3)
    play(state, "add stock.trader coellen-warburg.4")
    assert state.actor == 0


def test_P10_one_neighbour_on_the_back_two_on_the_front() -> None:
    assert targets(displaced(3, route="groningen-emden")) == {"emden-osnabrueck"}
    assert targets(displaced(4, route="groningen-emden")) == {"emden-osnabrueck", "emden-stade"}


def test_P11_behind_a_full_dead_end() -> None:
    state = displaced(3, route="coellen-warburg", houses=crowd(3, "paderborn-warburg"), **rich_rivals(3))
    assert targets(state) == {"dortmund-paderborn", "minden-paderborn", "paderborn-hildesheim"}
    state = displaced(4, route="coellen-warburg", houses=crowd(4, "paderborn-warburg"), **rich_rivals(4))
    assert targets(state) == {"warburg-goettingen"}


@pytest.mark.parametrize("side", [FRONT, BACK], ids=["front", "back"])
def test_P11_targets_from_every_route_of_the_empty_board(side: Side) -> None:
    seats = 4 if side is FRONT else 3
    for route in side.routes:
        assert targets(displaced(seats, route=route)) == side.ring(route, 1), route


def test_P12_the_stock_first_then_the_supply() -> None:
    state = displaced(piece="m", stock=each(4, "5t", "1t", rest="3t"))
    assert all(text.startswith("add stock.trader ") for text in legal(state, "add"))
    play(state, "relocate arnheim-duisburg.1", "add stock.trader arnheim-duisburg.2")
    assert stock(state, 1) == "-"
    assert all(text.startswith("add supply.trader ") for text in legal(state, "add"))
    play(state, "add supply.trader arnheim-duisburg.3")
    assert supply(state, 1) == "9t" and state.actor == 0


def test_P13_no_piece_of_the_supply_while_the_stock_has_any() -> None:
    state = displaced(piece="m", levels="1:liber_sophiae:3", stock=each(4, "5t", "3t", rest="3t"))
    assert_illegal(state, "add supply.merchant arnheim-duisburg.1", "add supply.trader arnheim-duisburg.1")
    play(state, "relocate arnheim-duisburg.1")
    assert_illegal(state, "add supply.merchant arnheim-duisburg.2")


def test_P14_with_an_empty_stock_the_supply_is_open() -> None:
    state = displaced(supply=each(4, "4t1m", "1m"), offices=parked("1t", 10))
    assert targets(state, "add") == ADJACENT
    play(state, "relocate arnheim-duisburg.1", "add supply.merchant dortmund-paderborn.3")
    assert supply(state, 1) == "-" and house(state, "dortmund-paderborn.3") == "1m"


def test_P15_with_empty_stock_and_supply_own_pieces_on_routes_may_move() -> None:
    state = displaced(houses="minden-hannover:1t,0t+hamburg-luebeck:.,1t", **broke(4, 2))
    sources = {text.split()[1] for text in legal(state, "add")}
    assert sources == {"minden-hannover.1", "hamburg-luebeck.2"}
    assert targets(state, "add") == ADJACENT
    play(state, "relocate arnheim-duisburg.1", "add minden-hannover.1 dortmund-paderborn.2")
    assert house(state, "minden-hannover.1") == "." and house(state, "dortmund-paderborn.2") == "1t"
    assert state.actor == 0


def test_P15_the_piece_just_set_down_is_no_extra_piece() -> None:
    state = displaced(houses="minden-hannover:1t", **broke(4, 1))
    play(state, "relocate arnheim-duisburg.1")
    assert {text.split()[1] for text in legal(state, "add")} == {"minden-hannover.1"}
    assert_illegal(state, "add arnheim-duisburg.1 arnheim-duisburg.2")


def test_P15_own_pieces_move_within_the_target_routes_and_from_the_route_itself() -> None:
    state = displaced(houses="arnheim-duisburg:1t", **broke(4, 1))
    play(state, "relocate dortmund-paderborn.1")
    assert targets(state, "add") == ADJACENT
    assert_legal(state, "add arnheim-duisburg.1 arnheim-duisburg.3")
    lone = at(4, houses=f"{HOME}:1t,1t", **broke(4, 1))
    play(lone, f"displace trader {HOME}.1", "pay trader", "relocate arnheim-duisburg.1")
    play(lone, f"add {HOME}.2 arnheim-duisburg.2")
    assert house(lone, f"{HOME}.2") == "."


def test_P15_targets_are_judged_before_the_piece_is_lifted() -> None:
    """B's own piece fills the last house nearby; lifting it does not make that route available to it."""
    houses = without(crowd(4, *ADJACENT), "arnheim-duisburg.1")
    houses = houses.replace("arnheim-duisburg:.", "arnheim-duisburg:1t")
    state = displaced(houses=houses, **broke(4, 1), **rich_rivals(4))
    assert {text.split()[1] for text in legal(state, "add")} == {"arnheim-duisburg.1"}
    assert targets(state, "add") == targets(state) == SECOND


@BOTH_SIDES
def test_P16_without_any_piece_only_the_displaced_one_is_set_down(seats: int) -> None:
    state = displaced(seats, **broke(seats, 0))
    assert legal(state, "add") == []
    play(state, "relocate arnheim-duisburg.1")
    assert state.actor == 0 and asked(state) == "turn"


def test_P17_offices_and_the_table_are_no_source() -> None:
    state = displaced(piece="m", table="1,.,.,.", levels="1:liber_sophiae:2", **broke(4, 0, "m"))
    assert {text.split()[0] for text in legal(state)} == {"relocate"}
    before = fields(state)["offices"], fields(state)["table"]
    play(state, "relocate arnheim-duisburg.1")
    assert state.actor == 0
    assert (fields(state)["offices"], fields(state)["table"]) == before


def test_P18_each_extra_piece_from_the_board_may_be_declined() -> None:
    state = displaced(piece="m", houses="minden-hannover:1t,1t", **broke(4, 2, "m"))
    play(state, "relocate arnheim-duisburg.1", "add minden-hannover.1 arnheim-duisburg.2", "decline")
    assert state.actor == 0
    assert house(state, "minden-hannover.2") == "1t" and house(state, "minden-hannover.1") == "."


def test_P18_both_may_move() -> None:
    state = displaced(piece="m", houses="minden-hannover:1t,1t", **broke(4, 2, "m"))
    play(state, "add minden-hannover.1 arnheim-duisburg.2", "add minden-hannover.2 arnheim-duisburg.1")
    assert targets(state) == ADJACENT and legal(state, "add", "decline") == []
    play(state, "relocate arnheim-duisburg.3")
    shows(state, houses="arnheim-duisburg:1t,1t,1m+duisburg-dortmund:0t")


@BOTH_SIDES
def test_P19_a_route_filled_by_relocation_is_not_claimed(seats: int) -> None:
    state = displaced(seats, houses="arnheim-duisburg:1t", actions=1, markers="0:plus_3_actions")
    events = play(state, "relocate arnheim-duisburg.2", "add stock.trader arnheim-duisburg.3")
    assert "claim" not in kinds(events) and "points" not in kinds(events)
    assert points(state) == (0,) * seats and state.actor == 0
    assert_illegal(state, "claim arnheim-duisburg")
    play(state, "end-turn")
    assert_legal(state, "claim arnheim-duisburg")


def test_P20_a_merchant_of_the_stock_may_be_added() -> None:
    state = displaced(levels="1:liber_sophiae:2", supply=each(4, "4t1m", "-"), offices=parked("1t", 10))
    assert stock(state, 1) == "2m"
    assert targets(state, "add") == ADJACENT
    play(state, "relocate arnheim-duisburg.1", "add stock.merchant arnheim-duisburg.2")
    assert house(state, "arnheim-duisburg.2") == "1m" and stock(state, 1) == "1m"


def test_P20_trader_or_merchant_is_his_choice() -> None:
    state = displaced(levels="1:liber_sophiae:2", supply=each(4, "4t1m", "4t"))
    assert {text.split()[1] for text in legal(state, "add")} == {"stock.trader", "stock.merchant"}


@BOTH_SIDES
def test_P21_the_order_is_free(seats: int) -> None:
    first = displaced(seats, piece="m")
    other = displaced(seats, piece="m")
    relocate, one, two = "relocate arnheim-duisburg.1", "arnheim-duisburg.2", "dortmund-paderborn.1"
    play(first, relocate, f"add stock.trader {one}", f"add stock.trader {two}")
    play(other, f"add stock.trader {two}", f"add stock.trader {one}", relocate)
    assert first.position() == other.position()


@BOTH_SIDES
def test_P22_a_marker_on_the_route_stays_for_whoever_claims_it(seats: int) -> None:
    state = displaced(seats, route="bremen-minden")
    before = fields(state)["taverns"]
    play(state, "relocate osnabrueck-bremen.1", "add stock.trader osnabrueck-bremen.2")
    assert fields(state)["taverns"] == before and fields(state)["markers"] == "-"


def test_P22_then_the_marker_goes_to_the_claimant() -> None:
    state = at(4, houses=full("1t", "osnabrueck-bremen"), turn=1)
    play(state, "claim osnabrueck-bremen", "no-benefit")
    assert fields(state)["markers"] == "1:extra_office"


@pytest.mark.parametrize(
    ("empty", "allowed"),
    [((), False), ((f"{HOME}.2",), False), (("quedlinburg-halle.4",), True)],
    ids=["no house at all", "only on its own route", "one far away"],
)
def test_A12_displacing_is_illegal_if_no_house_can_be_reached(empty: tuple[str, ...], allowed: bool) -> None:
    houses = without(mixed([f"{seat}t" for seat in range(5)], *FRONT.routes), f"{HOME}.1", *empty)
    houses = houses.replace(f"{HOME}:.", f"{HOME}:0t")
    state = at(5, turn=1, levels=top(*range(5)), houses=houses, supply="-,3t,-,-,-")
    if allowed:
        play(state, f"displace trader {HOME}.1")
        assert legal(state, "relocate") == ["relocate quedlinburg-halle.4"]
        play(state, "relocate quedlinburg-halle.4")
        assert state.actor == 1, "no house is left for an extra piece"
    else:
        assert bool(legal(state, "displace")) == bool(empty), "pieces elsewhere may go to that house"
        assert_illegal(state, f"displace trader {HOME}.1")


def one_house_left(empty: str, second: str = "0t", **more: object) -> HansaTeutonicaState:
    """Return a position with five players' pieces in all houses but one. A drove a trader of B out of
    Duisburg-Dortmund; all other pieces of B are on routes, in offices or at the Coellen table."""
    crowd = mixed(
        ["1t", "0t", "2t", "3t", "4t"], *[route for route in FRONT.routes if route != HOME], seats=5
    )
    houses = without(crowd, empty) + f"+{HOME}:0t,{second}"
    in_offices = 26 - 1 - houses.count("1t")
    return at(
        5, houses=houses, offices=parked("1t", in_offices), table="1,1,1,1", levels=top(0, 1, 2, 3, 4),
        hand="1t", route=HOME, ask="relocate", allowance=1, **more,
    )  # fmt: skip


def test_A11_an_extra_piece_from_the_board_frees_its_own_house_for_the_displaced_one() -> None:
    """6.7: the owner chooses the order, even when only one house is empty."""
    state = one_house_left("emden-stade.3")
    own = [name for name in legal(state, "add")]
    assert "relocate emden-stade.3" in legal(state) and own
    assert all(text.endswith(" emden-stade.3") for text in own)
    left = own[0].split()[1]
    play(state, own[0])
    assert legal(state) == [f"relocate {left}"], "the displaced piece goes where the other one was"
    play(state, f"relocate {left}")
    assert asked(state) == "turn"


def test_A11_not_from_the_route_of_the_displacement_where_it_would_free_no_target() -> None:
    state = one_house_left("emden-stade.3", second="1t")
    assert legal(state, "add")
    assert_illegal(state, f"add {HOME}.2 emden-stade.3")


def test_A8_an_extra_piece_of_stock_or_supply_leaves_the_last_house_to_the_displaced_one() -> None:
    state = one_house_left("emden-stade.3")
    assert_illegal(state, "add stock.trader emden-stade.3", "add supply.trader emden-stade.3")
