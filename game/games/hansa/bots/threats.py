"""Threats: the best sales of the opponents in their next turns if nothing changes before, and who takes the
last stack with what result."""

from __future__ import annotations

from collections.abc import Iterator

from game.bots.brain import GameEnd, Plan
from game.engine.core import Reason
from game.games.hansa.bots.candidates import turn_plans
from game.games.hansa.bots.forecast import ahead, game_ends, played
from game.games.hansa.bots.reasons import reason
from game.games.hansa.rules import actions as act
from game.games.hansa.rules.state import HansaState
from game.worker_messages import Threat

MOST = 2
"""Maximum number of sales of each opponent."""


def threats(state: HansaState, threatened: int) -> list[Threat]:
    """Return the endings and the best sales of each opponent of a seat, in turn order."""
    if state.now is None or state.now.id == "place":
        return []
    found, ends = list[Threat](), [_ending(end, state.last_round) for end in game_ends(state)]
    for step in range(1, state.seats):
        seat = (state.active + step) % state.seats
        if seat != threatened:
            found += [end for end in ends if end.seat == seat and not state.last_round]
            found += _sales(state, seat)
    return [*found, *ends] if state.last_round else found


def _ending(end: GameEnd, last_round: bool) -> Threat:
    """Return the threat to begin the last round, or in it the end of the game."""
    why = None if last_round else Reason("restock-end", {})
    return Threat(end.seat, "", 1, 0, why, end.reason, end.totals, end.winners)


def _sales(state: HansaState, seat: int) -> Iterator[Threat]:
    """Yield the best sales of a seat in its next turn, one after the other."""
    t = state.turn_of(seat)
    t.ask("turn")
    for _ in range(MOST):
        plans = [plan for plan in turn_plans(t) if any(isinstance(one, act.Sell) for one in plan)]
        best = max(((ahead(played(t, plan), seat), plan) for plan in plans), key=_first, default=None)
        if best is None or best[0] <= ahead(t, seat):
            return
        why = Reason(*reason(t, best[1]))
        yield Threat(seat, f"town.{why.facts['town']}", len(best[1]), why.facts["points"], why)
        t = played(t, best[1])


def _first(row: tuple[float, Plan]) -> float:
    return row[0]
