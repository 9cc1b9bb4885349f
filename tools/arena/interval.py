"""Confidence intervals of shares."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.959964
"""Half-width of a 95 % interval of the normal distribution, in standard deviations."""


class Interval(NamedTuple):
    """A share with the bounds of its 95 % confidence interval."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.3f} ({self.low:.3f}-{self.high:.3f})"


def wilson(wins: float, games: int) -> Interval:
    """Return Wilson's score interval of a win share. A shared win counts as a fraction.

    >>> print(wilson(60, 100))
    0.600 (0.502-0.691)
    """
    if not games:
        return Interval(0.0, 0.0, 1.0)
    share, z2 = wins / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    reach = Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))
