"""Long computations in slices, so that the web app can draw in between."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Loading: TypeAlias = Generator[float, None, T]
"""A computation that yields its progress, from 0 to 1, and returns its result.

A short computation yields nothing, so that its result is available after the first `next`.
"""


def whole(loading: Loading[T]) -> T:
    """Run the computation without pauses and return its result."""
    while True:
        try:
            next(loading)
        except StopIteration as done:
            result: T = done.value
            return result
