"""Weights that a table lacks, as learning begins with them (docs/lab/weights.md): the numbers of the clock,
without which most tables were learnt, and what the parts of modules add.

clock.rounds          the usual length of a game, times this
clock.ends, clock.nearest
                      the share of the nearest ending in what is gone of the game, and that of it at least
more.markers, more.pieces
                      what of unused markers and of pieces goes with the time that is left
sure                  how sure the points of markers are at the end
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
    """A table with what it lacks in games of an edition."""
    return {**CLOCK, **_added(edition), **table}


@lru_cache(maxsize=64)
def _added(edition: Edition) -> Mapping[str, float]:
    return {name: weight for part in parts(edition) for name, weight in part.beginnings().items()}
