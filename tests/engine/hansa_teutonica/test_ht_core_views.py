"""The state's public interface for clients, bots and tests; options and presets."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine import IllegalAction, ParseError
from game.games.hansa_teutonica.rules.position import Piece, Pieces
from game.games.hansa_teutonica.rules.ruleset import RULESET
from tests.engine.hansa_teutonica.ht_kit import do
from tests.engine.hansa_teutonica.ht_kit import read as at


def test_pieces_are_told_where_they_are() -> None:
    state = at("houses=stade-hamburg:0t,.,1m offices=minden:0t,1t extras=minden:2m,3t table=.,3,.,.")
    assert state.house_piece("stade-hamburg.3") == Piece(1, "merchant")
    assert state.route_pieces("stade-hamburg") == (Piece(0, "trader"), None, Piece(1, "merchant"))
    assert set(state.occupied()) == {"stade-hamburg.1", "stade-hamburg.3"}
    assert state.town_offices("minden") == (Piece(0, "trader"), Piece(1, "trader"), None, None)
    assert state.office_piece("minden.3") is None
    assert state.extra_offices("minden") == (Piece(2, "merchant"), Piece(3, "trader"))
    assert state.table_seats() == (None, 3, None, None)


def test_desks_and_markers_are_told() -> None:
    state = at("levels=1:bursa:4+1:privilegium:2 markers=1:remove_3 used=1:improve_ability*2")
    assert [state.value(1, track) for track in ("bursa", "privilegium", "actiones")] == ["C", "orange", 2]
    assert state.level(1, "bursa") == 4 and state.level(0, "bursa") == 1
    assert state.markers_of(1) == {} | {"remove_3": 1} and state.used_markers_of(1) == {"improve_ability": 2}
    assert state.tavern_marker("osnabrueck-bremen") == "extra_office"
    assert state.tavern_marker("stade-hamburg") is None
    assert state.supply_of(0) == Pieces(5, 1)


def test_the_piece_in_hand_is_told() -> None:
    state = at("houses=stade-hamburg:1m")
    do(state, "displace trader stade-hamburg.1")
    assert state.hand_pieces() == (Piece(1, "merchant"),)
    assert state.decision is not None and state.decision.id == "pay"


def test_network_is_the_group_with_most_offices() -> None:
    state = at("offices=minden:0t,0t,1t+hannover:0t+groningen:0t extras=minden:0m levels=0:clavis_urbis:4")
    network = state.network(0)
    assert network.towns == ("minden", "hannover") and network.offices == 4 and network.points == 12
    assert state.network(2).points == 0
    assert state.controller("minden") == 0 and state.controller("luebeck") is None


def test_scores_are_told_in_the_middle_of_the_game() -> None:
    state = at(
        "offices=minden:0t,1t points=3,0,0,0 table=0,.,.,0 markers=2:swap_offices"
        " levels=3:bursa:4+0:liber_sophiae:2"
    )
    rows = {line.id: line.points for line in state.scores()}
    assert rows == {
        "track": (3, 0, 0, 0),
        "full_tracks": (0, 0, 0, 4),
        "markers": (0, 0, 1, 0),
        "table": (18, 0, 0, 0),
        "towns": (0, 2, 0, 0),
        "network": (1, 1, 0, 0),
    }
    assert state.outcome is None


def test_presets_are_sets_of_known_options() -> None:
    for preset in RULESET.presets.values():
        for seats in RULESET.played_by(RULESET.new_game(3, preset).options):
            assert {**RULESET.new_game(seats, preset).options, **preset} == RULESET.new_game(
                seats, preset
            ).options


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (6, {}, "2 to 5 players"),
        (1, {}, "2 to 5 players"),
        (3, {"wind": "west"}, "unknown option 'wind'"),
        (3, {"swap": "all"}, "cannot be 'all'"),
        (3, {"start_player": "4"}, "only 3 players"),
    ],
)
def test_a_game_nobody_can_play_is_refused(seats: int, options: dict[str, str], reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        RULESET.new_game(seats, options)


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_start_player_may_be_chosen(seats: int) -> None:
    for start in range(seats):
        state = RULESET.new_game(seats, {"start_player": str(start + 1), "two_players": "neutral-it"}, 9)
        assert state.turn_seat == start
        assert [state.supply_of((start + nth) % seats).traders for nth in range(seats)] == list(
            range(5, 5 + seats)
        )


def test_every_seat_begins_in_some_game() -> None:
    assert {RULESET.new_game(4, seed=seed).turn_seat for seed in range(40)} == {0, 1, 2, 3}


CLAIM = "houses=stade-hamburg:0t,0t,0t route=stade-hamburg ask=benefit"
DISPLACED = "houses=stade-hamburg:0t hand=1t route=stade-hamburg ask=relocate allowance=1"
REFUSED = [
    (
        "houses=stade-hamburg:1t",
        "place trader stade-hamburg.1",
        "house-occupied",
        {"piece": "trader", "seat": 1},
    ),
    ("supply=1t,6t1m,7t1m,8t1m", "place merchant stade-hamburg.1", "supply-lacks", {"piece": "merchant"}),
    ("actions=0", "place trader stade-hamburg.1", "no-actions-left", {}),
    ("", "displace trader stade-hamburg.1", "house-empty", {}),
    ("houses=stade-hamburg:0t", "displace trader stade-hamburg.1", "own-piece", {}),
    (
        "houses=stade-hamburg:1m supply=2t,6t,7t,8t",
        "displace trader stade-hamburg.1",
        "price",
        {"piece": "merchant", "price": 3, "have": 2},
    ),
    ("", "income 4t", "income-amount", {"amount": 3}),
    ("supply=11t1m,6t,7t,8t", "income 3t", "stock-empty", {}),
    (
        "houses=stade-hamburg:0t,1t,0t",
        "claim stade-hamburg",
        "route-unfilled",
        {"route": "stade-hamburg", "seat": 0},
    ),
    ("", "lift stade-hamburg.1", "house-empty", {}),
    ("houses=stade-hamburg:1t", "lift stade-hamburg.1", "not-own", {}),
    ("", "office minden.1", "not-now", {"decision": "turn"}),
    ("", "use swap_offices minden.1", "marker-none", {"marker": "swap_offices"}),
    ("markers=0:swap_offices", "use swap_offices minden.1", "swap-gap", {}),
    (
        "markers=0:swap_offices options=swap:own offices=minden:1t,2t",
        "use swap_offices minden.1",
        "swap-own",
        {},
    ),
    ("", "use plus_3_actions", "marker-none", {"marker": "plus_3_actions"}),
    ("markers=0:remove_3", "use remove_3 stade-hamburg.1", "house-empty", {}),
    (
        "markers=0:remove_3 options=remove_3:rivals houses=stade-hamburg:0t",
        "use remove_3 stade-hamburg.1",
        "rivals-only",
        {},
    ),
    (
        "markers=0:improve_ability levels=0:bursa:4",
        "use improve_ability bursa",
        "track-full",
        {"track": "bursa", "value": "C"},
    ),
    ("seats=2 pawn=I5", "place trader stade-hamburg.1", "beyond-pawn", {"route": "stade-hamburg"}),
    ("seats=2 pawn=I5", "step R8", "pawn-walks", {"steps": 2}),
    ("seats=2 pawn=I5", "step I5", "pawn-here", {}),
    ("seats=2 pawn=I5 acted=yes steps=0", "step I4", "pawn-walks", {"steps": 0}),
    ("seats=2 pawn=I5 acted=yes actions=1", "step I4", "steps-order", {}),
    ("seats=2", "finish", "finish-needless", {}),
    (CLAIM, "office stade.1", "route-lacks", {"piece": "merchant"}),
    (CLAIM, "office hamburg.2", "office-order", {}),
    (CLAIM, "office minden.1", "office-away", {"town": "minden"}),
    (
        CLAIM,
        "improve bursa",
        "track-by-claim",
        {"track": "bursa", "value": 3, "town": "luebeck"},
    ),
    (
        CLAIM,
        "table 1",
        "table-by-claim",
        {"points": 7, "route": "coellen-warburg", "privilege": "white"},
    ),
    (CLAIM, "extra-office trader hamburg", "marker-none", {"marker": "extra_office"}),
    (
        CLAIM + " offices=hamburg:1t",
        "office hamburg.2",
        "privilege-lacks",
        {"privilege": "orange", "own": "white"},
    ),
    (CLAIM + " offices=hamburg:1t", "office hamburg.1", "office-taken", {"town": "hamburg", "seat": 1}),
    (DISPLACED, "relocate minden-hannover.1", "too-far", {}),
    (DISPLACED, "relocate stade-hamburg.1", "house-occupied", {"piece": "trader", "seat": 0}),
    (DISPLACED, "add supply.trader emden-stade.1", "supply-later", {}),
    (DISPLACED, "add stock.merchant emden-stade.1", "stock-lacks", {"piece": "merchant"}),
    (DISPLACED, "add minden-hannover.1 emden-stade.1", "supply-later", {}),
    ("ask=over number=5 points=20,0,0,0 ending=points", "end-turn", "game-over", {}),
]


@pytest.mark.parametrize(("position", "action", "reason", "facts"), REFUSED)
def test_a_refusal_says_why(position: Any, action: Any, reason: Any, facts: Any) -> None:
    state = at(position)
    before = state.position()
    with pytest.raises(IllegalAction) as refusal:
        do(state, action)
    assert refusal.value.reason == (reason, facts)
    assert str(refusal.value).startswith(f"{action}: {reason.replace('-', ' ')}")
    assert state.position() == before


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("place trader hannover-minden.1", "the route is minden-hannover"),
        ("claim hamburg-stade", "the route is stade-hamburg"),
        ("add hamburg-stade.1 minden-hannover.1", "the route is stade-hamburg"),
        ("place trader minden-hanover.1", "did you mean 'place trader minden-hannover.1'"),
        ("plase trader minden-hannover.1", "did you mean 'place'"),
        ("improve buersa", "did you mean 'improve bursa'"),
    ],
)
def test_a_misspelt_or_reversed_name_gets_a_hint(text: str, hint: str) -> None:
    with pytest.raises(ParseError) as refusal:
        RULESET.parser(4)(text)
    assert hint in str(refusal.value)


def test_what_is_no_action_is_refused() -> None:
    for text in (
        "",
        "place",
        "place trader",
        "place trader minden.1",
        "add a b",
        "income 40t",
        "use",
        "seat 1",
    ):
        with pytest.raises(ParseError):
            RULESET.parser(4)(text)
