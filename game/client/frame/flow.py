"""What a page is made of, one widget below another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.client.draw import theme
from game.client.draw.theme import Metrics
from game.client.draw.widgets import ButtonSpec, ChoiceCard, Paragraph, TextField, Widget, make_button


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

    def columns(self, metrics: Metrics, part: float, gap: float) -> tuple[Flow, Flow]:
        """Two columns side by side from here on, to be put together again by `join`.

        part  the share of the width that the first one gets
        gap   between them, in units
        """
        room = self.column.width - gap * self.unit
        left = pygame.FRect(self.column.x, self.y, room * part, 0)
        right = pygame.FRect(0, self.y, room * (1 - part), 0).move_to(right=self.column.right)
        return Flow(left, metrics, self.clip), Flow(right, metrics, self.clip)

    def join(self, *columns: Flow) -> None:
        """Go on below these columns, the first of which is read first."""
        for each in columns:
            self.widgets += each.widgets
            self.y = max(self.y, each.y)

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

    def buttons(self, specs: Sequence[ButtonSpec], *, abreast: int = 1, grid: bool = False) -> None:
        """Buttons side by side, equally wide, in as many rows as they need.

        abreast  at least so many in a row, with captions in two lines and without icons if need be
        grid     as wide as in a full row, however few there are; so are the values of a choice. Each has just
                 the room for an icon: where one of them gets its tick, the others stay where they are
        """
        space = self.unit * 0.5
        face = theme.font("bold", round(self.unit))
        widest = max(face.size(spec.label if spec.caption is None else spec.caption)[0] for spec in specs)
        around = 2.2 if grid else 3.4 if any(spec.icon for spec in specs) else 1.8
        width = widest + self.unit * around
        fitting = max(1, int((self.column.width + space) / (width + space)))
        per_row = fitting if grid else min(len(specs), fitting)
        if per_row < abreast:
            per_row = abreast
            specs = [spec if spec.caption == "" else spec._replace(icon="") for spec in specs]
        rows = -(-len(specs) // per_row)
        per_row = per_row if grid else -(-len(specs) // rows)
        even = grid or bool(specs[0].group)
        for index, spec in enumerate(specs):
            row, place = divmod(index, per_row)
            beside = per_row if even else min(per_row, len(specs) - row * per_row)
            width = (self.column.width - space * (beside - 1)) / beside
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
        kind: type[ChoiceCard] = ChoiceCard,
    ) -> None:
        """A large choice; `kind`: another class of cards."""
        height = max(self.button_height, ChoiceCard.height(text, self.unit, self.column.width))
        rect = pygame.FRect(self.column.x, self.y, self.column.width, height)
        state = "chosen" if chosen else ""
        self.add(kind(widget_id, title, rect, act, state=state, text=text, aside=aside))
        self.y += height + self.unit * 0.5

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
    ) -> None:
        """One of several values (value, caption): a row of buttons below its label and explanation.

        abreast  at least so many in a row
        beside   the buttons stand in the label's own line
        titled   the label is the page's title, and stands there
        """
        column = self.column
        if beside:
            width = theme.font("bold", round(self.unit)).size(label)[0] + self.unit
            place = pygame.FRect(column.x, self.y + (self.button_height - self.unit) / 2, width, self.unit)
            self.add(Paragraph("", label, place, role="bold"))
            self.column = pygame.FRect(column.x + width, column.y, column.width - width, 0)
        elif not titled:
            self.text(label, "bold")
        if text:
            self.text(text, colour=theme.ui.ink_soft, size=0.92)
        if not beside:
            self.gap(0.25)
        self.buttons(
            [
                ButtonSpec(
                    f"{widget_id}.{each}",
                    f"{label} {caption}" if label.endswith("?") else f"{label}: {caption}",
                    partial(choose, each),
                    "chosen" if each == value else "paper",
                    caption=caption,
                    chosen=each == value,
                    group=widget_id,
                )
                for each, caption in values
            ],
            abreast=abreast,
        )
        self.column = column
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
        entered: Callable[[], None] | None = None,
    ) -> None:
        """A text field; `entered`: what Enter does besides closing it, as a phone's "Go"."""
        height = self.button_height if lines == 1 else self.unit * lines
        self.row_field(
            pygame.FRect(self.column.x, self.y, self.column.width, height), widget_id, label, value, change
        )
        field = self.widgets[-1]
        assert isinstance(field, TextField)
        field.kind, field.longest = ("text" if lines == 1 else "area"), longest
        field.entered = entered
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
        self.add(
            TextField(widget_id, label, rect, _open_field, value=value, change=change, hint=hint or label)
        )

    def row_choice(self, rect: pygame.FRect, specs: Sequence[ButtonSpec]) -> None:
        """Buttons side by side that fill a given place; the longer a caption, the wider its button."""
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
    """Activating a field starts editing: the app sees to it (`Keyboard`)."""
