"""The result of a computer player's decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from game.engine import Action

PLACES = ("route", "town", "track", "colour")
"""Facts of a reason that tell places and improvements apart."""

Why = tuple[str, Mapping[str, Any]]
"""A reason: id and facts."""


def aim(reason: Why | None) -> tuple[object, ...]:
    """Return the aim of a plan: the reason's id and place. Further facts do not make another aim."""
    return () if reason is None else (reason[0], *(reason[1].get(place) for place in PLACES))


class ExpectedStage(NamedTuple):
    """A later stage of a plan, after others have decided as foreseen: the position, as known to the player,
    and the number of actions that can then be played without a new request."""

    position: str
    firm: int


class Alternative(NamedTuple):
    """Another plan for the same turn, with each seat's win probability and the reason."""

    plan: tuple[Action, ...]
    chances: tuple[float, ...]
    reason: Why | None = None


@dataclass(frozen=True)
class Choice:
    """The next action, with the plan, evaluation and reason behind it.

    plan          the player's own intended actions for this turn, next one first; never empty
    firm          length of the committed prefix: the actions that can be played without a new request, until
                  another player decides or hidden information is revealed; at least 1
    then          the later stages of the plan, in order, if the others decide as foreseen
    chances       each seat's estimated win probability, in seat order; empty without an estimate
    alternatives  the next best plans, best first; each begins with another action and has another aim
    reason        the reason for the plan as a stable id and facts, for localised text; None without one
    """

    plan: tuple[Action, ...]
    chances: tuple[float, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    reason: Why | None = None
    firm: int = 1
    then: tuple[ExpectedStage, ...] = ()

    @property
    def action(self) -> Action:
        """Return the action to play now."""
        return self.plan[0]
