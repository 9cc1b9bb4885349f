"""Search budgets, in playouts or in seconds. No other module of the computer players reads a clock.

A choice bounded by playouts (`work`) is reproducible on every platform.
"""

from __future__ import annotations

from time import perf_counter
from typing import TypeVar

from game.bots.steps import Steps

T = TypeVar("T")


class Budget:
    """The search budget of one decision."""

    def __init__(self, work: int | None = None, seconds: float | None = None) -> None:
        if (work is None) == (seconds is None):
            raise ValueError("a budget is either work or seconds")
        self.work, self.seconds = work, seconds
        self.spent = 0
        self._begin = perf_counter() if seconds is not None else 0.0

    @property
    def progress(self) -> str:
        """Return the number of playouts done and planned, as in "30/200"; empty if the budget is a time."""
        return "" if self.work is None else f"{self.spent}/{self.work}"

    def affords(self, units: int, share: float = 1.0) -> bool:
        """Return True if this number of further playouts fits into the fraction `share` (0 to 1) of the
        budget."""
        if self.seconds is None:
            assert self.work is not None
            return self.spent + units <= self.work * share
        used = perf_counter() - self._begin
        return used + used * units / max(self.spent, units, 1) <= self.seconds * share


def in_time(steps: Steps[T], seconds: float) -> Steps[T | None]:
    """Run `steps` and return their result, or None if they take longer than `seconds`."""
    end = perf_counter() + seconds
    while perf_counter() < end:
        try:
            yield next(steps)
        except StopIteration as done:
            found: T = done.value
            return found
    return None
