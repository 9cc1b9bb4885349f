"""The board of the East matches the printed one: counts, order, geography, and facts quoted in the rules."""

from __future__ import annotations

from collections import Counter, deque
from math import dist, hypot

from game.games.hansa_teutonica.expansions.east.rules import GREEN_OFFICE
from game.games.hansa_teutonica.rules.board import (
    ACTIONES,
    BOOK,
    BURSA,
    IMPROVE_PRIVILEGE,
    KEYS,
    MERCHANT,
    MOVE_TWO,
    PRIVILEGIUM,
    REUSE_TWO,
    TRADER,
)
from game.games.hansa_teutonica.rules.editions import printed
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.tables import tables
from tests.engine.hansa_teutonica.ht_east import EAST as OPTIONS

EAST = printed("east")

TOWNS = {town.id: town for town in EAST.towns}
ROUTES = {route.id: route for route in EAST.routes}
GREEN = {"belgard", "waren", "dresden"}


def chain(start: str, end: str, without: frozenset[str] = frozenset(), by_sea: bool = True) -> list[str]:
    """Return the shortest way between two towns; empty if they are not connected."""
    ways: dict[str, list[str]] = {start: [start]}
    todo = deque([start])
    while todo:
        town = todo.popleft()
        for route in EAST.routes:
            if town in (route.a, route.b) and (by_sea or not route.ships):
                other = route.b if town == route.a else route.a
                if other not in ways and other not in without:
                    ways[other] = [*ways[town], other]
                    todo.append(other)
    return ways.get(end, [])


def test_counts() -> None:
    offices = [office for town in EAST.towns for office in town.offices]
    houses = sum(len(route.house_xy) for route in EAST.routes)
    assert (len(TOWNS), len(offices), len(ROUTES), houses) == (28, 55, 32, 98)
    assert sum(len(route.ships) for route in EAST.routes) == 6
    coins = {town.id for town in EAST.towns if any(office.coin for office in town.offices)}
    assert coins == {"havelberg", "magdeburg", "thorn"}
    assert EAST.end_completed == 10 and EAST.coin_points == 1 and EAST.link_points == (7, 4, 2)


def test_routes_are_named_by_their_towns_and_their_houses_go_from_one_to_the_other() -> None:
    for route in EAST.routes:
        assert route.id == f"{route.a}-{route.b}" and 2 <= len(route.house_xy) <= 4
        a, b, first, last = TOWNS[route.a].xy, TOWNS[route.b].xy, route.house_xy[0], route.house_xy[-1]
        assert dist(a, first) + dist(b, last) <= dist(a, last) + dist(b, first), route.id
        assert set(route.ships) <= set(range(1, len(route.house_xy) + 1))
    assert len({frozenset((route.a, route.b)) for route in EAST.routes}) == len(ROUTES)


def test_colours_fall_from_left_to_right() -> None:
    for town in EAST.towns:
        needed = [office.privilege for office in town.offices]
        assert needed == sorted(needed), town.id
        assert town.green == (town.id in GREEN)


def test_abilities() -> None:
    found = {town.id: town.abilities for town in EAST.towns if town.abilities}
    assert found == {
        "waren": (BURSA, ACTIONES),
        "magdeburg": (PRIVILEGIUM,),
        "breslau": (BOOK,),
        "dresden": (KEYS,),
    }
    for route in EAST.routes:
        assert not (TOWNS[route.a].abilities and TOWNS[route.b].abilities), "never at both ends"


def test_link_table_and_taverns() -> None:
    assert EAST.east_west == ("luebeck", "danzig")
    assert {town.id for town in EAST.towns if town.banner == "red"} == set(EAST.east_west)
    assert EAST.table_route == "danzig-koenigsberg"
    assert [(space.points, space.privilege) for space in EAST.table] == [(7, 0), (8, 1), (9, 2), (11, 3)]
    assert [route.id for route in EAST.routes if "koenigsberg" in (route.a, route.b)] == [EAST.table_route]
    taverns = {route.id for route in EAST.routes if route.tavern_xy}
    assert taverns == {"stettin-kulm", "brandenburg-tangermuende", "allenstein-braunsberg"}


def test_permanent_markers_lie_beside_the_sea_routes() -> None:
    found = {route.id: route.effect for route in EAST.routes if route.effect}
    assert found == {
        "wismar-stralsund": MOVE_TWO,
        "stralsund-malmoe": IMPROVE_PRIVILEGE,
        "malmoe-visby": GREEN_OFFICE,
        "danzig-malmoe": REUSE_TWO,
    }
    assert Counter(found.values()) == Counter((MOVE_TWO, IMPROVE_PRIVILEGE, REUSE_TWO, GREEN_OFFICE)), (
        "each once"
    )
    for route in EAST.routes:
        assert bool(route.effect) == bool(route.ships) == bool(route.effect_xy)


def test_what_4_10_says_of_the_link() -> None:
    shortest = chain("luebeck", "danzig")
    assert shortest == ["luebeck", "wismar", "stralsund", "malmoe", "danzig"]
    assert not chain("luebeck", "danzig", frozenset(GREEN), by_sea=False)
    assert chain("luebeck", "danzig", by_sea=False)
    assert all(chain("luebeck", town) for town in TOWNS)


def test_what_4_11_says_of_offices() -> None:
    def offices(town: str) -> list[tuple[int, int]]:
        return [(office.kind, office.privilege) for office in TOWNS[town].offices]

    assert offices("koenigsberg") == [(TRADER, 1), (TRADER, 3)]
    assert offices("visby") == [(MERCHANT, 1)]
    assert offices("breslau") == [(TRADER, 0), (MERCHANT, 1), (TRADER, 3)]


def test_nothing_lies_on_anything() -> None:
    points = [town.xy for town in EAST.towns] + [xy for route in EAST.routes for xy in route.house_xy]
    points += [route.tavern_xy for route in EAST.routes if route.tavern_xy]
    points += [route.effect_xy for route in EAST.routes if route.effect_xy]
    (left, top), (right, bottom) = EAST.frame
    assert all(left <= x <= right and top <= y <= bottom for x, y in points)
    near = min(
        hypot(x - u, (y - v) / EAST.aspect) for at, (x, y) in enumerate(points) for u, v in points[at + 1 :]
    )
    assert near > 0.022


def test_geography() -> None:
    west_to_east = ("luebeck", "wismar", "stralsund", "malmoe", "danzig", "koenigsberg")
    assert [*west_to_east] == sorted(west_to_east, key=lambda town: TOWNS[town].xy[0])
    north_to_south = ("visby", "danzig", "kulm", "thorn", "breslau", "krakau")
    assert [*north_to_south] == sorted(north_to_south, key=lambda town: TOWNS[town].xy[1])


def test_tables_of_a_board_with_green_towns_and_ships() -> None:
    board = tables(EAST)
    assert {board.town_ids[town] for town, green in enumerate(board.green) if green} == GREEN
    for town, slots in enumerate(board.town_offices):
        assert [board.office_ids[slot] for slot in slots] == [
            f"{board.town_ids[town]}.{n + 1}" for n in range(board.office_count[town])
        ]
    assert [board.house_ids[house] for house in board.ships] == [
        f"{route.id}.{number}" for route in EAST.routes for number in route.ships
    ]


def test_the_board_is_offered_with_its_edition() -> None:
    option = next(option for option in RULESET.options if option.id == "board")
    assert "east" in option.offered()
    assert [name for name, values in RULESET.presets.items() if values.get("board") == "east"] == [
        "East 2010"
    ]
    assert RULESET.new_game(3, OPTIONS).board.printed is EAST
