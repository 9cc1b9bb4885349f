"""Suggestions for a turn: two plans of a computer player with different aims."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from game.engine.core import Ruleset, State
from game.games import part
from game.match.guide.sight import Facts
from game.worker_messages import AdvisedPlan

WORSE = 0.1
"""Maximum loss of win probability against the best plan for a plan to be suggested."""
AS_GOOD = 0.03
"""Maximum difference in win probability between plans of equal quality."""


def two_of(
    ruleset: Ruleset, plans: Iterable[AdvisedPlan], said: Collection[str] = (), just: Collection[str] = ()
) -> Sequence[AdvisedPlan]:
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
    found = list[tuple[int, AdvisedPlan]]()
    for plan in worth:
        own_what, own_where = game.aim(plan.reason)
        same_deed = _deed(plan) == _deed(best)
        differs = own_where != where or (same_deed and own_what != what)
        if differs and plan.chance >= worth[0].chance - WORSE and plan.plan[:2] != best.plan[:2]:
            rank = (own_where == where) + (own_what == what) + (own_what in said) - 4 * (plan in ready)
            found.append((rank + 3 * (plan.reason.id in game.DULL), plan))
    others = [plan for _, plan in sorted(found, key=lambda ranked: ranked[0])]
    return [best, *others[:1]]


def _deed(plan: AdvisedPlan) -> str:
    return plan.reason.id.partition("-")[0]


def foreseen(state: State, plan: AdvisedPlan) -> Facts:
    """Return facts about a plan in a state in which it can be played: its cost and what it leads to."""
    ahead: Facts = part(state.ruleset.id, "guide").ahead(state, plan.reason, plan.plan)
    return ahead


def aims(ruleset: Ruleset, plans: Iterable[AdvisedPlan]) -> Collection[str]:
    """Return the aims of plans, without their places."""
    return {part(ruleset.id, "guide").aim(plan.reason)[0] for plan in plans}
