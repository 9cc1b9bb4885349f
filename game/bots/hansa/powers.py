"""By kind of game: `confidence.Powers`; `python -m game.bots.tune.calibrate` writes this file."""

from collections.abc import Mapping

POWERS: Mapping[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "2": ((1, 2), (1, 2)),
    "3": ((1, 4), (1, 4)),
    "4": ((1, 6), (1, 8)),
}
