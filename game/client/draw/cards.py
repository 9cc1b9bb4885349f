"""Information cards (tooltips): a title and a few lines, placed next to the item they describe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pygame

from game.client.draw import paint, theme
from game.client.draw.widgets import sentence

WIDE = 19.0
"""Maximum width of a card, in units."""
TITLE, TEXT = 1.0, 0.86
PAD, GAP = 0.6, 0.25
ASIDE = 0.7
"""Gap between a card and the item it describes, in units."""


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
        return " ".join([sentence(self.title), *self.lines])


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
) -> pygame.FRect:
    """Choose a place in the window for a card about the item at `about`: close to it, covering little else.

    avoid: areas to leave visible if possible
    """
    width, height = size
    near, far = ASIDE * unit, ASIDE * unit + unit * 4
    best, found = float("inf"), pygame.FRect(0, 0, width, height)
    for gap in (near, far):
        across = (about.left - gap - width, about.centerx - width / 2, about.right + gap)
        down = (about.top - gap - height, about.centery - height / 2, about.bottom + gap)
        for column, x in enumerate(across):
            for row, y in enumerate(down):
                if column == row == 1:
                    continue
                rect = pygame.FRect(x, y, width, height)
                rect.clamp_ip(window)
                away = max(abs(rect.centerx - about.centerx) - width / 2, 0)
                away += max(abs(rect.centery - about.centery) - height / 2, 0)
                cost = 1000 * _shared(rect, about.inflate(unit * 0.4, unit * 0.4)) + away * unit * 0.5
                cost += sum(_shared(rect, other) for other in avoid)
                cost += unit * unit * (0.5 if column != 1 and row != 1 else 0)
                if cost < best:
                    best, found = cost, rect
    return found


def _shared(one: pygame.FRect, other: pygame.FRect) -> float:
    both = one.clip(other)
    return both.width * both.height


def draw_card(target: pygame.Surface, card: InfoCard, rect: pygame.FRect, unit: float) -> None:
    """Draw a card in the given rectangle."""
    paint.blit_shadow(target, rect, round(unit * 0.5), 120)
    paint.blit_rounded(
        target, rect, unit * 0.5, theme.ui.paper_high, theme.ui.frame, max(1, unit * theme.ui.edge)
    )
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
