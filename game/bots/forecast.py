"""A small net that corrects chances: what the evaluation says of a seat, times what the net makes of facts.

One layer of soft steps, x / (1 + |x|), the same for every seat. It is learnt from the results of games
(`python -m game.bots.tune.forecast`) and kept in whole numbers; with nothing but + - * / the result is the
same in every Python, native or WebAssembly.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

SCALE = 1000.0
"""The weights are kept as so many parts of 1."""
FURTHEST = 12.0
"""More than that no correction is worth, as a power of e."""
SQUARINGS = 10


class Net(NamedTuple):
    """straight  by input, its weight without a step
    hidden    by step: by input its weight, then what is added
    out       by step, its weight
    """

    straight: Sequence[float]
    hidden: Sequence[Sequence[float]]
    out: Sequence[float]


def net(numbers: Sequence[int], inputs: int) -> Net:
    """The net in whole numbers: the straight weights, then by step its weights and what comes of it."""
    values = [number / SCALE for number in numbers]
    rows = [values[at : at + inputs + 2] for at in range(inputs, len(values), inputs + 2)]
    return Net(values[:inputs], [row[: inputs + 1] for row in rows], [row[-1] for row in rows])


def corrected(chances: Sequence[float], facts: Sequence[Sequence[float]], by: Net) -> list[float]:
    """Each seat's chance, given its facts; they add up to 1."""
    sums = [_sum(row, by) for row in facts]
    most = max(sums)
    odds = [
        max(chance, 1e-6) * power(max(value - most, -FURTHEST))
        for chance, value in zip(chances, sums, strict=True)
    ]
    total = fsum(odds)
    return [odd / total for odd in odds]


def _sum(row: Sequence[float], by: Net) -> float:
    total = 0.0
    for value, weight in zip(row, by.straight, strict=True):
        total += value * weight
    for weights, out in zip(by.hidden, by.out, strict=True):
        inside = weights[len(row)]
        for at, value in enumerate(row):
            inside += value * weights[at]
        total += out * inside / (1.0 + abs(inside))
    return total


def power(value: float) -> float:
    """About e to this power, between `-FURTHEST` and 0, by squaring alone."""
    found = 1.0 + value / (1 << SQUARINGS)
    for _ in range(SQUARINGS):
        found *= found
    return found
