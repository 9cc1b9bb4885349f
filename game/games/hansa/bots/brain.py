"""The adapter of the search to *Hansa*."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import fsum
from random import Random

from game.bots.brain import Brain, GameEnd, Plan, Playouts, Weights
from game.engine import Reason
from game.games.hansa.bots.candidates import candidates
from game.games.hansa.bots.evaluation import Context, evaluate
from game.games.hansa.bots.features import time_left
from game.games.hansa.bots.forecast import game_ends
from game.games.hansa.bots.reasons import reason
from game.games.hansa.bots.threats import threats
from game.games.hansa.bots.weights import TABLES
from game.games.hansa.rules.state import HansaState
from game.levels import MASTER
from game.worker_messages import Threat

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
    playouts = Playouts(width=8, deals=1, prior=2, plans=10, work=24)

    def playouts_for(self, state: HansaState, level: str = "") -> Playouts:
        """Return settings in which replies deviate at random. *Master* plays out more plans many more times,
        any sensible action is a reply, and the result is evaluated at the game phase of its end. Its
        playouts of two players are two rounds long."""
        if not level:
            return self.playouts
        found = self.playouts._replace(stray=STRAY, samples=SAMPLES)
        if level != MASTER:
            return found
        rounds, more = (2, 12) if state.seats == 2 else (1, 8)
        doubt = found._replace(stray=MASTERS_STRAY, among=AMONG, rounds=rounds, afresh=True)
        return doubt._replace(plans=16, work=more * found.work)

    def adapted(self, playouts: bool) -> HansaBrain:
        return UnsureBrain(UNSURE_TABLES) if playouts else self

    def beam_width(self, state: HansaState, width: int) -> int:
        return width or 12

    def context(self, state: HansaState) -> Context:
        return self.nested_context(state, None, False)

    def nested_context(self, state: HansaState, context: Context | None, playout: bool) -> Context:
        if playout and context is not None:
            return context
        return Context(self.weights(state.seats, state.options), state, context)

    def left(self, state: HansaState, context: Context) -> float:
        return max(0.0, time_left(state))

    def game_ends(self, state: HansaState) -> Sequence[GameEnd]:
        return game_ends(state)

    def threats(self, state: HansaState, seat: int) -> Sequence[Threat]:
        return threats(state, seat)

    def candidates(self, state: HansaState, context: Context) -> list[Plan]:
        return candidates(state)

    def evaluate(self, state: HansaState, context: Context) -> list[float]:
        return evaluate(state, context)

    def spread(self, context: Context) -> float:
        return context.spread

    def reply(self, state: HansaState, context: Context, rng: Random | None) -> Plan:
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

    def reason(self, state: HansaState, plan: Plan, context: Context, whole: bool = False) -> Reason | None:
        """Return the aim of the plan; None if the turn ends without coins to save."""
        found = reason(state, plan)
        return None if found[0] == "wait" and not state.coins[state.active] else Reason(*found)

    def key(self, state: HansaState) -> Hashable:
        return (
            state.turns, state.idle, state.now, state.ship, state.acted, state.drawn, tuple(state.coins),
            tuple(state.hands), tuple(state.sold), tuple(state.shelf), tuple(state.markets), state.selling,
        )  # fmt: skip


class UnsureBrain(HansaBrain):
    """Adapter with less certain results than one plan of a turn suggests. With the usual standard deviation
    each of many playouts would count as won or lost, and not by its lead."""

    certainty = UNSURE
    """Exponents are higher in proportion, because the estimates are flatter."""
