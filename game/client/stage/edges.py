"""Arrows at the edge of the board's window, towards what is asked off-screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import atan2, cos, hypot, pi, sin

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.widgets import Look, Widget
from game.client.stage.outlines import AIMED, ASKED
from game.client.words.i18n import t

Shown = Callable[[Sequence[pygame.FRect]], None]


SIDES = ("right", "below", "left", "above")
"""Each a quarter turn from the one before."""
ARROW = ((-0.5, -0.13), (0.02, -0.13), (0.02, -0.42), (0.6, 0.0), (0.02, 0.42), (0.02, 0.13), (-0.5, 0.13))
"""Corners of an arrow to the right, in radii of its disc."""


@dataclass
class Edge(Widget):
    """An arrow towards things out of view, in the colour they are lit in. Touching it brings them in."""

    group: str = "edges"
    angle: float = 0.0
    """Where they are, in radians: 0 is right, pi / 2 down."""
    count: int = 1
    """How many they are: told, not shown, for a number beside the board says nothing."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, (x, y) = look.unit, self.rect.center
        radius = self.rect.width * 0.36
        disc = pygame.FRect(x - radius, y - radius, 2 * radius, 2 * radius)
        fill = AIMED.colour if look.hover else ASKED.colour
        paint.blit_rounded(target, disc, radius, fill, theme.INK, max(1, unit * 0.12))
        ahead, aside = cos(self.angle) * radius, sin(self.angle) * radius
        arrow = [(x + along * ahead - off * aside, y + along * aside + off * ahead) for along, off in ARROW]
        canvas.polygon(target, theme.INK, arrow)
        self.draw_focus(target, look)


def edge_pointers(
    unseen: Sequence[pygame.FRect],
    seen: Sequence[pygame.FRect],
    window: pygame.FRect,
    finger: float,
    show: Shown,
) -> list[Edge]:
    """An arrow for each side of the window beyond which there is something.

    seen    what can be touched inside: arrows avoid it where they can
    finger  the size of an arrow
    """
    sides: dict[str, list[pygame.FRect]] = {}
    for rect in unseen:
        sides.setdefault(_side(window, rect), []).append(rect)
    track = window.inflate(-finger, -finger)
    clear = [rect.inflate(finger, finger) for rect in seen]
    return [
        _edge(side, _beside(_on_edge(side, group, track), clear, track, finger), group, finger, show)
        for side, group in sides.items()
    ]


def _on_edge(side: str, group: Sequence[pygame.FRect], track: pygame.FRect) -> pygame.Vector2:
    """The place on that side of the track nearest to the middle of a group."""
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


def _beside(
    point: pygame.Vector2, taken: Sequence[pygame.FRect], track: pygame.FRect, finger: float
) -> pygame.Vector2:
    """The free place along the edge nearest to a point; the point itself if there is none."""
    upright = point.x in (track.left, track.right)
    for step in (0, 1, -1, 2, -2, 3, -3, 4, -4):
        shift = step * finger / 2
        place = point + (pygame.Vector2(0, shift) if upright else pygame.Vector2(shift, 0))
        inside = track.left <= place.x <= track.right and track.top <= place.y <= track.bottom
        if inside and not any(rect.collidepoint(place) for rect in taken):
            return place
    return point


def _edge(side: str, point: pygame.Vector2, group: list[pygame.FRect], finger: float, show: Shown) -> Edge:
    group.sort(key=lambda rect: hypot(rect.centerx - point.x, rect.centery - point.y))
    rect = pygame.FRect(point.x - finger / 2, point.y - finger / 2, finger, finger)
    label, angle = t(f"table.edge.{side}", n=len(group)), SIDES.index(side) * pi / 2
    return Edge(f"edge.{side}", label, rect, partial(show, group), angle=angle, count=len(group))


def _side(window: pygame.FRect, rect: pygame.FRect) -> str:
    """The side of the window that something outside it lies beyond: of two the one it is farther beyond."""
    across, down = rect.centerx - window.centerx, rect.centery - window.centery
    angle = atan2(down / window.height, across / window.width)
    return SIDES[round(angle / (pi / 2)) % 4]
