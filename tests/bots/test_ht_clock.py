"""The game-phase estimate of *Hansa Teutonica*: late in a game computers aim for its end, with unchanged win
probabilities."""

from __future__ import annotations

import re

import pytest

from game import engine
from game.bots.brain import brain, shares
from game.games.hansa_teutonica.bots.brain import closing
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tools.baselines.thinkers import baseline

MIND = brain("hansa-teutonica")
FROZEN = baseline("hansa-teutonica", "CHAMPION")


def position(two_players: str, rounds: int, points: tuple[int, int]) -> HansaTeutonicaState:
    """Return a new game with the turn's number and the points changed."""
    state = engine.ruleset("hansa-teutonica").new_game(2, {"two_players": two_players}, 3)
    if state.decision is not None and state.decision.id == "pawn":
        state.apply(state.legal_actions()[0])
    line = re.sub(r"number=\d+", f"number={2 * rounds + 1}", state.position())
    line = re.sub(r"points=\S+", f"points={points[0]},{points[1]}", line)
    found = engine.ruleset("hansa-teutonica").parse_position(line)
    assert isinstance(found, HansaTeutonicaState)
    return found


def chance(state: HansaTeutonicaState, frozen: bool = False) -> float:
    mind = FROZEN if frozen else MIND
    context = mind.context(state)
    return shares(mind.evaluate(state, context), mind.spread(context))[0]


@pytest.mark.parametrize("two_players", ["pawn", "neutral-it"])
def test_a_few_points_ahead_are_not_held_for_a_win_because_it_is_late(two_players: str) -> None:
    """From round 18 on points count for more than they score, so that players end the game."""
    late = position(two_players, 34, (6, 3))
    assert chance(late, frozen=True) > 0.9 > chance(late) > 0.5, (chance(late, True), chance(late))
    judgement = MIND.context(late).j
    assert judgement.haste > 0.0 and MIND.context(position(two_players, 5, (6, 3))).j.haste == 0.0


@pytest.mark.parametrize(
    ("two_players", "rounds", "certain", "even"),
    [("pawn", 5, True, False), ("neutral-it", 5, True, False), ("neutral-it", 20, True, True)],
)
def test_who_has_as_good_as_won_wants_the_end_and_late_between_neutral_traders_everybody(
    two_players: str, rounds: int, certain: bool, even: bool
) -> None:
    far, near = position(two_players, rounds, (3, 3)), position(two_players, rounds, (3, 15))
    context = MIND.context(far)
    for sure, wanted in ((0.97, certain), (0.5, even), (0.1, even)):
        more = closing(sure, near, context.j) - closing(sure, far, context.j)
        assert (more > 0.0) == wanted, sure
    context = FROZEN.context(near)
    assert FROZEN.value(0.97, 3.0, 2, near, context) == FROZEN.value(0.97, 3.0, 2, far, context)


def test_who_is_ahead_hurries_before_the_others_do() -> None:
    state = position("neutral-it", 16, (3, 3))
    context = MIND.context(state)
    assert closing(0.8, state, context.j) > closing(0.5, state, context.j) == 0.0


def fights(state: HansaTeutonicaState, frozen: bool = False) -> bool:
    """Return whether the player to move still fights for more actions per turn."""
    mind = FROZEN if frozen else MIND
    worth: float = mind.context(state).j.weights["actiones.1"]
    usual: float = mind.weights(2, state.options)["actiones.1"]
    assert worth <= usual
    return worth == usual


def test_between_neutral_traders_who_does_badly_gives_up_a_long_fight_for_more_actions() -> None:
    """Both can block the only way there, so such games would not end in time."""
    assert fights(position("neutral-it", 5, (0, 9))), "not yet"
    assert not fights(position("neutral-it", 12, (0, 9)))
    assert fights(position("neutral-it", 12, (9, 0))), "who is ahead goes on"
    assert fights(position("neutral-it", 12, (0, 9)), frozen=True)
    assert fights(position("pawn", 12, (0, 9)))


def test_of_two_who_think_to_be_ahead_the_second_gives_in_sooner() -> None:
    first = position("neutral-it", 12, (3, 3))
    line = first.position().replace("actor=0", "actor=1").replace("turn=0", "turn=1")
    second = engine.ruleset("hansa-teutonica").parse_position(line.replace("number=25", "number=26"))
    assert isinstance(second, HansaTeutonicaState) and second.actor == 1
    [part] = [part for part in MIND.context(first).j.evaluators if part.standoff]
    weights = MIND.weights(2, first.options)
    assert 0.5 < part.patience(first, weights) < part.patience(second, weights) < 1.0


def test_once_one_has_more_actions_nobody_gives_them_up() -> None:
    state = position("neutral-it", 12, (0, 9))
    line = re.sub(r"levels=\S+", "levels=1:actiones:2", state.position())
    line = re.sub(r"supply=(\S+),(\d+)t", lambda found: f"supply={found[1]},{int(found[2]) + 1}t", line)
    ahead = engine.ruleset("hansa-teutonica").parse_position(line)
    assert isinstance(ahead, HansaTeutonicaState) and ahead.levels != state.levels
    assert fights(ahead)
