"""Projection from board units to the screen: the position in pixels of every element and place."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from game.client.views.plane import XY, Projection, around
from game.client.views.view import Shape
from game.games.hansa.rules.board import TOWNS
from game.games.hansa.view.layout import (
    BANK,
    CARD,
    HEIGHT,
    LINES,
    PORTS,
    REMOVED,
    SHIP,
    SLOT,
    STALL,
    TAG,
    WIDTH,
    stack,
)

WAREHOUSE_PORT = {name: town.id for town in TOWNS for name in town.warehouses}


class Geometry(Projection):
    """The board at its current position on the screen."""

    def __init__(self, seats: int) -> None:
        super().__init__(WIDTH, HEIGHT)
        self.seats = seats

    def shape(self, element: str) -> Shape | None:
        """Return the outline of an element of the board."""
        kind, _, rest = element.partition(".")
        if kind == "town":
            return Shape(self.box(PORTS[rest].outline))
        if kind == "warehouse":
            return Shape(self.box(around(self._warehouse(rest), SLOT, SLOT)))
        if kind == "market":
            town, _, seat = rest.rpartition(".")
            return Shape(self.box(around(PORTS[town].market(int(seat), self.seats), *STALL)))
        if kind == "tag":
            return Shape(self.box(around(PORTS[rest].tag, 2.75 * TAG, TAG)))
        if kind == "stack":
            return Shape(self.box(around(stack(int(rest)), 50, 60)))
        if kind == "bank":
            return Shape(self.box(around(BANK, 70, 130)))
        if kind == "box":
            return Shape(self.box(around(REMOVED, 60, 90)))
        if kind == "card":
            return Shape(self.box(CARD))
        return None

    def ship(self, town: str) -> Shape:
        """Return the outline of the ship at its berth in a town."""
        return Shape(self.box(around(PORTS[town].berth, SHIP, SHIP)), round=True)

    def anchor(self, place: str) -> XY | None:
        """Return the centre of a place on the board; None if there is no such place."""
        kind, _, rest = place.partition(".")
        if kind == "town":
            return self.at(PORTS[rest].berth)
        if kind == "warehouse":
            return self.at(self._warehouse(rest))
        if kind == "market":
            town, _, seat = rest.rpartition(".")
            return self.at(PORTS[town].market(int(seat), self.seats))
        if kind == "stack":
            return self.at(stack(int(rest)))
        if kind == "bank":
            return self.at(BANK)
        if kind in ("box", "bag"):
            return self.at(REMOVED)
        return None

    def course(self, source: str, target: str) -> tuple[XY, ...]:
        """Return the ship's course from town to town, berth to berth."""
        line = (PORTS[source].berth, *LINES[source, target], PORTS[target].berth)
        return tuple(self.at(xy) for xy in evenly(line, 40))

    @staticmethod
    def _warehouse(name: str) -> XY:
        return PORTS[WAREHOUSE_PORT[name]].warehouse(name)


def evenly(line: tuple[XY, ...], count: int) -> tuple[XY, ...]:
    """Return `count` + 1 equally spaced points on a line, including both ends."""
    gone = [0.0]
    for (ax, ay), (bx, by) in pairwise(line):
        gone.append(gone[-1] + hypot(bx - ax, by - ay))
    points, at = [], 0
    for n in range(count):
        want = gone[-1] * n / count
        while gone[at + 1] < want:
            at += 1
        part = (want - gone[at]) / ((gone[at + 1] - gone[at]) or 1.0)
        (ax, ay), (bx, by) = line[at], line[at + 1]
        points.append((ax + (bx - ax) * part, ay + (by - ay) * part))
    return (*points, line[-1])
