"""A brain that knows nothing of the game but its score: for games nobody has written one for."""

from __future__ import annotations

from typing import Any

from game.bots.brain import Brain, Plan
from game.engine import State


class PlainBrain(Brain):
    """Every legal action is a candidate, the score as it stands is the worth."""

    def candidates(self, state: State, context: Any) -> list[Plan]:
        return [(action,) for action in state.legal_actions()]

    def evaluate(self, state: State, context: Any) -> list[float]:
        rows = [line.points for line in state.scores()]
        return [float(sum(points)) for points in zip(*rows, strict=True)]


BRAIN = PlainBrain()
