"""What a computer player knows of *Hansa*, assembled for the search."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import fsum
from random import Random
from typing import Any

from game.bots.brain import Brain, Plan, Playouts, Weights, shares
from game.bots.confidence import Power, Powers
from game.engine import State
from game.games.hansa.bots.candidates import candidates
from game.games.hansa.bots.evaluation import Context, evaluate
from game.games.hansa.bots.features import time_left
from game.games.hansa.bots.reasons import reason
from game.games.hansa.bots.weights import TABLES
from game.games.hansa.rules.state import HansaState

STRAY = 0.25
"""So often the replies that are expected are another of the best plans: whoever trusts that others do exactly
what a beam would plays worse (docs/lab/strength-hansa.md)."""
MASTERS_STRAY, AMONG = 0.65, 8
"""Masters expect what strong players were seen to do: the best plan of that beam one time in three, else one
of the other seven of its best eight."""
SAMPLES = 6
"""So often the replies in a position are planned: a plan that restocks depends on one deal, and kept for the
whole search a fluke would count in every continuation."""
UNSURE = 3, 2
"""Who plays plans on takes the end to differ from what is expected by so many times more, early and late."""
REPLY_NOISE = 0.3
"""A quick reply misjudges each thing it compares by up to so many points, so that games differ."""


def unsure(table: Weights) -> Weights:
    """The same weights with a wider spread."""
    early, late = UNSURE
    return {
        **table,
        "early.spread": early * table["early.spread"],
        "done.spread": late * table["done.spread"],
    }


UNSURE_TABLES = {kind: unsure(table) for kind, table in TABLES.items()}


class HansaBrain(Brain):
    """Plans of whole visits, worth in final points (`evaluation`), weights by number of seats."""

    tables: Mapping[str, Weights] = TABLES
    slip = 2.0
    deals = 3
    width = 12
    playouts = Playouts(width=8, deals=1, prior=2, plans=10, work=24)

    def mastery(self, playouts: Playouts, state: State) -> Playouts:
        """More plans and many more continuations, in which others may do anything sensible, judged by the
        clock of where they end; between two players two rounds long."""
        rounds, more = (2, 12) if state.seats == 2 else (1, 8)
        doubt = playouts._replace(stray=MASTERS_STRAY, among=AMONG)
        return doubt._replace(plans=16, work=more * playouts.work, rounds=rounds, afresh=True)

    def doubting(self, playouts: Playouts, state: State) -> Playouts:
        return playouts._replace(stray=playouts.stray or STRAY, samples=SAMPLES)

    def playing_on(self) -> HansaBrain:
        return UnsureBrain(UNSURE_TABLES)

    def context(self, state: State) -> Context:
        assert isinstance(state, HansaState)
        return Context(self.weights(state.seats, state.options), state)

    def context_within(self, state: State, context: Context) -> Context:
        assert isinstance(state, HansaState)
        return Context(self.weights(state.seats, state.options), state, context)

    def left(self, state: State, context: Context) -> float:
        assert isinstance(state, HansaState)
        return max(0.0, time_left(state))

    def candidates(self, state: State, context: Context) -> list[Plan]:
        assert isinstance(state, HansaState)
        return candidates(state)

    def evaluate(self, state: State, context: Context) -> list[float]:
        assert isinstance(state, HansaState)
        return evaluate(state, context)

    def chances(self, worth: Sequence[float], context: Context) -> list[float]:
        return shares(worth, context.spread)

    def reply(self, state: State, context: Context, rng: Random | None) -> Plan:
        assert isinstance(state, HansaState)
        plans = candidates(state)
        if len(plans) == 1:
            return plans[0]
        seat, others = state.losses[0][0] if state.losses else state.active, state.seats - 1
        best, found = -1e9, plans[0]
        for plan in plans:
            after = state.copy()
            for action in plan:
                after.apply(action)
            worth = evaluate(after, context)
            value = worth[seat] - (fsum(worth) - worth[seat]) / others
            if rng is not None:
                value += REPLY_NOISE * (rng.random() - rng.random())
            if value > best:
                best, found = value, plan
        return found

    def reason(
        self, state: State, plan: Plan, context: Context, whole: bool = False
    ) -> tuple[str, dict[str, Any]] | None:
        """What the plan is for; None if the turn ends without coins to save."""
        assert isinstance(state, HansaState)
        found = reason(state, plan)
        return None if found[0] == "wait" and not state.coins[state.active] else found

    def key(self, state: State) -> Hashable:
        assert isinstance(state, HansaState)
        return (
            state.turns, state.idle, state.now, state.ship, state.acted, state.drawn, tuple(state.coins),
            tuple(state.hands), tuple(state.sold), tuple(state.shelf), tuple(state.markets), state.selling,
        )  # fmt: skip


class UnsureBrain(HansaBrain):
    """Results are less certain than one plan of a turn looks to be: where many continuations are weighed, a
    spread that suits results makes each of them count by what it is ahead, not as won or lost."""

    def powers(self, state: State) -> Powers:
        """Flatter estimates are raised to powers that are higher in proportion."""
        plan, position = super().powers(state)
        early, late = UNSURE
        return Powers(Power(early * plan.early, late * plan.late), position)
