"""Plans that end the game in this turn by one claim, filled on the shortest way, or by two claims of which
the first empties the bag.

On the way there positions can look so poor that a beam search drops the plan (docs/lab/master.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import permutations
from typing import NamedTuple

from game.bots.brain import Plan
from game.engine.core import Action
from game.games.hansa_teutonica.bots.candidates import CLAIM_OPTIONS, claims, move, with_price
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts, leads
from game.games.hansa_teutonica.bots.forecast import any_claim_ends, near_end, situation, wins_by
from game.games.hansa_teutonica.bots.guesser import Guess, PriorScorer
from game.games.hansa_teutonica.bots.judgement import Judgement
from game.games.hansa_teutonica.bots.marker_candidates import GIVEN_ACTIONS
from game.games.hansa_teutonica.rules.actions import Income
from game.games.hansa_teutonica.rules.board import BOOK, LEVELS, MERCHANT, TRADER
from game.games.hansa_teutonica.rules.codes import OWNER, code, level_at
from game.games.hansa_teutonica.rules.displacement import price
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

MOST_CAUGHT_UP = 12
"""Maximum deficit, in points, of a player who wins by the last claim."""


class Leg(NamedTuple):
    """A route to claim, and whether own pieces are moved there before any is placed."""

    route: int
    moving: bool


class Ending(NamedTuple):
    """Claims of which the last can end the game. The one before it empties the bag; `benefit` is the index of
    its benefit, 0 for the best."""

    legs: tuple[Leg, ...]
    benefit: int = 0


def endings(s: HansaTeutonicaState, scenes: EvaluationContexts) -> Iterator[Ending]:
    """Yield the endings possibly within the actor's actions in this turn by which it may win."""
    seat = s.actor
    if seat is None or s.now is None or s.now.id != "turn":
        return
    if not near_end(s):
        return
    ahead = leads(s)[seat]
    if ahead is None or ahead < -MOST_CAUGHT_UP:
        return
    own, anywhere, here = s.unused[seat], any_claim_ends(s), situation(s, scenes.ends)
    actions = s.actions_left + sum(more * own[kind] for kind, more in GIVEN_ACTIONS.items())
    found = list(_legs(s, scenes.j, seat, anywhere))
    if anywhere or not s.bag_left:
        for leg, cost in found:
            if cost <= actions and wins_by(s, seat, leg.route, actions, here):
                yield Ending((leg,))
    if s.bag_left != 1:
        return
    marked = [(leg, cost) for leg, cost in found if s.tavern[leg.route]]
    for (first, cost), (last, more) in permutations(marked, 2):
        given = GIVEN_ACTIONS.get(s.tavern[first.route] - 1, 0)
        if first.route != last.route and cost <= actions and cost + more <= actions + given:
            for benefit in range(CLAIM_OPTIONS):
                yield Ending((first, last), benefit)


def _legs(s: HansaTeutonicaState, j: Judgement, seat: int, anywhere: bool) -> Iterator[tuple[Leg, int]]:
    """Yield each route with a marker, or with `anywhere` each route, in both variants, with the minimum
    number of actions."""
    most = LEVELS[BOOK][s.levels[level_at(seat, BOOK)]]
    for route in j.everywhere:
        if not anywhere and not s.tavern[route]:
            continue
        row = s.houses[j.slices[route]]
        room, rivals = row.count(0), len(_rivals(row, seat))
        for moving in (True, False) if room else (False,):
            filling = -(-room // most) if moving else room
            yield Leg(route, moving), filling + rivals + 1


def _rivals(row: bytes | bytearray, seat: int) -> list[int]:
    """Return the houses of a row that hold other seats' pieces."""
    return [n for n, piece in enumerate(row) if piece and OWNER[piece] != seat]


def towards(ending: Ending, g: PriorScorer) -> Plan:
    """Return the next step of the plan, or nothing if the ending is impossible."""
    s = g.s
    if s.now is None or s.now.id != "turn":
        return ()
    leg = ending.legs[0] if s.bag_left else ending.legs[-1]
    route = leg.route
    legal = s.legal_actions()
    if not s.actions_left:
        return next(((use,) for use in _more_actions(g) if use in legal), ())
    if route not in g.entered_routes():
        found = (part.approach(s, route) for part in g.j.evaluators)
        return next((plan for plan in found if plan), ())
    row = g.houses[g.j.slices[route]]
    if 0 in row:
        plan = _filled(g, leg, row, [leg.route for leg in ending.legs])
    elif rivals := _rivals(row, g.seat):
        plan = _displaced(g, route, row, rivals)
    else:
        return _claimed_last(g, route) if leg is ending.legs[-1] else _claimed(g, route, ending.benefit)
    if not plan and s.actions_left > 1:
        incomes = [action for action in legal if isinstance(action, Income)]
        plan = (max(incomes, key=lambda one: one.traders + one.merchants),) if incomes else ()
    return plan if plan and plan[0] in legal else ()


def _more_actions(g: PriorScorer) -> Iterator[Action]:
    """Yield markers that give actions, the largest first."""
    uses = g.s.edition.words.use_instant
    for kind in sorted(GIVEN_ACTIONS, key=lambda kind: -GIVEN_ACTIONS[kind]):
        if g.s.unused[g.seat][kind] and kind in uses:
            yield uses[kind]


def _filled(g: PriorScorer, leg: Leg, row: bytes, wanted: list[int]) -> Plan:
    """Return a step that fills the route: moving pieces, except from wanted routes, or placing them."""
    plan = _moved(g, leg.route, row, wanted) if leg.moving else ()
    return plan or _placed(g, leg.route, row)


def _moved(g: PriorScorer, route: int, row: bytes, wanted: list[int]) -> Plan:
    """Return a move of own pieces from the houses of least value."""
    pieces, found = movable(g, route, wanted)[: row.count(0)], list[Guess]()
    if pieces:
        move(g, route, pieces, found)
    return found[0][1] if found else ()


def movable(g: PriorScorer, route: int, wanted: Collection[int]) -> list[int]:
    """Return the houses whose pieces an action can move to a route, those of least value first and none on
    wanted routes."""
    own, pieces = (code(g.seat, TRADER), code(g.seat, MERCHANT)), list[int]()
    for source in sorted((one for one in g.standing if one not in wanted), key=lambda one: g.promises[one]):
        place = g.j.slices[source]
        pieces += [house for house in range(place.start, place.stop) if g.houses[house] in own]
    if g.s.edition.bounded:
        pieces = g.fitting(route, pieces)
    return pieces[: LEVELS[BOOK][g.s.levels[level_at(g.seat, BOOK)]]]


def _placed(g: PriorScorer, route: int, row: bytes) -> Plan:
    for kind in (TRADER, MERCHANT):
        room = g.first_room(route, row, kind) if g.supply[kind] else -1
        if room >= 0:
            return (g.s.edition.words.place[kind][g.j.slices[route].start + room],)
    return ()


def _displaced(g: PriorScorer, route: int, row: bytes, rivals: list[int]) -> Plan:
    """Return the cheapest displacement."""
    n = min(rivals, key=lambda n: price(g.s, row[n]))
    kind, cost = TRADER if g.supply[TRADER] else MERCHANT, price(g.s, row[n])
    if sum(g.supply) < 1 + cost:
        return ()
    house = g.j.slices[route].start + n
    return with_price(g, g.s.edition.words.displace[kind][house], kind, cost)[0]


def _claimed(g: PriorScorer, route: int, benefit: int) -> Plan:
    """Return the claim with the benefit of this index, or nothing if it has fewer."""
    claim, found = g.s.edition.words.claim[route], list[Guess]()
    claims(g, found)
    found = [guess for guess in found if guess[1][0] == claim]
    found.sort(key=lambda guess: -guess[0])
    return found[benefit][1] if benefit < len(found) else ()


def _claimed_last(g: PriorScorer, route: int) -> Plan:
    """Return the claim with the benefit that ends the game best."""
    claim = g.s.edition.words.claim[route]
    if claim not in g.s.legal_actions():
        return ()
    after = g.s.copy()
    after.apply(claim)
    if after.now is None:
        return (claim,)
    best: tuple[float, Plan] = 0.0, ()
    for benefit in after.legal_actions() if after.now.id == "benefit" else ():
        end = after.copy()
        end.apply(benefit)
        ahead = leads(end)[g.seat] if end.now is None else None
        if ahead is not None and (not best[1] or ahead > best[0]):
            best = ahead, (claim, benefit)
    return best[1]
