"""Board of *Hansa*: nine towns, one-way routes, warehouses, and the goods (rules sections 1, 2).

In the engine, towns, warehouses, colours and goods are small integers: indices into the tuples below. Only
this module names them. docs/reference/rules/hansa-rulings.md distinguishes facts from the rulebook from
inferred ones.
"""

from __future__ import annotations

from typing import NamedTuple


class Town(NamedTuple):
    """A town: id, name, position on the chart (0..1, x to the right, y downwards), its warehouses."""

    id: str
    name: str
    x: float
    y: float
    warehouses: tuple[str, ...]


class Route(NamedTuple):
    """A one-way route between two town ids; `land`: drawn over land, but sailed like any other."""

    source: str
    target: str
    land: bool = False


TOWNS = (
    Town("tonsberg", "Tønsberg", 0.11, 0.19, ("1a", "1b")),
    Town("aalborg", "Aalborg", 0.08, 0.50, ("2a", "2b")),
    Town("lubeck", "Lübeck", 0.13, 0.90, ("3a", "3b")),
    Town("copenhagen", "Copenhagen", 0.25, 0.66, ("4a",)),
    Town("stockholm", "Stockholm", 0.53, 0.19, ("5a",)),
    Town("kalmar", "Kalmar", 0.44, 0.53, ("6a",)),
    Town("danzig", "Danzig", 0.56, 0.84, ("7a", "7b")),
    Town("reval", "Reval", 0.90, 0.17, ("8a",)),
    Town("riga", "Riga", 0.87, 0.50, ("9a", "9b")),
)
ROUTES = (
    Route("copenhagen", "lubeck"),
    Route("copenhagen", "danzig"),
    Route("copenhagen", "tonsberg"),
    Route("lubeck", "aalborg"),
    Route("aalborg", "copenhagen"),
    Route("kalmar", "copenhagen"),
    Route("tonsberg", "stockholm", land=True),
    Route("stockholm", "reval"),
    Route("stockholm", "kalmar"),
    Route("danzig", "kalmar"),
    Route("reval", "riga"),
    Route("riga", "danzig"),
    Route("danzig", "reval"),
)
SHIP_START = "copenhagen"
"""Start of the ship, the only town closed to the first placement (2.5, 3.3)."""

COLOURS = ("red", "blue", "green", "orange", "pink", "brown")
COPIES = (4, 5, 4)
"""Number of goods of one colour with 1, 2 and 3 barrels."""
COLOURS_LEFT_OUT = {2: 2, 3: 1, 4: 0}

STACKS = 5
COINS = 22
START_COINS = 3
INCOME = 3
MARKETS = 15
PLACEMENT_ROUNDS = 3
PLACEMENT_MARKETS = 2
KEEP_COINS = 3
KEEP_GOODS = 3
STALL_ROUNDS = 5
"""Number of rounds without any action after which the stall guard ends the game (A15)."""

# Derived from the facts above.

TOWN_IDS = tuple(town.id for town in TOWNS)
WAREHOUSES = tuple(name for town in TOWNS for name in town.warehouses)
"""Every warehouse, in filling order (6.4)."""
TOWN_WAREHOUSES = tuple(tuple(WAREHOUSES.index(name) for name in town.warehouses) for town in TOWNS)
WAREHOUSE_TOWN = tuple(number for number, town in enumerate(TOWNS) for _ in town.warehouses)
DESTINATIONS = tuple(
    tuple(TOWN_IDS.index(route.target) for route in ROUTES if route.source == town.id) for town in TOWNS
)
"""Towns one move away, by town (7.4)."""
START_TOWN = TOWN_IDS.index(SHIP_START)

KINDS = len(COPIES)
"""Number of different goods of a colour."""
GOODS = tuple(f"{colour}.{barrels}" for colour in COLOURS for barrels in range(1, KINDS + 1))
GOOD_COPIES = COPIES * len(COLOURS)
EMPTY = -1
"""An empty warehouse."""

Hand = tuple[int, ...]
"""Sorted goods: a player's unsold or sold ones."""


def good_of(colour: int, barrels: int) -> int:
    """Return the number of a good.

    >>> GOODS[good_of(COLOURS.index("red"), 2)]
    'red.2'
    """
    return colour * KINDS + barrels - 1


def colour_of(good: int) -> int:
    """Return the colour of a good, an index into COLOURS."""
    return good // KINDS


def barrels_of(good: int) -> int:
    """Return the number of barrels of a good: 1 to 3."""
    return good % KINDS + 1


def moves_between(source: int, target: int) -> int:
    """Return the smallest number of moves from one town to another."""
    reached, moves = {source}, 0
    while target not in reached:
        reached |= {there for here in reached for there in DESTINATIONS[here]}
        moves += 1
    return moves


def stack_sizes(goods: int) -> tuple[int, ...]:
    """Return the sizes of the five stacks of these goods: nearly equal, the first ones larger (2.4, A2).

    >>> stack_sizes(51)
    (11, 10, 10, 10, 10)
    """
    small, rest = divmod(goods, STACKS)
    return tuple(small + (number < rest) for number in range(STACKS))
