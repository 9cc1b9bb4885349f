"""The games: one package each, found by its directory.

A package declares itself with `GAME` in its `__init__` module. Its parts are modules or sub-packages imported
by name on first use, so that a game costs nothing before it is played:

rules     `RULESET`, in the part itself or in its module `ruleset`; the only required part
bots      `BRAIN`; else a `PlainBrain`
view      module `view` with `VIEW`; else `game.client.views.plain`
guide     `NOTICES`, `aim`, `ahead` and more: the comments in a first game
themes    `THEMES`, `MISTAKES` and more: what puzzles are about, and kinds of mistakes
openings  `PLANS`, `recognise` and `begun`: named openings (`game.match.openings`)
research  `VIEW` for learning programs; else `game.research.declared`, for declared rules

Games are also found in the directories that the environment variable `KONTOR_GAMES` lists, separated like
those of `PATH`. Their packages become packages of `game.games`, too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from game.games.game import Count, Game

__all__ = ["GAMES", "Count", "Game", "directory", "has_part", "optional_part", "package", "part"]

OUTSIDE = "KONTOR_GAMES"
"""The environment variable with the directories of further games."""

__path__.extend(path for path in os.environ.get(OUTSIDE, "").split(os.pathsep) if path)


def _found() -> Iterator[tuple[Game, str]]:
    """Yield every game and the name of its package."""
    for module in iter_modules(__path__, f"{__name__}."):
        if module.ispkg:
            game = getattr(import_module(module.name), "GAME", None)
            if not isinstance(game, Game):
                raise ImportError(f"{module.name}: expected GAME = Game(...) in its __init__ module")
            yield game, module.name


_packages = {game.id: name for game, name in _found()}

GAMES: dict[str, Game] = {
    game.id: game for game, _ in sorted(_found(), key=lambda found: (found[0].rank, found[0].id))
}
"""Games by ruleset id, in the order of the title screen."""


def package(game: str) -> str:
    """Return the name of a game's package. Raises `KeyError` for an unknown game."""
    return _packages[game]


def directory(game: str) -> Path:
    """Return the directory of a game's package. Raises `KeyError` for an unknown game."""
    return Path(import_module(package(game)).__path__[0])


def part(game: str, name: str, module: str = "") -> Any:
    """Import a part of a game, or a module of it: `part("hansa", "rules", "ruleset")`.

    Raises `KeyError` for an unknown game and `ModuleNotFoundError` for a part that the game does not have.
    """
    found = optional_part(game, name, module)
    if found is None:
        path = _path(game, name, module)
        raise ModuleNotFoundError(f"{game} has no {name} {module}".rstrip(), name=path)
    return found


def has_part(game: str, name: str) -> bool:
    """Return whether a game has a part, without importing it. Raises `KeyError` for an unknown game."""
    return find_spec(_path(game, name)) is not None


@cache
def optional_part(game: str, name: str, module: str = "") -> Any:
    """Import a part of a game, or a module of it; return None if the game does not have it.

    Raises `KeyError` for an unknown game. A module that exists but fails to import raises its own error.
    """
    path = _path(game, name, module)
    try:
        found: ModuleType = import_module(path)
    except ModuleNotFoundError as missing:
        if missing.name in (path, _path(game, name)):
            return None
        raise
    return found


def _path(game: str, name: str, module: str = "") -> str:
    return ".".join(filter(None, (package(game), name, module)))
