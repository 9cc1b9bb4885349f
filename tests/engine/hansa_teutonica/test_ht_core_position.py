"""The position string: optional fields, rejected values, and completeness of the public information."""

from __future__ import annotations

import pytest

from game.engine import ParseError
from game.games.hansa_teutonica.rules.ruleset import RULESET
from tests.engine.hansa_teutonica.ht_games_played import played
from tests.engine.hansa_teutonica.ht_kit import do, legal
from tests.engine.hansa_teutonica.ht_kit import read as at


def test_an_empty_line_is_the_setup_of_four_players() -> None:
    state = at("")
    assert (state.seats, state.actor, state.actions_left, state.turn_number) == (4, 0, 2, 1)
    assert [state.supply_of(seat) for seat in range(4)] == [(5, 1), (6, 1), (7, 1), (8, 1)]
    assert [state.stock_of(seat) for seat in range(4)] == [(6, 0), (5, 0), (4, 0), (3, 0)]
    assert state.bag_left == 13


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_setup_is_the_line_with_nothing_said(seats: int) -> None:
    options = {"start_player": "2", "two_players": "neutral-it"}
    state = RULESET.new_game(seats, options, 3)
    said = f"seats={seats} start=1 options=start_player:2+two_players:neutral-it"
    taverns = next(word for word in state.position().split() if word.startswith("taverns"))
    houses = next(word for word in state.position().split() if word.startswith("houses"))
    assert at(f"{said} {taverns} {houses}").position() == state.position()


def test_every_field_is_written_once() -> None:
    state = RULESET.new_game(3)
    words = state.position().split()
    assert words[0] == "hansa-teutonica"
    assert [word.partition("=")[0] for word in words[1:]] == list(state.edition.fields)


def test_stock_takes_what_is_left() -> None:
    state = at("supply=3t1m,-,2m,9t houses=stade-hamburg:0t,0t,1m levels=2:liber_sophiae:3")
    assert [state.stock_of(seat) for seat in range(4)] == [(6, 0), (11, 0), (11, 1), (2, 1)]


def test_supply_takes_what_a_given_stock_leaves() -> None:
    state = at("stock=1t,1m,-,11t")
    assert [state.supply_of(seat) for seat in range(4)] == [(10, 1), (11, 0), (11, 1), (0, 1)]


def test_a_bag_that_is_named_is_drawn_in_that_order() -> None:
    state = at("houses=osnabrueck-bremen:0t,0t,0t bag=remove_3+swap_offices")
    do(state, "claim osnabrueck-bremen", "office osnabrueck.1")
    assert state.plate_markers() == ("",)
    assert [event.piece for event in do(state, "end-turn") if event.kind == "reveal"] == ["marker.remove_3"]
    assert state.bag_left == 1 and len(state.box) == 11


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("town=3", "not a field"),
        ("seats=6", "seats: 6 is not between 2 and 5"),
        ("seats=3 seats=3", "given twice"),
        ("options=weather:bad", "unknown option"),
        ("seats=3 options=start_player:4", "only 3 players"),
        ("houses=minden:0t", "houses: 'minden' is unknown"),
        ("seats=3 houses=emden-stade:0t", "'emden-stade' is unknown"),
        ("houses=stade-hamburg:0t,0t,0t,0t", "room for 3"),
        ("houses=stade-hamburg:0x", "not a piece"),
        ("houses=stade-hamburg:7t", "no seat 7"),
        ("houses=stade-hamburg:4t", "neutral"),
        ("houses=stade-hamburg:0t+stade-hamburg:1t", "given twice"),
        ("offices=minden:.,0t", "gap"),
        ("extras=minden:0t", "only additional"),
        ("supply=5t1m,6t1m", "2 entries for 4"),
        ("supply=5tm,6t1m,7t1m,8t1m", "not a number"),
        ("supply=30t,6t1m,7t1m,8t1m", "traders"),
        ("supply=5t1m,6t1m,7t1m,8t1m stock=6t,5t,4t,2t", "13.1: seat 3 has 25 traders, not 26"),
        ("houses=stade-hamburg:0m,0m", "merchants"),
        ("levels=0:bursa:5", "levels 1 to 4"),
        ("levels=0:beer:2", "'beer' is unknown"),
        ("points=0,0,20,0", "10.1"),
        ("points=0,0,1", "3 entries"),
        ("points=0,0,28,0 ask=over ending=points", "13.3"),
        ("ask=over", "10.2"),
        ("ask=over ending=points", "nothing ends the game"),
        ("ask=over ending=markers", "nothing ends the game"),
        ("linked=0", "7.7"),
        ("markers=0:remove_3*2", "more markers remove_3"),
        ("taverns=hildesheim-goslar:remove_3", "13.4"),
        ("plate=1", "13.4"),
        ("bag=14", "only 13"),
        ("turn=4", "turn: 4"),
        ("actor=1", "is asked of the player whose turn"),
        ("ask=pay", "in hand"),
        ("ask=pay hand=1t route=stade-hamburg allowance=1", "the piece that displaced another"),
        (
            "seats=2 options=two_players:neutral-pt ask=relocate-neutral hand=2t route=bremen-minden",
            "the piece that displaced another",
        ),
        ("start=0 options=start_player:2", "player 2 begins"),
        ("seats=2 acted=yes steps=1", "an action after a free step"),
        ("seats=2 ask=benefit houses=stade-hamburg:0t,0t,0t route=stade-hamburg", "an action is under way"),
        ("acted=yes", "no pawn"),
        ("ask=relocate", "displaced"),
        ("ask=relocate hand=1t route=stade-hamburg allowance=1 actor=2", "actor's"),
        ("ask=move hand=0t", "allowance"),
        ("ask=move hand=0t origins=stade-hamburg.1:1t allowance=1", "last of the origins"),
        ("ask=move hand=1t origins=stade-hamburg.1:1t allowance=1", "own pieces are moved"),
        ("ask=benefit route=stade-hamburg", "fills stade-hamburg"),
        ("ask=remove allowance=2", "can be removed"),
        ("ask=replace plate=remove_3 bag=-", "13.4"),
        ("ask=step", "is unknown"),
        ("seats=2 ask=step", "free steps"),
        ("ask=neutral-claim", "is unknown"),
        ("hand=0t", "left over"),
        ("pawn=I5", "no pawn"),
        ("seats=2 pawn=I15", "'I15' is unknown"),
        ("seats=2 ask=pawn houses=stade-hamburg:0t", "empty board"),
        ("seats=2 pawn=-", "where is the pawn"),
        ("neutral=20,27", "no neutral traders"),
        ("seats=2 options=two_players:neutral-pt neutral=54,27", "neutral traders, not 54"),
    ],
)
def test_what_cannot_occur_is_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(ParseError) as refusal:
        at(line)
    assert reason in str(refusal.value)


def test_a_chain_without_its_bonus_is_refused() -> None:
    chain = "offices=arnheim:0t+muenster:0m+minden:0t+brunswiek:0t+stendal:0t"
    with pytest.raises(ParseError, match=r"7\.7"):
        at(chain)
    assert at(f"{chain} linked=0 points=7,0,0,0").linked == (0,)


@pytest.mark.parametrize("text", ["", "hansa seats=3", "Hansa-Teutonica", "rnbqkbnr/pppppppp"])
def test_another_game_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="begins with the word"):
        RULESET.parse_position(text)


@pytest.mark.parametrize("question", ["pay", "move", "relocate", "benefit", "remove", "replace"])
def test_a_game_goes_on_alike_from_the_line_of_a_pending_decision(question: str) -> None:
    found = 0
    for seed in range(8):
        for state, _, _ in played(4, {}, seed):
            if state.decision is None or state.decision.id != question:
                continue
            found += 1
            again = RULESET.parse_position(state.position())
            for action in state.legal_actions():
                one, other = state.copy(), again.copy()
                told = one.apply(action)
                if not any(event.kind == "marker-drawn" for event in told):
                    assert other.apply(action) == told
                    assert other.position() == one.position()
            if found > 20:
                return
    assert found


def test_texts_of_a_state_begin_with_the_verbs_of_the_notation() -> None:
    assert legal(at("houses=stade-hamburg:0t,0m,0t"), "claim") == ["claim stade-hamburg"]
