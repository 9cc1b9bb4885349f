"""Colours, typefaces and measures shared by the whole client. Data only; paint.py draws.

All lengths are based on one unit, the line height of body text, so that a phone and a 4K screen show an equal
table. Other modules define no colours for anything listed here.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import pygame

from game.assets import ASSETS
from game.platform import UNCOVERED, Insets

Colour = tuple[int, int, int]

SEA_BRIGHT: Colour = (0, 116, 130)
PARCHMENT: Colour = (239, 227, 200)
PARCHMENT_LIGHT: Colour = (249, 242, 224)
PARCHMENT_DARK: Colour = (216, 198, 160)
INK: Colour = (38, 32, 26)
INK_SOFT: Colour = (104, 90, 70)
BRICK: Colour = (158, 62, 43)
BRICK_LIGHT: Colour = (186, 82, 58)
BRICK_DARK: Colour = (110, 40, 28)
BRASS: Colour = (209, 165, 84)
BRASS_LIGHT: Colour = (241, 208, 135)
BRASS_DARK: Colour = (138, 101, 42)
FOAM: Colour = (223, 232, 228)


class Palette(NamedTuple):
    """Colours of everything except the boards and player boards, which are images. Boards have their own
    colours in high contrast (views/contrast.py).

    Every combination of text and ground has a contrast of at least 4.5:1, large text 3:1 (WCAG 2.2, 1.4.3).
    The edge of a control has at least 3:1 against its ground (1.4.11).
    """

    name: str
    """"dark", "light" or "contrast"."""
    ground_line: Colour
    """Upper end of the ground's gradient, and subtle lines on the ground."""
    ground_low: Colour
    """Lower end of the ground's gradient."""
    on_ground: Colour
    """Text on the ground."""
    on_ground_soft: Colour
    glint: Colour
    """Highlighted text on the ground."""
    paper: Colour
    """Panels."""
    paper_high: Colour
    """Cards and buttons on a panel."""
    paper_hover: Colour
    shade: Colour
    """Alternate rows of a table of numbers."""
    paper_line: Colour
    """Edges of controls on a panel, and lines."""
    field: Colour
    """Text fields."""
    ink: Colour
    ink_soft: Colour
    title: Colour
    """Headings."""
    accent: Colour
    """The primary button."""
    accent_hover: Colour
    on_accent: Colour
    stress: Colour
    """Highlighted text and symbols on a panel."""
    frame: Colour
    """Edges of panels and cards."""
    line: Colour
    """Ornaments, and the edges of selected items."""
    chosen: Colour
    chosen_hover: Colour
    on_chosen: Colour
    on_chosen_soft: Colour
    tool: Colour
    """Buttons on the ground."""
    tool_hover: Colour
    tool_line: Colour
    """Edges of controls on the ground."""
    tab: Colour
    """Tabs that are not selected."""
    gauge: Colour
    gauge_filled: Colour
    """The bar below a text."""
    gauge_near: Colour
    """The bar when it is nearly full, a sign that the end is near."""
    edge: float = 0.07
    """Thickness of the edges of panels, cards and buttons, in units."""
    edge_idle: float = 0.07
    """Thickness of the edge of a disabled button, in units."""
    brass: Colour = BRASS
    """A secondary button that stands out among others."""
    brass_hover: Colour = BRASS_LIGHT
    brass_line: Colour = BRASS_DARK
    on_brass: Colour = INK


BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
_COLOURS = json.loads((ASSETS / "colours.json").read_text(encoding="utf-8"))


def _colours(told: dict[str, Any]) -> dict[str, Any]:
    """Parse the colours "#rrggbb" among the fields of a palette; other values stay."""
    return {
        name: tuple(bytes.fromhex(value[1:])) if str(value).startswith("#") else value
        for name, value in told.items()
    }


THEMES = {name: Palette(name, **_colours(told)) for name, told in _COLOURS["themes"].items()}
DARK, LIGHT, CONTRAST = THEMES["dark"], THEMES["light"], THEMES["contrast"]
"""Evening: a leather-bound ledger in lamplight by a night sea. Day: white paper by a pale sea. High contrast:
white on black, thick edges, nothing drawn behind text."""
ui = DARK
"""Palette in use. Read it as `theme.ui` while drawing and never store it: it changes at run time."""


def use(name: str) -> None:
    """Switch to the theme `name`, a key of `THEMES`."""
    global ui
    ui = THEMES[name]


class SeatColour(NamedTuple):
    """A player's colour in three tones, and the mark that identifies it without colour."""

    fill: Colour
    dark: Colour
    light: Colour
    ink: Colour
    """Colour of text and of the mark on `fill`."""
    mark: str

    def edge_on(self, ground: Colour) -> Colour:
        """Return the tone with more contrast to `ground`, for an edge around this colour."""
        return max(self.dark, self.light, key=lambda tone: abs(sum(tone) - sum(ground)))


SEAT_COLOURS = {name: SeatColour(**_colours(told)) for name, told in _COLOURS["seats"].items()}

FONTS = {
    "display": "Grenze-SemiBold.ttf",
    "text": "FiraSans-Regular.ttf",
    "bold": "FiraSans-SemiBold.ttf",
}


LINE_UNITS = 14
"""Minimum window width in units: large text enlarges the unit only up to this limit."""
HEIGHT_UNITS = 19
"""Minimum window height in units for large text: a phone in landscape has little more room."""


LOW_UNITS = 26
"""Height in units below which a wide window counts as a phone in landscape."""
SMALLEST, LARGE, LOWEST = 19.5, 25.4, 18
"""Minimum of a unit in CSS pixels; the unit above which a larger window enlarges the board and not the text;
and the window height in units below which a unit may be smaller than the minimum.

The exception applies to wide windows only, such as a page zoomed to 400 %, where everything is still more
than twice its usual size.
"""
ACROSS, MOST_ACROSS = 60, 68
"""Size of a window in units up to the unit `LARGE`, and in the largest windows, where everything grows with
the window."""
WIDE = 1.12
"""Ratio of width to height above which a window is wide."""


class Metrics(NamedTuple):
    """Measures of a window, all in physical device pixels.

    All content is within the safe area, which nothing covers; only backgrounds extend to the window's edges.
    """

    width: int
    height: int
    """Height of the safe area."""
    ratio: float
    """Device pixels per CSS pixel."""
    unit: float
    """Line height of body text; every other length is a multiple of it."""
    plain: float
    """The unit at normal text size. Measures based on it alone do not move when text is enlarged."""
    finger: float
    """Minimum comfortable target for a finger: 44 CSS pixels; less in a window lower than any phone."""
    left: int = 0
    top: int = 0
    """Upper edge of the safe area; `left` is its left edge."""

    @property
    def upright(self) -> bool:
        """True if the window is too narrow for the player boards to fit next to the board."""
        return self.width < self.height * WIDE

    @property
    def low(self) -> bool:
        """True if the window is wide but not high: a phone in landscape."""
        return not self.upright and self.height < LOW_UNITS * self.unit - 1

    @property
    def button(self) -> float:
        """Height of a button, with some room for larger text so that the button does not grow immediately."""
        return max(self.finger, self.plain * 2.1, self.unit * 1.6)

    def above(self, y: float) -> Metrics:
        """Return the measures of the area above `y`."""
        height = round(y) - self.top
        return self._replace(height=height, unit=_unit(self.width, height, self.plain, self.unit))

    @property
    def rect(self) -> pygame.Rect:
        """The safe area."""
        return pygame.Rect(self.left, self.top, self.width, self.height)


def metrics(width: int, height: int, ratio: float, text: float = 1.0, insets: Insets = UNCOVERED) -> Metrics:
    """Return the measures of a window of `width` x `height` device pixels.

    text: text size, 1 is normal; capped so that a line on a phone still holds enough words
    insets: covered margins of the window; the text size does not change when a keyboard appears
    """
    css = min(width, height * 1.6) / ratio
    plain = max(SMALLEST, min(css / ACROSS, LARGE), css / MOST_ACROSS) * ratio
    if width > height * WIDE:
        plain = min(plain, max(height / LOWEST, SMALLEST * 0.6 * ratio))
    unit = _unit(width, height, plain, plain * text)
    width, height = width - insets.left - insets.right, height - insets.top - insets.bottom
    finger = 44 * ratio * min(1.0, plain / (SMALLEST * ratio))
    return Metrics(width, height, ratio, unit, plain, finger, insets.left, insets.top)


SMALLEST_ROOM = (120, 40)
"""CSS pixels that the uncovered part of a window has at least: in a smaller one nothing is drawn."""


def enlarged(size: tuple[int, int], ratio: float, insets: Insets = UNCOVERED) -> tuple[int, int]:
    """The size of a window, or for one that is too small to show anything, the smallest that is not.

    A page that is hidden by its embedder has a window of no size; scenes are laid out all the same.
    """
    covered = insets.left + insets.right, insets.top + insets.bottom
    width, height = (
        max(length, ceil(least * ratio) + over)
        for length, least, over in zip(size, SMALLEST_ROOM, covered, strict=True)
    )
    return width, height


def _unit(width: int, height: int, plain: float, wanted: float) -> float:
    """Return the unit for large text, limited so that the window does not count as too small or as a phone in
    landscape."""
    units = LOW_UNITS if width >= height * WIDE and height >= LOW_UNITS * plain else HEIGHT_UNITS
    return max(plain, min(wanted, width / LINE_UNITS, height / units))


_UNDRAWABLE = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
REMEMBERED = 2000
"""Maximum number of texts whose size a typeface caches."""
LONGEST_LINE = 2000
"""Maximum number of characters drawn of a line: more would exceed the width of a Surface."""


class Face(pygame.font.Font):
    """A typeface that draws any text, leaving out characters that SDL rejects."""

    def __init__(self, path: Path, size: int) -> None:
        super().__init__(path, size)
        self._sizes: dict[str | bytes, tuple[int, int]] = {}

    def size(self, text: str | bytes) -> tuple[int, int]:
        """Return the width and height of a text, cached because layouts measure the same texts repeatedly."""
        found = self._sizes.get(text)
        if found is None:
            if len(self._sizes) >= REMEMBERED:
                self._sizes.clear()
            found = self._sizes[text] = super().size(drawable(text) if isinstance(text, str) else text)
        return found

    def render(self, text: str, antialias: bool, colour: Colour) -> pygame.Surface:  # type: ignore[override]
        try:
            return super().render(drawable(text), antialias, colour)
        except pygame.error:  # nothing in it is visible
            return pygame.Surface((0, self.get_linesize()), pygame.SRCALPHA)


def drawable(text: str) -> str:
    """Return the text as one line that SDL accepts."""
    return _UNDRAWABLE.sub(" ", text[:LONGEST_LINE])


@lru_cache(maxsize=64)
def font(role: str, pixels: int) -> Face:
    """Return the typeface of a role ("display", "text", "bold") with a line height of about `pixels`."""
    path = ASSETS / "fonts" / FONTS[role]
    return Face(path, max(6, round(pixels * 0.8)))
