"""By kind of game: `confidence.Powers`; `python -m tools.tune.calibrate` writes this file."""

from collections.abc import Mapping

POWERS: Mapping[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "2": ((1, 2), (1, 2)),
    "3": ((1, 4), (1, 4)),
    "4": ((1, 6), (1, 8)),
}

ODDS: Mapping[str, Mapping[str, int]] = {
    "2": {"easy": 96, "medium": 89, "hard": 81, "master": 84},
    "3": {"easy": 94, "medium": 86, "hard": 82, "master": 89},
    "4": {"easy": 85, "medium": 87, "hard": 82, "master": 95},
}
"""By kind of game and level: by how many hundredths the odds of whoever has planned a turn are multiplied, so
that what the movers of a round are told adds up to 1 (docs/lab/chances.md)."""
