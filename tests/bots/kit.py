"""Positions to try computer players on."""

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
    """A game so many actions in, or over before, played greedily."""
    state = engine.ruleset(ruleset).new_game(seats, seed=seed)
    mind, rng = player("easy"), Random(seed)
    for _ in range(actions):
        if state.actor is not None:
            state.apply(mind.choose(state, rng).action)
    return state


def random_positions(state: S, seed: int, actions: int = 3000) -> Iterator[S]:
    """The positions of a game played at random, from this one on."""
    rng = Random(seed)
    taste = Taste(rng)
    for _ in range(actions):
        if state.actor is None:
            return
        yield state
        state.apply(taste.choose(state.legal_actions(), state.actor))


def played_positions(state: S, seed: int, rounds: int = 60) -> Iterator[S]:
    """The positions of a game in which everybody takes what looks best at a glance."""
    mind, rng = brain(state.ruleset.id), Random(seed)
    while state.actor is not None:
        assert state.turn_number <= rounds * state.seats, f"not over after {rounds} rounds"
        for action in mind.reply(state, mind.context(state), rng):
            yield state
            state.apply(action)


def decisions_with_playable_candidates(mind: Brain, states: Iterable[State], each: int) -> set[str]:
    """The decisions met, looking at every new one and every nth position: every candidate is there once, and
    its actions are the actor's own and legal one after the other."""
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
