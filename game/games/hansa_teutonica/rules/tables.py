"""Constant tables of a board as small integers, computed once per board and shared by all states.

Indices are specific to a board: the same town, route, house or office can have another number on another
board.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from itertools import accumulate
from typing import TypeAlias

from game.games.hansa_teutonica.rules.board import Board, Route, Town

ROWS = 6
"""Seats with rows in `missing`: five players and the neutral seat."""


Rings: TypeAlias = tuple[tuple[int, ...], ...]
"""Houses at distance 1, 2, ... from a route."""


class Tables:
    """A board in integers.

    town_ids, route_ids, house_ids, office_ids      names by number; `town_index` ... are the inverse
    house_places, office_places, tavern_places      elements of the board by number
    first_house[r], route_size[r]   route r has the houses first_house[r] and following
    house_route[h]                  the route of house h
    route_towns[r]                  the two towns of route r
    rings[r]                        the houses at distance 1, 2, 3, ... from route r (rules 6.4)
    first_office[t], office_count[t] the printed offices of town t; for a green town the first means nothing
    office_kind, office_privilege, office_coin  by office
    town_mask[t]                    bit set of the towns adjacent to town t
    stride, missing_of[seat]        number of routes in a row of `missing`, and the start of a seat's row
    longest                         number of houses of the longest route
    ships                           the houses at sea
    marker_routes                   routes for bonus markers: without a printed marker, not abroad
    route_abilities[r]              the tracks of which a claim of route r improves one
    green[t]                        whether town t has no printed office
    """

    def __init__(self, board: Board) -> None:
        self.printed = board
        self.towns: tuple[Town, ...] = board.towns
        self.routes: tuple[Route, ...] = board.routes
        self._name()
        self._number_routes()
        self._number_offices()
        self._measure()
        self.table_route = self.route_index[board.table_route]
        self.table_points = tuple(space.points for space in board.table)
        self.table_privilege = tuple(space.privilege for space in board.table)
        self.west, self.east = (self.town_index[town] for town in board.east_west)
        self.taverns = tuple(i for i, route in enumerate(board.routes) if route.tavern_xy)

    def _name(self) -> None:
        self.town_ids = tuple(town.id for town in self.towns)
        self.route_ids = tuple(route.id for route in self.routes)
        self.house_ids = tuple(
            f"{route.id}.{n}" for route in self.routes for n in range(1, len(route.house_xy) + 1)
        )
        self.office_ids = tuple(
            f"{town.id}.{n}" for town in self.towns for n in range(1, len(town.offices) + 1)
        )
        self.town_index, self.route_index = _numbers(self.town_ids), _numbers(self.route_ids)
        self.house_index, self.office_index = _numbers(self.house_ids), _numbers(self.office_ids)
        self.house_places = tuple(f"house.{house}" for house in self.house_ids)
        self.office_places = tuple(f"office.{office}" for office in self.office_ids)
        self.tavern_places = tuple(f"tavern.{route}" for route in self.route_ids)

    def _number_routes(self) -> None:
        first = 0
        sizes, firsts, of_house = [], [], []
        for index, route in enumerate(self.routes):
            firsts.append(first)
            sizes.append(len(route.house_xy))
            of_house += [index] * sizes[-1]
            first += sizes[-1]
        self.house_count, self.stride, self.longest = first, len(sizes), max(sizes)
        self.missing_of = tuple(
            slice(at, at + self.stride) for at in range(0, ROWS * self.stride, self.stride)
        )
        self.full_missing = bytes(sizes)
        """The `missing` of a seat without pieces."""
        self.first_house, self.route_size, self.house_route = tuple(firsts), bytes(sizes), tuple(of_house)
        self.route_houses = tuple(range(f, f + n) for f, n in zip(firsts, sizes, strict=True))
        self.route_towns = tuple(
            (self.town_index[route.a], self.town_index[route.b]) for route in self.routes
        )
        self.route_abilities = tuple(
            tuple(track for town in ends for track in self.towns[town].abilities) for ends in self.route_towns
        )
        self.ships = tuple(
            first + number - 1
            for first, route in zip(firsts, self.routes, strict=True)
            for number in route.ships
        )
        self.marker_routes = tuple(
            at for at, route in enumerate(self.routes) if not route.effect and not route.country
        )
        self.route_yellow = tuple(
            any(self.towns[t].banner == "yellow" for t in ends) for ends in self.route_towns
        )

    def _number_offices(self) -> None:
        offices = [office for town in self.towns for office in town.offices]
        self.office_kind = tuple(office.kind for office in offices)
        self.office_privilege = tuple(office.privilege for office in offices)
        self.office_coin = tuple(int(office.coin) for office in offices)
        self.office_town = tuple(index for index, town in enumerate(self.towns) for _ in town.offices)
        self.office_count = tuple(len(town.offices) for town in self.towns)
        self.town_offices = tuple(
            range(end - count, end)
            for count, end in zip(self.office_count, accumulate(self.office_count), strict=True)
        )
        self.green = tuple(town.green for town in self.towns)
        last = len(offices) - 1
        self.first_office = tuple(min(slots.start, last) for slots in self.town_offices)
        self.left_offices = tuple(slot for offices in self.town_offices for slot in offices[:-1])
        """Every printed office that has a right neighbour."""

    def missing_at(self, seat: int, route: int) -> int:
        """Return the index in `missing` for a route and seat: it counts the houses without a piece of the
        seat."""
        return self.stride * seat + route

    def _measure(self) -> None:
        masks = [0] * len(self.towns)
        for a, b in self.route_towns:
            masks[a] |= 1 << b
            masks[b] |= 1 << a
        self.town_mask = tuple(masks)
        every = range(len(self.routes))
        self.rings: tuple[Rings, ...] = tuple(self.rings_of(route, every) for route in every)

    def rings_of(self, start: int, among: Collection[int]) -> Rings:
        """Return the houses at distance 1, 2, ..., in steps between routes that share a town. Only routes in
        `among` are used."""
        seen, edge, rings = {start}, [start], []
        while edge:
            towns = {town for route in edge for town in self.route_towns[route]}
            edge = [
                route
                for route, ends in enumerate(self.route_towns)
                if route not in seen and route in among and not towns.isdisjoint(ends)
            ]
            seen.update(edge)
            if edge:
                rings.append(tuple(house for route in edge for house in self.route_houses[route]))
        return tuple(rings)


def _numbers(names: tuple[str, ...]) -> dict[str, int]:
    """Return the index of each name."""
    return {name: number for number, name in enumerate(names)}


@cache
def tables(board: Board) -> Tables:
    """Return the tables of a board."""
    return Tables(board)


def piece_counts(traders: int, merchants: int) -> str:
    """Return a number of pieces in the form used in texts.

    >>> piece_counts(5, 1), piece_counts(0, 2), piece_counts(0, 0)
    ('5t1m', '2m', '-')
    """
    return (f"{traders}t" if traders else "") + (f"{merchants}m" if merchants else "") or "-"
