"""Wishes that a player can state in advance for a decision in the turn of another player (`State.wishes`).

town.<town>              the house nearest to this town
route.<route>            a house of this route
extras, no-extras        add the maximum number of pieces from stock or supply, or no piece
merchants, traders       take the maximum number of pieces of this kind
decline                  take nothing
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.engine.core import Action
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.tables import Tables

EXTRAS, NO_EXTRAS, DECLINE = "extras", "no-extras", "decline"
BY_KIND = ("traders", "merchants")
"""Wishes for a kind of piece, by kind."""


def places(s: Position) -> tuple[str, ...]:
    """Return the wishes for a place: all towns and routes of the board."""
    towns, routes = s.board.town_ids, s.board.route_ids
    return (*(f"town.{town}" for town in towns), *(f"route.{route}" for route in routes))


def preferred(s: Position, houses: Sequence[int], wishes: Iterable[str]) -> int | None:
    """Return the house that fits the first wish for a place that any of them fits, or None."""
    for wish in wishes:
        kind, _, name = wish.partition(".")
        if kind == "route":
            houses_there = [
                house for house in houses if s.board.route_ids[s.board.house_route[house]] == name
            ]
            if houses_there:
                return houses_there[0]
        elif kind == "town" and houses and name in s.board.town_index:
            return nearest(s.board, houses, s.board.town_index[name])
    return None


def nearest(board: Tables, houses: Sequence[int], town: int) -> int:
    """Return the house nearest to a town: first by the routes in between, then by the houses."""
    steps = distances(board, town)

    def distance(house: int) -> tuple[int, int]:
        route = board.house_route[house]
        along, last = house - board.first_house[route], board.route_size[route] - 1
        one, other = (steps.get(end, len(steps)) for end in board.route_towns[route])
        return min((one, along), (other, last - along))

    return min(houses, key=distance)


def distances(board: Tables, town: int) -> dict[int, int]:
    """Return the number of routes between a town and each town connected to it."""
    found, edge, steps = {town: 0}, [town], 0
    while edge:
        steps += 1
        near = [
            other for one in edge for other in range(len(board.town_ids)) if board.town_mask[one] >> other & 1
        ]
        edge = [other for other in dict.fromkeys(near) if other not in found]
        found |= dict.fromkeys(edge, steps)
    return found


def by_kind(actions: Sequence[Action], wishes: Iterable[str]) -> Action | None:
    """Return the income with the most pieces of the first wished kind, or None without one. `actions` begin
    with the most traders."""
    kind = next((BY_KIND.index(wish) for wish in wishes if wish in BY_KIND), None)
    return None if kind is None else actions[-kind]
