"""What could be done in a turn: two plans of a computer player that differ in what they are for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from game.engine.core import Reason, Ruleset, State
from game.games import part
from game.outside import loads

WORSE = 0.1
"""A plan with so much less chance to win than the best is not sensible any more."""


class Plan(NamedTuple):
    """The actions of a turn, what they are for, and the chance to win that they give."""

    actions: tuple[str, ...]
    reason: Reason
    chance: float


def request(state: State, seed: int) -> str:
    """What to ask: the position as the actor may know it, and nothing else."""
    position = state.position(state.actor)
    return json.dumps({"ask": "advise", "ruleset": state.ruleset.id, "position": position, "seed": seed})


def understood(text: str) -> list[Plan]:
    """The plans in an answer, the best first; those that make no sense are left out."""
    try:
        told = loads(text)
    except ValueError:
        return []
    plans = told.get("plans") if isinstance(told, dict) else None
    return [plan for each in plans if (plan := _plan(each))] if isinstance(plans, list) else []


def _plan(told: Any) -> Plan | None:
    match told:
        case {
            "plan": [str(), *_] as actions,
            "reason": [str(reason), dict(facts)],
            "chance": int() | float() as chance,
        } if all(isinstance(action, str) for action in actions):
            return Plan(tuple(actions), Reason(reason, facts), float(chance))
    return None


def two_of(ruleset: Ruleset, plans: Iterable[Plan]) -> Sequence[Plan]:
    """The best plan, and of those that are hardly worse the one that is for something else in another place;
    failing that for the same elsewhere, or the same deed for another benefit."""
    game = part(ruleset.id, "match.guide")
    worth = [plan for plan in plans if plan.reason.id not in game.IDLE]
    if not worth:
        return []
    best = worth[0]
    what, where = game.aim(best.reason)
    deed = best.reason.id.partition("-")[0]
    found = list[tuple[int, Plan]]()
    for plan in worth[1:]:
        own_what, own_where = game.aim(plan.reason)
        same_deed = plan.reason.id.partition("-")[0] == deed
        differs = own_where != where or (same_deed and own_what != what)
        if differs and plan.chance >= best.chance - WORSE and plan.actions[:2] != best.actions[:2]:
            rank = (own_where == where) + (own_what == what) + 2 * (plan.reason.id in game.DULL)
            found.append((rank, plan))
    others = [plan for _, plan in sorted(found, key=lambda ranked: ranked[0])]
    return [best, *others[:1]]
