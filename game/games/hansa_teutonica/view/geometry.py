"""Projection from board units to the screen: the position in pixels of every element and place."""

from __future__ import annotations

from functools import lru_cache
from math import dist

import pygame

from game.client.views.plane import XY, Projection, around
from game.client.views.view import Shape
from game.games.hansa_teutonica.rules.board import TRACKS
from game.games.hansa_teutonica.view.layout import (
    BOARDS,
    COUNTRY,
    HOUSE,
    MARKER,
    OFFICE,
    ROUNDEL,
    SCROLL,
    TABLE_SPACE,
    Layout,
)

LINK = (118.0, 38.0)
"""Size of the plate with the points for the link between east and west."""

SCORE_SPOTS: tuple[tuple[XY, ...], ...] = (
    (),
    ((0, 0),),
    ((-0.24, 0), (0.24, 0)),
    ((-0.24, -0.22), (0.24, -0.22), (0, 0.24)),
    ((-0.24, -0.22), (0.24, -0.22), (-0.24, 0.24), (0.24, 0.24)),
    ((-0.26, -0.26), (0.26, -0.26), (-0.26, 0.26), (0.26, 0.26), (0, 0)),
)
"""Offsets of the cubes in one cell of the prestige track, by the number of players in it."""


class Geometry(Projection):
    """The board at its current position on the screen."""

    def __init__(self, plan: Layout) -> None:
        super().__init__(plan.width, plan.height)
        self.plan = plan
        self._shapes: dict[tuple[str, int], Shape] = {}
        """Outlines cached since the board was last moved: a hundred elements are queried repeatedly."""

    def move_to(self, rect: pygame.FRect) -> None:
        if tuple(rect) != tuple(self.rect):
            self._shapes.clear()
        super().move_to(rect)

    def shape(self, element: str, extra_number: int = 1) -> Shape | None:
        """Return the outline of a board element. `extra_number`: number of the additional office if the
        element does not contain it, such as one that can be added."""
        known = self._shapes.get((element, extra_number))
        if known is None and (known := self._outline(element, extra_number)) is not None:
            self._shapes[element, extra_number] = known
        return known

    def _outline(self, element: str, extra_number: int) -> Shape | None:
        kind, _, rest = element.partition(".")
        plan = self.plan
        if kind == "house":
            return self._round(plan.houses[element], HOUSE) if element in plan.houses else None
        if kind == "office":
            town, _, number = rest.rpartition(".")
            box = plan.towns[town]
            centre = box.offices[int(number) - 1]
            round_ = box.town.offices[int(number) - 1].kind == 1
            return self._round(centre, OFFICE) if round_ else self._box(centre, OFFICE, OFFICE)
        if kind == "town":
            town_box = plan.towns[rest]
            x, y = town_box.centre
            return self._box((x, y + 10), max(town_box.width, town_box.banner_width) + 4, OFFICE + 34)
        if kind == "extra":
            town, _, number = rest.partition(".")
            return self._box(plan.towns[town].extra(int(number or extra_number)), OFFICE, OFFICE)
        if kind == "table":
            return self._round(plan.table[int(rest) - 1], TABLE_SPACE)
        if kind == "tavern":
            return self._box(plan.markers[rest], *MARKER)
        if kind == "effect":
            return self._round(plan.markers[rest], ROUNDEL)
        if kind == "route":
            return self._line(rest)
        if kind == "scroll":
            return self._box(plan.scrolls[rest], *SCROLL)
        if kind == "completed":
            (left, top), (right, bottom) = plan.completed[0], plan.completed[-1]
            return Shape(self.box((left - 20, top - 20, right + 20, bottom + 20)))
        if kind == "east-west":
            return self._box(plan.east_west, *LINK)
        if kind == "country" and rest in plan.countries:
            return self._box(plan.countries[rest], *COUNTRY)
        return None

    def around(self, element: str) -> tuple[str, ...]:
        """Return the towns and the route that an element belongs to."""
        kind, _, rest = element.partition(".")
        if kind in ("office", "extra"):
            return (f"town.{rest.partition('.')[0]}",)
        if kind == "scroll":
            homes = (town for town in self.plan.side.towns if TRACKS.index(rest) in town.abilities)
            return tuple(f"town.{town.id}" for town in homes)
        if kind in ("house", "route", "tavern", "effect"):
            name = rest.partition(".")[0]
            route = next(route for route in self.plan.side.routes if route.id == name)
            return f"route.{name}", f"town.{route.a}", f"town.{route.b}"
        return ()

    def anchor(self, place: str) -> XY | None:
        """Return the centre of a place on the board, or None. The score needs the state."""
        kind, _, rest = place.partition(".")
        plan = self.plan
        if kind == "house":
            return self.at(plan.houses[place])
        if kind == "office":
            town, _, number = rest.rpartition(".")
            return self.at(plan.towns[town].offices[int(number) - 1])
        if kind == "extra":
            town, _, number = rest.rpartition(".")
            return self.at(plan.towns[town].extra(int(number)))
        if kind == "table":
            return self.at(plan.table[int(rest) - 1])
        if kind in ("tavern", "effect"):
            return self.at(plan.markers[rest])
        if kind == "town":
            return self.at(plan.towns[rest].centre)
        if kind == "route":
            road = plan.roads[rest]
            return self.at(road[len(road) // 2])
        if kind == "east-west":
            return self.at(plan.east_west)
        if kind in ("bag", "box"):
            return self.at((plan.width / 2, plan.frame[1] + 6))
        if kind == "neutral":
            return self.at(plan.neutral)
        return None

    def score(self, points: int, index: int, count: int) -> XY:
        """Return the position of the `index`-th of `count` cubes in a cell."""
        left, top, right, bottom = self.plan.score[points % 100]
        dx, dy = SCORE_SPOTS[min(count, 5)][index % 5]
        return self.at(((left + right) / 2 + dx * 46, (top + bottom) / 2 + dy * 46))

    def _round(self, centre: XY, size: float) -> Shape:
        return Shape(self._rect(centre, size, size), round=True)

    def _box(self, centre: XY, width: float, height: float) -> Shape:
        return Shape(self._rect(centre, width, height))

    def _rect(self, centre: XY, width: float, height: float) -> pygame.FRect:
        return self.box(around(centre, width, height))

    def _line(self, route: str) -> Shape:
        """Return the shape of a route from town to town. Its highlight goes from its first
        house to its last."""
        points, lit = (tuple(map(self.at, line)) for line in _lines(self.plan)[route])
        return Shape(_bounds(points), points=points, open=True, width=self.px(HOUSE), lit=lit)


@lru_cache(maxsize=BOARDS)
def _lines(plan: Layout) -> dict[str, tuple[tuple[XY, ...], tuple[XY, ...]]]:
    """Return the lines of routes in board units: from town to town, and from the first house to the last."""
    lines = {}
    for route, road in plan.open_roads.items():
        slots = [xy for name, xy in plan.houses.items() if name.startswith(f"house.{route}.")]
        first, last = (_nearest(road, xy) for xy in (slots[0], slots[-1]))
        lines[route] = (*road[::3], road[-1]), (slots[0], *road[first + 1 : last : 3], slots[-1])
    return lines


def _nearest(line: tuple[XY, ...], xy: XY) -> int:
    """Return the index of the point on a line that is nearest to a position."""
    return min(range(len(line)), key=lambda number: dist(line[number], xy))


def _bounds(points: tuple[XY, ...]) -> pygame.FRect:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return pygame.FRect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
