"""Players that search with frozen weights and features: baselines for new versions."""

from __future__ import annotations

from importlib import import_module
from random import Random

from game.bots.brain import Brain, Weights, brain
from game.bots.search import Search, Variation
from game.bots.steps import Steps
from game.bots.thinkers import BeamPlayer, PlayoutPlayer
from game.engine import State
from game.games import package
from tools.baselines.pool import biased


def baseline(ruleset: str, name: str) -> Brain:
    """Return the search adapter of a baseline, `CHAMPION`, `REFERENCE` or `SHORTSIGHTED`; the current one if
    the game has none."""
    try:
        module = import_module(f"tools.baselines.{package(ruleset).rpartition('.')[2]}")
    except ModuleNotFoundError:
        return brain(ruleset)
    found: Brain = getattr(module, name, None) or brain(ruleset)
    return found


class ReferenceBeam(BeamPlayer):
    """A beam search with the reference weights; ties between plans are not broken at random."""

    def learnt(self, ruleset: str) -> Brain:
        return baseline(ruleset, "REFERENCE")

    def lines(
        self, search: Search, rng: Random, work: int | None, seconds: float | None
    ) -> Steps[list[Variation]]:
        width = search.brain.beam_width(search.state, self.width)
        return (yield from search.turns(width, search.brain.breadth, None))


class ReferenceSearch(PlayoutPlayer):
    """The playout search with the reference weights."""

    def learnt(self, ruleset: str) -> Brain:
        return baseline(ruleset, "REFERENCE")


class ChampionPlayer(PlayoutPlayer):
    """The level `hard` at the time when `master` was begun."""

    def brain(self, state: State) -> Brain:
        return baseline(state.ruleset.id, "CHAMPION")


class SingleStrategy(BeamPlayer):
    """A beam search that pursues one strategy (`pool`); available for *Hansa Teutonica* only."""

    def brain(self, state: State) -> Brain:
        tables = baseline(state.ruleset.id, "CHAMPION").tables
        biased_tables: dict[str, Weights] = {kind: biased(table, self.name) for kind, table in tables.items()}
        return type(brain(state.ruleset.id))(biased_tables)


class ShortSightedBeam(BeamPlayer):
    """The level `medium` without forecasts of the endings of opponents."""

    def learnt(self, ruleset: str) -> Brain:
        return baseline(ruleset, "SHORTSIGHTED").adapted(False)


class ShortSightedPlayer(PlayoutPlayer):
    """The level with the last word of its name, without forecasts of the endings of opponents."""

    def learnt(self, ruleset: str) -> Brain:
        return baseline(ruleset, "SHORTSIGHTED").adapted(True)
