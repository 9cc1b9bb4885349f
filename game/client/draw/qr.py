"""QR codes that carry a link to the camera of another device.

They are always dark on white, whatever the theme: some readers reject inverted codes. A module, the smallest
square of a code, is a whole number of device pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Any

import pygame

from game.client.draw import paint, theme
from game.client.draw.widgets import Look, Widget

MAX_BYTES = 2953
"""Capacity in bytes of the largest code (version 40, level L)."""
QUIET = 4
"""Width in modules of the white margin that readers need around a code."""
_MASK = 0
"""Index of the mask pattern. Compressed text looks random under each of the eight masks, and choosing the
best takes three times as long as all the rest."""


def holds(text: str) -> bool:
    """Return True if a text fits into a QR code."""
    return len(text.encode()) <= MAX_BYTES


def qr_surface(text: str, size: int) -> pygame.Surface | None:
    """Render a code with its white margin, as large as whole pixels per module allow in a square of `size`
    pixels.

    Returns None if the text is too long for any code (`holds`) or the square is too small for this one.
    """
    if not holds(text):
        return None
    code = _modules(text)
    return _enlarged(text, size // code.get_width()) if size >= code.get_width() else None


@lru_cache(maxsize=4)
def _modules(text: str) -> pygame.Surface:
    """Encode a text, one pixel a module. The first call imports segno; a large code takes some tenths of a
    second."""
    from segno import encoder  # the web app contains only this part of segno (web/site/carried.py)

    encode: Callable[..., Any] = encoder.encode
    matrix: tuple[bytearray, ...] = encode(
        text.encode(), error="l", mode="byte", micro=False, mask=_MASK
    ).matrix
    side, margin = len(matrix) + 2 * QUIET, bytes(QUIET)
    rows = b"".join(margin + row + margin for row in matrix)
    above = bytes(side * QUIET)
    image = pygame.image.frombuffer(above + rows + above, (side, side), "P")
    image.set_palette([theme.WHITE, theme.BLACK])
    return image


@lru_cache(maxsize=4)
def _enlarged(text: str, pixels: int) -> pygame.Surface:
    """Scale a code to the given number of pixels per module."""
    image = _modules(text)
    side = image.get_width() * pixels
    return pygame.transform.scale(image, (side, side))


@dataclass
class QrCode(Widget):
    """The code of `text` on a white plate that is slightly larger than the widget's rectangle."""

    text: str = ""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        edge, round_by = max(2, round(look.unit * theme.ui.edge)), look.unit * 0.3
        line = theme.ui.stress if look.hover else theme.ui.frame
        around = 2 * ceil(edge + round_by * 0.3)  # the code's own corners are square
        paint.blit_rounded(target, self.rect.inflate(around, around), round_by, theme.WHITE, line, edge)
        code = qr_surface(self.text, int(self.rect.width))
        if code:
            target.blit(code, code.get_rect(center=(round(self.rect.centerx), round(self.rect.centery))))
        self.draw_focus(target, look)
