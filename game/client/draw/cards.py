"""Information cards (tooltips): a title and a few lines, placed next to the item they describe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.widgets import sentence

WIDE = 19.0
"""Maximum width of a card, in units."""
TITLE, TEXT = 1.0, 0.86
PAD, GAP = 0.6, 0.25
ASIDE = 0.7
"""Gap between a card and the item it describes, in units. A pointer bridges it."""
POINTER = 0.9
"""Width of the pointer where it leaves the card, in units."""
SHIFTS = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88, 0.06, 0.94)
"""Parts of a card's width or height before the item's middle, the preferred ones first."""


class InfoCard(NamedTuple):
    """Text of an information card."""

    title: str
    lines: tuple[str, ...] = ()
    general: int = 0
    """Number of lines at the end that explain the thing itself, whatever the situation."""

    @property
    def brief(self) -> tuple[str, ...]:
        """The lines about the present situation."""
        return self.lines[: len(self.lines) - self.general]

    @property
    def spoken(self) -> str:
        """Title and lines as one text for screen readers."""
        return " ".join(map(sentence, (self.title, *self.lines)))


def card_size(card: InfoCard, unit: float, widest: float) -> tuple[float, float]:
    """Return the width and height in pixels of a card that is at most `widest` pixels wide."""
    room = min(WIDE * unit, widest) - 2 * PAD * unit
    rows = [(line, role, pixels) for line, role, pixels in _rows(card, unit, room)]
    width = max(theme.font(role, pixels).size(line)[0] for line, role, pixels in rows)
    height = sum(pixels for _, _, pixels in rows) + GAP * unit * len(card.lines) + 2 * PAD * unit * 0.8
    return min(room, width + 2) + 2 * PAD * unit, height


def _rows(card: InfoCard, unit: float, room: float) -> Iterator[tuple[str, str, int]]:
    title = card.title[:1].upper() + card.title[1:]
    pixels = round(unit * TITLE)
    for line in paint.wrap(title, "bold", pixels, int(room)):
        yield line, "bold", pixels
    pixels = round(unit * TEXT)
    for words in card.lines:
        for line in paint.wrap(words, "text", pixels, int(room)):
            yield line, "text", pixels


def place_card(
    size: tuple[float, float],
    about: pygame.FRect,
    window: pygame.FRect,
    unit: float,
    avoid: Sequence[pygame.FRect] = (),
    clear: Sequence[pygame.FRect] = (),
) -> pygame.FRect:
    """Choose a place in the window for a card about the item at `about`: next to it, covering little else.

    avoid: areas to leave visible if possible
    clear: areas to leave visible before any other, such as buttons
    """
    item = about.inflate(unit * 0.4, unit * 0.4)

    def cost(rect: pygame.FRect) -> float:
        away = abs(rect.centerx - about.centerx) + abs(rect.centery - about.centery)
        tail = _box(pointer(rect, about, unit), about)
        covered = sum(_shared(rect, other) + 6 * _shared(tail, other) for other in avoid)
        hidden = sum(_shared(rect, other) for other in clear)
        return 1e5 * _shared(rect, item) + 100 * hidden + covered + away * unit * 0.2

    return min(_places(size, about, window, ASIDE * unit), key=cost)


def _places(
    size: tuple[float, float], about: pygame.FRect, window: pygame.FRect, gap: float
) -> Iterator[pygame.FRect]:
    """Yield the places next to an item: above, below, left and right of it, each moved along its side."""
    width, height = size
    for part in SHIFTS:
        x, y = about.centerx - width * part, about.centery - height * part
        for place in (
            (x, about.top - gap - height),
            (x, about.bottom + gap),
            (about.left - gap - width, y),
            (about.right + gap, y),
        ):
            yield pygame.FRect(place, size).clamp(window)


def _box(points: Sequence[tuple[float, float]], none: pygame.FRect) -> pygame.FRect:
    """Return the box around some points; a box without a size at `none` if there are no points."""
    xs, ys = [x for x, _ in points] or [none.centerx], [y for _, y in points] or [none.centery]
    return pygame.FRect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _shared(one: pygame.FRect, other: pygame.FRect) -> float:
    both = one.clip(other)
    return both.width * both.height


def pointer(rect: pygame.FRect, about: pygame.FRect, unit: float) -> list[tuple[float, float]]:
    """Return the pointer from a card to an item as a triangle, its tip in the middle; empty if they touch."""
    half, reach = POINTER / 2 * unit, ASIDE * unit
    corner = half + unit * 0.5
    x = _within(about.centerx, rect.left + corner, rect.right - corner)
    y = _within(about.centery, rect.top + corner, rect.bottom - corner)
    if about.top >= rect.bottom or about.bottom <= rect.top:
        base = rect.bottom if about.top >= rect.bottom else rect.top
        near = about.top if about.top >= rect.bottom else about.bottom
        tip = _within(about.centerx, x - reach, x + reach), _within(near, base - reach, base + reach)
        return [(x - half, base), tip, (x + half, base)]
    if about.left >= rect.right or about.right <= rect.left:
        base = rect.right if about.left >= rect.right else rect.left
        near = about.left if about.left >= rect.right else about.right
        tip = _within(near, base - reach, base + reach), _within(about.centery, y - reach, y + reach)
        return [(base, y - half), tip, (base, y + half)]
    return []


def _within(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))


def draw_card(
    target: pygame.Surface,
    card: InfoCard,
    rect: pygame.FRect,
    unit: float,
    about: pygame.FRect | None = None,
) -> None:
    """Draw a card in the given rectangle, with a pointer to the item at `about`."""
    edge = max(1, unit * theme.ui.edge)
    paint.blit_shadow(target, rect, round(unit * 0.5), 120)
    paint.blit_rounded(target, rect, unit * 0.5, theme.ui.paper_high, theme.ui.frame, edge)
    if about is not None and (tail := pointer(rect, about, unit)):
        inside = pygame.Vector2(rect.center) - pygame.Vector2(tail[1])
        inside.scale_to_length(edge * 1.6)
        canvas.polygon(target, theme.ui.frame, tail)
        canvas.polygon(target, theme.ui.paper_high, [(x + inside.x, y + inside.y) for x, y in tail])
    room = rect.width - 2 * PAD * unit
    x, y = rect.x + PAD * unit, rect.y + PAD * unit * 0.8
    for words, title in [(card.title, True), *((line, False) for line in card.lines)]:
        role, pixels = ("bold", round(unit * TITLE)) if title else ("text", round(unit * TEXT))
        shown = words[:1].upper() + words[1:] if title else words
        y += 0 if title else GAP * unit
        for line in paint.wrap(shown, role, pixels, int(room + 1)):
            colour = theme.ui.title if title else theme.ui.ink
            paint.blit_text(target, line, role, pixels, colour, pygame.FRect(x, y, room + 2, pixels))
            y += pixels
