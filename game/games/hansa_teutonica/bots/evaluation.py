"""What a position is worth to each seat, in expected final points, by named terms.

points     on the track, for markers, the Coellen table, controlled towns, the network, as if it ended now
tracks     what the abilities will still yield, and the points for full tracks
markers    unused ones
way        hope of the chain from west to east
pieces     supply and stock
routes     the claims that pieces in houses promise; they overlap, so each counts less than the one before
turn       actions left in the turn that is planned; later turns come to everybody and count for nobody

The first four change with claims and markers only: they make up the `EvaluationContext`, computed once for
each.
"""

from __future__ import annotations

from typing import Any

from game.games.hansa_teutonica.bots.features import Landscape, landscape
from game.games.hansa_teutonica.bots.field import HouseCache
from game.games.hansa_teutonica.bots.judgement import MANY_ACTIONS, MOST_PIECES, Judgement
from game.games.hansa_teutonica.bots.prospects import Outlooks, SeatProspects, outlook
from game.games.hansa_teutonica.rules.board import ACTIONES, KEYS, MERCHANT
from game.games.hansa_teutonica.rules.codes import LEVELS_OF, PILES_OF, owner, pile_at
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

Piled = tuple[HouseCache, tuple[float, ...]]
"""The houses, and by seat the worth of all that is not in them."""


class EvaluationContext:
    """What stays the same while pieces enter and leave houses.

    settled   by seat, the worth of points, tracks, markers and way
    busy      by seat, 1 if it has many actions a turn, else 0
    muster    by seat, the pieces it can claim with: once a game drags on, those that are in no office
    entries   by seat and route, the share of a promise left while pieces are missing, or None
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
        """The same with these pieces in supply and stock, in this situation."""
        j = self.j
        key = b"".join((s.supply, s.stock)), j.situation(s) if j.placed else -1
        known = self._piled.get(key)
        if known is None:
            pieces = [with_pieces(s, self.j, seat, settled) for seat, settled in enumerate(self.settled)]
            known = self._piled[key] = self.field(s), tuple(pieces)
        return known

    def field(self, s: HansaTeutonicaState) -> HouseCache:
        """The houses, with these merchants in supply, in this situation."""
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
        """A seat's prospects, with or without a merchant in its supply."""
        at = 2 * seat + merchant
        known = self._outlooks[at]
        if known is None:
            ahead = self.ahead[seat]
            known = outlook(self._known, self.s, self.j, self.land, seat, merchant, ahead)
            self._outlooks[at] = known
        return known


class EvaluationContexts:
    """What one search judges by, and the scenes it has seen. None of them refers back here, so all of it is
    gone as soon as the search is over, without waiting for the garbage collector."""

    __slots__ = ("found", "j", "outlooks", "turn")

    def __init__(self, j: Judgement) -> None:
        self.j, self.turn = j, j.turns
        self.found: dict[tuple[object, ...], EvaluationContext] = {}
        self.outlooks: Outlooks = {}

    def in_turn(self, turn: int) -> EvaluationContexts:
        """The same for who plans another turn, in which actions left count."""
        other = EvaluationContexts(self.j)
        other.turn, other.found, other.outlooks = turn, self.found, self.outlooks
        return other


def scene(s: HansaTeutonicaState, scenes: EvaluationContexts) -> EvaluationContext:
    """The scene of a position."""
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
    """What the position is worth, by seat."""
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
    """By how many points each seat would be ahead of the best other one if the game ended now."""
    totals = [sum(each) for each in zip(*(row.points for row in s.scores()), strict=True)]
    found = list[float | None]()
    for seat, total in enumerate(totals):
        found.append(float(total - max(totals[:seat] + totals[seat + 1 :])))
    return found


def points(s: HansaTeutonicaState, j: Judgement, land: Landscape, seat: int, held: float) -> float:
    """Points as if the game ended now, except those for full tracks."""
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
    """What the abilities are worth for the rest of the game."""
    levels: Any = s.levels  # `levels_of` inlined, for its reason: this runs with every evaluation
    total = 0.0
    for worth, level in zip(j.level_worth, levels[LEVELS_OF[seat]], strict=True):
        total += worth[level]
    return total


def markers(s: HansaTeutonicaState, j: Judgement, seat: int) -> float:
    """Unused bonus markers."""
    total = 0.0
    for count, value in zip(s.unused[seat], j.unused, strict=True):
        total += count * value
    return total


def muster(s: HansaTeutonicaState, seat: int) -> int:
    """The pieces of a seat in houses, supply, stock and hand."""
    piles = sum(s.supply[PILES_OF[seat]]) + sum(s.stock[PILES_OF[seat]])
    return piles + sum(owner(piece) == seat for piece in (*s.houses, *s.hand) if piece)


def way(s: HansaTeutonicaState, j: Judgement, land: Landscape, seat: int) -> float:
    """Hope of the chain from west to east."""
    if seat in s.linked or not j.way_points:
        return 0.0
    return j.way_points * j.way_shares[land.way(seat).missing]


def with_pieces(s: HansaTeutonicaState, j: Judgement, seat: int, settled: float) -> float:
    """What is settled, and pieces in supply and stock."""
    (traders, merchants), (stock_traders, stock_merchants) = s.supply[PILES_OF[seat]], s.stock[PILES_OF[seat]]
    return (
        settled
        + j.traders[traders]
        + j.merchant * merchants
        + j.stock_trader * stock_traders
        + j.stock_merchant * stock_merchants
    )
