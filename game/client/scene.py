"""What the app shows: scenes on a stack, made of widgets."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from math import ceil
from typing import Any, NamedTuple, Protocol

import pygame

from game.client import paint, theme
from game.client.gestures import Drag, Drop, Gesture, Key, Pinch, Wheel
from game.client.i18n import t
from game.client.shelf import Settings, Shelf
from game.client.theme import Metrics
from game.client.widgets import Button, Card, Field, Paragraph, Widget
from game.match import Match
from game.platform import Element, Input, Platform, StorageError


class Host(Protocol):
    """What a scene may ask of the app that shows it. Other scenes are known by their id (routes.py)."""

    platform: Platform
    shelf: Shelf
    settings: Settings
    metrics: Metrics
    notice: str
    """A calm message about something that went wrong, shown by the scenes that have room for it."""
    reopened: tuple[str, int] | None
    """The game that was opened again after a fault, and how many actions it had."""
    focus: str
    """The widget the keyboard is at, seen only if `show_focus`."""
    show_focus: bool
    hover: str
    """The widget the mouse is over."""

    @property
    def scene(self) -> Scene:
        """The one on top."""
        ...

    @property
    def pace(self) -> float:
        """The factor for the length of movements; 0: none."""
        ...

    def open(self, scene: str, *what: Any, **how: Any) -> None:
        """Show a scene on top of the others."""

    def replace(self, scene: str, *what: Any, **how: Any) -> None:
        """Show a scene in place of the top one."""

    def home(self, scene: str, *what: Any, **how: Any) -> None:
        """Show a scene in place of all the others."""

    def pop(self) -> None:
        """Go back to the scene below."""

    def bring(self, text: str) -> None:
        """Show the game in a text from outside."""

    def current_match(self) -> Match | None:
        """The game on the table, if there is one."""

    def refresh(self) -> None:
        """Something changed: lay out and redraw."""

    def apply_settings(self) -> None:
        """Apply the settings."""

    def keep_settings(self) -> None:
        """Save the settings and apply them."""

    def complain(self, error: StorageError) -> None:
        """Report that something could not be saved."""

    def kept(self) -> None:
        """What could not be saved before is saved now."""

    def spawn(self, work: Coroutine[Any, Any, None], *, wakes: bool = False) -> asyncio.Future[None]:
        """Start something that takes time; `wakes`: the platform stops waiting for input when it is done."""


class Spec(NamedTuple):
    """A button without a place yet."""

    id: str
    label: str
    act: Callable[[], None] | None
    tone: str = "paper"
    icon: str = ""
    caption: str | None = None
    chosen: bool = False
    group: str = ""
    """One of several values of this name."""


class Scene:
    """One screen. The top of the stack gets the input; one that does not cover shows those below."""

    name = ""
    """Told to tests by `kontor.state()`."""
    covers = True
    from_outside = False
    """It shows something brought in from outside: what comes next takes its place."""
    match: Match | None = None
    """The game it shows."""

    def __init__(self, app: Host) -> None:
        self.app = app
        self.widgets: list[Widget] = []

    @property
    def unfinished(self) -> bool:
        """Whether part of the picture is still to come, so that another frame is wanted."""
        return False

    def entered(self) -> None:
        """The scene is on top now (possibly again)."""

    def left(self) -> None:
        """The scene was taken off the stack."""

    def heading(self) -> str:
        """What the scene is about, for screen readers."""
        return ""

    def read_out(self) -> tuple[Element, ...]:
        """What the scene shows besides its widgets, in words, for screen readers."""
        return ()

    def layout(self, metrics: Metrics) -> None:
        """Make the widgets for the current state and window."""

    def handle(self, gesture: Gesture) -> bool:
        """Handle a gesture no widget took. True if something changed."""
        return False

    def at(self, x: float, y: float, touch: bool) -> Widget | None:
        """The widget meant by a finger (`touch`) or the mouse at a point."""
        for widget in reversed(self.widgets):
            inside = widget.clip is None or widget.clip.collidepoint(x, y)
            if widget.act and inside and widget.rect.collidepoint(x, y):
                return widget
        return None

    def reveal(self, widget: Widget) -> None:
        """Bring the widget with keyboard focus into view."""

    def spoken(self, widget: Widget) -> str:
        """What is said when the keyboard reaches a widget, besides its label: a screen reader says that."""
        return ""

    def outside(self, happened: Input) -> None:
        """An event from the platform itself (storage, link)."""

    def cancel(self) -> None:
        """Escape or the back button: one step back, eventually out of the scene."""
        self.app.pop()

    def update(self, now: float) -> float | None:
        """Time has passed. Returns the seconds until the next call it wants; None: when something happens.

        0 means that something is moving: the next frame is wanted.
        """
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw everything but the widgets."""

    def draw_above(self, target: pygame.Surface) -> None:
        """Draw what lies above the widgets."""


class Flow:
    """Lays widgets out in a column, scrolled by the page."""

    def __init__(self, column: pygame.FRect, metrics: Metrics, clip: pygame.Rect) -> None:
        self.column = column
        self.unit = metrics.unit
        self.low = metrics.low
        self.button_height = max(metrics.finger, metrics.unit * 2.2)
        self.clip = clip
        self.y = column.y
        self.widgets: list[Widget] = []

    @property
    def wide(self) -> bool:
        """Whether a label and its control fit side by side."""
        return self.column.width > self.unit * 30

    def add(self, widget: Widget) -> None:
        """Add a widget at its `rect`, clipped to the page."""
        widget.clip = self.clip
        self.widgets.append(widget)

    def gap(self, units: float = 0.6) -> None:
        """Leave some room."""
        self.y += units * self.unit

    def text(
        self,
        words: str,
        role: str = "text",
        size: float = 1.0,
        colour: theme.Colour | None = None,
        align: str = "left",
    ) -> None:
        """A paragraph across the full width."""
        height = Paragraph.height(words, role, size, self.unit, self.column.width)
        rect = pygame.FRect(self.column.x, self.y, self.column.width, height)
        self.add(Paragraph("", words, rect, role=role, size=size, colour=colour, align=align))
        self.y += height

    def heading(self, words: str) -> None:
        """A section title."""
        self.gap(0.8)
        self.text(words, "display", 1.45, theme.ui.title)
        self.widgets[-1].kind = "chapter"
        self.gap(0.4)

    def buttons(self, specs: Sequence[Spec], *, abreast: int = 1) -> None:
        """Buttons side by side, equally wide, in as many rows as they need.

        abreast  at least so many in a row, with captions in two lines and without icons if need be
        """
        space = self.unit * 0.5
        face = theme.font("bold", round(self.unit))
        widest = max(face.size(spec.label if spec.caption is None else spec.caption)[0] for spec in specs)
        width = widest + self.unit * (3.4 if any(spec.icon for spec in specs) else 1.8)
        per_row = max(1, min(len(specs), int((self.column.width + space) / (width + space))))
        if per_row < abreast:
            per_row = abreast
            specs = [spec if spec.caption == "" else spec._replace(icon="") for spec in specs]
        rows = -(-len(specs) // per_row)
        per_row = -(-len(specs) // rows)
        width = (self.column.width - space * (per_row - 1)) / per_row
        for index, spec in enumerate(specs):
            row, place = divmod(index, per_row)
            x, y = self.column.x + place * (width + space), self.y + row * (self.button_height + space)
            rect = pygame.FRect(x, y, width, self.button_height)
            self.add(make_button(spec, rect))
        self.y += rows * (self.button_height + space)

    def card(
        self,
        widget_id: str,
        title: str,
        text: str,
        act: Callable[[], None],
        *,
        chosen: bool = False,
        aside: str = "",
    ) -> None:
        """A large choice."""
        height = max(self.button_height, Card.height(text, self.unit, self.column.width))
        rect = pygame.FRect(self.column.x, self.y, self.column.width, height)
        state = "chosen" if chosen else ""
        self.add(Card(widget_id, title, rect, act, state=state, text=text, aside=aside))
        self.y += height + self.unit * 0.5

    def choice(
        self,
        widget_id: str,
        label: str,
        values: Sequence[tuple[str, str]],
        value: str,
        choose: Callable[[str], None],
        text: str = "",
    ) -> None:
        """One of several values (value, caption): a row of buttons below its label and explanation."""
        self.text(label, "bold")
        if text:
            self.text(text, colour=theme.ui.ink_soft, size=0.92)
        self.gap(0.25)
        self.buttons(
            [
                Spec(
                    f"{widget_id}.{each}",
                    f"{label}: {caption}",
                    partial(choose, each),
                    "chosen" if each == value else "paper",
                    caption=caption,
                    chosen=each == value,
                    group=widget_id,
                )
                for each, caption in values
            ]
        )
        self.gap(0.4)

    def field(
        self,
        widget_id: str,
        label: str,
        value: str,
        change: Callable[[str], None],
        *,
        lines: int = 1,
        longest: int = 40,
    ) -> None:
        """A text field."""
        height = self.button_height if lines == 1 else self.unit * lines
        self.row_field(
            pygame.FRect(self.column.x, self.y, self.column.width, height), widget_id, label, value, change
        )
        field = self.widgets[-1]
        assert isinstance(field, Field)
        field.kind, field.longest = ("text" if lines == 1 else "area"), longest
        self.y += height + self.unit * 0.5

    def row_field(
        self,
        rect: pygame.FRect,
        widget_id: str,
        label: str,
        value: str,
        change: Callable[[str], None],
        hint: str = "",
    ) -> None:
        """A text field at a given place; `hint` is shown while it is empty."""
        self.add(Field(widget_id, label, rect, _open_field, value=value, change=change, hint=hint or label))

    def row_choice(self, rect: pygame.FRect, specs: Sequence[Spec]) -> None:
        """Buttons side by side that fill a given place."""
        space = self.unit * 0.25
        width = (rect.width - space * (len(specs) - 1)) / len(specs)
        for index, spec in enumerate(specs):
            place = pygame.FRect(rect.x + index * (width + space), rect.y, width, rect.height)
            self.add(make_button(spec._replace(group=specs[0].id), place))


def _open_field() -> None:
    """Activating a field starts editing: the app sees to it (`App.editing`)."""


def make_button(spec: Spec, rect: pygame.FRect) -> Button:
    """The button in its place."""
    state = "chosen" if spec.chosen else ""
    return Button(
        spec.id, spec.label, rect, spec.act, state=state, group=spec.group,
        tone=spec.tone, icon=spec.icon, caption=spec.caption,
    )  # fmt: skip


class Page(Scene, ABC):
    """A sheet of parchment on the sea: a title, a scrolling column, buttons at the foot."""

    column_units = 40.0

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.scroll = 0.0
        self._reach = 0.0
        self._body = pygame.Rect(0, 0, 1, 1)
        self._sheet = pygame.FRect(0, 0, 1, 1)

    # ---- what a page says -------------------------------------------------------------------

    @abstractmethod
    def title(self) -> str:
        """The text at the head."""

    def heading(self) -> str:
        return self.title()

    @abstractmethod
    def build(self, flow: Flow) -> None:
        """Fill the column."""

    def foot(self) -> list[Spec]:
        """The buttons at the foot."""
        return [Spec("back", t("back"), self.cancel, icon="back")]

    # ---- how it is shown --------------------------------------------------------------------

    def layout(self, metrics: Metrics) -> None:
        unit = metrics.unit
        margin = 0 if metrics.width < unit * 30 or metrics.low else unit * 1.4
        width = min(metrics.width - 2 * margin, unit * (self.column_units + 3))
        self._sheet = pygame.FRect((metrics.width - width) / 2, margin, width, metrics.height - 2 * margin)
        foot = self._foot(metrics)
        needed = self._fill(metrics, foot)
        if margin and needed < self._sheet.height:
            self._sheet.height = needed
            self._sheet.centery = metrics.height / 2
            self._fill(metrics, foot)

    def _foot(self, metrics: Metrics) -> list[Widget]:
        """The buttons at the foot, laid out from 0 downwards."""
        column = self._column(metrics)
        foot = Flow(pygame.FRect(column.x, 0, column.width, 0), metrics, metrics.rect)
        specs = self.foot()
        if specs:
            foot.buttons(specs, abreast=len(specs) if metrics.low else 1 + (len(specs) > 3))
        for widget in foot.widgets:
            widget.clip = None
        return foot.widgets

    def _column(self, metrics: Metrics) -> pygame.FRect:
        unit = metrics.unit
        return self._sheet.inflate(-2 * unit * (1.0 if self._sheet.x == 0 else 1.7), 0)

    def _fill(self, metrics: Metrics, foot: list[Widget]) -> float:
        """Fill the sheet; returns the height it would need to show everything at once."""
        unit = metrics.unit
        high = max((widget.rect.bottom for widget in foot), default=0) - min(
            (widget.rect.top for widget in foot), default=0
        )
        top, bottom = self._sheet.y + unit * 3.6, self._sheet.bottom - high - unit * (1.5 if foot else 0.6)
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
        # The page's main button is the keyboard's first stop, though it stands at the foot.
        first = [widget for widget in foot if isinstance(widget, Button) and widget.tone == "primary"]
        self.widgets = first + flow.widgets + [widget for widget in foot if widget not in first]
        return ceil(self._sheet.height - self._body.height + content) + 2

    def _flow(self, column: pygame.FRect, metrics: Metrics, top: float) -> Flow:
        start = pygame.FRect(column.x, top - self.scroll + metrics.unit * 0.4, column.width, 0)
        flow = Flow(start, metrics, self._body)
        self.build(flow)
        return flow

    def draw(self, target: pygame.Surface) -> None:
        unit = self.app.metrics.unit
        draw_sea(target)
        draw_sheet(target, self._sheet, unit)
        head = pygame.FRect(
            self._sheet.x + unit, self._sheet.y + unit * 0.7, self._sheet.width - 2 * unit, unit * 2.2
        )
        sizes = [unit * part for part in (2.1, 1.8, 1.6, 1.4, 1.2, 1.05)]
        paint.blit_lines(target, self.title(), "display", sizes, theme.ui.title, head, "center")
        draw_rule(target, self._sheet.centerx, self._sheet.y + unit * 3.15, self._sheet.width * 0.6, unit)

    def draw_above(self, target: pygame.Surface) -> None:
        if self._reach <= 0:
            return
        unit, body = self.app.metrics.unit, self._body
        height = body.height * body.height / (body.height + self._reach)
        y = body.y + (body.height - height) * self.scroll / self._reach
        x = self._sheet.right - unit * 0.6
        paint.blit_rounded(target, pygame.FRect(x, y, unit * 0.22, height), unit * 0.11, theme.ui.line)

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


def draw_sea(target: pygame.Surface) -> None:
    """The background of all screens."""
    width, height = target.get_size()
    target.blit(paint.vertical(width, height, theme.ui.ground_line, theme.ui.ground_low), (0, 0))


def draw_sheet(target: pygame.Surface, rect: pygame.FRect, unit: float) -> None:
    """A sheet of parchment with a double brass line."""
    if rect.x > 0:
        paint.blit_shadow(target, rect, round(unit), 150)
    paint.blit_rounded(target, rect, unit * 0.6, theme.ui.paper, theme.ui.frame, max(1, unit * 0.08))
    inner = rect.inflate(-unit * 0.7, -unit * 0.7)
    paint.blit_rounded(target, inner, unit * 0.4, None, theme.ui.line, max(1, unit * 0.05))


def draw_rule(target: pygame.Surface, x: float, y: float, width: float, unit: float) -> None:
    """A line with a lozenge in its middle, under a title."""
    thick = max(1, round(unit * 0.06))
    gap = unit * 0.7
    for left, right in ((x - width / 2, x - gap), (x + gap, x + width / 2)):
        target.fill(theme.ui.line, (round(left), round(y - thick / 2), round(right - left), thick))
    size = round(unit * 0.6)
    target.blit(paint.mark("lozenge", size, theme.ui.line), (round(x - size / 2), round(y - size / 2)))
