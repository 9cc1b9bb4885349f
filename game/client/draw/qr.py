"""QR codes: a link as a picture that the camera of another device reads.

Always dark on white, whatever the theme: not every reader takes the reverse. A module, the small square of a
code, is a whole number of device pixels.
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

LONGEST = 2953
"""Bytes that the largest code holds (version 40, level L)."""
QUIET = 4
"""Modules of white around a code, without which readers do not find it."""
_MASK = 0
"""The pattern that is laid over the modules, since their own might mislead a reader. Packed text looks random
under each of the eight, and to choose the best takes three times as long as all the rest."""


def holds(text: str) -> bool:
    """Whether a text is short enough for a QR code."""
    return len(text.encode()) <= LONGEST


def qr_surface(text: str, size: int) -> pygame.Surface | None:
    """The code with its white margin, as large as whole pixels for its modules allow in a square of `size`.

    None if the text is too long for any code (`holds`), or the square too small for this one.
    """
    if not holds(text):
        return None
    code = _modules(text)
    return _enlarged(text, size // code.get_width()) if size >= code.get_width() else None


@lru_cache(maxsize=4)
def _modules(text: str) -> pygame.Surface:
    """One pixel for each module. The first code takes segno's import, a large one some tenths of a second."""
    from segno import encoder  # of segno the page has this part only (web/site/carried.py)

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
    """The code with so many pixels a module."""
    image = _modules(text)
    side = image.get_width() * pixels
    return pygame.transform.scale(image, (side, side))


@dataclass
class QrCode(Widget):
    """The code of `text`, in the middle of a white plate that is slightly larger than the place."""

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
