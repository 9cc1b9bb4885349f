"""Calibration exponents (`confidence.Powers`) by kind of game. `python -m tools.tune.calibrate` writes this
file."""

from collections.abc import Mapping

POWERS: Mapping[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "2-neutral": ((0, 8), (0, 8)),
    "2-pawn": ((7, 8), (8, 8)),
    "3": ((11, 11), (17, 10)),
    "4": ((2, 8), (5, 5)),
    "5": ((0, 10), (1, 8)),
}

ODDS: Mapping[str, Mapping[str, int]] = {
    "2-neutral": {"easy": 59, "medium": 38, "hard": 77, "master": 77},
    "2-pawn": {"easy": 58, "medium": 54, "hard": 42, "master": 42},
    "3": {"easy": 70, "medium": 61, "hard": 56},
    "4": {"easy": 81, "medium": 75, "hard": 76},
    "5": {"easy": 85, "medium": 79, "hard": 70, "master": 86},
}
"""Factor, in hundredths, of the odds of the player who planned a turn, by kind of game and level. With it the
win probabilities predicted for the movers of a round sum to 1 (docs/lab/chances.md)."""
