"""The games: one package each, found by its directory.

A package declares itself with `GAME` in its `__init__` module. Its parts are modules or sub-packages imported
by name on first use, so that a game costs nothing before it is played:

rules     module `ruleset` with `RULESET`; the only required part
bots      `BRAIN`; module `powers` with the calibration of its win probabilities
view      module `view` with `VIEW`
guide     `NOTICES`, `aim`, `ahead` and more: the comments in a first game
research  `VIEW` for learning programs
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from game.games.game import Count, Game

__all__ = ["GAMES", "Count", "Game", "package", "part"]


def _found() -> Iterator[tuple[Game, str]]:
    """Yield every game and the name of its package."""
    for module in iter_modules(__path__, f"{__name__}."):
        if module.ispkg:
            yield import_module(module.name).GAME, module.name


_packages = {game.id: name for game, name in _found()}

GAMES: dict[str, Game] = {
    game.id: game for game, _ in sorted(_found(), key=lambda found: (found[0].rank, found[0].id))
}
"""Games by ruleset id, in the order of the title screen."""


def package(game: str) -> str:
    """Return the name of a game's package. Raises `KeyError` for an unknown game."""
    return _packages[game]


@cache
def part(game: str, name: str, module: str = "") -> Any:
    """Import a part of a game, or a module of it: `part("hansa", "bots", "powers")`.

    Raises `KeyError` for an unknown game and `ModuleNotFoundError` for a part that the game does not have.
    """
    path = f"{package(game)}.{name}"
    return import_module(f"{path}.{module}" if module else path)
