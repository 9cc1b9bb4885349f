"""Initial values of weights that a table lacks, from which training starts (docs/lab/weights.md): the weights
of the game-phase estimate, introduced after most tables were trained, and the weights of modules.

clock.rounds          factor of the usual length of a game
clock.ends, clock.nearest
                      share of the nearest end condition in the elapsed part of the game, and its minimum
more.markers, more.pieces
                      share of the value of unused markers and of pieces that declines with the game
sure                  certainty of the points of markers at the end
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from game.games.hansa_teutonica.bots.parts import parts
from game.games.hansa_teutonica.rules.edition import Edition

CLOCK = {
    "clock.rounds": 1.0,
    "clock.ends": 0.5,
    "clock.nearest": 0.9,
    "more.markers": 1.0,
    "more.pieces": 1.2,
    "sure": 0.8,
}


def completed(table: Mapping[str, float], edition: Edition) -> Mapping[str, float]:
    """Return a table completed with the initial values for games of an edition."""
    return {**CLOCK, **_added(edition), **table}


@lru_cache(maxsize=64)
def _added(edition: Edition) -> Mapping[str, float]:
    return {name: weight for part in parts(edition) for name, weight in part.beginnings().items()}
