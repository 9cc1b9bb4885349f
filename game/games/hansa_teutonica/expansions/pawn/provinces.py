"""Provinces of the pawn variant (rules section 12.A): faces of the map of the back side.

Routes and four border guards cut the map. The outside is not printed as provinces. The presets differ in the
towns that count as touching the edge of the board, and so divide the outside.

B1  the six dead-end towns and the two red edge towns: 10 inner and 8 rim provinces (recommended)
B0  the six dead-end towns only: 10 and 6
A2  the two red edge towns only: 10 and 2
A   none: 10 and one outer ring, which nine routes border on both sides

`provinces.json` lists the `guards`, the `inner` provinces that all presets share, and the outer ones of the
`presets`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from game.games.hansa_teutonica.rules.board_file import text_of


class Province(NamedTuple):
    """A region of the map between routes, border guards and the edge (rules section 12.A)."""

    id: str
    towns: tuple[str, ...]
    """Towns round the province, in order."""
    routes: tuple[str, ...]
    """Routes that border the province. The pawn lets a player place, displace and claim there."""
    neighbours: tuple[str, ...]
    """Provinces across a border."""


_DATA: Mapping[str, Any] = json.loads(text_of("game.games.hansa_teutonica.expansions.pawn", "provinces"))

GUARDS: tuple[tuple[str, str], ...] = tuple((one, other) for one, other in _DATA["guards"])
"""Pairs of towns with a border guard between them. A guard is a border like a route."""


def _border(one: str, other: str, regions: Mapping[str, Any]) -> bool:
    """Return whether a route or, between two inner provinces, a border guard separates two provinces."""
    here, there = regions[one], regions[other]
    if set(here["routes"]) & set(there["routes"]):
        return True
    inner = one in _DATA["inner"] and other in _DATA["inner"]
    return inner and any({*guard} <= {*here["towns"]} & {*there["towns"]} for guard in GUARDS)


def _with_neighbours(regions: Mapping[str, Any]) -> tuple[Province, ...]:
    """Return the provinces of a map, each with the ids of those across a border."""
    return tuple(
        Province(
            name,
            tuple(region["towns"]),
            tuple(region["routes"]),
            tuple(other for other in regions if other != name and _border(name, other, regions)),
        )
        for name, region in regions.items()
    )


PROVINCES: dict[str, tuple[Province, ...]] = {
    preset: _with_neighbours({**_DATA["inner"], **outer}) for preset, outer in _DATA["presets"].items()
}
"""Provinces of every preset. The inner ones are the same in each."""
