"""The level above hard, and the player it is measured against."""

from __future__ import annotations

import json
from hashlib import blake2b
from random import Random

import pytest

from game import engine
from game.bots.brain import brain
from game.bots.players import player
from game.engine.core import State
from game.match import Computer

from .kit import some_position

CHAMPIONS = {"hansa-teutonica": "c435b96a24d91b07", "hansa": "288bc1f4d923a401"}
GAMES = [("hansa-teutonica", 3), ("hansa-teutonica", 2), ("hansa", 3)]


def test_the_weights_masters_are_measured_against_never_change() -> None:
    for game, kept in CHAMPIONS.items():
        tables = brain(game).championed().tables
        text = json.dumps({kind: dict(table) for kind, table in tables.items()}, sort_keys=True)
        assert blake2b(text.encode(), digest_size=8).hexdigest() == kept, game


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_the_hard_of_then_can_be_named_in_the_arena(ruleset: str, seats: int) -> None:
    state = some_position(ruleset, seats)
    choice = player("reference hard").choose(state, Random(1), work=10)
    assert choice.action in state.legal_actions()


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_a_master_takes_three_times_the_work_of_hard(ruleset: str, seats: int) -> None:
    state = some_position(ruleset, seats)
    mind = brain(ruleset)
    usual = mind.playouts_in(state)
    assert mind.mastery(usual).work == 3 * usual.work


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_in_the_page_a_master_thinks_for_two_seconds_and_the_others_for_one(ruleset: str) -> None:
    state: State = engine.ruleset(ruleset).new_game(3, seed=1)
    asked = {level: json.loads(Computer(level).request(state, 1))["seconds"] for level in ("hard", "master")}
    assert asked == {"hard": 1.0, "master": 2.0}
