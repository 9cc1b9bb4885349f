"""What a position is worth to each seat, in points expected at the end, in named terms.

points     on the track, for markers, the Coellen table, controlled towns, the network, as if it ended now
tracks     what the abilities will still give, and the points of full ones
pieces     supply and stock
markers    unused ones
routes     the claims that pieces in houses promise; promises overlap: each counts less than the one before
way        hope of the chain from west to east
turn       actions left to the active player
"""

from __future__ import annotations

from game.bots.hansa_teutonica.features import Landscape, landscape, standings
from game.bots.hansa_teutonica.judgement import Judgement
from game.bots.hansa_teutonica.prospects import Outlook, outlook
from game.engine.hansa_teutonica.board import KEYS, LEVELS
from game.engine.hansa_teutonica.state import HansaTeutonicaState

TERMS = ("points", "tracks", "pieces", "markers", "routes", "way", "turn")


def evaluate(s: HansaTeutonicaState, j: Judgement) -> list[float]:
    """By seat."""
    if s.now is None:
        outcome = s.outcome
        assert outcome is not None
        return [float(total) for total in outcome.totals]
    land = landscape(s)
    worth = route_worth(s, j, land)
    for seat in range(s.seats):
        worth[seat] += settled(s, j, land, seat)
    worth[s.active] += j.action * s.actions_left
    return worth


def settled(s: HansaTeutonicaState, j: Judgement, land: Landscape, seat: int) -> float:
    """Everything of a seat but its pieces in houses and its turn."""
    return (
        points(s, j, land, seat)
        + tracks(s, j, seat)
        + pieces(s, j, seat)
        + markers(s, j, seat)
        + way(s, j, land, seat)
    )


def points(s: HansaTeutonicaState, j: Judgement, land: Landscape, seat: int) -> float:
    """As if it ended now, but for full tracks."""
    best = land.group(seat).best
    network = best * (LEVELS[KEYS][s.levels[5 * seat]] * j.network + j.keys_later)
    table = 0
    if any(s.table):
        for owner, value in zip(s.table, s.board.table_points, strict=True):
            if owner == seat + 1:
                table += value
    count = sum(s.unused[6 * seat : 6 * seat + 6]) + sum(s.used[6 * seat : 6 * seat + 6])
    return (
        s.points[seat]
        + 2.0 * j.towns * land.controlled[seat]
        + network
        + table
        + j.marker_points[min(count, 11)]
    )


def tracks(s: HansaTeutonicaState, j: Judgement, seat: int) -> float:
    """What the abilities are worth for the rest of the game."""
    own = bytes(s.levels[5 * seat : 5 * seat + 5])
    known = j.levels_known.get(own)
    if known is None:
        known = 0.0
        for track, level in enumerate(own):
            known += j.level_worth[track][level]
        j.levels_known[own] = known
    return known


def pieces(s: HansaTeutonicaState, j: Judgement, seat: int) -> float:
    """Supply and stock."""
    at = 2 * seat
    return (
        j.traders[s.supply[at]]
        + j.merchant * s.supply[at + 1]
        + j.stock_trader * s.stock[at]
        + j.stock_merchant * s.stock[at + 1]
    )


def markers(s: HansaTeutonicaState, j: Judgement, seat: int) -> float:
    """Unused bonus markers."""
    own = s.unused[6 * seat : 6 * seat + 6]
    total = 0.0
    if any(own):
        for count, value in zip(own, j.unused, strict=True):
            if count:
                total += count * value
    return total


def way(s: HansaTeutonicaState, j: Judgement, land: Landscape, seat: int) -> float:
    """Hope of the chain from west to east."""
    if seat in s.linked or not j.way_points:
        return 0.0
    return j.way_points * j.way_shares[land.way(seat).missing]


def route_worth(s: HansaTeutonicaState, j: Judgement, land: Landscape) -> list[float]:
    """By seat what its pieces in houses promise."""
    houses = bytes(s.houses)
    seats = s.seats
    promises: list[list[float]] = [[] for _ in range(seats)]
    total = [0.0] * seats
    outlooks: list[Outlook | None] = [None] * seats
    reach = None if s.pawn < 0 else j.reach(s)
    for route, place in enumerate(j.slices):
        row = houses[place]
        if not any(row):
            continue
        for standing in standings(row):
            seat = standing[0]
            if seat >= seats:
                continue
            mine = outlooks[seat]
            if mine is None:
                mine = outlooks[seat] = outlook(s, j, land, seat)
            promise, extra = j.share(standing)
            total[seat] += extra
            value = promise * mine.worth(route, standing[4])
            if value > 0.0:
                if reach is not None:
                    value *= reach[route]
                promises[seat].append(value)
    second = j.second
    for seat, found in enumerate(promises):
        if found:
            if len(found) > 1:
                found.sort(reverse=True)
            factor = 1.0
            for value in found:
                total[seat] += factor * value
                factor *= second
    return total
