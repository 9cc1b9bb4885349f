"""Positions for tests of computer players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeVar

from game import engine
from game.bots.brain import Brain, brain
from game.bots.players import player
from game.engine import State
from game.engine.taste import Taste

S = TypeVar("S", bound=State)


def some_position(ruleset: str, seats: int, actions: int = 60, seed: int = 5) -> State:
    """Return a position after a number of greedily played actions, or at the end of the game if it comes
    before."""
    state = engine.ruleset(ruleset).new_game(seats, seed=seed)
    mind, rng = player("easy"), Random(seed)
    for _ in range(actions):
        if state.actor is not None:
            state.apply(mind.choose(state, rng).action)
    return state


def random_positions(state: S, seed: int, actions: int = 3000) -> Iterator[S]:
    """Yield the positions of a game continued at random."""
    rng = Random(seed)
    taste = Taste(rng)
    for _ in range(actions):
        if state.actor is None:
            return
        yield state
        state.apply(taste.choose(state.legal_actions(), state.actor))


def played_positions(state: S, seed: int, rounds: int = 60) -> Iterator[S]:
    """Yield the positions of a game continued by shallow evaluation."""
    mind, rng = brain(state.ruleset.id), Random(seed)
    while state.actor is not None:
        assert state.turn_number <= rounds * state.seats, f"not over after {rounds} rounds"
        for action in mind.reply(state, mind.context(state), rng):
            yield state
            state.apply(action)


def decisions_with_playable_candidates(mind: Brain, states: Iterable[State], each: int) -> set[str]:
    """Check the candidates of every new decision and of every nth position: no duplicates, and legal
    sequences of the actor's own actions. Return the decisions met."""
    asked = set[str]()
    for number, state in enumerate(states):
        assert state.decision is not None
        if number % each and state.decision.id in asked:
            continue
        asked.add(state.decision.id)
        plans = mind.candidates(state, mind.context(state))
        assert plans
        assert len(set(plans)) == len(plans)
        for plan in plans:
            after = state.copy()
            for action in plan:
                assert after.actor == state.actor, plan
                after.apply(action)
    return asked
