"""Contests of plans: rollouts to the end of the game until it is certain which plans win more often.

All plans of a contest are rolled out with common random numbers (`game.bots.rollouts`). At a few fixed
numbers of playouts, plans that are certainly worse than the leader leave the contest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import NamedTuple

from game.bots.rollouts import Policy, Rollouts
from game.bots.steps import finish
from game.engine import State
from game.levels import HARD, MEDIUM
from game.rollout_statistics import Difference, difference


class Schedule(NamedTuple):
    """The players of a contest, and when it is examined.

    looks     numbers of playouts of a plan at which worse plans leave
    sure      probability that a plan is worse, from which on it leaves
    hopeless  number of playouts after which a contest ends if the plans left are about equal
    """

    policy: Policy
    looks: tuple[int, ...]
    sure: float
    hopeless: int = 64


BY_MEDIUM = Schedule(Policy(MEDIUM), (16, 32, 64, 128), 0.998)
"""With four looks, a plan leaves wrongly with a probability of at most 0.8 %."""
BY_HARD = Schedule(Policy(HARD, work=16, rounds=2), (8, 16, 32), 0.9, hopeless=16)
"""A test against stronger players. Turns of hard cost about thirty times as much as those of medium, so hard
plays two rounds, in which most late games end, and medium the rest."""


@dataclass(eq=False)
class Entrant:
    """A plan of a contest: its actions, and for each playout the victory of its player (1, 0 or a share) and
    each seat's final points."""

    plan: tuple[str, ...]
    wins: list[float] = field(default_factory=list)
    points: list[tuple[float, ...]] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Return the share of the playouts that were won."""
        return fsum(self.wins) / len(self.wins)

    def against(self, other: Entrant) -> Difference:
        """Compare with another plan by the playouts that both have."""
        pairs = list(zip(self.wins, other.wins, strict=False))
        return difference([a for a, _ in pairs], [b for _, b in pairs])


def contest(
    state: State, entrants: Sequence[Entrant], schedule: Schedule, seed: int, margin: float
) -> list[Entrant]:
    """Roll out plans until all but the best are certainly worse, the ones left are about equal, or the
    schedule ends. Return those left, best first.

    margin  difference in win probability below which plans count as equal
    """
    rollouts, left, done = Rollouts(state, schedule.policy, seed), list(entrants), 0
    seat = state.actor
    assert seat is not None, "the game is over"
    for look in schedule.looks:
        for number in range(done, look):
            for one in left:
                end = finish(rollouts.playout(one.plan, number))
                one.wins.append(end.wins[seat])
                one.points.append(end.points)
        done = look
        left.sort(key=lambda one: -one.mean)
        best = left[0]
        left = [one for one in left if one is best or best.against(one).sure < schedule.sure]
        if len(left) == 1:
            break
        if look >= schedule.hopeless and best.mean - left[-1].mean < margin:
            break
    return left
