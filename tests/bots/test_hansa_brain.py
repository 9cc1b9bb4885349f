"""What the brain for *Hansa* promises."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from game import engine
from game.bots.brain import brain
from game.bots.hansa.evaluation import NAMES, Context, evaluate, sold_points, terms
from game.bots.hansa.weights import TABLES
from game.engine.hansa.state import HansaState
from game.engine.taste import Taste

GAMES = [(seats, guard) for seats in (2, 3, 4) for guard in ("off", "on")]

LOSS = (
    "hansa seats=3 colours=red+blue+green+orange+pink first=0 turn=0 number=1 ask=loss ship=riga acted=yes "
    "stacks=11,10,10,10,10 warehouses=- coins=3,3,3 markets=riga:2,-,- unsold=-,red.1+red.2+blue.1,- "
    "sold=red.1*2,-,- losses=1:red"
)


def new_game(seats: int, guard: str = "off", seed: int = 1) -> HansaState:
    state = engine.ruleset("hansa").new_game(seats, {"stall_guard": guard}, seed)
    assert isinstance(state, HansaState)
    return state


def random_positions(seats: int, guard: str, seed: int, each: int) -> Iterator[HansaState]:
    """Every so-many-th position of a game played at random."""
    state, rng = new_game(seats, guard, seed), Random(seed)
    taste = Taste(rng)
    for number in range(3000):
        if state.actor is None:
            return
        if number % each == 0:
            yield state
        state.apply(taste.choose(state.legal_actions(), state.actor))


def played_positions(seats: int, seed: int) -> Iterator[HansaState]:
    """The positions of a game in which everybody takes what looks best."""
    state, mind = new_game(seats, seed=seed), brain("hansa")
    context, rng = mind.context(state), Random(seed)
    while state.actor is not None:
        for action in mind.reply(state, context, rng):
            yield state
            state.apply(action)


def test_every_candidate_is_legal_to_its_end_and_the_actors_own() -> None:
    mind, asked = brain("hansa"), set[str]()
    games = [random_positions(seats, guard, 1, each=4) for seats, guard in GAMES]
    loss = engine.ruleset("hansa").parse_position(LOSS)
    assert isinstance(loss, HansaState)
    for game in (*games, *(played_positions(seats, 1) for seats in (2, 3, 4)), [loss]):
        for state in game:
            assert state.decision is not None
            asked.add(state.decision.id)
            plans = mind.candidates(state, mind.context(state))
            assert plans
            assert len(set(plans)) == len(plans)
            for plan in plans:
                after = state.copy()
                for action in plan:
                    assert after.actor == state.actor, plan
                    after.apply(action)
    assert asked == {"first-placement", "restock", "turn", "sell-more", "loss", "taxes"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_quick_evaluation_is_the_sum_of_the_terms(seats: int) -> None:
    weights = TABLES[str(seats)]
    for state in random_positions(seats, "off", 5, each=7):
        order = [(seat - state.start) % seats for seat in range(seats)]
        for seat, (mine, worth) in enumerate(
            zip(terms(state), evaluate(state, Context(weights, state)), strict=True)
        ):
            if state.last_round:
                period = "done" if order[seat] < order[state.active] else "last"
                each = [weights[f"{period}.{name}"] for name in NAMES]
            else:
                left = 1 - state.drawn / state.bounds[-2]
                each = [
                    left * weights[f"early.{name}"] + (1 - left) * weights[f"late.{name}"] for name in NAMES
                ]
            expected = sold_points(state.sold[seat]) + sum(a * b for a, b in zip(mine, each, strict=True))
            assert worth == pytest.approx(expected)


def test_a_finished_game_is_worth_its_points() -> None:
    *_, state = random_positions(3, "on", 2, each=1)
    while state.actor is not None:
        state.apply(state.legal_actions()[-1])
    assert state.outcome is not None
    assert evaluate(state, Context(TABLES["3"], state)) == list(state.outcome.totals)
