"""The directory of typefaces, texts, images, lessons and weights."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

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


@cache
def data_of_game(game: str, name: str) -> Any:
    """Return the data in the JSON file `<name>.json` of a game, with tuples in place of lists.

    Raises `KeyError` for an unknown game and `OSError` if the file does not exist.
    """
    path = of_game(game) / f"{name}.json"
    return _with_tuples(json.loads(path.read_text(encoding="utf-8")))


def _with_tuples(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _with_tuples(each) for key, each in value.items()}
    return tuple(map(_with_tuples, value)) if isinstance(value, list) else value
