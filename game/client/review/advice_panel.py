"""The advice about a turning point as a panel over the board of a phone; activating it folds it to one
line."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.widgets import Look, Widget
from game.platform import Element

LARGEST, LEAST = 0.95, 0.62
"""Text size in units, and its minimum, used if the panel would cover more than `MAX_SHARE` of the board."""
MAX_SHARE, WIDE = 0.66, 34.0
"""Maximum share of the board that full-size text may cover, and maximum width of the panel in units."""
PAD, FOOT = 0.6, 0.9
"""Padding around the text, and height of the row with the arrow below it, in units."""


@dataclass
class AdvicePanel(Widget):
    """The advice in a readable text size, complete or folded."""

    folded: bool = False
    pixels: int = 1
    """Line height in pixels."""
    lines: tuple[str, ...] = ()

    def element(self) -> Element:
        return super().element()._replace(label=" ".join(self.label.splitlines()))

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit = look.unit
        paint.blit_shadow(target, self.rect, round(unit * 0.4), 110)
        edge = max(1, unit * theme.ui.edge)
        paint.blit_rounded(target, self.rect, unit * 0.5, theme.ui.paper_high, theme.ui.frame, edge)
        row = pygame.FRect(self.rect.x + unit * PAD, 0, self.rect.width - 2 * unit * PAD, self.pixels)
        row.y = self.rect.centery - self.pixels / 2 if self.folded else self.rect.y + unit * PAD * 0.7
        row.width -= unit * 1.3 if self.folded else 0
        for line in self.lines:
            paint.blit_text(target, line, "text", self.pixels, theme.ui.ink, row)
            row.y += self.pixels
        self._draw_arrow(target, unit)
        self.draw_focus(target, look)

    def _draw_arrow(self, target: pygame.Surface, unit: float) -> None:
        """Draw an arrow: downwards if the panel is folded, else upwards."""
        wide, high = unit * 0.5, unit * 0.42
        if self.folded:
            x, y = self.rect.right - unit * (PAD + 0.5), self.rect.centery
        else:
            x, y, high = self.rect.centerx, self.rect.bottom - unit * (FOOT * 0.5 + 0.1), -high
        corners = [(x - wide, y - high / 2), (x + wide, y - high / 2), (x, y + high / 2)]
        canvas.polygon(target, theme.ui.stress, corners)


def lay_advice(words: str, board: pygame.FRect, unit: float, finger: float, *, folded: bool) -> AdvicePanel:
    """Lay out the panel at the upper edge of the visible board. The caller sets its action.

    Folded, it shows the better plan, which is below the one that was played.
    """
    gap = unit * 0.3
    wide = min(board.width - 2 * gap, unit * WIDE)
    rect = pygame.FRect(board.centerx - wide / 2, board.y + gap, wide, max(finger, unit * 1.8))
    if folded:
        played, *better = words.splitlines()
        line = " ".join(better) or played
        return AdvicePanel("advice", words, rect, folded=True, pixels=round(unit * LARGEST), lines=(line,))
    for pixels in map(round, paint.shrinking(unit * LARGEST, unit * LEAST)):
        lines = paint.wrap(words, "text", pixels, int(wide - 2 * unit * PAD))
        rect.height = pixels * len(lines) + unit * (PAD * 0.7 + FOOT)
        if rect.height <= board.height * MAX_SHARE:
            break
    return AdvicePanel("advice", words, rect, pixels=pixels, lines=lines)
