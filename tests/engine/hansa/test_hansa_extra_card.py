"""The extra card (rules section 12): winners of its prizes, and unchanged games without it."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from game.engine import ParseError
from game.engine.record import Record, read, replay, write
from game.games.hansa.rules.ruleset import RULESET
from game.games.hansa.rules.state import HansaState
from tests.engine.hansa.hansa_table import at, outcome, play, play_random

IDS = ("card.stack", "card.opener", "card.towns", "card.single")
HELD = "coins=3,3,3 warehouses=1a:pink.1"


def prizes(state: HansaState) -> dict[str, tuple[int, ...]]:
    return {line.id: line.points for line in state.scores() if line.id in IDS}


def naive(line: str, opener: int | None) -> dict[str, tuple[int, ...]]:
    """Return the prizes computed from a position string, one after another, by the card's text."""
    fields = dict(word.split("=", 1) for word in line.split()[1:])
    seats = int(fields["seats"])
    towns: list[Counter[str]] = []
    singles = []
    for markets, sold in zip(fields["markets"].split(","), fields["sold"].split(","), strict=True):
        stacks = re.findall(r"(\w+):(\d+)", markets)
        towns.append(Counter({town: int(count) for town, count in stacks}))
        singles.append(sum(int(many or 1) for many in re.findall(r"\w+\.1(?:\*(\d+))?", sold)))
    counts = {
        "card.stack": [max(mine.values(), default=0) for mine in towns],
        "card.opener": [int(seat == opener) for seat in range(seats)],
        "card.towns": [len(mine) for mine in towns],
        "card.single": singles,
    }
    worth = dict(zip(IDS, (2, 3, 4, 5), strict=True))
    return {
        name: tuple(worth[name] if each and each == max(row) else 0 for each in row)
        for name, row in counts.items()
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_prizes_are_those_of_a_plain_reading_in_every_position_of_random_games(seats: int) -> None:
    for seed in range(3):
        state, opener = RULESET.new_game(seats, {"extra_card": "on"}, seed), None
        while state.actor is not None:
            turn = state.turn_seat
            events = play_random(state, seed + state.turns * 7, 1)
            opener = turn if any(event.kind == "last-round" for event in events) else opener
            state.check()
            assert prizes(state) == naive(state.position(), opener)
        assert opener is not None and sum(outcome(state).totals) == sum(
            sum(line.points) for line in state.scores()
        )


def test_12_2_the_highest_stack_in_one_town() -> None:
    state = at(f"extra_card=on markets=riga:4+reval:2,danzig:5,riga:3 {HELD}")
    assert prizes(state)["card.stack"] == (0, 2, 0)


def test_12_3_who_turns_the_first_good_of_the_last_stack() -> None:
    state = at("extra_card=on ask=restock stacks=0,0,0,1,10 warehouses=1b:red.1 coins=3,3,3")
    play(state, "restock")
    assert state.last_round and prizes(state)["card.opener"] == (3, 0, 0)
    play(state, "end-turn")
    assert prizes(state)["card.opener"] == (3, 0, 0) and " opener=0 " in state.position()


def test_12_3_emptying_the_stack_above_is_not_enough() -> None:
    state = at("extra_card=on stacks=0,0,0,0,10 warehouses=1a:red.1")
    assert not state.last_round and prizes(state)["card.opener"] == (0, 0, 0)


def test_12_4_most_towns_with_a_market() -> None:
    state = at(f"extra_card=on markets=riga:9,danzig:1+reval:1+kalmar:1,riga:1+reval:1 {HELD}")
    assert prizes(state)["card.towns"] == (0, 4, 0)


def test_12_5_most_goods_sold_with_one_barrel() -> None:
    state = at(f"extra_card=on sold=red.1*2+blue.3*4,red.1+blue.1*2,green.2*5 {HELD}")
    assert prizes(state)["card.single"] == (0, 5, 0)


def test_A23_all_who_share_the_first_place_get_the_prize() -> None:
    state = at(f"extra_card=on markets=riga:3,reval:3,danzig:2 sold=red.1,blue.1,green.1 {HELD}")
    assert prizes(state) == {
        "card.stack": (2, 2, 0),
        "card.opener": (0, 0, 0),
        "card.towns": (4, 4, 4),
        "card.single": (5, 5, 5),
    }


def test_A24_what_nobody_has_brings_nobody_a_prize() -> None:
    assert set(prizes(at("extra_card=on")).values()) == {(0, 0, 0)}


def test_A24_a_game_that_came_to_a_standstill_has_nobody_who_began_the_last_stack() -> None:
    state = at("seats=2 extra_card=on stall_guard=on stalled=yes ask=over warehouses=1a:red.1")
    assert outcome(state).reason == "stalled" and prizes(state)["card.opener"] == (0, 0)


def test_the_prizes_decide_who_wins() -> None:
    line = "seats=2 ask=over stacks=0,0,0,0,5 markets=riga:3,danzig:2"
    assert outcome(at(line)).totals == (4, 4)
    result = outcome(at(f"{line} extra_card=on opener=1"))
    assert result.totals == (4 + 2 + 4, 4 + 3 + 4) and result.winners == (1,)


def test_games_without_the_card_are_written_as_before() -> None:
    state = RULESET.new_game(3, seed=5)
    play_random(state, 5)
    assert "extra_card" not in state.position() and "opener" not in state.position()
    assert not prizes(state) and "option" not in write(Record.of(state))


def test_a_record_keeps_the_card() -> None:
    state = RULESET.new_game(3, {"extra_card": "on", "start_player": "1"}, 5)
    record = Record.of(state)
    while state.actor is not None:
        record.append(action := state.legal_actions()[-1 if state.turns % 3 else 0])
        state.apply(action)
        if len(record.actions) > 400:
            break
    again = replay(read(write(record)))
    assert again.position() == state.position() and "option extra_card on" in write(record)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("opener=0", "no extra card"),
        ("extra_card=on opener=0", "opener"),
        ("extra_card=on opener=- stacks=0,0,0,0,5", "opener"),
        ("extra_card=on opener=3 stacks=0,0,0,0,5", "no seat 3"),
        ("extra_card=perhaps", "extra_card"),
    ],
)
def test_a_position_that_cannot_be_with_the_card_is_refused(line: str, why: str) -> None:
    with pytest.raises(ParseError, match=why):
        at(line)
