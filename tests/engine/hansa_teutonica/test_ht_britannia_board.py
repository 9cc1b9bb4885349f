"""The boards of Britannia match the printed ones: counts, order, geography, countries."""

from __future__ import annotations

from collections import Counter
from math import dist, hypot

import pytest

from game.games.hansa_teutonica.expansions.britannia.rules import PLACE_ABROAD
from game.games.hansa_teutonica.rules.board import (
    ACTIONES,
    BOOK,
    BURSA,
    KEYS,
    MERCHANT,
    MOVE_TWO,
    PRIVILEGIUM,
    TRADER,
    Board,
    Route,
    Town,
)
from game.games.hansa_teutonica.rules.editions import printed
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.rules.tables import tables

BRITANNIA_3 = printed("britannia_3")
BRITANNIA_4_5 = printed("britannia_4_5")

BOTH = pytest.mark.parametrize("board", [BRITANNIA_3, BRITANNIA_4_5], ids=lambda board: board.id)

COLOURS = {"white": 0, "orange": 1, "pink": 2, "black": 3}

WELSH_TOWNS = {"cardiff", "pembroke", "montgomery", "conway", "chester", "isle_of_man"}
SCOTTISH_TOWNS = {"glasgow", "falkirk", "edinburgh", "dunbar", "carlisle", "newcastle", "isle_of_man"}
WELSH_ROUTES = {
    "montgomery-cardiff",
    "montgomery-pembroke",
    "montgomery-conway",
    "montgomery-hereford",
    "cardiff-pembroke",
    "conway-chester",
    "conway-isle_of_man",
}
SCOTTISH_ROUTES = {
    "carlisle-isle_of_man",
    "carlisle-falkirk",
    "glasgow-falkirk",
    "glasgow-edinburgh",
    "dunbar-edinburgh",
    "dunbar-newcastle",
}


def towns(board: Board) -> dict[str, Town]:
    return {town.id: town for town in board.towns}


def routes(board: Board) -> dict[str, Route]:
    return {route.id: route for route in board.routes}


def offices(board: Board, town: str) -> str:
    """Return colours and kinds from the left: "wT oM" is a white square and an orange circle."""
    words = []
    for office in towns(board)[town].offices:
        colour = next(name for name, number in COLOURS.items() if number == office.privilege)
        words.append(colour[0] + {TRADER: "T", MERCHANT: "M"}[office.kind])
    return " ".join(words)


def counts(board: Board) -> tuple[int, ...]:
    """Return the numbers of towns, offices, offices with coins, routes, houses, houses at sea, permanent
    markers."""
    printed = [office for town in board.towns for office in town.offices]
    return (
        len(towns(board)),
        len(printed),
        sum(office.coin for office in printed),
        len(routes(board)),
        sum(len(route.house_xy) for route in board.routes),
        sum(len(route.ships) for route in board.routes),
        sum(bool(route.effect) for route in board.routes),
    )


def test_xa2_the_board_for_four_and_five() -> None:
    assert counts(BRITANNIA_4_5) == (30, 72, 3, 40, 121, 9, 2)
    assert [country.id for country in BRITANNIA_4_5.countries] == ["wales", "scotland"]


def test_xa3_the_board_for_three_has_no_scotland() -> None:
    assert counts(BRITANNIA_3) == (26, 60, 3, 35, 111, 7, 3)
    assert [country.id for country in BRITANNIA_3.countries] == ["wales"]
    assert not any("scotland" in town.countries for town in BRITANNIA_3.towns)


def test_xa4_london() -> None:
    assert offices(BRITANNIA_4_5, "london") == "wT oT oT pT pT pM bT bM"
    assert offices(BRITANNIA_3, "london") == "wT oT pT pM bT bM"


def test_xa5_cardiff() -> None:
    assert offices(BRITANNIA_4_5, "cardiff") == "wT oT pT pM bM"
    assert offices(BRITANNIA_3, "cardiff") == "wT oT pT pM"


def test_the_other_towns_that_differ() -> None:
    differing = {
        town.id for town in BRITANNIA_3.towns if town.offices != towns(BRITANNIA_4_5)[town.id].offices
    }
    assert differing == {"london", "cardiff", "carlisle", "isle_of_man"}
    assert offices(BRITANNIA_3, "carlisle") == "wT oT bT"
    assert offices(BRITANNIA_4_5, "carlisle") == "wT oT pT bT bM"
    assert offices(BRITANNIA_3, "isle_of_man") == "wT pT"
    assert offices(BRITANNIA_4_5, "isle_of_man") == "wM pM"
    assert {town: offices(BRITANNIA_4_5, town) for town in ("glasgow", "edinburgh", "dunbar", "falkirk")} == {
        "glasgow": "oT",
        "edinburgh": "wT pM",
        "dunbar": "bT",
        "falkirk": "wT pT bT",
    }


def test_every_office_of_the_other_towns() -> None:
    found = {town.id: offices(BRITANNIA_3, town.id) for town in BRITANNIA_3.towns}
    assert found == {
        **{town: found[town] for town in ("london", "cardiff", "carlisle", "isle_of_man")},
        "newcastle": "wT oT pM",
        "durham": "oT",
        "richmond": "wT",
        "lancaster": "pT",
        "york": "wT oM",
        "conway": "wT oT",
        "chester": "wT oM bT",
        "hereford": "wT pT bT",
        "nottingham": "oT pT",
        "norwich": "wT pT",
        "montgomery": "oT pT",
        "pembroke": "wT oT bM",
        "coventry": "wT pT",
        "cambridge": "wM bT",
        "ipswich": "oT",
        "oxford": "wM oT",
        "bristol": "oT",
        "plymouth": "wT oM",
        "salisbury": "oT pT",
        "southampton": "wT oT bT",
        "canterbury": "wT pM",
        "calais": "wT oM pT",
    }


@BOTH
def test_coins_are_worth_two_and_eight_towns_end_the_game(board: Board) -> None:
    coins = {
        f"{town.id}.{n}" for town in board.towns for n, office in enumerate(town.offices, 1) if office.coin
    }
    assert coins == {"ipswich.1", "bristol.1", "plymouth.2"}
    assert board.coin_points == 2 and board.end_completed == 8 and board.link_points == (7, 4, 2)


@BOTH
def test_routes_are_named_by_their_towns_and_their_houses_go_from_one_to_the_other(board: Board) -> None:
    for route in board.routes:
        assert route.id == f"{route.a}-{route.b}" and 2 <= len(route.house_xy) <= 4
        a, b = towns(board)[route.a].xy, towns(board)[route.b].xy
        first, last = route.house_xy[0], route.house_xy[-1]
        assert dist(a, first) + dist(b, last) <= dist(a, last) + dist(b, first), route.id
    assert len({frozenset((route.a, route.b)) for route in board.routes}) == len(board.routes)


@BOTH
def test_every_town_can_be_reached(board: Board) -> None:
    reached = {board.towns[0].id}
    for _ in board.towns:
        reached |= {
            end for route in board.routes if {route.a, route.b} & reached for end in (route.a, route.b)
        }
    assert reached == set(towns(board))


def test_the_boards_share_their_routes_but_those_of_the_north() -> None:
    small, large = routes(BRITANNIA_3), routes(BRITANNIA_4_5)
    assert set(small) - set(large) == {"carlisle-newcastle"}
    assert set(large) - set(small) == {
        "chester-carlisle",
        *(SCOTTISH_ROUTES - {"carlisle-isle_of_man"}),
    }
    sizes = {name: (len(small[name].house_xy), small[name].ships) for name in small if name in large}
    assert sizes == {name: (len(large[name].house_xy), large[name].ships) for name in sizes}
    assert Counter(len(route.house_xy) for route in BRITANNIA_3.routes) == {2: 3, 3: 23, 4: 9}
    assert Counter(len(route.house_xy) for route in BRITANNIA_4_5.routes) == {2: 7, 3: 25, 4: 8}


@BOTH
def test_ships(board: Board) -> None:
    found = {route.id: route.ships for route in board.routes if route.ships}
    assert found.pop("canterbury-calais") == (2,)
    assert found.pop("calais-southampton") == (2, 3)
    assert found.pop("conway-isle_of_man") == (1, 2)
    assert found.pop("carlisle-isle_of_man") == (2, 3)
    assert found == ({} if board is BRITANNIA_3 else {"chester-carlisle": (1, 2)})


def test_permanent_markers() -> None:
    def found(board: Board) -> dict[str, str]:
        return {route.id: route.effect for route in board.routes if route.effect}

    calais = {"canterbury-calais": MOVE_TWO, "calais-southampton": PLACE_ABROAD}
    assert found(BRITANNIA_4_5) == calais
    assert found(BRITANNIA_3) == {**calais, "carlisle-isle_of_man": MOVE_TWO}
    assert all(bool(route.effect) == bool(route.effect_xy) for route in BRITANNIA_3.routes)


@BOTH
def test_colours_fall_from_left_to_right(board: Board) -> None:
    for town in board.towns:
        needed = [office.privilege for office in town.offices]
        assert needed == sorted(needed) and needed, town.id


@BOTH
def test_abilities(board: Board) -> None:
    assert {town.id: town.abilities for town in board.towns if town.abilities} == {
        "newcastle": (BURSA,),
        "chester": (ACTIONES,),
        "york": (KEYS,),
        "norwich": (BOOK,),
        "london": (PRIVILEGIUM,),
    }
    for route in board.routes:
        ends = towns(board)[route.a], towns(board)[route.b]
        assert not all(town.abilities for town in ends), "never at both ends"


@BOTH
def test_link_table_and_taverns(board: Board) -> None:
    assert board.east_west == ("oxford", "york")
    assert {town.id for town in board.towns if "red" in town.banner} == set(board.east_west)
    assert (board.table_route, board.table_town) == ("salisbury-plymouth", "plymouth")
    assert [(space.points, space.privilege) for space in board.table] == [(7, 0), (8, 1), (9, 2), (11, 3)]
    assert [route.id for route in board.routes if "plymouth" in (route.a, route.b)] == [board.table_route]
    taverns = {route.id for route in board.routes if route.tavern_xy}
    assert taverns == {"richmond-lancaster", "coventry-nottingham", "salisbury-southampton"}


def test_countries_of_the_routes() -> None:
    def abroad(board: Board, country: str) -> set[str]:
        return {route.id for route in board.routes if route.country == country}

    for board in (BRITANNIA_3, BRITANNIA_4_5):
        assert abroad(board, "wales") == WELSH_ROUTES
        assert {route.country for route in board.routes} == {"", *(country.id for country in board.countries)}
    assert abroad(BRITANNIA_4_5, "scotland") == SCOTTISH_ROUTES


def test_countries_of_the_towns() -> None:
    def counting(board: Board, country: str) -> set[str]:
        return {town.id for town in board.towns if country in town.countries}

    for board in (BRITANNIA_3, BRITANNIA_4_5):
        assert counting(board, "wales") == WELSH_TOWNS
        assert {name for town in board.towns for name in town.countries} == {
            country.id for country in board.countries
        }
    assert counting(BRITANNIA_4_5, "scotland") == SCOTTISH_TOWNS
    assert towns(BRITANNIA_4_5)["isle_of_man"].countries == ("wales", "scotland")


@BOTH
def test_a_route_abroad_ends_in_a_town_of_its_country(board: Board) -> None:
    for route in board.routes:
        if route.country:
            ends = towns(board)[route.a].countries + towns(board)[route.b].countries
            assert route.country in ends, route.id


def test_towns_that_give_permission_the_own_one_first() -> None:
    assert {country.id: country.permissions for country in BRITANNIA_3.countries} == {
        "wales": ("cardiff", "london")
    }
    assert {country.id: country.permissions for country in BRITANNIA_4_5.countries} == {
        "wales": ("cardiff", "london"),
        "scotland": ("carlisle", "london"),
    }
    assert all(country.points == (7, 4, 2) for country in BRITANNIA_4_5.countries)


@BOTH
def test_nothing_lies_on_anything(board: Board) -> None:
    points = [town.xy for town in board.towns] + [xy for route in board.routes for xy in route.house_xy]
    points += [route.tavern_xy for route in board.routes if route.tavern_xy]
    points += [route.effect_xy for route in board.routes if route.effect_xy]
    (left, top), (right, bottom) = board.frame
    assert all(left <= x <= right and top <= y <= bottom for x, y in points)
    near = min(
        hypot(x - u, (y - v) / board.aspect) for at, (x, y) in enumerate(points) for u, v in points[at + 1 :]
    )
    assert near > 0.022


@BOTH
def test_geography(board: Board) -> None:
    known = towns(board)
    west_to_east = ("pembroke", "hereford", "coventry", "cambridge", "ipswich")
    assert [*west_to_east] == sorted(west_to_east, key=lambda town: known[town].xy[0])
    north_to_south = ("carlisle", "lancaster", "chester", "cardiff", "bristol", "plymouth")
    assert [*north_to_south] == sorted(north_to_south, key=lambda town: known[town].xy[1])


@BOTH
def test_tables_number_everything(board: Board) -> None:
    numbers = tables(board)
    assert (len(numbers.house_ids), len(numbers.office_ids)) == (
        sum(len(route.house_xy) for route in board.routes),
        sum(len(town.offices) for town in board.towns),
    )
    assert [numbers.house_ids[house] for house in numbers.ships] == [
        f"{route.id}.{number}" for route in board.routes for number in route.ships
    ]


def test_the_boards_are_offered_to_three_and_more() -> None:
    option = next(option for option in RULESET.options if option.id == "board")
    assert "britannia" in option.offered()
    chosen = {each.id: each.default for each in RULESET.options}
    assert not option.matters(2, chosen) and all(option.matters(seats, chosen) for seats in (3, 4, 5))
    for seats, board in ((3, BRITANNIA_3), (4, BRITANNIA_4_5), (5, BRITANNIA_4_5)):
        state = RULESET.new_game(seats, {"board": "britannia"})
        assert isinstance(state, HansaTeutonicaState) and state.board.printed is board
