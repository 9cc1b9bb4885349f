"""Line charts over the turns of a game, with a line for each player in a distinct colour and with a distinct
mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.widgets import Look, Widget, draw_swatch
from game.client.words.i18n import finished
from game.client.words.numbers import percent, tenths
from game.match import PlayerInfo

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
"""Candidate distances of grid lines in points; the first that gives few enough lines is used."""
TOLD = 6
"""Number of values announced for each line."""
LEGEND = 0.85
"""Text size of the legend of the blots, in units."""
MARKS = 5
"""Number of marks on each line, besides the one at its end."""
PIN = 1.3
"""Diameter of a pin in units."""
ROOM, LEAST_BLOT = 2.0, 0.55
"""Width in units available per blot below which blots shrink, and their minimum scale."""


class Pin(NamedTuple):
    """A numbered point on a chart, on the value of a seat at an index."""

    at: int
    seat: int
    number: str


class Blot(NamedTuple):
    """A mark on a line for an error, with a size from 0 to 1."""

    at: int
    seat: int
    size: float


@dataclass
class Chart(Widget):
    """A chart with a line of values for each seat.

    values: the value of each seat at each point in time: `values[index][seat]`
    top: the upper end of the scale
    per_cent: True if values are fractions of 1
    rounds: the round of each point in time, for the horizontal scale
    pins: numbered points
    blots: points with errors
    remark: additional text for screen readers
    fine: True for few values that are differences: percentage points with a decimal, each with a mark
    scale: caption of the horizontal scale; by default rounds
    chosen: index of the selected point in time, or None
    """

    players: tuple[PlayerInfo, ...] = ()
    values: Sequence[Sequence[float]] = ()
    top: float = 1.0
    per_cent: bool = False
    rounds: Sequence[int] = ()
    pins: Sequence[Pin] = ()
    chosen: int | None = None
    blots: Sequence[Blot] = ()
    remark: str = ""
    fine: bool = False
    scale: str = ""

    def spoken(self) -> str:
        """Return the chart as text: some values for each player, including the last."""
        last = len(self.values) - 1
        times = sorted({round(last * part / (TOLD - 1)) for part in range(TOLD)}) if last >= 0 else []
        at = ", ".join(str(self.rounds[index]) for index in times)
        rows = [f"{self.scale}: {at}" if self.scale else finished("chart.rounds", rounds=at)]
        for seat, player in enumerate(self.players):
            rows.append(
                f"{player.name}: {', '.join(self.number(self.values[index][seat]) for index in times)}"
            )
        return f"{self.label}. {'. '.join(rows)}. {self.remark}".rstrip()

    def number(self, value: float) -> str:
        """Format a value as displayed."""
        if self.fine:
            return tenths(value)
        return percent(value) if self.per_cent else str(round(value))

    @property
    def counted(self) -> str:
        """Caption of the horizontal scale."""
        return self.scale or finished("chart.round")

    # ---- geometry -----------------------------------------------------------------------------

    def plot(self, unit: float) -> pygame.FRect:
        """Return the part of the widget that contains the lines."""
        left, right = unit * (2.6 if self.per_cent else 2.0), unit * 1.9
        rect = self.rect
        return pygame.FRect(
            rect.x + left, rect.y + unit * 0.7, rect.width - left - right, rect.height - unit * 2.3
        )

    def index_at(self, x: float, unit: float) -> int:
        """Return the index of the point in time nearest to a position."""
        plot = self.plot(unit)
        last = len(self.values) - 1
        return max(0, min(last, round((x - plot.x) / plot.width * last)))

    def _point(self, index: int, seat: int, plot: pygame.FRect) -> tuple[float, float]:
        x = plot.x + plot.width * index / max(1, len(self.values) - 1)
        return x, plot.bottom - plot.height * self.values[index][seat] / self.top

    # ---- drawing ----------------------------------------------------------------------------

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, plot = look.unit, self.plot(look.unit)
        paint.blit_rounded(
            target, self.rect, unit * 0.4, theme.ui.paper_high, theme.ui.paper_line, max(1, unit * 0.06)
        )
        self._grid(target, plot, unit)
        if not self.values:
            return
        if self.chosen is not None:
            x = self._point(self.chosen, 0, plot)[0]
            bar = pygame.FRect(x - unit * 0.12, plot.y, unit * 0.24, plot.height)
            paint.blit_rounded(target, bar, unit * 0.1, theme.ui.line)
        for seat in range(len(self.players)):
            self._line(target, seat, plot, unit)
        for seat in range(len(self.players)):
            self._marks(target, seat, plot, unit)
        if not self.fine:
            self._ends(target, plot, unit)
        for blot in self.blots:
            self._blot(target, blot, plot, unit)
        for pin, middle in self.pinned(unit):
            self._pin(target, pin, middle, plot, unit)
        self.draw_focus(target, look)

    def _grid(self, target: pygame.Surface, plot: pygame.FRect, unit: float) -> None:
        """Draw both scales, and a grid line for each value of the vertical one."""
        high = round(self.top * 100) if self.per_cent else round(self.top)
        step = grid_step(high, plot.height / (unit * 1.8))
        size = unit * 0.85
        for value in range(0, high + 1, step):
            y = plot.bottom - plot.height * value / max(1, high)
            thick = max(1, round(unit * (0.08 if value == 0 else 0.04)))
            colour = theme.ui.ink_soft if value == 0 else theme.ui.paper_line
            target.fill(colour, (round(plot.x), round(y - thick / 2), round(plot.width), thick))
            gap = unit * (0.6 if self.fine else 0.35)  # a mark can be at the left end
            place = pygame.FRect(self.rect.x, y - size / 2, plot.x - self.rect.x - gap, size)
            words = percent(value / 100) if self.per_cent and not self.fine else str(value)
            paint.blit_text(target, words, "text", size, theme.ui.ink_soft, place, "right")
        y = plot.bottom + unit * 0.4
        label = pygame.FRect(self.rect.x + unit * 0.5, y, plot.width, size)
        paint.blit_text(target, self.counted, "text", size, theme.ui.ink_soft, label)
        taken = label.x + theme.font("text", round(size)).size(self.counted)[0] + unit
        rounds = self.rounds[-1] if self.rounds else 0
        every = grid_step(rounds, plot.width / (unit * 3))
        for number in range(every, rounds + 1, every):
            index = next(index for index, at in enumerate(self.rounds) if at >= number)
            if self.rounds[index] != number:
                continue  # before a game that starts from a position
            x = plot.x + plot.width * index / max(1, len(self.values) - 1)
            tick = pygame.Rect(round(x), round(plot.bottom), max(1, round(unit * 0.06)), round(unit * 0.3))
            target.fill(theme.ui.ink_soft, tick)
            if x > taken:
                place = pygame.FRect(x - unit * 1.5, y, unit * 3, size)
                paint.blit_text(target, str(number), "text", size, theme.ui.ink_soft, place, "center")

    def _line(self, target: pygame.Surface, seat: int, plot: pygame.FRect, unit: float) -> None:
        """Draw a seat's line in its colour, with an edge that contrasts with the ground."""
        seat_colour = theme.SEAT_COLOURS[self.players[seat].colour]
        points = corners([self._point(index, seat, plot) for index in range(len(self.values))])
        thin = max(2, round(unit * 0.12))
        edge = max(2, round(unit * 0.08))
        for colour, width in (
            (seat_colour.edge_on(theme.ui.paper_high), thin + edge),
            (seat_colour.fill, thin),
        ):
            for start, end in pairwise(points):
                canvas.line(target, colour, start, end, width, smooth=True)

    def _marks(self, target: pygame.Surface, seat: int, plot: pygame.FRect, unit: float) -> None:
        """Draw a seat's mark at intervals along its line, at different points for each seat."""
        last, size = len(self.values) - 1, unit * 0.78
        if self.fine:
            for index in range(last + 1):
                self._swatch(target, seat, self._point(index, seat, plot), size)
            return
        share = (seat + 0.5) / len(self.players)
        for number in range(MARKS):
            index = round(last * (number + share) / (MARKS + 0.35))
            if 0 < index < last:
                self._swatch(target, seat, self._point(index, seat, plot), size)

    def _ends(self, target: pygame.Surface, plot: pygame.FRect, unit: float) -> None:
        """Draw a larger mark at the end of each line, moved apart if they would overlap."""
        size = unit * 1.25
        last = len(self.values) - 1
        order = sorted(range(len(self.players)), key=lambda seat: self._point(last, seat, plot)[1])
        heights = spread(
            [self._point(last, seat, plot)[1] for seat in order], size * 1.04, plot.top, plot.bottom
        )
        for seat, y in zip(order, heights, strict=True):
            self._swatch(target, seat, (plot.right + size * 0.8, y), size)

    def _swatch(self, target: pygame.Surface, seat: int, middle: tuple[float, float], size: float) -> None:
        rect = pygame.FRect(0, 0, size, size)
        rect.center = middle
        draw_swatch(target, rect, self.players[seat].colour)

    def pinned(self, unit: float) -> list[tuple[Pin, float]]:
        """Return the pins with the x of their discs, moved apart if they would overlap."""
        plot, order = self.plot(unit), sorted(self.pins, key=lambda pin: pin.at)
        points = [self._point(pin.at, pin.seat, plot)[0] for pin in order]
        return list(zip(order, spread(points, unit * PIN, plot.left, plot.right), strict=True))

    def _pin(self, target: pygame.Surface, pin: Pin, middle: float, plot: pygame.FRect, unit: float) -> None:
        """Draw a numbered disc above its point, or below if there is no room."""
        x, y = self._point(pin.at, pin.seat, plot)
        size = unit * PIN
        above = y - plot.top > size * 1.5
        disc = pygame.FRect(0, 0, size, size)
        disc.center = middle, y - size if above else y + size
        disc.clamp_ip(self.rect.inflate(-unit * 0.2, -unit * 0.2))
        canvas.line(target, theme.ui.title, disc.center, (x, y), max(1, round(unit * 0.1)), smooth=True)
        edge = max(1, unit * 0.08)
        paint.blit_rounded(target, disc, size / 2, theme.ui.accent, theme.ui.on_accent, edge)
        paint.blit_text(target, pin.number, "bold", unit * 0.95, theme.ui.on_accent, disc, "center")

    def blot_unit(self, unit: float) -> float:
        """Return the unit for blots, smaller if they are crowded."""
        room = self.plot(unit).width / unit / max(1, len(self.blots))
        return unit * max(LEAST_BLOT, min(1.0, room / ROOM))

    def _blot(self, target: pygame.Surface, blot: Blot, plot: pygame.FRect, unit: float) -> None:
        """Draw a dot with a ring in the colour of its seat."""
        ring = theme.SEAT_COLOURS[self.players[blot.seat].colour].edge_on(theme.ui.paper_high)
        middle = self._point(blot.at, blot.seat, plot)
        draw_blot(target, middle, blot.size, ring, self.blot_unit(unit))

    @classmethod
    def height(cls, unit: float, width: float) -> float:
        """Return a good height for a chart of this width."""
        return max(unit * 11, min(unit * 17, width * 0.48))


def draw_blot(
    target: pygame.Surface, middle: tuple[float, float], size: float, ring: theme.Colour, unit: float
) -> None:
    """Draw the symbol of an error of a size from 0 to 1."""
    wide = unit * (0.5 + 0.5 * size)
    dot = pygame.FRect(0, 0, wide, wide)
    dot.center = middle
    paint.blit_rounded(target, dot, wide / 2, theme.ui.accent, ring, max(1, unit * 0.14))


@dataclass
class Legend(Widget):
    """The legend of a chart's blots: a heading, then a blot and its meaning for each size.

    scale: the scale of the blots, as in the chart
    """

    sizes: Sequence[tuple[float, str]] = ()
    scale: float = 1.0

    def spoken(self) -> str:
        return f"{self.label} {'; '.join(words for _, words in self.sizes)}."

    def draw(self, target: pygame.Surface, look: Look) -> None:
        for x, y, size, words in self._parts(look.unit):
            row = pygame.FRect(x, y, self.rect.right - x, look.unit * LEGEND)
            if size is not None:
                middle = (x - look.unit * 0.75, row.centery)
                draw_blot(target, middle, size, theme.ui.ink, look.unit * self.scale)
            paint.blit_text(target, words, "text", look.unit * LEGEND, theme.ui.ink_soft, row)

    def _parts(self, unit: float) -> Iterator[tuple[float, float, float | None, str]]:
        """Yield each caption's position, followed by its blot's size and its text, wrapped into rows."""
        face, x, y = theme.font("text", round(unit * LEGEND)), self.rect.x, self.rect.y
        for size, words in [(None, self.label), *self.sizes]:
            before = 0.0 if size is None else unit * 1.4
            wide = before + face.size(words)[0]
            if x > self.rect.x and x + wide > self.rect.right:
                x, y = self.rect.x, y + unit * LEGEND * 1.15
            yield x + before, y, size, words
            x += wide + unit * 0.8

    def high(self, unit: float) -> float:
        """Return the height needed."""
        return max(y for _, y, _, _ in self._parts(unit)) + unit * LEGEND - self.rect.y


def corners(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Remove the points inside level stretches from a line.

    >>> corners([(0, 1), (1, 1), (2, 1), (3, 4)])
    [(0, 1), (2, 1), (3, 4)]
    """
    middle = zip(points, points[1:], points[2:], strict=False)
    return [*points[:1], *(b for a, b, c in middle if not a[1] == b[1] == c[1]), *points[-1:]]


def grid_step(high: int, most: float) -> int:
    """Return the distance of grid lines from 0 to `high` that gives at most about `most` of them.

    >>> grid_step(43, 6), grid_step(100, 6), grid_step(3, 6)
    (10, 20, 1)
    """
    return next((step for step in STEPS if high / step <= max(1.0, most)), STEPS[-1])


def spread(places: Sequence[float], least: float, first: float, last: float) -> list[float]:
    """Move ascending positions as little as needed to be `least` apart and between `first` and `last`.

    >>> spread([1, 2, 9], 3, 0, 10)
    [1, 4, 9]
    """
    placed: list[float] = []
    for place in places:
        placed.append(max(place, placed[-1] + least) if placed else max(place, first))
    limit = last
    for index in range(len(placed) - 1, -1, -1):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - least
    return placed
