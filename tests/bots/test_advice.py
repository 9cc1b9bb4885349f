"""Alternative plans for a turn: each is legal, and each has another reason."""

from __future__ import annotations

import json
from random import Random

import pytest

from game import engine
from game.bots.players import player
from game.bots.worker import answer
from game.engine.core import State
from game.worker_messages import request
from tests.needs import needs


def positions(game: str, seed: int, turns: int) -> list[State]:
    """Return the positions in which the first turns of a game begin."""
    state, rng = engine.ruleset(game).new_game(3, seed=seed), Random(seed)
    minds, found, turn = [player("easy") for _ in range(3)], list[State](), 0
    while state.actor is not None and state.turn_number <= turns:
        if state.turn_number != turn and state.actor == state.turn_seat:
            turn = state.turn_number
            found.append(state.copy())
        state.apply(minds[state.actor].choose(state, rng).action)
    return found


@pytest.mark.parametrize("game", engine.rulesets())
def test_the_plans_of_an_advice_are_legal_and_each_has_another_reason(game: str) -> None:
    needs(game, "reasons")
    several = 0
    for state in positions(game, 3, 18):
        plans = json.loads(answer(request("advise", state, seed=1)))["plans"]
        reasons = [json.dumps(plan["reason"]) for plan in plans]
        assert plans and len(set(reasons)) == len(reasons)
        several += len(plans) > 1
        for plan in plans:
            after, seat = state.copy(), state.actor
            for text in plan["plan"]:
                if after.actor != seat:
                    break  # a displaced player decides in between
                if any(
                    event.kind in after.ruleset.revealing for event in after.apply(after.parse_action(text))
                ):
                    break  # the plan relied on a sampled deal
            assert 0 <= plan["chance"] <= 1
    assert several >= 15, "nearly always there is a choice"


def test_nobody_is_advised_when_a_game_is_over() -> None:
    state, rng = engine.ruleset("hansa").new_game(2, seed=1), Random(1)
    mind = player("quick")
    while state.actor is not None:
        state.apply(mind.choose(state, rng).action)
    assert "the game is over" in json.loads(answer(request("advise", state)))["error"]
