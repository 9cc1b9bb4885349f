"""Notices at the board: hints, explanations of mistaken clicks, greetings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.client.draw import canvas, paint, theme

READABLE = 0.74
"""Minimum text size of a notice, relative to normal text."""
MOST_LINES, AROUND = 2, 0.4
"""Maximum number of lines of a notice in the place of the prompt, and its padding in lines."""


class PlacedNotice(NamedTuple):
    """A notice laid out: its rectangle, lines of text and line height in pixels."""

    rect: pygame.FRect
    lines: tuple[str, ...]
    pixels: int
    cut: bool = False
    """True if the text is longer than its place and ends with an ellipsis."""


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


def note_in_line(line: pygame.FRect, words: str, unit: float, plain: float) -> PlacedNotice:
    """Lay out a notice in the place of the prompt, which has a fixed height whatever the length of the text.

    A longer text is cut off.
    plain: the unit for text of normal size
    """
    width, largest = int(line.width - unit), line.height / (MOST_LINES + AROUND)
    sizes = paint.shrinking(min(unit, largest), min(plain * READABLE, largest))
    for pixels in map(round, sizes):
        lines = paint.wrap(words, "text", pixels, width)
        if len(lines) <= MOST_LINES:
            return PlacedNotice(line, lines, pixels)
    pixels = round(min(unit * FOOT_LEAST, largest))  # smaller letters would not fit either
    first, *rest = paint.wrap(words, "text", pixels, width)
    last = paint.fit(f"{' '.join(rest)}…", "text", pixels, width - pixels)
    return PlacedNotice(line, (first, last), pixels, cut=True)


def whole_note(line: pygame.FRect, words: str, unit: float) -> PlacedNotice:
    """Lay out the whole of a notice that is too long for the place of the prompt, from there downwards."""
    pixels = round(min(unit, line.height / (MOST_LINES + AROUND)))
    lines = paint.wrap(words, "text", pixels, int(line.width - unit))
    high = max(line.height, (len(lines) + 2 * AROUND) * pixels)
    return PlacedNotice(pygame.FRect(line.x, line.y, line.width, high), lines, pixels)


def draw_note(target: pygame.Surface, note: PlacedNotice, unit: float) -> None:
    """Draw a notice on a paper-coloured plate."""
    rect, lines, pixels, _ = note
    paint.blit_rounded(
        target, rect, unit * 0.7, theme.ui.paper_high, theme.ui.frame, max(1, unit * theme.ui.edge)
    )
    for index, line in enumerate(lines):
        top = rect.centery + pixels * (index - len(lines) / 2)
        row = pygame.FRect(rect.x, top, rect.width, pixels)
        paint.blit_text(target, line, "text", pixels, theme.ui.ink, row, "center")
    if note.cut:  # there is more below
        x, y, half = rect.right - pixels * 0.55, rect.bottom - pixels * 0.5, pixels * 0.28
        arrow = [(x - half, y - half), (x + half, y - half), (x, y + half * 0.6)]
        canvas.polygon(target, theme.ui.stress, arrow)


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
