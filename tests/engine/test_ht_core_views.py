"""What a client, a bot or a test reads of a state; options and presets."""

from __future__ import annotations

import pytest
from ht_games import at, do

from game.engine import IllegalAction, ParseError
from game.engine.hansa_teutonica import RULESET
from game.engine.hansa_teutonica.views import Piece, Pieces


def test_pieces_are_told_where_they_are():
    state = at("houses=stade-hamburg:0t,.,1m offices=minden:0t,1t extras=minden:2m,3t table=.,3,.,.")
    assert state.house_piece("stade-hamburg.3") == Piece(1, "merchant")
    assert state.route_pieces("stade-hamburg") == (Piece(0, "trader"), None, Piece(1, "merchant"))
    assert set(state.occupied()) == {"stade-hamburg.1", "stade-hamburg.3"}
    assert state.town_offices("minden") == (Piece(0, "trader"), Piece(1, "trader"), None, None)
    assert state.office_piece("minden.3") is None
    assert state.extra_offices("minden") == (Piece(2, "merchant"), Piece(3, "trader"))
    assert state.table_seats() == (None, 3, None, None)


def test_desks_and_markers_are_told():
    state = at("levels=1:bursa:4+1:privilegium:2 markers=1:remove_3 used=1:improve_ability*2")
    assert [state.value(1, track) for track in ("bursa", "privilegium", "actiones")] == ["C", "orange", 2]
    assert state.level(1, "bursa") == 4 and state.level(0, "bursa") == 1
    assert state.markers_of(1) == {} | {"remove_3": 1} and state.used_markers_of(1) == {"improve_ability": 2}
    assert state.tavern_marker("osnabrueck-bremen") == "extra_office"
    assert state.tavern_marker("stade-hamburg") is None
    assert state.supply_of(0) == Pieces(5, 1)


def test_the_piece_in_hand_is_told():
    state = at("houses=stade-hamburg:1m")
    do(state, "displace trader stade-hamburg.1")
    assert state.hand_pieces() == (Piece(1, "merchant"),)
    assert state.decision is not None and state.decision.id == "pay"


def test_network_is_the_group_with_most_offices():
    state = at("offices=minden:0t,0t,1t+hannover:0t+groningen:0t extras=minden:0m levels=0:clavis_urbis:4")
    network = state.network(0)
    assert network.towns == ("minden", "hannover") and network.offices == 4 and network.points == 12
    assert state.network(2).points == 0
    assert state.controller("minden") == 0 and state.controller("luebeck") is None


def test_scores_are_told_in_the_middle_of_the_game():
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


def test_presets_are_sets_of_known_options():
    for preset in RULESET.presets.values():
        for seats in RULESET.seats:
            assert RULESET.new_game(seats, preset).options | preset == RULESET.new_game(seats, preset).options


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
def test_a_game_nobody_can_play_is_refused(seats, options, reason):
    with pytest.raises(ParseError, match=reason):
        RULESET.new_game(seats, options)


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_start_player_may_be_chosen(seats):
    for start in range(seats):
        state = RULESET.new_game(seats, {"start_player": str(start + 1), "two_players": "neutral-it"}, 9)
        assert state.turn_seat == start
        assert [state.supply_of((start + nth) % seats).traders for nth in range(seats)] == list(
            range(5, 5 + seats)
        )


def test_every_seat_begins_in_some_game():
    assert {RULESET.new_game(4, seed=seed).turn_seat for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("position", "action", "reason"),
    [
        ("houses=stade-hamburg:1t", "place trader stade-hamburg.1", "occupied by seat 1"),
        ("supply=1t,6t1m,7t1m,8t1m", "place merchant stade-hamburg.1", "no merchant in the supply"),
        ("actions=0", "place trader stade-hamburg.1", "no actions left"),
        ("", "displace trader stade-hamburg.1", "is empty"),
        ("houses=stade-hamburg:0t", "displace trader stade-hamburg.1", "his own piece"),
        ("houses=stade-hamburg:1m supply=2t,6t,7t,8t", "displace trader stade-hamburg.1", "takes 3 pieces"),
        ("", "income 4t", "bursa is 3"),
        ("supply=11t1m,6t,7t,8t", "income 3t", "stock of seat 0 is empty"),
        ("houses=stade-hamburg:0t,1t,0t", "claim stade-hamburg", "not filled"),
        ("", "lift stade-hamburg.1", "no piece of seat 0"),
        ("", "office minden.1", "no answer"),
        ("", "use swap_offices minden.1", "no unused marker swap_offices"),
        ("", "use plus_3_actions", "no unused marker plus_3_actions"),
        ("seats=3", "place trader emden-stade.1", "no house emden-stade.1 on this side"),
        ("seats=3", "claim emden-stade", "no route emden-stade on this side"),
        ("seats=2 pawn=I5", "place trader stade-hamburg.1", "does not border the pawn's province I5"),
        ("seats=2 pawn=I5", "step R8", "does not border the pawn's province"),
        ("seats=2 pawn=I5 acted=yes steps=0", "step I4", "free steps of this turn are used"),
        ("", "finish", "no pawn in this game"),
        (
            "houses=stade-hamburg:0t,0t,0t route=stade-hamburg ask=benefit",
            "office stade.1",
            "takes a merchant",
        ),
        ("houses=stade-hamburg:0t,0t,0t route=stade-hamburg ask=benefit", "office hamburg.2", "leftmost"),
        ("houses=stade-hamburg:0t,0t,0t route=stade-hamburg ask=benefit", "office minden.1", "not at an end"),
        ("houses=stade-hamburg:0t,0t,0t route=stade-hamburg ask=benefit", "improve bursa", "no end of route"),
        ("houses=stade-hamburg:0t,0t,0t route=stade-hamburg ask=benefit", "table 1", "coellen-warburg only"),
        (
            "houses=stade-hamburg:0t,0t,0t route=stade-hamburg ask=benefit",
            "extra-office trader hamburg",
            "no unused extra-office marker",
        ),
        (
            "offices=hamburg:1t houses=stade-hamburg:0t,0t,0t route=stade-hamburg ask=benefit",
            "office hamburg.2",
            "needs privilege orange",
        ),
    ],
)
def test_a_refusal_says_why(position, action, reason):
    state = at(position)
    before = state.position()
    with pytest.raises(IllegalAction) as refusal:
        do(state, action)
    assert reason in str(refusal.value)
    assert state.position() == before


def test_what_is_no_action_is_refused():
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
            RULESET.parse_action(text)
