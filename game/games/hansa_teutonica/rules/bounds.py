"""Where pieces may stand and go, where that is bounded: tables that an edition has compiled from what its
modules say of a board.

All of them are empty, or those of the board itself, in editions in which every piece may go everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import and_
from typing import NamedTuple, TypeAlias

from game.games.hansa_teutonica.rules.board import KINDS
from game.games.hansa_teutonica.rules.tables import Rings, Tables

Stand: TypeAlias = tuple[bytes, ...]
"""By kind of piece and house: 1 where it may stand. Empty: all may stand everywhere."""

Closed: TypeAlias = tuple[tuple[int, ...], ...]
"""By kind of piece: the houses where it may not stand; then those where some kind may not. Empty: none."""

Go: TypeAlias = tuple[bytes, ...]
"""By route and house: 1 where a piece from that route may go. Empty: they may go anywhere."""

Ways: TypeAlias = tuple[tuple[int, ...], ...]
"""By kind of piece and route: the houses where a piece from that route may go and stand (`digits`)."""

RingsByKind: TypeAlias = tuple[tuple[Rings, ...], ...]
"""By kind of piece and route: the houses for one that is displaced there, the nearest first."""


class Region(NamedTuple):
    """Routes whose pieces stay among themselves.

    routes    those of the region
    towards   where their pieces may go, moved or displaced: the region's own routes and perhaps others
    carried   where markers may take them; () for the same
    always    also for those who need not go to the nearest houses
    """

    routes: tuple[int, ...]
    towards: tuple[int, ...]
    carried: tuple[int, ...] = ()
    always: bool = True


def digits(mask: bytes | bytearray) -> int:
    """A mask of houses as an integer, so that two are combined in one step.

    >>> list((digits(bytes([0, 1, 1])) & digits(bytes([1, 1, 0]))).to_bytes(3, "little"))
    [0, 1, 0]
    """
    return int.from_bytes(mask, "little")


def standing(board: Tables, barred: Iterable[Mapping[int, Iterable[int]]]) -> Stand:
    """`barred`: by kind of piece, houses in which it may not stand."""
    masks = [bytearray(b"\1" * board.house_count) for _ in KINDS]
    for some in barred:
        for kind, houses in some.items():
            for house in houses:
                masks[kind][house] = 0
    return tuple(map(bytes, masks)) if any(0 in mask for mask in masks) else ()


def closed(stand: Stand) -> Closed:
    """Where which pieces may not stand: few houses, so that taking them out of a mask costs little."""
    by_kind = tuple(tuple(house for house, open_ in enumerate(mask) if not open_) for mask in stand)
    return (*by_kind, tuple(sorted(set().union(*by_kind)))) if stand else ()


def without(marked: bytearray, houses: Iterable[int]) -> bytearray:
    """The mask without the marks of some houses.

    >>> list(without(bytearray([1, 1, 0, 1]), (1, 2)))
    [1, 0, 0, 1]
    """
    left = bytearray(marked)
    for house in houses:
        left[house] = 0
    return left


def open_routes(board: Tables, regions: Iterable[Region]) -> list[frozenset[int]]:
    """By route, those to which its pieces may go: what all regions let them."""
    every = frozenset(range(len(board.routes)))
    found = [every] * len(board.routes)
    for region in regions:
        for route in region.routes:
            found[route] &= frozenset(region.towards)
    return found


def going(board: Tables, regions: Sequence[Region]) -> Go:
    """Where pieces may be moved."""
    if not regions:
        return ()
    return tuple(
        bytes(route in there for route in board.house_route) for there in open_routes(board, regions)
    )


def carried(regions: Iterable[Region]) -> list[Region]:
    """The regions as markers have to keep to them."""
    return [region._replace(towards=region.carried or region.towards) for region in regions]


def ways(board: Tables, stand: Stand, go: Go) -> Ways:
    """Both in one table."""
    every = bytes(b"\1" * board.house_count)
    return tuple(
        tuple(digits(mask) & digits(there) for there in (go or (every,) * board.stride))
        for mask in (stand or (every,) * len(KINDS))
    )


def common(to: Ways) -> int:
    """The houses to which every piece may go, wherever it is."""
    return reduce(and_, (there for of_kind in to for there in of_kind))


def nearest(board: Tables, stand: Stand, regions: Sequence[Region]) -> RingsByKind:
    """Rules 6.3, 6.4. A route to which a piece may not go is no way to others either."""
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
    """All houses where a piece from a route may go and stand, each as good as any other, its own route's
    too."""
    houses = range(board.house_count)
    return tuple(
        tuple((tuple(house for house in houses if there >> 8 * house & 1),) for there in by_route)
        for by_route in ways(board, stand, going(board, regions))
    )
