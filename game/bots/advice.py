"""Several plans for a turn that differ in what they are for, each with its reason."""

from __future__ import annotations

from random import Random
from typing import Any

from game.bots.brain import brain
from game.bots.choice import aim
from game.bots.search import OWN, Line, Search
from game.bots.steps import Steps
from game.engine import State

MOST = 12
"""So many plans at most."""
FEW = 4
"""If fewer have been found, everything that can be done is looked at."""
BEGUN = 8
"""So many things to do that the beam has passed over are thought through to the end of the turn."""


def advise(state: State, rng: Random) -> Steps[dict[str, Any]]:
    """Plans for the actor, the best first, as a beam over the whole turn finds them.

    For JSON: "plans", each with "plan" (the actor's own actions), "reason" (id and facts) and "chance" (the
    actor's, to win). No two have the same reason; there is at least one.
    """
    mind = brain(state.ruleset.id)
    search = Search(mind, state.determinize(rng, state.actor))
    power = mind.powers(search.state).plan
    lines = yield from search.turns(mind.width, mind.breadth, rng)
    plans = dict[tuple[object, ...], dict[str, Any]]()

    def add(line: Line) -> bool:
        reason = mind.reason(search.state, line.plan, search.context)
        new = aim(reason) not in plans
        if reason is not None and new:
            chance = search.confident(line.estimate(), power)[search.seat]
            texts = [action.text for action in line.plan]
            plans[aim(reason)] = {"plan": texts, "reason": [reason[0], dict(reason[1])], "chance": chance}
        return new

    for line in lines:
        add(line)
        yield ""
    for find, enough in ((Search.chains, MOST), (_single_actions, FEW)):
        begun = 0
        for line in (yield from find(search)) if len(plans) < enough else ():
            if len(plans) >= enough or begun == BEGUN:
                break
            reason = mind.reason(search.state, line.plan, search.context)
            if aim(reason) not in plans:
                begun += add((yield from _to_the_end(search, line))) or add(line)
    return {"plans": list(plans.values())[:MOST]}


def _single_actions(search: Search) -> Steps[list[Line]]:
    """Lines of a single action, best first: also those that the brain did not think worth considering."""
    start, found = search.line((), search.state, 0, False), list[Line]()
    for action in search.state.legal_actions():
        found.append(search.after(start, (action,), {})[0])
        yield ""
    return sorted(found, key=lambda line: -line.value)


def _to_the_end(search: Search, line: Line) -> Steps[Line]:
    """A line of one chain with the rest of the turn, unless somebody else decides or something is shown."""
    if line.settled or not search.goes_on(line.state):
        return line
    rest = (yield from search.within(line.state).lines(OWN))[0]
    return search.line(line.plan + rest.plan, rest.state, line.firm, True)
