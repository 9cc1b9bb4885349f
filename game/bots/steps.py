"""Work done in steps: a generator that pauses after every few evaluations, so that it can share a thread with
the picture. It yields "" or a line of progress and returns what it found."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Steps = Generator[str, None, T]


def finish(steps: Steps[T]) -> T:
    """What the work comes to, without a pause."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found
