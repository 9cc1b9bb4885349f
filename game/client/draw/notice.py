"""Notices at the board: hints, explanations of mistaken clicks, greetings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.client.draw import paint, theme

READABLE = 0.74
"""Minimum text size of a notice, relative to normal text. A notice covers more of the screen instead."""
OVER = 0.14
"""Margin in units by which a notice extends beyond the area it covers, whose corners are less round."""


class PlacedNotice(NamedTuple):
    """A notice laid out: its rectangle, lines of text and line height in pixels."""

    rect: pygame.FRect
    lines: tuple[str, ...]
    pixels: int


def laid_note(
    window: pygame.FRect,
    words: str,
    unit: float,
    shown: Sequence[pygame.FRect] = (),
    below: pygame.FRect | None = None,
) -> PlacedNotice:
    """Lay out a notice: in the area below the board if it fits there, else at the board's top edge.

    Text shrinks if it would not fit or would hide much of the board.
    shown: items the text is about; the notice moves to the bottom edge if it would cover them
    """
    widest = int(min(window.width - unit * 2.0, unit * 34))
    most = min(window.height * 0.26, below.height if below is not None else window.height)
    for size in (1.0, 0.9, 0.82):
        pixels = round(unit * size)
        lines = paint.wrap(words, "text", pixels, widest)
        high = (len(lines) + 0.8) * pixels
        if high < most:
            break
    width = max(theme.font("text", pixels).size(line)[0] for line in lines) + unit * 1.4
    return PlacedNotice(note_place(window, width, high, unit * 0.4, shown, below), lines, pixels)


FOOT_LEAST, FOOT_GAP = 0.82, 0.3
"""Measures of a notice at the foot of a column, in units: the text size for which the buttons leave room if
they can, and the gap above the notice."""


def note_at_foot(
    room: pygame.FRect, words: str, unit: float, plain: float, free: pygame.FRect | None
) -> PlacedNotice:
    """Lay out a notice at the foot of `room`, with smaller text if it would be higher than `free`.

    plain: the unit for text of normal size
    """
    for size in paint.shrinking(unit, plain * READABLE):
        lines, pixels, high = _in_column(words, size, room.width, unit)
        if free is not None and high <= free.height:
            break
    return PlacedNotice(pygame.FRect(room.x, room.bottom - high, room.width, high), lines, pixels)


def least_at_foot(words: str, unit: float, width: float) -> float:
    """Return the height that an easily readable notice takes at the foot of a column of this width."""
    return _in_column(words, unit * FOOT_LEAST, width, unit)[2] + unit * FOOT_GAP


def _in_column(words: str, size: float, width: float, unit: float) -> tuple[tuple[str, ...], int, float]:
    """Break a notice into lines; return the lines, the line height and the height of the notice."""
    pixels = round(size)
    lines = paint.wrap(words, "text", pixels, int(width - unit * 1.2))
    return lines, pixels, (len(lines) + 0.8) * pixels


def note_in_line(
    line: pygame.FRect, more: float, words: str, unit: float, plain: float, *, taller: bool = True
) -> PlacedNotice | None:
    """Lay out a notice over the prompt, and over as much of the area below as it needs.

    more: height of the area below; a notice that needs part of it covers all of it, including its corners
    plain: the unit for text of normal size
    taller: True if it may extend further; otherwise the result is None if it would have to
    """
    edge = unit * OVER
    whole = pygame.FRect(line.x - edge, line.y, line.width + 2 * edge, line.height + more + edge)
    for place, least in ((line, unit), (whole, plain)):
        for pixels in map(round, paint.shrinking(unit, least * READABLE)):
            lines = paint.wrap(words, "text", pixels, int(line.width - unit))
            if (len(lines) + 0.5) * pixels <= place.height:
                return PlacedNotice(place, lines, pixels)
    whole.height = (len(lines) + 0.5) * pixels
    return PlacedNotice(whole, lines, pixels) if taller else None


def draw_note(target: pygame.Surface, note: PlacedNotice, unit: float) -> None:
    """Draw a notice on a paper-coloured plate."""
    rect, lines, pixels = note
    paint.blit_rounded(
        target, rect, unit * 0.7, theme.ui.paper_high, theme.ui.frame, max(1, unit * theme.ui.edge)
    )
    for index, line in enumerate(lines):
        top = rect.centery + pixels * (index - len(lines) / 2)
        row = pygame.FRect(rect.x, top, rect.width, pixels)
        paint.blit_text(target, line, "text", pixels, theme.ui.ink, row, "center")


def note_place(
    window: pygame.FRect,
    width: float,
    high: float,
    gap: float,
    shown: Sequence[pygame.FRect],
    below: pygame.FRect | None = None,
) -> pygame.FRect:
    """Place a notice below the board if there is room. Otherwise use the board's top edge, or its bottom edge
    if that hides fewer of the items shown."""
    note = pygame.FRect(window.centerx - width / 2, window.y + gap, width, high)
    if below is not None and below.height >= high:
        return note.move(0, below.y - note.y)
    lower = note.move(0, window.height - high - 2 * gap)
    return min((note, lower), key=lambda place: sum(bool(place.colliderect(rect)) for rect in shown))
