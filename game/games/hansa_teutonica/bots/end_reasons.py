"""Reasons near the end of the game: endings that a plan prevents, prepares or puts off.

The results in these facts are those if nothing else happens before (`forecast`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.bots.brain import GameEnd
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts
from game.games.hansa_teutonica.bots.forecast import (
    game_ends,
    near_end,
    outcome_of,
    rival_wins,
    situation,
    wins_of,
)
from game.games.hansa_teutonica.bots.module_evaluator import ReasonText
from game.games.hansa_teutonica.bots.purposes import Purpose
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

ENDS = 50.0
"""Value of a claim that ends and wins the game: above every other purpose."""


def rivals_who_win(s: HansaTeutonicaState, scenes: EvaluationContexts) -> dict[int, GameEnd]:
    """Return the opponents of the player whose turn it is who could end the game in their next turn and win
    without that player, in turn order, each with the ending of the fewest actions."""
    found = dict[int, GameEnd]()
    if s.now is None or not near_end(s):
        return found
    for end in rival_wins(s, scenes):
        if end.seat not in found or end.actions < found[end.seat].actions:
            found[end.seat] = end
    return found


def prevented(
    s: HansaTeutonicaState, after: HansaTeutonicaState, scenes: EvaluationContexts
) -> GameEnd | None:
    """Return the first winning ending of an opponent that a plan of the turn prevents, None if it prevents
    none or leaves one to an opponent who moves before."""
    before = rivals_who_win(s, scenes)
    if not before or s.actor != s.active:
        return None
    left = rivals_who_win(after, scenes)
    first = next(iter(before))
    return before[first] if first not in left else None


def prepared(after: HansaTeutonicaState, seat: int, scenes: EvaluationContexts) -> GameEnd | None:
    """Return the ending with which the seat wins in its next turn, if no opponent can win before."""
    if after.now is None or not near_end(after) or rivals_who_win(after, scenes):
        return None
    ends = wins_of(after, seat, situation(after, scenes.ends))
    return min(ends, key=lambda end: (end.actions, -end.ahead), default=None)


def put_off(s: HansaTeutonicaState) -> Purpose | None:
    """Return the ending that is possible in this turn and would lose the game, if there is no other."""
    if s.now is None or s.actor != s.active or not near_end(s):
        return None
    ends = [end for end in game_ends(s) if end.seat == s.actor]
    if not ends or any(end.seat in end.winners for end in ends):
        return None
    end = min(ends, key=lambda end: end.actions)
    own, best = _score(end.totals, end.seat)
    return Purpose(2.0, "not-yet", {"next": _route(end), "own": own, "best": best})


def of_prevented(end: GameEnd, after: HansaTeutonicaState) -> ReasonText:
    """Return the reason for preventing an opponent's ending, or its victory if the ending is still
    possible after the plan."""
    won, lost = _score(end.totals, end.seat)
    left = any((one.seat, one.place) == (end.seat, end.place) for one in game_ends(after))
    name = "outscore-end" if left else "stop-end"
    return name, {"route": _route(end), "rival": end.seat, "won": won, "lost": lost}


def of_prepared(end: GameEnd) -> ReasonText:
    """Return the reason for preparing an ending that wins."""
    won, lost = _score(end.totals, end.seat)
    return "ready-end", {"route": _route(end), "won": won, "lost": lost}


def also_prepared(end: GameEnd) -> Purpose:
    """Return the prepared ending in the form for a further sentence."""
    won, lost = _score(end.totals, end.seat)
    return Purpose(ENDS, "next-end", {"next": _route(end), "own": won, "best": lost})


def not_won(s: HansaTeutonicaState, seat: int, route: int) -> Purpose | None:
    """Return that a claim ends the game, with the result as things stand, if the seat does not win by it
    alone."""
    outcome = outcome_of(s, seat, (route,)) if s.now is not None and near_end(s) else None
    if outcome is None or outcome.winners == (seat,):
        return None
    own, best = _score(outcome.totals, seat)
    return Purpose(2.0, "would-end", {"own": own, "best": best})


def last_claim(s: HansaTeutonicaState, seat: int, route: int) -> dict[str, Any]:
    """Return the result of a claim by which a seat ends the game and wins alone, as things stand; empty if it
    does not."""
    outcome = outcome_of(s, seat, (route,)) if s.now is not None and near_end(s) else None
    if outcome is None or outcome.winners != (seat,):
        return {}
    own, best = _score(outcome.totals, seat)
    return {"own": own, "best": best}


def with_tie(name: str, facts: dict[str, Any]) -> ReasonText:
    """Return the reason with a sentence about the tie-break if the result that it names is a tie."""
    scores = [(facts.get(mine), facts.get(most)) for mine, most in (("won", "lost"), ("own", "best"))]
    if any(mine is not None and mine == most for mine, most in scores):
        facts = {**facts, "also": ".".join([*filter(None, [facts.get("also")]), "tie"])}
    return name, facts


def _score(totals: Sequence[int], seat: int) -> tuple[int, int]:
    """Return the points of a seat, and the most of another."""
    return totals[seat], max(points for other, points in enumerate(totals) if other != seat)


def _route(end: GameEnd) -> str:
    return end.place.partition(".")[2]
