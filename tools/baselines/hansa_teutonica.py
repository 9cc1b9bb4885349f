"""The baselines of Hansa Teutonica: the search without the features added after they were frozen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.bots.brain import Plan, Playouts
from game.engine import State
from game.games.hansa_teutonica.bots.brain import HansaTeutonicaBrain
from game.games.hansa_teutonica.bots.candidates import guesses
from game.games.hansa_teutonica.bots.endings import Ending
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tools.baselines.weights import frozen

CHAMPION_WITH_PAWN = Playouts(prior=8, plans=16, work=160)


class FrozenBrain(HansaTeutonicaBrain):
    """The search adapter with every later feature disabled."""

    calm = 0.0

    def candidates(self, state: HansaTeutonicaState, context: EvaluationContexts) -> Sequence[Plan]:  # type: ignore[override]
        return [plan for _, plan in guesses(state, context)]

    def doubting(self, playouts: Playouts, state: State) -> Playouts:
        return playouts

    def promise(self, estimate: float, ahead: float, over: bool, context: Any) -> float:
        return estimate

    def context_in_turn(self, state: State, context: EvaluationContexts) -> EvaluationContexts:
        return context

    def endings(self, state: State, context: EvaluationContexts) -> Sequence[Ending]:
        return ()

    def closing(self, chance: float, state: State, context: EvaluationContexts) -> float:
        return 0.0

    def width_in(self, state: State, width: int) -> int:
        return width


class HansaTeutonicaChampionBrain(FrozenBrain):
    """The adapter of the strongest level before `master`: fast rollouts where the pawn is in play."""

    def playouts_in(self, state: HansaTeutonicaState) -> Playouts:  # type: ignore[override]
        return CHAMPION_WITH_PAWN if "pawn" in state.edition.part else self.playouts


class HansaTeutonicaReferenceBrain(FrozenBrain):
    """The adapter of the reference players: fast rollouts."""

    playouts = Playouts(prior=8)

    def playouts_in(self, state: State) -> Playouts:
        return self.playouts


CHAMPION = HansaTeutonicaChampionBrain(frozen("hansa_teutonica_champion"))
REFERENCE = HansaTeutonicaReferenceBrain(frozen("hansa_teutonica_reference"))
