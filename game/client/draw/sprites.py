"""Small pictures, drawn once and kept, and no more of them at a time than a frame has time for.

Drawing a sprite takes a millisecond or more. A new size of the board needs dozens of them: whoever draws in a
`hurry` gets an empty picture for those there was no time for, and tries again on the next frame. Larger parts
of a picture (a tile of the board, a desk) share that time: whoever draws one counts it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from typing import ParamSpec

import pygame

P = ParamSpec("P")


class Hurry:
    """Until when parts may be drawn, as `time.perf_counter` has it; at least one is drawn in any case."""

    def __init__(self, until: float) -> None:
        self.until = until
        self.drawn = 0
        """How many sprites or larger parts have been drawn."""
        self.left_out = 0
        """How many sprites there was no time for."""

    @property
    def over(self) -> bool:
        """Whether nothing more may be drawn."""
        return self.drawn > 0 and time.perf_counter() > self.until


_hurry: list[Hurry | None] = [None]
"""The innermost is the last; None: there is time for everything."""


@contextmanager
def hurry(until: float) -> Iterator[Hurry]:
    """Draw only as many new sprites as there is time for; the result tells whether any is missing."""
    now = Hurry(until)
    _hurry.append(now)
    try:
        yield now
    finally:
        _hurry.pop()


def sprite(most: int) -> Callable[[Callable[P, pygame.Surface]], Callable[P, pygame.Surface]]:
    """Keep the newest `most` results of a function that draws a sprite."""

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
                return _nothing()
            _hurry.append(None)  # whatever it is made of has to be there
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
