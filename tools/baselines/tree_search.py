"""A Monte Carlo tree search (UCT) for every game: an opponent of another family than the levels.

It shares the candidate moves and the fast rollout policy with them, but neither their search nor their
evaluation. A node of the tree is a decision of any seat, and every seat prefers the moves by which it wins
most often (max^n). Hidden information is re-dealt in each iteration. A playout lasts for a round of turns,
and its end is valued by the points that the seats would have if the game ended there.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random

from game.bots.brain import Brain, Plan, brain, shares
from game.bots.budget import Budget
from game.bots.choice import Choice
from game.engine import State

WORK = 120
"""Default number of iterations for a decision."""
BREADTH = 8
"""Number of candidates of a decision."""
EXPLORATION = 0.5
"""Factor of the exploration term, for results between 0 and 1."""
SPREAD = 6.0
"""Standard deviation of final points from those at the end of a playout."""
MOST_REPLIES = 200
"""Maximum number of moves of a playout."""


class Node:
    """A decision in the tree: the visits, the sum of the results by seat, and the decisions after each
    move."""

    __slots__ = ("after", "count", "totals")

    def __init__(self, seats: int) -> None:
        self.count, self.totals = 0, [0.0] * seats
        self.after: dict[Plan, Node] = {}

    def add(self, result: list[float]) -> None:
        """Count the result of an iteration."""
        self.count += 1
        self.totals = [a + b for a, b in zip(self.totals, result, strict=True)]

    def chosen(self, seat: int, plans: list[Plan]) -> Plan:
        """Return a plan that has not been tried yet, or else the one with the highest confidence bound."""
        best, most = plans[0], -1.0
        for plan in plans:
            node = self.after.get(plan)
            if node is None:
                return plan
            bound = node.totals[seat] / node.count + EXPLORATION * sqrt(log(self.count) / node.count)
            if bound > most:
                best, most = plan, bound
        return best


class TreeSearchPlayer:
    """A player that chooses each move by a Monte Carlo tree search."""

    def __init__(self, name: str, work: int = WORK) -> None:
        self.name, self.work = name, work
        self._rest: Plan = ()

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        """Return the rest of the move under way, or the move that was tried most often in a new search."""
        if not self._rest or self._rest[0] not in state.legal_actions():
            limit = self.work if work is None and seconds is None else work
            self._rest = searched(state, rng, Budget(limit, seconds))
        choice, self._rest = Choice(self._rest), self._rest[1:]
        return choice


def searched(state: State, rng: Random, budget: Budget) -> Plan:
    """Return the move that was tried most often."""
    mind, root = brain(state.ruleset.id), Node(state.seats)
    context = mind.context(state)
    plans = list(mind.candidates(state, context)[:BREADTH])
    while len(plans) > 1 and budget.affords(1):
        iteration(mind, root, state.determinize(rng, state.actor), context, rng)
        budget.spent += 1
    return max(plans, key=lambda plan: root.after[plan].count if plan in root.after else 0)


def iteration(mind: Brain, root: Node, state: State, context: object, rng: Random) -> None:
    """Go down the tree to a move that is new, play on from there, and count the result on the way."""
    last, node, path = state.turn_number + state.seats, root, [root]
    while state.actor is not None and state.turn_number <= last:
        plan = node.chosen(state.actor, list(mind.candidates(state, context)[:BREADTH]))
        new = plan not in node.after
        node = node.after.setdefault(plan, Node(state.seats))
        path.append(node)
        for action in plan:
            state.apply(action)
        if new:
            break
    for _ in range(MOST_REPLIES):
        if state.actor is None or state.turn_number > last:
            break
        for action in mind.reply(state, context, rng):
            state.apply(action)
    result = value(state)
    for node in path:
        node.add(result)


def value(state: State) -> list[float]:
    """Return each seat's share of the victory, estimated by the points unless the game is over."""
    if state.outcome is not None:
        winners = state.outcome.winners
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(state.seats)]
    rows = [row.points for row in state.scores()]
    return shares([float(sum(column)) for column in zip(*rows, strict=True)], SPREAD)
