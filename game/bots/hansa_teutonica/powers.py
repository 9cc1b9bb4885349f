"""By kind of game: `confidence.Powers`; `python -m game.bots.tune.calibrate` writes this file."""

from collections.abc import Mapping

POWERS: Mapping[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "2-neutral": ((0, 8), (0, 8)),
    "2-pawn": ((3, 4), (8, 3)),
    "3": ((3, 9), (3, 10)),
    "4": ((3, 18), (10, 14)),
    "5": ((1, 6), (4, 4)),
}
