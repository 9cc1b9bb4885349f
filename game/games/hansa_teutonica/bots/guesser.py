"""Prior scores of macro-actions: the estimated gain from the one route that changes and the pieces spent.

The rest of the position is ignored. Prior scores order the candidates, and are the only criterion of the fast
rollout policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from game.bots.brain import Plan
from game.engine.core import Action
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts, evaluate, scene
from game.games.hansa_teutonica.rules.board import MERCHANT, TRADER
from game.games.hansa_teutonica.rules.codes import PILES_OF, code, kind_of
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.rules.turn import reach_of

Guess = tuple[float, Plan]


class PriorScorer:
    """Prior scorer for the actor of one position.

    supply     the actor's traders and merchants
    view       the actor's prospects
    standing   routes with pieces of the actor
    promises   by route, the potential of the actor's pieces; `others`: the other value of the route,
               including its pieces as obstacles, minus the value for other seats
    """

    def __init__(self, s: HansaTeutonicaState, scenes: EvaluationContexts) -> None:
        self.s, self.j, self.scenes = s, scenes.j, scenes
        seat = s.actor
        assert seat is not None
        self.seat, self.supply = seat, s.supply[PILES_OF[seat]]
        self.houses = cast(Any, bytes(s.houses))  # as in `field.look`
        self.field = field = scene(s, scenes).piled(s)[0]
        self.view = field.views[seat]
        self.promises: dict[int, float] = {}
        self.others: dict[int, float] = {}
        field.look(bytes(s.houses))
        self.standing = list(field.own[seat])
        for route, row in field.taken.items():
            self.promises[route], self.others[route] = field.guess(seat, row)
        self.order = sorted(self.promises.values(), reverse=True)
        self.total = self.ranked(self.order)

    def ranked(self, order: list[float]) -> float:
        """Return the sum of the potentials, best first, each discounted by its rank."""
        total, factor, second = 0.0, 1.0, self.j.second
        for value in order:
            if value <= 0.0:
                break
            total += factor * value
            factor *= second
        return total

    def changed(self, route: int, row: bytes) -> float:
        """Return the gain if a route's houses change to these."""
        promise, other = self.field.guess(self.seat, (route, row))
        gain = other - self.others.get(route, 0.0)
        before = self.promises.get(route, 0.0)
        if promise == before:
            return gain
        order = self.order.copy()
        if before > 0.0:
            order.remove(before)
        if promise > 0.0:
            order.append(promise)
            order.sort(reverse=True)
        return gain + self.ranked(order) - self.total

    def spend(self, traders: int, merchants: int) -> float:
        """Return the value of pieces that leave the supply for the board."""
        j, have = self.j, self.supply[TRADER]
        return j.traders[have] - j.traders[have - traders] + j.merchant * merchants

    def open_routes(self) -> range | tuple[int, ...]:
        """Return the routes that the actor can claim."""
        reach = reach_of(self.s) if self.s.edition.action_range else None
        return self.j.everywhere if reach is None else reach.routes

    def entered_routes(self) -> range | tuple[int, ...]:
        """Return the routes on which the actor can place and displace."""
        reach = reach_of(self.s) if self.s.edition.action_range else None
        return self.j.everywhere if reach is None else reach.entered or reach.routes

    def first_room(self, route: int, row: bytes, kind: int) -> int:
        """Return the first empty house of a route's row open to such a piece, counted from 0, or -1. A
        merchant takes a ship before other houses."""
        start, stands = self.j.slices[route].start, self.s.stands
        if kind == MERCHANT and route in self.j.sea:
            for ship in self.j.sea[route]:
                if not row[ship]:
                    return ship
        free = (n for n, piece in enumerate(row) if not piece and stands(kind, start + n))
        return next(free, -1)

    def fitting(self, route: int, pieces: Sequence[int]) -> list[int]:
        """Return the houses whose pieces can be moved to a route, one after the other."""
        s, found = self.s, list[int]()
        row, start = bytearray(self.houses[self.j.slices[route]]), self.j.slices[route].start
        for house in pieces:
            room = self.first_room(route, bytes(row), kind_of(s.houses[house]))
            if room >= 0 and s.goes(house, start + room):
                row[room] = s.houses[house]
                found.append(house)
        return found

    def wants_merchant(self, route: int, row: bytes) -> bool:
        """Return whether a merchant would gain more on the route than a trader."""
        mine = code(self.seat, MERCHANT)
        if route in self.j.sea and any(row[ship] != mine for ship in self.j.sea[route]):
            return True
        if mine in row:
            return False
        return self.view.worth(route, True) > self.view.worth(route, False)

    def try_each(self, found: list[Guess], actions: list[Action]) -> None:
        """Add actions with the gain found by applying and evaluating each."""
        s, j, seat = self.s, self.j, self.seat
        before = evaluate(s, self.scenes)
        for action in actions:
            after = s.copy()
            after.apply(action)
            worth = evaluate(after, self.scenes)
            gain = worth[seat] - before[seat]
            for other in range(s.seats):
                if other != seat:
                    gain -= j.spite * (worth[other] - before[other])
            found.append((gain, (action,)))
