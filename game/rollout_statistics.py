"""Statistics of rollouts: mean results with standard errors, and the difference between two plans."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, fsum, sqrt
from typing import NamedTuple


class Estimate(NamedTuple):
    """A mean of playouts with its standard error."""

    mean: float
    error: float


class Difference(NamedTuple):
    """The mean difference between the paired playouts of two plans.

    sure  probability that the first plan wins more often, by the pairs in which one of them did better
    """

    mean: float
    error: float
    sure: float


def chance(wins: Sequence[float]) -> Estimate:
    """Estimate a win probability.

    The error counts one more victory and one more defeat, because equal results of a few playouts are not
    certain ones.

    >>> chance([1.0, 1.0, 0.0])
    Estimate(mean=0.6666666666666666, error=0.282842712474619)
    """
    return Estimate(fsum(wins) / len(wins), _error([*wins, 0.0, 1.0]))


def score(points: Sequence[float]) -> Estimate:
    """Estimate final points.

    >>> score([20.0, 24.0])
    Estimate(mean=22.0, error=2.0)
    """
    mean = fsum(points) / len(points)
    squares = fsum((each - mean) ** 2 for each in points)
    return Estimate(mean, sqrt(squares / max(1, len(points) - 1) / len(points)))


def difference(first: Sequence[float], second: Sequence[float]) -> Difference:
    """Compare the wins of two plans with common random numbers, playout by playout.

    `sure` is that of the sign test (McNemar, mid-p), which also holds for few playouts.

    >>> difference([1.0, 1.0, 1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0]).sure
    0.8125
    """
    gains = [a - b for a, b in zip(first, second, strict=True)]
    better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    return Difference(fsum(gains) / len(gains), _error([*gains, -1.0, 1.0]), 1 - _by_chance(better, worse))


def _error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of all values but the two that were added to them."""
    count = len(values)
    mean = fsum(values) / count
    return sqrt(fsum((each - mean) ** 2 for each in values) / count / (count - 2))


def _by_chance(better: int, worse: int) -> float:
    """Return the probability of more better results, out of all different ones, if better and worse ones are
    equally probable. Half of the probability of exactly as many is included."""
    total = better + worse
    twice = 2 * sum(comb(total, n) for n in range(better + 1, total + 1)) + comb(total, better)
    return twice / (2 << total)
