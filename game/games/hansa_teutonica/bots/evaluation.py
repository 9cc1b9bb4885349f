"""Evaluation of a position for each seat, in expected final points, as a sum of named terms.

points     track, markers, Coellen table, controlled towns and network, as if the game ended now
tracks     future yield of the abilities, and the points for full tracks
markers    unused markers
way        potential of the chain from west to east
pieces     supply and stock
routes     potential of claims by pieces in houses; claims overlap, so each counts less than the one before
turn       remaining actions of the planned turn; later turns are equal for all seats and count zero

The first four terms change with claims and markers only. They form the `EvaluationContext`, computed once for
each combination.
"""

from __future__ import annotations

from typing import Any

from game.games.hansa_teutonica.bots.features import Landscape, landscape
from game.games.hansa_teutonica.bots.field import HouseCache
from game.games.hansa_teutonica.bots.judgement import MANY_ACTIONS, MOST_PIECES, Judgement
from game.games.hansa_teutonica.bots.prospects import SeatProspects
from game.games.hansa_teutonica.rules.board import ACTIONES, KEYS, MERCHANT
from game.games.hansa_teutonica.rules.codes import LEVELS_OF, PILES_OF, levels_of, owner, pile_at
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

Outlooks = dict[tuple[object, ...], SeatProspects]
"""The prospects of seats, by everything that they depend on."""

Situations = dict[tuple[object, ...], Any]
"""The situations that the results of claims at the end of the game depend on (`forecast`), by their key."""

Piled = tuple[HouseCache, tuple[float, ...]]
"""The houses, and by seat the value of everything outside them."""


class EvaluationContext:
    """Terms that are constant while pieces enter and leave houses.

    settled   by seat, the value of points, tracks, markers and way
    busy      by seat, 1 if it has many actions per turn, else 0
    muster    by seat, the pieces available for claims: once a game drags on, those that are in no office
    entries   by seat and route, the share of a potential left while pieces are missing, or None
    """

    __slots__ = (
        "_fields",
        "_known",
        "_outlooks",
        "_piled",
        "ahead",
        "busy",
        "entries",
        "j",
        "land",
        "muster",
        "s",
        "settled",
    )

    def __init__(self, s: HansaTeutonicaState, j: Judgement, known: Outlooks) -> None:
        self.s, self.j, self._known = s, j, known
        self.land = land = landscape(s)
        self.busy = [s.worth(seat, ACTIONES) >= MANY_ACTIONS for seat in range(s.seats)]
        self.muster = [muster(s, seat) if j.endless else MOST_PIECES for seat in range(s.seats)]
        self.entries = j.entries(s)
        held = land.held(j.control)
        self.settled = [
            points(s, j, land, seat, held[seat])
            + tracks(s, j, seat)
            + markers(s, j, seat)
            + way(s, j, land, seat)
            for seat in range(s.seats)
        ]
        ending = j.ends > 0.0 and not s.bag_left
        self.ahead: list[float | None] = leads(s) if ending else [None] * s.seats
        self._outlooks: list[SeatProspects | None] = [None] * (2 * s.seats)
        self._fields: dict[tuple[tuple[bool, ...], int], HouseCache] = {}
        self._piled: dict[tuple[bytes, int], Piled] = {}

    def piled(self, s: HansaTeutonicaState) -> Piled:
        """Return the houses and values for the position's supply, stock and situation."""
        j = self.j
        key = b"".join((s.supply, s.stock)), j.situation(s) if j.placed else -1
        known = self._piled.get(key)
        if known is None:
            pieces = [with_pieces(s, self.j, seat, settled) for seat, settled in enumerate(self.settled)]
            known = self._piled[key] = self.field(s), tuple(pieces)
        return known

    def field(self, s: HansaTeutonicaState) -> HouseCache:
        """Return the house cache for the position's merchants in supply and situation."""
        merchants = [s.supply[pile_at(seat, MERCHANT)] > 0 for seat in range(s.seats)]
        j = self.j
        key = tuple(merchants), j.situation(s) if j.placed else -1
        known = self._fields.get(key)
        if known is None:
            views = [self.outlook(seat, merchant) for seat, merchant in enumerate(merchants)]
            reach = j.reach(s) if key[1] >= 0 else None
            known = self._fields[key] = HouseCache(j, views, self.busy, self.muster, reach, self.entries)
        return known

    def outlook(self, seat: int, merchant: bool) -> SeatProspects:
        """Return a seat's prospects, with or without a merchant in its supply."""
        at = 2 * seat + merchant
        known = self._outlooks[at]
        if known is None:
            s, ahead = self.s, self.ahead[seat]
            levels, own = levels_of(s.levels, seat), (s.unused[seat], s.used[seat])
            key = (seat, id(self.land), levels, s.tavern, s.table, own, merchant, s.linked, ahead)
            known = self._known.get(key)
            if known is None:
                known = SeatProspects(s, self.j, self.land, seat, merchant, ahead)
                self._known[key] = known
            self._outlooks[at] = known
        return known


class EvaluationContexts:
    """Weights of one search, and its cached evaluation contexts. No context refers back to this object, so
    that everything is freed with the search without a garbage collection.

    rivals  number of next seats whose endings are considered
    """

    __slots__ = ("ends", "found", "j", "outlooks", "rivals", "turn")

    def __init__(self, j: Judgement, rivals: int) -> None:
        self.j, self.turn, self.rivals = j, j.turns, rivals
        self.found: dict[tuple[object, ...], EvaluationContext] = {}
        self.outlooks: Outlooks = {}
        self.ends: Situations = {}

    def in_turn(self, turn: int) -> EvaluationContexts:
        """Return the contexts for planning another turn in a playout, in which remaining actions count."""
        other = EvaluationContexts(self.j, 1)
        other.turn, other.found, other.outlooks, other.ends = turn, self.found, self.outlooks, self.ends
        return other


def scene(s: HansaTeutonicaState, scenes: EvaluationContexts) -> EvaluationContext:
    """Return the evaluation context of a position."""
    key = (
        s.offices,
        s.extras,
        s.levels,
        s.unused,
        s.used,
        s.tavern,
        s.table,
        tuple(s.points),
        s.linked,
        scenes.j.sight(s) if scenes.j.sighted else None,
    )
    known = scenes.found.get(key)
    if known is None:
        known = scenes.found[key] = EvaluationContext(s.copy(), scenes.j, scenes.outlooks)
    return known


def evaluate(s: HansaTeutonicaState, scenes: EvaluationContexts) -> list[float]:
    """Return the value of the position by seat."""
    if s.now is None:
        outcome = s.outcome
        assert outcome is not None
        return [float(total) for total in outcome.totals]
    field, pieces = scene(s, scenes).piled(s)
    worth = [here + rest for here, rest in zip(field.worth(bytes(s.houses)), pieces, strict=True)]
    j = scenes.j
    if s.turns == scenes.turn:
        worth[s.active] += j.action * s.actions_left
    if j.valued:
        for part in j.valued:
            worth = [one + more for one, more in zip(worth, part.terms(s, j), strict=True)]
    return worth


def leads(s: HansaTeutonicaState) -> list[float | None]:
    """Return the lead of each seat over the best other one if the game ended now."""
    totals = [sum(each) for each in zip(*(row.points for row in s.scores()), strict=True)]
    found = list[float | None]()
    for seat, total in enumerate(totals):
        found.append(float(total - max(totals[:seat] + totals[seat + 1 :])))
    return found


def points(s: HansaTeutonicaState, j: Judgement, land: Landscape, seat: int, held: float) -> float:
    """Return the points as if the game ended now, except those for full tracks."""
    best = land.group(seat).best
    network = best * (s.worth(seat, KEYS) * j.network + j.keys_later)
    table = 0
    for holder, value in zip(s.table, s.board.table_points, strict=True):
        if holder == seat + 1:
            table += value
    count = sum(s.unused[seat]) + sum(s.used[seat])
    return (
        s.points[seat]
        + j.haste * (s.points[seat] + count)
        + j.office * land.offices[seat]
        + held
        + network
        + table
        + j.marker_points[min(count, 11)]
    )


def tracks(s: HansaTeutonicaState, j: Judgement, seat: int) -> float:
    """Return the value of the abilities for the rest of the game."""
    levels: Any = s.levels  # `levels_of` inlined, with the same type Any: every evaluation runs this
    total = 0.0
    for worth, level in zip(j.level_worth, levels[LEVELS_OF[seat]], strict=True):
        total += worth[level]
    return total


def markers(s: HansaTeutonicaState, j: Judgement, seat: int) -> float:
    """Return the value of unused bonus markers."""
    total = 0.0
    for count, value in zip(s.unused[seat], j.unused, strict=True):
        total += count * value
    return total


def muster(s: HansaTeutonicaState, seat: int) -> int:
    """Return the number of a seat's pieces in houses, supply, stock and hand."""
    piles = sum(s.supply[PILES_OF[seat]]) + sum(s.stock[PILES_OF[seat]])
    return piles + sum(owner(piece) == seat for piece in (*s.houses, *s.hand) if piece)


def way(s: HansaTeutonicaState, j: Judgement, land: Landscape, seat: int) -> float:
    """Return the potential of the chain from west to east."""
    if seat in s.linked or not j.way_points:
        return 0.0
    return j.way_points * j.way_shares[land.way(seat).missing]


def with_pieces(s: HansaTeutonicaState, j: Judgement, seat: int, settled: float) -> float:
    """Return the settled value plus that of pieces in supply and stock."""
    (traders, merchants), (stock_traders, stock_merchants) = s.supply[PILES_OF[seat]], s.stock[PILES_OF[seat]]
    return (
        settled
        + j.traders[traders]
        + j.merchant * merchants
        + j.stock_trader * stock_traders
        + j.stock_merchant * stock_merchants
    )
