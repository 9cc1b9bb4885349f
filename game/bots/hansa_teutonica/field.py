"""What the pieces in houses are worth. Positions looked at one after the other have most of them alike.

A `Field` belongs to one scene, with these merchants in supply and the pawn there. It remembers what it
worked out for a route with these houses, and what stood where when it last looked: only routes that differ
are looked at again. Sums are always taken in the order of the routes, whatever was looked at before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.bots.hansa_teutonica.judgement import Judgement
from game.bots.hansa_teutonica.prospects import Outlook

Part = tuple[int, float, float | None]
"""A seat on a route: what its pieces there are worth in any case, and what the claim promises if anything."""


class Crowd:
    """Those who stand on a route in certain houses: a part each, and by seat what it thinks of it."""

    __slots__ = ("_spite", "guesses", "parts")

    def __init__(self, parts: tuple[Part, ...], seats: int, spite: float) -> None:
        self.parts, self._spite = parts, spite
        self.guesses: list[tuple[float, float] | None] = [None] * seats

    def guess(self, seat: int) -> tuple[float, float]:
        """What is promised to the seat, and what else it is worth to it, less what the others have."""
        promise, other = 0.0, 0.0
        for there, extra, value in self.parts:
            if there == seat:
                promise = value or 0.0
                other += extra
            else:
                other -= self._spite * ((value or 0.0) + extra)
        found = self.guesses[seat] = promise, other
        return found


class Field:
    """The houses of the positions of one scene.

    views    by seat, its prospects
    crowds   by occupied route, who stands there in the houses last looked at
    own      by seat, its part of each route it stands on
    """

    __slots__ = ("_busy", "_j", "_known", "_met", "_number", "_reach", "_totals", "crowds", "own", "views")

    def __init__(
        self, j: Judgement, views: Sequence[Outlook], busy: Sequence[bool], reach: Sequence[float] | None
    ) -> None:
        self._j, self.views, self._busy, self._reach = j, views, busy, reach
        self.crowds: dict[int, Crowd] = {}
        self._number = 0
        self._met: list[dict[bytes, Crowd]] = [{} for _ in j.slices]
        self.own: list[dict[int, Part]] = [{} for _ in views]
        self._totals: list[float | None] = [None for _ in views]
        self._known: dict[bytes, list[float]] = {}

    def worth(self, houses: bytes) -> list[float]:
        """What each seat's pieces are worth."""
        known = self._known.get(houses)
        if known is None:
            self.look(houses)
            known = self._known[houses] = [self._total(seat) for seat in range(len(self.own))]
        return known

    def look(self, houses: bytes) -> None:
        """See who stands where in these houses."""
        rows: Any = houses  # Any: compiled by mypyc 2.4, bytes cannot be cut by a slice object
        number = int.from_bytes(houses, "little")
        differ = number ^ self._number
        self._number = number
        by_house, crowds, own = self._j.by_house, self.crowds, self.own
        totals, met = self._totals, self._met
        while differ:
            route, before_it, place = by_house[differ.bit_length() - 1 >> 3]
            differ &= before_it
            before = crowds.pop(route, None)
            if before is not None:
                for seat, _, _ in before.parts:
                    del own[seat][route]
                    totals[seat] = None
            row: bytes = rows[place]
            if any(row):
                crowd = crowds[route] = met[route].get(row) or self._meet(route, row)
                for part in crowd.parts:
                    seat = part[0]
                    own[seat][route] = part
                    totals[seat] = None

    def guess(self, seat: int, route: int, row: bytes) -> tuple[float, float]:
        """What a route with these houses promises the seat, and what else it is worth to it, less what the
        others have there."""
        crowd = self._met[route].get(row) or self._meet(route, row)
        return crowd.guesses[seat] or crowd.guess(seat)

    def _meet(self, route: int, row: bytes) -> Crowd:
        """Those who stand on a route in these houses, whom nobody has looked at yet."""
        crowd = Crowd(tuple(self._parts(route, row)), len(self.views), self._j.spite)
        self._met[route][row] = crowd
        return crowd

    def _parts(self, route: int, row: bytes) -> list[Part]:
        j, found = self._j, list[Part]()
        for seat, shares, cost, extra, merchant, own in j.shares.get(row) or j.shares_of(row):
            worth, promise = self.views[seat].worth(route, merchant), None
            if worth > cost:
                promise = shares[self._busy[seat]] * (worth - cost)
                if self._reach is not None:
                    promise *= self._reach[route]
            found.append((seat, extra + own * j.lurking[route], promise))
        return found

    def _total(self, seat: int) -> float:
        """What a seat's pieces are worth; promises overlap, so each counts less than the one before."""
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
