"""Arrows at the edge of the board's window: what is asked off-screen, and how many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import atan2, cos, hypot, pi, sin

import pygame

from game.client import canvas, paint, theme
from game.client.i18n import t
from game.client.widgets import Look, Widget

Shown = Callable[[Sequence[pygame.FRect]], None]


@dataclass
class Edge(Widget):
    """An arrow towards things out of view. Touching it brings them in."""

    angle: float = 0.0
    """Where they are, in radians: 0 is right, pi / 2 down."""
    count: int = 1

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, (x, y) = look.unit, self.rect.center
        radius = self.rect.width * 0.36
        disc = pygame.FRect(x - radius, y - radius, 2 * radius, 2 * radius)
        reach = radius * 1.32
        corners = [(0.0, reach), (0.5, radius * 0.96), (-0.5, radius * 0.96)]
        tip = [(x + cos(self.angle + a) * r, y + sin(self.angle + a) * r) for a, r in corners]
        canvas.polygon(target, theme.INK, tip)
        fill = theme.BRASS_LIGHT if look.hover else theme.BRASS
        paint.blit_rounded(target, disc, radius, fill, theme.INK, max(1, unit * 0.1))
        paint.blit_text(target, str(self.count), "bold", unit * 0.95, theme.INK, disc, "center")
        self.draw_focus(target, look)


def edge_pointers(
    unseen: Sequence[pygame.FRect],
    seen: Sequence[pygame.FRect],
    window: pygame.FRect,
    finger: float,
    show: Shown,
) -> list[Edge]:
    """An arrow for each group of things outside the window; neighbours along an edge form one group.

    seen    what can be touched inside: arrows avoid it where they can
    finger  the size of an arrow
    """
    track = window.inflate(-finger, -finger)
    groups: list[tuple[pygame.Vector2, list[pygame.FRect]]] = []
    for rect in sorted(unseen, key=lambda one: _angle(window, one)):
        point = pygame.Vector2(
            max(track.left, min(track.right, rect.centerx)), max(track.top, min(track.bottom, rect.centery))
        )
        near = next((group for place, group in groups if place.distance_to(point) < finger * 1.5), None)
        if near is None:
            groups.append((point, [rect]))
        else:
            near.append(rect)
    clear = [rect.inflate(finger, finger) for rect in seen]
    return [
        _edge(number, _beside(point, clear, track, finger), group, finger, show)
        for number, (point, group) in enumerate(groups)
    ]


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


def _edge(number: int, point: pygame.Vector2, group: list[pygame.FRect], finger: float, show: Shown) -> Edge:
    group.sort(key=lambda rect: hypot(rect.centerx - point.x, rect.centery - point.y))
    rect = pygame.FRect(point.x - finger / 2, point.y - finger / 2, finger, finger)
    angle = atan2(group[0].centery - point.y, group[0].centerx - point.x)
    label = t(f"table.edge.{_side(angle)}", n=len(group))
    return Edge(f"edge.{number}", label, rect, partial(show, group), angle=angle, count=len(group))


def _side(angle: float) -> str:
    """The side of the window an angle points to."""
    return ("right", "below", "left", "above")[round(angle / (pi / 2)) % 4]


def _angle(window: pygame.FRect, rect: pygame.FRect) -> float:
    return atan2(rect.centery - window.centery, rect.centerx - window.centerx)
