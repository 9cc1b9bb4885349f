"""The observable rulings of A1-A22 (docs/reference/rules/hansa-rulings.md)."""

from __future__ import annotations

import pytest

from game.engine import ParseError
from game.games.hansa.rules.ruleset import RULESET
from game.games.hansa.rules.state import HansaState
from tests.engine.hansa.hansa_table import asked, at, outcome, play, refused, texts


def test_A1_colours_left_out_are_drawn_from_the_seed() -> None:
    for seats, in_play in ((2, 4), (3, 5), (4, 6)):
        games = [RULESET.new_game(seats, seed=seed).colours for seed in range(20)]
        assert {len(colours) for colours in games} == {in_play}
        assert len(set(games)) > 1 or seats == 4
        assert games[3] == RULESET.new_game(seats, seed=3).colours


def test_A2_the_first_stacks_take_the_extra_goods() -> None:
    assert RULESET.new_game(3).stacks() == (11, 10, 10, 10, 10)


def test_A3_one_may_act_where_the_turn_begins_though_the_other_acted_there() -> None:
    state = at("seats=2 ship=lubeck warehouses=3a:red.1+3b:red.2")
    play(state, "buy 3a", "end-turn")
    assert state.turn_seat == 1 and "buy 3b" in texts(state)


def test_A4_a_tie_for_second_place_is_no_tie() -> None:
    state = at("seats=3 turn=1 markets=riga:3,riga:2,riga:2")
    assert state.leader("riga") == 0
    assert at("seats=3 markets=riga:3,riga:3,riga:2").leader("riga") is None
    assert at("seats=3").leader("riga") is None


def test_A5_one_may_build_fewer_markets_than_barrels() -> None:
    state = at("seats=3 unsold=red.3,-,-")
    builds = [text for text in texts(state) if text.startswith("build")]
    assert builds == ["build red.3 1", "build red.3 2", "build red.3 3"]
    play(state, "build red.3 1")
    assert state.markets_in("copenhagen", 0) == 1 and state.reserve[0] == 14


def test_A6_no_building_with_an_empty_reserve() -> None:
    state = at("seats=3 ship=danzig markets=danzig:15,-,- unsold=red.1,-,-")
    assert refused(state, "build red.1 1") == ("no-markets-left", {})


def test_A7_not_all_goods_of_a_colour_must_be_sold() -> None:
    state = at("seats=3 ship=riga markets=riga:1,-,- unsold=red.1+red.2+red.3,-,-")
    sales = [text for text in texts(state) if text.startswith("sell")]
    assert sales == ["sell red 1 2", "sell red 1 3", "sell red 2 3", "sell red 1 2 3"]


def test_A8_a_restock_fills_as_far_as_the_goods_go() -> None:
    state = at("seats=3 ask=restock stacks=0,0,0,0,2 warehouses=1b:red.1 coins=3,3,3")
    play(state, "restock")
    assert [state.warehouse(name) is not None for name in ("1a", "1b", "2a", "2b")] == [True] * 3 + [False]
    assert state.coins[0] == 2


def test_A9_without_goods_there_is_no_restock() -> None:
    state = at("seats=2 first=1 turn=1 stacks=0,0,0,0,0")
    play(state, "end-turn")
    assert state.turn_seat == 0 and asked(state).id == "turn" and "restock" not in texts(state)
    play(state, "end-turn")
    assert state.outcome is not None


def test_A10_income_from_a_nearly_empty_bank() -> None:
    state = at("seats=4 turn=3 coins=0,10,8,3 warehouses=1a:red.1")
    events = play(state, "end-turn")
    assert state.coins[0] == 1 and state.bank == 0
    assert [event.amount for event in events if event.kind == "income"] == [1]


def test_A10_a_compulsory_restock_is_free_for_who_has_no_coin() -> None:
    state = at("seats=4 turn=3 coins=0,10,9,3")
    play(state, "end-turn")
    assert (state.coins[0], texts(state), asked(state).facts["cost"]) == (0, ["restock"], 0)
    events = play(state, "restock")
    assert [event for event in events if event.kind == "pay"] == []
    assert len([event for event in events if event.kind == "restock"]) == 14


def test_A10_without_a_coin_a_free_choice_of_restock_is_not_offered() -> None:
    state = at("seats=4 turn=3 coins=0,10,9,3 warehouses=1a:red.1")
    play(state, "end-turn")
    assert (state.turn_seat, asked(state).id, texts(state)) == (0, "turn", ["end-turn"])


def test_A11_sold_goods_are_not_taxed() -> None:
    state = at("seats=3 unsold=red.1*3,-,- sold=blue.1*4,-,-")
    play(state, "end-turn")
    assert len(state.unsold(0)) == 3 and len(state.sold_goods(0)) == 4


def test_A12_the_tie_break_counts_markets_on_the_board() -> None:
    result = outcome(at("seats=2 ask=over stacks=0,0,0,0,5 markets=riga:3,danzig:5"))
    assert result.totals == (4, 4) and result.ranks == (2, 1)


def test_A13_a_turn_may_pass_without_move_or_action() -> None:
    state = at("seats=3 warehouses=1a:red.1")
    before = state.ship_town
    play(state, "end-turn")
    assert state.turn_seat == 1 and state.ship_town == before


def test_A14_a_monopoly_counts_four_in_all() -> None:
    state = at("seats=2 markets=riga:1,-")
    assert sum(line.points[0] for line in state.scores()) == 4


def pass_rounds(state: HansaState, rounds: int) -> None:
    for _ in range(rounds * state.seats):
        play(state, "end-turn")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_A15_the_stall_guard_ends_an_idle_game(seats: int) -> None:
    state = at(f"seats={seats} stall_guard=on warehouses=1a:red.1")
    pass_rounds(state, 5)
    assert state.outcome is not None and outcome(state).reason == "stalled"


def test_A15_the_round_is_finished_after_the_guard_was_set() -> None:
    state = at("seats=3 stall_guard=on warehouses=1a:red.1")
    play(state, "sail danzig", "end-turn")
    pass_rounds(state, 5)
    assert state.outcome is None and state.last_round
    play(state, "end-turn", "end-turn")
    assert state.outcome is not None


def test_A15_without_the_guard_an_idle_game_goes_on() -> None:
    state = at("seats=2 warehouses=1a:red.1")
    pass_rounds(state, 30)
    assert state.outcome is None


def test_A16_losses_are_settled_clockwise_and_by_colour() -> None:
    state = at(
        "seats=4 first=2 turn=2 ship=riga markets=-,-,riga:1,- coins=3,3,3,3"
        " unsold=red.1+red.2+blue.1,red.1+blue.1+blue.3,red.3*2+blue.2*2,blue.1+blue.2"
    )
    play(state, "sell blue 2 2", "sell red 3 3")
    lost = []
    while asked(state).id == "loss":
        lost.append((state.actor, asked(state).facts["colour"]))
        state.apply(state.legal_actions()[0])
    assert lost == [(3, "blue"), (0, "red"), (1, "blue")]
    assert [state.unsold(seat) for seat in (3, 0, 1)] == [("blue.2",), ("red.2",), ("blue.3",)]


def test_A17_what_is_sold_leaves_what_lies_open() -> None:
    state = at("seats=3 ship=riga markets=riga:1,-,- unsold=red.1+red.2,-,-")
    play(state, "sell red 1 2")
    assert state.unsold(0) == () and state.sold_goods(0) == ("red.1", "red.2")


def test_A18_first_player() -> None:
    assert {RULESET.new_game(4, seed=seed).actor for seed in range(40)} == {0, 1, 2, 3}
    for number in range(1, 5):
        assert RULESET.new_game(4, {"start_player": str(number)}, seed=9).actor == number - 1
    with pytest.raises(ParseError, match="start_player"):
        RULESET.new_game(2, {"start_player": "3"})


def test_A18_the_goods_do_not_depend_on_who_begins() -> None:
    goods = {
        tuple(RULESET.new_game(3, {"start_player": who}, seed=5).shelf) for who in ("random", "1", "2", "3")
    }
    assert len(goods) == 1


def test_A19_selling_with_the_last_market_in_a_town_is_allowed() -> None:
    state = at("seats=3 ship=riga markets=riga:1,-,- unsold=red.1*2,-,-")
    play(state, "sell red 1 1")
    assert state.markets_in("riga", 0) == 0


def test_A20_the_buyer_chooses_between_two_goods() -> None:
    state = at("seats=3 ship=riga warehouses=9a:red.1+9b:blue.3")
    assert {"buy 9a", "buy 9b"} <= set(texts(state))
    play(state, "buy 9b")
    assert state.unsold(0) == ("blue.3",) and state.warehouse("9a") == "red.1"


def test_A21_the_first_placement_is_no_turn() -> None:
    state = RULESET.new_game(2, {"start_player": "1"}, seed=1)
    assert (state.turn_number, state.turn_seat) == (0, None)
    play(state, *[f"place {town}" for town in ("riga", "riga", "reval", "reval", "danzig", "danzig")])
    assert (state.turn_number, state.turn_seat) == (1, 0)


def test_A22_coins_paid_by_others_are_kept_until_the_own_turn_ends() -> None:
    state = at("seats=2 turn=1 first=1 ship=riga coins=3,3 markets=riga:1,- warehouses=9a:red.1+1a:red.2")
    play(state, "buy 9a", "end-turn")
    assert state.coins[0] == 3 + 1 + 3
    play(state, "end-turn")
    assert state.coins[0] == 3
