"""Base class of module evaluators, the knowledge of computer players about modules of the game.

An expansion declares its evaluators in its module `bots`: `PARTS`, by the ids of its modules.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from game.bots.brain import Plan, Playouts, Weights
from game.engine.core import Action
from game.games.hansa_teutonica.rules.board import END_POINTS
from game.games.hansa_teutonica.rules.edition import Edition
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState


def left_of(s: HansaTeutonicaState) -> float:
    """Return the remaining share of the game, from 1 to 0, by the end condition that is nearest
    to its end."""
    bag = sum(s.edition.mix) - len(s.edition.start_markers)
    ends = (max(s.points) / END_POINTS, s.completed / s.board.printed.end_completed, 1 - s.bag_left / bag)
    return max(0.0, 1.0 - max(ends))


ReasonText = tuple[str, dict[str, Any]]
"""A reason for a plan: see `reasons`."""

ReasonTeller = Callable[[HansaTeutonicaState, Action], ReasonText]
"""A function that returns the reason for an answer to a decision."""

Gain = tuple[float, str, dict[str, Any]]
"""An additional gain of an office, like a `Purpose`: its value in points, id and facts."""


class MarkerValue(NamedTuple):
    """A permanent marker that justifies a claim by itself.

    worth    its value in points to the seat of the prospects
    purpose  the id of the `Purpose` of such a claim, with its facts
    """

    worth: Callable[[Any], float]
    purpose: str
    facts: Mapping[str, Any] = {}


class ModuleEvaluator:
    """Evaluator of a module. By default, decisions of the module are tried action by action, and its answers
    to other decisions are not considered.

    playouts   playout settings that replace the usual ones; mastery: those of the level *master*
    standoff   whether both players wait for the other to give in: replies do not deviate at random, a free
               piece can be declined
    reasons    by decision of the module, the reason for an answer
    effects    permanent markers that justify a claim by themselves
    forgoing   actions that forgo the rest of a turn
    """

    playouts: Playouts | None = None
    mastery: Playouts | None = None
    standoff = False
    reasons: Mapping[str, ReasonTeller] = {}

    effects: Mapping[str, MarkerValue] = {}
    forgoing: tuple[type[Action], ...] = ()

    def __init__(self, edition: Edition) -> None:
        """Create the evaluator for games of an edition."""

    def beginnings(self) -> Weights:
        """Return the initial values of its weights, for tables that lack them."""
        return {}

    def candidates(self, g: Any, found: list[tuple[float, Plan]]) -> None:
        """Add its candidates of a turn with their prior scores; `g` is a `PriorScorer`."""

    def approach(self, s: HansaTeutonicaState, route: int) -> Plan:
        """Return a plan that makes actions on a route possible and leaves an action, or an
        empty plan."""
        return ()

    def situation(self, s: HansaTeutonicaState) -> int:
        """Return the situation that `shares` depends on; negative: no effect."""
        return -1

    def shares(self, s: HansaTeutonicaState, far: float, routes: int) -> Sequence[float]:
        """Return by route the share of a potential left in this situation; `far`: the factor for each step of
        distance."""
        return [1.0] * routes

    def patience(self, s: HansaTeutonicaState, weights: Weights) -> float:
        """Return the win probability below which the player to move gives up the contest for more actions per
        turn."""
        return 0.0

    def entries(self, s: HansaTeutonicaState, weights: Weights) -> Sequence[Sequence[float]]:
        """Return by seat and route the share of a potential left while pieces are missing. Depends on offices
        alone. Called only if overridden."""
        return [[1.0] * len(s.board.routes)] * s.seats

    def founding(
        self, s: HansaTeutonicaState, seat: int, town: int, control: int, printed: bool, j: Any
    ) -> float:
        """Return the additional value of one more office of a seat in a town, whose controller is then
        `control`; `j` is the `Judgement`. Called only if overridden."""
        return 0.0

    def improving(self, s: HansaTeutonicaState, seat: int, track: int, level: int) -> float:
        """Return the additional value of the next step of a track from this level. Called only
        if overridden."""
        return 0.0

    def sight(self, s: HansaTeutonicaState) -> Hashable:
        """Return the key of everything besides offices and levels that `founding` and `improving` depend on.
        Called only if one of them is overridden."""
        return None

    def gains(
        self, s: HansaTeutonicaState, seat: int, town: int, control: int, printed: bool, j: Any
    ) -> Sequence[Gain]:
        """Return the value of `founding` as gains to mention in reasons."""
        return ()

    def terms(self, s: HansaTeutonicaState, j: Any) -> Sequence[float]:
        """Return by seat the value that the module adds to a position; `j` is the `Judgement`. Called only if
        overridden."""
        return [0.0] * s.seats

    def explained(self, s: HansaTeutonicaState, told: ReasonText, scenes: Any) -> ReasonText:
        """Return a reason of the module completed with its purpose, any other unchanged; `scenes`: the
        evaluation contexts."""
        return told

    def small(self, s: HansaTeutonicaState, plan: Plan) -> ReasonText | None:
        """Return the reason for a plan that puts no pieces on the board."""
        return None
