"""Suggestions for a turn: two plans of a computer player with different aims."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from game.engine.core import Reason, Ruleset, State
from game.games import part
from game.match.guide.sight import NONE, Facts
from game.untrusted import loads

WORSE = 0.1
"""Maximum loss of win probability against the best plan for a plan to be suggested."""
AS_GOOD = 0.03
"""Maximum difference in win probability between plans of equal quality."""


class GuidePlan(NamedTuple):
    """The actions of a turn, the reason for them and the resulting win probability.

    ahead  further facts: the cost of the plan and what it leads to (`foreseen`)
    """

    actions: tuple[str, ...]
    reason: Reason
    chance: float
    ahead: Facts = NONE


def request(state: State, seed: int) -> str:
    """Return the request for plans. It holds the position as known to its actor, and no more."""
    position = state.position(state.actor)
    return json.dumps({"ask": "advise", "ruleset": state.ruleset.id, "position": position, "seed": seed})


def understood(text: str) -> list[GuidePlan]:
    """Return the plans in an answer, best first. Invalid ones are left out."""
    try:
        told = loads(text)
    except ValueError:
        return []
    plans = told.get("plans") if isinstance(told, dict) else None
    return [plan for each in plans if (plan := _plan(each))] if isinstance(plans, list) else []


def _plan(told: Any) -> GuidePlan | None:
    match told:
        case {
            "plan": [str(), *_] as actions,
            "reason": [str(reason), dict(facts)],
            "chance": int() | float() as chance,
        } if all(isinstance(action, str) for action in actions):
            return GuidePlan(tuple(actions), Reason(reason, facts), float(chance))
    return None


def two_of(
    ruleset: Ruleset, plans: Iterable[GuidePlan], said: Collection[str] = (), just: Collection[str] = ()
) -> Sequence[GuidePlan]:
    """Return the best plan and, of those nearly as good, the one that differs most in aim and place.

    Plans that are ready to be carried out (`READY`) take precedence.

    said  aims of the plans of the turn before, which plans of equal quality should not repeat
    just  aims explained in this turn anyway, to be avoided if there are others
    """
    game = part(ruleset.id, "guide")
    worth = [plan for plan in plans if plan.reason.id not in game.IDLE]
    worth = [plan for plan in worth if plan.reason.id not in just] or worth
    if not worth:
        return []
    as_good = (plan for plan in worth if plan.chance >= worth[0].chance - AS_GOOD)
    ready = [plan for plan in worth if _deed(plan) in game.READY]
    best = next((plan for plan in as_good if plan in ready or game.aim(plan.reason)[0] not in said), worth[0])
    what, where = game.aim(best.reason)
    found = list[tuple[int, GuidePlan]]()
    for plan in worth:
        own_what, own_where = game.aim(plan.reason)
        same_deed = _deed(plan) == _deed(best)
        differs = own_where != where or (same_deed and own_what != what)
        if differs and plan.chance >= worth[0].chance - WORSE and plan.actions[:2] != best.actions[:2]:
            rank = (own_where == where) + (own_what == what) + (own_what in said) - 4 * (plan in ready)
            found.append((rank + 3 * (plan.reason.id in game.DULL), plan))
    others = [plan for _, plan in sorted(found, key=lambda ranked: ranked[0])]
    return [best, *others[:1]]


def _deed(plan: GuidePlan) -> str:
    return plan.reason.id.partition("-")[0]


def foreseen(state: State, plan: GuidePlan) -> GuidePlan:
    """Return the plan with further facts about it, in a state in which it can be played."""
    return plan._replace(ahead=part(state.ruleset.id, "guide").ahead(state, plan.reason, plan.actions))


def aims(ruleset: Ruleset, plans: Iterable[GuidePlan]) -> Collection[str]:
    """Return the aims of plans, without their places."""
    return {part(ruleset.id, "guide").aim(plan.reason)[0] for plan in plans}
