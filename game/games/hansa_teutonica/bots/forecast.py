"""The ways in which each seat can end the game within its next turn, found by counting actions and pieces.

A claim ends the game if it takes the last marker, completes the last town or reaches the last space of the
track. A seat that still has to fill the route needs actions and pieces for it: it moves own pieces there,
places others, takes income, and pays for displacements. Markers that bring points are used before, and the
claim is then played in a copy of the position, which gives the exact result. Whatever others decide before is
not foreseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from game.bots.brain import GameEnd
from game.engine.core import Outcome
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts, Situations
from game.games.hansa_teutonica.bots.evaluators import evaluators
from game.games.hansa_teutonica.bots.marker_candidates import GIVEN_ACTIONS
from game.games.hansa_teutonica.rules.board import (
    ACTIONES,
    BOOK,
    BURSA,
    END_POINTS,
    IMPROVE_ABILITY,
    LEVELS,
    MERCHANT,
    MOST_REMOVED,
    REMOVE_3,
    SWAP_OFFICES,
    TRADER,
)
from game.games.hansa_teutonica.rules.claim import claim
from game.games.hansa_teutonica.rules.codes import OWNER, PILES_OF, code, level_at, pile_at
from game.games.hansa_teutonica.rules.displacement import price
from game.games.hansa_teutonica.rules.effects import put, take
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.rules.turn import reach_of

MOST_BY_A_CLAIM = 3
"""Usual upper bound of the points on the track that a claim brings."""
NEVER = 99
"""Number of actions for what is impossible."""
MOST_EFFECTS = 12
"""Maximum number of decisions after the benefit of a claim, for effects printed next to the route."""
IMPROVING = frozenset({"marker.improve_ability", "marker.swap_offices"})
"""Markers whose use can bring points."""

LIKELY = 0.95, 0.6, 0.45, 0.35, 0.3
"""Probability that a seat ends the game if it wins by that, by the number of turns before its own. Those who
move before it can prevent it."""


def near_end(s: HansaTeutonicaState) -> bool:
    """Return whether a claim could end the game in one turn."""
    return s.bag_left <= 1 or any_claim_ends(s)


def any_claim_ends(s: HansaTeutonicaState) -> bool:
    """Return whether a claim without a marker could end the game, by points or completed towns."""
    return max(s.points) >= END_POINTS - MOST_BY_A_CLAIM or s.completed >= s.board.printed.end_completed - 1


Kinds = tuple[bool, bool, bool]
"""Facts of a seat on a route: whether it can add a merchant, has a merchant there, and has a trader there."""


Begun = dict[tuple[tuple[int, ...], bool], HansaTeutonicaState]
"""Positions after claims, by the routes and whether the seat can add a merchant."""


class Situation:
    """Everything that the result of a claim depends on, besides the houses: offices, abilities and points.

    anywhere  whether a claim without a marker can end the game
    marked    routes with a marker; places: their houses
    known     results by seat, claims and the kinds of pieces there; None: the game does not end
    wins      endings by which a seat wins, by everything that they depend on
    """

    __slots__ = ("anywhere", "known", "marked", "places", "wins")

    def __init__(self, s: HansaTeutonicaState) -> None:
        self.anywhere = any_claim_ends(s)
        self.marked = [route for route, marker in enumerate(s.tavern) if marker]
        houses = [s.board.route_houses[route] for route in self.marked]
        self.places = [slice(one.start, one.stop) for one in houses]
        self.known: dict[tuple[object, ...], Outcome | None] = {}
        self.wins: dict[tuple[object, ...], list[GameEnd]] = {}


def situation(s: HansaTeutonicaState, met: Situations) -> Situation:
    """Return the situation of a position; `met`: those of the search."""
    key = (
        s.offices, s.extras, s.levels, s.unused, s.used, s.tavern, s.table, tuple(s.points), s.linked,
        s.bag_left, s.completed, s.module_state,
    )  # fmt: skip
    found: Situation | None = met.get(key)
    if found is None:
        found = met[key] = Situation(s)
    return found


def game_ends(s: HansaTeutonicaState) -> list[GameEnd]:
    """Return every seat's best ending for each route, in turn order from the turn that is under way."""
    if s.now is None or not near_end(s):
        return []
    here, found = Situation(s), list[GameEnd]()
    for step in range(s.seats):
        best: dict[str, GameEnd] = {}
        for end in _ends(s, (s.active + step) % s.seats, here, True):
            if end.place not in best or _merit(end) > _merit(best[end.place]):
                best[end.place] = end
        found += best.values()
    return found


def _merit(end: GameEnd) -> tuple[bool, int, int]:
    """Return the sort key of endings of one seat: a win, the lead, the fewest actions."""
    return end.seat in end.winners, end.ahead, -end.actions


def wins_of(s: HansaTeutonicaState, seat: int, here: Situation) -> list[GameEnd]:
    """Return the endings by which a seat wins in its next turn after the one that is under way, one for each
    route."""
    own, lacking = PILES_OF[seat], bytes(s.missing[s.board.missing_of[seat]])
    rows = [bytes(s.houses)] if here.anywhere else [bytes(s.houses[place]) for place in here.places]
    key = (seat, lacking, bytes(s.supply[own]), bytes(s.stock[own]), *rows)
    known = here.wins.get(key)
    if known is None:
        known = here.wins[key] = list(_ends(s, seat, here, False))
    return known


def rival_wins(s: HansaTeutonicaState, scenes: EvaluationContexts) -> Iterator[GameEnd]:
    """Yield the endings by which opponents of the player whose turn it is win in their next turns, without
    that player, in turn order."""
    here = situation(s, scenes.ends)
    for step in range(1, min(s.seats, scenes.rivals + 1)):
        for end in wins_of(s, (s.active + step) % s.seats, here):
            if s.active not in end.winners:
                yield end


def foreseen(s: HansaTeutonicaState, chances: list[float], scenes: EvaluationContexts) -> list[float]:
    """Return win probabilities that consider who can end the game and win in the next round, or in fewer
    turns if the context says so. In the turn that is planned, the next one counts as the first."""
    if not near_end(s):
        return chances
    here = situation(s, scenes.ends)
    first = s.active + 1 if s.turns == scenes.turn else s.active
    found, left = [0.0] * s.seats, 1.0
    for step in range(scenes.rivals):
        wins = wins_of(s, (first + step) % s.seats, here)
        if wins:
            likely, winners = left * LIKELY[step], wins[0].winners
            left -= likely
            for winner in winners:
                found[winner] += likely / len(winners)
    if left == 1.0:
        return chances
    return [win + left * chance for win, chance in zip(found, chances, strict=True)]


def _ends(s: HansaTeutonicaState, seat: int, here: Situation, every: bool) -> Iterator[GameEnd]:
    """Yield endings of a seat: with `every` all of them, for the turn that is under way if it is the seat's,
    otherwise one for each route by which it wins, for its next turn."""
    actions, won = actions_of(s, seat, every and seat == s.active), set[int]()
    kinds, begun = dict[tuple[int, int], Kinds](), Begun()
    for legs in _legs(s, seat, actions, here):
        if legs[-1] in won:
            continue
        for leg in legs:
            if (leg, len(legs)) not in kinds:
                kinds[leg, len(legs)] = _kinds(s, seat, leg, actions - len(legs))
        filled = [kinds[leg, len(legs)] for leg in legs]
        key = (seat, legs, *filled)
        if key in here.known and not _counts(here.known[key], seat, every):
            continue
        cost = least_actions(s, seat, legs)
        if cost > actions + _given(s, legs):
            continue
        if key not in here.known:
            merchant = any(more for more, _, _ in filled)
            here.known[key] = outcome_of(s, seat, legs, merchant, begun)
        outcome = here.known[key]
        if outcome is None or not _counts(outcome, seat, every):
            continue
        if not within_reach(s, seat, legs, actions - cost):
            continue
        if not every:
            won.add(legs[-1])
        place = f"route.{s.board.route_ids[legs[-1]]}"
        yield GameEnd(seat, place, cost, outcome.reason, outcome.totals, outcome.winners)


def wins_by(s: HansaTeutonicaState, seat: int, route: int, actions: int, here: Situation) -> bool:
    """Return whether a seat could fill a route and claim it with these actions, which would end the game with
    its victory."""
    if least_actions(s, seat, (route,)) > actions:
        return False
    kinds = _kinds(s, seat, route, actions - 1)
    key = (seat, (route,), kinds)
    if key not in here.known:
        here.known[key] = outcome_of(s, seat, (route,), kinds[0])
    return _counts(here.known[key], seat, False)


def _counts(outcome: Outcome | None, seat: int, every: bool) -> bool:
    """Return whether the game ends, and unless `every` ending counts, with a victory of the seat."""
    return outcome is not None and (every or seat in outcome.winners)


def _given(s: HansaTeutonicaState, legs: tuple[int, ...]) -> int:
    """Return the actions that the marker of the first of two claims gives."""
    return GIVEN_ACTIONS.get(s.tavern[legs[0]] - 1, 0) if len(legs) > 1 else 0


def _legs(s: HansaTeutonicaState, seat: int, actions: int, here: Situation) -> Iterator[tuple[int, ...]]:
    """Yield the claims of a turn that may end the game: one, or two of which the first takes the last marker
    of the bag, or only improves the result."""
    start = s.board.missing_at(seat, 0)
    moved = LEVELS[BOOK][s.levels[level_at(seat, BOOK)]]
    most = moved * (actions - 1) + (MOST_REMOVED if s.unused[seat][REMOVE_3] else 0)
    anywhere = here.anywhere
    routes = range(len(s.board.routes)) if anywhere else here.marked
    near = [route for route in routes if s.missing[start + route] <= most]
    last = near if anywhere or not s.bag_left else []
    for route in last:
        yield (route,)
    if s.bag_left == 1:
        yield from permutations([route for route in near if s.tavern[route]], 2)
    elif last and actions > 1:
        for before in range(len(s.board.routes)):
            missing = s.missing[start + before]
            room = most - moved - missing if missing else most
            if room >= 0 and (anywhere or not s.tavern[before]):
                for route in last:
                    if before != route and s.missing[start + route] <= room:
                        yield before, route


def _kinds(s: HansaTeutonicaState, seat: int, route: int, actions: int) -> Kinds:
    """Return whether the seat can add a merchant to a route with these actions, and whether it has a
    merchant, and a trader, there.

    The merchant is placed, or moved from another route, or comes with an income.
    """
    houses, missing = s.board.route_houses[route], s.missing[s.board.missing_at(seat, route)]
    row, merchant = s.houses[houses.start : houses.stop], code(seat, MERCHANT)
    found = s.supply[pile_at(seat, MERCHANT)] > 0 or s.houses.count(merchant) > row.count(merchant)
    if not found and s.stock[pile_at(seat, MERCHANT)]:
        moved = LEVELS[BOOK][s.levels[level_at(seat, BOOK)]]
        found = -(-missing // moved) < actions
    return missing > 0 and found, merchant in row, missing > 0 or code(seat, TRADER) in row


def actions_of(s: HansaTeutonicaState, seat: int, rest: bool) -> int:
    """Return the actions of a seat's next turn, or with `rest` those left in its turn, with those of its
    markers."""
    level = s.levels[level_at(seat, ACTIONES)]
    found = s.actions_left if rest else LEVELS[ACTIONES][level]
    own = s.unused[seat]
    for kind, more in GIVEN_ACTIONS.items():
        found += more * own[kind]
    if own[IMPROVE_ABILITY] and level + 1 < len(LEVELS[ACTIONES]):
        found += LEVELS[ACTIONES][level + 1] - LEVELS[ACTIONES][level]
    return found


def least_actions(s: HansaTeutonicaState, seat: int, routes: Sequence[int]) -> int:
    """Return the minimum number of actions in which a seat can fill and claim routes, `NEVER` if it lacks the
    pieces."""
    prices, empty, there = list[int](), 0, 0
    for route in routes:
        for house in s.board.route_houses[route]:
            piece = s.houses[house]
            if not piece:
                empty += 1
            elif OWNER[piece] == seat:
                there += 1
            else:
                prices.append(1 + price(s, piece))
    if not empty and not prices:
        return len(routes)
    best = _filling(s, seat, sum(prices), len(prices), empty, there)
    if prices and s.unused[seat][REMOVE_3]:
        rest = sorted(prices)[: max(0, len(prices) - MOST_REMOVED)]
        gone = len(prices) - len(rest)
        best = min(best, _filling(s, seat, sum(rest), len(rest), empty + gone, there))
    return best + len(routes)


def _filling(s: HansaTeutonicaState, seat: int, pieces: int, rivals: int, empty: int, there: int) -> int:
    """Return the minimum number of actions to displace rivals, which takes `pieces` from the supply, and to
    fill the empty houses. `there`: own pieces that stay."""
    have, stock = sum(s.supply[PILES_OF[seat]]), sum(s.stock[PILES_OF[seat]])
    have += s.unused[seat][IMPROVE_ABILITY]  # an improvement frees a piece
    own = s.houses.count(code(seat, TRADER)) + s.houses.count(code(seat, MERCHANT)) - there
    moved = LEVELS[BOOK][s.levels[level_at(seat, BOOK)]]
    income = LEVELS[BURSA][s.levels[level_at(seat, BURSA)]]
    best, moves = NEVER, 0
    while True:
        placed = empty - min(empty, own, moves * moved)
        lack = pieces + placed - have
        if lack <= 0:
            best = min(best, rivals + moves + placed)
        elif lack <= stock:
            best = min(best, rivals + moves + placed - (-lack // income))
        if moves * moved >= min(empty, own):
            return best
        moves += 1


def within_reach(s: HansaTeutonicaState, seat: int, legs: Sequence[int], spare: int) -> bool:
    """Return whether the seat can act on all of the routes, at the cost of `spare` actions at most."""
    if not s.edition.action_range:
        return True
    t = s.turn_of(seat)
    for route in legs:
        reach = reach_of(t)
        if reach is None or reach.closed or route in (reach.entered or reach.routes):
            continue
        found = (part.approach(t, route) for part in evaluators(t.edition))
        plan = next((plan for plan in found if plan), ())
        had = t.actions_left
        for action in plan:
            t.apply(action)
        spare -= had - t.actions_left
        if not plan or spare < 0:
            return False
    return True


def outcome_of(
    s: HansaTeutonicaState,
    seat: int,
    legs: tuple[int, ...],
    merchant: bool = False,
    begun: Begun | None = None,
) -> Outcome | None:
    """Return the result if the seat filled and claimed these routes now, with the markers and benefits that
    are best for it; None if the game does not end.

    merchant  whether it can add a merchant although none is in its supply
    begun     cache of the positions before the last claim, for calls with the same position and seat
    """
    before = _prepared(s, seat, legs[:-1], merchant, {} if begun is None else begun)
    if before.now is None:
        return before.outcome
    ended = [after for after in _claimed(before, seat, legs[-1]) if after.now is None]
    return _best(ended, seat).outcome if ended else None


def _prepared(
    s: HansaTeutonicaState, seat: int, legs: tuple[int, ...], merchant: bool, begun: Begun
) -> HansaTeutonicaState:
    """Return the position in which the seat has used its markers, and has filled and claimed these routes."""
    found = begun.get((legs, merchant))
    if found is None:
        if legs:
            before = _prepared(s, seat, legs[:-1], merchant, begun)
            found = before if before.now is None else _best(_claimed(before, seat, legs[-1]), seat)
        else:
            t, pile = s.turn_of(seat), pile_at(seat, MERCHANT)
            t.actions_left = NEVER
            t.supply[pile] = max(t.supply[pile], int(merchant))
            found = _improved(t, seat)
        begun[legs, merchant] = found
    return found


def _best(positions: list[HansaTeutonicaState], seat: int) -> HansaTeutonicaState:
    """Return the position that is best for the seat: one in which the game is over, and then the one with the
    largest lead."""
    found = [t for t in positions if t.now is None] or positions
    return max(found, key=lambda t: _lead(t, seat)) if len(found) > 1 else found[0]


def _improved(t: HansaTeutonicaState, seat: int) -> HansaTeutonicaState:
    """Return the position after each use of a marker that increases the lead of the seat."""
    if not (t.unused[seat][IMPROVE_ABILITY] or t.unused[seat][SWAP_OFFICES]):
        return t
    best, most = t, _lead(t, seat)
    for use in t.legal_actions():
        if use.path and use.path[0] in IMPROVING:
            after = t.copy()
            after.apply(use)
            lead = _lead(after, seat)
            if lead > most:
                best, most = after, lead
    return t if best is t else _improved(best, seat)


def _lead(t: HansaTeutonicaState, seat: int) -> int:
    """Return the lead of the seat over the best other one if the game ended now."""
    totals: list[int] = [sum(each) for each in zip(*(row.points for row in t.scores()), strict=True)]
    return totals[seat] - max(totals[:seat] + totals[seat + 1 :])


def fill(t: HansaTeutonicaState, seat: int, route: int) -> None:
    """Fill a route with pieces of a seat: with one merchant if it has one, otherwise with traders."""
    kind = MERCHANT if t.supply[pile_at(seat, MERCHANT)] else TRADER
    for house in t.board.route_houses[route]:
        piece = t.houses[house]
        if piece and OWNER[piece] == seat:
            continue
        if piece:
            take(t, house)
        put(t, house, code(seat, kind))
        kind = TRADER


def _claimed(before: HansaTeutonicaState, seat: int, route: int) -> list[HansaTeutonicaState]:
    """Return the positions after the seat has filled and claimed a route, one for each benefit."""
    t = before.copy()
    fill(t, seat, route)
    claim(t, t.edition.words.claim[route], [])  # not `apply`: a module may keep the seat elsewhere as yet
    t._legal = None
    if t.now is None or t.now.id != "benefit":
        return [t]
    found, benefits = list[HansaTeutonicaState](), t.legal_actions()
    for benefit in benefits:
        after = t.copy()
        after.apply(benefit)
        for _ in range(MOST_EFFECTS):
            if after.now is None or after.now.id == "turn":
                break
            after.apply(after.legal_actions()[-1])
        found.append(after)
    return found
