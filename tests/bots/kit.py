"""Positions for tests of computer players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import TypeVar

from game import engine
from game.bots.brain import Brain, brain
from game.bots.players import player
from game.engine import Reason, State
from game.engine.taste import Taste

S = TypeVar("S", bound=State)

THREAT = (
    "hansa-teutonica seats=3 options=- start=1 number=45 turn=0 ask=turn actor=0 actions=3 ending=- "
    "houses=groningen-emden:2t,2t,2t+emden-osnabrueck:1t,1t,1t,1t+kampen-osnabrueck:1t,1t"
    "+kampen-arnheim:1t,1t,1t+osnabrueck-bremen:0t,0t,. "
    "offices=groningen:2t+emden:0m+hamburg:2t+osnabrueck:1t,2t+lueneburg:2m+perleberg:2t+arnheim:0t"
    "+stendal:1t+duisburg:1t+hildesheim:0t+goslar:0t+magdeburg:0t,1m extras=magdeburg:0t table=.,.,.,. "
    "supply=-,1t,1t stock=6t1m,-,4t "
    "levels=0:actiones:2+0:privilegium:2+0:liber_sophiae:2+1:clavis_urbis:2+1:actiones:2+2:privilegium:2 "
    "neutral=- points=4,6,3 linked=- markers=2:extra_office*2+2:swap_offices "
    "used=0:extra_office+0:plus_3_actions+0:plus_4_actions+0:improve_ability+0:remove_3+1:swap_offices"
    "+1:plus_3_actions+1:improve_ability+2:plus_4_actions+2:remove_3 "
    "taverns=groningen-emden:swap_offices+kampen-osnabrueck:extra_office+kampen-arnheim:improve_ability "
    "bag=0 plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- allowance=0 route=- fresh=-"
)
"""Position in which the third seat holds Groningen–Emden: its next claim ends the game 27:25."""


def told(state: State, *plan: str) -> Reason:
    """Return the reason of the computer players for a plan."""
    mind = brain(state.ruleset.id)
    found = mind.reason(state, tuple(map(state.parse_action, plan)), mind.context(state))
    assert found is not None
    return found


def some_position(ruleset: str, seats: int, actions: int = 60, seed: int = 5) -> State:
    """Return a position after a number of greedily played actions, or at the end of the game if it comes
    before."""
    return _some_position(ruleset, seats, actions, seed).copy()


@cache
def _some_position(ruleset: str, seats: int, actions: int, seed: int) -> State:
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
