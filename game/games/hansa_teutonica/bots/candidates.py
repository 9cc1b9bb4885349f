"""Move generator: macro-actions, each with one aim, with prior scores.

The houses of a route are interchangeable, so a macro-action names the first empty one. `guesser` computes the
prior scores. Bonus markers have a separate module, as have modules of the game (`module_evaluator`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from game.bots.brain import Plan
from game.engine.core import Action
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts
from game.games.hansa_teutonica.bots.guesser import Guess, PriorScorer
from game.games.hansa_teutonica.bots.judgement import Judgement
from game.games.hansa_teutonica.bots.marker_candidates import used_markers
from game.games.hansa_teutonica.rules.actions import (
    DECLINE,
    END_TURN,
    PAY,
    AddFromHouse,
    AddFromStock,
    AddFromSupply,
    Income,
    Relocate,
)
from game.games.hansa_teutonica.rules.board import (
    BOOK,
    LEVELS,
    MERCHANT,
    TRADER,
)
from game.games.hansa_teutonica.rules.codes import OWNER, PILES_OF, code, kind_of, level_at
from game.games.hansa_teutonica.rules.displacement import price
from game.games.hansa_teutonica.rules.permanent import EffectRule
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

CLAIM_OPTIONS = 3
MOVE_TARGETS = 6
ENOUGH = 6
"""Number of pieces in supply from which an action can be forgone although it could bring more."""
NO_USE = 0.5
"""Minimum value of a claim, in points, for displacing pieces on its route."""


def turn(g: PriorScorer) -> list[Guess]:
    """Return the candidates of a turn."""
    s = g.s
    found: list[Guess] = []
    if s.actions_left:
        incomes(g, found)
        places(g, found)
        displacements(g, found)
        claims(g, found)
        moves(g, found)
    used_markers(g, found)
    found.append((-g.j.action * s.actions_left, (END_TURN,)))
    for part in g.j.evaluators:
        part.candidates(g, found)
    return found


def incomes(g: PriorScorer, found: list[Guess]) -> None:
    """Add ways to take income."""
    j = g.j
    have = g.supply[TRADER]
    for action in g.s.legal_actions():
        if not isinstance(action, Income):
            break
        gain = j.traders[min(have + action.traders, 31)] - j.traders[have]
        gain += j.merchant * action.merchants
        gain -= j.stock_trader * action.traders + j.stock_merchant * action.merchants
        found.append((gain - j.action, (action,)))


def places(g: PriorScorer, found: list[Guess]) -> None:
    """Add placements on routes with room. A placement on an empty route must repay the actions that the route
    takes."""
    s, j, seat = g.s, g.j, g.seat
    own, words, stand = g.supply, s.edition.words, s.edition.stand
    kinds = [kind for kind in (TRADER, MERCHANT) if own[kind]]
    costs = [g.spend(1, 0) if TRADER in kinds else 0.0, j.merchant]
    pieces = [bytes((code(seat, kind),)) for kind in (TRADER, MERCHANT)]
    for route in g.entered_routes():
        place = j.slices[route]
        row = g.houses[place]
        first = row.find(0)
        if first < 0 or (route not in g.promises and g.view.worth(route, True) < j.action * len(row)):
            continue
        for kind in kinds:
            if kind == MERCHANT and TRADER in kinds and not g.wants_merchant(route, row):
                continue
            if stand:
                first = g.first_room(route, row, kind)
                if first < 0:
                    continue
            after = row[:first] + pieces[kind] + row[first + 1 :]
            gain = g.changed(route, after) - costs[kind] - j.action
            found.append((gain, (words.place[kind][place.start + first],)))


def displacements(g: PriorScorer, found: list[Guess]) -> None:
    """Add displacements of rivals' pieces, paid for with traders as long as there are any."""
    s, j, seat = g.s, g.j, g.seat
    traders, merchants = g.supply
    if traders + merchants < 2:
        return
    displace = s.edition.words.displace
    crowded = s.houses.count(0) <= s.board.longest or s.edition.bounded
    legal = set(s.legal_actions()) if crowded else None
    own = (code(seat, TRADER), code(seat, MERCHANT))
    for route in g.entered_routes():
        if route not in g.promises or g.view.worth(route, True) <= NO_USE:
            continue
        place = j.slices[route]
        row = g.houses[place]
        seen: set[int] = set()
        for n, piece in enumerate(row):
            if not piece or piece in own or piece in seen:
                continue
            seen.add(piece)
            cost = price(s, piece)
            if traders + merchants < 1 + cost:
                continue
            for kind in (TRADER, MERCHANT):
                if not (traders, merchants)[kind]:
                    continue
                if kind == MERCHANT and traders > cost and not g.wants_merchant(route, row):
                    continue
                action = displace[kind][place.start + n]
                if legal is not None and action not in legal:
                    continue
                plan, paid = with_price(g, action, kind, cost)
                after = row[:n] + bytes((own[kind],)) + row[n + 1 :]
                gain = g.changed(route, after) - j.action
                gain -= g.spend(paid[0] + (kind == TRADER), paid[1] + (kind == MERCHANT))
                gain += j.stock_trader * paid[0] + j.stock_merchant * paid[1]
                if OWNER[piece] < s.seats:
                    gain -= j.spite * j.compensation * cost
                found.append((gain, plan))


def with_price(g: PriorScorer, action: Action, kind: int, cost: int) -> tuple[Plan, tuple[int, int]]:
    """Return a displacement including its payment, traders first, so that no decision remains open."""
    left = list(g.supply)
    left[kind] -= 1
    plan: list[Action] = [action]
    paid = [0, 0]
    for _ in range(cost):
        with_kind = TRADER if left[TRADER] else MERCHANT
        if left[TRADER] and left[MERCHANT]:
            plan.append(PAY[with_kind])
        left[with_kind] -= 1
        paid[with_kind] += 1
    return tuple(plan), (paid[0], paid[1])


def claims(g: PriorScorer, found: list[Guess]) -> None:
    """Add claims of full routes, with the benefit."""
    s, j, seat = g.s, g.j, g.seat
    missing, claim = s.missing[s.board.missing_of[seat]], s.edition.words.claim
    if 0 not in missing:
        return
    for route in g.open_routes():
        if missing[route]:
            continue
        after = s.copy()
        after.apply(claim[route])
        row = g.houses[j.slices[route]]
        back = g.changed(route, b"") - j.action + g.view.anyway(route)
        for piece in row:
            back += j.stock_merchant if kind_of(piece) == MERCHANT else j.stock_trader
        plans: list[Guess] = [(back, (claim[route],))]
        if after.now is not None and after.now.id == "benefit":
            options = g.view.options(after)[:CLAIM_OPTIONS]
            plans = [(back + value, (claim[route], option)) for value, option in options]
        if route in j.effects:
            used = [(gain, with_effect(g, plan)) for gain, plan in plans]
            found += [guess for guess in used if guess not in plans]  # sometimes no answer follows
        found += plans


def with_effect(g: PriorScorer, plan: Plan) -> Plan:
    """Return a claim including the use of the effect printed next to its route, with the best choice at each
    step.

    The position in between looks poor: the pieces on the route are gone, and their effect is not yet there.
    """
    s = g.s.copy()
    for action in plan:
        s.apply(action)
    while s.actor == g.seat and isinstance(s.now, EffectRule):
        more = guesses(s, g.scenes)[0][1]
        plan += more
        for action in more:
            s.apply(action)
    return plan


def moves(g: PriorScorer, found: list[Guess]) -> None:
    """Add moves of own pieces from houses of little value to a route of higher value."""
    s, j, seat = g.s, g.j, g.seat
    own = (code(seat, TRADER), code(seat, MERCHANT))
    sources: list[tuple[float, int, list[int]]] = []
    for route in g.standing:
        start = j.slices[route].start
        standing = [start + n for n, piece in enumerate(g.houses[j.slices[route]]) if piece in own]
        sources.append((g.promises[route] / len(standing), route, standing))
    if not sources:
        return
    sources.sort()
    most = LEVELS[BOOK][s.levels[level_at(seat, BOOK)]]
    tried = 0
    for _, route, room in targets(g, {route: len(houses) for _, route, houses in sources}):
        pieces = [house for _, source, standing in sources if source != route for house in standing]
        if s.edition.bounded:
            pieces = g.fitting(route, pieces)
            if not pieces:
                continue  # abroad, closed to these pieces: it takes no other target's place
        tried += 1
        if tried > MOVE_TARGETS:
            break
        pieces = pieces[: min(most, room)]
        if pieces:
            move(g, route, pieces, found)
            if len(pieces) > 1:
                move(g, route, pieces[:1], found)


def targets(g: PriorScorer, own: dict[int, int]) -> list[tuple[float, int, int]]:
    """Return the routes with empty houses, best targets first, as (score, route, empty houses). `own`: own
    pieces by route."""
    j, view = g.j, g.view
    found = []
    for route, place in enumerate(j.slices):
        room = g.houses[place].count(0)
        if room:
            length = place.stop - place.start
            lacks = length - own.get(route, 0)
            worth = view.worth(route, True) if length <= g.field.muster[g.seat] else 0.0
            found.append((j.action * lacks - worth, route, room))
    found.sort()
    return found


def move(g: PriorScorer, route: int, pieces: list[int], found: list[Guess]) -> None:
    """Add the move of these pieces to the route."""
    j = g.j
    houses = bytearray(g.houses)
    kinds = [houses[house] for house in pieces]
    for house in pieces:
        houses[house] = 0
    place = j.slices[route]
    words = g.s.edition.words
    plan: list[Action] = [words.lift[house] for house in pieces]
    for kind in kinds:
        if g.s.edition.stand:
            target = place.start + g.first_room(route, bytes(houses[place]), kind_of(kind))
        else:
            target = houses.index(0, place.start, place.stop)
        houses[target] = kind
        plan.append(words.set_down[target])
    rows = cast(Any, bytes(houses))
    gain = -j.action
    order = g.order.copy()
    route_of = g.s.board.house_route
    for changed in sorted({route, *(route_of[house] for house in pieces)}):
        promise, other = g.field.guess(g.seat, (changed, rows[j.slices[changed]]))
        gain += other - g.others.get(changed, 0.0)
        before = g.promises.get(changed, 0.0)
        if before > 0.0:
            order.remove(before)
        if promise > 0.0:
            order.append(promise)
    order.sort(reverse=True)
    found.append((gain + g.ranked(order) - g.total - 0.01 * len(plan), tuple(plan)))


def relocation(g: PriorScorer) -> list[Guess]:
    """Return relocations of the displaced piece and the added ones: one house of each route."""
    s, j, seat = g.s, g.j, g.seat
    board = s.board
    found: list[Guess] = []
    seen: set[tuple[int, int]] = set()
    for action in s.legal_actions():
        if isinstance(action, Relocate):
            place, piece, cost, mark = action.place, s.hand[0], 0.0, 0
        elif isinstance(action, AddFromStock):
            place, piece, mark = action.place, code(seat, action.kind), 1 + action.kind
            cost = j.stock_merchant if action.kind else j.stock_trader
        elif isinstance(action, AddFromSupply):
            place, piece, mark = action.place, code(seat, action.kind), 1 + action.kind
            cost = j.merchant if action.kind else g.spend(1, 0)
        elif isinstance(action, AddFromHouse):
            place, piece, cost = action.place, s.houses[action.origin], 0.0
            mark = 3 + board.house_route[action.origin]
        else:
            found.append((0.0, (action,)))
            continue
        route = board.house_route[place]
        if route in j.sea and place - j.slices[route].start in j.sea[route]:
            mark = -1 - mark
        if (route, mark) in seen:
            continue
        seen.add((route, mark))
        row = bytearray(g.houses[j.slices[route]])
        row[place - j.slices[route].start] = piece
        gain = g.changed(route, bytes(row)) - cost
        if isinstance(action, AddFromHouse):
            source = board.house_route[action.origin]
            left = bytearray(g.houses[j.slices[source]])
            left[action.origin - j.slices[source].start] = 0
            gain += g.changed(source, bytes(left))
        found.append((gain, (action,)))
    return found


def each(g: PriorScorer) -> list[Guess]:
    """Return every legal action of any other decision, applied and evaluated."""
    found: list[Guess] = []
    g.try_each(found, list(g.s.legal_actions()))
    return found


def benefit(g: PriorScorer) -> list[Guess]:
    """Return the benefits of the pending claim."""
    return [(value, (action,)) for value, action in g.view.options(g.s)]


_BY_DECISION: dict[str, Callable[[PriorScorer], list[Guess]]] = {
    "turn": turn,
    "relocate": relocation,
    "benefit": benefit,
}


def guesses(s: HansaTeutonicaState, scenes: EvaluationContexts) -> list[Guess]:
    """Return the candidates of the actor with their prior scores, best first."""
    assert s.now is not None, "the game is over"
    found = _BY_DECISION.get(s.now.id, each)(PriorScorer(s, scenes))
    found.sort(key=lambda guess: -guess[0])
    return found


def sensible(s: HansaTeutonicaState, j: Judgement, plans: list[Plan]) -> list[Plan]:
    """Return the plans that are not dominated.

    A displaced player takes a free piece, except in a standoff, which needs the pieces in the stock later. No
    player forgoes an action that could bring pieces while there are few, except in a game that drags on.
    """
    assert s.now is not None and s.actor is not None, "the game is over"
    free = s.now.id == "relocate" and not any(part.standoff for part in j.evaluators)
    if free and any(isinstance(plan[0], AddFromStock) for plan in plans):
        return [plan for plan in plans if plan[0] is not DECLINE]
    few = s.now.id == "turn" and not j.endless and sum(s.supply[PILES_OF[s.actor]]) < ENOUGH
    if few and s.actions_left and any(isinstance(plan[0], Income) for plan in plans):
        return [plan for plan in plans if plan[0] is not END_TURN and not isinstance(plan[0], j.forgoing)]
    return plans
