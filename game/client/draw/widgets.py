"""What scenes are made of: widgets with an id, a label, a place and an action.

Widgets hold no state of their own. A scene recreates them whenever something changes, so that what is on
screen, in the page's list and under the keyboard is always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import pygame

from game.client.draw import paint, theme
from game.client.draw.theme import Colour
from game.platform import Element

HEADINGS = ("chapter", "section")
"""The kinds of widgets that are headings, the lower one last."""


@dataclass(frozen=True)
class Look:
    """How to draw a widget this time."""

    unit: float
    hover: bool = False
    focus: bool = False
    editing: bool = False


@dataclass
class Widget:
    """Something with a place. Touchable if it has an `act`."""

    id: str
    label: str
    rect: pygame.FRect
    act: Callable[[], None] | None = None
    kind: str = "button"
    value: str = ""
    state: str = ""
    group: str = ""
    """It is one of several of this name: Tab stops but once at them, arrows lead from one to the next."""
    clip: pygame.Rect | None = None
    """The part of the screen it may be drawn in (a scrolled sheet)."""
    away: Element | None = field(default=None, init=False, compare=False)
    """What the platform was told of it while no part of it was visible: till it is again, that holds."""

    @property
    def drawn(self) -> bool:
        """Whether it looks like anything: what is touched on a board is a part of its picture."""
        return type(self).draw is not Widget.draw

    @property
    def in_part(self) -> bool:
        """Whether any of it is visible."""
        return self.clip is None or bool(self.clip.colliderect(self.rect))

    @property
    def in_sight(self) -> bool:
        """Whether its centre is visible."""
        return self.clip is None or self.clip.collidepoint(self.rect.center)

    def spoken(self) -> str:
        """Its text for screen readers."""
        return self.label

    def note(self, number: int) -> Element:
        """What the platform is told of it if it can only be read."""
        kind = self.kind if self.kind in HEADINGS else "note"
        name = (kind != "note" and self.id) or str(number)
        return Element(f"{kind}.{name}", self.spoken(), (0, 0, 0, 0), kind=kind)

    def element(self) -> Element:
        """What the platform is told of it if it can be touched."""
        rect = self.rect if self.clip is None else self.rect.clip(pygame.FRect(self.clip))
        place = (round(rect.x), round(rect.y), round(rect.width), round(rect.height))
        return Element(self.id, self.label, place, self.in_sight, self.kind, self.value, self.state)

    def draw(self, target: pygame.Surface, look: Look) -> None:
        """Draw it. Plain widgets are invisible."""

    def draw_focus(self, target: pygame.Surface, look: Look) -> None:
        """The ring around the widget with keyboard focus."""
        if look.focus:
            draw_ring(target, self.rect.inflate(look.unit * 0.36, look.unit * 0.36), look.unit)


def draw_ring(target: pygame.Surface, rect: pygame.FRect, unit: float) -> None:
    """A light line between dark ones: one of them has 3:1 contrast on any ground (WCAG 1.4.11).

    The sea green one within has that to black and to white: the ring is seen on another one in these, too.
    """
    thick = max(2.0, unit * (0.05 + theme.ui.edge))
    fine = max(2.0, thick * 0.8)
    for outward, wide, line in (
        (thick, thick + 3 * fine, theme.INK),
        (0.0, fine, theme.PARCHMENT_LIGHT),
        (-fine, fine, theme.SEA_BRIGHT),
    ):
        ring = rect.inflate(2 * outward, 2 * outward)
        paint.blit_rounded(target, ring, unit * 0.6 + outward, None, line, wide)


def headed(words: str, widgets: Sequence[Widget], kind: str = "chapter", name: str = "") -> list[Widget]:
    """Widgets under a heading that can be heard but not seen; nothing if there are none.

    kind  "chapter" or "section" (below a chapter)
    name  by which the page knows the heading again, if it is not always one of the same row
    """
    heading = Widget(name, words, pygame.FRect(0, 0, 0, 0), kind=kind)
    return [heading, *widgets] if widgets else []


def in_group(name: str, widgets: Iterable[Widget]) -> list[Widget]:
    """The widgets, now of one group."""
    found = list(widgets)
    for widget in found:
        widget.group = name
    return found


@dataclass
class Paragraph(Widget):
    """Lines of text, not touchable."""

    role: str = "text"
    size: float = 1.0
    colour: Colour | None = None
    """None: ink."""
    align: str = "left"

    def draw(self, target: pygame.Surface, look: Look) -> None:
        pixels = round(look.unit * self.size)
        rect = pygame.FRect(self.rect.x, self.rect.y, self.rect.width, pixels)
        colour = self.colour or theme.ui.ink
        for line in paint.wrap(self.label, self.role, pixels, int(self.rect.width)):
            paint.blit_text(target, line, self.role, pixels, colour, rect, self.align)
            rect.y += pixels

    @classmethod
    def height(cls, words: str, role: str, size: float, unit: float, width: float) -> float:
        """The height of the text at that width."""
        pixels = round(unit * size)
        return pixels * len(paint.wrap(words, role, pixels, int(width)))


@dataclass(frozen=True)
class Tone:
    """The colours of a button: ground, ground under the mouse, edge, text."""

    fill: Colour
    hover: Colour
    edge: Colour
    ink: Colour


def tone_of(name: str) -> Tone:
    """The colours of a kind of button in the present theme."""
    ui = theme.ui
    match name:
        case "primary":
            return Tone(ui.accent, ui.accent_hover, ui.line, ui.on_accent)
        case "chosen":
            return Tone(ui.chosen, ui.chosen_hover, ui.line, ui.on_chosen)
        case "sea":
            return Tone(ui.tool, ui.tool_hover, ui.tool_line, ui.on_ground)
        case "brass":
            return Tone(ui.brass, ui.brass_hover, ui.brass_line, ui.on_brass)
    return Tone(ui.paper_high, ui.paper_hover, ui.paper_line, ui.ink)


SHRINKING = paint.shrinking(1.0, 0.62)
"""How small a caption may become before it is cut."""


@dataclass
class Button(Widget):
    """A button with a caption, optionally an icon before it or a second line below."""

    tone: str = "paper"
    icon: str = ""
    caption: str | None = None
    """What is written on it, if not the label; "" for an icon alone."""
    below: str = ""
    size: float = 1.0

    def shows_all(self, unit: float) -> bool:
        """Whether the caption of a button without a line below fits, at some size, uncut."""
        caption = self.label if self.caption is None else self.caption
        role, sizes, room, high = self._type(unit)
        size, lines = paint.lines_within(caption, role, sizes, int(room), high)
        return not caption or all(theme.font(role, size).size(line)[0] <= int(room) for line in lines)

    def _type(self, unit: float) -> tuple[str, tuple[int, ...], float, float]:
        """The typeface of the caption, its sizes, and the width and height there is for it, in pixels."""
        role = "bold" if self.tone in ("primary", "brass", "chosen") else "text"
        pixels = round(unit * self.size)
        sizes = tuple(round(pixels * part) for part in SHRINKING)
        inside = self.rect.width - unit * 0.7
        if self.icon:
            return role, sizes, inside - round(unit * 1.25 * self.size) - unit * 0.3, self.rect.height * 0.96
        narrow = self.rect.width - unit * 0.3
        return role, sizes, inside if inside > unit * 3 else narrow, self.rect.height * 0.96

    def draw(self, target: pygame.Surface, look: Look) -> None:
        tone, unit = tone_of(self.tone), look.unit
        fill = tone.hover if look.hover and self.act else tone.fill
        soft = theme.ui.on_ground_soft if self.tone == "sea" else theme.ui.ink_soft
        ink, edge = (tone.ink, theme.ui.edge) if self.act else (soft, theme.ui.edge_idle)
        paint.blit_rounded(target, self.rect, unit * 0.42, fill, tone.edge, max(1, unit * edge))
        caption = self.label if self.caption is None else self.caption
        role, sizes, wide, high = self._type(unit)
        inside = self.rect.inflate(-unit * 0.7, 0)
        if self.icon:
            sign, room = round(unit * 1.25 * self.size), int(wide)
            size, lines = paint.lines_within(caption, role, sizes, room, high) if caption else (0, ())
            words = max((theme.font(role, size).size(line)[0] for line in lines), default=0)
            width = sign + (min(words, room) + unit * 0.3 if lines else 0)
            x = self.rect.centerx - width / 2
            target.blit(paint.icon(self.icon, sign, ink), (round(x), round(self.rect.centery - sign / 2)))
            if lines:
                rest = pygame.FRect(x + sign + unit * 0.3, 0, room + 2, high).move_to(
                    centery=self.rect.centery
                )
                paint.blit_lines(target, caption, role, (size,), ink, rest)
        elif self.below:
            upper = pygame.FRect(inside.x, self.rect.centery - unit * 1.05, inside.width, unit)
            paint.blit_lines(target, caption, "bold", sizes, ink, upper, "center")
            lower = upper.move(0, unit * 1.1)
            paint.blit_lines(
                target, self.below, "text", [0.85 * size for size in sizes], ink, lower, "center"
            )
        else:
            rect = pygame.FRect(0, 0, wide, high)
            rect.center = self.rect.center
            paint.blit_lines(target, caption, role, sizes, ink, rect, "center")
        self.draw_focus(target, look)


@dataclass
class Card(Widget):
    """A large choice: a title and what it means."""

    text: str = ""
    aside: str = ""
    """A few words at the right of the title."""

    def element(self) -> Element:
        *most, last = filter(None, (self.label, self.aside, *self.text.splitlines()))
        return super().element()._replace(label=" ".join([*map(sentence, most), last]))

    def draw(self, target: pygame.Surface, look: Look) -> None:
        tone, unit = tone_of("chosen" if self.state == "chosen" else "paper"), look.unit
        fill = tone.hover if look.hover and self.act else tone.fill
        paint.blit_rounded(target, self.rect, unit * 0.42, fill, tone.edge, max(1, unit * theme.ui.edge))
        inside = self.rect.inflate(-unit * 1.2, -unit * 0.9)
        head = pygame.FRect(inside.x, inside.y, inside.width, unit * 1.5)
        soft = theme.ui.on_chosen_soft if self.state == "chosen" else theme.ui.ink_soft
        aside = self.draw_aside(target, head, unit, soft)
        title = pygame.FRect(head.x, head.y, head.width - aside - unit * 0.5, head.height)
        sizes = [unit * part for part in (1.5, 1.3, 1.15, 1.0, 0.9, 0.74)]
        paint.blit_lines(target, self.label, "display", sizes, tone.ink, title)
        y = head.bottom + unit * 0.15
        for line in paint.wrap(self.text, "text", round(unit), int(inside.width)) if self.text else ():
            row = pygame.FRect(inside.x, y, inside.width, unit)
            paint.blit_text(target, line, "text", unit, soft if self.state != "chosen" else tone.ink, row)
            y += unit
        self.draw_focus(target, look)

    def draw_aside(self, target: pygame.Surface, head: pygame.FRect, unit: float, ink: Colour) -> float:
        """What stands at the right of the title; returns its width."""
        if not self.aside:
            return 0
        paint.blit_text(target, self.aside, "text", unit * 0.9, ink, head, "right")
        return theme.font("text", round(unit * 0.9)).size(self.aside)[0]

    @classmethod
    def height(cls, text: str, unit: float, width: float) -> float:
        """The height of a card with that text."""
        lines = len(paint.wrap(text, "text", round(unit), int(width - unit * 1.2))) if text else 0
        return unit * (2.5 + lines)


@dataclass
class Swatch(Widget):
    """A seat colour with its mark, to choose or to show."""

    colour: str = "red"

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit = look.unit
        edge = theme.ui.line if self.state == "chosen" or look.hover else None
        if self.state == "chosen":  # a ring round the shield alone would not be seen round a yellow one
            ground, fill = self.rect.inflate(unit * 0.3, unit * 0.3), tone_of("chosen").fill
            paint.blit_rounded(target, ground, unit * 0.42, fill, fill, 1)
        draw_swatch(target, self.rect, self.colour, edge, unit * (0.2 if self.state == "chosen" else 0.08))
        self.draw_focus(target, look)


def swatch(size: float, colour: str, edge: Colour | None = None, thick: float = 0) -> pygame.Surface:
    """The picture of a seat's coat of arms."""
    seat = theme.SEAT_COLOURS[colour]
    edge = edge or seat.edge_on(theme.ui.paper)
    return paint.arms(seat.mark, max(6, round(size)), seat.fill, edge, seat.ink, round(thick, 1))


def draw_swatch(
    target: pygame.Surface, rect: pygame.FRect, colour: str, edge: Colour | None = None, thick: float = 0
) -> None:
    """A seat's coat of arms, on a sheet: its mark on a shield in its colour."""
    shield = swatch(min(rect.width, rect.height), colour, edge, thick)
    target.blit(shield, shield.get_rect(center=(round(rect.centerx), round(rect.centery))))


@dataclass
class Field(Widget):
    """A text field. `change` is called on every edit with the new text."""

    kind: str = "text"
    change: Callable[[str], None] = field(default=lambda text: None)
    hint: str = ""
    longest: int = 40
    entered: Callable[[], None] | None = None
    """What Enter does in a field of one line, besides closing it."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit = look.unit
        edge = theme.ui.stress if look.editing else theme.ui.frame
        paint.blit_rounded(target, self.rect, unit * 0.3, theme.ui.field, edge, max(1, unit * theme.ui.edge))
        inside = self.rect.inflate(-unit * 0.9, -unit * 0.5 if self.kind == "area" else 0)
        words, ink = (self.value, theme.ui.ink) if self.value else (self.hint, theme.ui.ink_soft)
        if self.kind == "area":
            lines = paint.wrap(words, "text", round(unit * 0.9), int(inside.width))
            fitting = max(1, int(inside.height / (unit * 0.9)))
            for index, line in enumerate(lines[-fitting:]):
                row = pygame.FRect(inside.x, inside.y + index * unit * 0.9, inside.width, unit * 0.9)
                paint.blit_text(target, line, "text", unit * 0.9, ink, row)
        else:
            paint.blit_text(target, words, "text", unit, ink, inside)
            if look.editing:
                shown = paint.fit(self.value, "text", round(unit), int(inside.width))
                x = inside.x + theme.font("text", round(unit)).size(shown)[0] + unit * 0.08
                bar = pygame.Rect(
                    round(x), round(inside.centery - unit * 0.5), max(1, round(unit * 0.08)), round(unit)
                )
                target.fill(theme.ui.stress, bar)
        self.draw_focus(target, look)


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
    brief: str = ""
    """The caption where there is little room; "" for the same."""
    size: float = 1.0
    """Of the caption; a larger one has a wider button."""
    apart: bool = False
    """In a row of buttons it stands at the end, away from the others."""


def make_button(spec: Spec, rect: pygame.FRect) -> Button:
    """The button in its place."""
    state = "chosen" if spec.chosen else ""
    return Button(
        spec.id, spec.label, rect, spec.act, state=state, group=spec.group,
        tone=spec.tone, icon=spec.icon, caption=spec.caption, size=spec.size,
    )  # fmt: skip


def sentence(words: str) -> str:
    """The words with a full stop, unless they end like a sentence."""
    return words if words.endswith((".", "?", "!")) else f"{words}."
