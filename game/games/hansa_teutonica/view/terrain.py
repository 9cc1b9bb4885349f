"""The land under the boards: a map for those that name one, plain ground for others."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.client.draw.svg import Bit
from game.client.views.plane import XY
from game.games.hansa_teutonica.rules.board import Board
from game.games.hansa_teutonica.view.layout import Layout
from game.games.hansa_teutonica.view.maps.baltic import baltic
from game.games.hansa_teutonica.view.maps.britannia import britannia
from game.games.hansa_teutonica.view.maps.north import north
from game.games.hansa_teutonica.view.maps.paint import everywhere, mottling, tones


class Ground(NamedTuple):
    """What lies under a board: how it is drawn, and the names written on it with their places."""

    land: Callable[[Layout], list[Bit]]
    names: tuple[tuple[str, XY], ...] = ()


def ground_of(side: Board) -> Ground:
    """The map of a board, or plain ground."""
    return GROUNDS.get(side.land, PLAIN)


def _plain(plan: Layout) -> list[Bit]:
    """Mottled parchment."""
    return [Bit(everywhere(plan), tones()), *mottling(plan.width, 0)]


PLAIN = Ground(_plain)
SEAS = (("Mare Germanicum", (830, 345)), ("Mare Hibernicum", (146, 372)))
"""East and west of Great Britain."""
GROUNDS = {
    "north": Ground(north, (("Mare Germanicum", (506, 80)),)),
    "britannia": Ground(britannia, SEAS),
    "britannia_north": Ground(britannia, SEAS),
    "baltic": Ground(baltic, (("Mare Balticum", (466, 74)),)),
}
"""By the name that a board gives its land."""
