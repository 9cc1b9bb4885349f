"""What is worth considering: chains of actions, each one thing to do, with a quick guess at its gain.

The houses of a route are interchangeable, so a chain names the first empty one. The guess looks at the route
that changes and at the pieces spent, and ignores the rest; it orders the candidates and is all that a
quick reply considers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from game.bots.brain import Plan
from game.bots.hansa_teutonica.evaluation import evaluate, scene
from game.bots.hansa_teutonica.judgement import Judgement
from game.bots.hansa_teutonica.prospects import Outlook
from game.engine.core import Action
from game.engine.hansa_teutonica.actions import (
    CLAIM,
    DISPLACE,
    DONE,
    END_TURN,
    FINISH,
    LIFT,
    PAY,
    PLACE,
    REMOVE,
    SET_DOWN,
    STEP_PAWN,
    USE_IMPROVE,
    USE_INSTANT,
    USE_REMOVE,
    WALK_PAWN,
    AddFromHouse,
    AddFromStock,
    AddFromSupply,
    Income,
    Relocate,
    StepPawn,
    UseSwap,
)
from game.engine.hansa_teutonica.board import (
    BOOK,
    IMPROVE_ABILITY,
    LEVELS,
    MERCHANT,
    PLUS_3_ACTIONS,
    PLUS_4_ACTIONS,
    REMOVE_3,
    SWAP_OFFICES,
    TRADER,
)
from game.engine.hansa_teutonica.codes import STRIDE, code
from game.engine.hansa_teutonica.markers import removable, swaps
from game.engine.hansa_teutonica.state import HansaTeutonicaState

Guess = tuple[float, Plan]

CLAIM_OPTIONS = 3
MOVE_TARGETS = 6


class Guesser:
    """Guesses for the actor of one position.

    promises   by route what the actor's pieces there promise; `others`: what else the route is worth to it,
               its pieces as obstacles, less what the others have there
    """

    def __init__(self, s: HansaTeutonicaState, j: Judgement) -> None:
        self.s, self.j = s, j
        seat = s.actor
        assert seat is not None
        self.seat = seat
        self.scene = scene(s, j)
        self.houses = cast(Any, bytes(s.houses))  # as in `evaluation.routes`
        self.views: list[Outlook | None] = [None] * s.seats
        self.reach = None if s.pawn < 0 else j.reach(s)
        self.promises: dict[int, float] = {}
        self.others: dict[int, float] = {}
        for route, place in enumerate(j.slices):
            row = self.houses[place]
            if row.strip(b"\0"):
                self.promises[route], self.others[route] = self.occupation(route, row)
        self.order = sorted(self.promises.values(), reverse=True)
        self.total = self.ranked(self.order)

    def outlook(self, seat: int) -> Outlook:
        """A seat's prospects."""
        view = self.views[seat]
        if view is None:
            view = self.scene.outlook(seat, self.s.supply[2 * seat + MERCHANT] > 0)
            self.views[seat] = view
        return view

    def occupation(self, route: int, row: bytes) -> tuple[float, float]:
        """What these houses promise the actor, and what else they are worth, less what the others have."""
        promise, other = 0.0, 0.0
        j = self.j
        for seat, share, cost, extra, merchant in j.shares.get(row) or j.shares_of(row):
            view = self.views[seat] or self.outlook(seat)
            worth = (view.with_merchant if merchant else view.without)[route]
            if worth is None:
                worth = view.worth(route, merchant)
            value = share * (worth - cost) if worth > cost else 0.0
            if self.reach is not None:
                value *= self.reach[route]
            if seat == self.seat:
                promise = value
                other += extra
            else:
                other -= j.spite * (value + extra)
        return promise, other

    def ranked(self, order: list[float]) -> float:
        """The sum of the promises, best first, each discounted by its rank."""
        total, factor, second = 0.0, 1.0, self.j.second
        for value in order:
            if value <= 0.0:
                break
            total += factor * value
            factor *= second
        return total

    def changed(self, route: int, row: bytes) -> float:
        """The gain if a route's houses change to these."""
        promise, other = self.occupation(route, row)
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
        """The worth of pieces that leave the supply for the board."""
        j, at = self.j, 2 * self.seat
        have = self.s.supply[at]
        return j.traders[have] - j.traders[have - traders] + j.merchant * merchants

    def turn(self) -> list[Guess]:
        """Everything the actor can do in its turn."""
        s = self.s
        found: list[Guess] = []
        if s.actions_left:
            self.incomes(found)
            self.places(found)
            self.displacements(found)
            self.claims(found)
            self.moves(found)
        self.used_markers(found)
        found.append((-self.j.action * s.actions_left, (END_TURN,)))
        if s.pawn >= 0:
            self.pawn(found)
        return found

    def open_routes(self) -> range | tuple[int, ...]:
        """Where the actor may place, displace and claim."""
        s = self.s
        if s.pawn < 0:
            return range(len(self.j.slices))
        provinces = s.rules.provinces
        assert provinces is not None
        return provinces.routes[s.pawn]

    def incomes(self, found: list[Guess]) -> None:
        """Taking pieces out of the stock."""
        j, at = self.j, 2 * self.seat
        have = self.s.supply[at]
        for action in self.s.legal_actions():
            if not isinstance(action, Income):
                break
            gain = j.traders[min(have + action.traders, 31)] - j.traders[have]
            gain += j.merchant * action.merchants
            gain -= j.stock_trader * action.traders + j.stock_merchant * action.merchants
            found.append((gain - j.action, (action,)))

    def places(self, found: list[Guess]) -> None:
        """Placing a piece on a route with room."""
        s, j, seat = self.s, self.j, self.seat
        kinds = [kind for kind in (TRADER, MERCHANT) if s.supply[2 * seat + kind]]
        costs = [self.spend(1, 0) if TRADER in kinds else 0.0, j.merchant]
        for route in self.open_routes():
            place = j.slices[route]
            row = self.houses[place]
            first = row.find(0)
            if first < 0 or (route not in self.promises and self.hopeless(route)):
                continue
            for kind in kinds:
                if kind == MERCHANT and TRADER in kinds and not self.wants_merchant(route, row):
                    continue
                after = row[:first] + bytes((code(seat, kind),)) + row[first + 1 :]
                gain = self.changed(route, after) - costs[kind] - j.action
                found.append((gain, (PLACE[kind][place.start + first],)))

    def hopeless(self, route: int) -> bool:
        """Whether the route would not repay the actions it takes, for the actor."""
        place = self.j.slices[route]
        cost: float = self.j.action * (place.stop - place.start)
        return self.outlook(self.seat).worth(route, True) < cost

    def wants_merchant(self, route: int, row: bytes) -> bool:
        """Whether a merchant would do more on the route than a trader."""
        if code(self.seat, MERCHANT) in row:
            return False
        mine = self.outlook(self.seat)
        return mine.worth(route, True) > mine.worth(route, False)

    def displacements(self, found: list[Guess]) -> None:
        """Displacing a rival's piece, paid for with traders as long as there are any."""
        s, j, seat = self.s, self.j, self.seat
        at = 2 * seat
        traders, merchants = s.supply[at], s.supply[at + 1]
        if traders + merchants < 2:
            return
        legal = set(s.legal_actions()) if s.houses.count(0) <= 4 else None
        own = (code(seat, TRADER), code(seat, MERCHANT))
        for route in self.open_routes():
            place = j.slices[route]
            row = self.houses[place]
            if not any(row) or not self.worth_fighting(route, row):
                continue
            seen: set[int] = set()
            for n, piece in enumerate(row):
                if not piece or piece in own or piece in seen:
                    continue
                seen.add(piece)
                price = 1 + (piece - 1 & 1)
                if traders + merchants < 1 + price:
                    continue
                for kind in (TRADER, MERCHANT):
                    if not (traders, merchants)[kind]:
                        continue
                    if kind == MERCHANT and traders > price and not self.wants_merchant(route, row):
                        continue
                    action = DISPLACE[kind][place.start + n]
                    if legal is not None and action not in legal:
                        continue
                    plan, paid = self.price(action, kind, price)
                    after = row[:n] + bytes((own[kind],)) + row[n + 1 :]
                    gain = self.changed(route, after) - j.action
                    gain -= self.spend(paid[0] + (kind == TRADER), paid[1] + (kind == MERCHANT))
                    gain += j.stock_trader * paid[0] + j.stock_merchant * paid[1]
                    if piece - 1 >> 1 < s.seats:
                        gain -= j.spite * j.compensation * price
                    found.append((gain, plan))

    def worth_fighting(self, route: int, row: bytes) -> bool:
        """Whether the actor could have any use for the route."""
        return self.outlook(self.seat).worth(route, True) > 0.5

    def price(self, action: Action, kind: int, price: int) -> tuple[Plan, tuple[int, int]]:
        """The whole displacement and its payment, traders first; no choice, no decision."""
        at = 2 * self.seat
        left = [self.s.supply[at], self.s.supply[at + 1]]
        left[kind] -= 1
        plan: list[Action] = [action]
        paid = [0, 0]
        for _ in range(price):
            with_kind = TRADER if left[TRADER] else MERCHANT
            if left[TRADER] and left[MERCHANT]:
                plan.append(PAY[with_kind])
            left[with_kind] -= 1
            paid[with_kind] += 1
        return tuple(plan), (paid[0], paid[1])

    def claims(self, found: list[Guess]) -> None:
        """Claiming full routes, with the benefit."""
        s, j, seat = self.s, self.j, self.seat
        missing = s.missing[seat * STRIDE : seat * STRIDE + STRIDE]
        if 0 not in missing:
            return
        mine = self.outlook(seat)
        for route in self.open_routes():
            if missing[route]:
                continue
            after = s.copy()
            after.apply(CLAIM[route])
            row = self.houses[j.slices[route]]
            back = self.changed(route, b"") - j.action + mine.anyway(route)
            for piece in row:
                back += j.stock_merchant if piece - 1 & 1 else j.stock_trader
            if after.now is None or after.now.id != "benefit":
                found.append((back, (CLAIM[route],)))
                continue
            for value, option in mine.options(after)[:CLAIM_OPTIONS]:
                found.append((back + value, (CLAIM[route], option)))

    def moves(self, found: list[Guess]) -> None:
        """Moving own pieces from where they do little to a route where they do more."""
        s, j, seat = self.s, self.j, self.seat
        own = (code(seat, TRADER), code(seat, MERCHANT))
        sources: list[tuple[float, int, list[int]]] = []
        for route, promise in self.promises.items():
            start = j.slices[route].start
            row = self.houses[j.slices[route]]
            standing = [start + n for n, piece in enumerate(row) if piece in own]
            if standing:
                sources.append((promise / len(standing), route, standing))
        if not sources:
            return
        sources.sort()
        most = LEVELS[BOOK][s.levels[5 * seat + BOOK]]
        for _, route, room in self.targets({route: len(houses) for _, route, houses in sources}):
            pieces = [house for _, source, standing in sources if source != route for house in standing][
                : min(most, room)
            ]
            if pieces:
                self.move(route, pieces, found)
                if len(pieces) > 1:
                    self.move(route, pieces[:1], found)

    def targets(self, own: dict[int, int]) -> list[tuple[float, int, int]]:
        """The routes most worth moving to, with their empty houses; `own` pieces there by route."""
        j, view = self.j, self.outlook(self.seat)
        found = []
        for route, place in enumerate(j.slices):
            room = self.houses[place].count(0)
            if room:
                lacks = place.stop - place.start - own.get(route, 0)
                found.append((j.action * lacks - view.worth(route, True), route, room))
        found.sort()
        return found[:MOVE_TARGETS]

    def move(self, route: int, pieces: list[int], found: list[Guess]) -> None:
        """The move of these pieces to the route."""
        j = self.j
        houses = bytearray(self.houses)
        kinds = [houses[house] for house in pieces]
        for house in pieces:
            houses[house] = 0
        place = j.slices[route]
        plan: list[Action] = [LIFT[house] for house in pieces]
        for kind in kinds:
            target = houses.index(0, place.start, place.stop)
            houses[target] = kind
            plan.append(SET_DOWN[target])
        rows = cast(Any, bytes(houses))
        gain = -j.action
        order = self.order.copy()
        route_of = self.s.board.house_route
        for changed in sorted({route, *(route_of[house] for house in pieces)}):
            promise, other = self.occupation(changed, rows[j.slices[changed]])
            gain += other - self.others.get(changed, 0.0)
            before = self.promises.get(changed, 0.0)
            if before > 0.0:
                order.remove(before)
            if promise > 0.0:
                order.append(promise)
        order.sort(reverse=True)
        found.append((gain + self.ranked(order) - self.total - 0.01 * len(plan), tuple(plan)))

    def used_markers(self, found: list[Guess]) -> None:
        """Using bonus markers, which costs no action."""
        s, j, seat = self.s, self.j, self.seat
        own = s.unused[6 * seat : 6 * seat + 6]
        if not any(own):
            return
        for kind, amount in ((PLUS_3_ACTIONS, 3), (PLUS_4_ACTIONS, 4)):
            if own[kind]:
                found.append((amount * j.action - j.unused[kind], (USE_INSTANT[kind],)))
        if own[IMPROVE_ABILITY]:
            mine = self.outlook(seat)
            for track, values in enumerate(LEVELS):
                if s.levels[5 * seat + track] < len(values) - 1:
                    gain = mine.improvement(track) - j.unused[IMPROVE_ABILITY]
                    found.append((gain, (USE_IMPROVE[track],)))
        if own[SWAP_OFFICES]:
            self.try_each(found, [action for action in swaps(s, seat) if isinstance(action, UseSwap)])
        if own[REMOVE_3]:
            self.removal(found)

    def try_each(self, found: list[Guess], actions: list[Action]) -> None:
        """Guess by applying each action and evaluating."""
        s, j, seat = self.s, self.j, self.seat
        before = evaluate(s, j)
        for action in actions:
            after = s.copy()
            after.apply(action)
            worth = evaluate(after, j)
            gain = worth[seat] - before[seat]
            for other in range(s.seats):
                if other != seat:
                    gain -= j.spite * (worth[other] - before[other])
            found.append((gain, (action,)))

    def removal(self, found: list[Guess]) -> None:
        """Removing up to three pieces: those whose removal helps most."""
        s, j, seat = self.s, self.j, self.seat
        own = (code(seat, TRADER), code(seat, MERCHANT))
        may = s.houses.translate(removable(s, seat))
        helpful = []
        for route in self.promises:
            place = j.slices[route]
            row = self.houses[place]
            for n, piece in enumerate(row):
                if piece and piece not in own and may[place.start + n]:
                    gain = self.changed(route, row[:n] + b"\0" + row[n + 1 :])
                    helpful.append((-gain, place.start + n))
        helpful.sort()
        if not helpful:
            return
        houses = [house for _, house in helpful[:3]]
        plan: list[Action] = [USE_REMOVE[houses[0]], *(REMOVE[house] for house in houses[1:])]
        if len(houses) < 3 and sum(may) > len(houses):
            plan.append(DONE)
        found.append((-sum(gain for gain, _ in helpful[:3]) - j.unused[REMOVE_3], tuple(plan)))

    def pawn(self, found: list[Guess]) -> None:
        """Moving the pawn: to where more can be done at once or, with no actions left, to where it suits.

        An action is spent on moving it only if one is left for what that allows: two players dragging the
        pawn away from each other's routes would never finish.
        """
        s, j = self.s, self.j
        if not s.actions_left:
            self.try_each(found, [action for action in s.legal_actions() if isinstance(action, StepPawn)])
            return
        if s.acted and s.steps:
            found.append((-j.action * s.actions_left - 0.1, (FINISH,)))
        gains = self.gains_by_route()
        provinces = s.rules.provinces
        assert provinces is not None
        best = [max((gains[r] for r in routes), default=-9.0) for routes in provinces.routes]
        here = max(best[s.pawn], 0.0)
        for province, plan, walks in self.ways():
            gain = best[province] - here - j.action * walks
            if gain > -j.action:
                found.append((gain - 0.05, plan))

    def ways(self) -> list[tuple[int, Plan, int]]:
        """Every province the pawn can reach with an action left, how, and the actions that takes."""
        s = self.s
        provinces = s.rules.provinces
        assert provinces is not None
        free = 0 if s.acted else s.steps
        found: list[tuple[int, Plan, int]] = []
        paths: dict[int, tuple[int, ...]] = {s.pawn: ()}
        queue = [s.pawn]
        for here in queue:
            for there in provinces.neighbours[here]:
                if there in paths:
                    continue
                path = paths[there] = (*paths[here], there)
                queue.append(there)
                steps = [STEP_PAWN[provinces.ids[p]] for p in path[:free]]
                walks = [WALK_PAWN[provinces.ids[p]] for p in path[free:]]
                if s.rules.walk_any:
                    walks = walks[-1:]
                if len(walks) < s.actions_left:
                    found.append((there, (*steps, *walks), len(walks)))
        return found

    def gains_by_route(self) -> dict[int, float]:
        """The best thing the actor could do on each route, were the pawn there: a piece, or the claim."""
        s, j, seat = self.s, self.j, self.seat
        piece = code(seat, TRADER if s.supply[2 * seat] else MERCHANT)
        supplied = s.supply[2 * seat] + s.supply[2 * seat + 1] > 0
        view = self.outlook(seat)
        gains = {}
        for route, place in enumerate(j.slices):
            row = self.houses[place]
            gain = -9.0
            if not s.missing[seat * STRIDE + route]:
                merchant = code(seat, MERCHANT) in row
                gain = self.changed(route, b"") + view.worth(route, merchant) - j.action
            elif supplied and 0 in row:
                first = row.index(0)
                after = row[:first] + bytes((piece,)) + row[first + 1 :]
                gain = self.changed(route, after) - self.spend(1, 0) - j.action
            gains[route] = gain
        return gains

    def relocation(self) -> list[Guess]:
        """Relocating the displaced piece and the added ones: one house of each route."""
        s, j, seat = self.s, self.j, self.seat
        board = s.board
        found: list[Guess] = []
        seen: set[tuple[object, ...]] = set()
        for action in s.legal_actions():
            if not isinstance(action, Relocate | AddFromStock | AddFromSupply | AddFromHouse):
                found.append((0.0, (action,)))
                continue
            route = board.house_route[action.place]
            if isinstance(action, Relocate):
                piece, cost, mark = s.hand[0], 0.0, 0
            elif isinstance(action, AddFromStock):
                piece = code(seat, action.kind)
                cost = j.stock_merchant if action.kind else j.stock_trader
                mark = 1 + action.kind
            elif isinstance(action, AddFromSupply):
                piece = code(seat, action.kind)
                cost = j.merchant if action.kind else self.spend(1, 0)
                mark = 1 + action.kind
            else:
                piece, cost, mark = s.houses[action.origin], 0.0, 3 + board.house_route[action.origin]
            if (route, mark) in seen:
                continue
            seen.add((route, mark))
            row = bytearray(self.houses[j.slices[route]])
            row[action.place - j.slices[route].start] = piece
            gain = self.changed(route, bytes(row)) - cost
            if isinstance(action, AddFromHouse):
                source = board.house_route[action.origin]
                left = bytearray(self.houses[j.slices[source]])
                left[action.origin - j.slices[source].start] = 0
                gain += self.changed(source, bytes(left))
            found.append((gain, (action,)))
        return found

    def each(self) -> list[Guess]:
        """Any other decision: every legal action, applied and evaluated."""
        found: list[Guess] = []
        self.try_each(found, list(self.s.legal_actions()))
        return found

    def benefit(self) -> list[Guess]:
        """The benefit of a claim under way."""
        return [(value, (action,)) for value, action in self.outlook(self.seat).options(self.s)]


_BY_DECISION: dict[str, Callable[[Guesser], list[Guess]]] = {
    "turn": Guesser.turn,
    "relocate": Guesser.relocation,
    "benefit": Guesser.benefit,
}


def guesses(s: HansaTeutonicaState, j: Judgement) -> list[Guess]:
    """What the actor might do, with a guess at its gain; best first."""
    assert s.now is not None, "the game is over"
    found = _BY_DECISION.get(s.now.id, Guesser.each)(Guesser(s, j))
    found.sort(key=lambda guess: -guess[0])
    return found
