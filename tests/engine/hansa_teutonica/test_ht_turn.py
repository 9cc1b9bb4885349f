"""The turn, income, placing and moving (rules 4, 5.1, 5.2, 5.4): scenarios T1-T17."""

from __future__ import annotations

import pytest

from game.games.hansa_teutonica.rules.ruleset import RULESET
from tests.engine.hansa_teutonica.ht_board import FRONT
from tests.engine.hansa_teutonica.ht_kit import (
    BOTH_SIDES,
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    at,
    end_turn,
    fields,
    full,
    house,
    kinds,
    legal,
    play,
    points,
    shows,
    stock,
    supply,
    top,
)


@BOTH_SIDES
def test_T1_income_then_pass_lets_an_action_lapse(seats: int) -> None:
    state = at(seats)
    play(state, "income 3t")
    assert actions_left(state) == 1
    play(state, "end-turn")
    assert state.turn_seat == 1 and actions_left(state) == 2 and state.turn_number == 2


def test_T1_a_turn_may_pass_without_any_action() -> None:
    state = at(4)
    for seat in range(4):
        assert state.turn_seat == seat
        play(state, "end-turn")
    assert state.turn_seat == 0 and state.turn_number == 5


def test_T2_income_takes_what_there_is() -> None:
    state = at(4, stock="2t,5t,4t,3t")
    assert legal(state, "income") == ["income 2t"]
    play(state, "income 2t")
    assert stock(state, 0) == "-" and supply(state, 0) == "11t1m" and actions_left(state) == 1


def test_T3_income_of_a_mixed_stock_is_chosen() -> None:
    state = at(4, levels="0:bursa:2+0:liber_sophiae:4", stock="4t3m,5t,4t,3t")
    assert sorted(legal(state, "income")) == ["income 2t3m", "income 3t2m", "income 4t1m"]
    before = state.supply_of(0)
    play(state, "income 2t3m")
    assert stock(state, 0) == "2t"
    assert state.supply_of(0) == (before.traders + 2, before.merchants + 3)


def test_T4_bursa_C_takes_everything() -> None:
    state = at(4, levels="0:bursa:4+0:liber_sophiae:2", stock="9t2m,5t,4t,3t")
    assert legal(state, "income") == ["income 9t2m"]
    play(state, "income 9t2m")
    assert stock(state, 0) == "-"


@pytest.mark.parametrize(("level", "amount"), [(1, 3), (2, 5), (3, 7), (4, 11)])
def test_T4_income_by_bursa(level: int, amount: int) -> None:
    state = at(4, levels=f"0:bursa:{level}", stock="11t,5t,4t,3t")
    assert legal(state, "income") == [f"income {amount}t"]


def test_T5_no_income_out_of_an_empty_stock() -> None:
    state = at(4, stock="-,5t,4t,3t")
    assert legal(state, "income") == []
    assert_illegal(state, "income 3t", "income 1t")


def test_T5_income_takes_no_less_than_it_must() -> None:
    assert_illegal(at(4), "income 2t", "income 1t", "income 4t", "income 2t1m")


def test_T6_nothing_to_place_without_a_supply() -> None:
    state = at(4, supply="-,6t1m,7t1m,8t1m")
    assert legal(state, "place") == []
    assert_illegal(state, "place trader kampen-osnabrueck.1")


def test_T6_only_a_kind_that_is_in_the_supply() -> None:
    state = at(4, supply="2t,6t1m,7t1m,8t1m")
    assert_illegal(state, "place merchant kampen-osnabrueck.1")
    assert_legal(state, "place trader kampen-osnabrueck.1")


@BOTH_SIDES
def test_T7_placing_beside_a_rival_makes_a_mixed_route_nobody_can_claim(seats: int) -> None:
    state = at(seats, houses="kampen-osnabrueck:1t")
    play(state, "place trader kampen-osnabrueck.2")
    shows(state, houses="kampen-osnabrueck:1t,0t")
    assert_illegal(state, "claim kampen-osnabrueck")
    end_turn(state)
    assert_illegal(state, "claim kampen-osnabrueck")


def test_T7_a_full_house_takes_no_second_piece() -> None:
    state = at(4, houses="kampen-osnabrueck:1t,0t")
    assert_illegal(state, "place trader kampen-osnabrueck.1", "place trader kampen-osnabrueck.2")


def test_T7_any_piece_fits_any_house() -> None:
    state = at(4)
    play(state, "place merchant kampen-osnabrueck.1", "place trader kampen-osnabrueck.2")
    shows(state, houses="kampen-osnabrueck:0m,0t", supply="4t,6t1m,7t1m,8t1m")
    assert actions_left(state) == 0


@BOTH_SIDES
def test_T8_two_own_pieces_change_places(seats: int) -> None:
    state = at(seats, houses="kampen-osnabrueck:0t,1t+minden-hannover:0m,1t")
    play(state, "lift kampen-osnabrueck.1", "lift minden-hannover.1")
    play(state, "set minden-hannover.1", "set kampen-osnabrueck.1")
    shows(state, houses="kampen-osnabrueck:0m,1t+minden-hannover:0t,1t", hand="-")
    assert actions_left(state) == 1 and asked(state) == "turn"


def test_T8_a_change_of_places_is_two_moves_and_the_third_piece_must_stay() -> None:
    state = at(4, houses="kampen-osnabrueck:0t,0t+minden-hannover:0m")
    play(state, "lift kampen-osnabrueck.1", "lift minden-hannover.1")
    assert_illegal(state, "lift kampen-osnabrueck.2")


@BOTH_SIDES
def test_T9_moving_one_piece_only(seats: int) -> None:
    state = at(seats, houses="kampen-osnabrueck:0t+minden-hannover:0t")
    play(state, "lift kampen-osnabrueck.1")
    assert actions_left(state) == 1, "the action is spent"
    assert_legal(state, "lift minden-hannover.1")
    play(state, "set goslar-magdeburg.2")
    if asked(state) == "move":
        play(state, "done")
    assert house(state, "goslar-magdeburg.2") == "0t" and house(state, "kampen-osnabrueck.1") == "."
    assert asked(state) == "turn" and actions_left(state) == 1


@pytest.mark.parametrize(("level", "book"), [(1, 2), (2, 3), (3, 4), (4, 5)])
def test_T9_as_many_pieces_as_the_book_says(level: int, book: int) -> None:
    houses = "bremen-hamburg:0t,0t,0t,0t+minden-brunswiek:0t,0t"
    state = at(4, levels=f"0:liber_sophiae:{level}", houses=houses)
    for number in range(book):
        play(state, f"lift {['bremen-hamburg', 'minden-brunswiek'][number // 4]}.{number % 4 + 1}")
    assert legal(state, "lift") == []
    play(state, *[f"set {route}" for route in ("goslar-quedlinburg.1", "goslar-quedlinburg.2")])
    for number in range(book - 2):
        play(state, f"set hamburg-lueneburg.{number + 1}")
    assert asked(state) == "turn" and actions_left(state) == 1


def test_T9_to_the_same_and_to_other_routes_anywhere() -> None:
    state = at(4, houses="groningen-emden:0t,0m")
    play(state, "lift groningen-emden.1", "lift groningen-emden.2")
    play(state, "set groningen-emden.3", "set quedlinburg-halle.4")
    shows(state, houses="groningen-emden:.,.,0t+quedlinburg-halle:.,.,.,0m")


def test_T10_moving_never_displaces() -> None:
    houses = "bremen-hamburg:0t,0t,0t,0t+minden-brunswiek:0t+goslar-magdeburg:1t"
    state = at(4, levels="0:liber_sophiae:4", houses=houses)
    play(state, "lift bremen-hamburg.1")
    assert_illegal(state, "set goslar-magdeburg.1")
    assert_legal(state, "set goslar-magdeburg.2")


def test_T10_rivals_pieces_are_not_moved() -> None:
    state = at(4, houses="goslar-magdeburg:1t,0t")
    assert_illegal(state, "lift goslar-magdeburg.1")


def test_T11_offices_are_not_moved_from_or_to() -> None:
    state = at(4, offices="minden:0t")
    assert legal(state, "lift") == []
    assert_illegal(state, "lift minden-hannover.1", "lift muenster-minden.3")
    state = at(4, offices="minden:0t", houses="minden-hannover:0t")
    assert legal(state, "lift") == ["lift minden-hannover.1"]
    play(state, "lift minden-hannover.1")
    assert {text.split()[1].split(".")[0] for text in legal(state)} <= set(FRONT.routes)


@BOTH_SIDES
def test_T12_filling_a_route_claims_nothing(seats: int) -> None:
    state = at(seats, houses="duisburg-dortmund:0t+minden-hannover:0t")
    events = play(state, "lift minden-hannover.1", "set duisburg-dortmund.2")
    shows(state, houses="duisburg-dortmund:0t,0t", offices="-")
    assert "claim" not in kinds(events) and points(state) == (0,) * seats
    assert_legal(state, "claim duisburg-dortmund")
    play(state, "claim duisburg-dortmund")
    assert actions_left(state) == 0


def test_T12_filling_a_route_by_placing_claims_nothing() -> None:
    state = at(4, houses="duisburg-dortmund:0t", actions=1)
    play(state, "place trader duisburg-dortmund.2")
    assert actions_left(state) == 0
    assert_illegal(state, "claim duisburg-dortmund")


def test_T13_actions_of_a_marker_after_the_last_action() -> None:
    state = at(4, actions=0, markers="0:plus_4_actions")
    assert legal(state) == ["use plus_4_actions", "end-turn"]
    play(state, "use plus_4_actions")
    assert actions_left(state) == 4
    shows(state, markers="-", used="0:plus_4_actions")


def test_T13_replacements_wait_until_the_actions_are_used_or_given_up() -> None:
    state = at(
        4,
        actions=0,
        markers="0:plus_4_actions",
        plate="plus_3_actions",
        taverns="osnabrueck-bremen:extra_office+lueneburg-perleberg:remove_3",
    )
    play(state, "use plus_4_actions", "income 3t", "income 3t")
    assert legal(state, "put") == []
    play(state, "end-turn")
    assert asked(state) == "replace" and state.actor == 0


def test_T13_without_actions_only_markers_and_the_end_remain() -> None:
    state = at(4, actions=0, houses=full("0t", "minden-hannover") + "+goslar-magdeburg:1t")
    assert legal(state) == ["end-turn"]
    assert_illegal(
        state,
        "claim minden-hannover",
        "income 3t",
        "place trader goslar-magdeburg.2",
        "displace trader goslar-magdeburg.1",
        "lift minden-hannover.1",
    )


GOETTINGEN = {4: "warburg-goettingen", 3: "goettingen-quedlinburg"}


@BOTH_SIDES
@pytest.mark.parametrize(
    ("level", "more"), [(1, 1), (2, 0), (3, 1), (4, 0), (5, 1)], ids=["2-3", "3-3", "3-4", "4-4", "4-5"]
)
def test_T14_a_higher_number_of_actions_gives_one_more_at_once(seats: int, level: int, more: int) -> None:
    route = GOETTINGEN[seats]
    state = at(seats, houses=full("0t", route, seats=seats), levels=f"0:actiones:{level}", actions=2)
    events = play(state, f"claim {route}", "improve actiones")
    assert actions_left(state) == 1 + more
    assert ("actions" in kinds(events)) == bool(more)


@BOTH_SIDES
def test_T15_the_last_action_may_open_another(seats: int) -> None:
    route = GOETTINGEN[seats]
    state = at(seats, houses=full("0t", route, seats=seats), actions=1)
    play(state, f"claim {route}", "improve actiones", "income 3t")
    assert actions_left(state) == 0
    end_turn(state)
    for _ in range(seats - 1):
        end_turn(state)
    assert state.turn_seat == 0 and actions_left(state) == 3


@pytest.mark.parametrize(("level", "more"), [(1, 1), (2, 0), (3, 1), (4, 0), (5, 1)])
def test_T16_the_same_with_a_marker(level: int, more: int) -> None:
    state = at(4, actions=0, levels=f"0:actiones:{level}", markers="0:improve_ability")
    play(state, "use improve_ability actiones")
    assert actions_left(state) == more


def test_T17_both_action_markers_in_one_turn() -> None:
    state = at(4, levels="0:actiones:2", markers="0:plus_3_actions+0:plus_4_actions")
    assert actions_left(state) == 3
    play(state, "place trader goslar-magdeburg.1", "use plus_3_actions", "use plus_4_actions")
    taken = 1
    while actions_left(state):
        houses = [text for text in legal(state, "place")]
        play(state, houses[0] if houses else legal(state, "income", "lift")[0])
        if asked(state) == "move":
            play(state, legal(state, "set")[0])
        taken += 1
    assert taken == 10


def test_T17_two_markers_of_the_same_kind_may_be_used() -> None:
    state = at(4, markers="0:plus_3_actions*2")
    play(state, "use plus_3_actions", "use plus_3_actions")
    assert actions_left(state) == 8
    shows(state, used="0:plus_3_actions*2")


def test_the_five_kinds_of_actions_in_any_order() -> None:
    state = at(
        4,
        levels="0:actiones:6",
        houses=full("0t", "minden-hannover") + "+goslar-magdeburg:1t,0t+hamburg-lueneburg:.,2t",
        supply="8t1m,6t1m,7t1m,8t1m",
    )
    assert actions_left(state) == 5
    play(state, "lift goslar-magdeburg.2", "set hamburg-lueneburg.1")
    play(state, "displace trader goslar-magdeburg.1", "pay trader")
    play(state, "relocate hildesheim-goslar.1", "decline")
    play(state, "claim minden-hannover", "no-benefit", "place merchant goslar-magdeburg.2", "income 3t")
    assert actions_left(state) == 0 and state.turn_seat == 0


def test_turns_go_clockwise_from_the_start_player() -> None:
    state = RULESET.new_game(5, {"start_player": "3"}, seed=2)
    order = []
    for _ in range(10):
        order.append(state.turn_seat)
        end_turn(state)
    assert order == [2, 3, 4, 0, 1] * 2


def test_actions_of_markers_do_not_last_into_the_next_turn() -> None:
    state = at(3, markers="0:plus_4_actions", levels=top(1, tracks=("actiones",)))
    play(state, "use plus_4_actions", "end-turn")
    assert state.turn_seat == 1 and actions_left(state) == 5
    assert fields(state)["used"] == "0:plus_4_actions"
