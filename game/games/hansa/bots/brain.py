"""The adapter of the search to *Hansa*."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import fsum
from random import Random

from game.bots.brain import Brain, Plan, Playouts, Weights, shares
from game.bots.confidence import Power, Powers
from game.engine import Reason, State
from game.games.hansa.bots.candidates import candidates
from game.games.hansa.bots.evaluation import Context, evaluate
from game.games.hansa.bots.features import time_left
from game.games.hansa.bots.reasons import reason
from game.games.hansa.bots.weights import TABLES
from game.games.hansa.rules.state import HansaState

STRAY = 0.25
"""Rate at which expected replies deviate to another of the best plans. A player who expects exactly the beam
search's replies is weaker (docs/lab/strength-hansa.md)."""
MASTERS_STRAY, AMONG = 0.65, 8
"""Deviation rate and number of plans of the replies that *master* expects, as observed in strong players: the
best plan of that beam search one time in three, otherwise one of the other seven of its best eight."""
SAMPLES = 6
"""Number of reply samples per position. A reply that restocks depends on one deal. If it were cached for the
whole search, a lucky deal would count in every playout."""
UNSURE = 3, 2
"""Factors of the standard deviation of results for players with playouts, early and late in the game."""
REPLY_NOISE = 0.3
"""Maximum evaluation noise of fast replies, in points, so that games differ."""


def unsure(table: Weights) -> Weights:
    """Return weights with a larger standard deviation of results."""
    early, late = UNSURE
    return {
        **table,
        "early.spread": early * table["early.spread"],
        "done.spread": late * table["done.spread"],
    }


UNSURE_TABLES = {kind: unsure(table) for kind, table in TABLES.items()}


class HansaBrain(Brain):
    """Search adapter: plans of whole visits, valued in final points (`evaluation`), with weights by number of
    seats."""

    tables: Mapping[str, Weights] = TABLES
    slip = 2.0
    deals = 3
    width = 12
    playouts = Playouts(width=8, deals=1, prior=2, plans=10, work=24)

    def mastery(self, playouts: Playouts, state: State) -> Playouts:
        """Return settings with more plans and many more playouts. Other players choose any sensible action in
        them, and the result is evaluated at the game phase of its end. Playouts of two players are two rounds
        long."""
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

    def reason(self, state: State, plan: Plan, context: Context, whole: bool = False) -> Reason | None:
        """Return the aim of the plan; None if the turn ends without coins to save."""
        assert isinstance(state, HansaState)
        found = reason(state, plan)
        return None if found[0] == "wait" and not state.coins[state.active] else Reason(*found)

    def key(self, state: State) -> Hashable:
        assert isinstance(state, HansaState)
        return (
            state.turns, state.idle, state.now, state.ship, state.acted, state.drawn, tuple(state.coins),
            tuple(state.hands), tuple(state.sold), tuple(state.shelf), tuple(state.markets), state.selling,
        )  # fmt: skip


class UnsureBrain(HansaBrain):
    """Adapter with less certain results than one plan of a turn suggests. With the usual standard deviation
    each of many playouts would count as won or lost, and not by its lead."""

    def powers(self, state: State) -> Powers:
        """Return calibration exponents that are higher in proportion, because the estimates are flatter."""
        plan, position = super().powers(state)
        early, late = UNSURE
        return Powers(Power(early * plan.early, late * plan.late), position)
