"""What computer players know of a module of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.bots.brain import Plan, Playouts, Weights
from game.engine.core import Action
from game.engine.hansa_teutonica.edition import Edition
from game.engine.hansa_teutonica.state import HansaTeutonicaState

Told = tuple[str, dict[str, Any]]
"""A reason for a plan: see `reasons`."""


class Part:
    """Knows nothing by default: decisions of the module are then tried action by action, its answers to other
    decisions are not considered.

    playouts   how plans are played on, if otherwise than usual
    reasons    by decision of the module, the reason for an answer
    """

    playouts: Playouts | None = None
    reasons: Mapping[str, Callable[[HansaTeutonicaState, Action], Told]] = {}

    def __init__(self, edition: Edition) -> None:
        """For games of an edition."""

    def candidates(self, g: Any, found: list[tuple[float, Plan]]) -> None:
        """What a turn offers besides, each with a guess at its gain; `g` is a `Guesser`."""

    def situation(self, s: HansaTeutonicaState) -> int:
        """What `shares` depends on; below 0 while it says nothing."""
        return -1

    def shares(self, s: HansaTeutonicaState, far: float, routes: int) -> Sequence[float]:
        """By route, the share of a promise left in this situation; `far`: for each step out of reach."""
        return [1.0] * routes

    def terms(self, s: HansaTeutonicaState, weights: Weights) -> Sequence[float]:
        """By seat, what the module adds to the worth of a position; asked only if overridden."""
        return [0.0] * s.seats

    def small(self, plan: Plan) -> Told | None:
        """The reason for a plan that puts no pieces on the board."""
        return None
