"""Rollouts play positions to the end of the game, with common random numbers for all plans."""

from __future__ import annotations

import json

import pytest

from game import engine
from game.bots.rollouts import Policy, Rollouts
from game.bots.steps import finish
from game.bots.worker import answer
from game.levels import HARD, MEDIUM
from game.match import Match
from game.rollout_statistics import chance, difference
from game.worker_messages import MessageError, RolloutAnswer, from_json, request
from tests.bots.kit import THREAT
from tests.match.games import finished
from tests.needs import needs

GAMES = engine.rulesets()

STOP = ("income 3t", "displace trader groningen-emden.1")
PASS_BY = ("income 3t", "displace trader kampen-osnabrueck.1")


def late(game: str) -> engine.State:
    """Return a position near the end of a game, as its actor knows it."""
    record = finished(game).record
    watched = Match.watch(record)
    watched.seek(len(record.actions) - 20)
    state = watched.state
    return watched.ruleset.parse_position(state.position(state.actor))


@pytest.mark.parametrize("game", GAMES)
def test_a_playout_reaches_the_end_and_its_number_decides_what_happens(game: str) -> None:
    needs(game, "bots")
    state = late(game)
    rollouts = Rollouts(state, Policy())
    ends = [finish(rollouts.playout((), number)) for number in range(2)]
    for end in ends:
        assert sum(end.wins) == pytest.approx(1) and len(end.points) == state.seats
    assert ends[0] != ends[1]
    again = Rollouts(state, Policy())
    assert [finish(again.playout((), number)) for number in (1, 0)] == [ends[1], ends[0]]


def test_a_rollout_sees_what_happens_after_a_threat_that_is_passed_by() -> None:
    needs("hansa-teutonica", "bots")
    state = engine.ruleset("hansa-teutonica").parse_position(THREAT)
    rollouts = Rollouts(state, Policy(MEDIUM))
    stop, passed = (
        [finish(rollouts.playout(plan, number)).wins[0] for number in range(6)] for plan in (STOP, PASS_BY)
    )
    assert difference(stop, passed).sure > 0.95
    hard = Rollouts(state, Policy(HARD, work=16))
    assert finish(hard.playout(PASS_BY, 0)).wins[0] == 0


def test_a_strong_player_can_play_the_first_rounds_only() -> None:
    needs("hansa-teutonica", "bots")
    state, plan = engine.ruleset("hansa-teutonica").parse_position(THREAT), (*STOP, "end-turn")
    medium, none, first = (
        [finish(Rollouts(state, policy).playout(plan, number)) for number in range(2)]
        for policy in (Policy(MEDIUM), Policy(HARD, work=16, rounds=0), Policy(HARD, work=16, rounds=1))
    )
    assert medium == none != first


def test_a_worker_rolls_out_several_plans() -> None:
    needs("hansa-teutonica", "bots")
    state = engine.ruleset("hansa-teutonica").parse_position(THREAT)
    found = from_json(
        RolloutAnswer, answer(request("roll out", state, plans=(STOP, PASS_BY), first=4, count=2))
    )
    rollouts = Rollouts(state, Policy())
    for number, row in zip((4, 5), found.ends, strict=True):
        assert list(row) == [finish(rollouts.playout(plan, number)) for plan in (STOP, PASS_BY)]


@pytest.mark.parametrize("wrong", [{"level": "godlike"}, {"count": 0}, {"work": -1}])
def test_an_invalid_request_is_an_error(wrong: dict[str, object]) -> None:
    needs("hansa-teutonica", "bots")
    state = engine.ruleset("hansa-teutonica").parse_position(THREAT)
    asked = json.loads(request("roll out", state, plans=(STOP,))) | wrong
    with pytest.raises(MessageError):
        from_json(RolloutAnswer, answer(json.dumps(asked)))


def test_equal_results_are_not_certain_results() -> None:
    assert chance([1.0] * 8).error > 0.05
    assert chance([1.0] * 800).error < 0.01
    same = difference([1.0, 0.0] * 20, [1.0, 0.0] * 20)
    assert same.mean == 0 and same.sure == 0.5 and same.error > 0


def test_the_certainty_of_a_difference_is_that_of_the_pairs_that_differ() -> None:
    few = difference([1.0] * 3, [0.0] * 3)
    more = difference([1.0] * 9 + [0.0] * 90, [0.0] * 99)
    assert few.sure == pytest.approx(1 - 0.5**4) and more.sure > 0.99
    assert difference([0.0] * 3, [1.0] * 3).sure == pytest.approx(1 - few.sure)
