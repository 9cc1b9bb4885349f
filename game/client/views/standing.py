"""The current standing: scoring rows and the gauges of the ends of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import pygame

from game.client.draw import paint, theme
from game.client.draw.widgets import Look, Widget
from game.client.words.i18n import t
from game.engine.core import State

LARGEST = 0.82
"""Font size of the gauges' labels in units, if there is room."""
FILLED = 0.16
"""Thickness of a gauge's bar as a fraction of the gauge's height."""


class Gauge(NamedTuple):
    """A condition that ends the game, and its progress.

    id: the element whose card explains the condition
    part: progress, from 0 at the beginning to 1 at the end
    """

    id: str
    label: str
    part: float


def total(state: State, seat: int) -> int:
    """Return a seat's points if the game ended now."""
    return sum(line.points[seat] for line in state.scores())


def rows(state: State, seat: int, label: Callable[[str], str]) -> Iterator[str]:
    """Yield the total if the game ended now, and the rows that make it up."""
    yield t("standing.total", total=total(state, seat))
    for line in state.scores():
        if line.points[seat]:
            yield t("standing.row", row=label(line.id), points=line.points[seat])


@dataclass
class GaugeWidget(Widget):
    """A gauge: a label above a progress bar."""

    part: float = 0.0

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, rect = look.unit, self.rect
        paint.blit_rounded(target, rect, unit * 0.3, theme.ui.gauge, theme.ui.tool_line, max(1, unit * 0.06))
        near = self.part >= 0.75
        pad, thick = unit * 0.25, max(3.0, rect.height * FILLED)
        wide = max(thick, (rect.width - 2 * pad) * min(1.0, self.part))
        filled = pygame.FRect(rect.x + pad, rect.bottom - thick * 1.7, wide, thick)
        paint.blit_rounded(target, filled, thick / 2, theme.ui.gauge_near if near else theme.ui.gauge_filled)
        inside = rect.inflate(-rect.width * 0.06, 0)
        inside.height -= thick
        sizes = paint.shrinking(min(unit * LARGEST, inside.height), unit * 0.45)
        pixels = paint.largest(self.label, "text", sizes, inside.width)
        paint.blit_text(target, self.label, "text", pixels, theme.ui.on_ground, inside, "center")
        self.draw_focus(target, look)


def gauge_widgets(
    strip: pygame.FRect, gauges: Sequence[Gauge], unit: float, tell: Callable[[str], None]
) -> Iterator[Widget]:
    """Yield the gauges in a row, equally wide if their labels fit. Activating one shows its card."""
    gap = strip.width * 0.015
    room, face = strip.width - gap * (len(gauges) - 1), theme.font("text", round(unit * LARGEST))
    wanted = [face.size(gauge.label)[0] + unit for gauge in gauges]
    if max(wanted, default=0.0) <= room / max(1, len(gauges)):
        wanted = [1.0] * len(gauges)
    x = strip.x
    for gauge, want in zip(gauges, wanted, strict=True):
        rect = pygame.FRect(x, strip.y, room * want / sum(wanted), strip.height)
        yield GaugeWidget(gauge.id, gauge.label, rect, partial(tell, gauge.id), part=gauge.part)
        x = rect.right + gap
