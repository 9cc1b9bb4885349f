"""Vertical layout of a page's widgets, and those that only pages have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType

import pygame

from game.client.app.gestures import Drag, Drop, Gesture, Key, Press, Tap
from game.client.app.scene import Scene
from game.client.draw import paint, theme
from game.client.draw.scenery import ship
from game.client.draw.theme import Metrics
from game.client.draw.widgets import (
    SILENT,
    TITLES,
    ButtonSpec,
    ChoiceCard,
    Look,
    Paragraph,
    TextField,
    Widget,
    make_button,
    tone_of,
)
from game.platform import Edited, Element

SWITCH = (2.7, 1.4)
"""Width and height of a switch in units."""


@dataclass
class Switch(Widget):
    """A setting that is on or off: its name, an explanation, and a switch at the right. `state` is "chosen"
    or "off"."""

    text: str = ""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, ui, on = look.unit, theme.ui, self.state == "chosen"
        tone = tone_of("paper")
        fill = tone.hover if look.hover else tone.fill
        paint.blit_rounded(target, self.rect, unit * 0.42, fill, tone.edge, max(1, unit * ui.edge))
        room = self.room(unit, self.rect.width)
        lines = self._lines(unit, room)
        y = self.rect.centery - sum(pixels for _, _, pixels in lines) / 2
        for line, role, pixels in lines:
            ink = ui.ink if role == "bold" else ui.ink_soft
            paint.blit_text(
                target, line, role, pixels, ink, pygame.FRect(self.rect.x + unit * 0.8, y, room, pixels)
            )
            y += pixels
        wide, high = (part * unit for part in SWITCH)
        slot = pygame.FRect(0, 0, wide, high)
        slot.midright = self.rect.right - unit * 0.8, self.rect.centery
        ground, knob = tone_of("chosen" if on else "paper"), slot.inflate(-unit * 0.4, -unit * 0.4)
        paint.blit_rounded(target, slot, high / 2, ground.fill, ui.ink_soft, max(1.0, unit * 0.09))
        disc = pygame.FRect(0, knob.y, knob.height, knob.height)
        disc.x = knob.right - disc.width if on else knob.x
        paint.blit_rounded(target, disc, disc.width / 2, ground.ink if on else ui.ink_soft)
        self.draw_focus(target, look)

    @staticmethod
    def room(unit: float, width: float) -> float:
        """Return the width of the text in a row of this width."""
        return width - unit * (SWITCH[0] + 2.2)

    def _lines(self, unit: float, room: float) -> list[tuple[str, str, int]]:
        parts = [(self.label, "bold", round(unit)), (self.text, "text", round(unit * 0.92))]
        return [
            (line, role, pixels)
            for words, role, pixels in parts
            for line in (paint.wrap(words, role, pixels, int(room)) if words else ())
        ]

    def height(self, unit: float) -> float:
        """Return the height that the text needs at the width of `rect`."""
        lines = self._lines(unit, self.room(unit, self.rect.width))
        return sum(pixels for _, _, pixels in lines) + unit * 0.9


PAGE_STEP = 0.2
"""Step of the Page Up and Page Down keys, as a fraction of the scale."""


def _nothing() -> None:
    """Do nothing: a slider has no action besides its change."""


@dataclass
class Slider(Widget):
    """A whole number from 0 to `top`, to be dragged, tapped or changed with keys. `value` is the number in
    words, shown at the right of the line."""

    act: Callable[[], None] | None = _nothing
    kind: str = "slider"
    at: int = 0
    top: int = 10
    change: Callable[[int], None] = field(default=lambda at: None)
    icon: str = ""
    """Icon at the left of the line."""
    words: Sequence[str] = ()
    """All texts that `value` can have, to give the line the same length for each."""

    def line(self, unit: float) -> pygame.FRect:
        """Return the line on which the number is chosen, without the knob that sticks out at both ends."""
        left = unit * (2.9 if self.icon else 0.9)
        right = unit * 0.9 + self._words_width(unit)
        return pygame.FRect(self.rect.x + left, self.rect.y, self.rect.width - left - right, self.rect.height)

    def number(self, x: float, unit: float) -> int:
        """Return the number at a horizontal position."""
        line = self.line(unit)
        return max(0, min(self.top, round((x - line.x) / max(1.0, line.width) * self.top)))

    def after(self, key: str) -> int | None:
        """Return the number after a key, or None if the key does not change sliders."""
        page = max(1, round(self.top * PAGE_STEP))
        steps = {
            "left": -1, "down": -1, "right": 1, "up": 1, "page down": -page, "page up": page,
            "home": -self.top, "end": self.top,
        }  # fmt: skip
        return max(0, min(self.top, self.at + steps[key])) if key in steps else None

    def choose(self, number: int) -> None:
        """Choose a number, limited to the scale."""
        number = max(0, min(self.top, number))
        if number != self.at:
            self.at = number
            self.change(number)

    def element(self) -> Element:
        return super().element()._replace(at=self.at, top=self.top)

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, ui, tone = look.unit, theme.ui, tone_of("paper")
        fill = tone.hover if look.hover else tone.fill
        paint.blit_rounded(target, self.rect, unit * 0.42, fill, tone.edge, max(1, unit * ui.edge))
        line, middle = self.line(unit), self.rect.centery
        if self.icon:
            sign = round(unit * 1.25)
            place = round(self.rect.x + unit * 0.6), round(middle - sign / 2)
            target.blit(paint.icon(self.icon, sign, ui.ink), place)
        part = line.width * self.at / max(1, self.top)
        thick, edge = unit * 0.34, max(1.0, unit * 0.06)
        slot = pygame.FRect(line.x, middle - thick / 2, line.width, thick)
        paint.blit_rounded(target, slot, thick / 2, ui.paper, ui.ink_soft, edge)
        if part > thick:
            done = pygame.FRect(slot.x, slot.y, part, thick)
            paint.blit_rounded(target, done, thick / 2, tone_of("chosen").fill, ui.ink_soft, edge)
        knob = pygame.FRect(0, 0, unit * 1.2, unit * 1.2)
        knob.center = line.x + part, middle
        paint.blit_rounded(target, knob, knob.width / 2, tone_of("chosen").fill, ui.ink_soft, unit * 0.12)
        words = self.rect.copy()
        words.width = self.rect.width - unit * 0.6
        paint.blit_text(target, self.value, "text", unit, ui.ink, words, "right")
        self.draw_focus(target, look)

    def _words_width(self, unit: float) -> float:
        face = theme.font("text", round(unit))
        return max((face.size(words)[0] for words in (*self.words, self.value)), default=0) + unit * 0.6


class Sliding:
    """The input of a scene's sliders: taps, drags, and the keys of the one with keyboard focus.

    A drag along a slider holds it until it ends; one across it scrolls the page.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._held: str | None = None
        """Id of the slider that is dragged; "" if the drag moves none; None before its first movement."""

    def handle(self, happened: Gesture | Edited) -> bool:
        """Handle a gesture, or a change by a screen reader. Return True if it was for a slider."""
        app = self._scene.app
        match happened:
            case Press():
                self._held = None
            case Tap(x, y):
                return self._slide(self._under(x, y), x)
            case Drag(x, _, dx, dy, start_x, start_y):
                if self._held is None:
                    self._held = self._under(start_x, start_y) if abs(dx) >= abs(dy) else ""
                return self._slide(self._held, x)
            case Drop() if self._held:
                self._held = None
                return True
            case Key(name=name) if app.show_focus:
                slider = self._slider(app.focus)
                return slider is not None and self._choose(slider, slider.after(name))
            case Edited(element, text) if text.isdecimal():
                slider = self._slider(element)
                return slider is not None and self._choose(slider, int(text))
        return False

    def _choose(self, slider: Slider, number: int | None) -> bool:
        if number is not None:
            slider.choose(number)
        return number is not None

    def _slide(self, element: str, x: float) -> bool:
        """Move a slider's knob to a horizontal position. Return True if there is such a slider."""
        slider, app = self._slider(element), self._scene.app
        if slider is not None:
            app.focus = element
            slider.choose(slider.number(x, app.metrics.unit))
        return slider is not None

    def _under(self, x: float, y: float) -> str:
        """Return the id of the slider at a point, or ""."""
        over = (one for one in reversed(self._scene.widgets) if one.act and one.holds(x, y))
        top = next(over, None)
        return top.id if isinstance(top, Slider) else ""

    def _slider(self, element: str) -> Slider | None:
        found = (one for one in self._scene.widgets if isinstance(one, Slider) and one.id == element)
        return next(found, None)


@dataclass
class Ship(Widget):
    """A picture of a ship."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        target.blit(ship(round(self.rect.width)), (round(self.rect.x), round(self.rect.y)))


NORMAL: Mapping[str, float] = MappingProxyType({})


class Flow:
    """A column in which widgets are laid out from top to bottom. The page scrolls it."""

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
        """True if a label and its control fit side by side."""
        return self.column.width > self.unit * 30

    def columns(self, metrics: Metrics, part: float, gap: float) -> tuple[Flow, Flow]:
        """Return two columns side by side, to be merged again by `join`.

        part: width of the first one as a fraction
        gap: space between them, in units
        """
        room = self.column.width - gap * self.unit
        left = pygame.FRect(self.column.x, self.y, room * part, 0)
        right = pygame.FRect(0, self.y, room * (1 - part), 0).move_to(right=self.column.right)
        return Flow(left, metrics, self.clip), Flow(right, metrics, self.clip)

    def join(self, *columns: Flow) -> None:
        """Continue below these columns. The first one is also first in reading order."""
        for each in columns:
            self.widgets += each.widgets
            self.y = max(self.y, each.y)

    def add(self, widget: Widget) -> None:
        """Add a widget at its `rect`, clipped to the page."""
        widget.clip = self.clip
        self.widgets.append(widget)

    def place(self, height: float) -> pygame.FRect:
        """Return a rectangle of this height across the column, and continue below it."""
        rect = pygame.FRect(self.column.x, self.y, self.column.width, height)
        self.y += height
        return rect

    def gap(self, units: float = 0.6) -> None:
        """Add vertical space."""
        self.y += units * self.unit

    def text(
        self,
        words: str,
        role: str = "text",
        size: float = 1.0,
        colour: theme.Colour | None = None,
        align: str = "left",
    ) -> None:
        """Add a paragraph across the full width."""
        height = Paragraph.height(words, role, size, self.unit, self.column.width)
        rect = self.place(height)
        self.add(Paragraph("", words, rect, role=role, size=size, colour=colour, align=align))

    def ship(self) -> None:
        """Add the picture of a list without entries."""
        wide = min(self.column.width, self.unit * 8)
        place = self.place(wide * 0.72)
        self.add(Ship("", "", place.inflate(wide - place.width, 0)))
        self.gap(0.4)

    def message(self, words: str) -> None:
        """Add a message in bold, unless it is empty."""
        if words:
            self.text(words, "bold")
            self.gap()

    def heading(self, words: str) -> None:
        """Add a section title."""
        if self.widgets:
            self.gap(0.8)
        self.text(words, "display", 1.45, theme.ui.title)
        self.widgets[-1].kind = "chapter"
        self.gap(0.4)

    def buttons(
        self,
        specs: Sequence[ButtonSpec],
        *,
        abreast: int = 1,
        grid: bool = False,
        icons: bool = False,
        level: bool = False,
        widest: str = "",
    ) -> None:
        """Add buttons in rows, equally wide in each row. The values of a choice stand in one row if that
        saves a row for the last one.

        abreast: minimum number in a row, with captions in two lines and without icons if needed
        icons: keep the icons of such captions
        grid: make buttons as wide as in a full row, however few there are, as are the values of a choice.
        Each has room for an icon, so that the others do not move when one is ticked
        level: make all rows equal in width of buttons, and centre a shorter last one
        widest: a caption for which there must be room, so that several grids have the same columns
        """
        space = self.unit * 0.5
        face = theme.font("bold", round(self.unit))
        widths = [
            face.size(spec.label if spec.caption is None else spec.caption)[0] * spec.size for spec in specs
        ]
        around = 2.2 if grid else 3.4 if any(spec.icon for spec in specs) else 1.8
        width = max(*widths, face.size(widest)[0]) + self.unit * around
        fitting = max(1, int((self.column.width + space) / (width + space)))
        per_row = fitting if grid else min(len(specs), fitting)
        if per_row < abreast:
            per_row = abreast
            if not icons:
                specs = [spec if spec.caption == "" else spec._replace(icon="") for spec in specs]
        if specs[0].group and len(specs) % max(2, per_row) == 1 and self._fits_in_one_row(specs):
            per_row = len(specs)
        rows = -(-len(specs) // per_row)
        per_row = per_row if grid else -(-len(specs) // rows)
        even = grid or level or bool(specs[0].group)
        for index, spec in enumerate(specs):
            row, place = divmod(index, per_row)
            beside = per_row if even else min(per_row, len(specs) - row * per_row)
            width = (self.column.width - space * (beside - 1)) / beside
            missing = max(0, (row + 1) * per_row - len(specs)) if level else 0
            x = self.column.x + (place + missing / 2) * (width + space)
            y = self.y + row * (self.button_height + space)
            rect = pygame.FRect(x, y, width, self.button_height)
            self.add(make_button(spec, rect))
        self.y += rows * (self.button_height + space)

    def _fits_in_one_row(self, specs: Sequence[ButtonSpec]) -> bool:
        """Return True if the captions fit at full size, in two lines if needed, into one row of buttons."""
        width = (self.column.width + self.unit * 0.5) / len(specs) - self.unit * 0.5
        rect = pygame.FRect(0, 0, width, self.button_height)
        return all(make_button(spec, rect).shows_all(self.unit, (1.0,)) for spec in specs)

    def card(
        self, widget_id: str, title: str, text: str, act: Callable[[], None], *, aside: str = ""
    ) -> None:
        """Add a large choice, its title as large as fits into one line."""
        self._add_card(ChoiceCard(widget_id, title, self.place(0), act, text=text, aside=aside))

    def cards(self, group: Sequence[ChoiceCard], among: Sequence[ChoiceCard] = ()) -> None:
        """Add large choices with titles of one size, at least that of their text. Longer titles are wrapped.

        group: cards with the width of the column, for example at `place(0)`
        among: all cards of the page, if titles of several groups have one size
        """
        sizes = tuple(self.unit * part for part in TITLES)
        common = sizes[0]
        for card in among or group:
            common = min(common, paint.largest(card.label, "display", sizes, card.title_width(self.unit)))
        for card in group:
            card.titles = tuple(size for size in sizes if size <= max(self.unit, common))
            self._add_card(card)

    def _add_card(self, card: ChoiceCard) -> None:
        """Add a card across the column, in the height that it needs."""
        card.rect = self.place(max(self.button_height, card.needed(self.unit)))
        self.add(card)
        self.gap(0.5)

    def choice(
        self,
        widget_id: str,
        label: str,
        values: Sequence[tuple[str, str]],
        value: str,
        choose: Callable[[str], None],
        text: str = "",
        *,
        abreast: int = 1,
        beside: bool = False,
        titled: bool = False,
        sizes: Mapping[str, float] = NORMAL,
    ) -> None:
        """Add a choice of one value (value, caption): a row of buttons below its label and explanation.

        abreast: minimum number of buttons in a row
        beside: show the buttons next to the label
        titled: omit the label, because it is the page's title
        sizes: text sizes of the captions by value, 1 by default
        """
        column, begun = self.column, len(self.widgets)
        if beside:
            width = theme.font("bold", round(self.unit)).size(label)[0] + self.unit
            place = pygame.FRect(column.x, self.y + (self.button_height - self.unit) / 2, width, self.unit)
            self.add(Paragraph("", label, place, role="bold", kind=SILENT))
            self.column = pygame.FRect(column.x + width, column.y, column.width - width, 0)
        elif not titled:
            self.text(label, "bold")
            self.widgets[-1].kind = SILENT  # the name of the group
        if text:
            self.text(text, colour=theme.ui.ink_soft, size=0.92)
        if not beside:
            self.gap(0.25)
        self.buttons(
            [
                ButtonSpec(
                    f"{widget_id}.{each}",
                    caption,
                    partial(choose, each),
                    "chosen" if each == value else "paper",
                    chosen=each == value,
                    group=widget_id,
                    size=sizes.get(each, 1.0),
                )
                for each, caption in values
            ],
            abreast=abreast,
        )
        for widget in self.widgets[begun:]:
            if widget.act:
                widget.kind, widget.about = "radio", label
        self.column = column
        self.gap(0.4)

    def slider(
        self,
        widget_id: str,
        label: str,
        words: Sequence[str],
        at: int,
        change: Callable[[int], None],
        *,
        icon: str = "",
    ) -> None:
        """Add a slider for a number from 0 on below its label. `words` are the texts of all its numbers."""
        self.text(label, "bold")
        self.widgets[-1].kind = SILENT  # the name of the slider
        self.gap(0.25)
        rect, top = self.place(self.button_height), len(words) - 1
        slider = Slider(widget_id, label, rect, value=words[at], at=at, top=top, change=change)
        slider.icon, slider.words = icon, words
        self.add(slider)
        self.gap(0.5)

    def switch(
        self, widget_id: str, label: str, turn: Callable[[bool], None], text: str = "", *, on: bool
    ) -> None:
        """Add a setting that is on or off. `turn` is called with the new value."""
        rect = pygame.FRect(self.column.x, self.y, self.column.width, 0)
        state = "chosen" if on else "off"
        switch = Switch(widget_id, label, rect, partial(turn, not on), state=state, text=text)
        rect.height = max(self.button_height, switch.height(self.unit))
        self.add(switch)
        if text:
            self.add(Widget("", text, pygame.FRect(rect.bottomleft, (0, 0))))  # read after the short name
        self.y += rect.height
        self.gap(0.5)

    def field(
        self,
        widget_id: str,
        label: str,
        value: str,
        change: Callable[[str], None],
        *,
        lines: int = 1,
        longest: int = 40,
        entered: Callable[[], None] | None = None,
    ) -> None:
        """Add a text field.

        entered: called on Enter, or a phone's "Go", after the field has closed
        """
        height = self.button_height if lines == 1 else self.unit * lines
        self.row_field(self.place(height), widget_id, label, value, change)
        field = self.widgets[-1]
        assert isinstance(field, TextField)
        field.kind, field.longest = ("text" if lines == 1 else "area"), longest
        field.entered = entered
        self.gap(0.5)

    def row_field(
        self,
        rect: pygame.FRect,
        widget_id: str,
        label: str,
        value: str,
        change: Callable[[str], None],
        hint: str = "",
    ) -> None:
        """Add a text field at a given place. `hint` is shown while it is empty."""
        self.add(
            TextField(widget_id, label, rect, _open_field, value=value, change=change, hint=hint or label)
        )

    def row_choice(self, rect: pygame.FRect, specs: Sequence[ButtonSpec]) -> None:
        """Add a row of buttons that fills a given place, each as wide as its caption requires."""
        space, face = self.unit * 0.25, theme.font("bold", round(self.unit))
        words = [face.size(spec.label if spec.caption is None else spec.caption)[0] for spec in specs]
        room = rect.width - space * (len(specs) - 1)
        around = max(room - sum(words), room * 0.3) / len(specs)
        part = (room - around * len(specs)) / (sum(words) or 1)
        x = rect.x
        for spec, long in zip(specs, words, strict=True):
            place = pygame.FRect(x, rect.y, long * part + around, rect.height)
            self.add(make_button(spec._replace(group=specs[0].id), place))
            x += place.width + space


def _open_field() -> None:
    """Do nothing: the app starts editing when a field is activated (`Keyboard`)."""
