"""Contests of plans: rollouts to the end of the game until it is certain which plans win more often.

All plans of a contest are rolled out with common random numbers (`game.bots.rollouts`), so two plans are
compared playout by playout. Only playouts in which one of them won more count: if the plans are equally good,
each of them is the better one in half of these playouts.

The test is sequential. The evidence that plan A is better than plan B is the likelihood of the results so
far, averaged over all probabilities from 1/2 to 1 that A is the better one, divided by their likelihood with
1/2. If A is not better, the evidence ever exceeds 1 / p with a probability of at most p (Ville's inequality).
Therefore it can be examined after every playout, and the certainty 1 - 1 / evidence holds however long a
contest lasts. Nine playouts without a contrary result give 99 %. A contest can begin with the results of an
earlier one by other players: they weight the probabilities of the average, and are no evidence themselves.

A contest ends when all plans but the best are certainly worse. It also ends when certainty is out of reach.
That is so for a plan that would not be certainly worse at the end of the schedule although the best one does
`HOPE` standard errors better than so far in all remaining playouts. A contest ends when it is so for more
plans than may be equal, or for all: then after enough playouts to see whether they are about equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb, fsum, sqrt
from typing import NamedTuple

from game.bots.rollouts import Policy, Rollouts
from game.bots.steps import finish
from game.engine import State
from game.levels import HARD, MEDIUM
from game.rollout_statistics import Difference, difference

HOPE = 1.64
"""Standard errors by which the best plan can be expected to do better in the remaining playouts."""


class Schedule(NamedTuple):
    """The players of a contest, and when it ends.

    most     maximum number of playouts of a plan
    sure     certainty that a plan is worse, from which on it leaves
    least    minimum number of playouts of a plan
    futile   number of playouts from which on a contest ends if certainty is out of reach
    equals   maximum number of plans that may be equal to the best one
    settled  minimum number of playouts before plans count as equal if another one has left
    """

    policy: Policy
    most: int
    sure: float
    least: int = 8
    futile: int = 16
    equals: int = 99
    settled: int = 0


MOST_EQUALS = 2
"""Maximum number of further answers of a puzzle."""
BY_MEDIUM = Schedule(Policy(MEDIUM), 256, 0.99, equals=MOST_EQUALS, settled=64)
BY_HARD = Schedule(Policy(HARD, work=16, rounds=2), 64, 0.9, least=4, futile=12)
"""A test against stronger players. Turns of hard cost about thirty times as much as those of medium, so hard
plays two rounds, in which most late games end, and medium the rest."""


@dataclass(eq=False)
class Entrant:
    """A plan of a contest: its actions, and for each playout the victory of its player (1, 0 or a share) and
    each seat's final points.

    earlier  numbers of playouts of an earlier contest in which it did better and worse than the other plan
    """

    plan: tuple[str, ...]
    wins: list[float] = field(default_factory=list)
    points: list[tuple[float, ...]] = field(default_factory=list)
    earlier: tuple[int, int] = (0, 0)

    @property
    def mean(self) -> float:
        """Return the share of the playouts that were won."""
        return fsum(self.wins) / len(self.wins)

    def against(self, other: Entrant) -> Difference:
        """Compare with another plan by the playouts that both have."""
        pairs = list(zip(self.wins, other.wins, strict=False))
        return difference([a for a, _ in pairs], [b for _, b in pairs])

    def sure(self, other: Entrant) -> float:
        """Return the certainty that this plan wins more often than another one, 0 to 1."""
        return certainty(self.signs(other), self.earlier)

    def signs(self, other: Entrant) -> tuple[int, int]:
        """Return the numbers of common playouts in which this plan did better and worse than another one."""
        pairs = list(zip(self.wins, other.wins, strict=False))
        return sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)


def evidence(better: int, worse: int) -> float:
    """Return the average likelihood ratio for a plan, from the numbers of playouts in which it did better and
    worse.

    >>> evidence(0, 0), evidence(1, 0), round(evidence(9, 0)), round(evidence(3, 3), 2)
    (1.0, 1.5, 102, 0.46)
    """
    total = better + worse
    return sum(comb(total + 1, n) for n in range(better + 1)) / ((total + 1) * comb(total, better))


def certainty(signs: tuple[int, int], earlier: tuple[int, int] = (0, 0)) -> float:
    """Return the certainty that a plan is better, 0 to 1, from the numbers of playouts in which it did better
    and worse.

    earlier  these numbers in an earlier contest, by which the probabilities of the average are weighted

    >>> certainty((9, 0)) > 0.99 > certainty((8, 0)), certainty((4, 0), (9, 0)) > 0.9 > certainty((4, 0))
    (True, True)
    """
    both = evidence(signs[0] + earlier[0], signs[1] + earlier[1])
    return max(0.0, 1.0 - evidence(*earlier) / both)


def contest(state: State, entrants: Sequence[Entrant], schedule: Schedule, seed: int) -> list[Entrant]:
    """Roll out plans until all but the best are certainly worse, certainty is out of reach, or the schedule
    ends. Return those left, best first."""
    rollouts, left = Rollouts(state, schedule.policy, seed), list(entrants)
    seat = state.actor
    assert seat is not None, "the game is over"
    for number in range(schedule.most):
        for one in left:
            end = finish(rollouts.playout(one.plan, number))
            one.wins.append(end.wins[seat])
            one.points.append(end.points)
        if number + 1 < schedule.least:
            continue
        left.sort(key=lambda one: -one.mean)
        best, *others = left
        others = [one for one in others if best.sure(one) < schedule.sure]
        left = [best, *others]
        if not others or (number + 1 >= schedule.futile and _futile(entrants, left, schedule)):
            break
    return left


def _futile(entrants: Sequence[Entrant], left: Sequence[Entrant], schedule: Schedule) -> bool:
    """Return whether certainty is out of reach for more plans than may be equal to the best one, which is the
    first of those left, or for all of them."""
    best, *others = left
    equal = sum(not decidable(best, one, schedule) for one in others)
    settled = len(left) == len(entrants) or len(best.wins) >= schedule.settled
    return equal > schedule.equals or (equal == len(others) and settled)


def decidable(best: Entrant, other: Entrant, schedule: Schedule) -> bool:
    """Return whether a plan can still become certainly worse than the best one within the schedule."""
    (better, worse), done = best.signs(other), len(other.wins)
    total = better + worse
    share = (better + 1) / (total + 2)
    share = min(1.0, share + HOPE * sqrt(share * (1 - share) / (total + 3)))
    more = round((schedule.most - done) * (total + 1) / (done + 2))
    gains = round(more * share)
    return certainty((better + gains, worse + more - gains), best.earlier) >= schedule.sure
