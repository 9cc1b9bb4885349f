"""The package's board data, checked against the board files' figures (`checks`) and a second copy."""

from __future__ import annotations

from collections import Counter

import pytest

from game.games.hansa_teutonica.expansions.pawn.provinces import PROVINCES
from game.games.hansa_teutonica.rules.board import (
    FULL_TRACK_POINTS,
    KINDS,
    LEVELS,
    MARKER_MIXES,
    MARKERS,
    PRIVILEGES,
    TRACK_PIECE,
    TRACKS,
    Board,
)
from game.games.hansa_teutonica.rules.editions import printed
from tests.engine.hansa_teutonica.ht_board import ABILITIES, BACK, FRONT, TABLE, TAVERNS, YELLOW, Side
from tests.engine.hansa_teutonica.ht_board import MARKERS as NAMES

BACK_DATA = printed("back")
FRONT_DATA = printed("front")

SIDES = pytest.mark.parametrize(
    ("data", "side"), [(FRONT_DATA, FRONT), (BACK_DATA, BACK)], ids=["front", "back"]
)

CHECKS = {
    "front": {
        "cities": 27,
        "offices": 62,
        "coin_offices": 4,
        "coin_cities": ["groningen", "luebeck", "coellen", "halle"],
        "routes": 34,
        "houses": 107,
    },
    "back": {
        "cities": 27,
        "offices": 57,
        "coin_offices": 6,
        "coin_cities": ["groningen", "stade", "luebeck", "coellen", "warburg", "halle"],
        "routes": 32,
        "houses": 101,
    },
}


@pytest.mark.parametrize("data", [FRONT_DATA, BACK_DATA], ids=["front", "back"])
def test_totals_of_the_board_files(data: Board) -> None:
    checks = CHECKS["front" if data is FRONT_DATA else "back"]
    offices = [(town.id, office) for town in data.towns for office in town.offices]
    assert len(data.towns) == checks["cities"] == len({town.id for town in data.towns})
    assert len(offices) == checks["offices"]
    assert [town for town, office in offices if office.coin] == checks["coin_cities"]
    assert sum(office.coin for _, office in offices) == checks["coin_offices"]
    assert len(data.routes) == checks["routes"] == len({route.id for route in data.routes})
    assert sum(len(route.house_xy) for route in data.routes) == checks["houses"]
    assert [route.id for route in data.routes if route.tavern_xy] == list(TAVERNS)


@SIDES
def test_towns_and_offices(data: Board, side: Side) -> None:
    found = {
        town.id: ["sc"[office.kind] + "wopk"[office.privilege] + "$" * office.coin for office in town.offices]
        for town in data.towns
    }
    assert found == side.towns
    assert PRIVILEGES == ("white", "orange", "pink", "black") and KINDS == ("trader", "merchant")


@SIDES
def test_routes_and_houses(data: Board, side: Side) -> None:
    assert {route.id: (route.a, route.b, len(route.house_xy)) for route in data.routes} == side.routes
    for route in data.routes:
        assert 2 <= len(route.house_xy) <= 4


@SIDES
def test_ability_towns_table_and_terminals(data: Board, side: Side) -> None:
    assert {town.id: TRACKS[town.ability] for town in data.towns if town.ability is not None} == ABILITIES
    assert {town.id for town in data.towns if town.banner == "yellow"} == YELLOW
    assert [(space.points, PRIVILEGES[space.privilege]) for space in data.table] == list(TABLE)
    assert data.table_route == "coellen-warburg" and data.east_west == ("arnheim", "stendal")
    for a, b, _ in side.routes.values():
        assert not {a, b} <= set(ABILITIES), "no route has an ability town at both ends (7.5)"


@SIDES
def test_everything_lies_on_the_board(data: Board, side: Side) -> None:
    places = [town.xy for town in data.towns] + [xy for route in data.routes for xy in route.house_xy]
    assert all(0 < x < 1 and 0 < y < 1 for x, y in places)
    assert len(set(places)) == len(places)


def test_desk() -> None:
    assert TRACKS == ("clavis_urbis", "actiones", "privilegium", "liber_sophiae", "bursa")
    assert LEVELS[0] == (1, 2, 2, 3, 4) and LEVELS[1] == (2, 3, 3, 4, 4, 5)
    assert [len(values) for values in LEVELS] == [5, 6, 4, 4, 4]
    assert LEVELS[3] == (2, 3, 4, 5) and LEVELS[4][:3] == (3, 5, 7) and LEVELS[4][3] >= 30
    freed = Counter({KINDS[piece]: 0 for piece in TRACK_PIECE})
    for values, piece in zip(LEVELS, TRACK_PIECE, strict=True):
        freed[KINDS[piece]] += len(values) - 1
    assert freed == {"trader": 15, "merchant": 3}
    assert FULL_TRACK_POINTS == (0, 4, 4, 4, 4)


def test_marker_mixes() -> None:
    assert MARKERS == NAMES
    assert {name: sum(counts) for name, counts in MARKER_MIXES.items()} == {
        "en": 16,
        "it4": 16,
        "pt": 15,
        "bigbox": 15,
    }


@pytest.mark.parametrize(("preset", "count"), [("B1", 18), ("B0", 16), ("A2", 12), ("A", 11)])
def test_provinces_of_every_preset(preset: str, count: int) -> None:
    provinces = {province.id: province for province in PROVINCES[preset]}
    assert len(provinces) == count
    assert sum(name.startswith("I") for name in provinces) == 10
    borders = Counter(route for province in provinces.values() for route in province.routes)
    assert set(borders) == set(BACK.routes), "every route can be used"
    for province in provinces.values():
        assert len(set(province.routes)) == len(province.routes)
        assert province.id not in province.neighbours
        for other in province.neighbours:
            assert province.id in provinces[other].neighbours, (province.id, other)


GUARDS = ("osnabrueck-muenster", "muenster-dortmund", "lueneburg-brunswiek", "brunswiek-goslar")
INNER_BY_GUARD = {
    "osnabrueck-muenster": {"I3", "I4"},
    "muenster-dortmund": {"I7", "I8"},
    "lueneburg-brunswiek": {"I6", "I9"},
    "brunswiek-goslar": {"I2", "I10"},
}


@pytest.mark.parametrize("preset", ["B1", "B0"])
def test_every_route_borders_two_provinces_which_are_neighbours(preset: str) -> None:
    provinces = {province.id: province for province in PROVINCES[preset]}
    by_route = {
        route: {name for name, province in provinces.items() if route in province.routes}
        for route in BACK.routes
    }
    assert {len(sides) for sides in by_route.values()} == {2}
    linked = {frozenset(sides) for sides in by_route.values()}
    linked |= {frozenset(INNER_BY_GUARD[guard]) for guard in GUARDS}
    neighbours = {
        frozenset({name, other}) for name, province in provinces.items() for other in province.neighbours
    }
    assert neighbours == linked, "neighbours over a route or a border guard, and over nothing else"


B1_ROUTES = {
    "I1": "bremen-hamburg hamburg-lueneburg hannover-lueneburg bremen-hannover",
    "I2": "minden-brunswiek hildesheim-goslar paderborn-hildesheim minden-paderborn",
    "I3": "kampen-osnabrueck kampen-arnheim arnheim-muenster",
    "I4": "osnabrueck-bremen bremen-minden muenster-minden",
    "I5": "bremen-hannover minden-hannover bremen-minden",
    "I6": "hannover-lueneburg minden-brunswiek minden-hannover",
    "I7": "muenster-minden minden-paderborn dortmund-paderborn",
    "I8": "arnheim-muenster duisburg-dortmund arnheim-duisburg",
    "I9": "lueneburg-perleberg perleberg-stendal brunswiek-stendal",
    "I10": "brunswiek-stendal stendal-magdeburg goslar-magdeburg",
    "R1": "coellen-warburg paderborn-warburg paderborn-hildesheim hildesheim-goslar goslar-quedlinburg"
    " goettingen-quedlinburg",
    "R2": "groningen-emden emden-osnabrueck osnabrueck-bremen bremen-hamburg stade-hamburg",
    "R3": "arnheim-duisburg duisburg-dortmund dortmund-paderborn paderborn-warburg coellen-warburg",
    "R4": "hamburg-luebeck hamburg-lueneburg lueneburg-perleberg perleberg-stendal",
    "R5": "groningen-emden emden-osnabrueck kampen-osnabrueck kampen-arnheim",
    "R6": "stendal-magdeburg goslar-magdeburg goslar-quedlinburg quedlinburg-halle",
    "R7": "stade-hamburg hamburg-luebeck",
    "R8": "goettingen-quedlinburg quedlinburg-halle",
}
B1_NEIGHBOURS = {
    "I1": "I5 I6 R2 R4",
    "I2": "I6 I7 I10 R1",
    "I3": "I4 I8 R5",
    "I4": "I3 I5 I7 R2",
    "I5": "I1 I4 I6",
    "I6": "I1 I2 I5 I9",
    "I7": "I2 I4 I8 R3",
    "I8": "I3 I7 R3",
    "I9": "I6 I10 R4",
    "I10": "I2 I9 R6",
    "R1": "I2 R3 R6 R8",
    "R2": "I1 I4 R5 R7",
    "R3": "I7 I8 R1",
    "R4": "I1 I9 R7",
    "R5": "I3 R2",
    "R6": "I10 R1 R8",
    "R7": "R2 R4",
    "R8": "R1 R6",
}


def test_the_provinces_of_preset_B1_are_those_of_the_rules() -> None:
    for province in PROVINCES["B1"]:
        assert set(province.routes) == set(B1_ROUTES[province.id].split()), province.id
        assert set(province.neighbours) == set(B1_NEIGHBOURS[province.id].split()), province.id


def test_without_edge_towns_dead_ends_border_the_outside_on_both_sides() -> None:
    """Presets A and A2: nine routes have the same province on both sides, so they are no border at all."""
    dead_ends = {
        "coellen-warburg", "emden-osnabrueck", "goettingen-quedlinburg", "goslar-quedlinburg",
        "groningen-emden", "hamburg-luebeck", "paderborn-warburg", "quedlinburg-halle", "stade-hamburg",
    }  # fmt: skip
    for preset in ("A", "A2"):
        borders = Counter(route for province in PROVINCES[preset] for route in set(province.routes))
        assert {route for route, sides in borders.items() if sides == 1} == dead_ends
