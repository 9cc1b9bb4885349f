"""The board overlay: on request, draws and announces, part by part, what an expert sees on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf

import pygame

from game.client.draw import paint, theme
from game.client.draw.reading import PALE
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, Look, Widget
from game.client.touch.pointing import Surface
from game.client.views.view import Read
from game.client.words.i18n import t

WIDE = 22.0
"""Maximum width of the legend, in units."""
SAMPLE = 4.6
"""Width of a sample in the legend, in units."""
MARGIN = 0.4
"""Space above and below the text of a row of the legend in units, together."""
FLAT = 2.6
"""Maximum ratio of a sample's width to its row's height."""
SIZES = paint.shrinking(0.9, 0.5)


@dataclass
class Sign(Button):
    """A row of the legend: a symbol, its meaning, and a switch that shows or hides this part of the
    overlay."""

    sample: Callable[[pygame.Surface, pygame.FRect], None] = field(kw_only=True)
    largest: float = inf
    """Maximum text size in pixels, so that all rows can have one size."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, rect, shown = look.unit, self.rect, self.state == "chosen"
        fill = theme.ui.paper_hover if look.hover else theme.ui.paper_high
        paint.blit_rounded(target, rect, 0, fill, theme.ui.paper_line, max(1, unit * theme.ui.edge_idle))
        ground = pygame.FRect(rect.x, rect.y, self._wide(unit), rect.height).inflate(-unit * 0.4, -unit * 0.3)
        paint.blit_rounded(target, ground, unit * 0.3, PALE, theme.ui.paper_line, 1)
        self.sample(target, ground.inflate(-unit * 0.4, 0))
        ink, box = theme.ui.ink if shown else theme.ui.ink_soft, min(unit * 1.3, rect.height * 0.7)
        tick = pygame.FRect(rect.right - box - unit * 0.5, rect.centery - box / 2, box, box)
        paint.blit_rounded(target, tick, unit * 0.25, None, ink, max(1.5, unit * 0.1))
        if shown:
            size = round(box * 0.8)
            place = round(tick.centerx - size / 2), round(tick.centery - size / 2)
            target.blit(paint.icon("check", size, ink), place)
        paint.blit_lines(target, self.label, "text", self.sizes(unit), ink, self.words(unit))
        self.draw_focus(target, look)

    def sizes(self, unit: float) -> tuple[int, ...]:
        """Return the text sizes to try, in pixels, descending."""
        return tuple(size for part in SIZES if (size := round(unit * part)) <= self.largest)

    def fits(self, unit: float) -> int:
        """Return the text size at which the caption fits."""
        room = self.words(unit)
        return paint.lines_within(self.label, "text", self.sizes(unit), int(room.width), room.height)[0]

    def _wide(self, unit: float) -> float:
        """Return the width of the sample."""
        return min(unit * SAMPLE, self.rect.height * FLAT)

    def words(self, unit: float) -> pygame.FRect:
        """Return the rectangle of the caption."""
        left = self.rect.x + self._wide(unit) + unit * 0.2
        width = self.rect.right - left - unit * 2.1
        return pygame.FRect(left, self.rect.y, width, self.rect.height).inflate(0, -unit * MARGIN)


class Reading:
    """Shows and hides the board overlay and its parts, and the legend that explains its symbols."""

    def __init__(self, table: Surface) -> None:
        self._table = table
        self.on = False
        self.legend = False
        """True if the legend is open on the board."""

    @property
    def _hidden(self) -> frozenset[str]:
        return frozenset(self._table.app.settings.unread.split())

    @property
    def read(self) -> Read | None:
        """The parts of the overlay to show; None if it is off."""
        table = self._table
        return Read(table.shown_seat, frozenset(table.view.readable) - self._hidden) if self.on else None

    def toggle(self) -> None:
        """Show or hide the overlay, and announce its sentences."""
        self.on, self.legend = not self.on, False
        if self.on:
            self._table.app.platform.announce(" ".join(self._sentences()))

    def toggle_legend(self) -> None:
        """Open the legend, together with the overlay, or close it."""
        if not self.on:
            self.toggle()
        self.legend = not self.legend

    def _switch(self, part: str) -> None:
        """Show or hide a part of the overlay."""
        app = self._table.app
        app.settings.unread = " ".join(sorted(self._hidden ^ {part}))
        app.keep_settings()

    def _sentences(self) -> list[str]:
        read = self.read
        return [] if read is None else list(self._table.view.reading(self._table.match.state, read))

    def widgets(
        self, places: Sequence[pygame.FRect], window: pygame.FRect, metrics: Metrics
    ) -> Iterator[Widget]:
        """Yield the overlay's button and, while it is on, the legend with its button and the sentences for
        screen readers.

        places: rectangles of the buttons
        window: the part of the screen that shows the board
        """
        self._table.stage.read = self.read
        state = "chosen" if self.on else ""
        tone = "chosen" if self.on else "sea"
        words, place, act = t("reading"), places[0], self.toggle
        yield Button(
            "reading", words, place, act, state=state, tone=tone, icon="reading", caption="", key="B"
        )
        if self.on:
            yield from self._legend(places[-1], window, metrics)
            nowhere = pygame.FRect(0, 0, 0, 0)
            for sentence in self._sentences():
                yield Widget("", sentence, nowhere)

    def _legend(self, place: pygame.FRect, window: pygame.FRect, metrics: Metrics) -> Iterator[Button]:
        """Yield the legend's button and, if it is open, its rows in the lower left corner of the board."""
        words, act = t("reading.legend"), self.toggle_legend
        state, tone, icon = ("chosen", "chosen", "close") if self.legend else ("", "sea", "help")
        yield Button("legend", words, place, act, state=state, tone=tone, icon=icon, caption="", key="K")
        if not self.legend:
            return
        table, parts = self._table, self._table.view.readable
        seat = table.shown_seat
        high = int(min(max(metrics.finger, metrics.unit * 2.5), window.height / len(parts)))
        row = pygame.FRect(round(window.x), round(window.bottom) - high * (len(parts) + 1), 0, high)
        row.width = min(window.width, metrics.unit * WIDE)
        signs = list[Sign]()
        for part in parts:
            row.y += high
            shown = "" if part in self._hidden else "chosen"
            sample, switch = partial(self._sample, part), partial(self._switch, part)
            label = table.view.sign(part, seat)
            sign = Sign(f"sign.{part}", label, row.copy(), switch, state=shown, group="legend", sample=sample)
            signs.append(sign)
        unit = table.app.metrics.unit
        largest = min(sign.fits(unit) for sign in signs)
        for sign in signs:
            sign.largest = largest
        yield from signs

    def _sample(self, part: str, target: pygame.Surface, place: pygame.FRect) -> None:
        self._table.view.draw_sign(target, part, place, self._table.shown_seat)
