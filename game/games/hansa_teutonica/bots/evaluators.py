"""Registry of module evaluators."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from game.bots.brain import Plan
from game.engine.core import Action
from game.games.hansa_teutonica.bots.module_evaluator import ModuleEvaluator
from game.games.hansa_teutonica.bots.permanent import PermanentEvaluator
from game.games.hansa_teutonica.expansions import found
from game.games.hansa_teutonica.rules.edition import Edition

PARTS: dict[str, type[ModuleEvaluator]] = {"permanent": PermanentEvaluator}
"""Evaluator classes by module. A module without an entry that offers actions of a turn has a
`TrialEvaluator`."""
for _module in found("bots"):
    PARTS.update(_module.PARTS)


class TrialEvaluator(ModuleEvaluator):
    """Default evaluator: every action that the module offers in a turn is tried."""

    def __init__(self, offers: Callable[[Any, int, list[Action]], None]) -> None:
        self.offers = offers

    def candidates(self, g: Any, found: list[tuple[float, Plan]]) -> None:
        tried: list[Action] = []
        self.offers(g.s, g.seat, tried)
        if tried:
            g.try_each(found, tried)


@lru_cache(maxsize=64)
def evaluators(edition: Edition) -> tuple[ModuleEvaluator, ...]:
    """Return the evaluators of an edition's modules."""
    found = list[ModuleEvaluator]()
    for module in edition.modules:
        turn = module.extensions().get("turn")
        if module.id in PARTS:
            found.append(PARTS[module.id](edition))
        elif turn and turn.offers:
            found.append(TrialEvaluator(turn.offers))
    return tuple(found)
