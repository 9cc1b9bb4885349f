"""Map of Great Britain from Scotland to the Channel: coasts, countries, rivers and hills, in board units.

Loosely based on the real map, without effect on the rules. Both boards have the same land. Scotland is a
separate country on the larger one. The data is `assets/games/hansa_teutonica/expansions/britannia/map.json`:
the coast in five parts from the northern edge round by the west, borders from coast to coast, islands,
rivers and vegetation.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pygame

from game.assets import data_of_game
from game.client.draw.svg import Bit, bit, placed
from game.client.views.map_paint import (
    FOAM,
    SEA_DEEP,
    SEA_FAR,
    island,
    outline,
    patch,
    sea,
    shallows,
    shore,
    tones,
    waves,
)
from game.client.views.plane import XY, smooth
from game.games.hansa_teutonica.view.layout import Layout
from game.games.hansa_teutonica.view.maps.paint import Wilds, everywhere, growth, river

_MAP = data_of_game("hansa-teutonica", "expansions/britannia/map")
SCOTLAND_WEST: tuple[XY, ...] = _MAP["scotland_west"]
ENGLAND_WEST: tuple[XY, ...] = _MAP["england_west"]
WALES: tuple[XY, ...] = _MAP["wales"]
SCOTLAND_EAST: tuple[XY, ...] = _MAP["scotland_east"]
COAST = (*SCOTLAND_WEST, *ENGLAND_WEST, *WALES, *_MAP["england_south"], *SCOTLAND_EAST)

CELL = 4
"""Side of the grid cells (land or sea) that place plants and waves."""
GRASS, GRASS_LIGHT, GRASS_DARK = "#dfdca9", "#efedc8", "#c2cb96"
"""England: pale meadows."""
COUNTRY_GROUND = {"wales": "#d9b487", "scotland": "#b9c9cf"}
"""Fawn hills and grey heather: lands as different as their routes."""
COGS = ((905, 1172, 0.62), (882, 420, 0.8), (292, 570, 0.6))
"""Positions and scales of ornamental cogs."""
BORDER_INK = "#4a3a26"


def britannia(plan: Layout) -> list[Bit]:
    """Return sea, coasts, countries, rivers, and the vegetation between towns and roads."""
    bounds = everywhere(plan)
    abroad = [country.id for country in plan.side.countries]
    return [
        Bit(bounds, _sea(plan)),
        Bit(bounds, tones(GRASS_LIGHT, GRASS_DARK)),
        *_patches(plan),
        *(_tinted(name) for name in abroad),
        _man(),
        *([] if "scotland" in abroad else [_wall()]),
        *(river(course, name in _MAP["large"]) for name, course in _MAP["rivers"].items()),
        Bit(bounds, "".join(shore(outline(land, "Z")) for land in _lands())),
        *growth(plan, WILDS),
        *(bit([(x, y)], 60, placed("cog", x, y, size), ornament=True) for x, y, size in COGS),
        bit([(868, 250)], 60, _rose(868, 250), ornament=True),
    ]


@cache
def _lands() -> tuple[tuple[XY, ...], ...]:
    """Return the outline of each land mass as a fine polygon."""
    main = (*smooth(COAST, 4), (470, -40), (30, -40))
    return (main, smooth(_MAP["france"], 4), *(island(isle) for isle in (_MAP["man"], *_MAP["islands"])))


def _sea(plan: Layout) -> str:
    """Return deep water, the shallows along every coast, waves, and the land."""
    coasts = [outline(land, "Z") for land in _lands()]
    ground = "".join(f'<path d="{coast}" fill="{GRASS}"/>' for coast in coasts)
    crests = ((x, y) for y in range(80, int(plan.height) - 40, 34) for x in range(74 + y % 5 * 21, 930, 88))
    around = [(dx, dy) for dx in (-22, 0, 22) for dy in (-14, 14)]
    on_sea = waves((x, y) for x, y in crests if all(at_sea(x + dx, y + dy) for dx, dy in around))
    water = sea(plan.width, plan.height, SEA_DEEP, SEA_FAR) + shallows(coasts, join="round")
    return water + on_sea + ground


def _tinted(country: str) -> Bit:
    """Return the ground and the border of a country abroad."""
    border = smooth(_MAP["borders"][country], 4)
    coast = smooth(COAST, 4)
    if country == "scotland":
        west = coast[: 4 * (len(SCOTLAND_WEST) - 1) + 1]
        east = coast[-4 * len(SCOTLAND_EAST) - 1 :]
        ground = (*west, *border, *east, (470, -40), (30, -40))
    else:
        first = len(SCOTLAND_WEST) + len(ENGLAND_WEST) - 1
        ground = (*coast[4 * first : 4 * (first + len(WALES)) + 1], *reversed(border))
    colour, line = COUNTRY_GROUND[country], outline(border)
    drawn = (
        f'<path d="{outline(ground, "Z")}" fill="{colour}" fill-opacity=".78"/>'
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="9" stroke-opacity=".7"/>'
        f'<path d="{line}" fill="none" stroke="{BORDER_INK}" stroke-width="2.2" stroke-dasharray="9 4 2 4"/>'
    )
    return bit(ground, 12, drawn)


def _man() -> Bit:
    coast = island(_MAP["man"])
    drawn = f'<path d="{outline(coast, "Z")}" fill="{COUNTRY_GROUND["wales"]}" fill-opacity=".78"/>'
    return bit(coast, 4, drawn)


def _wall() -> Bit:
    """Return the Roman wall in the north, for boards on which Scotland is not a country."""
    course = smooth(_MAP["wall"], 6)
    line = outline(course)
    return bit(
        course,
        12,
        f'<path d="{line}" fill="none" stroke="#5b5546" stroke-width="8" stroke-opacity=".75"/>'
        f'<path d="{line}" fill="none" stroke="#b9b096" stroke-width="5.5"/>'
        f'<path d="{line}" fill="none" stroke="#5b5546" stroke-width="5.5" stroke-dasharray="1.2 6"/>',
    )


def _patches(plan: Layout) -> list[Bit]:
    """Return soft patches, as on old parchment, that are wholly on land."""
    dice, spots = Random(4), []
    for n in range(150):
        rx, ry = 46 + dice.random() * 70, 36 + dice.random() * 46
        x, y = dice.random() * plan.width, dice.random() * plan.height
        rim = ((x + dx * rx * 0.8, y + dy * ry * 0.8) for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)))
        if not any(at_sea(*xy) for xy in rim):
            spots.append(patch(n, x, y, rx, ry))
    return spots


def _rose(x: float, y: float) -> str:
    """Return a compass rose on the open sea."""
    star = "".join(
        f'<path d="M{x} {y}L{x + a * 9:.1f} {y + b * 9:.1f}L{x + c:.1f} {y + d:.1f}Z" fill="{FOAM}" '
        f'fill-opacity="{shade}"/>'
        for c, d, sides in ((0, -46, (-1, 1)), (0, 34, (-1, 1)), (-34, 0, (-1, 1)), (34, 0, (-1, 1)))
        for side, shade in zip(sides, (0.55, 0.3), strict=True)
        for a, b in [
            ((side * 0.7, -0.7) if d < 0 else (side * 0.7, 0.7)) if c == 0 else ((c / 48, side * 0.7))
        ]
    )
    return f'<circle cx="{x}" cy="{y}" r="22" fill="none" stroke="{FOAM}" stroke-opacity=".4"/>{star}'


def at_sea(x: float, y: float) -> bool:
    """Return whether a point is on water. Points outside the map count as the nearest point of its edge."""
    land = _land_mask()
    across, down = land.get_size()
    cell = min(max(0, int(x / CELL)), across - 1), min(max(0, int(y / CELL)), down - 1)
    return not land.get_at(cell)


@cache
def _land_mask() -> pygame.mask.Mask:
    """Return a mask of all land cells. Testing thousands of points against coasts with hundreds of corners
    would be slow."""
    ground = pygame.Surface((round(1000 / CELL), round(1408 / CELL)), pygame.SRCALPHA)
    for land in _lands():
        pygame.draw.polygon(ground, "white", [(x / CELL, y / CELL) for x, y in land])
    return pygame.mask.from_surface(ground)


WILDS = Wilds(_MAP["rivers"].values(), (COAST, _MAP["france"]), _MAP["regions"], at_sea)
