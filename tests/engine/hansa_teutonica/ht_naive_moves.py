"""Moves of one's pieces (5.4, A16) with restricted places, by trying every assignment of pieces to houses.

`Room` returns the houses to which a piece from a house may be moved, empty or not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations

Room = Callable[[str, str], set[str]]
Lifted = list[tuple[str, str]]
"""House and piece, in the order in which they were lifted."""


def otherwise(houses: dict[str, str], lifted: Lifted, hand: Lifted, room: Room) -> bool:
    """Return whether the pieces in hand can be placed so that the board differs from that before the move."""
    if not hand:
        return any(houses[house] != piece for house, piece in lifted)
    (origin, piece), *rest = hand
    free = [house for house in room(piece, origin) if houses[house] == "."]
    return any(otherwise({**houses, house: piece}, lifted, rest, room) for house in free)


def liftable(houses: dict[str, str], own: list[str], lifted: Lifted, more: int, room: Room) -> set[str]:
    """Return the pieces that may be lifted next, if `more` pieces may be: with some others that follow,
    something changes. Two others suffice (`test_ht_moving` tries more), of those that can move at all."""
    places = {house: houses[house] for house in own} | dict(lifted)
    places |= {house: piece for house, piece in houses.items() if piece == "." and house not in places}
    free = [
        house
        for house in own
        if any(places.get(there, houses[house]) != houses[house] for there in room(houses[house], house))
    ]
    found, room = set[str](), cache(room)
    for house in own:
        rest = [other for other in free if other != house]
        for others in combinations(rest, min(len(rest), more - 1, 2)):
            now = [*lifted, *((one, houses[one]) for one in (house, *others))]
            empty = {one: "." for one, _ in now}
            if otherwise({**houses, **empty}, now, now, room):
                found.add(house)
                break
    return found


def settable(houses: dict[str, str], lifted: Lifted, hand: list[str], room: Room) -> set[str]:
    """Return the houses where the first piece in hand may be set down."""
    coming = lifted[-len(hand) :]
    (origin, piece), *rest = coming
    return {
        house
        for house in room(piece, origin)
        if houses[house] == "." and otherwise({**houses, house: piece}, lifted, rest, room)
    }
