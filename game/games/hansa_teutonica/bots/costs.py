"""Costs of a plan for the others: routes that they can no longer claim soon, and merchants on guard."""

from __future__ import annotations

from typing import Any

from game.bots.brain import Plan
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts
from game.games.hansa_teutonica.bots.forecast import NEVER, least_actions
from game.games.hansa_teutonica.bots.purposes import Purpose, best_option, close_to_claim, houses_of, outlook
from game.games.hansa_teutonica.rules.actions import Displace, Place, TakeOffice
from game.games.hansa_teutonica.rules.board import MERCHANT, TRADER
from game.games.hansa_teutonica.rules.codes import PILES_OF, code, owner, pile_at
from game.games.hansa_teutonica.rules.displacement import price
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState


class CostsOfPlan:
    """The costs of a plan for the others.

    s      position before the plan
    after  resulting position
    seat   player whose plan it is
    """

    def __init__(
        self, s: HansaTeutonicaState, after: HansaTeutonicaState, plan: Plan, scenes: EvaluationContexts
    ) -> None:
        assert s.actor is not None
        self.s, self.after, self.plan, self.scenes, self.seat = s, after, plan, scenes, s.actor

    def name(self, route: int) -> str:
        """Return the id of a route."""
        return self.s.board.route_ids[route]

    def held(self, rival: int, route: int) -> bool:
        """Return whether a rival holds every house of the route before the plan."""
        return all(owner(piece) == rival for piece in houses_of(self.s, route))

    def delay(self, worth: float, id_: str, rival: int, route: int) -> Purpose:
        """Return the number of actions by which the plan delays a rival's claim of the route, or that the
        rival lacks the pieces for it afterwards."""
        before, after = (least_actions(state, rival, (route,)) for state in (self.s, self.after))
        facts: dict[str, Any] = {"rival": rival}
        if after >= NEVER:
            return Purpose(worth, f"{id_}-shut", facts)
        return Purpose(worth, id_, {**facts, id_: max(1, after - before)})

    def elsewhere(self, worth: float, rival: int, route: int) -> Purpose:
        """Return the delay of a rival on a route that is not the main one."""
        if not self.held(rival, route):
            return Purpose(worth, "blocks", {"rival": rival, "next": self.name(route)})
        found = self.delay(worth + 2.0, "spoils", rival, route)
        return found._replace(facts={**found.facts, "next": self.name(route)})

    def here(self, route: int) -> Purpose | None:
        """Return the delay of the rival who was about to claim the main route, None if there was none."""
        owners = [owner(piece) for piece in houses_of(self.s, route) if piece]
        near = [
            rival
            for rival in range(self.s.seats)
            if rival != self.seat and rival in owners and close_to_claim(self.s, rival, route)
        ]
        if not near:
            return None
        rival = max(near, key=owners.count)
        return self.delay(3.0, "undoes" if self.held(rival, route) else "costs", rival, route)

    def cleared(self, house: int, worth: float) -> Purpose | None:
        """Return the route from which a marker takes a rival's pieces."""
        route, rival = self.s.board.house_route[house], owner(self.s.houses[house])
        if not 0 <= rival < self.s.seats or rival == self.seat:
            return None
        name = "clears-full" if self.held(rival, route) else "clears"
        return Purpose(2.0 + worth, name, {"next": self.name(route), "holder": rival})

    def guard(self, route: int, keen: int | None) -> Purpose | None:
        """Return how much harder a merchant, put on the route by choice, makes it for the rival who wants
        it."""
        s, after, own = self.s, self.after, code(self.seat, MERCHANT)
        put = any(
            isinstance(action, Place | Displace)
            and action.kind == MERCHANT
            and s.board.house_route[action.place] == route
            and after.houses[action.place] == own
            for action in self.plan
        )
        option = best_option(outlook(s, self.seat, self.scenes), s, route)
        needed = isinstance(option, TakeOffice) and s.board.office_kind[option.place] == MERCHANT
        if not put or needed or keen is None or not s.supply[pile_at(self.seat, TRADER)]:
            return None
        has, needs = sum(after.supply[PILES_OF[keen]]), 1 + price(after, own)
        if has >= needs:
            return Purpose(2.0, "guard", {"rival": keen, "guard": needs})
        enough = has > price(after, code(self.seat, TRADER))
        return Purpose(4.0, "guard-few", {"rival": keen, "guard_few": needs, "has": has}) if enough else None
