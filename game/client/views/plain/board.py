"""The board of the plain view: the map of the game, or what the rules declare as a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

import pygame

from game.client.draw import theme
from game.client.draw.paint import blit_rounded, blit_text, largest, mark, shrinking, text
from game.client.draw.sprites import sprite
from game.client.draw.svg import Bit, bit, paint_name, raster, stroke, within
from game.client.views.picture import Picture
from game.client.views.plane import XY, Projection, around
from game.client.views.view import Shape
from game.engine.declared import Network

HEIGHT = 1000.0
"""The height of every board, in board units."""
MARGIN = 90.0
"""Around the places of a map."""
LARGEST, SMALLEST = 46.0, 16.0
"""Half the width of a place, at most and at least."""
LIST = 1.5
"""The width of a board without a map, by its height."""
LINE = 26.0
"""The width of a line between places."""
NAME, GAP = 30.0, 6.0
"""The height of the names of places, and their distance below the places."""
ROW = 56.0
"""The height of a line of a list, at most."""
FACTS = 44.0
"""The height of the line above a map that says what the game counts apart from pieces and players."""

LAND, LAND_EDGE = (233, 220, 188), (150, 122, 78)
ROAD, NODE, NODE_EDGE = (196, 172, 126), (250, 243, 224), (112, 88, 56)


class PlainBoard(Projection):
    """The map of a game at its place on the screen; without a map, only a ground for a list."""

    def __init__(self, network: Network | None, *, facts: bool = False) -> None:
        """Place the map.

        network  the map; None for a list
        facts    whether a line of facts is drawn above the map
        """
        self.network = network
        head = FACTS if facts else 0.0
        xys = list(network.places.values()) if network else [(0.0, 0.0)]
        left, right = min(x for x, _ in xys), max(x for x, _ in xys)
        top, bottom = min(y for _, y in xys), max(y for _, y in xys)
        scale = (HEIGHT - 2 * MARGIN - head) / max(1.0, bottom - top)
        width = (right - left) * scale + 2 * MARGIN if network else LIST * HEIGHT
        super().__init__(width, HEIGHT)
        self.width = width

        def placed(xy: XY) -> XY:
            return MARGIN + (xy[0] - left) * scale, head + MARGIN + (xy[1] - top) * scale

        self.places = {name: placed(xy) for name, xy in network.places.items()} if network else {}
        """By element, its centre in board units."""
        self.lines = (
            {name: (placed(one), placed(other)) for name, (one, other) in network.lines.items()}
            if network
            else {}
        )
        self.radius = self._radius()
        self.picture = Picture(width, HEIGHT, self._draw)

    def _radius(self) -> float:
        """Half the width of a place: as large as the nearest two leave room for."""
        points = list(self.places.values())
        apart = [
            hypot(one[0] - other[0], one[1] - other[1])
            for index, one in enumerate(points)
            for other in points[:index]
        ]
        return max(SMALLEST, min(LARGEST, 0.44 * min(apart, default=LARGEST)))

    # ---- where things are -------------------------------------------------------------------

    def shape(self, element: str) -> Shape | None:
        """Return the outline of a place or line; None if the map has no such element."""
        if element in self.places:
            return Shape(self.box(around(self.places[element], 2 * self.radius, 2 * self.radius)), round=True)
        if element in self.lines:
            points = tuple(self.at(xy) for xy in self._between(*self.lines[element]))
            (left, top), (right, bottom) = points
            rect = pygame.FRect(min(left, right), min(top, bottom), abs(right - left), abs(bottom - top))
            wide = LINE * self.scale
            return Shape(rect.inflate(wide, wide), points=points, open=True, width=wide)
        return None

    def _between(self, one: XY, other: XY) -> tuple[XY, XY]:
        """Return the part of a line that the places at its ends leave free."""
        wide, high = other[0] - one[0], other[1] - one[1]
        share = min(0.4, (self.radius + 0.8 * LINE) / max(1.0, hypot(wide, high)))
        return (
            (one[0] + wide * share, one[1] + high * share),
            (other[0] - wide * share, other[1] - high * share),
        )

    # ---- drawing ----------------------------------------------------------------------------

    def _bits(self) -> Iterator[Bit]:
        for one, other in self.lines.values():
            outline = f"M{one[0]:.1f} {one[1]:.1f}L{other[0]:.1f} {other[1]:.1f}"
            edge = stroke(outline, paint_name(LAND_EDGE), LINE + 5) + stroke(outline, paint_name(ROAD), LINE)
            yield bit((one, other), LINE, edge)
        for x, y in self.places.values():
            circle = (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{self.radius:.1f}" fill="{paint_name(NODE)}" '
                f'stroke="{paint_name(NODE_EDGE)}" stroke-width="3"/>'
            )
            yield bit(((x, y),), self.radius + 3, circle)

    def _draw(self, part: pygame.FRect, size: tuple[int, int]) -> Iterator[pygame.Surface | None]:
        ground = pygame.Surface(size)
        ground.fill(LAND)
        drawn = within(self._bits(), part)
        if drawn:
            ground.blit(raster(drawn, (part.x, part.y, part.width, part.height), size), (0, 0))
        yield ground

    def draw_names(self, target: pygame.Surface, names: Mapping[str, str]) -> None:
        """Write the names of places below them."""
        for element, name in names.items():
            x, y = self.at(self.places[element])
            line = text(name, "bold", self.px(NAME), theme.INK)
            place = line.get_rect(midtop=(round(x), round(y + (self.radius + GAP) * self.scale)))
            blit_rounded(target, place.inflate(self.px(10), 0), self.px(8), LAND)
            target.blit(line, place)

    def draw_pieces(
        self, target: pygame.Surface, element: str, owners: tuple[int, ...], colours: list[str]
    ) -> None:
        """Draw the pieces at a place: one for each owner, with how many if there are several."""
        x, y = self.at(self.places[element])
        seats = list(dict.fromkeys(owners))
        size = (
            self.piece_size if len(seats) == 1 else round(self.piece_size * (0.8 if len(seats) < 3 else 0.62))
        )
        step = size * 0.86
        for index, seat in enumerate(seats):
            count = owners.count(seat)
            drawn = disc(colours[seat], size, count if count > 1 else 0)
            middle = x + (index - (len(seats) - 1) / 2) * step
            target.blit(drawn, drawn.get_rect(center=(round(middle), round(y))))

    @property
    def piece_size(self) -> int:
        """The width of a piece on the board, in pixels."""
        return self.px(1.8 * self.radius)

    def draw_facts(self, target: pygame.Surface, rows: list[tuple[str, str]]) -> None:
        """Write the facts in a line above the map."""
        if not rows:
            return
        pad, line = self.px(FACTS / 4), " · ".join(f"{name}: {value}" for name, value in rows)
        sizes = shrinking(self.px(NAME), self.px(NAME / 2))
        image = text(line, "bold", largest(line, "bold", sizes, self.rect.width - 2 * pad), theme.INK)
        place = image.get_rect(topleft=(round(self.rect.x + pad), round(self.rect.y + pad)))
        blit_rounded(target, place.inflate(pad, 0), self.px(8), LAND)
        target.blit(image, place)

    def draw_list(self, target: pygame.Surface, rows: list[tuple[str, str]]) -> None:
        """Write what a game without a map declares, a line each."""
        margin = MARGIN * self.scale
        high = min(ROW * self.scale, (self.rect.height - 2 * margin) / max(1, len(rows)))
        for index, (name, value) in enumerate(rows):
            row = pygame.FRect(
                self.rect.x + margin, self.rect.y + margin + index * high, self.rect.width - 2 * margin, high
            )
            blit_text(target, name, "bold", high * 0.8, theme.INK, row)
            row.x, row.width = row.x + row.width * 0.35, row.width * 0.65
            blit_text(target, value, "text", high * 0.8, theme.INK, row)


@sprite(200)
def disc(colour: str, size: int, count: int = 0) -> pygame.Surface:
    """Draw a piece in a seat's colour with its mark, or with how many of them it stands for."""
    tones = theme.SEAT_COLOURS[colour]
    body = '<circle cx="1" cy="1.4" r="18" fill="#120a05" fill-opacity=".4"/>'
    body += (
        f'<circle r="17" fill="{paint_name(tones.dark)}"/><circle r="14.5" fill="{paint_name(tones.fill)}"/>'
    )
    image = raster(body, (-20, -20, 40, 40), (size, size)).convert_alpha()
    figure = mark(tones.mark, max(5, round(size * 0.42)), tones.ink)
    if count:
        figure = text(str(count), "bold", max(8, round(size * 0.62)), tones.ink)
    image.blit(figure, figure.get_rect(center=(size // 2, size // 2)))
    return image
