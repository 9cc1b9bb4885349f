"""The weights of *Hansa Teutonica*, in points, by kind of game.

The rows are explained in assets/games/hansa_teutonica/bots/weights.txt. `beginnings` adds those that a table
lacks.
"""

from __future__ import annotations

from game.bots.weights import tables

KINDS = ("2-pawn", "2-neutral", "3", "4", "5")
"""Two players with the pawn, two with neutral traders, and three to five."""

TABLES = {
    **tables("hansa-teutonica", "bots/weights.txt"),
    **tables("hansa-teutonica", "expansions/*/weights.txt"),
}
"""By kind of game, and by kind and board for the boards of expansions ("4-east")."""

STATIC_TABLES = {**TABLES, **tables("hansa-teutonica", "bots/glance.txt")}
"""The weights of players without playouts."""
