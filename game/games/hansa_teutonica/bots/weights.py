"""The weights of *Hansa Teutonica*, in points, by kind of game.

The rows are explained in assets/games/hansa_teutonica/bots/weights.txt. `completed` adds initial values of
those that a table lacks, from which training starts (docs/lab/weights.md): the weights of the game-phase
estimate, introduced after most tables were trained, and the weights of modules.

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

from game.bots.weights import tables
from game.games.hansa_teutonica.bots.evaluators import evaluators
from game.games.hansa_teutonica.rules.edition import Edition

KINDS = ("2-pawn", "2-neutral", "3", "4", "5")
"""Two players with the pawn, two with neutral traders, and three to five."""

TABLES = {
    **tables("hansa-teutonica", "bots/weights.txt"),
    **tables("hansa-teutonica", "expansions/*/weights.txt"),
}
"""By kind of game, and by kind and board for the boards of expansions ("4-east")."""

STATIC_TABLES = {**TABLES, **tables("hansa-teutonica", "bots/glance.txt")}
"""The weights of players without playouts."""

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
    return {name: weight for part in evaluators(edition) for name, weight in part.beginnings().items()}
