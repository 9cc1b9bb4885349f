"""A cache of small images (sprites) that limits how many are drawn within one frame.

Drawing a sprite takes a millisecond or more, and a new board size needs dozens. Callers that draw within a
`hurry` get an empty image for each sprite that did not fit into the time. They draw the sprites left out in
later frames (`Hurry.draw_missing`), then everything again. Larger parts of a frame (a tile of the board, a
player board) share this time budget and count themselves in `Hurry.drawn`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial, wraps
from math import inf
from typing import ParamSpec

import pygame

P = ParamSpec("P")


class Hurry:
    """A time budget for drawing, up to a time of `time.perf_counter`. One part is drawn in any case."""

    def __init__(self, until: float) -> None:
        self.until = until
        self.drawn = 0
        """Number of sprites and larger parts drawn."""
        self.left_out = 0
        """Number of sprites left out because the time was over."""
        self.missing: dict[object, Callable[[], object]] = {}
        """Functions that draw the sprites left out."""
        self.waiting = False
        """True if sprites left out in earlier frames are still missing."""

    def stop(self) -> None:
        """Leave out everything, even the one part."""
        self.drawn, self.until = self.drawn + 1, -inf

    @property
    def over(self) -> bool:
        """True if nothing more may be drawn."""
        return not self.allows(0.0)

    def draw_missing(self, missing: dict[object, Callable[[], object]]) -> None:
        """Draw sprites that were left out in earlier frames, and remove them from the dictionary."""
        while missing and not self.over:
            missing.pop(next(iter(missing)))()
        self.waiting = bool(missing)

    def allows(self, seconds: float) -> bool:
        """Return True if a part may be drawn that probably takes this long."""
        return self.drawn == 0 or time.perf_counter() + seconds <= self.until


_hurry: list[Hurry | None] = [None]
"""Nested budgets, the innermost last; None means unlimited time."""


@contextmanager
def hurry(until: float) -> Iterator[Hurry]:
    """Limit the drawing of new sprites up to a time; the yielded budget counts those left out."""
    now = Hurry(until)
    _hurry.append(now)
    try:
        yield now
    finally:
        _hurry.pop()


def sprite(most: int) -> Callable[[Callable[P, pygame.Surface]], Callable[P, pygame.Surface]]:
    """Cache the newest `most` results of a function that draws a sprite."""

    def keeping(draw: Callable[P, pygame.Surface]) -> Callable[P, pygame.Surface]:
        kept: dict[object, pygame.Surface] = {}

        @wraps(draw)
        def get(*args: P.args, **kwargs: P.kwargs) -> pygame.Surface:
            key = (args, *kwargs.items())
            found = kept.get(key)
            if found is not None:
                return found
            now = _hurry[-1]
            if now is not None and now.over:
                now.left_out += 1
                now.missing[get, key] = partial(get, *args, **kwargs)
                return _nothing()
            _hurry.append(None)  # the parts of a sprite are never left out
            try:
                found = kept[key] = draw(*args, **kwargs)
            finally:
                _hurry.pop()
            if now is not None:
                now.drawn += 1
            if len(kept) > most:
                del kept[next(iter(kept))]
            return found

        return get

    return keeping


@cache
def _nothing() -> pygame.Surface:
    return pygame.Surface((1, 1), pygame.SRCALPHA)
