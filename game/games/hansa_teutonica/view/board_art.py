"""Static image of the board: one SVG built from the layout, then the lettering.

Nothing here changes during a game, so that the table only blits the finished image.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

import pygame

from game.assets import data_of_game
from game.client.draw import theme
from game.client.draw.paint import text
from game.client.draw.svg import Bit, bit, drawn, placed, raster, stroke, within
from game.client.draw.svg import box as rounded
from game.client.views import contrast
from game.client.views.contrast import recoloured
from game.client.views.map_paint import LAND, outline
from game.client.views.picture import Picture
from game.client.views.plane import XY, Box
from game.games.hansa_teutonica.rules.board import MERCHANT, TRACKS, Country, Office
from game.games.hansa_teutonica.view import terrain
from game.games.hansa_teutonica.view.layout import (
    BANNER,
    BOARDS,
    COUNTRY,
    GREEN_ROOM,
    OFFICE,
    ROUNDEL,
    Layout,
    TownBox,
)

CORD = "#f5e9ca"
"""Colour of the string between a printed marker and its road."""
HOME = terrain.CountryLook("", "#f3e3b8", "#f3e3b8", "#a5804c", 1.3, "5 5")
"""Style of routes at home: bare roads."""

_ART = data_of_game("hansa-teutonica", "view/board")
"""Data of the image. Skylines are buildings from west to east with their offsets, several by number of
offices, and landmarks those of single towns. Banners are cloth and edge of a town's name in colour; other
banners are plain, and dark ones need light letters."""
PRIVILEGE_COLOURS: tuple[tuple[str, str, str], ...] = _ART["privileges"]
"""Rim, outline and ground of a space by the privilege it needs. The pips on it show the privilege as a
number."""
PIPS: tuple[tuple[XY, ...], ...] = _ART["pips"]

TOWN, SMALL = (115.0, 95.0), 48.0
"""Extent of a town from its centre, across and down, unless its row of offices is wider; and of a house, a
tavern, a scroll."""


@lru_cache(maxsize=BOARDS)
def ground(plan: Layout, besides: str, strong: bool) -> Picture:
    """Return the image of a board, cached between matches.

    besides: SVG added by modules
    strong: True for high contrast
    """
    usual = ground(plan, "", strong) if besides else None
    return Picture(plan.width, plan.height, partial(picture, plan, besides, strong=strong), usual)


def prepare(plan: Layout) -> Iterator[None]:
    """Compute the shapes of a board once and draw its small picture, in steps that fit into a frame."""
    for bits in (_ground, _roads, _frame):
        bits(plan)
        yield
    yield from ground(plan, "", contrast.strong()).in_advance()


def picture(
    plan: Layout, besides: str, part: pygame.FRect, size: tuple[int, int], *, strong: bool = False
) -> Iterator[pygame.Surface | None]:
    """Draw the board without pieces, opaque, layer by layer: `part` of it (in board units) at
    `size` pixels."""
    view = (part.x, part.y, part.width, part.height)
    image = pygame.Surface(size)
    image.fill(recoloured(LAND) if strong else LAND)
    for layer in layers(plan, besides, part, strong):
        if layer:
            image.blit(raster(recoloured(layer) if strong else layer, view, size), (0, 0))
            yield None
    _letter(image, plan, size[1] / part.height, part, strong)
    yield image


def layers(plan: Layout, besides: str, part: pygame.FRect, strong: bool = False) -> Iterator[str]:
    """Yield `part` of the board from the ground up, as SVG in board units, without lettering.

    besides  SVG that modules add under the roads
    strong   True for high contrast, in the colours before `recoloured`
    """
    yield within(_ground(plan), part, strong)
    yield besides + within(_roads(plan), part)
    near = part.inflate(2 * SMALL, 2 * SMALL)
    parts = []
    for route in plan.side.routes:
        if route.effect and near.collidepoint(plan.markers[route.id]):
            parts.append(_permanent(plan.hooks[route.id], plan.markers[route.id], route.effect))
        if route.tavern_xy is not None and near.collidepoint(plan.markers[route.id]):
            (x1, y1), (x2, y2) = plan.markers[route.id], plan.hooks[route.id]
            parts.append(
                f'<path d="M{x1:.1f} {y1 + 20:.1f}L{x2:.1f} {y2:.1f}" stroke="#a5804c" stroke-width="3.5" '
                'stroke-dasharray="1 6" stroke-linecap="round" fill="none"/>'
            )
            parts.append(placed("tavern", x1, y1, 1.15))
    for number, box in enumerate(sorted(plan.towns.values(), key=lambda town: town.centre[1])):
        across = max(TOWN[0], box.width / 2 + 2)
        if part.inflate(2 * across, 2 * TOWN[1]).collidepoint(box.centre):
            coin = "coin" if plan.side.coin_points == 1 else "coin-two"
            parts.append(_town(box, number, plan.frame[1], coin, strong))
    yield "".join(parts)
    ships = {f"house.{route.id}.{number}" for route in plan.side.routes for number in route.ships}
    parts = [
        placed("shipplot" if house in ships else "houseplot", *xy)
        for house, xy in plan.houses.items()
        if near.collidepoint(xy)
    ]
    for track, xy in plan.scrolls.items():
        shown = track in TRACKS and any(TRACKS.index(track) in t.abilities for t in plan.side.towns)
        if shown and near.collidepoint(xy):
            parts.append(_scroll(track, xy))
    looks = terrain.ground_of(plan.side).looks
    tracks = [
        bit(plan.table, 90, _table(plan)),
        bit(plan.links, 34, _east_west(plan)),
        bit(plan.completed, 40, _completed(plan)),
        *(
            bit(
                [plan.countries[land.id]],
                60,
                _country(land, looks.get(land.id, HOME), plan.countries[land.id]),
            )
            for land in plan.side.countries
        ),
    ]
    yield "".join([*parts, within(tracks, part), within(_frame(plan), part)])


@lru_cache(maxsize=BOARDS)
def _ground(plan: Layout) -> list[Bit]:
    return terrain.ground_of(plan.side).land(plan)


@lru_cache(maxsize=BOARDS)
def _roads(plan: Layout) -> list[Bit]:
    parts, looks = [], terrain.ground_of(plan.side).looks
    for wide, opacity, tone in ((11.0, 0.55, None), (7.5, 1.0, "colour")):
        for route in plan.side.routes:
            road, look = plan.roads[route.id], looks.get(route.country, HOME)
            broad = wide + (3 if route.country else 0)
            colour = look.colour if tone else "#5b4128"
            parts.append(bit(road, 14, stroke(outline(road), colour, broad, opacity)))
    for route in plan.side.routes:
        road, look = plan.roads[route.id], looks.get(route.country, HOME)
        cap = ' stroke-linecap="round"' if look.dashes.startswith(".") else ""
        strip = (
            f'<path d="{outline(road)}" fill="none" stroke="{look.pattern}" '
            f'stroke-width="{look.pattern_width}" stroke-dasharray="{look.dashes}"{cap}/>'
        )
        parts.append(bit(road, 12, strip))
    return parts


def _town(box: TownBox, number: int, top: float, coin: str, strong: bool) -> str:
    x, y = box.centre
    base = y - OFFICE / 2 - 1
    scale = min(0.95, (base - top - 2) / 44)
    buildings = _ART["landmarks"].get(box.town.id)
    if buildings is None:
        skylines = _ART["skylines"][str(len(box.offices) or GREEN_ROOM)]
        buildings = skylines[number % len(skylines)]
    skyline = "".join(placed(name, x + dx * 0.95, base, scale) for name, dx in buildings)
    left, wide, high = x - box.width / 2, box.width, OFFICE + 8
    plinth = (
        rounded(left - 1, y - high / 2 + 1.5, wide + 2, high + 1, 7, "#2a1a10", opacity=0.4)
        + rounded(left, y - high / 2, wide, high, 6, "#5a3b25", "#2f1d11", 1.4)
        + rounded(left + 2, y - high / 2 + 2, wide - 4, high - 4, 4.5, "#77543a")
    )
    if box.town.green:
        return skyline + _meadow(left, y - high / 2, wide, high) + _banner(box, strong)
    slots = "".join(
        office(xy, printed, coin) for xy, printed in zip(box.offices, box.town.offices, strict=True)
    )
    return skyline + plinth + slots + _banner(box, strong)


def _meadow(left: float, top: float, wide: float, high: float) -> str:
    """Return the ground of a green town, which has no offices: grass within a hedge."""
    tufts = "".join(
        f"M{left + wide * across:.1f} {top + high * down:.1f}"
        "q1-5-2.500-7m2.500 7q.5-6 3.500-7.500m-3.500 7.500v-8.500"
        for across, down in ((0.18, 0.5), (0.34, 0.8), (0.52, 0.45), (0.68, 0.78), (0.84, 0.5))
    )
    return (
        rounded(left - 1, top + 1.5, wide + 2, high + 1, 9, "#1d2a10", opacity=0.4)
        + rounded(left, top, wide, high, 8, "#3f6b2e", "#23401a", 1.4)
        + rounded(left + 4, top + 4, wide - 8, high - 8, 5, "#86b060", "#5d8a40", 1)
        + f'<path d="{tufts}" fill="none" stroke="#4f7d36" stroke-width="1.3" stroke-linecap="round"/>'
    )


def _permanent(hook: XY, xy: XY, effect: str) -> str:
    """Return a printed marker: round, unlike those laid on the board, and tied to its route."""
    (x, y), (to_x, to_y) = xy, hook

    def disc(radius: float, fill: str, edge: str = "none", down: float = 0, opacity: float = 1) -> str:
        return (
            f'<circle cx="{x:.1f}" cy="{y + down:.1f}" r="{radius:.1f}" fill="{fill}" '
            f'fill-opacity="{opacity}" stroke="{edge}" stroke-width="1.3"/>'
        )

    string = stroke(f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}", CORD, 3.5, dashes="1 6")
    rim = disc(ROUNDEL / 2, "#12222a", down=2, opacity=0.4) + disc(ROUNDEL / 2 - 1, "#c39a52", "#3a2413")
    ground = disc(ROUNDEL / 2 - 4.5, "#f8efd6", "#7d5a12")
    return string + rim + ground + placed(f"icon-{effect}", x, y, 0.86, (38, 84, 92))


def office(xy: XY, printed: Office, coin: str = "coin") -> str:
    """Return an office: its shape shows the piece, its rim and pips the privilege, a coin the prestige."""
    x, y = xy
    parts = [space(x, y, OFFICE, printed.kind == MERCHANT, printed.privilege)]
    if printed.coin:
        parts.append(placed(coin, x + 13, y - 15, 0.92))
    return "".join(parts)


def space(x: float, y: float, size: float, round_: bool, privilege: int) -> str:
    """Return a slot for a piece with the rim and the pips of its privilege."""
    rim, edge, ground = PRIVILEGE_COLOURS[privilege]
    radius = size / 2 if round_ else size * 0.14
    half = size / 2
    pip = "#f2ead8" if privilege == 3 else edge
    slot = rounded(x - half, y - half, size, size, radius, rim, edge, 1.2)
    inner = size * 0.62
    slot += rounded(x - inner / 2, y - inner / 2, inner, inner, inner / 2 if round_ else 3, ground)
    r = size * 0.062
    for dx, dy in PIPS[privilege]:
        at_x, at_y = x + dx * size * 0.26, y + dy * size * 0.26
        slot += f'<circle cx="{at_x:.1f}" cy="{at_y:.1f}" r="{r:.2f}" fill="{pip}"/>'
    return slot


def _banner(box: TownBox, strong: bool) -> str:
    fill, edge = _ART["banners"].get(box.town.banner, ("#f8efd6", "#80663e"))
    thick = 2.0 if box.town.green else 1.3
    plate = ("#000000", fill, 3.0) if strong else (fill, edge, thick)
    x, y = box.label
    w, h = box.banner_width / 2, BANNER / 2
    tail = (
        f'<path d="M{x - w - 7:.1f} {y - h + 3:.1f}H{x + w + 7:.1f}L{x + w + 2:.1f} {y + 3:.1f}'
        f"L{x + w + 7:.1f} "
        f'{y + h + 3:.1f}H{x - w - 7:.1f}L{x - w - 2:.1f} {y + 3:.1f}Z" fill="{edge}"/>'
    )
    arms = "".join(
        placed(f"arms-{country}", x + w + 7 + 17 * number, y - 1, 0.95)
        for number, country in enumerate(box.town.countries)
        if drawn(f"arms-{country}")
    )
    return tail + rounded(x - w, y - h, 2 * w, 2 * h, 3, *plate) + arms


def _scroll(track: str, xy: XY) -> str:
    return placed("scroll", *xy, 0.98) + placed(f"icon-{track}", xy[0], xy[1], 0.98, (126, 44, 30))


def _table(plan: Layout) -> str:
    (left, y), (right, _) = plan.table[0], plan.table[-1]
    parts = [
        rounded(left - 29, y - 30, right - left + 58, 82, 8, "#2a1a10", opacity=0.35),
        rounded(left - 30, y - 32, right - left + 60, 82, 8, "#6f4526", "#2f1d11", 1.6),
        rounded(left - 26, y - 28, right - left + 52, 74, 6, "#8d6038"),
    ]
    for xy, printed in zip(plan.table, plan.side.table, strict=True):
        parts.append(space(*xy, 40, True, printed.privilege))
        parts.append(rounded(xy[0] - 16, y + 23, 32, 20, 4, "#f8efd6", "#4a2f1a", 1))
    return "".join(parts)


def _east_west(plan: Layout) -> str:
    (left, y), (right, _) = plan.links[0], plan.links[-1]
    parts = [rounded(left - 22, y - 17, right - left + 44, 34, 6, "#a8322a", "#561310", 1.5)]
    for x, _ in plan.links:
        parts.append(f'<circle cx="{x}" cy="{y}" r="13" fill="#f8efd6" stroke="#561310" stroke-width="1.2"/>')
    return "".join(parts)


def _country(country: Country, look: terrain.CountryLook, xy: XY) -> str:
    """Return the final points of a country, under its name and in its colour."""
    (x, y), (wide, high) = xy, COUNTRY
    left, top = x - wide / 2, y - high / 2
    parts = [
        rounded(left + 1, top + 3, wide, high, 8, "#12222a", opacity=0.4),
        rounded(left, top, wide, high, 8, "#f8efd6", "#3a2413", 1.6),
        rounded(left + 3, top + 3, wide - 6, 29, 6, look.dark),
        placed(f"arms-{country.id}", left + 15, top + 17, 1.15),
    ]
    for n in range(len(country.points)):
        parts.append(f'<circle cx="{x + (n - 1) * 27:.1f}" cy="{y + 15:.1f}" r="12" fill="{look.dark}"/>')
    return "".join(parts)


def _completed(plan: Layout) -> str:
    (left, y), (right, _) = plan.completed[0], plan.completed[-1]
    parts = [
        rounded(left - 20, y - 19, right - left + 40, 42, 8, "#2a1a10", opacity=0.35),
        rounded(left - 20, y - 21, right - left + 40, 42, 8, "#6f4526", "#2f1d11", 1.6),
    ]
    for n, (x, _) in enumerate(plan.completed):
        fill = "#a8322a" if n == plan.side.end_completed else "#f4e8c8" if n % 2 else "#e6d3a3"
        parts.append(rounded(x - 13, y - 15, 26, 30, 4, fill, "#3a2413", 1))
    return "".join(parts)


@lru_cache(maxsize=BOARDS)
def _frame(plan: Layout) -> list[Bit]:
    left, top, right, bottom = plan.frame
    width, height = plan.width, plan.height
    parts = _border((0, 0, width, height), (left, top, right, bottom), "#4a2f1d")
    for n, cell in enumerate(plan.score):
        parts.append(Bit(cell, _score_cell(n, cell)))
    parts += _border(_grown(plan.frame, 1.5), _grown(plan.frame, -1.5), "#2b190d")
    parts += _border(_grown(plan.frame, 3.3), _grown(plan.frame, 1.7), "#c39a52")
    parts += _border((0, 0, width, height), (3, 3, width - 3, height - 3), "#2b190d")
    return parts


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _score_cell(n: int, cell: Box) -> str:
    x1, y1, x2, y2 = cell
    gap = 2.2
    if n == 20:
        fill = "#8f2a20"
    elif n % 10 == 0:
        fill = "#d9b268"
    elif n % 5 == 0:
        fill = "#e6cf98"
    else:
        fill = "#efe0b8" if n % 2 else "#e8d6a8"
    return rounded(x1 + gap, y1 + gap, x2 - x1 - 2 * gap, y2 - y1 - 2 * gap, 5, fill)


def _border(outer: Box, inner: Box, colour: str) -> list[Bit]:
    """Return the area between two boxes as four bars. An outline would be rasterised over the whole image."""
    (x1, y1, x4, y4), (x2, y2, x3, y3) = outer, inner
    bars = ((x1, y1, x4, y2), (x1, y3, x4, y4), (x1, y2, x2, y3), (x3, y2, x4, y3))
    return [
        Bit(
            (a - 1, b - 1, c + 1, d + 1),
            f'<rect x="{a:.1f}" y="{b:.1f}" width="{c - a:.1f}" height="{d - b:.1f}" fill="{colour}"/>',
        )
        for a, b, c, d in bars
    ]


# ---- lettering -------------------------------------------------------------------------------


def _letter(image: pygame.Surface, plan: Layout, scale: float, part: pygame.FRect, strong: bool) -> None:
    """Draw names and numbers, as text in place of SVG."""
    whole = image.get_rect().inflate(200 * scale, 100 * scale)

    def put(words: str, role: str, units: float, colour: theme.Colour, xy: XY) -> None:
        centre = round((xy[0] - part.x) * scale), round((xy[1] - part.y) * scale)
        if whole.collidepoint(centre):
            line = text(words, role, max(7, round(units * scale)), colour)
            image.blit(line, line.get_rect(center=centre))

    land = terrain.ground_of(plan.side)
    for words, xy in land.names:
        put(words, "display", 25, theme.INK if strong else theme.FOAM, xy)
    for box in plan.towns.values():
        dark = strong or box.town.banner in _ART["dark_banners"]
        colour = theme.PARCHMENT_LIGHT if dark else theme.INK
        put(box.town.name, "display", 25, colour, (box.label[0], box.label[1] - 1))
    for xy, printed in zip(plan.table, plan.side.table, strict=True):
        put(str(printed.points), "bold", 22, theme.INK, (xy[0], xy[1] + 33))
    for points, xy in zip(plan.side.link_points, plan.links, strict=True):
        put(str(points), "bold", 22, theme.INK, xy)
    for country in plan.side.countries:
        x, y = plan.countries[country.id]
        put(land.looks.get(country.id, HOME).name, "display", 25, theme.PARCHMENT_LIGHT, (x + 10, y - 17))
        for n, points in enumerate(country.points):
            put(str(points), "bold", 20, theme.PARCHMENT_LIGHT, (x + (n - 1) * 27, y + 15))
    for n, xy in enumerate(plan.completed):
        last = n == plan.side.end_completed
        put(str(n), "bold", 20, theme.PARCHMENT_LIGHT if last else theme.INK, xy)
    for n, cell in enumerate(plan.score):
        big = n % 5 == 0
        colour = theme.PARCHMENT_LIGHT if n == 20 else theme.INK if big or strong else theme.INK_SOFT
        middle = ((cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2)
        put(str(n), "bold", 27 if big else 21, colour, middle)
