"""Setup and player board (rules 2, 3): scenarios S1-S6 and additional cases."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine import ParseError
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import MARKERS, TAVERNS, TRACKS
from tests.engine.hansa_teutonica.ht_kit import at, fields, line, of_kind, play, points, rows, supply

SUPPLIES = ("5t1m", "6t1m", "7t1m", "8t1m", "9t1m")
STOCKS = ("6t", "5t", "4t", "3t", "2t")


def first(seats: int, options: dict[str, str] | None = None, seed: int = 0) -> HansaTeutonicaState:
    return RULESET.new_game(seats, {"start_player": "1", **(options or {})}, seed)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_S1_supplies_and_stocks_by_seat_order(seats: int) -> None:
    found = fields(first(seats))
    assert found["supply"] == ",".join(SUPPLIES[:seats])
    assert found["stock"] == ",".join(STOCKS[:seats])
    assert found["points"] == ",".join("0" * seats)
    assert found["offices"] == found["extras"] == found["levels"] == found["markers"] == found["used"] == "-"
    assert set(rows(found["taverns"])) == set(TAVERNS) and found["table"] == ".,.,.,."


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_S1_the_order_is_clockwise_from_the_start_player(seats: int) -> None:
    for start in range(seats):
        found = fields(first(seats, {"start_player": str(start + 1)}))
        for place in range(seats):
            seat = (start + place) % seats
            assert found["supply"].split(",")[seat] == SUPPLIES[place]
            assert found["stock"].split(",")[seat] == STOCKS[place]
        assert found["start"] == found["turn"] == str(start)


def test_S1_the_start_player_is_drawn() -> None:
    assert {fields(RULESET.new_game(5, seed=seed))["start"] for seed in range(60)} == set("01234")
    with pytest.raises(ParseError, match="start_player"):
        RULESET.new_game(3, {"start_player": "4"})


def test_S2_two_players_use_the_back_of_the_board() -> None:
    state = first(2)
    found = fields(state)
    assert found["supply"] == "5t1m,6t1m" and found["stock"] == "6t,5t"
    assert "claim warburg-goettingen" not in map(str, state.legal_actions())
    with pytest.raises(ParseError):
        at(seats=2, houses="emden-stade:0t")
    at(seats=4, houses="emden-stade:0t")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_S3_every_player_has_27_traders_and_4_merchants(seats: int) -> None:
    state = first(seats)
    for seat in range(seats):
        traders, merchants = state.supply_of(seat)
        more, none = state.stock_of(seat)
        assert traders + more + 15 + 1 == 27
        assert merchants + none + 3 == 4
    state.check()


@pytest.mark.parametrize(
    ("mix", "bag", "counts"),
    [
        ("it4", 13, (4, 3, 2, 2, 3, 2, 0)),
        ("en", 13, (5, 2, 2, 2, 3, 2, 0)),
        ("pt", 12, (4, 2, 2, 2, 3, 2, 0)),
        ("bigbox", 12, (4, 3, 2, 2, 2, 2, 0)),
    ],
)
def test_S4_marker_sets(mix: str, bag: int, counts: tuple[int, ...]) -> None:
    state = first(4, {"marker_mix": mix})
    assert fields(state)["bag"] == str(bag) and sum(counts) == bag + 3
    on_board = sorted(kind for [kind] in rows(fields(state)["taverns"]).values())
    assert on_board == ["extra_office", "remove_3", "swap_offices"]
    left = {name: count - (name in on_board) for name, count in zip(MARKERS, counts, strict=True)}
    bag_line = "+".join(kind for kind, count in left.items() for _ in range(count))
    at(seats=4, options=f"marker_mix:{mix}" if mix != "it4" else "-", bag=bag_line)
    with pytest.raises(ParseError):
        at(seats=4, options=f"marker_mix:{mix}" if mix != "it4" else "-", bag=bag_line + "+plus_3_actions")


def test_S4_the_default_mix_is_the_italian_one() -> None:
    assert RULESET.new_game(3).options["marker_mix"] == "it4"


def test_S4_start_markers_are_dealt_by_chance() -> None:
    deals = {fields(first(4, seed=seed))["taverns"] for seed in range(80)}
    assert len(deals) == 6


def test_S5_start_levels() -> None:
    state = first(4)
    for seat in range(4):
        values = [state.value(seat, track) for track in TRACKS]
        assert values == [1, 2, "white", 2, 3]
        assert [state.level(seat, track) for track in TRACKS] == [1] * 5


def test_S6_keys_from_the_second_to_the_third_level() -> None:
    state = at(seats=4, levels="0:clavis_urbis:3", houses="quedlinburg-halle:0t,0t,0t,0t", offices="halle:1t")
    assert state.value(0, "clavis_urbis") == 2
    before = state.supply_of(0)
    play(state, "claim quedlinburg-halle", "improve clavis_urbis")
    assert state.value(0, "clavis_urbis") == 3
    assert state.supply_of(0) == (before.traders + 1, before.merchants)


@pytest.mark.parametrize(
    ("track", "values"),
    [
        ("clavis_urbis", [1, 2, 2, 3, 4]),
        ("actiones", [2, 3, 3, 4, 4, 5]),
        ("privilegium", ["white", "orange", "pink", "black"]),
        ("liber_sophiae", [2, 3, 4, 5]),
        ("bursa", [3, 5, 7, "C"]),
    ],
)
def test_S6_every_level_of_every_track(track: str, values: Any) -> None:
    piece = "merchant" if track == "liber_sophiae" else "trader"
    for level, value in enumerate(values, 1):
        state = at(seats=4, levels=f"0:{track}:{level}", markers="0:improve_ability")
        assert state.value(0, track) == value
        if level < len(values):
            [event] = of_kind(play(state, f"use improve_ability {track}"), "improve")
            assert (event.piece, event.source) == (piece, f"desk.0.{track}.{level + 1}")
            assert state.value(0, track) == values[level]
        else:
            assert f"use improve_ability {track}" not in [str(action) for action in state.legal_actions()]


def test_the_piece_freed_goes_to_the_supply() -> None:
    state = at(seats=4, supply="2t1m,6t1m,7t1m,8t1m", markers="0:improve_ability*2")
    play(state, "use improve_ability liber_sophiae", "use improve_ability bursa")
    assert supply(state, 0) == "3t2m"


def test_nobody_begins_with_points() -> None:
    assert points(first(5)) == (0,) * 5 and line(first(5), "network") == (0,) * 5
