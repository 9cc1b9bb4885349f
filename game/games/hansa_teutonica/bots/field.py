"""Evaluation of the pieces in houses, incremental because consecutive positions share most of them.

A `HouseCache` belongs to one evaluation context, with one number of merchants in supply, in one situation. It
caches the values of a route by its houses, and remembers the last position: only routes that differ are
evaluated again. Sums are always taken in the order of the routes, so that results do not depend on the cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.games.hansa_teutonica.bots.judgement import Judgement
from game.games.hansa_teutonica.bots.prospects import SeatProspects

Row = tuple[int, bytes]
"""A route and the contents of its houses."""

RouteShare = tuple[int, float, float | None]
"""A seat on a route: the value of its pieces in any case, and the potential of the claim, if any."""


class HouseCache:
    """Cache of house values of one evaluation context. A search holds thousands, so they consist of few
    objects and of tuples of numbers, which the garbage collector soon ignores.

    views    by seat, its prospects
    muster   by seat, the pieces available for claims: longer routes have no potential
    taken    by occupied route, the route and its houses in the last position
    own      by seat, its part of each route with its pieces
    """

    __slots__ = (
        "_busy",
        "_entries",
        "_guesses",
        "_j",
        "_known",
        "_met",
        "_number",
        "_reach",
        "_totals",
        "muster",
        "own",
        "taken",
        "views",
    )

    def __init__(
        self,
        j: Judgement,
        views: Sequence[SeatProspects],
        busy: Sequence[bool],
        muster: Sequence[int],
        reach: Sequence[float] | None,
        entries: Sequence[Sequence[float]] | None,
    ) -> None:
        self._entries = entries
        self._j, self.views, self._busy, self.muster, self._reach = j, views, busy, muster, reach
        self.taken: dict[int, Row] = {}
        self.own: list[dict[int, RouteShare]] = [{} for _ in views]
        self._number = 0
        self._met: dict[Row, tuple[RouteShare, ...]] = {}
        self._guesses: list[dict[Row, tuple[float, float]]] = [{} for _ in views]
        self._totals: list[float | None] = [None for _ in views]
        self._known: dict[bytes, tuple[float, ...]] = {}

    def worth(self, houses: bytes) -> tuple[float, ...]:
        """Return the value of each seat's pieces."""
        known = self._known.get(houses)
        if known is None:
            self.look(houses)
            known = self._known[houses] = tuple([self._total(seat) for seat in range(len(self.own))])
        return known

    def look(self, houses: bytes) -> None:
        """Update the cache to these houses."""
        whole: Any = houses  # Any: code compiled by mypyc 2.4 cannot index bytes with a slice object
        number = int.from_bytes(houses, "little")
        differ = number ^ self._number
        self._number = number
        by_house, taken, own, totals = self._j.by_house, self.taken, self.own, self._totals
        while differ:
            route, before_it, place = by_house[differ.bit_length() - 1 >> 3]
            differ &= before_it
            before = taken.pop(route, None)
            if before is not None:
                for seat, _, _ in self._met[before]:
                    del own[seat][route]
                    totals[seat] = None
            houses = whole[place]
            if any(houses):
                row = taken[route] = route, houses
                for part in self._met.get(row) or self.parts(row):
                    seat = part[0]
                    own[seat][route] = part
                    totals[seat] = None

    def parts(self, row: Row) -> tuple[RouteShare, ...]:
        """Return the parts of the seats on a route with these houses."""
        known = self._met.get(row)
        if known is None:
            known = self._met[row] = tuple(self._find(*row))
        return known

    def _find(self, route: int, houses: bytes) -> list[RouteShare]:
        j, found = self._j, list[RouteShare]()
        for seat, shares, cost, extra, merchant, own in j.shares.get(houses) or j.shares_of(houses):
            worth, promise = self.views[seat].worth(route, merchant), None
            if worth > cost and len(houses) <= self.muster[seat]:
                promise = shares[self._busy[seat]] * (worth - cost)
                if self._reach is not None:
                    promise *= self._reach[route]
                if self._entries is not None and own < len(houses):
                    promise *= self._entries[seat][route]
                if route in j.sea:
                    promise *= j.aboard(seat, route, houses, self.views[seat].supplied)
            found.append((seat, extra + own * j.lurking[route], promise))
        return found

    def guess(self, seat: int, row: Row) -> tuple[float, float]:
        """Return the potential of a route with these houses for the seat, and its other value minus the value
        for other seats."""
        known = self._guesses[seat].get(row)
        if known is None:
            promise, other, spite = 0.0, 0.0, self._j.spite
            for there, extra, value in self.parts(row):
                if there == seat:
                    promise = value or 0.0
                    other += extra
                else:
                    other -= spite * ((value or 0.0) + extra)
            known = self._guesses[seat][row] = promise, other
        return known

    def _total(self, seat: int) -> float:
        """Return the value of a seat's pieces. Potentials overlap, so each counts less than the
        one before."""
        known = self._totals[seat]
        if known is not None:
            return known
        total, promises, own = 0.0, list[float](), self.own[seat]
        for route in sorted(own):
            _, extra, promise = own[route]
            total += extra
            if promise is not None:
                promises.append(promise)
        promises.sort(reverse=True)
        for factor, promise in zip(self._j.ranks, promises, strict=False):
            total += factor * promise
        self._totals[seat] = total
        return total
