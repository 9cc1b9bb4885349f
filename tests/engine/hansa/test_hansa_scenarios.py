"""The scenarios S1-S10 of the rulebook's examples and the edge tests X1-X14 (rules section 13)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from game.games.hansa.rules import setup
from game.games.hansa.rules.board import DESTINATIONS, GOODS, TOWN_IDS, TOWNS, WAREHOUSES
from game.games.hansa.rules.ruleset import RULESET
from tests.engine.hansa.hansa_table import asked, at, outcome, play, refused, texts


def test_S1_filling_order(monkeypatch: pytest.MonkeyPatch) -> None:
    piles: list[list[int]] = []

    def shuffle(pile: list[int], rng: Random) -> None:
        pile.reverse()
        piles.append(list(pile))

    monkeypatch.setattr(setup, "shuffle", shuffle)
    state = RULESET.new_game(3, seed=1)
    assert WAREHOUSES[:2] == ("1a", "1b") and WAREHOUSES[-2:] == ("9a", "9b")
    assert TOWNS[0].name == "Tønsberg" and TOWNS[-1].name == "Riga"
    assert [state.warehouse(name) for name in WAREHOUSES] == [GOODS[good] for good in piles[-1][:14]]


@pytest.mark.parametrize(
    ("seats", "sizes"), [(2, (8, 8, 8, 7, 7)), (3, (11, 10, 10, 10, 10)), (4, (13, 13, 13, 13, 12))]
)
def test_S2_stacks(seats: int, sizes: tuple[int, ...]) -> None:
    state = RULESET.new_game(seats, seed=5)
    assert state.stacks() == sizes
    assert all(abs(one - other) <= 1 for one, other in pairwise(sizes))


def test_S2_a_restock_empties_stack_1_before_stack_2() -> None:
    state = at("seats=2 ask=restock stacks=2,8,8,7,7 warehouses=1a:red.1+1b:red.2+2a:red.3")
    events = play(state, "restock")
    assert [event.source for event in events if event.kind == "restock"][:4] == [
        "stack.1", "stack.1", "stack.2", "stack.2",
    ]  # fmt: skip
    assert state.stacks() == (0, 0, 7, 7, 7)


def test_S3_first_placement() -> None:
    state = RULESET.new_game(3, {"start_player": "2"}, seed=3)
    assert "place copenhagen" not in texts(state)
    assert refused(state, "place copenhagen") == ("town-closed", {"town": "copenhagen"})
    order = []
    for round_texts in (("reval",) * 3, ("riga", "danzig", "danzig"), ("lubeck",) * 3):
        for town in round_texts:
            order.append(state.actor)
            if town != "reval":
                assert refused(state, "place reval").id == "town-taken"
            play(state, f"place {town}")
    assert order == [1, 2, 0] * 3
    for seat in range(3):
        assert state.reserve[seat] == 9
        counts = [state.markets_in(town, seat) for town in TOWN_IDS]
        assert sorted(counts) == [0] * 6 + [2] * 3
    assert state.markets_in("danzig", 2) == state.markets_in("danzig", 0) == 2
    assert (state.turn_seat, state.turn_number) == (1, 1)


def test_S4_a_chain_of_visits() -> None:
    state = at(
        "seats=3 ship=lubeck coins=6,3,3 markets=lubeck:1+aalborg:1+danzig:1,-,-"
        " warehouses=3a:red.1+2a:blue.1+2b:blue.1+7a:pink.1"
    )
    bank = state.bank
    play(state, "buy 3a", "sail aalborg", "buy 2a")
    assert refused(state, "buy 2b") == ("visit-over", {"town": "aalborg"})
    play(state, "sail copenhagen", "sail danzig", "buy 7a")
    assert (state.coins[0], state.bank) == (3, bank + 3)
    assert state.unsold(0) == ("red.1", "blue.1", "pink.1")


def test_S5_directions() -> None:
    state = at("seats=3 ship=copenhagen coins=1,3,3")
    assert set(state.destinations()) == {"danzig", "lubeck", "tonsberg"}
    assert {text for text in texts(state) if text.startswith("sail")} == {
        "sail danzig", "sail lubeck", "sail tonsberg",
    }  # fmt: skip
    for town in ("aalborg", "kalmar", "stockholm", "reval", "riga"):
        assert refused(state, f"sail {town}").id == "no-route"


def test_S6_building_to_a_tie() -> None:
    state = at("seats=3 turn=1 ship=danzig markets=danzig:4,danzig:2,- unsold=-,red.1+red.2,-")
    assert state.leader("danzig") == 0
    play(state, "build red.2 2")
    assert [state.markets_in("danzig", seat) for seat in range(3)] == [4, 4, 0]
    assert state.unsold(1) == ("red.1",)
    assert "red.2" in state.removed_goods()
    assert refused(state, "build red.1 1").id == "visit-over"
    assert state.leader("danzig") is None
    assert state.price("danzig", 1) == state.price("danzig", 2) == (1, None)


S7 = "seats=3 ship=danzig markets=danzig:2,riga:1,riga:1 unsold=orange.1+orange.2*2+brown.1+brown.3,"


def test_S7a_selling() -> None:
    state = at(S7 + "-,-")
    play(state, "sell orange 1 2 2", "sell brown 1 3")
    assert len(state.sold_goods(0)) == 5 and state.unsold(0) == ()
    assert (state.markets_in("danzig", 0), state.reserve[0]) == (1, 14)
    assert state.coins[0] == 3
    assert asked(state).id == "turn"


def test_S7a_one_good_of_a_colour_cannot_be_sold() -> None:
    state = at("seats=3 ship=danzig markets=danzig:2,-,- unsold=orange.1*3+brown.1,-,-")
    assert not any("brown" in text for text in texts(state) if text.startswith("sell"))
    assert refused(state, "sell brown 1 1") == ("pair-wanted", {"colour": "brown"})
    play(state, "sell orange 1 1 1")
    assert asked(state).id == "turn" and state.unsold(0) == ("brown.1",)


def test_S7b_losses() -> None:
    state = at(S7 + "orange.1+orange.3+brown.2,orange.2")
    play(state, "sell orange 1 2 2", "sell brown 1 3")
    assert asked(state).id == "loss" and state.actor == 1 and state.turn_seat == 0
    assert texts(state) == ["discard orange.1", "discard orange.3"]
    events = play(state, "discard orange.1")
    assert [(event.seat, event.piece) for event in events] == [
        (1, "good.orange.1"), (1, "good.brown.2"), (2, "good.orange.2"),
    ]  # fmt: skip
    assert state.unsold(1) == ("orange.3",) and state.unsold(2) == ()
    assert (state.actor, asked(state).id) == (0, "turn")


def test_S8_a_whole_turn() -> None:
    purple, grey, yellow = range(3)
    state = at(
        "seats=3 first=0 turn=0 ship=copenhagen coins=1,2,0 warehouses=4a:blue.1+1a:red.3"
        " markets=copenhagen:2,tonsberg:3,-"
    )
    bank = state.bank
    play(state, "end-turn")
    assert (state.turn_seat, state.coins[grey], asked(state).id) == (grey, 5, "restock")
    play(state, "restock")
    assert state.coins[grey] == 4
    events = play(state, "buy 4a")
    assert (events[0].source, events[0].target) == (f"purse.{grey}", f"purse.{purple}")
    play(state, "sail tonsberg", "buy 1a", "sail stockholm", "sail reval", "build red.3 3")
    assert state.coins[grey] == 0 and state.unsold(grey) == ("blue.1",)
    assert state.markets_in("reval", grey) == 3
    assert state.coins[purple] == 2
    assert state.bank == bank + 1
    events = play(state, "end-turn")
    assert not [event for event in events if event.kind in ("tax", "discard")]
    assert (state.turn_seat, state.coins[yellow]) == (yellow, 3)
    play(state, "end-turn")
    assert state.coins[yellow] == 3


def test_S9_the_end() -> None:
    state = at("seats=3 first=0 turn=1 ask=restock stacks=0,0,0,1,10 warehouses=1a:red.1")
    events = play(state, "restock")
    assert state.last_round and any(event.kind == "last-round" for event in events)
    play(state, "sail lubeck", "end-turn")
    assert state.actor == 2 and state.outcome is None
    play(state, "end-turn")
    assert state.actor is None and outcome(state).reason == "supply"
    assert refused(state, "end-turn").id == "game-over"


def test_S10_city_points() -> None:
    state = at("seats=3 markets=copenhagen:1,copenhagen:3+kalmar:1,copenhagen:2")
    lines = {line.id: line.points for line in state.scores()}
    assert lines["cities"] == (2, 2, 2) and lines["monopolies"] == (0, 4, 0)


def test_X1_emptying_stack_4_sets_no_end_flag() -> None:
    full = "+".join(f"{name}:{good}" for name, good in zip(WAREHOUSES[1:], GOODS[:9] * 2, strict=False))
    state = at(f"seats=2 ask=restock stacks=0,0,0,1,7 warehouses={full}")
    play(state, "restock")
    assert state.stacks() == (0, 0, 0, 0, 7) and not state.last_round


def test_X2_compulsory_restock_with_too_few_goods() -> None:
    state = at("seats=2 ask=restock stacks=0,0,0,1,7 coins=4,3")
    assert texts(state) == ["restock"]
    play(state, "restock")
    assert [state.warehouse(name) is None for name in WAREHOUSES] == [False] * 8 + [True] * 6
    assert state.last_round and state.coins[0] == 3


def test_X3_flag_set_by_the_last_player_of_the_round() -> None:
    state = at("seats=3 first=1 turn=0 ask=restock stacks=0,0,0,0,10 warehouses=1a:red.1")
    play(state, "restock", "end-turn")
    assert state.outcome is not None


def test_X4_restock_only_with_an_empty_warehouse() -> None:
    full = "+".join(f"{name}:{good}" for name, good in zip(WAREHOUSES, GOODS, strict=False))
    state = at(f"seats=4 turn=3 warehouses={full}")
    play(state, "end-turn")
    assert asked(state).id == "turn" and "restock" not in texts(state)
    assert refused(state, "restock").id == "warehouses-full"


def test_X4_one_full_warehouse_passing_is_allowed() -> None:
    state = at("seats=3 ask=restock warehouses=9b:red.1")
    assert not asked(state).facts["compulsory"]
    play(state, "end-turn")
    assert state.turn_seat == 1


def test_X4_all_empty_passing_is_refused() -> None:
    state = at("seats=3 ask=restock")
    assert asked(state).facts["compulsory"]
    for text in ("end-turn", "sail danzig"):
        assert refused(state, text).id == "restock-first"


def test_X5_buying_without_coins() -> None:
    poor = "seats=3 ship=riga coins=0,3,3 warehouses=9a:red.1 markets="
    leading = at(poor + "riga:2,riga:1,-")
    play(leading, "buy 9a")
    assert leading.unsold(0) == ("red.1",)
    assert refused(at(poor + "riga:2,riga:2,-"), "buy 9a") == ("no-coin-to-buy", {"payee": None})


def test_X6_round_trip() -> None:
    state = at("seats=3 ship=lubeck coins=3,3,3 markets=lubeck:1,-,- warehouses=3a:red.1+3b:red.2")
    play(state, "buy 3a", "sail aalborg", "sail copenhagen", "sail lubeck", "buy 3b")
    assert state.unsold(0) == ("red.1", "red.2") and state.coins[0] == 0


def test_X7_two_markets_in_reserve() -> None:
    state = at("seats=3 ship=riga markets=danzig:13,-,- unsold=red.3,-,-")
    assert [text for text in texts(state) if text.startswith("build")] == ["build red.3 1", "build red.3 2"]
    assert refused(state, "build red.3 3") == ("few-markets-left", {"left": 2})
    play(state, "build red.3 2")
    assert state.reserve[0] == 0 and state.unsold(0) == () and "red.3" in state.removed_goods()


def test_X8_selling_with_the_only_market() -> None:
    state = at("seats=3 ship=riga markets=riga:1,riga:1,- unsold=red.1*2,-,-")
    play(state, "sell red 1 1")
    assert state.markets_in("riga", 0) == 0
    lines = {line.id: line.points for line in state.scores()}
    assert lines["monopolies"] == (0, 4, 0)


def test_X9_taxes() -> None:
    state = at("seats=3 coins=5,3,3 unsold=red.1*2+red.2+blue.3+pink.1,-,- sold=brown.1*4,-,-")
    bank = state.bank
    play(state, "end-turn")
    assert (state.coins[0], state.bank) == (3, bank + 2)
    assert asked(state).id == "taxes" and asked(state).facts["discard"] == 2
    play(state, "discard red.1", "discard pink.1")
    assert state.unsold(0) == ("red.1", "red.2", "blue.3") and len(state.sold_goods(0)) == 4
    assert state.turn_seat == 1


def test_X10_goods_points() -> None:
    state = at("seats=3 unsold=red.3,-,- sold=-,red.1+red.2+red.3,red.1")
    lines = {line.id: line.points for line in state.scores()}
    assert lines["unsold"] == (1, 0, 0) and lines["sold"] == (0, 2 + 3 + 4, 2)


OVER = "seats=3 ask=over stacks=0,0,0,0,5 "


def test_X11_ties() -> None:
    clear = outcome(at(OVER + "markets=riga:1,danzig:2,reval:1+danzig:1"))
    assert clear.totals == (4, 2, 6) and clear.tiebreaks == ()
    equal_points = outcome(at(OVER + "markets=riga:1,danzig:2,-"))
    assert equal_points.totals == (4, 4, 0) and equal_points.ranks == (2, 1, 3)
    assert [line.points for line in equal_points.tiebreaks] == [(1, 2, 0)]
    shared = outcome(at(OVER + "markets=riga:2,danzig:2,-"))
    assert shared.ranks == (1, 1, 3) and shared.winners == (0, 1)


def test_X12_the_leader_is_paid() -> None:
    state = at("seats=3 turn=1 ship=riga markets=riga:3,riga:2,riga:2 warehouses=9a:red.1")
    assert state.price("riga", 1) == (1, 0)
    play(state, "buy 9a")
    assert (state.coins[0], state.coins[1]) == (4, 2)


def test_X13_selling_a_part() -> None:
    state = at("seats=3 ship=riga markets=riga:1,-,- unsold=red.1*4,red.2,red.3*2")
    play(state, "sell red 1 1")
    assert [state.unsold(seat) for seat in range(3)] == [("red.1", "red.1"), (), ("red.3",)]


def distances(start: int) -> dict[int, int]:
    steps, edge = {start: 0}, [start]
    while edge:
        town = edge.pop(0)
        for target in DESTINATIONS[town]:
            if target not in steps:
                steps[target] = steps[town] + 1
                edge.append(target)
    return steps


def test_X14_every_town_can_be_reached() -> None:
    ways = {
        (TOWN_IDS[start], TOWN_IDS[end]): steps
        for start in range(len(TOWNS))
        for end, steps in distances(start).items()
    }
    assert len(ways) == 81
    longest = max(ways.values())
    assert longest == 6
    assert {way for way, steps in ways.items() if steps == longest} == {
        ("reval", "aalborg"), ("reval", "stockholm"),
    }  # fmt: skip
