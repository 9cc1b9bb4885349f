"""What every computer player promises, whatever the game."""

from __future__ import annotations

import gc
import json
from random import Random

import pytest

from game import bots
from game.bots.budget import Budget
from game.bots.players import PLAYERS, player
from game.engine import ParseError

from .kit import some_position

GAMES = [("hansa-teutonica", 3), ("hansa-teutonica", 2), ("hansa", 3)]


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
@pytest.mark.parametrize("level", bots.levels())
def test_a_plan_can_be_played_as_far_as_it_is_firm(ruleset: str, seats: int, level: str) -> None:
    state = some_position(ruleset, seats)
    seat = state.actor
    choice = bots.choose(state, level, Random(1), work=10)
    assert choice.action is choice.plan[0]
    assert 1 <= choice.firm <= len(choice.plan)
    for action in choice.plan[: choice.firm]:
        assert state.actor == seat
        assert action in state.legal_actions()
        state.apply(action)


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
@pytest.mark.parametrize("level", bots.levels())
def test_nobody_sees_what_is_hidden_and_work_decides_alike(ruleset: str, seats: int, level: str) -> None:
    state = some_position(ruleset, seats)
    first = bots.choose(state, level, Random(3), work=10)
    assert abs(sum(first.chances) - 1) < 1e-9
    for deal in range(3):
        assert bots.choose(state.determinize(Random(deal)), level, Random(3), work=10) == first
    asked = {"ask": "choose", "ruleset": ruleset, "position": state.position(), "level": level, "seed": 3}
    answered = json.loads(bots.answer(json.dumps({**asked, "work": 10})))
    assert answered["plan"] == [action.text for action in first.plan]
    assert tuple(answered["chances"]) == first.chances


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
@pytest.mark.parametrize("level", bots.levels())
def test_what_a_search_remembers_goes_with_it(ruleset: str, seats: int, level: str) -> None:
    """A phone has no room for what waits for the next look for cycles."""
    state = some_position(ruleset, seats)
    bots.choose(state, level, Random(1), work=10)
    gc.collect()
    gc.disable()
    try:
        bots.choose(state, level, Random(1), work=10)
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize(
    "request_",
    [
        "",
        "[]",
        '{"ask": "castle"}',
        '{"ask": "choose"}',
        '{"ask": "choose", "ruleset": "chess", "position": "", "level": "hard"}',
        '{"ask": "choose", "ruleset": "hansa", "position": "hansa seats=9", "level": "hard"}',
        '{"ask": "choose", "ruleset": "hansa", "position": "hansa", "level": "mighty"}',
        '{"ask": "choose", "ruleset": "hansa", "position": "hansa", "level": "hard", "seconds": "long"}',
    ],
)
def test_a_wrong_request_is_answered_by_what_is_wrong(request_: str) -> None:
    assert json.loads(bots.answer(request_))["error"]


def test_players_are_found_by_name() -> None:
    for name in PLAYERS:
        assert player(name).name == name
    assert player("game.bots.players:RandomPlayer").name == "random"
    for wrong in ("nobody", "game.bots:nobody", "nowhere:at_all"):
        with pytest.raises(ParseError):
            player(wrong)


def test_a_budget_is_either_work_or_seconds() -> None:
    budget = Budget(work=10)
    assert budget.affords(5, 0.5) and not budget.affords(6, 0.5)
    budget.spent = 5
    assert budget.affords(5) and not budget.affords(6)
    for wrong in ({}, {"work": 1, "seconds": 1.0}):
        with pytest.raises(ValueError):
            Budget(**wrong)  # type: ignore[arg-type]
