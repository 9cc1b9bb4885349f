"""What a computer player answers when it is asked for a decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from game.engine import Action


class Alternative(NamedTuple):
    """Another plan for the same turn, and each seat's chance of winning if it is played."""

    plan: tuple[Action, ...]
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Choice:
    """The next action and the thinking behind it.

    plan          the player's own intended actions for this turn, next one first; never empty
    firm          how many of them can be played without asking again, until somebody else decides or
                  something hidden is revealed; at least 1
    chances       each seat's estimated chance of winning, in seat order; empty if there is no estimate
    alternatives  the next best plans, best first
    reason        why this plan: a stable id and its facts, to be put into any language; None if there is none
    """

    plan: tuple[Action, ...]
    chances: tuple[float, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    reason: tuple[str, Mapping[str, Any]] | None = None
    firm: int = 1

    @property
    def action(self) -> Action:
        """The action to do now."""
        return self.plan[0]
