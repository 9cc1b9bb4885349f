"""What a computer player answers when it is asked for a decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from game.engine import Action

PLACES = ("route", "town", "track", "colour")
"""The facts of a reason that say where it is, or what it improves."""

Why = tuple[str, Mapping[str, Any]]
"""A reason: its id and its facts."""


def aim(reason: Why | None) -> tuple[object, ...]:
    """What a plan is for and where; what is said besides does not make it another."""
    return () if reason is None else (reason[0], *(reason[1].get(place) for place in PLACES))


class Stage(NamedTuple):
    """Where a plan goes on after others have decided as foreseen: the position, as the player may know it,
    and how many actions can then be played without asking again."""

    position: str
    firm: int


class Alternative(NamedTuple):
    """Another plan for the same turn, each seat's chance of winning if it is played, and what it is for."""

    plan: tuple[Action, ...]
    chances: tuple[float, ...]
    reason: Why | None = None


@dataclass(frozen=True)
class Choice:
    """The next action and the thinking behind it.

    plan          the player's own intended actions for this turn, next one first; never empty
    firm          how many of them can be played without asking again, until somebody else decides or
                  something hidden is revealed; at least 1
    then          where the plan goes on after that if others decide as foreseen, one stage after the other
    chances       each seat's estimated chance of winning, in seat order; empty if there is no estimate
    alternatives  the next best plans, best first; each begins with another action and is for something else
    reason        why this plan: a stable id and its facts, to be put into any language; None if there is none
    """

    plan: tuple[Action, ...]
    chances: tuple[float, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    reason: Why | None = None
    firm: int = 1
    then: tuple[Stage, ...] = ()

    @property
    def action(self) -> Action:
        """The action to do now."""
        return self.plan[0]
