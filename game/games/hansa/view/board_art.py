"""Static image of the chart: one SVG built from the layout, then the lettering.

Nothing here changes during a game. Routes open to the ship, pieces and price tags are drawn on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, partial
from itertools import pairwise
from math import hypot

import pygame

from game.client.draw import theme
from game.client.draw.paint import text
from game.client.draw.svg import Bit, bit, box, placed, raster, stroke, within
from game.client.views.contrast import recoloured
from game.client.views.map_paint import outline
from game.client.views.picture import Picture
from game.client.views.plane import XY, Box
from game.games.hansa.rules.board import ROUTES, STACKS
from game.games.hansa.view import terrain
from game.games.hansa.view.layout import (
    BANNER,
    CHART,
    FRAME,
    HEIGHT,
    LINES,
    PANEL,
    PORTS,
    SLOT,
    STACK_PITCH,
    WIDTH,
    Port,
    bank_box,
    length,
    removed_box,
    stack,
)

ROAD = "#7a5a34"
LONG = 240.0
"""Length from which a route has two arrowheads on its way and not one."""
WOOD, WOOD_LIGHT, WOOD_DARK = "#5a3b25", "#77543a", "#2f1d11"


@lru_cache(maxsize=2)
def ground(names: tuple[str, ...], strong: bool) -> Picture:
    """Return the image of the chart, cached between matches.

    names: the towns' names in the ports' order
    strong: True for high contrast
    """
    return Picture(WIDTH, HEIGHT, partial(picture, dict(zip(PORTS, names, strict=True)), strong=strong))


def picture(
    names: Mapping[str, str], part: pygame.FRect, size: tuple[int, int], *, strong: bool = False
) -> Iterator[pygame.Surface | None]:
    """Draw the chart without pieces, opaque, layer by layer: `part` of it (in board units) at
    `size` pixels."""
    view = (part.x, part.y, part.width, part.height)
    paint = recoloured if strong else str
    image = pygame.Surface(size)
    image.blit(raster(paint(within(terrain.ground(), part, strong)), view, size), (0, 0))
    yield None
    image.blit(raster(paint(within(drawing(strong), part, strong)), view, size), (0, 0))
    yield None
    _letter(image, names, part, size[1] / part.height, strong)
    yield image


@cache
def drawing(strong: bool) -> list[Bit]:
    """Return the ground of the chart as SVG elements in board units, without lettering. `strong`: True for
    high contrast."""
    left, top, right, bottom = PANEL
    return [
        *_routes(),
        bit([terrain.COMPASS], 120, placed("compass", *terrain.COMPASS, 1.3), ornament=True),
        *(_port(port, strong) for port in sorted(PORTS.values(), key=lambda port: port.centre[1])),
        Bit((left - 4, top - 4, right + 4, bottom + 8), _panel()),
        *_frame(),
    ]


# ---- routes ------------------------------------------------------------------------------------


def _routes() -> list[Bit]:
    """Return sea routes as dashes, the overland one as a road, with arrowheads in the legal directions."""
    sea = [LINES[route.source, route.target] for route in ROUTES if not route.land]
    roads = [LINES[route.source, route.target] for route in ROUTES if route.land]
    return [
        *(bit(line, 8, stroke(outline(line), "#16323a", 7, 0.28)) for line in sea),
        *(bit(line, 8, stroke(outline(line), "#f7efd6", 3.6, 0.95, "11 8")) for line in sea),
        *(bit(line, 20, _heads(line, 12, "#f7efd6", "#1d3a42")) for line in sea),
        *(bit(line, 12, stroke(outline(line), "#5b4128", 13, 0.5)) for line in roads),
        *(bit(line, 12, stroke(outline(line), "#f3e3b8", 9)) for line in roads),
        *(bit(line, 12, stroke(outline(line), "#a5804c", 1.4, 1, "6 6")) for line in roads),
        *(bit(line, 20, _heads(line, 11, ROAD, "#fff6dd")) for line in roads),
    ]


def _heads(line: tuple[XY, ...], size: float, fill: str, edge: str) -> str:
    outlines = "".join(arrow(tip, way, size) for tip, way in arrows(line))
    return f'<path d="{outlines}" fill="{fill}" stroke="{edge}" stroke-width="1.6" stroke-linejoin="round"/>'


def arrows(line: tuple[XY, ...]) -> list[tuple[XY, XY]]:
    """Return the positions and directions of a route's arrowheads, along the way and at its end."""
    whole = length(line)
    marks = [0.3, 0.62, 1.0] if whole > LONG else [0.5, 1.0] if whole > 90 else [1.0]
    found, gone = [], 0.0
    for a, b in pairwise(line):
        step = hypot(b[0] - a[0], b[1] - a[1])
        gone += step
        while marks and step and gone >= marks[0] * whole - 0.01:
            marks.pop(0)
            found.append((b, ((b[0] - a[0]) / step, (b[1] - a[1]) / step)))
    return found


def arrow(tip: XY, way: XY, size: float) -> str:
    """Return the outline of an arrowhead with its tip at `tip`."""
    (x, y), (dx, dy) = tip, way
    points = [
        (x + dx * size * 0.6, y + dy * size * 0.6),
        (x - dx * size - dy * size * 0.8, y - dy * size + dx * size * 0.8),
        (x - dx * size * 0.45, y - dy * size * 0.45),
        (x - dx * size + dy * size * 0.8, y - dy * size - dx * size * 0.8),
    ]
    return "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points) + "Z"


# ---- ports -------------------------------------------------------------------------------------


def _port(port: Port, strong: bool) -> Bit:
    x, _ = port.centre
    left, top, right, bottom = port.quay
    parts = [placed(name, x + dx, top + 4, 1.32) for name, dx in port.skyline]
    parts += [
        box(left - 1, top + 2, right - left + 2, bottom - top + 2, 9, "#1d120a", opacity=0.4),
        box(left, top, right - left, bottom - top, 8, WOOD, WOOD_DARK, 1.6),
        box(left + 2.5, top + 2.5, right - left - 5, bottom - top - 5, 6, WOOD_LIGHT),
    ]
    parts += [_warehouse(port.warehouse(name)) for name in port.town.warehouses]
    parts.append(_square(port.square))
    parts.append(_banner(port, strong))
    return bit([port.outline[:2], port.outline[2:], port.banner], 110, "".join(parts))


def _warehouse(xy: XY) -> str:
    """Return an open gate with room for one good."""
    x, y = xy
    half = SLOT / 2
    return box(x - half, y - half, SLOT, SLOT, 7, "#a84b35", "#4f2d1c", 1.4) + box(
        x - half + 4, y - half + 4, SLOT - 8, SLOT - 8, 5, "#3d2116", "#241208", 1.2
    )


def _square(square: Box) -> str:
    left, top, right, bottom = square
    rows = "".join(f"M{left + 5} {top + (bottom - top) * part:.1f}H{right - 5}" for part in (0.25, 0.5, 0.75))
    ground = box(left, top, right - left, bottom - top, 6, "#cdb88a", "#8a744a", 1.4)
    return ground + stroke(rows, "#a89268", 1, 0.55)


def _banner(port: Port, strong: bool) -> str:
    x, y = port.banner
    w, h = port.banner_width / 2, BANNER / 2
    tail = (
        f'<path d="M{x - w - 8:.1f} {y - h + 4:.1f}H{x + w + 8:.1f}L{x + w + 2:.1f} {y + 4:.1f}'
        f"L{x + w + 8:.1f} {y + h + 4:.1f}H{x - w - 8:.1f}L{x - w - 2:.1f} {y + 4:.1f}Z"
        '" fill="#80663e"/>'
    )
    return tail + box(x - w, y - h, 2 * w, 2 * h, 4, "#000000" if strong else "#f8efd6", "#80663e", 1.4)


# ---- supply and frame --------------------------------------------------------------------------


def _panel() -> str:
    left, top, right, bottom = PANEL
    parts = [
        box(left + 1, top + 3, right - left, bottom - top, 12, "#1d120a", opacity=0.4),
        box(left, top, right - left, bottom - top, 12, "#6f4526", WOOD_DARK, 1.8),
        box(left + 4, top + 4, right - left - 8, bottom - top - 8, 9, "#8d6038"),
    ]
    for x1, y1, x2, y2 in (bank_box(), removed_box()):
        parts.append(box(x1, y1, x2 - x1, y2 - y1, 7, "#6f4526", "#4a2f1a", 1.2))
    for n in range(1, STACKS + 1):
        x, y = stack(n)
        fill = "#a8322a" if n == STACKS else "#6f4526"
        parts.append(box(x - STACK_PITCH / 2 + 3, y - 34, STACK_PITCH - 6, 68, 6, fill, "#4a2f1a", 1.2))
    return "".join(parts)


def _frame() -> list[Bit]:
    """Return the border of a sea chart: degrees in black and white between two lines.

    Each side is drawn separately, because one path round the whole board would be slow to draw.
    """
    width, height = WIDTH, HEIGHT
    sides = (
        _side((0, 0, width, FRAME), True),
        _side((0, height - FRAME, width, height), True),
        _side((0, FRAME, FRAME, height - FRAME), False),
        _side((width - FRAME, FRAME, width, height - FRAME), False),
    )
    return list(sides)


def _side(side: Box, lying: bool) -> Bit:
    left, top, right, bottom = side
    degrees: dict[int, str] = {0: "", 1: ""}
    step, inset = 40.0, 6.0
    start, end = (FRAME, right - FRAME) if lying else (top, bottom)
    for n in range(round((end - start) / step)):
        at = start + n * step
        cell = (
            (at, top + inset, step, FRAME - 2 * inset)
            if lying
            else (left + inset, at, FRAME - 2 * inset, step)
        )
        degrees[n % 2] += f"M{cell[0]} {cell[1]}h{cell[2]}v{cell[3]}h-{cell[2]}Z"
    parts = [box(left, top, right - left, bottom - top, 0, "#4a2f1d")]
    parts += [f'<path d="{degrees[0]}" fill="#2b190d"/>', f'<path d="{degrees[1]}" fill="#efe0b8"/>']
    for depth, colour, thick in (
        (1.5, "#2b190d", 3.0),
        (FRAME - 3, "#c39a52", 1.6),
        (FRAME - 1, "#2b190d", 2.4),
    ):
        parts.append(stroke(_edge(side, depth), colour, thick))
    return bit([(left, top), (right, bottom)], 4, "".join(parts))


def _edge(side: Box, depth: float) -> str:
    """Return a line along a side, `depth` in from the edge of the board."""
    width, height = WIDTH, HEIGHT
    left, top, right, bottom = side
    if right - left > bottom - top:
        y = depth if top == 0 else height - depth
        return f"M{depth} {y}H{width - depth}"
    x = depth if left == 0 else width - depth
    return f"M{x} {depth}V{height - depth}"


# ---- lettering ---------------------------------------------------------------------------------


def _letter(
    image: pygame.Surface, names: Mapping[str, str], part: pygame.FRect, scale: float, strong: bool
) -> None:
    """Draw names and numbers, as text in place of SVG."""

    def put(words: str, role: str, units: float, colour: theme.Colour, xy: XY) -> None:
        line = text(words, role, max(7, round(units * scale)), colour)
        centre = round((xy[0] - part.x) * scale), round((xy[1] - part.y) * scale)
        image.blit(line, line.get_rect(center=centre))

    for port in PORTS.values():
        ink = theme.PARCHMENT_LIGHT if strong else theme.INK
        put(names[port.town.id], "display", 30, ink, (port.banner[0], port.banner[1] - 1))
    for xy, depth in () if strong else CHART["soundings"]:  # an ornament
        put(str(depth), "text", 15, (186, 208, 204), xy)
