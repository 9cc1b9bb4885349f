"""Ground of the boards: a map for those that name one, plain ground for others.

An expansion declares the maps of its boards in its module `view`: `GROUNDS`, by the names that its boards
use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from game.client.draw.svg import Bit
from game.client.views.map_paint import tones
from game.client.views.plane import XY
from game.games.hansa_teutonica.expansions import found
from game.games.hansa_teutonica.rules.board import Board
from game.games.hansa_teutonica.view.layout import Layout
from game.games.hansa_teutonica.view.maps.north import north
from game.games.hansa_teutonica.view.maps.paint import everywhere, mottling


class CountryLook(NamedTuple):
    """Style of a country: the colour of its routes, another for cloth, and the pattern along its routes,
    because colours alone are not accessible."""

    name: str
    colour: str
    dark: str
    pattern: str
    pattern_width: float
    dashes: str


class Ground(NamedTuple):
    """The ground of a board.

    land   function that draws it
    names  names on it, with their positions
    looks  styles of countries abroad, by their ids
    """

    land: Callable[[Layout], list[Bit]]
    names: tuple[tuple[str, XY], ...] = ()
    looks: Mapping[str, CountryLook] = {}


def ground_of(side: Board) -> Ground:
    """Return the map of a board, or plain ground."""
    return _grounds().get(side.land, PLAIN)


def _plain(plan: Layout) -> list[Bit]:
    """Return mottled parchment."""
    return [Bit(everywhere(plan), tones()), *mottling(plan.width, 0)]


PLAIN = Ground(_plain)
NORTH = Ground(north, (("Mare Germanicum", (506, 80)),))


@cache
def _grounds() -> Mapping[str, Ground]:
    """Return grounds by the name that boards use."""
    found_there = (getattr(module, "GROUNDS", {}) for module in found("view"))
    return {"north": NORTH} | {name: ground for grounds in found_there for name, ground in grounds.items()}
