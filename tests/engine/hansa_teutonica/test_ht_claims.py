"""Claiming: points and control (rules 7.1, 8), offices (7.4): scenarios C1-C12, O1-O16."""

from __future__ import annotations

import pytest

from game.engine import ParseError
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import side_for
from tests.engine.hansa_teutonica.ht_kit import (
    BOTH_SIDES,
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    at,
    decline_benefit,
    each,
    fields,
    full,
    kinds,
    legal,
    of_kind,
    offices,
    play,
    points,
    shows,
    stock,
    supply,
)


def claiming(route: str, pieces: str = "", seats: int = 4, **more: object) -> HansaTeutonicaState:
    """Return a claim by A of a route filled with A's traders, or with these pieces, before the benefit."""
    row = ",".join(f"0{piece}" for piece in pieces)
    state = at(seats, houses=f"{route}:{row}" if pieces else full("0t", route, seats=seats), **more)
    play(state, f"claim {route}")
    return state


def gains(state: HansaTeutonicaState, seats: int = 4) -> tuple[int, ...]:
    return points(state)[:seats]


# --- control


@pytest.mark.parametrize(
    ("town", "printed", "additional", "controller"),
    [
        ("minden", "0t,1t", "", 1),  # C1: a tie, B further right
        ("minden", "0t,1t,0t", "", 0),  # C2: two to one
        ("minden", "0t,1t,1t,0t", "", 0),  # C3: two each, A further right
        ("minden", "1t,0t,0t,1t", "", 1),
        ("minden", "0t,1t,2t", "", 2),
        ("minden", "0t,1t,2t,0t", "", 0),
        ("minden", "1m,0m", "", 0),  # C5: the kind of piece is irrelevant
        ("minden", "1m", "", 1),
        ("bremen", "1t", "0t", 1),  # C6: additional offices are left of the printed ones
        ("bremen", "1t", "0t,0t", 0),  # C7: they count like the others
        ("bremen", "2t", "0t,1t,1t,0t", 0),  # C8: of the additional ones, the older is further right
        ("bremen", "2t", "1t,0t,0t,1t", 1),
        ("bremen", "2t", "0t,1t", 2),
        ("bremen", "0t", "0t,1t,1t", 0),
    ],
    ids=[
        "C1",
        "C2",
        "C3",
        "C3 B",
        "C3 all",
        "C2 left",
        "C5",
        "C5 alone",
        "C6",
        "C7",
        "C8",
        "C8 B",
        "C8 all",
        "C8 both",
    ],
)
def test_C5_C7_C8_control(town: str, printed: str, additional: str, controller: int) -> None:
    extra = {"extras": f"{town}:{additional}"} if additional else {}
    state = at(4, offices=f"{town}:{printed}", houses=full("0t", "bremen-minden"), **extra)
    assert state.controller(town) == controller
    play(state, "claim bremen-minden")
    decline_benefit(state)
    assert gains(state) == tuple(int(seat == controller) for seat in range(4))


@BOTH_SIDES
def test_C1_a_tie_pays_the_player_further_right(seats: int) -> None:
    state = claiming("minden-hannover", seats=seats, offices="minden:0t,1t")
    assert gains(state, 2) == (0, 1)


@BOTH_SIDES
def test_C2_two_to_one(seats: int) -> None:
    state = claiming("minden-hannover", seats=seats, offices="minden:0t,1t,0t")
    assert gains(state, 2) == (1, 0)


@BOTH_SIDES
def test_C3_two_each_the_rightmost_decides(seats: int) -> None:
    assert gains(claiming("minden-hannover", seats=seats, offices="minden:0t,1t,1t,0t"), 2) == (1, 0)
    assert gains(claiming("minden-hannover", seats=seats, offices="minden:1t,0t,0t,1t"), 2) == (0, 1)


@BOTH_SIDES
def test_C4_control_is_judged_before_the_new_office(seats: int) -> None:
    state = claiming("hamburg-luebeck", seats=seats, offices="hamburg:0t")
    events = play(state, "office luebeck.1")
    assert gains(state, 1) == (2,), "one for Hamburg, one for the coin, none for Lübeck"
    assert [(event.source, event.amount) for event in of_kind(events, "points")] == [("office.luebeck.1", 1)]


@BOTH_SIDES
def test_C4_a_town_taken_over_by_the_claim_still_pays_its_old_controller(seats: int) -> None:
    state = claiming("minden-hannover", seats=seats, offices="minden:1t", levels="0:privilegium:2")
    play(state, "office minden.2")
    assert gains(state, 2) == (0, 1) and state.controller("minden") == 0


@BOTH_SIDES
def test_C6_an_additional_office_is_left_of_the_printed_ones(seats: int) -> None:
    state = claiming("bremen-minden", seats=seats, offices="bremen:1t", extras="bremen:0t")
    assert gains(state, 2) == (0, 1)


def test_C9_a_rival_may_get_both_points() -> None:
    state = claiming("minden-hannover", offices="minden:1t+hannover:1t")
    assert gains(state) == (0, 2, 0, 0)


def test_C10_each_town_pays_its_own_controller() -> None:
    state = claiming("minden-hannover", offices="minden:1t+hannover:2t")
    assert gains(state) == (0, 1, 1, 0)


@BOTH_SIDES
def test_C11_a_claim_for_the_points_alone(seats: int) -> None:
    state = claiming(
        "minden-hannover", seats=seats, offices="minden:0t+hannover:0t", levels="0:privilegium:2"
    )
    before = stock(state, 0), supply(state, 0)
    assert_legal(state, "no-benefit")
    events = play(state, "no-benefit")
    assert gains(state, 1) == (2,)
    shows(state, houses="-")
    traders = int(before[0].rstrip("t"))
    assert (stock(state, 0), supply(state, 0)) == (f"{traders + 3}t", before[1])
    assert kinds(events).count("return") == 3


@BOTH_SIDES
def test_C12_nobody_gets_anything_for_empty_towns(seats: int) -> None:
    state = claiming("minden-hannover", seats=seats)
    assert points(state) == (0,) * seats
    play(state, "no-benefit")
    assert points(state) == (0,) * seats


# --- offices


def offered(state: HansaTeutonicaState) -> list[str]:
    return legal(state, "office")


@BOTH_SIDES
def test_O1_the_shape_of_the_office(seats: int) -> None:
    state = claiming("duisburg-dortmund", seats=seats)
    assert offered(state) == ["office duisburg.1"]
    assert_illegal(state, "office dortmund.1", "office dortmund.2")


@BOTH_SIDES
@pytest.mark.parametrize(
    ("office", "there", "rest"), [("duisburg.1", "0t", "merchants"), ("dortmund.1", "0m", "traders")]
)
def test_O2_a_trader_and_a_merchant_fit_either(seats: int, office: str, there: str, rest: str) -> None:
    state = claiming("duisburg-dortmund", "tm", seats=seats)
    assert sorted(offered(state)) == ["office dortmund.1", "office duisburg.1"]
    before = state.stock_of(0)
    play(state, f"office {office}")
    assert offices(state, office.split(".")[0]) == [there]
    after = state.stock_of(0)
    assert getattr(after, rest) == getattr(before, rest) + 1 and sum(after) == sum(before) + 1


def test_O3_a_merchant_does_not_fit_a_square() -> None:
    state = claiming("duisburg-dortmund", "mm", levels="0:liber_sophiae:2")
    assert offered(state) == ["office dortmund.1"]


@BOTH_SIDES
def test_O4_the_privilege_of_the_office(seats: int) -> None:
    state = claiming("kampen-osnabrueck", "tm", seats=seats)
    assert offered(state) == ["office osnabrueck.1"]
    assert_illegal(state, "office kampen.1")


@BOTH_SIDES
def test_O5_with_the_privilege_it_is_open(seats: int) -> None:
    state = claiming("kampen-osnabrueck", "tm", seats=seats, levels="0:privilegium:2")
    assert sorted(offered(state)) == ["office kampen.1", "office osnabrueck.1"]
    play(state, "office kampen.1")
    assert offices(state, "kampen") == ["0m" if seats == 4 else "0t"]


@pytest.mark.parametrize(
    ("level", "allowed"), [(1, []), (2, []), (3, ["office hannover.2"]), (4, ["office hannover.2"])]
)
def test_O5_pink_needs_pink_or_black(level: int, allowed: list[str]) -> None:
    state = claiming("hannover-lueneburg", levels=f"0:privilegium:{level}", offices="hannover:1t")
    assert [text for text in offered(state) if "hannover" in text] == allowed


@BOTH_SIDES
def test_O6_no_office_is_skipped(seats: int) -> None:
    state = claiming("stade-hamburg", seats=seats, levels="0:privilegium:4", offices="hamburg:1t")
    assert [text for text in offered(state) if "hamburg" in text] == ["office hamburg.2"]
    assert_illegal(state, "office hamburg.3", "office hamburg.1")


def test_O6_a_circle_on_the_left_closes_the_squares_behind_it() -> None:
    state = claiming("emden-osnabrueck", levels="0:privilegium:4", offices="osnabrueck:1t,1t,1t")
    assert offered(state) == []
    assert_illegal(state, "office emden.2")


def test_O7_full_towns_leave_the_points_and_the_extra_office() -> None:
    state = at(
        3,
        houses=full("0t", "hildesheim-goslar", seats=3),
        offices="goslar:0t+hildesheim:1t,1t",
        levels="0:privilegium:4",
        markers="0:extra_office",
    )
    events = play(state, "claim hildesheim-goslar")
    assert "marker-taken" in kinds(events) and points(state) == (1, 1, 0)
    assert offered(state) == []
    assert_legal(state, "extra-office trader goslar", "extra-office trader hildesheim", "no-benefit")


def test_O7_without_a_possible_benefit_nothing_is_asked() -> None:
    state = at(
        3,
        houses=full("0t", "hildesheim-goslar", seats=3),
        offices="goslar:0t+hildesheim:1t,1t",
        levels="0:privilegium:4",
    )
    play(state, "claim hildesheim-goslar")
    assert asked(state) == "turn" and fields(state)["houses"] == "-"


def test_O8_a_merchant_in_the_second_office_of_goettingen() -> None:
    state = claiming("warburg-goettingen", "tmt", offices="goettingen:0t")
    play(state, "office goettingen.2")
    assert offices(state, "goettingen") == ["0t", "0m"]


def test_O8_the_back_has_a_square_there() -> None:
    state = claiming("goettingen-quedlinburg", "tmt", seats=3, offices="goettingen:0t")
    assert_illegal(state, "office goettingen.2")


COINS = {
    4: {"groningen": "groningen-emden", "luebeck": "hamburg-luebeck", "coellen": "coellen-warburg",
        "halle": "quedlinburg-halle"},
    3: {"groningen": "groningen-emden", "stade": "stade-hamburg", "luebeck": "hamburg-luebeck",
        "coellen": "coellen-warburg", "warburg": "paderborn-warburg", "halle": "quedlinburg-halle"},
}  # fmt: skip


@pytest.mark.parametrize(("seats", "town"), [(seats, town) for seats in COINS for town in COINS[seats]])
def test_O9_coins_pay_at_once(seats: int, town: str) -> None:
    route = COINS[seats][town]
    pieces = "mttt"[: side_for(seats).routes[route][2]]
    state = claiming(route, pieces, seats=seats, levels="0:privilegium:2")
    play(state, f"office {town}.1")
    assert gains(state, 1) == (1,)


@pytest.mark.parametrize(("seats", "gain"), [(3, 1), (4, 0)])
def test_O10_warburg_has_a_coin_on_the_back_only(seats: int, gain: int) -> None:
    state = claiming("paderborn-warburg", seats=seats, levels="0:privilegium:2")
    play(state, "office warburg.1")
    assert gains(state, 1) == (gain,)


def test_O10_the_second_office_of_a_coin_town_pays_nothing() -> None:
    state = claiming("hamburg-luebeck", levels="0:privilegium:3", offices="luebeck:1t")
    play(state, "office luebeck.2")
    assert gains(state) == (0, 1, 0, 0)


@pytest.mark.parametrize(("seats", "coin"), [(3, 1), (4, 0)])
def test_O11_stade_takes_a_merchant_and_is_complete(seats: int, coin: int) -> None:
    state = claiming("stade-hamburg", "ttt", seats=seats)
    assert_illegal(state, "office stade.1")
    state = claiming("stade-hamburg", "ttm", seats=seats)
    events = play(state, "office stade.1")
    assert gains(state, 1) == (coin,)
    assert [event.amount for event in of_kind(events, "completed")] == [1]


@BOTH_SIDES
def test_O12_the_last_printed_office_completes_the_town(seats: int) -> None:
    state = claiming("duisburg-dortmund", seats=seats)
    events = play(state, "office duisburg.1")
    assert [(event.source, event.amount) for event in of_kind(events, "completed")] == [("town.duisburg", 1)]


def test_O12_an_office_that_is_not_the_last_completes_nothing() -> None:
    state = claiming("minden-hannover")
    assert "completed" not in kinds(play(state, "office hannover.1"))


@BOTH_SIDES
def test_O13_the_rest_goes_to_the_stock(seats: int) -> None:
    state = at(seats, houses=full("0t", "bremen-hamburg", seats=seats), supply=each(seats, "2t1m"))
    before = state.stock_of(0).traders
    play(state, "claim bremen-hamburg", "office hamburg.1")
    assert supply(state, 0) == "2t1m" and state.stock_of(0).traders == before + 3
    shows(state, houses="-")
    assert actions_left(state) == 1


def test_O13_the_route_may_be_claimed_again() -> None:
    state = claiming("duisburg-dortmund", levels="0:actiones:6")
    play(state, "no-benefit", "place trader duisburg-dortmund.1", "place trader duisburg-dortmund.2")
    play(state, "claim duisburg-dortmund", "office duisburg.1")
    assert actions_left(state) == 1


def test_O14_nothing_from_stock_or_supply() -> None:
    state = claiming("duisburg-dortmund", levels="0:liber_sophiae:3", stock=each(4, "5t2m"))
    assert supply(state, 0) != "-" and offered(state) == ["office duisburg.1"]


@BOTH_SIDES
def test_O15_one_benefit_only(seats: int) -> None:
    state = claiming("minden-hannover", seats=seats)
    assert sorted(offered(state)) == ["office hannover.1", "office minden.1"]
    play(state, "office minden.1")
    assert asked(state) == "turn"
    assert_illegal(state, "office hannover.1")
    assert offices(state, "hannover") == []


def test_O15_an_office_or_the_ability() -> None:
    state = claiming("hamburg-luebeck")
    play(state, "office luebeck.1")
    assert state.level(0, "bursa") == 1
    assert_illegal(state, "improve bursa")


def test_O16_a_black_circle() -> None:
    state = claiming("minden-paderborn", "tmt", levels="0:privilegium:4", offices="paderborn:1t")
    play(state, "office paderborn.2")
    assert offices(state, "paderborn") == ["1t", "0m"]
    state = claiming("minden-paderborn", "tmt", levels="0:privilegium:3", offices="paderborn:1t")
    assert_illegal(state, "office paderborn.2")


def test_claims_need_the_whole_route() -> None:
    for houses in ("minden-hannover:0t,0t", "minden-hannover:0t,1t,0t", "minden-hannover:1t,1t,1t"):
        assert_illegal(at(4, houses=houses), "claim minden-hannover")


def test_offices_are_filled_without_gaps() -> None:
    with pytest.raises(ParseError):
        at(4, offices="minden:0t,.,1t")
