"""A map of towns and routes with spaces for pieces, from the coordinates of its towns."""

from __future__ import annotations

from collections.abc import Mapping

XY = tuple[float, float]

MARGIN = 0.24
"""The part of a route, at each of its ends, that belongs to the town rather than to the spaces."""


class Network:
    """Towns, the routes between them and the spaces on the routes.

    places  by element ("town.hub", "space.hub-rim.1"), where it lies
    lines   by element ("route.hub-rim"), the ends of the line that stands for it
    """

    def __init__(self, towns: Mapping[str, XY], routes: Mapping[tuple[str, str], int]) -> None:
        """Make a map.

        towns   by id, where each lies: x to the right, y downwards, in any unit
        routes  by the two towns it joins, how many spaces each has
        """
        self.towns = (*towns,)
        self.routes = tuple(f"{one}-{other}" for one, other in routes)
        self.ends = dict(zip(self.routes, routes, strict=True))
        """By route, the towns it joins."""
        counts = dict(zip(self.routes, routes.values(), strict=True))
        self.spaces_of = {
            route: tuple(f"{route}.{index}" for index in range(1, count + 1))
            for route, count in counts.items()
        }
        """By route, its spaces."""
        self.spaces = tuple(space for spaces in self.spaces_of.values() for space in spaces)
        self.route_of = {space: route for route, spaces in self.spaces_of.items() for space in spaces}
        """By space, its route."""
        self.places: dict[str, XY] = {f"town.{town}": xy for town, xy in towns.items()}
        self.lines: dict[str, tuple[XY, XY]] = {}
        for route, (one, other) in self.ends.items():
            begin, end = towns[one], towns[other]
            self.lines[f"route.{route}"] = begin, end
            spaces = self.spaces_of[route]
            for index, space in enumerate(spaces):
                share = MARGIN + (1 - 2 * MARGIN) * (index + 0.5) / len(spaces)
                self.places[f"space.{space}"] = (
                    begin[0] + (end[0] - begin[0]) * share,
                    begin[1] + (end[1] - begin[1]) * share,
                )
