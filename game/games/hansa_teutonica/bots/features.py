"""Features of a position: control of towns, networks, west-east chains, routes.

Features that depend on little are computed once and cached: control by the offices of one town, network and
chain by the towns of a seat. These caches hold facts of the board, not of a game, and have a maximum size
(`LIMIT`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from game.games.hansa_teutonica.rules.board import MERCHANT, TRADER
from game.games.hansa_teutonica.rules.codes import OWNER, code
from game.games.hansa_teutonica.rules.position import controller_among
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.rules.tables import Tables

LIMIT = 20_000
"""Maximum number of entries of a cache, which bounds the memory of long searches."""

Presence = int
"""Set of towns as bits."""


class TownControl(NamedTuple):
    """Controllers of a town now and after one more office.

    next_control   by seat, the controller after a printed office of that seat
    extra_control  by seat, the controller after an additional office of that seat
    """

    control: int
    counts: tuple[int, ...]
    next_control: tuple[int, ...]
    extra_control: tuple[int, ...]


@lru_cache(maxsize=LIMIT)
def town_of(row: bytes) -> TownControl:
    """Return the controllers for a row of offices, codes from the left."""
    owners = [OWNER[piece] for piece in row]
    seats = range(6)
    return TownControl(
        controller_among(owners),
        tuple(owners.count(seat) for seat in seats),
        tuple(controller_among([*owners, seat]) for seat in seats),
        tuple(controller_among([seat, *owners]) for seat in seats),
    )


class CrossingChain(NamedTuple):
    """The chain from west to east: the number of missing towns, and the towns that would help."""

    missing: int
    helpful: Presence


def _layers(board: Tables, start: int, own: Presence) -> list[Presence]:
    """Return by number of additional towns the towns connected to `start`, counting `start` itself."""
    near = board.town_mask
    edge = 1 << start
    layers: list[Presence] = []
    seen = 0
    if not own & edge:
        layers.append(0)
    while edge:
        seen |= edge
        reached = fresh = edge
        border = 0
        while fresh:
            town = fresh & -fresh
            fresh ^= town
            around = near[town.bit_length() - 1] & ~seen & ~reached
            inside = around & own
            reached |= inside
            fresh |= inside
            border |= around & ~own
        seen |= reached
        layers.append(reached)
        edge = border & ~seen
    return layers


@lru_cache(maxsize=LIMIT)
def way_of(board: Tables, own: Presence) -> CrossingChain:
    """Return the shortest chain for a seat with offices in these towns."""
    west, east = _layers(board, board.west, own), _layers(board, board.east, own)
    missing = next(n for n, towns in enumerate(west) if towns >> board.east & 1)
    helpful = 0
    for n, towns in enumerate(west):
        rest = missing + 1 - n
        if n and 0 <= rest < len(east):
            helpful |= towns & ~own & east[rest]
    return CrossingChain(missing, helpful)


class Group(NamedTuple):
    """The networks of a seat: the offices in the best one, and its size after one more office in each town.

    with_town   by town, the size of its group with the new office
    """

    best: int
    with_town: tuple[int, ...]


class Landscape:
    """Features that depend on the offices alone.

    rows      by town, the codes of its offices from the left
    towns     by town, its controllers
    slots     by town, its leftmost empty printed office, -1 if complete
    offices   by seat, its number of offices
    """

    __slots__ = ("_groups", "board", "offices", "presence", "rows", "slots", "towns")

    def __init__(self, s: HansaTeutonicaState) -> None:
        board = s.board
        self.board = board
        self.rows = []
        self.slots = []
        for town, printed in enumerate(board.town_offices):
            row = s.offices[printed.start : printed.stop].rstrip(b"\0")
            self.slots.append(printed.start + len(row) if len(row) < len(printed) else -1)
            extra = s.extras[town]
            self.rows.append(extra[::-1] + row if extra else row)
        self.towns = [town_of(row) for row in self.rows]
        pieces = s.offices + b"".join(s.extras)
        self.offices = [
            pieces.count(code(seat, TRADER)) + pieces.count(code(seat, MERCHANT)) for seat in range(s.seats)
        ]
        self.presence = tuple(s.presence)
        self._groups: list[Group | None] = [None] * s.seats

    def held(self, worth: Sequence[float]) -> list[float]:
        """Return by seat the sum of a value over the towns it controls. The last entry sums towns without a
        controller (-1)."""
        total = [0.0] * (len(self.presence) + 1)
        for town, value in zip(self.towns, worth, strict=True):
            total[town.control] += value
        return total

    def way(self, seat: int) -> CrossingChain:
        """Return the seat's chain from west to east."""
        return way_of(self.board, self.presence[seat])

    def group(self, seat: int) -> Group:
        """Return the seat's networks."""
        known = self._groups[seat]
        if known is None:
            known = self._groups[seat] = self._find_group(seat)
        return known

    def _find_group(self, seat: int) -> Group:
        own, near, towns = self.presence[seat], self.board.town_mask, self.towns
        size_at = [0] * len(towns)
        groups: list[tuple[Presence, int]] = []
        left = own
        while left:
            group = fresh = left & -left
            size = 0
            while fresh:
                bit = fresh & -fresh
                fresh ^= bit
                town = bit.bit_length() - 1
                size += towns[town].counts[seat]
                around = near[town] & own & ~group
                group |= around
                fresh |= around
            left &= ~group
            groups.append((group, size))
        best = max((size for _, size in groups), default=0)
        for town in range(len(towns)):
            touched = near[town] | 1 << town
            size_at[town] = 1 + sum(size for group, size in groups if group & touched)
        return Group(best, tuple(size_at))


_landscapes: dict[tuple[object, ...], Landscape] = {}


def landscape(s: HansaTeutonicaState) -> Landscape:
    """Return the office features of a position."""
    key = (s.offices, s.extras, s.board.printed.id, s.seats)
    known = _landscapes.get(key)
    if known is None:
        if len(_landscapes) > LIMIT // 10:
            _landscapes.clear()
        known = _landscapes[key] = Landscape(s)
    return known


class RouteStanding(NamedTuple):
    """A seat's presence on a route: own pieces, empty houses, rival pieces, and whether it has a merchant."""

    seat: int
    own: int
    empty: int
    rivals: int
    merchant: bool


@lru_cache(maxsize=LIMIT)
def standings(houses: bytes) -> tuple[RouteStanding, ...]:
    """Return the presence of each seat on a route with these houses."""
    owners, empty = [OWNER[piece] for piece in houses if piece], houses.count(0)
    found = []
    for seat in sorted(set(owners)):
        own, merchant = owners.count(seat), code(seat, MERCHANT) in houses
        found.append(RouteStanding(seat, own, empty, len(owners) - own, merchant))
    return tuple(found)


def route_slices(board: Tables) -> tuple[slice, ...]:
    """Return the slice of each route's houses."""
    return tuple(slice(houses.start, houses.stop) for houses in board.route_houses)


@cache
def routes_by_house(board: Tables) -> tuple[tuple[int, int, slice], ...]:
    """Return by house its route, a mask of all houses of the routes before it, eight bits each, and its
    slice."""
    places = route_slices(board)
    return tuple((route, (1 << 8 * places[route].start) - 1, places[route]) for route in board.house_route)
