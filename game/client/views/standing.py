"""The current standing: scoring rows and the gauges of the ends of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import pygame

from game.client.draw import paint, theme
from game.client.draw.widgets import Look, Widget
from game.client.views.desk import flag, star
from game.client.words.i18n import t
from game.engine.core import State

LARGEST, SMALLEST = 0.82, 0.45
"""Font size of the gauges' labels in units: if there is room, and the minimum."""
LABEL, FILLED = 0.8, 0.12
"""Maximum font size of a label, and thickness of a gauge's bar, as fractions of the gauge's height: a label
in the middle does not touch the bar at the lower edge."""


NEAR = 0.75
"""Progress from which the end of the game is near."""


class Gauge(NamedTuple):
    """A condition that ends the game, and its progress.

    id: the element whose card explains the condition
    part: progress, from 0 at the beginning to 1 at the end
    """

    id: str
    label: str
    part: float

    @property
    def near(self) -> bool:
        """True if the condition will soon be met."""
        return self.part >= NEAR


def total(state: State, seat: int) -> int:
    """Return a seat's points if the game ended now."""
    return sum(line.points[seat] for line in state.scores())


class Standing(NamedTuple):
    """A player's points in the one order in which every scene shows them.

    points: after a star, the points so far; after the end, the final ones
    total: smaller and after a flag, the points if the game ended now; "" if that is no other number
    """

    name: str
    points: str
    total: str

    @property
    def spoken(self) -> str:
        """Both numbers for screen readers."""
        flag = [t("standing.flag", total=self.total)] if self.total else []
        return " ".join([t("standing.points", points=self.points), *flag])


Sign = Callable[[int, theme.Colour], pygame.Surface]
"""Draws a sign in a size and colour."""
SIGN, SMALL = 0.8, 0.85
"""Size of the signs relative to their numbers, and of the total relative to the points."""


def points_width(one: Standing, unit: float) -> float:
    """Return the width that `draw_points` needs for a player's points."""
    return sum(
        pixels * SIGN + unit * 0.35 + theme.font("bold", pixels).size(number)[0]
        for number, pixels, _ in _signed(one, unit)
    )


def draw_points(
    target: pygame.Surface, one: Standing, rect: pygame.FRect, unit: float, ink: theme.Colour
) -> None:
    """Draw a player's points after a star and, smaller, the total after a flag, from the left of `rect`."""
    x = rect.x
    for number, pixels, sign in _signed(one, unit):
        image = sign(round(pixels * SIGN), ink)
        target.blit(image, image.get_rect(midleft=(round(x), round(rect.centery))))
        x += pixels * SIGN + unit * 0.05
        wide = theme.font("bold", pixels).size(number)[0]
        paint.blit_text(target, number, "bold", pixels, ink, pygame.FRect(x, rect.y, wide + 1, rect.height))
        x += wide + unit * 0.3


def _signed(one: Standing, unit: float) -> Iterator[tuple[str, int, Sign]]:
    """Yield the numbers with their sizes in pixels and their signs."""
    for number, size, sign in ((one.points, 1.0, star), (one.total, SMALL, flag)):
        if number:
            yield number, round(unit * size), sign


@dataclass
class PointsLegend(Widget):
    """The meaning of the star and of the flag, in one line or in two if that is too long."""

    @staticmethod
    def lines(unit: float, width: float) -> tuple[tuple[tuple[Sign, str], ...], ...]:
        """Return the lines, each with its signs and their meanings."""
        parts = (star, t("legend.points")), (flag, t("legend.total"))
        font = theme.font("text", round(unit * SMALL))
        wide = sum(font.size(words)[0] for _, words in parts) + unit * SMALL * 3.2
        return (parts,) if wide <= width else tuple((part,) for part in parts)

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, ink, rect = look.unit * SMALL, theme.ui.ink_soft, self.rect
        font = theme.font("text", round(unit))
        for number, parts in enumerate(self.lines(look.unit, rect.width)):
            wide = sum(font.size(words)[0] + unit * 1.1 for _, words in parts) + unit * (len(parts) - 1)
            x, y = rect.centerx - wide / 2, rect.y + number * look.unit
            for sign, words in parts:
                image = sign(round(unit * SIGN), ink)
                target.blit(image, image.get_rect(midleft=(round(x), round(y + look.unit / 2))))
                row = pygame.FRect(x + unit * 1.1, y, rect.right - x - unit * 1.1, look.unit)
                paint.blit_text(target, words, "text", unit, ink, row)
                x += font.size(words)[0] + unit * 2.1


def rows(state: State, seat: int, label: Callable[[str], str], so_far: str = "") -> Iterator[str]:
    """Yield the total if the game ended now, and the rows that make it up.

    so_far: points so far, as the player board shows them after a star, if that is another number
    """
    if so_far:
        yield Standing("", so_far, str(total(state, seat))).spoken
    else:
        yield t("standing.total", total=total(state, seat))
    for line in state.scores():
        if line.points[seat]:
            yield t("standing.row", row=label(line.id), points=line.points[seat])


@dataclass
class GaugeWidget(Widget):
    """A gauge: a label in the middle and a progress bar at the lower edge."""

    part: float = 0.0
    pixels: int = 0
    """Line height of the label, the same for all gauges of a row."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, rect = look.unit, self.rect
        paint.blit_rounded(target, rect, unit * 0.3, theme.ui.gauge, theme.ui.tool_line, max(1, unit * 0.06))
        self._draw_bar(target, unit)
        paint.blit_text(target, self.label, "text", self.pixels, theme.ui.on_ground, rect, "center")
        self.draw_focus(target, look)

    def _draw_bar(self, target: pygame.Surface, unit: float) -> None:
        """Draw the progress bar, at least as long as it is thick; nothing before there is any progress."""
        if self.part <= 0:
            return
        rect, thick = self.rect, max(3.0, self.rect.height * FILLED)
        left = unit * 0.3  # beyond the rounded corner
        wide = max(thick, (rect.width - 2 * left) * min(1.0, self.part))
        bar = pygame.FRect(rect.x + left, rect.bottom - thick - max(1.0, unit * 0.06), wide, thick)
        near = self.part >= NEAR
        paint.blit_rounded(target, bar, thick / 2, theme.ui.gauge_near if near else theme.ui.gauge_filled)


def gauge_widgets(
    strip: pygame.FRect, gauges: Sequence[Gauge], unit: float, tell: Callable[[str], None]
) -> Iterator[Widget]:
    """Yield the gauges in a row, equally wide if their labels fit. Activating one shows its card."""
    if not gauges:
        return
    gap = strip.width * 0.015
    share = (strip.width - gap * (len(gauges) - 1)) / len(gauges)
    largest = max(1, round(min(unit * LARGEST, strip.height * LABEL)))
    for pixels in range(largest, min(largest, round(unit * SMALLEST)) - 1, -1):
        labels = [theme.font("text", pixels).size(gauge.label)[0] for gauge in gauges]
        spare = share - sum(labels) / len(gauges)
        if spare >= unit * 0.3:
            break
    equal = max(labels) + unit <= share
    widths, x = [share if equal else label + spare for label in labels], strip.x
    for gauge, width in zip(gauges, widths, strict=True):
        rect = pygame.FRect(x, strip.y, width, strip.height)
        yield GaugeWidget(
            gauge.id, gauge.label, rect, partial(tell, gauge.id), part=gauge.part, pixels=pixels
        )
        x = rect.right + gap
