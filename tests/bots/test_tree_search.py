"""The Monte Carlo tree search, an opponent with another search and evaluation than the levels."""

from __future__ import annotations

from random import Random

import pytest

from game.engine import State, ruleset
from tests.bots.kit import THREAT
from tools.players import player


def carla_to_move() -> State:
    """Return a position in which a claim ends the game and wins."""
    state = ruleset("hansa-teutonica").parse_position(THREAT)
    while state.actor != 2:
        state.apply(state.parse_action("end-turn"))
    return state


def test_it_ends_the_game_with_a_victory() -> None:
    choice = player("tree search").choose(carla_to_move(), Random(1), work=60)
    assert choice.action.text == "claim groningen-emden"


def test_its_choice_depends_on_the_seed_and_the_budget_alone() -> None:
    state = ruleset("hansa").new_game(3, seed=4)
    plans = [player("tree search").choose(state.copy(), Random(2), work=20).plan for _ in range(2)]
    assert plans[0] == plans[1]


@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_it_plays_a_whole_turn_of_both_games_and_stays_within_the_rules(game: str) -> None:
    state = ruleset(game).new_game(3, seed=5)
    chooser, rng, turn = player("tree search"), Random(3), state.turn_number
    while state.turn_number < turn + 2:
        state.apply(chooser.choose(state.copy(), rng, work=6).action)  # raises if the action is illegal
