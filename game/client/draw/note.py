"""A note at the board: a hint, an answer to a mistaken touch, a greeting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.client.draw import paint, theme

LEAST_IN_LINE = 0.76
"""In units, the size to which a text shrinks before it covers what lies below its line."""
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


FOOT_LEAST, FOOT_SMALLEST = 0.82, 0.68
"""Of a note at the foot of a column: the size, in units, for which buttons leave room where they can, and the
smallest, in units of text of normal size, to which it shrinks so that it covers nothing."""


def note_at_foot(
    room: pygame.FRect, words: str, unit: float, plain: float, free: pygame.FRect | None
) -> Note:
    """A sentence or two at the foot of `room`, smaller where more of it would be covered than is `free`.

    plain  the unit for text of normal size
    """
    for size in paint.shrinking(unit, plain * FOOT_SMALLEST):
        lines, pixels, high = _in_column(words, size, room.width, unit)
        if free is not None and high <= free.height:
            break
    return Note(pygame.FRect(room.x, room.bottom - high, room.width, high), lines, pixels)


def least_at_foot(words: str, unit: float, width: float) -> float:
    """How high a note at the foot of a column that wide is, if it is to be read with ease."""
    return _in_column(words, unit * FOOT_LEAST, width, unit)[2]


def _in_column(words: str, size: float, width: float, unit: float) -> tuple[tuple[str, ...], int, float]:
    """The lines of a note, their height, and that of the note."""
    pixels = round(size)
    lines = paint.wrap(words, "text", pixels, int(width - unit * 1.2))
    return lines, pixels, (len(lines) + 0.8) * pixels


def note_in_line(line: pygame.FRect, more: float, words: str, unit: float) -> Note:
    """A sentence or two in the place of what is asked, with as much below it as needed.

    more  so much lies below that: a note that needs some of it covers all of it, corners too
    """
    edge = unit * OVER
    whole = pygame.FRect(line.x - edge, line.y, line.width + 2 * edge, line.height + more + edge)
    for place, least in ((line, LEAST_IN_LINE), (whole, 0.54)):
        for pixels in map(round, paint.shrinking(unit, unit * least)):
            lines = paint.wrap(words, "text", pixels, int(line.width - unit))
            if (len(lines) + 0.5) * pixels <= place.height:
                return Note(place, lines, pixels)
    return Note(whole, lines, pixels)


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
