"""Shares as percentages, and differences of shares in percentage points, as the language writes them."""

from __future__ import annotations

from game.client.words.i18n import finished

MINUS = "−"


def percent(share: float) -> str:
    """Without decimals."""
    return finished("chart.percent", value=round(share * 100))


def points(share: float) -> str:
    """Percentage points, and that they are such."""
    return finished("percentage-points", n=round(share * 100))


def tenths(share: float) -> str:
    """Percentage points with one decimal, by themselves."""
    whole, tenth = divmod(round(share * 1000), 10)
    return finished("decimal", whole=whole, tenth=tenth)


def signed(share: float) -> str:
    """Percentage points with their sign, by themselves."""
    value = round(share * 100)
    sign = "+" if value > 0 else MINUS if value < 0 else ""
    return f"{sign}{abs(value)}"
