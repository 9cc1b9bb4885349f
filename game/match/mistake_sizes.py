"""Sizes of mistakes, by the win probability that they lost (docs/developing/puzzles.md)."""

from __future__ import annotations

SIZES = {"small": 0.04, "clear": 0.08, "large": 0.15}
"""Sizes of mistakes, with the minimum loss of win probability of each. A smaller loss is not called a
mistake."""


def size_of(given_away: float) -> str:
    """Return the largest of `SIZES` for this loss, or "" if it is smaller than all of them."""
    return next((name for name, least in reversed(SIZES.items()) if reaches(given_away, least)), "")


def reaches(given_away: float, least: float) -> bool:
    """Return True if the loss, rounded to whole per cent as it is displayed, is at least `least`."""
    return round(given_away, 2) >= least
