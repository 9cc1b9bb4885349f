"""Registry of module evaluators."""

from __future__ import annotations

from functools import lru_cache

from game.games.hansa_teutonica.bots.module_evaluator import ModuleEvaluator
from game.games.hansa_teutonica.bots.permanent import PermanentEvaluator
from game.games.hansa_teutonica.expansions import found
from game.games.hansa_teutonica.rules.edition import Edition

PARTS: dict[str, type[ModuleEvaluator]] = {"permanent": PermanentEvaluator}
"""Evaluator classes by module. A module without an entry uses the base class `ModuleEvaluator`."""
for _module in found("bots"):
    PARTS.update(_module.PARTS)


@lru_cache(maxsize=64)
def evaluators(edition: Edition) -> tuple[ModuleEvaluator, ...]:
    """Return the evaluators of an edition's modules."""
    return tuple(PARTS[module.id](edition) for module in edition.modules if module.id in PARTS)
