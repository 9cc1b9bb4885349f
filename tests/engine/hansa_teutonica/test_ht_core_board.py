"""The board data agrees with the printed board: totals, and the tables derived from it."""

from __future__ import annotations

import pytest

from game.games.hansa_teutonica.expansions.east.rules import GREEN_OFFICE
from game.games.hansa_teutonica.expansions.pawn.provinces import GUARDS, PROVINCES
from game.games.hansa_teutonica.rules.board import (
    END_POINTS,
    MARKER_MIXES,
    MERCHANTS_EACH,
    TRADERS_EACH,
    Board,
)
from game.games.hansa_teutonica.rules.editions import printed
from game.games.hansa_teutonica.rules.invariants import on_desk
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.tables import tables

BACK = printed("back")
FRONT = printed("front")
EAST = printed("east")
BRITANNIA_3, BRITANNIA_4_5 = printed("britannia_3"), printed("britannia_4_5")

TAVERNS = ["osnabrueck-bremen", "lueneburg-perleberg", "hildesheim-goslar"]
TOTALS = [
    (FRONT, 27, 62, 34, 107, {"groningen", "luebeck", "coellen", "halle"}),
    (BACK, 27, 57, 32, 101, {"groningen", "stade", "luebeck", "coellen", "warburg", "halle"}),
]


@pytest.mark.parametrize(("side", "towns", "offices", "routes", "houses", "coins"), TOTALS)
def test_totals_of_a_side(
    side: Board, towns: int, offices: int, routes: int, houses: int, coins: set[str]
) -> None:
    assert len(side.towns) == towns
    assert sum(len(town.offices) for town in side.towns) == offices
    assert len(side.routes) == routes
    assert sum(len(route.house_xy) for route in side.routes) == houses
    assert {town.id for town in side.towns if any(office.coin for office in town.offices)} == coins
    assert [route.id for route in side.routes if route.tavern_xy] == TAVERNS


@pytest.mark.parametrize("side", [FRONT, BACK])
def test_everything_lies_on_the_board(side: Board) -> None:
    points = [town.xy for town in side.towns] + [xy for route in side.routes for xy in route.house_xy]
    assert all(0 < x < 1 and 0 < y < 1 for x, y in points)
    towns = {town.id for town in side.towns}
    assert all(route.id == f"{route.a}-{route.b}" and {route.a, route.b} <= towns for route in side.routes)


@pytest.mark.parametrize("side", [FRONT, BACK])
def test_a_board_has_numbers_of_its_own_and_none_is_left_out(side: Board) -> None:
    board = tables(side)
    assert len(board.house_ids) == board.house_count == sum(board.route_size)
    assert len(board.office_ids) == sum(board.office_count) == len(board.office_kind)
    for houses, name in zip(board.route_houses, board.route_ids, strict=True):
        assert [board.house_ids[house] for house in houses] == [f"{name}.{n + 1}" for n in range(len(houses))]


@pytest.mark.parametrize("side", [FRONT, BACK])
def test_no_route_has_an_ability_at_both_ends(side: Board) -> None:
    for route in tables(side).routes:
        ends = {town.id: town.ability for town in tables(side).towns if town.id in (route.a, route.b)}
        assert None in ends.values()


@pytest.mark.parametrize("side", [FRONT, BACK])
def test_every_house_is_at_some_distance_from_every_route(side: Board) -> None:
    board = tables(side)
    for route, rings in enumerate(board.rings):
        reached = [house for ring in rings for house in ring]
        assert len(reached) == len(set(reached))
        assert set(reached) == set(range(board.house_count)) - set(board.route_houses[route])


def test_marker_mixes_have_the_sums_of_9_1() -> None:
    assert {name: sum(mix) for name, mix in MARKER_MIXES.items()} == {
        "it4": 16,
        "en": 16,
        "pt": 15,
        "bigbox": 15,
    }


def test_desk_holds_15_traders_and_3_merchants() -> None:
    state = RULESET.new_game(3)
    assert [on_desk(state, 0, kind) for kind in (0, 1)] == [15, 3]
    assert (TRADERS_EACH, MERCHANTS_EACH) == (27, 4)


@pytest.mark.parametrize(("preset", "count"), [("B1", 18), ("B0", 16), ("A2", 12), ("A", 11)])
def test_provinces_border_each_other_both_ways(preset: str, count: int) -> None:
    provinces = {province.id: province for province in PROVINCES[preset]}
    assert len(provinces) == count
    for name, province in provinces.items():
        for other in province.neighbours:
            assert name in provinces[other].neighbours


@pytest.mark.parametrize("preset", PROVINCES)
def test_every_route_borders_one_or_two_provinces(preset: str) -> None:
    sides = {route.id: 0 for route in BACK.routes}
    for province in PROVINCES[preset]:
        for route in province.routes:
            sides[route] += 1
    assert set(sides.values()) <= {1, 2}
    if preset == "B1":
        assert set(sides.values()) == {2}


def test_guards_join_provinces_that_share_no_route() -> None:
    provinces = {province.id: province for province in PROVINCES["B1"]}
    for pair in GUARDS:
        beside = [province for province in provinces.values() if set(pair) <= set(province.towns)]
        assert any(
            other.id in one.neighbours and not set(one.routes) & set(other.routes)
            for one in beside
            for other in beside
        )


def links(side: Board, town: str) -> bool:
    """Return whether an office in a town can close the link of west and east: some path between them passes
    through it and enters no town twice. Then no other single town separates it from both."""

    def reached(without: str) -> set[str]:
        found, todo = {town}, [town]
        while todo:
            here = todo.pop()
            near = {route.a if route.b == here else route.b for route in side.routes if here in route[1:3]}
            todo += near - found - {without}
            found |= near - {without}
        return found & set(side.east_west)

    others = [other.id for other in side.towns if other.id != town]
    return all(reached(other) for other in others) and (town not in side.east_west or len(reached("")) == 2)


@pytest.mark.parametrize("side", [FRONT, BACK, EAST, BRITANNIA_3, BRITANNIA_4_5], ids=lambda side: side.id)
def test_13_3_one_action_never_brings_more_points_than_the_board_is_said_to(side: Board) -> None:
    """Control of both ends and a coin; or the link, through a town that the player does not control; or both
    in sequence, where a printed marker founds an office anywhere; or three routes of neutral traders."""
    link = side.link_points[0]
    coin = {town.id: side.coin_points * any(office.coin for office in town.offices) for town in side.towns}
    green = link * any(town.green and links(side, town.id) for town in side.towns)
    most = 6
    for route in side.routes:
        ends = (route.a, route.b)
        by_link = [1 + coin[town] + link for town in ends if links(side, town)]
        afterwards = green if route.effect == GREEN_OFFICE else 0
        most = max(most, 2 + max(coin[town] for town in ends) + afterwards, *by_link)
    assert END_POINTS - 1 + most == side.most_points
