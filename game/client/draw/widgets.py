"""Widgets: interactive and readable items of a scene, with an id, a label, a rectangle and an action.

Widgets hold no state. A scene recreates them after every change, so that the screen, the accessibility list
and the keyboard focus always agree.
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
"""Kinds of widgets that are headings, the lower level last."""
SILENT = "silent"
"""Kind of a widget left out of the accessibility list, because another widget there does the same."""


@dataclass(frozen=True)
class Look:
    """Options for drawing a widget in one frame."""

    unit: float
    hover: bool = False
    focus: bool = False
    editing: bool = False


@dataclass
class Widget:
    """An item with a rectangle. It is interactive if it has an `act`."""

    id: str
    label: str
    rect: pygame.FRect
    act: Callable[[], None] | None = None
    kind: str = "button"
    value: str = ""
    state: str = ""
    group: str = ""
    """Name shared by a group of widgets: Tab stops once at the group, arrow keys move within it."""
    about: str = ""
    """Subject of a group of radio buttons."""
    clip: pygame.Rect | None = None
    """Part of the screen that shows the widget, for scrolled panels."""
    away: Element | None = field(default=None, init=False, compare=False)
    """Last accessibility element, reported unchanged while no part of the widget is visible."""
    opens: bool = field(default=False, init=False, compare=False)
    """True for a radio button that opens another page, so that arrow keys do not select it."""

    @property
    def drawn(self) -> bool:
        """True if the widget draws anything. Targets on the board do not: they are part of its image."""
        return type(self).draw is not Widget.draw

    @property
    def in_part(self) -> bool:
        """True if any part of the widget is visible."""
        return self.clip is None or bool(self.clip.colliderect(self.rect))

    @property
    def in_sight(self) -> bool:
        """True if the centre of the widget is visible."""
        return self.clip is None or self.clip.collidepoint(self.rect.center)

    def holds(self, x: float, y: float) -> bool:
        """Return True if the visible part of the widget contains a point."""
        return (self.clip is None or self.clip.collidepoint(x, y)) and self.rect.collidepoint(x, y)

    def spoken(self) -> str:
        """Return the text for screen readers."""
        return self.label

    def note(self, number: int) -> Element:
        """Return the accessibility element of a widget that is text or a heading. `number` identifies
        text."""
        kind = self.kind if self.kind in HEADINGS else "note"
        name = (kind != "note" and self.id) or str(number)
        return Element(f"{kind}.{name}", self.spoken(), (0, 0, 0, 0), kind=kind)

    def element(self) -> Element:
        """Return the accessibility element of an interactive widget."""
        rect = self.rect if self.clip is None else self.rect.clip(pygame.FRect(self.clip))
        place = (round(rect.x), round(rect.y), round(rect.width), round(rect.height))
        told = Element(self.id, self.label, place, self.in_sight, self.kind, self.value, self.state)
        return told._replace(about=self.about) if self.about else told

    def draw(self, target: pygame.Surface, look: Look) -> None:
        """Draw the widget. The base class draws nothing."""

    def draw_focus(self, target: pygame.Surface, look: Look) -> None:
        """Draw the focus ring if the widget has the keyboard focus."""
        if look.focus:
            draw_ring(target, self.rect.inflate(look.unit * 0.36, look.unit * 0.36), look.unit)


def draw_ring(target: pygame.Surface, rect: pygame.FRect, unit: float) -> None:
    """Draw a light line between dark ones: one of them has a contrast of 3:1 on any ground (WCAG 1.4.11).

    The inner, sea-green line has that contrast to black and white, so the ring also shows around another
    ring.
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
    """Return widgets under a heading for screen readers only; an empty list if there are no widgets.

    kind: "chapter" or "section" (a level below a chapter)
    name: stable id of the heading, for lists of headings that change
    """
    heading = Widget(name, words, pygame.FRect(0, 0, 0, 0), kind=kind)
    return [heading, *widgets] if widgets else []


def in_group(name: str, widgets: Iterable[Widget]) -> list[Widget]:
    """Assign the widgets to one group and return them."""
    found = list(widgets)
    for widget in found:
        widget.group = name
    return found


@dataclass
class Paragraph(Widget):
    """Lines of text, not interactive."""

    role: str = "text"
    size: float = 1.0
    colour: Colour | None = None
    """None uses the ink colour."""
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
        """Return the height of the text at the given width."""
        pixels = round(unit * size)
        return pixels * len(paint.wrap(words, role, pixels, int(width)))


@dataclass(frozen=True)
class Tone:
    """Colours of a button: ground, hovered ground, edge, text."""

    fill: Colour
    hover: Colour
    edge: Colour
    ink: Colour


def tone_of(name: str) -> Tone:
    """Return the colours of a kind of button in the current theme."""
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
"""Text sizes of a caption, as fractions: below the smallest, a caption is truncated."""


BELOW = 0.95
"""Size of a button's second line relative to the first."""


@dataclass
class Button(Widget):
    """A button with a caption, optionally with an icon before it or a second line below."""

    tone: str = "paper"
    icon: str = ""
    caption: str | None = None
    """Visible caption if it differs from the label; "" for an icon alone."""
    below: str = ""
    size: float = 1.0
    key: str = ""
    """The keyboard shortcut, as it is written on the key."""

    @property
    def tipped(self) -> bool:
        """True if the name is shown when the button is pointed at: nothing on it says what it does, or it has
        a key."""
        return self.caption is not None and (bool(self.key) or not any(map(str.isalpha, self.caption)))

    def shows_all(self, unit: float, parts: Sequence[float] = ()) -> bool:
        """Return True if the caption (of a button without a second line) fits untruncated at some size.

        parts: the sizes to try as fractions; by default all at which it may be drawn
        """
        caption = self.label if self.caption is None else self.caption
        role, sizes, room, high = self._type(unit)
        sizes = tuple(round(unit * self.size * part) for part in parts) or sizes
        size, lines = paint.lines_within(caption, role, sizes, int(room), high)
        return not caption or all(theme.font(role, size).size(line)[0] <= int(room) for line in lines)

    def _type(self, unit: float) -> tuple[str, tuple[int, ...], float, float]:
        """Return the caption's typeface role, its sizes, and the width and height available, in pixels."""
        role = "bold" if self.tone in ("primary", "brass", "chosen") else "text"
        pixels = round(unit * self.size)
        sizes = tuple(round(pixels * part) for part in SHRINKING)
        inside = self.rect.width - unit * 0.7
        if self.icon:
            return role, sizes, inside - round(unit * 1.25 * self.size) - unit * 0.3, self.rect.height * 0.96
        narrow = self.rect.width - unit * 0.44
        return role, sizes, inside if inside > unit * 4.5 else narrow, self.rect.height * 0.96

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
            y = self.rect.centery - len(lines) * size / 2
            for line in lines:  # as measured: a little more room could break them elsewhere
                row = pygame.FRect(x + sign + unit * 0.3, y, room + 2, size)
                paint.blit_text(target, line, role, size, ink, row)
                y += size
        elif self.below:
            upper = pygame.FRect(inside.x, self.rect.centery - unit * 1.05, inside.width, unit)
            paint.blit_lines(target, caption, "bold", sizes, ink, upper, "center")
            lower = upper.move(0, unit * 1.1)
            paint.blit_lines(
                target, self.below, "text", [BELOW * size for size in sizes], ink, lower, "center"
            )
        else:
            rect = pygame.FRect(0, 0, wide, high)
            rect.center = self.rect.center
            paint.blit_lines(target, caption, role, sizes, ink, rect, "center")
        self.draw_focus(target, look)


TITLES = (1.5, 1.3, 1.15, 1.0, 0.9, 0.74)
"""Possible sizes of a card's title in units, the preferred one first."""


@dataclass
class ChoiceCard(Widget):
    """A large option: a title and its explanation."""

    text: str = ""
    aside: str = ""
    """A few words at the right of the title."""
    titles: tuple[float, ...] = ()
    """Sizes to try for the title in pixels, common to the cards of a group. A title that is too long for the
    first one is wrapped. Empty: all of `TITLES`, in the height of one line."""

    @property
    def marked(self) -> bool:
        """True if the card is drawn in the colours of a chosen one."""
        return self.state == "chosen"

    def element(self) -> Element:
        *most, last = filter(None, (self.label, self.aside, *self.text.splitlines()))
        return super().element()._replace(label=" ".join([*map(sentence, most), last]))

    def draw(self, target: pygame.Surface, look: Look) -> None:
        tone, unit = tone_of("chosen" if self.marked else "paper"), look.unit
        fill = tone.hover if look.hover and self.act else tone.fill
        paint.blit_rounded(target, self.rect, unit * 0.42, fill, tone.edge, max(1, unit * theme.ui.edge))
        inside = self.rect.inflate(-unit * 1.2, -unit * 0.9)
        head = pygame.FRect(inside.x, inside.y, inside.width, self._head(unit))
        soft = theme.ui.on_chosen_soft if self.marked else theme.ui.ink_soft
        self.draw_aside(target, head, unit, soft)
        title = pygame.FRect(head.x, head.y, self.title_width(unit), head.height)
        sizes = self.titles or [unit * part for part in TITLES]
        paint.blit_lines(target, self.label, "display", sizes, tone.ink, title)
        y = head.bottom + unit * 0.15
        for line in paint.wrap(self.text, "text", round(unit), int(inside.width)) if self.text else ():
            row = pygame.FRect(inside.x, y, inside.width, unit)
            paint.blit_text(target, line, "text", unit, tone.ink if self.marked else soft, row)
            y += unit
        self.draw_focus(target, look)

    def draw_aside(self, target: pygame.Surface, head: pygame.FRect, unit: float, ink: Colour) -> None:
        """Draw the text at the right of the title."""
        if self.aside:
            paint.blit_text(target, self.aside, "text", unit * 0.9, ink, head, "right")

    def aside_width(self, unit: float) -> float:
        """Return the width that `draw_aside` needs."""
        return theme.font("text", round(unit * 0.9)).size(self.aside)[0] if self.aside else 0

    def title_width(self, unit: float) -> float:
        """Return the width of the title at the width of `rect`."""
        return self.rect.width - unit * 1.7 - self.aside_width(unit)

    def _head(self, unit: float) -> float:
        """Return the height of the title."""
        if not self.titles:
            return unit * 1.5
        size = round(self.titles[0])
        lines = paint.wrap(self.label, "display", size, int(self.title_width(unit)))
        return max(unit * 1.5, size * len(lines))

    def needed(self, unit: float) -> float:
        """Return the height that the title and the text need at the width of `rect`."""
        room = int(self.rect.width - unit * 1.2)
        lines = len(paint.wrap(self.text, "text", round(unit), room)) if self.text else 0
        return self._head(unit) + unit * (1.0 + lines)


SWATCH_CAPTION = 1.3
"""Height of the name below a shield, in units."""


@dataclass
class Swatch(Widget):
    """A seat colour with its mark, to choose or to show.

    caption: name of the colour below the shield
    """

    colour: str = "red"
    caption: str = ""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, chosen = look.unit, self.state == "chosen"
        edge = theme.ui.line if chosen or look.hover else None
        if chosen:  # a ring round the shield alone would be invisible round a yellow one
            ground, fill = self.rect.inflate(unit * 0.3, unit * 0.3), tone_of("chosen").fill
            paint.blit_rounded(target, ground, unit * 0.42, fill, fill, 1)
        shield = self.rect.copy()
        if self.caption:
            shield.height -= unit * SWATCH_CAPTION
            name = pygame.FRect(shield.x, shield.bottom, shield.width, unit * SWATCH_CAPTION)
            ink = tone_of("chosen").ink if chosen else theme.ui.ink
            sizes = (unit * 0.9, unit * 0.8, unit * 0.7)
            paint.blit_lines(target, self.caption, "text", sizes, ink, name, "center")
        draw_swatch(target, shield, self.colour, edge, unit * (0.2 if chosen else 0.08))
        self.draw_focus(target, look)


def swatch(size: float, colour: str, edge: Colour | None = None, thick: float = 0) -> pygame.Surface:
    """Return the image of a seat's coat of arms."""
    seat = theme.SEAT_COLOURS[colour]
    edge = edge or seat.edge_on(theme.ui.paper)
    return paint.arms(seat.mark, max(6, round(size)), seat.fill, edge, seat.ink, round(thick, 1))


def draw_swatch(
    target: pygame.Surface, rect: pygame.FRect, colour: str, edge: Colour | None = None, thick: float = 0
) -> None:
    """Draw a seat's coat of arms on a panel: its mark on a shield in its colour."""
    shield = swatch(min(rect.width, rect.height), colour, edge, thick)
    target.blit(shield, shield.get_rect(center=(round(rect.centerx), round(rect.centery))))


@dataclass
class TextField(Widget):
    """A text field. `change` is called on every edit with the new text."""

    kind: str = "text"
    change: Callable[[str], None] = field(default=lambda text: None)
    hint: str = ""
    longest: int = 40
    entered: Callable[[], None] | None = None
    """Additional action of Enter in a single-line field, which also closes it."""

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


class ButtonSpec(NamedTuple):
    """A button to be placed by a layout."""

    id: str
    label: str
    act: Callable[[], None] | None
    tone: str = "paper"
    icon: str = ""
    caption: str | None = None
    chosen: bool = False
    group: str = ""
    """Name of the setting of which this button is one value."""
    brief: str = ""
    """Shorter caption for narrow layouts; "" uses the usual one."""
    size: float = 1.0
    """Text size of the caption; larger captions get a wider button."""
    apart: bool = False
    """True if the button goes to the end of its row, apart from the others."""
    key: str = ""
    """Keyboard shortcut of the button, as written on the key."""
    leads: bool = False
    """True if the button belongs at the beginning of its row: a way back, or advice."""
    listed: bool = False
    """True if the button is one of a list to be read in order."""


def make_button(spec: ButtonSpec, rect: pygame.FRect) -> Button:
    """Create the button of a `ButtonSpec` in its place."""
    state = "chosen" if spec.chosen else ""
    return Button(
        spec.id, spec.label, rect, spec.act, state=state, group=spec.group,
        tone=spec.tone, icon=spec.icon, caption=spec.caption, size=spec.size, key=spec.key,
    )  # fmt: skip


def sentence(words: str) -> str:
    """Return the text with a full stop, unless it ends with punctuation."""
    return words if words.endswith((".", "?", "!")) else f"{words}."
