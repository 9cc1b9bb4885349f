"""Files of the checkout in which a tool runs; the imported packages may be a compiled copy."""

from __future__ import annotations

from pathlib import Path

from game.assets import of_game
from game.games import package


def data_of(game: str) -> Path:
    """Return the directory of a game's data to write to. Raises `KeyError` for an unknown game."""
    here = Path("assets/games", package(game).rpartition(".")[2])
    return here if here.is_dir() else of_game(game)
