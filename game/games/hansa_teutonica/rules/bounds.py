"""Movement limits: precomputed tables of the houses that pieces can occupy and move to, compiled by an
edition from the limits of its modules.

In editions without limits all tables are empty, or those of the board itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_
from typing import NamedTuple, TypeAlias

from game.games.hansa_teutonica.rules.board import KINDS
from game.games.hansa_teutonica.rules.tables import Rings, Tables

Stand: TypeAlias = tuple[bytes, ...]
"""By kind of piece and house: 1 if the kind can occupy it. Empty: no limits."""

Closed: TypeAlias = tuple[tuple[int, ...], ...]
"""By kind of piece: houses closed to it; then houses closed to at least one kind. Empty: none."""

Go: TypeAlias = tuple[bytes, ...]
"""By route and house: 1 if a piece from that route can go there. Empty: no limits."""

Ways: TypeAlias = tuple[tuple[int, ...], ...]
"""By kind of piece and route: bit mask (`digits`) of the houses that a piece from there can go to and occupy.
"""

RingsByKind: TypeAlias = tuple[tuple[Rings, ...], ...]
"""By kind of piece and route: the houses for a piece displaced there, the nearest first."""


class Region(NamedTuple):
    """A set of routes with a common limit on where their pieces can go.

    routes    routes of the region
    towards   routes that its pieces can be moved or displaced to: its own and perhaps others
    carried   routes that markers can take them to; (): as `towards`
    always    whether the limit also binds players whose displaced pieces can skip the nearest houses
    """

    routes: tuple[int, ...]
    towards: tuple[int, ...]
    carried: tuple[int, ...] = ()
    always: bool = True


def digits(mask: bytes | bytearray) -> int:
    """Return a mask of houses as an integer, so that one operation combines two masks.

    >>> list((digits(bytes([0, 1, 1])) & digits(bytes([1, 1, 0]))).to_bytes(3, "little"))
    [0, 1, 0]
    """
    return int.from_bytes(mask, "little")


def standing(board: Tables) -> Stand:
    """Return the table of houses that pieces can occupy: traders stay ashore (expansions 2.1)."""
    every = bytearray(b"\1" * board.house_count)
    return (bytes(without(every, board.ships)), bytes(every)) if board.ships else ()


def closed(stand: Stand) -> Closed:
    """Return the closed houses by kind. They are few, so that removing them from a mask is cheap."""
    by_kind = tuple(tuple(house for house, open_ in enumerate(mask) if not open_) for mask in stand)
    return (*by_kind, tuple(sorted(set().union(*by_kind)))) if stand else ()


def without(marked: bytearray, houses: Iterable[int]) -> bytearray:
    """Return the mask without the marks of some houses.

    >>> list(without(bytearray([1, 1, 0, 1]), (1, 2)))
    [1, 0, 0, 1]
    """
    left = bytearray(marked)
    for house in houses:
        left[house] = 0
    return left


def open_routes(board: Tables, regions: Iterable[Region]) -> list[frozenset[int]]:
    """Return by route the routes its pieces can go to: the intersection over all regions."""
    every = frozenset(range(len(board.routes)))
    found = [every] * len(board.routes)
    for region in regions:
        for route in region.routes:
            found[route] &= frozenset(region.towards)
    return found


def going(board: Tables, regions: Sequence[Region]) -> Go:
    """Return the table of houses that pieces can be moved to."""
    if not regions:
        return ()
    return tuple(
        bytes(route in there for route in board.house_route) for there in open_routes(board, regions)
    )


def carried(regions: Iterable[Region]) -> list[Region]:
    """Return the regions as limits for markers that move pieces."""
    return [region._replace(towards=region.carried or region.towards) for region in regions]


def ways(board: Tables, stand: Stand, go: Go) -> Ways:
    """Combine the tables of houses to occupy and houses to move to."""
    every = bytes(b"\1" * board.house_count)
    return tuple(
        tuple(digits(mask) & digits(there) for there in (go or (every,) * board.stride))
        for mask in (stand or (every,) * len(KINDS))
    )


def common(to: Ways) -> int:
    """Return the mask of the houses that every piece can go to from anywhere."""
    return reduce(and_, (there for of_kind in to for there in of_kind))


def nearest(board: Tables, stand: Stand, regions: Sequence[Region]) -> RingsByKind:
    """Return the houses for displaced pieces by distance (6.3, 6.4). A route closed to a piece is no way to
    other routes either."""
    if not stand and not regions:
        return (board.rings,) * len(KINDS)
    there = open_routes(board, regions)
    rings = [board.rings_of(route, there[route]) for route in range(len(board.routes))]
    if not stand:
        return (tuple(rings),) * len(KINDS)
    return tuple(
        tuple(tuple(tuple(house for house in ring if mask[house]) for ring in of_route) for of_route in rings)
        for mask in stand
    )


def anywhere(board: Tables, stand: Stand, regions: Sequence[Region]) -> RingsByKind:
    """Return all houses that a piece from a route can go to and occupy, its own route's included, all at the
    same distance."""
    houses = range(board.house_count)
    return tuple(
        tuple((tuple(house for house in houses if there >> 8 * house & 1),) for there in by_route)
        for by_route in ways(board, stand, going(board, regions))
    )
