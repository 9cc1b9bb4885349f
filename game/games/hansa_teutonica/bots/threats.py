"""Threats: the most valuable claims of the opponents in their next turns if nothing changes before, and the
claims that end the game.

Each claim is played in a copy of the position, on a route that the opponent has filled or can fill with the
actions and pieces of one turn (`forecast`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.bots.brain import GameEnd, Plan
from game.engine.core import Reason
from game.games.hansa_teutonica.bots.candidates import claims
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts, evaluate
from game.games.hansa_teutonica.bots.forecast import (
    actions_of,
    fill,
    game_ends,
    least_actions,
    within_reach,
)
from game.games.hansa_teutonica.bots.guesser import Guess, PriorScorer
from game.games.hansa_teutonica.bots.reasons import claim_reason
from game.games.hansa_teutonica.rules.effects import take
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.worker_messages import Threat

MOST = 2
"""Maximum number of threats of each opponent."""
LEAST = 1.0
"""Minimum value of a claim in points."""
ACTION = 1.0
"""Value of an action in points, by which claims that take more of them rank lower."""


class PossibleClaim(NamedTuple):
    """A claim that an opponent can make.

    worth    its value in points, less that of the actions
    place    element of the board
    actions  number of actions, with those that fill the route
    points   points that the opponent would have more if the game ended then
    turn     the position with the filled route, in the turn of the opponent
    plan     the claim with its benefit
    """

    worth: float
    place: str
    actions: int
    points: int
    turn: HansaTeutonicaState
    plan: Plan

    def threat(self, scenes: EvaluationContexts) -> Threat:
        """Return the threat with its reason, which takes most of the time."""
        why = Reason(*claim_reason(self.turn, self.plan, scenes))
        if self.actions > 1 and why.id.startswith("claim-"):
            why = Reason(why.id.replace("claim-", "fill-", 1), why.facts)
        return Threat(self.turn.active, self.place, self.actions, self.points, why)


def threats(s: HansaTeutonicaState, threatened: int, scenes: EvaluationContexts) -> list[Threat]:
    """Return the claims of each opponent of a seat, in turn order: those that end the game, the best of those
    that take one action, and the best other one of an opponent who can neither win nor claim at once."""
    if s.now is None:
        return []
    found, ends = list[Threat](), game_ends(s)
    for step in range(s.seats):
        seat = (s.active + step) % s.seats
        if seat == threatened:
            continue
        own = [_ending(end) for end in ends if end.seat == seat]
        own.sort(key=lambda one: one.wins, reverse=True)
        listed = [one for one in own if one.wins][:MOST] or own[:1]
        places = {one.place for one in own}
        more = sorted(_claims(s, seat, scenes), key=lambda one: one.worth, reverse=True)
        best = [one for one in more if one.worth >= LEAST and one.place not in places]
        ready = [one for one in best if one.actions == 1]
        best = ready or ([] if any(one.wins for one in listed) else best[:1])
        found += [*listed, *(one.threat(scenes) for one in best[: MOST - len(listed)])]
    return found


def _ending(end: GameEnd) -> Threat:
    """Return the threat to end the game."""
    facts = {"route": end.place.partition(".")[2]}
    why = Reason("end", {**facts, "n": end.ahead}) if end.ahead > 0 else Reason("end-plain", facts)
    return Threat(end.seat, end.place, end.actions, 0, why, end.reason, end.totals, end.winners)


def _claims(s: HansaTeutonicaState, seat: int, scenes: EvaluationContexts) -> Iterator[PossibleClaim]:
    """Yield the best claim of a seat on each route."""
    turn, actions = s.turn_of(seat), actions_of(s, seat, seat == s.active)
    before = _total(turn, seat)
    for route in range(len(s.board.routes)):
        cost = least_actions(s, seat, (route,))
        if cost > actions or not within_reach(s, seat, (route,), actions - cost):
            continue
        t = turn.copy()
        t.actions_left = max(1, actions - cost + 1)
        fill(t, seat, route)
        t._legal = None  # those of the turn before the route was filled
        plan = _best(t, route, scenes)
        if not plan:
            continue
        after, without = _played(t, plan), t.copy()
        for house in s.board.route_houses[route]:
            take(without, house)
        worth = evaluate(after, scenes)[seat] - evaluate(without, scenes)[seat] - ACTION * cost
        place = f"route.{s.board.route_ids[route]}"
        yield PossibleClaim(worth, place, cost, _total(after, seat) - before, t, plan)


def _best(t: HansaTeutonicaState, route: int, scenes: EvaluationContexts) -> Plan:
    """Return the claim of a route with its best benefit; empty if it cannot be claimed."""
    found, claim = list[Guess](), t.edition.words.claim[route]
    claims(PriorScorer(t, scenes), found)
    own = [guess for guess in found if guess[1][0] == claim]
    return max(own, key=lambda guess: guess[0])[1] if own else ()


def _played(t: HansaTeutonicaState, plan: Plan) -> HansaTeutonicaState:
    after = t.copy()
    for action in plan:
        after.apply(action)
    return after


def _total(t: HansaTeutonicaState, seat: int) -> int:
    """Return the points of a seat if the game ended now."""
    return sum(row.points[seat] for row in t.scores())
