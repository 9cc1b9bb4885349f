"""Evaluation of the promo markers (expansions 8): the gain of laying them, and the loss by blocks.

The values are estimated, not trained. A laid tribute brings less in measurements, but a lower value was no
better (docs/lab).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.bots.brain import Plan, Weights
from game.engine.core import Action
from game.games.hansa_teutonica.bots.module_evaluator import (
    ModuleEvaluator,
    ReasonTeller,
    ReasonText,
    left_of,
)
from game.games.hansa_teutonica.expansions.promo.rules import (
    BLOCK,
    BLOCK_PRICE,
    LAID,
    TRIBUTE,
    TRIBUTE_INCOME,
    Exchange,
    LayMarker,
    Promo,
)
from game.games.hansa_teutonica.rules.actions import Place
from game.games.hansa_teutonica.rules.edition import Edition
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

TRIBUTE_OFFICE = 0.7
"""Value of a tribute for each free office of its towns, in points, at the beginning of the game."""
BLOCKED = 2.0
"""Value of a block on an empty route, in points, at the beginning of the game."""
SHARE = 0.75
"""Share of a route's potential left for each block on it."""
PROMO = {"marker.tribute": 1.5, "marker.block": 0.4, "marker.exchange": 4.5}
"""Values of unused promo markers: less than after they are laid or exchanged, so that players use them."""
TRIED = 3
"""Number of best routes tried for each marker."""


class PromoEvaluator(ModuleEvaluator):
    """Promo markers: tribute next to many free offices, block on routes that the player need not place on."""

    reasons: Mapping[str, ReasonTeller] = {
        BLOCK_PRICE: lambda s, action: ("pay", {}),
        TRIBUTE_INCOME: lambda s, action: ("tribute-income", {}),
    }

    def __init__(self, edition: Edition) -> None:
        module = edition.part["promo"]
        assert isinstance(module, Promo)
        self.promo, self.board, self.markers = module, edition.board, edition.markers
        self.stride = len(edition.board.route_ids) + 1

    def beginnings(self) -> Weights:
        return PROMO

    def terms(self, s: HansaTeutonicaState, j: Any) -> Sequence[float]:
        left, found = left_of(s), [0.0] * s.seats
        for route, kind, seat in self.promo.state(s):
            found[seat] += left * self.worth(s, route, kind, seat)
        if not self.promo.counted:
            for seat, lost in enumerate(self.lost(s, j)):
                found[seat] -= lost
        return found

    def lost(self, s: HansaTeutonicaState, j: Any) -> list[float]:
        """Return the expected final points of markers above routes, in games in which they count for no
        player (X24c)."""
        owned = [sum(s.unused[seat]) + sum(s.used[seat]) for seat in range(s.seats)]
        laid = [sum(one[2] == seat for one in self.promo.state(s)) for seat in range(s.seats)]
        return [j.markers(count) - j.markers(count - gone) for count, gone in zip(owned, laid, strict=True)]

    def worth(self, s: HansaTeutonicaState, route: int, kind: int, seat: int) -> float:
        """Return the value of a marker above a route in points, at the beginning of the game."""
        if LAID[kind] == TRIBUTE:
            offices = (s.board.town_offices[town] for town in s.board.route_towns[route])
            return TRIBUTE_OFFICE * sum(not s.offices[slot] for town in offices for slot in town)
        missing = s.missing[s.board.stride * seat + route]
        return BLOCKED * (1.0 - 0.5 * missing / len(s.board.route_houses[route]))

    def situation(self, s: HansaTeutonicaState) -> int:
        """Return the blocked routes as a number."""
        found = 0
        for route, kind, _ in self.promo.state(s):
            if LAID[kind] == BLOCK:
                found = found * self.stride + route + 1
        return found or -1

    def shares(self, s: HansaTeutonicaState, far: float, routes: int) -> Sequence[float]:
        """Return the share of each route's potential, reduced by blocks, which make placing
        more expensive."""
        return [SHARE ** self.promo.blocks(s, route) for route in range(routes)]

    def candidates(self, g: Any, found: list[tuple[float, Plan]]) -> None:
        s = g.s
        if self.promo.state(s):
            found[:] = [one for guess in found for one in self.priced(g, guess)]
        if s.unused[g.seat] == s.edition.no_markers:
            return
        found_here: list[Action] = []
        self.promo.offer_markers(s, g.seat, found_here)
        tried: list[Action] = [action for action in found_here if isinstance(action, Exchange)]
        for kind in range(len(LAID)):
            lays = [one for one in found_here if isinstance(one, LayMarker) and one.kind == kind]
            lays.sort(key=lambda one: -self.worth(s, one.place, one.kind, g.seat))
            tried += lays[:TRIED]
        if tried:
            g.try_each(found, tried)

    def small(self, s: HansaTeutonicaState, plan: Plan) -> ReasonText | None:
        for action in plan:
            if isinstance(action, LayMarker):
                return f"lay-{LAID[action.kind]}", {"route": self.board.route_ids[action.place]}
            if isinstance(action, Exchange):
                return "exchange", {"marker": self.markers[action.kind], "rival": action.place}
        return None

    def priced(self, g: Any, guess: tuple[float, Plan]) -> Sequence[tuple[float, Plan]]:
        """Return a candidate with the cost of blocks subtracted, or nothing if it cannot be paid."""
        gain, plan = guess
        if not isinstance(plan[0], Place):
            return (guess,)
        if not self.promo.affords(g.s, plan[0]):
            return ()
        blocks = self.promo.blocks(g.s, g.s.board.house_route[plan[0].place])
        return ((gain - blocks * g.j.merchant, plan),)


PARTS = {Promo.id: PromoEvaluator}
