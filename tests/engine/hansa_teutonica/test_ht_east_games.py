"""Games on the board of the East agree with the second implementation and meet the contract."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest

from game.bots.levels import choose as advised
from game.engine.record import Record, read, replay, write
from game.games.hansa_teutonica.rules.board import MERCHANT
from game.games.hansa_teutonica.rules.codes import kind_of
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_east import EAST, choose, seaworthy
from tests.engine.hansa_teutonica.ht_naive_east import NaiveEast
from tests.engine.hansa_teutonica.test_ht_reference import can_be_told

OPTIONS = ("", "green_swap:any+permanent_end:lapses", "green_swap:never")


def compare(state: HansaTeutonicaState) -> None:
    """Compare legal actions, control and scoring."""
    line = state.position()
    naive = NaiveEast(line)
    found, expected = {str(action) for action in state.legal_actions()}, naive.legal()
    assert found == expected, (sorted(found - expected)[:9], sorted(expected - found)[:9], line)
    assert {row.id: row.points for row in state.scores()} == naive.lines(), line
    assert all(state.controller(town) == naive.controller(town) for town in naive.board.towns), line


@pytest.mark.parametrize("seed", range(3))
def test_a_second_reading_agrees(seed: int) -> None:
    state, rng = seaworthy(3 + seed, seed, OPTIONS[seed]), Random(seed)
    asked = Counter[str]()
    for number in range(150):
        if number % 3 == 0 or state.agenda:
            compare(state)
        if state.decision is None:
            break
        asked[state.decision.id] += 1
        line, action = state.position(), choose(state, rng)
        naive = NaiveEast(line)
        known = can_be_told(naive, str(action))
        state.apply(action)
        if known:
            naive.do(str(action))
            found, expected = NaiveEast(state.position()).summary(), naive.summary()
            wrong = {name: (found[name], value) for name, value in expected.items() if found[name] != value}
            assert not wrong, (str(action), wrong, line)
    assert len(asked) > 3


@pytest.mark.parametrize("seed", range(3))
def test_invariants_lines_records_and_pickles(seed: int) -> None:
    """No trader is on a ship, and no marker is at a sea route."""
    state, rng = RULESET.new_game(3 + seed, EAST, seed), Random(seed)
    record = Record.of(state)
    for number in range(250):
        if state.actor is None:
            break
        action = choose(state, rng)
        record.append(action)
        state.apply(action)
        if number % 5 == 0 or state.agenda:
            state.check()
        afloat = [state.houses[ship] for ship in state.board.ships if state.houses[ship]]
        assert all(kind_of(piece) == MERCHANT for piece in afloat)
        assert not any(kind and state.board.routes[at].effect for at, kind in enumerate(state.tavern))
        if number % 40 == 0 or (state.agenda and number % 4 == 0):
            line = state.position()
            again = RULESET.parse_position(line)
            assert again.position() == line == state.determinize(rng, 0).position()
            assert list(map(str, again.legal_actions())) == list(map(str, state.legal_actions()))
            assert pickle.loads(pickle.dumps(state)).position() == line
    assert replay(read(write(record))).position() == state.position()


@pytest.mark.parametrize(("seats", "count"), [(3, 2 * 98 - 6 + 2), (5, 2 * 98 - 6 + 2)])
def test_counts_of_the_setup_are_those_worked_out_by_hand(seats: int, count: int) -> None:
    """A merchant into every house, a trader into all but six, an income, the end of the turn."""
    assert len(RULESET.new_game(seats, EAST, 1).legal_actions()) == count


@pytest.mark.parametrize(("level", "turns"), [("easy", 16), ("medium", 4), ("hard", 2)])
def test_computers_of_every_level_play_it(level: str, turns: int) -> None:
    state, rng = seaworthy(3, 4), Random(4)
    while state.actor is not None and state.turn_number < turns:
        choice = advised(state, level, rng, work=4 if level == "hard" else None)
        for action in choice.plan[: choice.firm]:
            state.apply(action)
            state.check()
    assert state.actor is None or state.turn_number >= turns


@pytest.mark.parametrize(
    "line",
    [
        "houses=wismar-stralsund:0t,0m,0m+magdeburg-halle:1t,0t",
        "houses=stralsund-malmoe:0t,0m,0m",
        "houses=malmoe-visby:0t,0m,0t supply=1t1m,5t,5t",
        "houses=danzig-malmoe:0t,0t,0t,0m",
        "houses=magdeburg-halle:1t,2m,0t markers=0:move_3+0:swap_offices greens=dresden:2"
        " extras=dresden:0t,1t",
    ],
)
def test_computers_answer_every_question_of_it(line: str) -> None:
    named = "+".join(f"{name}:{value}" for name, value in EAST.items())
    free = "+".join(f"{seat}:liber_sophiae:4" for seat in range(3))
    state = RULESET.parse_position(f"hansa-teutonica seats=3 options={named} levels={free} {line}")
    rng = Random(1)
    for text in [str(action) for action in state.legal_actions() if str(action).startswith("claim")]:
        state.apply(state.parse_action(text))
    while state.actor is not None and state.turn_number < 2:
        choice = advised(state, "easy", rng)
        for action in choice.plan[: choice.firm]:
            state.apply(action)
        state.check()
