"""Shares as percentages, as the language writes them."""

from __future__ import annotations

from game.client.words.i18n import finished

MINUS = "−"


def percent(share: float) -> str:
    """Without decimals."""
    return finished("chart.percent", value=round(share * 100))


def tenths(share: float) -> str:
    """A percentage with one decimal."""
    whole, tenth = divmod(round(share * 1000), 10)
    return finished("chart.percent", value=finished("decimal", whole=whole, tenth=tenth))


def signed(share: float) -> str:
    """A percentage with its sign."""
    value = round(share * 100)
    sign = "+" if value > 0 else MINUS if value < 0 else ""
    return finished("chart.percent", value=f"{sign}{abs(value)}")
