"""Rollouts: positions played to the end of the game, all seats by one policy that sometimes deviates.

Plans are compared with common random numbers: playout number `n` of every plan has the same deals, and the
same players deviate in the same turns. Differences are therefore measured pair by pair
(`rollout_statistics`).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, NamedTuple

from game.bots.brain import Plan
from game.bots.levels import LEVELS
from game.bots.search import Search
from game.bots.steps import Steps
from game.engine import IllegalAction, ParseError, State
from game.levels import MEDIUM
from game.worker_messages import RolloutEnd

MOST_TURNS = 400
"""Number of turns after which a playout that does not end counts as won by the leader."""
SHARED_ROUNDS = 3
"""Number of rounds in which the plans for a position are computed once for all playouts. Later positions
seldom occur twice."""
SAMPLES = 3
"""Number of different choices in a position by players whose choice depends on chance."""


class Policy(NamedTuple):
    """The players of a rollout.

    level   the level at which every seat plans its turns
    work    playouts for a turn; None: the default of the level
    rounds  number of rounds after which every seat plays as medium, which is faster; None: never
    stray   probability that a seat deviates in a turn: otherwise equal turns would follow equal turns
    among   number of best plans among which it then chooses
    beam    width and branching factor of a beam with which every seat plans instead, which is faster
    """

    level: str = MEDIUM
    work: int | None = None
    rounds: int | None = None
    stray: float = 1 / 7
    among: int = 3
    beam: tuple[int, int] | None = None


class Rollouts:
    """Rollouts from one position, as its actor knows it."""

    def __init__(self, state: State, policy: Policy, seed: int = 0) -> None:
        assert state.actor is not None, "the game is over"
        self.state, self.policy, self.seed = state, policy, seed
        self._player: Any = LEVELS[policy.level]()
        self._later: Any = self._player if policy.rounds is None else LEVELS[MEDIUM]()
        self._adapter = self._player.brain(state)
        self._known: dict[tuple[Hashable, int], list[Plan]] = {}

    def playout(self, plan: Sequence[str], number: int) -> Steps[RolloutEnd]:
        """Play a plan, then the rest of the game.

        plan    texts of the actor's actions, and of decisions of others in between; those that are illegal
                after other deals end it, and missing ones of others follow the fast rollout policy
        number  the playout's number, which selects its random numbers
        """
        root = f"{self.seed}/{number}"
        state = self.state.determinize(Random(root), self.state.actor)
        begun, seat = state.turn_number, state.turn_seat
        self._play(state, plan)
        while state.actor is not None and state.turn_number < begun + MOST_TURNS:
            mine = state.turn_number == begun and state.turn_seat == seat
            yield from self._turn(state, Random(f"{root}/{state.turn_number}"), deviates=not mine)
        return _end(state)

    def _play(self, state: State, plan: Sequence[str]) -> None:
        """Play the actions of a plan as far as they are legal."""
        seat, left = state.actor, list(plan)
        while left and state.actor is not None:
            try:
                state.apply(state.parse_action(left[0]))
                del left[0]
            except (ParseError, IllegalAction):
                if state.actor == seat:
                    return
                self._reply(state)

    def _reply(self, state: State) -> None:
        for action in self._adapter.reply(state, self._adapter.context(state), None):
            state.apply(action)

    def _turn(self, state: State, rng: Random, *, deviates: bool) -> Steps[None]:
        """Play the rest of a turn, or up to the next reveal of hidden information."""
        strays, choice = deviates and rng.random() < self.policy.stray, rng.random()
        if state.actor != state.turn_seat:
            self._reply(state)
            return
        plans = yield from self._plans(state, rng)
        plan = plans[1 + int(choice * (len(plans) - 1))] if strays and len(plans) > 1 else plans[0]
        seat, turn, revealing = state.actor, state.turn_number, state.ruleset.revealing
        for action in plan:
            while state.actor not in (seat, None) and state.turn_number == turn:
                self._reply(state)
            if state.actor != seat or state.turn_number != turn or action not in state.legal_actions():
                return  # another player's decision came out differently
            if any(event.kind in revealing for event in state.apply(action)):
                return

    def _plans(self, state: State, rng: Random) -> Steps[list[Plan]]:
        """Return the best plans for a turn, best first, or only the best one if it ends the game. They are
        computed once for a position, with random numbers that do not depend on the playout that comes to it
        first: at a level only in the first rounds, to bound the memory."""
        begun, rounds = self.state.turn_number, self.policy.rounds
        later = rounds is not None and state.turn_number > begun + rounds * state.seats
        player = self._later if later else self._player
        sample = int(rng.random() * SAMPLES) if player.has_playouts else 0
        key = self._adapter.key(state), sample
        if key in self._known:
            return self._known[key]
        shared = self.policy.beam is not None or state.turn_number <= begun + SHARED_ROUNDS * state.seats
        if shared:
            rng = Random(f"{self.seed}/{state.turn_number}/{sample}")
            state = state.ruleset.parse_position(state.position(state.actor))
        search = Search(player.brain(state), state.determinize(rng, state.actor))
        if self.policy.beam:
            found = yield from search.turns(*self.policy.beam, rng, search.playouts.deals)
        else:
            found = yield from player.lines(search, rng, self.policy.work, None)
        among = self.policy.among if found[0].state.actor is not None else 1
        plans = [line.plan for line in found[:among]]
        if shared:
            self._known[key] = plans
        return plans


def _end(state: State) -> RolloutEnd:
    """Return how a playout ended. A game without an end counts as won by the leader."""
    points = [float(sum(column)) for column in zip(*(row.points for row in state.scores()), strict=True)]
    outcome = state.outcome if state.actor is None else None
    most = max(points)
    winners = outcome.winners if outcome is not None else [s for s, n in enumerate(points) if n == most]
    wins = tuple(1.0 / len(winners) if seat in winners else 0.0 for seat in range(state.seats))
    return RolloutEnd(wins, tuple(points))
