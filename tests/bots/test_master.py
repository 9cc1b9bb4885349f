"""The level above hard, and the baseline it is measured against."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from random import Random

import pytest

from game import engine
from game.bots.brain import Plan, Playouts, brain
from game.bots.budget import Budget
from game.bots.search import Search
from game.bots.steps import Steps, finish
from game.bots.thinkers import BeamPlayer, PlayoutPlayer
from game.engine.core import State
from game.engine.record import read, steps
from game.levels import HARD, MASTER
from game.match import Computer
from tools.baselines.pool import POOL
from tools.baselines.thinkers import SingleStrategy, baseline
from tools.players import player

from .kit import some_position

RECORD = Path(__file__).parent.parent / "engine" / "records" / "hansa-teutonica-3.txt"
CHAMPIONS = {"hansa-teutonica": "c435b96a24d91b07", "hansa": "288bc1f4d923a401"}
GAMES = [("hansa-teutonica", 3), ("hansa-teutonica", 2), ("hansa", 4)]


def test_the_weights_masters_are_measured_against_never_change() -> None:
    for game, kept in CHAMPIONS.items():
        tables = baseline(game, "CHAMPION").tables
        text = json.dumps({kind: dict(table) for kind, table in tables.items()}, sort_keys=True)
        found = blake2b(text.encode(), digest_size=8).hexdigest()
        assert found == kept, f"{game}: keep the weights of before as those of the champion (brain.py)"


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_the_hard_of_then_can_be_named_in_the_arena(ruleset: str, seats: int) -> None:
    state = some_position(ruleset, seats)
    choice = player("reference hard").choose(state, Random(1), work=10)
    assert choice.action in state.legal_actions()


def seconds(computer: Computer, state: State) -> float:
    return float(json.loads(computer.request(state, 1))["seconds"])


@pytest.mark.parametrize("ruleset", engine.rulesets())
@pytest.mark.parametrize(("level", "most"), [("hard", 1.0), ("master", 3.0)])
def test_in_the_page_a_turn_of_many_decisions_is_thought_about_for_one_second_by_a_master_for_three(
    ruleset: str, level: str, most: float
) -> None:
    state: State = engine.ruleset(ruleset).new_game(3, seed=1)
    computer, asked = Computer(level), list[float]()
    for _ in range(12):
        asked.append(seconds(computer, state))
        assert seconds(computer, state) == asked[-1], "it has not thought yet"
        computer.answered(json.dumps({"plan": [state.legal_actions()[0].text]}), state, 1)
    assert asked == sorted(asked, reverse=True)
    assert asked[0] > most / 2
    assert sum(asked) < most


def test_who_must_decide_in_the_turn_of_another_thinks_as_if_for_the_third_time_in_its_own() -> None:
    """Several players can have decisions in one turn, while the others wait."""
    record = read(RECORD.read_text(encoding="utf-8"))
    displaced = next(state for state, _, _ in steps(record) if state.actor not in (state.turn_seat, None))
    own, computer = engine.ruleset("hansa-teutonica").new_game(3, seed=1), Computer("master")
    for number in (1, 2):
        computer.answered(json.dumps({"plan": [own.legal_actions()[0].text]}), own, number)
    assert seconds(Computer("master"), displaced) == seconds(computer, own)


@pytest.mark.parametrize("seats", [2, 3])
def test_in_hansa_teutonica_a_master_expects_everybody_to_plan_like_medium_also_with_the_pawn(
    seats: int,
) -> None:
    mind, state = brain("hansa-teutonica"), some_position("hansa-teutonica", seats)
    usual, found = mind.playouts_for(state), mind.playouts_for(state, MASTER)
    medium = player("medium")
    assert isinstance(medium, BeamPlayer)
    assert (found.width, found.breadth) == (medium.width, mind.breadth)
    assert found.stray and found.width > usual.width and found.work == usual.work


@pytest.mark.parametrize("seats", [2, 3])
def test_under_a_clock_a_master_begins_with_the_replies_of_hard(seats: int) -> None:
    """Otherwise time would run out before the last plan."""
    mind, state, master = brain("hansa-teutonica"), some_position("hansa-teutonica", seats), player("master")
    assert isinstance(master, PlayoutPlayer)
    hurried, calm = Search(mind, state), Search(mind, state)
    finish(master.lines(hurried, Random(1), None, 0.05))
    usual, wide = mind.playouts_for(state), mind.playouts_for(state, MASTER)
    assert hurried.first == usual._replace(stray=wide.stray) and hurried.playouts == wide
    finish(master.lines(calm, Random(1), 20, None))
    assert calm.first is None and calm.playouts == wide


def test_every_plan_is_played_on_with_the_first_replies_and_the_better_half_with_the_usual_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search = Search(brain("hansa-teutonica"), some_position("hansa-teutonica", 3, seed=10))
    usual, widths = search.playouts, list[int]()
    planned = Search.planned

    def noted(self: Search, state: State, rng: Random) -> Steps[list[Plan]]:
        widths.append(self.playouts.width)
        return planned(self, state, rng)

    monkeypatch.setattr(Search, "planned", noted)
    search.first = usual._replace(width=1)
    lines = finish(search.lines(4, 8))[:4]
    found = finish(search.compare(lines, Random(1), Budget(work=8)))
    assert widths == sorted(widths) and set(widths) == {1, usual.width}
    assert search.playouts == usual and all(line.count for line in found)


def test_with_neutral_traders_a_master_looks_two_rounds_ahead_and_doubts_the_replies() -> None:
    """With replies as wide as those of medium it would lose to hard there."""
    mind = brain("hansa-teutonica")
    state = engine.ruleset("hansa-teutonica").new_game(2, {"two_players": "neutral-pt"}, seed=1)
    found = mind.playouts_for(state, MASTER)
    assert (found.rounds, found.width) == (2, mind.playouts.width) and found.stray
    assert player("master").choose(state, Random(1), work=20).action in state.legal_actions()


def test_the_champion_goes_on_replying_quickly_with_the_pawn() -> None:
    champion, pawn = baseline("hansa-teutonica", "CHAMPION"), some_position("hansa-teutonica", 2)
    assert champion.playouts_for(pawn, HARD) == Playouts(prior=8, plans=16, work=160)
    others = champion.playouts_for(some_position("hansa-teutonica", 3), HARD)
    assert others == Playouts(width=3, breadth=8, prior=2, plans=16, work=32), "planned, and none strays"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_hansa_a_master_looks_ahead_many_times_as_often_and_doubts_the_replies(seats: int) -> None:
    mind, state = brain("hansa"), some_position("hansa", seats)
    usual, found = mind.playouts_for(state), mind.playouts_for(state, MASTER)
    rounds = 2 if seats == 2 else 1
    assert (found.rounds, found.work) == (rounds, (12 if rounds == 2 else 8) * usual.work)
    assert found.plans > usual.plans and found.stray > usual.stray and found.samples > usual.samples
    assert player("master").choose(state, Random(1), work=20).action in state.legal_actions()


@pytest.mark.parametrize("name", POOL)
def test_a_single_strategy_opponent_plays_by_weights_of_its_own(name: str) -> None:
    state = some_position("hansa-teutonica", 3)
    own = SingleStrategy(name).brain(state).tables["3"]
    assert own != baseline("hansa-teutonica", "CHAMPION").tables["3"]
    assert player(name).choose(state, Random(1)).action in state.legal_actions()


def test_all_plans_are_played_on_for_a_round_and_the_better_half_for_two_which_is_twice_the_work() -> None:
    mind, state = brain("hansa-teutonica"), engine.ruleset("hansa-teutonica").new_game(3, seed=1)
    counts = []
    for rounds in (1, 2):
        search = Search(mind, state, playouts=mind.playouts_for(state)._replace(rounds=rounds))
        lines, budget = finish(search.lines(4, 8))[:4], Budget(work=8)
        finish(search.compare(lines, Random(1), budget))
        assert budget.spent == 8
        counts.append(sorted(line.count for line in lines))
    assert counts == [[1, 1, 3, 3], [1, 1, 2, 2]]


def test_with_three_players_the_end_comes_nearer_by_numbers_that_were_learnt() -> None:
    mind, state = brain("hansa-teutonica"), some_position("hansa-teutonica", 3, actions=100)
    today, then = (
        one.left(state, one.context(state)) for one in (mind, baseline("hansa-teutonica", "CHAMPION"))
    )
    assert 0.05 <= today < then
