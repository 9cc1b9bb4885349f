"""What never changes: the board's facts as small integers, computed once per side and shared by all states.

Both sides use the same numbers. A town, route, house or office has the same index on either side, because
the back lacks only the last two routes and the rightmost offices of some towns (a test holds this). So an
action means the same on both sides.
"""

from __future__ import annotations

from functools import cache

from game.engine.hansa_teutonica.board import BoardSide, Route, Town
from game.engine.hansa_teutonica.board_back import BACK
from game.engine.hansa_teutonica.board_front import FRONT
from game.engine.hansa_teutonica.provinces import PROVINCES

TOWNS = tuple(town.id for town in FRONT.towns)
TOWN_INDEX = {town: index for index, town in enumerate(TOWNS)}

ROUTES = tuple(route.id for route in FRONT.routes)
ROUTE_INDEX = {route: index for index, route in enumerate(ROUTES)}

HOUSES = tuple(f"{route.id}.{n}" for route in FRONT.routes for n in range(1, len(route.house_xy) + 1))
HOUSE_INDEX = {house: index for index, house in enumerate(HOUSES)}

OFFICES = tuple(f"{town.id}.{n}" for town in FRONT.towns for n in range(1, len(town.offices) + 1))
OFFICE_INDEX = {office: index for index, office in enumerate(OFFICES)}

HOUSE_PLACES = tuple(f"house.{house}" for house in HOUSES)
OFFICE_PLACES = tuple(f"office.{office}" for office in OFFICES)
TAVERN_PLACES = tuple(f"tavern.{route}" for route in ROUTES)


class Tables:
    """One side of the board in integers.

    first_house[r], route_size[r]   route r has the houses first_house[r] and following
    house_route[h]                  the route of house h
    route_towns[r]                  the two towns of route r
    rings[r]                        the houses at distance 1, 2, 3, ... from route r (rules 6.4)
    first_office[t], office_count[t] the printed offices of town t
    office_kind, office_privilege, office_coin  by office
    town_mask[t]                    bit set of the towns adjacent to town t
    """

    def __init__(self, side: BoardSide) -> None:
        self.side = side
        self.towns: tuple[Town, ...] = side.towns
        self.routes: tuple[Route, ...] = side.routes
        self._number_routes()
        self._number_offices()
        self._measure()
        self.table_route = ROUTE_INDEX[side.table_route]
        self.table_points = tuple(space.points for space in side.table)
        self.table_privilege = tuple(space.privilege for space in side.table)
        self.west, self.east = (TOWN_INDEX[town] for town in side.east_west)
        self.taverns = tuple(i for i, route in enumerate(side.routes) if route.tavern_xy)
        self.provinces = {name: ProvinceTables(name, self) for name in PROVINCES} if side is BACK else {}

    def _number_routes(self) -> None:
        first = 0
        sizes, firsts, of_house = [], [], []
        for index, route in enumerate(self.routes):
            assert route.id == ROUTES[index], f"route {route.id} is not numbered alike on both sides"
            firsts.append(first)
            sizes.append(len(route.house_xy))
            of_house += [index] * sizes[-1]
            first += sizes[-1]
        self.house_count = first
        self.full_missing = bytes(sizes).ljust(len(ROUTES), b"\1")
        """The `missing` of a seat without pieces; routes that this side lacks are never full."""
        self.first_house, self.route_size, self.house_route = tuple(firsts), bytes(sizes), tuple(of_house)
        self.route_houses = tuple(range(f, f + n) for f, n in zip(firsts, sizes, strict=True))
        self.route_towns = tuple((TOWN_INDEX[route.a], TOWN_INDEX[route.b]) for route in self.routes)
        abilities = [town.ability for town in self.towns]
        self.route_ability = tuple(
            next((abilities[t] for t in ends if abilities[t] is not None), None) for ends in self.route_towns
        )
        self.route_yellow = tuple(
            any(self.towns[t].banner == "yellow" for t in ends) for ends in self.route_towns
        )

    def _number_offices(self) -> None:
        blank = [0] * len(OFFICES)
        kinds, privileges, coins = blank[:], blank[:], blank[:]
        self.first_office = tuple(OFFICE_INDEX[f"{town.id}.1"] for town in self.towns)
        self.office_count = tuple(len(town.offices) for town in self.towns)
        of_office = blank[:]
        for index, town in enumerate(self.towns):
            for slot, office in enumerate(town.offices, self.first_office[index]):
                kinds[slot], privileges[slot], coins[slot] = office.kind, office.privilege, int(office.coin)
                of_office[slot] = index
        self.office_kind, self.office_privilege, self.office_coin = (
            tuple(kinds),
            tuple(privileges),
            tuple(coins),
        )
        self.office_town = tuple(of_office)
        self.town_offices = tuple(
            range(f, f + n) for f, n in zip(self.first_office, self.office_count, strict=True)
        )
        self.left_offices = tuple(slot for offices in self.town_offices for slot in offices[:-1])
        """Every printed office that has a right neighbour."""

    def _measure(self) -> None:
        masks = [0] * len(self.towns)
        for a, b in self.route_towns:
            masks[a] |= 1 << b
            masks[b] |= 1 << a
        self.town_mask = tuple(masks)
        self.rings = tuple(self._rings(route) for route in range(len(self.routes)))

    def _rings(self, start: int) -> tuple[tuple[int, ...], ...]:
        """The houses at distance 1, 2, ..., in steps between routes that share a town."""
        seen, edge, rings = {start}, [start], []
        while edge:
            towns = {town for route in edge for town in self.route_towns[route]}
            edge = [
                route
                for route, ends in enumerate(self.route_towns)
                if route not in seen and not towns.isdisjoint(ends)
            ]
            seen.update(edge)
            if edge:
                rings.append(tuple(house for route in edge for house in self.route_houses[route]))
        return tuple(rings)


class ProvinceTables:
    """A preset of the provinces: the routes that border each, and where the pawn may go from it."""

    def __init__(self, preset: str, tables: Tables) -> None:
        provinces = PROVINCES[preset]
        self.ids = tuple(province.id for province in provinces)
        self.index = {name: index for index, name in enumerate(self.ids)}
        self.routes = tuple(
            tuple(sorted(ROUTE_INDEX[route] for route in province.routes)) for province in provinces
        )
        self.houses = tuple(
            tuple(house for route in routes for house in tables.route_houses[route]) for routes in self.routes
        )
        self.neighbours = tuple(
            tuple(self.index[name] for name in province.neighbours if name != province.id)
            for province in provinces
        )


@cache
def tables(side: str) -> Tables:
    """The tables of "front" or "back"."""
    return Tables({"front": FRONT, "back": BACK}[side])


def tables_for(seats: int) -> Tables:
    """The side for this many players (rules 1.5)."""
    return tables("front" if seats >= 4 else "back")


def piece_counts(traders: int, merchants: int) -> str:
    """A number of pieces as texts write it.

    >>> piece_counts(5, 1), piece_counts(0, 2), piece_counts(0, 0)
    ('5t1m', '2m', '-')
    """
    return (f"{traders}t" if traders else "") + (f"{merchants}m" if merchants else "") or "-"
