"""Candidate moves of the pawn in two-player games (rules 12.A)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from game.bots.brain import Plan, Playouts
from game.engine.core import Action
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts
from game.games.hansa_teutonica.bots.guesser import Guess, PriorScorer
from game.games.hansa_teutonica.bots.module_evaluator import ModuleEvaluator, ReasonTeller, ReasonText
from game.games.hansa_teutonica.bots.purposes import (
    aimed,
    best_option,
    houses_of,
    outlook,
    purposes,
    wanted,
    with_also,
)
from game.games.hansa_teutonica.expansions.pawn.rules import Finish, Pawn, PutPawn, StepPawn, WalkPawn
from game.games.hansa_teutonica.rules.board import MERCHANT, TRADER
from game.games.hansa_teutonica.rules.codes import code, owner
from game.games.hansa_teutonica.rules.edition import Edition
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

NEAR = 2
"""Distance in provinces up to which a route keeps its full potential."""


class PawnEvaluator(ModuleEvaluator):
    """The pawn: it determines the routes of actions, and can be moved."""

    playouts: Playouts | None = Playouts(width=3, breadth=8, plans=16, work=64, stray=0.15)
    """Playout settings. Replies deviate at random. Otherwise nothing would be random until a marker is drawn,
    and all playouts of a plan would be equal."""
    reasons: Mapping[str, ReasonTeller] = {
        "pawn": lambda s, action: ("pawn-first", {"province": cast(PutPawn, action).province}),
    }

    forgoing: tuple[type[Action], ...] = (Finish,)

    def __init__(self, edition: Edition) -> None:
        pawn = edition.part["pawn"]
        assert isinstance(pawn, Pawn)
        self.pawn = pawn
        self.index = pawn.index

    def situation(self, s: HansaTeutonicaState) -> int:
        """Return the province of the pawn."""
        here: int = s.module_state[self.index][0]  # `state` inlined: every evaluation calls this
        return here

    def shares(self, s: HansaTeutonicaState, far: float, routes: int) -> Sequence[float]:
        """Return the share of each route's potential, which falls with the distance from the pawn."""
        provinces, here = self.pawn.provinces, self.pawn.state(s).province
        shares = [0.0] * routes
        share, seen, edge = 1.0, {here}, [here]
        for distance in range(len(provinces.ids)):
            for province in edge:
                for route in provinces.routes[province]:
                    shares[route] = max(shares[route], share)
            edge = [there for at in edge for there in provinces.neighbours[at] if there not in seen]
            seen.update(edge)
            if distance >= NEAR:
                share *= far
        return shares

    def candidates(self, g: PriorScorer, found: list[Guess]) -> None:
        """Add moves of the pawn: to provinces with better actions now or, with no actions left, to its best
        final province.

        A move that costs an action must leave an action for what it allows. Otherwise two players dragging
        the pawn away from each other's routes would never finish.
        """
        s, j, pawn = g.s, g.j, self.pawn
        if pawn.state(s).province < 0:
            return
        if not s.actions_left:
            g.try_each(found, [action for action in s.legal_actions() if isinstance(action, StepPawn)])
            return
        if pawn.state(s).acted and pawn.state(s).steps:
            found.append((-j.action * s.actions_left - 0.1, (pawn.words.finish,)))
        gains = gains_by_route(g)
        best = [max((gains[r] for r in routes), default=-9.0) for routes in pawn.provinces.routes]
        here = max(best[pawn.state(s).province], 0.0)
        for province, plan, walks in self.ways(s):
            gain = best[province] - here - j.action * walks
            if gain > -j.action:
                found.append((gain - 0.05, plan))

    def approach(self, s: HansaTeutonicaState, route: int) -> Plan:
        """Return a plan to the nearest province bordered by the route."""
        near = self.ways(s) if self.pawn.state(s).province >= 0 else []
        return next((plan for there, plan, _ in near if route in self.pawn.provinces.routes[there]), ())

    def ways(self, s: HansaTeutonicaState) -> list[tuple[int, Plan, int]]:
        """Return every province the pawn can move to with an action left, the plan, and the
        actions it costs."""
        pawn, here = self.pawn, self.pawn.state(s).province
        names, step, walk = pawn.provinces.ids, pawn.words.step, pawn.words.walk
        free = 0 if pawn.state(s).acted else pawn.state(s).steps
        found: list[tuple[int, Plan, int]] = []
        paths: dict[int, tuple[int, ...]] = {here: ()}
        queue = [here]
        for at in queue:
            for there in pawn.provinces.neighbours[at]:
                if there in paths:
                    continue
                path = paths[there] = (*paths[at], there)
                queue.append(there)
                steps = [step[names[p]] for p in path[:free]]
                walks = [walk[names[p]] for p in path[free:]]
                if pawn.walk_any:
                    walks = walks[-1:]
                if len(walks) < s.actions_left:
                    found.append((there, (*steps, *walks), len(walks)))
        return found

    def small(self, s: HansaTeutonicaState, plan: Plan) -> ReasonText | None:
        """Return a reason for a move without a claim: towards own pieces, away from the other player's, or to
        the province itself.

        With no actions left the other player acts next, so that their pieces come first.
        """
        moves = [action.province for action in plan if isinstance(action, StepPawn | WalkPawn)]
        if not moves or s.actor is None:
            return None
        there, board = self.pawn.provinces.ids.index(moves[-1]), s.board
        before, after = self.distances(self.pawn.state(s).province), self.distances(there)
        told = dict[int, tuple[int, int]]()
        for route in range(len(board.route_ids)):
            houses = houses_of(s, route)
            for seat in range(s.seats):
                count = sum(owner(piece) == seat for piece in houses if piece)
                better = after[route] < before[route] if seat == s.actor else after[route] > before[route]
                if count and better:
                    told[seat] = max(told.get(seat, (0, 0)), (count, route))
        rival = 1 - s.actor
        for seat in (s.actor, rival) if s.actions_left else (rival, s.actor):
            if seat in told:
                facts = {"route": board.route_ids[told[seat][1]], "province": moves[-1]}
                return ("pawn-near", facts) if seat == s.actor else ("pawn-away", {**facts, "rival": rival})
        return "pawn-to", {"province": moves[-1]}

    def explained(self, s: HansaTeutonicaState, told: ReasonText, scenes: EvaluationContexts) -> ReasonText:
        """Return the reason with the claim available at the pawn's destination: on the named route, or on the
        best one of the province."""
        name, facts = told
        if not name.startswith("pawn"):
            return told
        assert s.actor is not None
        provinces, view = self.pawn.provinces, outlook(s, s.actor, scenes)
        routes = provinces.routes[provinces.index[facts["province"]]]
        if "route" in facts:
            routes = (s.board.route_index[facts["route"]],)
        if "rival" in facts:
            return with_also(told, [wanted(s, facts["rival"], routes[0], scenes)])
        aims = [(purposes(view, s, route, best_option(view, s, route)), route) for route in routes]
        found, route = max(aims, key=lambda one: one[0][0].worth if one[0] else 0.0)
        if not found:
            return told if "route" in facts else ("pawn", facts)
        return with_also((name, {"route": s.board.route_ids[route], **facts}), [aimed(found[0])])

    def distances(self, here: int) -> dict[int, int]:
        """Return the number of provinces between each route and one province."""
        provinces, found, seen, edge = self.pawn.provinces, dict[int, int](), {here}, [here]
        for distance in range(len(provinces.ids)):
            for province in edge:
                for route in provinces.routes[province]:
                    found.setdefault(route, distance)
            edge = list({there for at in edge for there in provinces.neighbours[at]} - seen)
            seen.update(edge)
        return found


def gains_by_route(g: PriorScorer) -> dict[int, float]:
    """Return the best gain of the actor on each route with the pawn there: by a piece, or by the claim."""
    s, j, seat = g.s, g.j, g.seat
    traders, merchants = g.supply
    piece = code(seat, TRADER if traders else MERCHANT)
    supplied = traders + merchants > 0
    spent = g.spend(1, 0) if traders else g.spend(0, 1)
    missing = s.missing[s.board.missing_of[seat]]
    gains = {}
    for route, place in enumerate(j.slices):
        row = g.houses[place]
        gain = -9.0
        if not missing[route]:
            merchant = code(seat, MERCHANT) in row
            gain = g.changed(route, b"") + g.view.worth(route, merchant) - j.action
        elif supplied and 0 in row:
            first = row.index(0)
            after = row[:first] + bytes((piece,)) + row[first + 1 :]
            gain = g.changed(route, after) - spent - j.action
        gains[route] = gain
    return gains


PARTS = {Pawn.id: PawnEvaluator}
