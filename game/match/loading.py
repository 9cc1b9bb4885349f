"""Long work in slices, so that a page can be drawn in between."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Loading: TypeAlias = Generator[float, None, T]
"""Work that yields the share that is done, from 0 to 1, and returns its result.

Short work yields nothing: then its result is there after the first `next`.
"""


def whole(loading: Loading[T]) -> T:
    """Do all of the work without a pause and return the result."""
    while True:
        try:
            next(loading)
        except StopIteration as done:
            result: T = done.value
            return result
