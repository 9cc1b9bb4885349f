"""Expansions and variants of the game: one package each, found by its directory.

A package holds everything that its expansion adds to the parts of the game, in modules of these names:

rules    `EXPANSION`, see `rules.expansion`; the only required module
bots     `PARTS`, see `bots.module_evaluator`
view     `PARTS` and `GROUNDS`, see `view.module_view` and `view.terrain`

Board files (JSON) are stored in the same package. The weights of computer players that were trained on its
boards are data of the game, in `expansions/<name>/weights.txt` (`game.assets.of_game`). Further modules
belong to one of these. No expansion knows another, and nothing else knows an expansion by name: deleting a
package and its data leaves the rest of the game intact.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

__all__ = ["found", "modules"]


@cache
def _contents() -> dict[str, frozenset[str]]:
    """Return the names of the modules of each package, by the name of the package."""
    homes = [home.name for home in iter_modules(__path__, f"{__name__}.") if home.ispkg]
    return {
        home: frozenset(module.name for module in iter_modules(import_module(home).__path__))
        for home in homes
    }


def modules(name: str) -> tuple[str, ...]:
    """Return the full names of the modules called `name`, one of each expansion that has it."""
    return tuple(f"{home}.{name}" for home, names in _contents().items() if name in names)


def found(name: str) -> tuple[Any, ...]:
    """Import the modules called `name`, one of each expansion that has it, in alphabetical order."""
    return tuple(map(import_module, modules(name)))
