"""The ways in which each seat can end the game within its next turn, with the result found by counting.

The restock that turns up the first good of the last stack makes the round the last. In it every player sells
and builds what brings most, one action after the other. Purchases and later restocks are not foreseen.
"""

from __future__ import annotations

from game.bots.brain import GameEnd, Plan, lead
from game.games.hansa.bots.candidates import turn_plans
from game.games.hansa.rules import actions as act
from game.games.hansa.rules.board import EMPTY
from game.games.hansa.rules.flow import begin_turn, may_restock
from game.games.hansa.rules.state import HansaState

MOST_ACTIONS = 8
"""Maximum number of sales and buildings in a turn."""


def game_ends(state: HansaState) -> list[GameEnd]:
    """Return the ending of each seat whose restock would begin the last round; in the last round, that of the
    seat with its last turn."""
    if state.now is None or state.now.id not in ("turn", "restock"):
        return []
    if state.last_round:
        return [_ended(state.copy(), (state.start - 1) % state.seats)]
    found = []
    for step in range(state.seats):
        seat, t = (state.active + step) % state.seats, state.copy()
        if step:
            t.active = seat
            begin_turn(t, [])
            t._legal = None  # those of the turn that is passed over
        asked = t.now is not None and t.now.id == "restock"
        if asked and may_restock(t) and t.drawn + t.shelf.count(EMPTY) > t.bounds[-2]:
            t.apply(act.RESTOCK_ACTION)
            found.append(_ended(t, seat))
    return found


def _ended(t: HansaState, seat: int) -> GameEnd:
    """Return the ending after the rest of the round."""
    while t.now is not None:
        t = _turn_played(t)
    outcome = t.outcome
    assert outcome is not None
    return GameEnd(seat, "", 1, outcome.reason, outcome.totals, outcome.winners)


def _turn_played(t: HansaState) -> HansaState:
    """Return the position after a turn in which the player sells and builds what brings most."""
    if t.legal_actions() == [act.RESTOCK_ACTION]:
        t = played(t, (act.RESTOCK_ACTION,))
    for _ in range(MOST_ACTIONS):
        sales = [
            plan for plan in turn_plans(t) if any(isinstance(one, (act.Sell, act.Build)) for one in plan)
        ]
        best = max((played(t, plan) for plan in sales), key=lambda after: ahead(after, t.active), default=t)
        if ahead(best, t.active) <= ahead(t, t.active):
            break
        t = best
    return played(t, next(plan for plan in turn_plans(t) if plan[0] is act.END_TURN_ACTION))


def played(t: HansaState, plan: Plan) -> HansaState:
    """Return the position after a plan. Players who lose goods give up the first that they can."""
    after = t.copy()
    for action in plan:
        after.apply(action)
    while after.losses:
        after.apply(after.legal_actions()[0])
    return after


def ahead(t: HansaState, seat: int) -> float:
    """Return the lead of a seat if the game ended now."""
    return lead([float(sum(each)) for each in zip(*(row.points for row in t.scores()), strict=True)], seat)
