"""The directory of typefaces, texts, images, lessons and weights."""

from __future__ import annotations

from pathlib import Path

from game.games import directory, package

_PLACES = [folder / "assets" for folder in Path(__file__).resolve().parents[:2]]
ASSETS = next((place for place in _PLACES if place.is_dir()), _PLACES[-1])
"""Inside an installed package (setup.py), otherwise next to it."""


def of_game(game: str) -> Path:
    """Return the directory of a game's data: `assets/games/<package>`, otherwise the package itself.

    Raises `KeyError` for an unknown game.
    """
    data = ASSETS / "games" / package(game).rpartition(".")[2]
    return data if data.is_dir() else directory(game)
