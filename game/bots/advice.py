"""AdvisedPlans for a turn: several plans with different aims, each with its reason."""

from __future__ import annotations

from random import Random

from game.bots.brain import brain
from game.bots.choice import aim
from game.bots.search import Search, Variation
from game.bots.steps import Steps
from game.engine import State
from game.worker_messages import AdvisedPlan, AdvisedPlans

MAX_ALTERNATIVES = 12
"""Maximum number of plans."""
FEW = 4
"""With fewer plans than this, every legal action is considered as well."""
BEGUN = 8
"""Maximum number of macro-actions not found by the beam that are completed to whole turns."""


def advise(state: State, rng: Random) -> Steps[AdvisedPlans]:
    """Return several plans for the actor, at least one, found by a beam search over the whole turn."""
    adapter = brain(state.ruleset.id)
    search = Search(adapter, state.determinize(rng, state.actor))
    power = adapter.powers(search.state).plan
    lines = yield from search.turns(adapter.beam_width(state, 0), adapter.breadth, rng)
    plans = dict[tuple[object, ...], AdvisedPlan]()

    def add(line: Variation) -> bool:
        reason = adapter.reason(search.state, line.plan, search.context)
        new = aim(reason) not in plans
        if reason is not None and new:
            chance = search.confident(line.estimate(), power)[search.seat]
            texts = tuple(action.text for action in line.plan)
            plans[aim(reason)] = AdvisedPlan(texts, reason, chance)
        return new

    for line in lines:
        add(line)
        yield ""
    for find, enough in ((Search.chains, MAX_ALTERNATIVES), (_single_actions, FEW)):
        begun = 0
        for line in (yield from find(search)) if len(plans) < enough else ():
            if len(plans) >= enough or begun == BEGUN:
                break
            reason = adapter.reason(search.state, line.plan, search.context)
            if aim(reason) not in plans:
                goes_on = not line.settled and search.goes_on(line.state)
                begun += add((yield from search.completed(line)) if goes_on else line) or add(line)
    return AdvisedPlans(tuple(plans.values())[:MAX_ALTERNATIVES])


def _single_actions(search: Search) -> Steps[list[Variation]]:
    """Return candidate plans of a single action, best first, including those the `Brain` does not propose."""
    start, found = search.line((), search.state, 0, False), list[Variation]()
    for action in search.state.legal_actions():
        found.append(search.after(start, (action,), {})[0])
        yield ""
    return sorted(found, key=lambda line: -line.value)
