"""Bonus markers (rules 7.2, 9): scenarios M1-M30."""

from __future__ import annotations

import pytest

from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import TAVERNS, side_for
from tests.engine.hansa_teutonica.ht_kit import (
    BOTH_SIDES,
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    at,
    decline_benefit,
    extras,
    fields,
    full,
    house,
    kinds,
    legal,
    line,
    of_kind,
    offices,
    play,
    points,
    rows,
    shows,
    top,
)

PERLEBERG = "lueneburg-perleberg"
TWO_LEFT = "osnabrueck-bremen:extra_office+hildesheim-goslar:remove_3"


def claiming(route: str, pieces: str = "", seats: int = 4, **more: object) -> HansaTeutonicaState:
    row = ",".join(f"0{piece}" for piece in pieces)
    state = at(seats, houses=f"{route}:{row}" if pieces else full("0t", route, seats=seats), **more)
    play(state, f"claim {route}")
    return state


def replacing(seats: int = 4, kind: str = "plus_3_actions", **more: object) -> HansaTeutonicaState:
    """Return a position in which A has ended the turn, with one replacement marker on the plate."""
    state = at(seats, plate=kind, **{"taverns": TWO_LEFT, "actions": 0, **more})
    events = play(state, "end-turn")
    assert asked(state) == "replace" and "reveal" in kinds(events)
    return state


# --- taking and replacing


@BOTH_SIDES
def test_M1_the_claimant_takes_the_marker_and_draws_one(seats: int) -> None:
    state = at(seats, houses=full("0t", PERLEBERG, seats=seats), bag=5)
    events = play(state, f"claim {PERLEBERG}")
    decline_benefit(state)
    shows(state, markers="0:swap_offices", bag=4, plate=1)
    assert [event.piece for event in events if event.kind.startswith("marker")] == [
        "marker.swap_offices",
        "marker",
    ]
    assert "reveal" not in kinds(events), "the replacement stays hidden until the turn ends"


def test_M2_the_marker_just_taken_does_not_serve_its_own_claim() -> None:
    state = at(4, houses=full("0t", "osnabrueck-bremen"), offices="bremen:1t")
    play(state, "claim osnabrueck-bremen")
    assert legal(state, "extra-office") == []
    assert_illegal(state, "extra-office trader bremen")
    assert fields(state)["fresh"] == "extra_office"


def test_M2_another_of_its_kind_owned_before_may_be_used() -> None:
    state = at(4, houses=full("0t", "osnabrueck-bremen"), offices="bremen:1t", markers="0:extra_office")
    play(state, "claim osnabrueck-bremen", "extra-office trader bremen")
    shows(state, markers="0:extra_office", used="0:extra_office")


@BOTH_SIDES
def test_M3_it_may_be_used_in_the_next_gap_of_this_turn(seats: int) -> None:
    state = at(
        seats,
        houses=full("0t", PERLEBERG, seats=seats),
        taverns=f"{PERLEBERG}:plus_3_actions+{TWO_LEFT}",
        actions=1,
    )
    play(state, f"claim {PERLEBERG}")
    decline_benefit(state)
    assert actions_left(state) == 0
    play(state, "use plus_3_actions")
    assert actions_left(state) == 3


@BOTH_SIDES
def test_M4_a_replacement_goes_to_any_free_route_with_an_empty_office(seats: int) -> None:
    state = replacing(seats)
    free = set(side_for(seats).routes) - {"osnabrueck-bremen", "hildesheim-goslar"}
    assert {text.split()[2] for text in legal(state)} == free
    assert all(text.startswith("put plus_3_actions ") for text in legal(state))
    play(state, "put plus_3_actions groningen-emden")
    assert state.turn_seat == 1
    assert rows(fields(state)["taverns"])["groningen-emden"] == ["plus_3_actions"]


@BOTH_SIDES
@pytest.mark.parametrize(
    ("full_towns", "allowed"),
    [(("hildesheim", "goslar"), False), (("hildesheim",), True), (("goslar",), True)],
)
def test_M5_at_least_one_empty_office_at_one_end(
    seats: int, full_towns: tuple[str, ...], allowed: bool
) -> None:
    taken = {town: ["1t", "1m"][: len(side_for(seats).towns[town])] for town in full_towns}
    state = replacing(
        seats,
        offices="+".join(f"{town}:{','.join(row)}" for town, row in taken.items()),
        taverns="osnabrueck-bremen:extra_office+kampen-arnheim:remove_3",
        levels="1:liber_sophiae:2",
    )
    text = "put plus_3_actions hildesheim-goslar"
    assert (text in legal(state)) == allowed
    if not allowed:
        assert_illegal(state, text)


def test_M5_additional_offices_do_not_fill_a_town() -> None:
    state = replacing(offices="goslar:1t,1t+hildesheim:1t", extras="hildesheim:1t,1t",
                      taverns="osnabrueck-bremen:extra_office+kampen-arnheim:remove_3")  # fmt: skip
    assert_legal(state, "put plus_3_actions hildesheim-goslar")


def test_M6_no_second_marker_on_a_route() -> None:
    assert_illegal(
        replacing(), "put plus_3_actions osnabrueck-bremen", "put plus_3_actions hildesheim-goslar"
    )


@pytest.mark.parametrize("piece", ["0t", "1t", "2m"])
def test_M7_no_piece_on_the_route(piece: str) -> None:
    state = replacing(houses=f"kampen-arnheim:.,{piece}")
    assert_illegal(state, "put plus_3_actions kampen-arnheim")


def test_M7_the_route_just_claimed_is_free_again() -> None:
    state = at(4, houses=full("0t", PERLEBERG), bag="plus_3_actions", actions=1)
    play(state, f"claim {PERLEBERG}", "no-benefit", "end-turn")
    assert_legal(state, f"put plus_3_actions {PERLEBERG}")


def test_M7_several_replacements_are_placed_one_by_one_in_any_order() -> None:
    state = at(4, plate="plus_3_actions+remove_3", taverns="hildesheim-goslar:extra_office", actions=0)
    play(state, "end-turn")
    assert {text.split()[1] for text in legal(state)} == {"plus_3_actions", "remove_3"}
    play(state, "put remove_3 kampen-arnheim")
    assert state.actor == 0
    assert_illegal(state, "put plus_3_actions kampen-arnheim")
    play(state, "put plus_3_actions groningen-emden")
    assert state.turn_seat == 1


# --- the additional office


@BOTH_SIDES
def test_M8_an_additional_office_instead_of_a_printed_one(seats: int) -> None:
    state = claiming("bremen-minden", seats=seats, offices="minden:1t", markers="0:extra_office")
    before = state.stock_of(0).traders
    play(state, "extra-office trader minden")
    assert extras(state, "minden") == ["0t"] and offices(state, "minden") == ["1t"]
    assert state.stock_of(0).traders == before + 2
    shows(state, markers="-", used="0:extra_office")
    assert points(state)[:2] == (0, 1), "control before the new office"


@BOTH_SIDES
def test_M9_the_town_must_hold_an_office_already(seats: int) -> None:
    state = claiming("minden-brunswiek", seats=seats, offices="minden:1t", markers="0:extra_office")
    assert legal(state, "extra-office") == ["extra-office trader minden"]
    assert_illegal(state, "extra-office trader brunswiek")


def test_M10_colour_and_completeness_do_not_matter() -> None:
    state = claiming("minden-brunswiek", offices="brunswiek:1t", markers="0:extra_office")
    events = play(state, "extra-office trader brunswiek")
    assert extras(state, "brunswiek") == ["0t"] and "completed" not in kinds(events)
    assert state.controller("brunswiek") == 1


@BOTH_SIDES
def test_M11_no_printed_office_beside_it(seats: int) -> None:
    state = claiming(
        "groningen-emden",
        "tmt",
        seats=seats,
        offices="emden:1m",
        markers="0:extra_office",
        levels="0:privilegium:4",
    )
    play(state, "extra-office merchant emden")
    assert asked(state) == "turn"
    assert_illegal(state, "office emden.2", "office groningen.1", "improve liber_sophiae")
    assert offices(state, "emden") == ["1m"]


@BOTH_SIDES
def test_M12_any_piece_of_the_route(seats: int) -> None:
    state = claiming("groningen-emden", "tmt", seats=seats, offices="emden:1m", markers="0:extra_office")
    assert sorted(legal(state, "extra-office")) == [
        "extra-office merchant emden",
        "extra-office trader emden",
    ]
    before = state.stock_of(0)
    play(state, "extra-office merchant emden")
    assert extras(state, "emden") == ["0m"]
    assert state.stock_of(0) == (before.traders + 2, before.merchants)


def test_M12_only_pieces_of_the_route() -> None:
    state = claiming("groningen-emden", offices="emden:1m", markers="0:extra_office")
    assert legal(state, "extra-office") == ["extra-office trader emden"]
    assert_illegal(state, "extra-office merchant emden")


def test_M12_a_marker_is_needed() -> None:
    state = claiming("groningen-emden", offices="emden:1m", used="0:extra_office")
    assert legal(state, "extra-office") == []


def test_M13_a_newer_additional_office_lies_further_left() -> None:
    state = at(
        4,
        houses=full("0t", "bremen-minden"),
        offices="bremen:2t",
        extras="bremen:1t",
        markers="0:extra_office",
    )
    play(state, "claim bremen-minden", "extra-office trader bremen")
    assert extras(state, "bremen") == ["1t", "0t"] and state.controller("bremen") == 2


@BOTH_SIDES
def test_M14_an_additional_office_takes_no_coin(seats: int) -> None:
    state = claiming("hamburg-luebeck", seats=seats, offices="luebeck:1t", markers="0:extra_office")
    before = points(state)
    play(state, "extra-office trader luebeck")
    assert points(state) == before and before[0] == 0


# --- swapping


@BOTH_SIDES
def test_M15_a_swap_changes_the_control(seats: int) -> None:
    state = at(seats, offices="hannover:0t,1t", markers="0:swap_offices")
    assert state.controller("hannover") == 1
    events = play(state, "use swap_offices hannover.1")
    assert offices(state, "hannover") == ["1t", "0t"] and state.controller("hannover") == 0
    assert len(of_kind(events, "swap")) == 2 and "points" not in kinds(events)
    assert actions_left(state) == 2, "no action is spent"
    shows(state, markers="-", used="0:swap_offices")


def test_M16_shape_and_colour_do_not_matter() -> None:
    state = at(4, offices="groningen:0t,1m", markers="0:swap_offices")
    play(state, "use swap_offices groningen.1")
    assert offices(state, "groningen") == ["1m", "0t"]
    assert points(state) == (0, 0, 0, 0), "no coin is paid"


@BOTH_SIDES
def test_M17_neighbours_only(seats: int) -> None:
    state = at(seats, offices="perleberg:0t,1t,2m", markers="0:swap_offices")
    assert legal(state, "use") == ["use swap_offices perleberg.1", "use swap_offices perleberg.2"]
    play(state, "use swap_offices perleberg.2")
    assert offices(state, "perleberg") == ["0t", "2m", "1t"]


def test_M18_any_two_owners() -> None:
    state = at(4, offices="minden:1t,2t,2m,0t", markers="0:swap_offices")
    assert len(legal(state, "use")) == 3
    play(state, "use swap_offices minden.1")
    assert offices(state, "minden") == ["2t", "1t", "2m", "0t"]


@BOTH_SIDES
def test_M19_both_offices_must_be_filled(seats: int) -> None:
    state = at(seats, offices="luebeck:0t", markers="0:swap_offices")
    assert legal(state, "use") == []
    assert_illegal(state, "use swap_offices luebeck.1")


def test_M19_the_last_office_has_no_right_neighbour() -> None:
    state = at(4, offices="luebeck:0t,1t", markers="0:swap_offices")
    assert legal(state, "use") == ["use swap_offices luebeck.1"]


@BOTH_SIDES
def test_M20_additional_offices_are_not_swapped(seats: int) -> None:
    state = at(seats, offices="emden:1m", extras="emden:0t", markers="0:swap_offices")
    assert legal(state, "use") == []
    assert_illegal(state, "use swap_offices emden.1")


def test_M21_the_swapped_offices_may_lie_anywhere() -> None:
    state = at(4, offices="minden:0t,1t+hamburg:1t,2t", markers="0:swap_offices*2")
    play(state, "use swap_offices hamburg.1", "use swap_offices minden.1")
    assert offices(state, "hamburg") == ["2t", "1t"] and offices(state, "minden") == ["1t", "0t"]
    shows(state, used="0:swap_offices*2")


# --- removing three


@BOTH_SIDES
def test_M22_each_piece_returns_to_its_owners_supply(seats: int) -> None:
    state = at(seats, houses="minden-hannover:1t,1m+bremen-hamburg:.,2t", markers="0:remove_3")
    supplies, stocks = (
        [state.supply_of(seat) for seat in range(seats)],
        [state.stock_of(seat) for seat in range(seats)],
    )
    events = play(
        state,
        "use remove_3 minden-hannover.1",
        "remove minden-hannover.2",
        "remove bremen-hamburg.2",
    )
    assert asked(state) == "turn" and state.actor == 0 and actions_left(state) == 2
    assert state.supply_of(1) == (supplies[1].traders + 1, supplies[1].merchants + 1)
    assert state.supply_of(2) == (supplies[2].traders + 1, supplies[2].merchants)
    assert state.supply_of(0) == supplies[0]
    assert [state.stock_of(seat) for seat in range(seats)] == stocks
    assert [event.target for event in of_kind(events, "removed")] == ["supply.1", "supply.1", "supply.2"]
    shows(state, houses="-", used="0:remove_3")


def test_M22_no_more_than_three() -> None:
    state = at(4, houses="bremen-hamburg:1t,1t,1t,1t", markers="0:remove_3")
    play(state, "use remove_3 bremen-hamburg.1", "remove bremen-hamburg.2", "remove bremen-hamburg.4")
    assert asked(state) == "turn" and house(state, "bremen-hamburg.3") == "1t"


@BOTH_SIDES
def test_M23_one_piece_is_enough(seats: int) -> None:
    state = at(seats, houses="bremen-hamburg:1t,1t", markers="0:remove_3")
    play(state, "use remove_3 bremen-hamburg.1", "done")
    assert asked(state) == "turn" and house(state, "bremen-hamburg.2") == "1t"
    shows(state, used="0:remove_3")


def test_M23_fewer_if_there_are_fewer() -> None:
    state = at(4, houses="bremen-hamburg:1t", markers="0:remove_3")
    play(state, "use remove_3 bremen-hamburg.1")
    assert asked(state) == "turn"


def test_M23_without_any_piece_it_is_not_offered() -> None:
    assert legal(at(4, markers="0:remove_3"), "use") == []


@BOTH_SIDES
def test_M24_own_pieces_too(seats: int) -> None:
    state = at(seats, houses="bremen-hamburg:0t,1t", markers="0:remove_3")
    before = state.supply_of(0).traders
    play(state, "use remove_3 bremen-hamburg.1", "done")
    assert state.supply_of(0).traders == before + 1


def test_M25_offices_are_not_removed() -> None:
    state = at(
        4,
        houses="bremen-hamburg:1t",
        offices="bremen:1m+hamburg:1t",
        extras="bremen:1t",
        markers="0:remove_3",
    )
    assert legal(state, "use") == ["use remove_3 bremen-hamburg.1"]


# --- improving an ability, and all of them


@BOTH_SIDES
def test_M26_any_track_that_is_not_at_its_end(seats: int) -> None:
    state = at(seats, markers="0:improve_ability", levels="0:bursa:4")
    assert {text.split()[2] for text in legal(state, "use")} == {
        "clavis_urbis", "actiones", "privilegium", "liber_sophiae",
    }  # fmt: skip
    before = state.supply_of(0)
    play(state, "use improve_ability privilegium")
    assert state.value(0, "privilegium") == "orange"
    assert state.supply_of(0) == (before.traders + 1, before.merchants) and actions_left(state) == 2


def test_M27_with_all_tracks_full_it_cannot_be_used_but_counts() -> None:
    state = at(4, markers="0:improve_ability", levels=top(0))
    assert legal(state, "use") == [] and line(state, "markers")[0] == 1


def test_M28_used_and_unused_count() -> None:
    assert line(at(4, markers="0:extra_office+0:remove_3"), "markers")[0] == 3
    assert line(at(4, markers="0:extra_office", used="0:remove_3"), "markers")[0] == 3
    assert line(at(4, used="0:extra_office+0:remove_3+0:plus_3_actions*2"), "markers")[0] == 6


def test_M29_only_in_the_own_turn() -> None:
    state = at(4, turn=1, markers="0:plus_3_actions+0:swap_offices", offices="minden:0t,1t")
    assert legal(state, "use") == []
    assert_illegal(state, "use plus_3_actions", "use swap_offices minden.1")


def test_M29_not_while_the_displaced_player_decides() -> None:
    state = at(4, houses="minden-hannover:1t", markers="0:plus_3_actions+1:plus_4_actions", actions=1)
    play(state, "displace trader minden-hannover.1", "pay trader")
    assert_illegal(state, "use plus_3_actions", "use plus_4_actions")


def test_M29_a_used_marker_is_not_used_again() -> None:
    state = at(4, used="0:plus_3_actions")
    assert legal(state, "use") == []
    state = at(4, markers="0:plus_3_actions")
    play(state, "use plus_3_actions")
    assert_illegal(state, "use plus_3_actions")


def test_M30_three_markers_before_every_turn() -> None:
    state = at(4, houses=full("0t", *TAVERNS), levels="0:actiones:6+0:bursa:4")
    for route in TAVERNS:
        play(state, f"claim {route}", "no-benefit")
    shows(state, taverns="-", plate=3, bag=10)
    play(state, "end-turn")
    for _ in range(3):
        play(state, legal(state)[0])
    assert state.turn_seat == 1 and len(rows(fields(state)["taverns"])) == 3


def test_A27_without_a_legal_route_the_replacement_leaves_the_game() -> None:
    houses = "+".join(f"{route}:{number % 4}t" for number, route in enumerate(side_for(4).routes))
    state = at(4, houses=houses, plate="plus_3_actions", taverns=TWO_LEFT, actions=0)
    events = play(state, "end-turn")
    assert state.turn_seat == 1 and "marker-lost" in kinds(events)
    shows(state, box="plus_3_actions", plate=0, taverns=TWO_LEFT)
    assert line(state, "markers") == (0, 0, 0, 0)


def test_A27_of_two_replacements_and_one_route_the_player_chooses() -> None:
    routes = [route for route in side_for(4).routes if route != "groningen-emden"]
    houses = "+".join(f"{route}:{number % 4}t" for number, route in enumerate(routes))
    state = at(
        4, houses=houses, plate="plus_3_actions+remove_3", taverns=f"{TAVERNS[2]}:extra_office", actions=0
    )
    play(state, "end-turn")
    assert legal(state) == ["put plus_3_actions groningen-emden", "put remove_3 groningen-emden"]
    play(state, "put remove_3 groningen-emden")
    assert state.turn_seat == 1
    shows(state, box="plus_3_actions", plate=0)
