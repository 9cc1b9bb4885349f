"""Calibration exponents (`confidence.Powers`) by kind of game. `python -m tools.tune.calibrate` writes this
file."""

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
"""Factor, in hundredths, of the odds of the player who planned a turn, by kind of game and level. With it the
win probabilities predicted for the movers of a round sum to 1 (docs/lab/chances.md)."""
