"""A note at the board: a hint, an answer to a mistaken touch, a greeting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.client.draw import paint, theme

READABLE = 0.74
"""A note never has smaller text than so many units of text of normal size: it rather covers more."""
OVER = 0.14
"""So far in units a note reaches beyond what it covers: its corners are rounder."""


class Note(NamedTuple):
    """A sentence or two in its place, in lines of that many pixels."""

    rect: pygame.FRect
    lines: tuple[str, ...]
    pixels: int


def laid_note(
    window: pygame.FRect,
    words: str,
    unit: float,
    shown: Sequence[pygame.FRect] = (),
    below: pygame.FRect | None = None,
) -> Note:
    """A sentence or two below the board, where the log is, if there is room; else at the board's top edge.
    They are smaller where they would not fit or would hide much of the board.

    shown  what they speak of: they stand at the bottom edge if they would cover it
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
    return Note(note_place(window, width, high, unit * 0.4, shown, below), lines, pixels)


FOOT_LEAST, FOOT_GAP = 0.82, 0.3
"""Of a note at the foot of a column, in units: the size for which buttons leave room where they can, and how
far above them it ends."""


def note_at_foot(
    room: pygame.FRect, words: str, unit: float, plain: float, free: pygame.FRect | None
) -> Note:
    """A sentence or two at the foot of `room`, smaller where more of it would be covered than is `free`.

    plain  the unit for text of normal size
    """
    for size in paint.shrinking(unit, plain * READABLE):
        lines, pixels, high = _in_column(words, size, room.width, unit)
        if free is not None and high <= free.height:
            break
    return Note(pygame.FRect(room.x, room.bottom - high, room.width, high), lines, pixels)


def least_at_foot(words: str, unit: float, width: float) -> float:
    """How much of a column that wide a note at its foot takes, if it is to be read with ease."""
    return _in_column(words, unit * FOOT_LEAST, width, unit)[2] + unit * FOOT_GAP


def _in_column(words: str, size: float, width: float, unit: float) -> tuple[tuple[str, ...], int, float]:
    """The lines of a note, their height, and that of the note."""
    pixels = round(size)
    lines = paint.wrap(words, "text", pixels, int(width - unit * 1.2))
    return lines, pixels, (len(lines) + 0.8) * pixels


def note_in_line(
    line: pygame.FRect, more: float, words: str, unit: float, plain: float, *, taller: bool = True
) -> Note | None:
    """A sentence or two in the place of what is asked, with as much below it as needed.

    more    so much lies below that: a note that needs some of it covers all of it, corners too
    plain   the unit for text of normal size
    taller  whether it may cover even more; else None if it would have to
    """
    edge = unit * OVER
    whole = pygame.FRect(line.x - edge, line.y, line.width + 2 * edge, line.height + more + edge)
    for place, least in ((line, unit), (whole, plain)):
        for pixels in map(round, paint.shrinking(unit, least * READABLE)):
            lines = paint.wrap(words, "text", pixels, int(line.width - unit))
            if (len(lines) + 0.5) * pixels <= place.height:
                return Note(place, lines, pixels)
    whole.height = (len(lines) + 0.5) * pixels
    return Note(whole, lines, pixels) if taller else None


def draw_note(target: pygame.Surface, note: Note, unit: float) -> None:
    """The note on a slip of paper."""
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
    """A note is below the board if there is room; else at the top edge of the board, or at the bottom if that
    hides less of what is shown."""
    note = pygame.FRect(window.centerx - width / 2, window.y + gap, width, high)
    if below is not None and below.height >= high:
        return note.move(0, below.y - note.y)
    lower = note.move(0, window.height - high - 2 * gap)
    return min((note, lower), key=lambda place: sum(bool(place.colliderect(rect)) for rect in shown))
