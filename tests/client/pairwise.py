"""Pairwise test cases, for failures that depend on at most two conditions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any

Row = tuple[Any, ...]


def pairwise(*axes: Iterable[Any]) -> Sequence[Row]:
    """Return rows of one value per axis, such that any two values of different axes occur together in a row.

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
