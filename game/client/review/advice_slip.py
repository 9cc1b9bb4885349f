"""What is said of a turning point, on a slip over the board of a phone: a touch folds it to a line."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.widgets import Look, Widget
from game.platform import Element

LARGEST, LEAST = 0.95, 0.62
"""The size of the text in units: smaller only where the slip would cover more than a part of the board."""
MOST, WIDE = 0.66, 34.0
"""That part, and how wide in units a slip is at most."""
PAD, FOOT = 0.6, 0.9
"""The edge round the text, and the row with the arrow below it, in units."""


@dataclass
class AdviceSlip(Widget):
    """The advice in a size that can be read, all of it or folded."""

    folded: bool = False
    pixels: int = 1
    """Of a line."""
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
        """Downwards if there is more to unfold, else upwards."""
        wide, high = unit * 0.5, unit * 0.42
        if self.folded:
            x, y = self.rect.right - unit * (PAD + 0.5), self.rect.centery
        else:
            x, y, high = self.rect.centerx, self.rect.bottom - unit * (FOOT * 0.5 + 0.1), -high
        corners = [(x - wide, y - high / 2), (x + wide, y - high / 2), (x, y + high / 2)]
        canvas.polygon(target, theme.ui.stress, corners)


def advice_slip(words: str, board: pygame.FRect, unit: float, finger: float, *, folded: bool) -> AdviceSlip:
    """The slip at the upper edge of what is seen of the board; what a touch does is still to be said.

    Folded, it keeps what would have been better, which stands below what was played.
    """
    gap = unit * 0.3
    wide = min(board.width - 2 * gap, unit * WIDE)
    rect = pygame.FRect(board.centerx - wide / 2, board.y + gap, wide, max(finger, unit * 1.8))
    if folded:
        played, *better = words.splitlines()
        line = " ".join(better) or played
        return AdviceSlip("advice", words, rect, folded=True, pixels=round(unit * LARGEST), lines=(line,))
    for pixels in map(round, paint.shrinking(unit * LARGEST, unit * LEAST)):
        lines = paint.wrap(words, "text", pixels, int(wide - 2 * unit * PAD))
        rect.height = pixels * len(lines) + unit * (PAD * 0.7 + FOOT)
        if rect.height <= board.height * MOST:
            break
    return AdviceSlip("advice", words, rect, pixels=pixels, lines=lines)
