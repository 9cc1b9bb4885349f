"""Fewer cases than a whole grid, for what one condition, or two together, may break."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any

Row = tuple[Any, ...]


def pairwise(*axes: Iterable[Any]) -> Sequence[Row]:
    """Rows of one value of each axis, such that any two values of different axes meet in one of them.

    >>> pairwise("ab", [1, 2], [True, False])
    [('a', 1, True), ('a', 2, False), ('b', 1, False), ('b', 2, True)]
    """

    def pairs(row: Row) -> set[tuple[Any, ...]]:
        return set(combinations(enumerate(row), 2))

    grid = list(product(*axes))
    missing = set[tuple[Any, ...]]().union(*map(pairs, grid))
    rows: list[Row] = []
    while missing:
        rows.append(max(grid, key=lambda row: len(pairs(row) & missing)))
        missing -= pairs(rows[-1])
    return rows
