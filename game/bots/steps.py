"""Cooperative computation: generators that pause after every few evaluations, to share a thread with drawing.

A generator yields "" or a progress message and returns its result.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Steps = Generator[str, None, T]


def finish(steps: Steps[T]) -> T:
    """Run `steps` without pauses and return their result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found
