"""Base of the scenes that are a page: a title, a scrolling column, and buttons at the foot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from math import ceil

import pygame

from game.client.app.flow import Flow, Sliding
from game.client.app.gestures import Drag, Drop, Gesture, Key, Pinch, Tap, Wheel
from game.client.app.scene import Host, Scene
from game.client.draw import paint, theme
from game.client.draw.scenery import draw_sea
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, ButtonSpec, Widget
from game.client.words.i18n import t
from game.platform import Edited

HEAD, LOW_HEAD = 3.6, 2.3
"""Height of the title with its rule, in units; the second in a low window."""
NO_HEAD = 12.0
"""Window height in units below which the title is omitted, for example above the keyboard of a phone in
landscape."""


FADE = 0.9
"""Height in units over which the column fades at an edge that cuts it."""
LONE = 17.0
"""Width in units of a single button at the foot of a wide page."""


DIM = (116, 124, 130)
"""Multipliers (of 255) for red, green and blue that dim the scene below a page."""


class Page(Scene, ABC):
    """A page of parchment: a title, a scrolling column, and buttons at the foot.

    The background is the sea. A page that does not cover the scene below is a dialog over its dimmed image,
    as high as needed: a card in the centre or, on a phone, a bottom sheet. A tap outside closes it.
    """

    column_units = 40.0
    whole = False
    """True if the page is as high as its content and scrolls as a whole, including head and foot."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.scroll = 0.0
        self._sliding = Sliding(self)
        self._reach = 0.0
        self._body = pygame.Rect(0, 0, 1, 1)
        self._sheet = pygame.FRect(0, 0, 1, 1)
        self._upper_edge: tuple[Metrics, float] | None = None
        """The upper edge of the page in the window as it is."""

    # ---- content ----------------------------------------------------------------------------

    @abstractmethod
    def title(self) -> str:
        """Return the text at the head."""

    def heading(self) -> str:
        return self.title()

    @abstractmethod
    def build(self, flow: Flow) -> None:
        """Add the widgets of the column."""

    def foot(self) -> list[ButtonSpec]:
        """Return the buttons at the foot."""
        return [ButtonSpec("back", t("back"), self.cancel, icon="back")]

    # ---- layout and drawing -----------------------------------------------------------------

    def layout(self, metrics: Metrics) -> None:
        unit = metrics.unit
        margin = 0 if metrics.width < unit * 30 or metrics.low else unit * 1.4
        width = min(metrics.width - 2 * margin, unit * (self.column_units + 3))
        self._sheet = pygame.FRect(0, metrics.top + margin, width, metrics.height - 2 * margin)
        self._sheet.centerx = metrics.left + metrics.width / 2
        if self.whole:
            self._lay_whole(metrics, margin)
            return
        foot = self._foot(metrics)
        needed = self._fill(metrics, foot)
        if needed < self._sheet.height and (margin or not self.covers):
            self._shrink(metrics, needed, centred=bool(margin))
            self._fill(metrics, foot)
        else:
            self._upper_edge = metrics, self._sheet.y

    def _shrink(self, metrics: Metrics, needed: float, *, centred: bool) -> None:
        """Make the page as high as needed: a card in the centre, or a bottom sheet. The next tap finds the
        buttons where they were: the upper edge stays as long as there is room below it."""
        bottom = self._sheet.bottom
        top = metrics.top + (metrics.height - needed) / 2 if centred else bottom - needed
        if self._upper_edge is not None and self._upper_edge[0] == metrics:
            top = min(self._upper_edge[1], bottom - needed)
        self._upper_edge = metrics, top
        self._sheet.y, self._sheet.height = top, needed if centred else bottom - top

    def _lay_whole(self, metrics: Metrics, margin: float) -> None:
        """Make the page as high as its content, centred in a higher window."""
        unit, column, top = metrics.unit, self._column(metrics), metrics.top + margin
        self._body = pygame.Rect(metrics.rect)
        flow = self._flow(column, metrics, top + unit * self._head)
        high = flow.y + self.scroll - top + unit * 1.2
        spare = metrics.height - 2 * margin - high
        self._reach = max(0.0, -spare)
        above = max(0.0, spare) / 2 if margin else 0.0
        if self.scroll > self._reach or above:  # only once, because sums of floats never settle
            self.scroll = min(self.scroll, self._reach)
            top += above
            flow = self._flow(column, metrics, top + unit * self._head)
        self._sheet.y, self._sheet.height = top - self.scroll, high if margin else max(high, metrics.height)
        self.widgets = _main_first(flow.widgets)

    def _foot(self, metrics: Metrics) -> list[Widget]:
        """Return the buttons at the foot, laid out downwards from 0."""
        column = self._column(metrics)
        foot = Flow(pygame.FRect(column.x, 0, column.width, 0), metrics, metrics.rect)
        specs = self.foot()
        if len(specs) == 1 and column.width > 1.4 * LONE * metrics.unit:
            foot.column = column.inflate(LONE * metrics.unit - column.width, 0)
        if specs:
            foot.buttons(specs, abreast=len(specs) if metrics.low else min(2, len(specs)))
        for widget in foot.widgets:
            widget.clip = None
        return foot.widgets

    def _column(self, metrics: Metrics) -> pygame.FRect:
        unit = metrics.unit
        return self._sheet.inflate(-2 * unit * (1.0 if self._sheet.width == metrics.width else 1.7), 0)

    def _fill(self, metrics: Metrics, foot: list[Widget]) -> float:
        """Lay out the page; return the height it would need to show everything without scrolling."""
        unit = metrics.unit
        high = max((widget.rect.bottom for widget in foot), default=0) - min(
            (widget.rect.top for widget in foot), default=0
        )
        head = self._head if self._has_head else 0.5
        top, bottom = self._sheet.y + unit * head, self._sheet.bottom - high - unit * (1.5 if foot else 0.6)
        sheet = self._sheet
        self._body = pygame.Rect(round(sheet.x), round(top), round(sheet.width), max(1, round(bottom - top)))
        shift = bottom + unit * 0.5 - min((widget.rect.top for widget in foot), default=0)
        for widget in foot:
            widget.rect.y += shift
        column = self._column(metrics)
        flow = self._flow(column, metrics, top)
        content = flow.y + self.scroll - top + unit * 0.6
        self._reach = max(0.0, content - self._body.height)
        if self.scroll > self._reach:
            self.scroll = self._reach
            flow = self._flow(column, metrics, top)
        self.widgets = _main_first(flow.widgets + foot)
        return ceil(self._sheet.height - self._body.height + content) + 2

    def _flow(self, column: pygame.FRect, metrics: Metrics, top: float) -> Flow:
        start = pygame.FRect(column.x, top - self.scroll + metrics.unit * 0.4, column.width, 0)
        flow = Flow(start, metrics, self._body)
        self.build(flow)
        return flow

    def draw(self, target: pygame.Surface) -> None:
        unit, sheet = self.app.metrics.unit, self._sheet
        if self.covers:
            draw_sea(target)
        else:
            target.fill(DIM, None, pygame.BLEND_RGB_MULT)
            if (
                sheet.bottom >= self.app.metrics.rect.bottom
            ):  # the paper continues below the edge of the window
                sheet = pygame.FRect(sheet.x, sheet.y, sheet.width, target.get_height() + unit - sheet.y)
        draw_sheet(target, sheet, unit)
        if self._has_head:
            self._draw_head(target, unit)

    @property
    def _has_head(self) -> bool:
        return self.whole or self.app.metrics.height >= NO_HEAD * self.app.metrics.unit

    @property
    def _head(self) -> float:
        """Height of the title with its rule, in units."""
        return LOW_HEAD if self.app.metrics.low and not self.whole else HEAD

    def _draw_head(self, target: pygame.Surface, unit: float) -> None:
        above = 0.7 if self._head == HEAD else 0.4
        high = self._head - above - 0.7
        head = pygame.FRect(
            self._sheet.x + unit, self._sheet.y + unit * above, self._sheet.width - 2 * unit, unit * high
        )
        sizes = [unit * part for part in (2.1, 1.8, 1.6, 1.4, 1.2, 1.05) if part <= high]
        paint.blit_lines(target, self.title(), "display", sizes, theme.ui.title, head, "center")
        y = self._sheet.y + unit * (self._head - 0.45)
        draw_rule(target, self._sheet.centerx, y, self._sheet.width * 0.6, unit)

    def draw_above(self, target: pygame.Surface) -> None:
        if self._reach <= 0:
            return
        unit, body = self.app.metrics.unit, self._body
        if not self.whole:
            self._draw_fades(target, unit)
        height = body.height * body.height / (body.height + self._reach)
        y = body.y + (body.height - height) * self.scroll / self._reach
        x = (body.right if self.whole else self._sheet.right) - unit * 0.6
        paint.blit_rounded(target, pygame.FRect(x, y, unit * 0.22, height), unit * 0.11, theme.ui.line)

    def _draw_fades(self, target: pygame.Surface, unit: float) -> None:
        """Let the column fade where the head or the foot cuts it."""
        body, high = self._body.inflate(-round(unit), 0), round(unit * FADE)
        if high * 3 > body.height:
            return
        if self.scroll > 0:
            target.blit(_fade(body.width, high, theme.ui.paper, down=True), body.topleft)
        if self.scroll < self._reach - 1:
            band = _fade(body.width, high, theme.ui.paper, down=False)
            target.blit(band, (body.x, body.bottom - high))

    def slide(self, happened: Gesture | Edited) -> bool:
        return self._sliding.handle(happened)

    def handle(self, gesture: Gesture) -> bool:
        unit = self.app.metrics.unit
        match gesture:
            case Wheel():
                return self._scroll_by(-gesture.amount * unit * 3)
            case Drag():
                return self._scroll_by(-gesture.dy)
            case Key(name="page down"):
                return self._scroll_by(self._body.height * 0.85)
            case Key(name="page up"):
                return self._scroll_by(-self._body.height * 0.85)
            case Tap(x, y) if not (self.covers or self._sheet.collidepoint(x, y)):
                self.cancel()
            case Pinch() | Drop():
                return False
        return False

    def reveal(self, widget: Widget) -> None:
        """Scroll a widget into view."""
        if widget.clip is None:
            return
        room = self.app.metrics.unit
        if widget.rect.top < self._body.top + room:
            self._scroll_by(widget.rect.top - self._body.top - room)
        elif widget.rect.bottom > self._body.bottom - room:
            self._scroll_by(widget.rect.bottom - self._body.bottom + room)

    def _scroll_by(self, pixels: float) -> bool:
        before = self.scroll
        self.scroll = max(0.0, min(self._reach, self.scroll + pixels))
        return self.scroll != before


@lru_cache(maxsize=8)
def _fade(width: int, height: int, colour: theme.Colour, *, down: bool) -> pygame.Surface:
    """Return a band of a colour that becomes transparent downwards or upwards."""
    strip = pygame.Surface((1, height), pygame.SRCALPHA)
    for y in range(height):
        part = 1 - (y + 0.5) / height if down else (y + 0.5) / height
        strip.set_at((0, y), (*colour, round(255 * part)))
    return pygame.transform.scale(strip, (width, height))


def _main_first(widgets: list[Widget]) -> list[Widget]:
    """Move the main button, which is further down on the page, to the front of the tab order."""
    first = [widget for widget in widgets if isinstance(widget, Button) and widget.tone == "primary"]
    return first + [widget for widget in widgets if widget not in first] if first else widgets


def draw_sheet(target: pygame.Surface, rect: pygame.FRect, unit: float) -> None:
    """Draw a sheet of paper with a double line around it."""
    if rect.x > 0:
        paint.blit_shadow(target, rect, round(unit), 150)
    paint.blit_rounded(target, rect, unit * 0.6, theme.ui.paper, theme.ui.frame, max(1, unit * theme.ui.edge))
    inner = rect.inflate(-unit * 0.7, -unit * 0.7)
    paint.blit_rounded(target, inner, unit * 0.4, None, theme.ui.line, max(1, unit * 0.05))


def draw_rule(target: pygame.Surface, x: float, y: float, width: float, unit: float) -> None:
    """Draw a line with a lozenge in its centre, below a title."""
    thick = max(1, round(unit * 0.06))
    gap = unit * 0.7
    for left, right in ((x - width / 2, x - gap), (x + gap, x + width / 2)):
        target.fill(theme.ui.line, (round(left), round(y - thick / 2), round(right - left), thick))
    size = round(unit * 0.6)
    target.blit(paint.mark("lozenge", size, theme.ui.line), (round(x - size / 2), round(y - size / 2)))
