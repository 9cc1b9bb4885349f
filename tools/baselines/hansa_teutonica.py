"""The baselines of Hansa Teutonica: the search without the features added after they were frozen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.bots.brain import NextStep, Plan, Playouts
from game.engine import State
from game.games.hansa_teutonica.bots.brain import HansaTeutonicaBrain, outcome_value
from game.games.hansa_teutonica.bots.candidates import guesses, sensible
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tools.baselines.weights import frozen

CHAMPION_WITH_PAWN = Playouts(prior=8, plans=16, work=160)


class ShortSightedBrain(HansaTeutonicaBrain):
    """The search adapter of the current levels without forecasts of the endings of opponents."""

    def candidates(self, state: HansaTeutonicaState, context: EvaluationContexts) -> Sequence[Plan]:
        return sensible(state, context.j, [plan for _, plan in guesses(state, context)])

    def foreseen(self, state: Any, chances: list[float], context: EvaluationContexts) -> list[float]:
        return chances

    def playouts_for(self, state: HansaTeutonicaState, level: str = "") -> Playouts:
        return super().playouts_for(state, level.rpartition(" ")[2])


class FrozenBrain(ShortSightedBrain):
    """The search adapter with every later feature disabled."""

    calm = 0.0

    def candidates(self, state: HansaTeutonicaState, context: EvaluationContexts) -> Sequence[Plan]:
        return [plan for _, plan in guesses(state, context)]

    def playouts_for(self, state: HansaTeutonicaState, level: str = "") -> Playouts:
        return self.playouts

    def value(self, chance: float, ahead: float, length: int | None, state: State, context: Any) -> float:
        return chance if length is None else outcome_value(chance, ahead, length, state, context.j)

    def nested_context(self, state: Any, context: EvaluationContexts, playout: bool) -> EvaluationContexts:
        return context if playout else self.context(state)

    def endings(self, state: State, context: EvaluationContexts) -> Sequence[NextStep]:
        return ()

    def beam_width(self, state: State, width: int) -> int:
        return width or 8


class HansaTeutonicaChampionBrain(FrozenBrain):
    """The adapter of the strongest level before `master`: fast rollouts where the pawn is in play."""

    def playouts_for(self, state: HansaTeutonicaState, level: str = "") -> Playouts:
        return CHAMPION_WITH_PAWN if "pawn" in state.edition.part else self.playouts


class HansaTeutonicaReferenceBrain(FrozenBrain):
    """The adapter of the reference players: fast rollouts."""

    playouts = Playouts(prior=8)


CHAMPION = HansaTeutonicaChampionBrain(frozen("hansa_teutonica_champion"))
REFERENCE = HansaTeutonicaReferenceBrain(frozen("hansa_teutonica_reference"))
SHORTSIGHTED = ShortSightedBrain()
