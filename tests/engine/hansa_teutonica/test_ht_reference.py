"""The engine against a slow second implementation of the rules (ht_naive), in varied games."""

from __future__ import annotations

from random import Random

import pytest

from game.games.hansa_teutonica.rules.position import Piece
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import side_for
from tests.engine.hansa_teutonica.ht_games_played import SETUPS, choose
from tests.engine.hansa_teutonica.ht_naive import Naive
from tests.engine.hansa_teutonica.ht_naive_play import NaivePlay
from tests.engine.hansa_teutonica.ht_positions import random_position

SEEDS = range(2)


def word(piece: Piece) -> str:
    return f"{piece.seat}{piece.kind[0]}"


def compare(state: HansaTeutonicaState) -> None:
    """Compare legal actions, control and every row of the scoring."""
    line = state.position()
    naive = Naive(line)
    found, expected = {str(action) for action in state.legal_actions()}, naive.legal()
    assert found == expected, (sorted(found - expected)[:9], sorted(expected - found)[:9], line)
    assert {row.id: row.points for row in state.scores()} == naive.lines(), line
    for town in naive.board.towns:
        assert state.controller(town) == naive.controller(town), (town, line)
        printed = [word(piece) for piece in state.town_offices(town) if piece]
        assert printed == naive.offices.get(town, [])
        assert [word(piece) for piece in state.extra_offices(town)] == naive.extras.get(town, [])
    standing = {house: piece for house, piece in naive.houses.items() if piece != "."}
    assert {house: word(piece) for house, piece in state.occupied().items()} == standing
    assert [word(piece) for piece in state.hand_pieces()] == naive.hand()


def perform(state: HansaTeutonicaState, rng: Random) -> None:
    """Play an action in the engine and in the second implementation; compare the results."""
    line, action = state.position(), choose(state, rng)
    naive = NaivePlay(line)
    known = can_be_told(naive, str(action))
    state.apply(action)
    if known:
        naive.do(str(action))
        found, expected = NaivePlay(state.position()).summary(), naive.summary()
        wrong = {name: (found[name], value) for name, value in expected.items() if found[name] != value}
        assert not wrong, (str(action), wrong, line)


def can_be_told(naive: NaivePlay, text: str) -> bool:
    """Return whether the result is predictable: hidden markers, and markers with a single possible route, are
    not."""
    word = text.split()[0]
    if word == "end-turn":
        return naive.fields["plate"] == "0"
    return word != "put" or len(naive.fields["plate"].split("+")) == 1


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_games(seats: int, options: dict[str, str], seed: int) -> None:
    state, rng = RULESET.new_game(seats, options, seed), Random(seed)
    asked = set()
    for _ in range(400):
        compare(state)
        if state.decision is None:
            break
        asked.add(state.decision.id)
        perform(state, rng)
    assert len(asked) > 2


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_crowded_positions(seats: int, options: dict[str, str], number: int) -> None:
    """Positions beyond random play: full player boards, many offices, full routes, markers of every kind."""
    rng = Random(1000 * seats + number)
    state = random_position(seats, options, rng)
    for _ in range(12):
        compare(state)
        if state.decision is None:
            break
        perform(state, rng)


def test_distances_are_those_of_a_search() -> None:
    """Every route of both sides is at exactly one distance from any other, at most seven."""
    for seats in (4, 3):
        side = side_for(seats)
        for route in side.routes:
            rings = [side.ring(route, distance) for distance in range(len(side.routes))]
            assert set.union(*rings) == set(side.routes)
            assert sum(map(len, rings)) == len(side.routes)
