"""Localised percentages and percentage points."""

from __future__ import annotations

from game.client.words.i18n import finished

MINUS = "−"


def percent(share: float) -> str:
    """Format a fraction as a percentage without decimals."""
    return finished("chart.percent", value=round(share * 100))


def points(share: float) -> str:
    """Format a fraction as percentage points, including the unit."""
    return finished("percentage-points", n=round(share * 100))


def tenths(share: float) -> str:
    """Format a fraction as percentage points with one decimal, without the unit."""
    whole, tenth = divmod(round(share * 1000), 10)
    return finished("decimal", whole=whole, tenth=tenth)


def signed(share: float) -> str:
    """Format a fraction as signed percentage points, without the unit."""
    value = round(share * 100)
    sign = "+" if value > 0 else MINUS if value < 0 else ""
    return f"{sign}{abs(value)}"
