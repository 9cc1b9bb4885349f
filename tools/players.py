"""The players that the tools know by name: those of the game, and the baselines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.bots import players
from game.bots.players import Player
from tools.baselines.pool import POOL
from tools.baselines.thinkers import (
    ChampionPlayer,
    ReferenceBeam,
    ReferenceSearch,
    ShortSightedBeam,
    ShortSightedPlayer,
    SingleStrategy,
)
from tools.baselines.tree_search import TreeSearchPlayer

PLAYERS: dict[str, Callable[[], Player]] = {
    **players.PLAYERS,
    "reference beam": lambda: ReferenceBeam("reference beam", width=8),
    "reference search": lambda: ReferenceSearch("reference search", width=8, plans=8, work=40),
    "reference hard": lambda: ChampionPlayer("reference hard"),
    "shortsighted medium": lambda: ShortSightedBeam("shortsighted medium", width=8),
    "shortsighted hard": lambda: ShortSightedPlayer("shortsighted hard"),
    "shortsighted master": lambda: ShortSightedPlayer("shortsighted master"),
    "tree search": lambda: TreeSearchPlayer("tree search"),
    **{name: partial(SingleStrategy, name) for name in POOL},
}


def player(name: str) -> Player:
    """Create a player by name, or a custom one given as `module:object`.

    Raises `ParseError` for an unknown name and for a missing module or object.

    >>> player("reference beam").name
    'reference beam'
    """
    return players.player(name, PLAYERS)
