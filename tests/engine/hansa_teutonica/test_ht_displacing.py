"""Displacing, from the active player's side (rules 5.3): scenarios D1-D8."""

from __future__ import annotations

import pytest

from tests.engine.hansa_teutonica.ht_kit import (
    BOTH_SIDES,
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    at,
    each,
    full,
    house,
    legal,
    of_kind,
    play,
    points,
    stock,
    supply,
)


@BOTH_SIDES
@pytest.mark.parametrize(("paid", "left", "put_by"), [("trader", "3t1m", "7t"), ("merchant", "4t", "6t1m")])
def test_D1_displacing_a_trader_costs_one_piece_more(seats: int, paid: str, left: str, put_by: str) -> None:
    state = at(seats, houses="arnheim-muenster:1t", supply=each(seats, "5t1m"))
    play(state, "displace trader arnheim-muenster.1")
    assert asked(state) == "pay" and state.actor == 0
    events = play(state, f"pay {paid}")
    assert house(state, "arnheim-muenster.1") == "0t"
    assert supply(state, 0) == left and stock(state, 0) == put_by
    assert actions_left(state) == 1
    assert [event.piece for event in of_kind(events, "pay")] == [paid]


def test_D1_with_a_merchant_in_the_house() -> None:
    state = at(4, houses="arnheim-muenster:1t", supply=each(4, "5t1m"))
    play(state, "displace merchant arnheim-muenster.1")
    assert supply(state, 0) == "4t" and stock(state, 0) == "7t", "a price of one kind is not asked"
    assert house(state, "arnheim-muenster.1") == "0m" and asked(state) == "relocate"


def test_D2_one_piece_is_not_enough_for_a_trader() -> None:
    state = at(4, houses="arnheim-muenster:1t", supply=each(4, "1t"))
    assert legal(state, "displace") == []
    assert_illegal(state, "displace trader arnheim-muenster.1")


@BOTH_SIDES
@pytest.mark.parametrize("own", ["2t", "1t1m", "2m"])
def test_D2_two_pieces_are_enough_for_a_trader(seats: int, own: str) -> None:
    state = at(seats, levels="0:liber_sophiae:2", houses="arnheim-muenster:1t", supply=each(seats, own))
    play(state, legal(state, "displace")[0])
    assert supply(state, 0) == "-" and state.actor == 1


def test_D3_two_pieces_are_not_enough_for_a_merchant() -> None:
    for own in ("2t", "1t1m"):
        state = at(4, houses="arnheim-muenster:1m", supply=each(4, own))
        assert legal(state, "displace") == []
        assert_illegal(state, "displace trader arnheim-muenster.1")


def test_D4_three_merchants_are_enough_for_a_merchant() -> None:
    state = at(4, levels="0:liber_sophiae:3", houses="arnheim-muenster:1m", supply=each(4, "3m"))
    play(state, "displace merchant arnheim-muenster.1")
    assert house(state, "arnheim-muenster.1") == "0m"
    assert supply(state, 0) == "-" and stock(state, 0) == "11t2m"


@pytest.mark.parametrize("pays", [("trader", "trader"), ("trader", "merchant")])
def test_D5_a_merchant_costs_two_pieces_of_any_kind(pays: tuple[str, str]) -> None:
    state = at(4, levels="0:liber_sophiae:2", houses="arnheim-muenster:1m", supply=each(4, "3t1m"))
    before = state.stock_of(0)
    play(state, "displace trader arnheim-muenster.1", *[f"pay {kind}" for kind in pays])
    merchants = pays.count("merchant")
    assert state.stock_of(0) == (before.traders + 2 - merchants, before.merchants + merchants)
    assert state.supply_of(0) == (2 - 2 + merchants, 1 - merchants)
    assert asked(state) == "relocate" and state.actor == 1


def test_D5_three_pieces_in_all() -> None:
    state = at(4, houses="arnheim-muenster:1m", supply=each(4, "3t"))
    play(state, "displace trader arnheim-muenster.1")
    assert supply(state, 0) == "-" and stock(state, 0) == "10t1m"


@BOTH_SIDES
def test_D6_offices_are_not_displaced(seats: int) -> None:
    state = at(seats, offices="muenster:1m+arnheim:1t", houses="arnheim-muenster:.,1t")
    assert legal(state, "displace") == [
        "displace trader arnheim-muenster.2",
        "displace merchant arnheim-muenster.2",
    ]


def test_D7_own_pieces_are_not_displaced() -> None:
    state = at(4, houses="arnheim-muenster:0t,1t")
    assert_illegal(state, "displace trader arnheim-muenster.1", "displace merchant arnheim-muenster.1")


def test_D7_an_empty_house_is_not_displaced() -> None:
    assert_illegal(at(4, houses="arnheim-muenster:0t,1t"), "displace trader arnheim-muenster.3")


@BOTH_SIDES
def test_D8_the_active_player_waits_for_the_displaced_one(seats: int) -> None:
    state = at(seats, houses="arnheim-muenster:1t+minden-hannover:0t")
    play(state, "displace trader arnheim-muenster.1", "pay trader")
    assert state.actor == 1 and state.turn_seat == 0 and asked(state) == "relocate"
    assert actions_left(state) == 1
    assert_illegal(state, "income 3t", "end-turn", "place trader kampen-arnheim.1", "lift minden-hannover.1")
    play(state, "relocate kampen-arnheim.1")
    assert state.actor == 1, "the extra piece is still his to decide"
    assert_illegal(state, "income 3t", "end-turn")
    play(state, "decline")
    assert state.actor == 0 and asked(state) == "turn" and actions_left(state) == 1


def test_D8_the_action_is_paid_once_and_costs_the_displaced_player_none() -> None:
    state = at(4, houses="arnheim-muenster:1t+minden-hannover:2m", supply=each(4, "9t1m"))
    play(state, "displace trader arnheim-muenster.1", "pay trader", "relocate kampen-arnheim.1", "decline")
    play(state, "displace trader minden-hannover.1", "pay trader", "pay trader")
    assert state.actor == 2 and actions_left(state) == 0
    play(state, "relocate bremen-minden.1", "decline", "end-turn")
    assert state.turn_seat == 1 and actions_left(state) == 2


def test_13_7_the_house_changes_its_owner_and_nobody_scores() -> None:
    state = at(4, houses=full("1t", "arnheim-muenster"), offices="arnheim:1t+muenster:1m")
    play(state, "displace trader arnheim-muenster.2", "pay trader", "relocate kampen-arnheim.1", "decline")
    assert [house(state, f"arnheim-muenster.{n}") for n in (1, 2, 3)] == ["1t", "0t", "1t"]
    assert points(state) == (0, 0, 0, 0)
    assert_legal(state, "displace trader arnheim-muenster.1")
