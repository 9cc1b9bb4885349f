"""What computer players know of a module of the game.

An expansion declares its parts in its module `bots`: `PARTS`, by the ids of its modules.
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
    """How much of the game is left, from 1 to 0: what is nearest to its end counts."""
    bag = sum(s.edition.mix) - len(s.edition.start_markers)
    ends = (max(s.points) / END_POINTS, s.completed / s.board.printed.end_completed, 1 - s.bag_left / bag)
    return max(0.0, 1.0 - max(ends))


ReasonText = tuple[str, dict[str, Any]]
"""A reason for a plan: see `reasons`."""

Gain = tuple[float, str, dict[str, Any]]
"""What else is to be said of an office, as a `Purpose`: its worth in points, id and facts."""


class MarkerValue(NamedTuple):
    """A permanent marker that is worth a claim by itself.

    worth    what it brings in points to whom an `Outlook` belongs
    purpose  the id of the `Purpose` of such a claim, with its facts
    """

    worth: Callable[[Any], float]
    purpose: str
    facts: Mapping[str, Any] = {}


class ModuleEvaluator:
    """Knows nothing by default: decisions of the module are then tried action by action, its answers to other
    decisions are not considered.

    playouts   how plans are played on, if otherwise than usual; mastery: the same for a master
    standoff   both wait for the other to give in: nobody is expected to stray, a free piece may be declined
    reasons    by decision of the module, the reason for an answer
    effects    permanent markers that are worth a claim by themselves
    forgoing   the actions that give up what is left of a turn
    """

    playouts: Playouts | None = None
    mastery: Playouts | None = None
    standoff = False
    reasons: Mapping[str, Callable[[HansaTeutonicaState, Action], ReasonText]] = {}

    effects: Mapping[str, MarkerValue] = {}
    forgoing: tuple[type[Action], ...] = ()

    def __init__(self, edition: Edition) -> None:
        """For games of an edition."""

    def beginnings(self) -> Weights:
        """The weights that tables lack in games with the module, as learning begins with them."""
        return {}

    def candidates(self, g: Any, found: list[tuple[float, Plan]]) -> None:
        """What a turn offers besides, each with a guess at its gain; `g` is a `Guesser`."""

    def approach(self, s: HansaTeutonicaState, route: int) -> Plan:
        """How to get to where one may act on a route, with an action left; nothing if that cannot be."""
        return ()

    def situation(self, s: HansaTeutonicaState) -> int:
        """What `shares` depends on; below 0 while it says nothing."""
        return -1

    def shares(self, s: HansaTeutonicaState, far: float, routes: int) -> Sequence[float]:
        """By route, the share of a promise left in this situation; `far`: for each step out of reach."""
        return [1.0] * routes

    def patience(self, s: HansaTeutonicaState, weights: Weights) -> float:
        """With a smaller chance than this whoever is to move no longer fights for more actions a turn."""
        return 0.0

    def entries(self, s: HansaTeutonicaState, weights: Weights) -> Sequence[Sequence[float]]:
        """By seat and route, the share of a promise left while pieces are still missing; depends on offices
        alone; asked only if overridden."""
        return [[1.0] * len(s.board.routes)] * s.seats

    def founding(
        self, s: HansaTeutonicaState, seat: int, town: int, control: int, printed: bool, j: Any
    ) -> float:
        """What one more office of a seat in a town brings besides, after which `control` controls it; `j` is
        the `Judgement`; asked only if overridden."""
        return 0.0

    def improving(self, s: HansaTeutonicaState, seat: int, track: int, level: int) -> float:
        """What the next step of a track, at this level now, brings besides; asked only if overridden."""
        return 0.0

    def sight(self, s: HansaTeutonicaState) -> Hashable:
        """What `founding` and `improving` depend on besides offices and levels; asked only with one of
        them."""
        return None

    def gains(
        self, s: HansaTeutonicaState, seat: int, town: int, control: int, printed: bool, j: Any
    ) -> Sequence[Gain]:
        """The same in words."""
        return ()

    def terms(self, s: HansaTeutonicaState, j: Any) -> Sequence[float]:
        """By seat, what the module adds to the worth of a position; `j` is the `Judgement`; asked only if
        overridden."""
        return [0.0] * s.seats

    def explained(self, s: HansaTeutonicaState, told: ReasonText, scenes: Any) -> ReasonText:
        """A reason of the module with what that is good for, any other as it is; `scenes`: the `Scenes`."""
        return told

    def small(self, s: HansaTeutonicaState, plan: Plan) -> ReasonText | None:
        """The reason for a plan that puts no pieces on the board."""
        return None
