"""The rulings A1-A40 (rules section 14), each under its number.

A12 and A27 are tested with their scenarios, A34-A34d with the pawn, A35-A35j with the neutral traders.
"""

from __future__ import annotations

import pytest

from game.engine import ParseError
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import FRONT
from tests.engine.hansa_teutonica.ht_kit import (
    BOTH_SIDES,
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    at,
    each,
    end_turn,
    extras,
    fields,
    full,
    house,
    kinds,
    legal,
    line,
    mixed,
    of_kind,
    offices,
    parked,
    play,
    points,
    rows,
    shows,
    stock,
    supply,
    targets,
    top,
)

TWO_LEFT = "osnabrueck-bremen:extra_office+lueneburg-perleberg:remove_3"


def displaced(piece: str = "t", seats: int = 4, **more: object) -> HansaTeutonicaState:
    """Return a position in which B's piece on Duisburg-Dortmund is displaced and paid for."""
    rest = f"+{more.pop('houses')}" if "houses" in more else ""
    state = at(seats, houses=f"duisburg-dortmund:1{piece}{rest}", **more)
    play(state, "displace trader duisburg-dortmund.1")
    while asked(state) == "pay":
        play(state, "pay trader")
    return state


@BOTH_SIDES
def test_A1_a_replacement_needs_an_empty_printed_office(seats: int) -> None:
    last = "1t" if seats == 3 else "1t,1t"
    state = at(seats, plate="remove_3", taverns=TWO_LEFT.replace("remove_3", "swap_offices"), actions=0,
               offices=f"hildesheim:1t,1t+goslar:{last}")  # fmt: skip
    play(state, "end-turn")
    assert_illegal(state, "put remove_3 hildesheim-goslar")
    assert_legal(state, "put remove_3 paderborn-hildesheim")


def test_A1_a_town_without_any_office_filled_is_fine() -> None:
    state = at(4, plate="remove_3", taverns=TWO_LEFT.replace("remove_3", "swap_offices"), actions=0)
    play(state, "end-turn")
    assert_legal(state, "put remove_3 hildesheim-goslar")


def with_extra_office(route: str, pieces: str, **more: object) -> HansaTeutonicaState:
    row = ",".join(f"0{piece}" for piece in pieces)
    state = at(4, houses=f"{route}:{row}", markers="0:extra_office", **more)
    play(state, f"claim {route}")
    return state


def test_A2_the_additional_office_comes_instead_of_a_printed_one() -> None:
    state = with_extra_office("minden-hannover", "ttt", offices="minden:1t")
    assert_legal(state, "office hannover.1", "extra-office trader minden")
    play(state, "extra-office trader minden")
    assert asked(state) == "turn" and offices(state, "hannover") == []
    state = with_extra_office("minden-hannover", "ttt", offices="minden:1t")
    play(state, "office hannover.1")
    assert asked(state) == "turn" and extras(state, "minden") == []


@pytest.mark.parametrize(
    ("route", "pieces", "town", "benefit"),
    [
        ("hamburg-luebeck", "ttt", "luebeck", "improve bursa"),
        ("coellen-warburg", "tttm", "coellen", "table 1"),
    ],
)
def test_A3_not_together_with_an_ability_or_the_table(
    route: str, pieces: str, town: str, benefit: str
) -> None:
    state = with_extra_office(route, pieces, offices=f"{town}:1t")
    assert_legal(state, benefit)
    play(state, f"extra-office trader {town}")
    assert asked(state) == "turn"
    state = with_extra_office(route, pieces, offices=f"{town}:1t")
    play(state, benefit)
    assert asked(state) == "turn" and extras(state, town) == []


def test_A4_any_piece_of_the_route_whatever_its_shape() -> None:
    state = with_extra_office("kampen-osnabrueck", "tm", offices="kampen:1m+osnabrueck:2t")
    assert sorted(legal(state, "extra-office")) == [
        "extra-office merchant kampen",
        "extra-office merchant osnabrueck",
        "extra-office trader kampen",
        "extra-office trader osnabrueck",
    ]


def test_A5_each_new_additional_office_stands_furthest_left() -> None:
    state = at(4, houses=full("0t", "bremen-minden"), offices="bremen:1t", extras="bremen:2t",
               markers="0:extra_office")  # fmt: skip
    [event] = of_kind(play(state, "claim bremen-minden", "extra-office trader bremen"), "extra-office")
    assert event.target == "extra.bremen.2" and extras(state, "bremen") == ["2t", "0t"]


def test_A6_any_two_neighbouring_offices_may_be_swapped() -> None:
    state = at(4, offices="minden:1t,2t,0t", markers="0:swap_offices")
    assert legal(state, "use") == ["use swap_offices minden.1", "use swap_offices minden.2"]


def test_A6_two_own_offices_of_different_shape() -> None:
    state = at(4, offices="groningen:0t,0m", markers="0:swap_offices")
    play(state, "use swap_offices groningen.1")
    assert offices(state, "groningen") == ["0m", "0t"]


def test_A7_own_pieces_are_removed_too() -> None:
    state = at(4, houses="minden-hannover:0m,1t", markers="0:remove_3")
    assert len(legal(state, "use")) == 2
    before = state.supply_of(0)
    play(state, "use remove_3 minden-hannover.1", "done")
    assert state.supply_of(0) == (before.traders, before.merchants + 1)


@BOTH_SIDES
def test_A8_the_displaced_piece_must_move_and_never_stays_on_its_route(seats: int) -> None:
    state = displaced(seats=seats)
    assert "duisburg-dortmund" not in targets(state, "relocate", "add")
    assert_illegal(state, "relocate duisburg-dortmund.2", "decline", "end-turn")


def test_A9_the_distance_rule_is_checked_for_each_piece() -> None:
    houses = "arnheim-duisburg:2t,2t,2t+dortmund-paderborn:2t,2t"
    state = displaced(houses=houses)
    assert legal(state, "relocate") == ["relocate dortmund-paderborn.3"]
    play(state, "relocate dortmund-paderborn.3")
    assert targets(state, "add") == {
        "kampen-arnheim", "arnheim-muenster", "minden-paderborn", "paderborn-hildesheim", "paderborn-warburg",
    }  # fmt: skip


def test_A10_stock_then_supply_piece_by_piece() -> None:
    state = displaced("m", stock=each(4, "5t", "1t"))
    play(state, "add stock.trader arnheim-duisburg.1")
    assert {text.split()[1] for text in legal(state, "add")} == {"supply.trader"}
    play(state, "add supply.trader arnheim-duisburg.2", "relocate arnheim-duisburg.3")
    assert state.actor == 0


def test_A11_then_own_pieces_of_any_route() -> None:
    state = displaced(houses="hamburg-lueneburg:1t", offices=parked("1t", 9) + "+stade:1m",
                      supply=each(4, "4t1m", "-"))  # fmt: skip
    assert {text.split()[1] for text in legal(state, "add")} == {"hamburg-lueneburg.1"}
    play(state, "relocate arnheim-duisburg.1")
    assert {text.split()[1] for text in legal(state, "add")} == {"hamburg-lueneburg.1"}


def test_A13_extra_pieces_may_come_first() -> None:
    state = displaced()
    play(state, "add stock.trader arnheim-duisburg.1")
    assert state.actor == 1 and legal(state, "add", "decline") == []
    play(state, "relocate arnheim-duisburg.2")
    assert state.actor == 0


def test_A14_the_payer_chooses_the_kinds() -> None:
    state = at(4, houses="minden-hannover:1m", levels="0:liber_sophiae:2", supply=each(4, "4t2m"))
    play(state, "displace merchant minden-hannover.1")
    assert legal(state) == ["pay trader", "pay merchant"]
    play(state, "pay merchant")
    assert asked(state) == "relocate", "the rest of the price has one kind only"
    assert supply(state, 0) == "3t" and stock(state, 0) == "8t1m"


def test_A15_the_full_income_in_chosen_kinds() -> None:
    state = at(4, levels="0:liber_sophiae:3", stock=each(4, "2t2m"))
    assert sorted(legal(state, "income")) == ["income 1t2m", "income 2t1m"]
    assert legal(at(4, supply=each(4, "11t1m")), "income") == []


def test_A16_pieces_are_lifted_first_and_at_least_one_moves() -> None:
    state = at(4, houses="kampen-osnabrueck:0t,0m")
    assert_illegal(state, "done")
    play(state, "lift kampen-osnabrueck.1", "lift kampen-osnabrueck.2")
    play(state, "set kampen-osnabrueck.2", "set kampen-osnabrueck.1")
    shows(state, houses="kampen-osnabrueck:0m,0t")
    assert actions_left(state) == 1
    state = at(4, houses="kampen-osnabrueck:0t,1t")
    play(state, "lift kampen-osnabrueck.1")
    assert_illegal(state, "set kampen-osnabrueck.1", "done", "end-turn")


def full_board(own: str, **more: object) -> HansaTeutonicaState:
    """Return a full board with these pieces of A, and traders of the others."""
    first, *rest = FRONT.routes
    size = FRONT.routes[first][2]
    houses = f"{first}:{','.join((own.split(',') * size)[:size])}+" + mixed(
        ["1t", "2t", "3t", "4t"], *rest, seats=5
    )
    return at(5, houses=houses, levels=top(1, 2, 3, 4), **more)


def test_A16_on_a_full_board_a_lift_after_which_nothing_could_move_is_not_offered() -> None:
    state = full_board("0t")
    assert legal(state, "lift") == []
    assert_illegal(state, "lift groningen-emden.1")


def test_A16_on_a_full_board_a_trader_and_a_merchant_may_change_places() -> None:
    state = full_board("0t,0m,0t")
    assert len(legal(state, "lift")) == 3
    play(state, "lift groningen-emden.1")
    assert legal(state) == ["lift groningen-emden.2"], "with book 2 the other one must be the merchant"
    play(state, "lift groningen-emden.2")
    assert legal(state) == ["set groningen-emden.2"], "all as it was is no move"
    play(state, "set groningen-emden.2", "set groningen-emden.1")
    assert house(state, "groningen-emden.1") == "0m" and house(state, "groningen-emden.2") == "0t"


def test_A17_a_claim_for_nothing() -> None:
    state = at(4, houses=full("0t", "minden-hannover"))
    play(state, "claim minden-hannover", "no-benefit")
    assert points(state) == (0,) * 4 and fields(state)["offices"] == "-"


def test_A18_control_before_the_new_office() -> None:
    state = at(4, houses=full("0t", "minden-hannover"))
    events = play(state, "claim minden-hannover", "office hannover.1")
    assert "points" not in kinds(events) and state.controller("hannover") == 0


def test_A19_a_fresh_marker_from_the_next_action_on() -> None:
    state = at(4, houses=full("0t", "osnabrueck-bremen", "bremen-minden"), offices="bremen:1t")
    play(state, "claim osnabrueck-bremen")
    assert legal(state, "extra-office") == []
    play(state, "no-benefit", "claim bremen-minden", "extra-office trader bremen")
    assert extras(state, "bremen") == ["0t"]


def test_A20_the_replacement_is_drawn_at_the_claim() -> None:
    state = at(4, houses=full("0t", "osnabrueck-bremen"), bag=3)
    assert "marker-drawn" in kinds(play(state, "claim osnabrueck-bremen"))
    shows(state, bag=2, plate=1)


def test_A21_A22_the_last_claim_is_finished_and_its_marker_scores() -> None:
    state = at(4, houses=full("0t", "osnabrueck-bremen"), bag=0, points="19,0,0,0", offices="bremen:0t")
    play(state, "claim osnabrueck-bremen", "office osnabrueck.1")
    assert state.outcome is not None and line(state, "markers")[0] == 1
    assert offices(state, "osnabrueck") == ["0t"] and points(state)[0] == 20


@pytest.mark.parametrize(
    ("mix", "kind", "most"),
    [
        ("it4", "swap_offices", 3),
        ("en", "swap_offices", 2),
        ("en", "extra_office", 5),
        ("it4", "extra_office", 4),
        ("pt", "swap_offices", 2),
        ("pt", "improve_ability", 3),
        ("bigbox", "improve_ability", 2),
        ("bigbox", "swap_offices", 3),
    ],
)
def test_A25_the_marker_mix_is_an_option(mix: str, kind: str, most: int) -> None:
    options = "-" if mix == "it4" else f"marker_mix:{mix}"
    start = "extra_office", "swap_offices", "remove_3"
    assert line(at(4, options=options, used=f"0:{kind}*{most - (kind in start)}"), "markers")[0] > 0
    with pytest.raises(ParseError):
        at(4, options=options, used=f"0:{kind}*{most - (kind in start) + 1}")


def test_A26_the_start_markers() -> None:
    for seed in range(10):
        found = rows(fields(RULESET.new_game(5, seed=seed))["taverns"]).values()
        assert sorted(kind for [kind] in found) == ["extra_office", "remove_3", "swap_offices"]


def test_A28_east_west_by_an_additional_office_never_by_a_swap() -> None:
    chain = "arnheim:0t+muenster:0m+minden:0t+stendal:0t"
    state = at(
        4, houses=full("0t", "brunswiek-stendal"), offices=f"{chain}+brunswiek:1t", markers="0:extra_office"
    )
    play(state, "claim brunswiek-stendal", "extra-office trader brunswiek")
    shows(state, linked="0")
    state = at(4, offices=chain.replace("minden:0t", "minden:1t,2t"), markers="0:swap_offices")
    assert "east-west" not in kinds(play(state, "use swap_offices minden.1"))


def test_A29_additional_offices_count_in_the_network() -> None:
    state = at(4, offices="minden:0t+hannover:1t+bremen:0m", extras="hannover:0t,0t", table="0,.,.,.",
               levels="0:liber_sophiae:2")  # fmt: skip
    assert line(state, "network")[0] == 4


def test_A30_the_network_is_a_connected_group() -> None:
    """A star round Minden: the longest path has three towns, the group five."""
    state = at(4, offices="minden:0t+muenster:0m+hannover:0t+paderborn:0t+brunswiek:0t")
    assert line(state, "network")[0] == 5


@BOTH_SIDES
def test_A31_a_full_track_leaves_the_other_benefits(seats: int) -> None:
    state = at(seats, houses=full("0t", "hamburg-luebeck", seats=seats), levels="0:bursa:4")
    play(state, "claim hamburg-luebeck")
    assert legal(state) == ["office hamburg.1", "office luebeck.1", "no-benefit"]


def test_A32_the_seven_may_be_skipped() -> None:
    state = at(4, houses="coellen-warburg:0m,0t,0t,0t", levels="0:privilegium:4")
    play(state, "claim coellen-warburg", "table 4")
    shows(state, table=".,.,.,0")


@pytest.mark.parametrize(("seats", "front"), [(2, False), (3, False), (4, True), (5, True)])
def test_A33_the_side_of_the_board(seats: int, front: bool) -> None:
    state = at(seats, **({"pawn": "R2"} if seats == 2 else {}))
    assert any("emden-stade" in text for text in legal(state, "place")) == front


def test_A36_own_pieces_are_not_displaced() -> None:
    assert legal(at(4, houses="minden-hannover:0t,0m"), "displace") == []


def test_A37_actions_lapse_and_markers_stay() -> None:
    state = at(4, markers="0:plus_3_actions")
    end_turn(state)
    assert state.turn_seat == 1 and actions_left(state) == 2
    shows(state, markers="0:plus_3_actions")


def test_A38_bursa_C_is_all_at_that_moment() -> None:
    state = at(4, levels=top(0, tracks=("bursa",)), stock=each(4, "5t"), houses="minden-hannover:0t")
    play(state, "income 5t")
    assert legal(state, "income") == [] and stock(state, 0) == "-"


def test_A39_offices_are_limited_by_pieces_only() -> None:
    state = at(4, offices="minden:0t,0t,0t+hannover:0t+bremen:0m", houses=full("0t", "minden-hannover"),
               levels="0:privilegium:4")  # fmt: skip
    play(state, "claim minden-hannover", "office minden.4")
    assert offices(state, "minden") == ["0t"] * 4


def test_A40_replacements_are_hidden_until_the_turn_ends_then_all_shown() -> None:
    state = at(4, houses=full("0t", "osnabrueck-bremen", "hildesheim-goslar"), bag="remove_3+plus_4_actions")
    events = play(state, "claim osnabrueck-bremen", "no-benefit", "claim hildesheim-goslar", "no-benefit")
    assert [event.piece for event in of_kind(events, "marker-drawn")] == ["marker", "marker"]
    assert state.plate_markers() == ("", "") and "remove_3" not in fields(state)["plate"]
    events = play(state, "end-turn")
    assert sorted(event.piece for event in of_kind(events, "reveal")) == [
        "marker.plus_4_actions",
        "marker.remove_3",
    ]
    assert "reveal" in RULESET.revealing
    assert {text.split()[1] for text in legal(state)} == {"plus_4_actions", "remove_3"}
    assert house(state, "hildesheim-goslar.1") == "."
