"""The frozen weights of the baselines, text files in the format of `game.bots.weights`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from game.bots.weights import parsed


def frozen(name: str) -> dict[str, Mapping[str, float]]:
    """Return the tables of `<name>.txt` in this directory, by kind of game."""
    path = Path(__file__).with_name(f"{name}.txt")
    return parsed(path.read_text(encoding="utf-8"), path.name)
