"""Arrows at the edge of the board's window that point to selectable items outside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import atan2, ceil, cos, hypot, pi, sin

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.widgets import Look, Widget
from game.client.stage.outlines import ASKED, FOCUSED
from game.client.words.i18n import t

Shown = Callable[[Sequence[pygame.FRect]], None]


SIDES = ("right", "below", "left", "above")
"""Sides of the window, each a quarter turn from the one before."""
ARROW = ((0.42, -0.46), (0.86, 0.0), (0.42, 0.46))
"""Corners of an arrowhead pointing right, in radii of its disc."""
ASIDE, WIDE, HIGH = 0.22, 1.05, 0.95
"""Distance of the number from the centre, away from the arrowhead, and its maximum size, in radii."""
STEP = 0.25
"""Distance of the places that are tried for an arrow, in fingers."""
DEEP = 1.5
"""Maximum distance inwards of an arrow from the edge, in fingers."""


@dataclass
class Edge(Widget):
    """An arrow towards items out of view, in their highlight colour. Activating it scrolls them into view."""

    group: str = "edges"
    angle: float = 0.0
    """Direction of the items in radians: 0 is right, pi / 2 down."""
    count: int = 1
    """Number of items."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, (x, y), radius = look.unit, self.rect.center, self.rect.width / 2
        fill = FOCUSED.colour if look.hover else ASKED.colour
        paint.blit_rounded(target, self.rect, radius, fill, theme.INK, max(1, unit * 0.12))
        ahead, aside = cos(self.angle) * radius, sin(self.angle) * radius
        arrow = [(x + along * ahead - off * aside, y + along * aside + off * ahead) for along, off in ARROW]
        canvas.polygon(target, theme.INK, arrow)
        place = pygame.FRect(0, 0, WIDE * radius, HIGH * radius)
        place.center = x - ASIDE * ahead, y - ASIDE * aside
        number = str(self.count)
        pixels = paint.largest(number, "bold", paint.shrinking(HIGH * radius, HIGH * radius / 2), place.width)
        paint.blit_text(target, number, "bold", pixels, theme.INK, place, "center")
        self.draw_focus(target, look)


def edge_pointers(
    unseen: Sequence[pygame.FRect],
    seen: Sequence[pygame.FRect],
    kept: Sequence[pygame.FRect],
    window: pygame.FRect,
    finger: float,
    show: Shown,
) -> list[Edge]:
    """Return an arrow for each side of the window with items beyond it, the side with most items first.

    No arrow overlaps another or an interactive item, unless that item is so large that most of it stays free.
    Arrows without room are left out: the button that shows the whole board leads there as well.
    seen: interactive items inside the window
    kept: what no arrow may cover, of whatever size
    finger: size of an arrow in pixels
    """
    sides: dict[str, list[pygame.FRect]] = {}
    for rect in unseen:
        sides.setdefault(_side(window, rect), []).append(rect)
    track, arrows = window.inflate(-finger, -finger), list[Edge]()
    small = [rect for rect in seen if min(rect.size) < 2 * finger]
    for side, group in sorted(sides.items(), key=lambda one: -len(one[1])):
        others, wish = [*kept, *(arrow.rect for arrow in arrows)], _on_edge(side, group, track)
        place = _free(side, wish, [*others, *seen], track, finger)
        if place is None:
            place = _free(side, wish, [*others, *small], track, finger)
        if place is not None:
            arrows.append(_edge(side, place, group, finger, show))
    return arrows


def _on_edge(side: str, group: Sequence[pygame.FRect], track: pygame.FRect) -> pygame.Vector2:
    """Return the point on that side of the track nearest to the centre of a group."""
    x = sum(rect.centerx for rect in group) / len(group)
    y = sum(rect.centery for rect in group) / len(group)
    place = pygame.Vector2(max(track.left, min(track.right, x)), max(track.top, min(track.bottom, y)))
    match side:
        case "right":
            place.x = track.right
        case "left":
            place.x = track.left
        case "below":
            place.y = track.bottom
        case _:
            place.y = track.top
    return place


def _free(
    side: str, wish: pygame.Vector2, taken: list[pygame.FRect], track: pygame.FRect, finger: float
) -> pygame.Vector2 | None:
    """Return the free place along a side nearest to `wish`, a little inwards if need be; None if all are
    taken."""
    turn = SIDES.index(side) * pi / 2
    inwards, along = pygame.Vector2(-round(cos(turn)), -round(sin(turn))), pygame.Vector2(0, 1)
    if side in ("above", "below"):
        along = pygame.Vector2(1, 0)
    most = ceil((track.height if along.y else track.width) / finger / STEP)
    steps = sorted(range(-most, most + 1), key=abs)
    for depth in range(round(DEEP / STEP) + 1):
        for step in steps:
            place = wish + (along * step + inwards * depth) * STEP * finger
            inside = track.left <= place.x <= track.right and track.top <= place.y <= track.bottom
            if inside and _disc(place, finger).collidelist(taken) < 0:
                return place
    return None


def _disc(place: pygame.Vector2, finger: float) -> pygame.FRect:
    """Return the bounding box of an arrow."""
    return pygame.FRect(place.x - finger / 2, place.y - finger / 2, finger, finger)


def _edge(side: str, point: pygame.Vector2, group: list[pygame.FRect], finger: float, show: Shown) -> Edge:
    group.sort(key=lambda rect: hypot(rect.centerx - point.x, rect.centery - point.y))
    label, angle = t(f"table.edge.{side}", n=len(group)), SIDES.index(side) * pi / 2
    return Edge(
        f"edge.{side}", label, _disc(point, finger), partial(show, group), angle=angle, count=len(group)
    )


def _side(window: pygame.FRect, rect: pygame.FRect) -> str:
    """Return the side of the window beyond which an item lies; of two sides, the one it is further beyond."""
    across, down = rect.centerx - window.centerx, rect.centery - window.centery
    angle = atan2(down / window.height, across / window.width)
    return SIDES[round(angle / (pi / 2)) % 4]
