"""Draw commands recorded at one place of the board, reduced to a window or shown at another place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pygame

from game.client.draw.canvas import FIGURE, Mark


def clipped(marks: Iterable[Mark], part: pygame.Rect) -> list[Mark]:
    """Return the commands that overlap a part of the screen, reduced to it."""
    found: list[Mark] = []
    for what, box, corner, flags in marks:
        inside = part.clip(box)
        if inside.width and inside.height:
            if corner is not None and corner is not FIGURE:
                corner = corner[0] + inside.x - box[0], corner[1] + inside.y - box[1]
            found.append((what, (inside.x, inside.y, inside.width, inside.height), corner, flags))
    return found


def stretched(marks: Iterable[Mark], old: pygame.FRect, new: pygame.FRect, part: pygame.Rect) -> list[Mark]:
    """Return the commands of a picture of the board that moves from `old` to `new`, reduced to a part of the
    screen. Images are scaled without smoothing, each only once: this is for a picture in motion.

    marks: whole images, fills and figures, which no clip has reduced
    """
    factor, images, found = new.width / old.width, dict[Any, pygame.Surface](), list[Mark]()
    for what, box, corner, flags in marks:
        x, y = new.x + (box[0] - old.x) * factor, new.y + (box[1] - old.y) * factor
        right, bottom = x + box[2] * factor, y + box[3] * factor
        left, top = round(x), round(y)
        place = pygame.Rect(left, top, max(1, round(right) - left), max(1, round(bottom) - top))
        if not part.colliderect(place):
            continue
        if corner is FIGURE:
            draw, colour, arguments = what
            what = draw, colour, tuple(_moved(one, old, new, factor) for one in arguments)
        elif corner is not None:
            whole = max(1, round(box[2] * factor)), max(1, round(box[3] * factor))
            key = what, corner, box[2:]
            if key not in images:
                source = what.subsurface((corner, box[2:]))
                images[key] = pygame.transform.scale(source, whole)
            what, corner, place.size = images[key], (0, 0), whole
        found.append((what, (place.x, place.y, place.width, place.height), corner, flags))
    return clipped(found, part)


def _moved(value: Any, old: pygame.FRect, new: pygame.FRect, factor: float) -> Any:
    """Return an argument of a figure for a board that moves: points move, widths and radii are scaled."""
    if isinstance(value, bool) or not value:
        return value
    if isinstance(value, int | float):
        return max(1, round(value * factor))
    if isinstance(value[0], int | float):
        return new.x + (value[0] - old.x) * factor, new.y + (value[1] - old.y) * factor
    return tuple(_moved(one, old, new, factor) for one in value)
