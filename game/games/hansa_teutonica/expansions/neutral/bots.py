"""Evaluation of neutral traders (rules 12.B), and the reasons for actions with them."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from game.bots.brain import Playouts, Weights
from game.engine.core import Action
from game.games.hansa_teutonica.bots.module_evaluator import ModuleEvaluator, ReasonTeller, ReasonText
from game.games.hansa_teutonica.expansions.neutral.rules import Neutral, NeutralClaim
from game.games.hansa_teutonica.rules.actions import Relocate
from game.games.hansa_teutonica.rules.board import ACTIONES
from game.games.hansa_teutonica.rules.codes import level_at
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

EVEN = 0.5
IMPATIENCE = 0.04, 0.15
"""Growth per round of the win probability that a player needs to continue a contest, for the first and the
second seat. The player to move overestimates its position, so that without this growth a contest could last
indefinitely."""
UNMOVED = 0.95
"""Win probability from which a player never gives in."""


def _town(s: HansaTeutonicaState, action: Action) -> ReasonText:
    if isinstance(action, NeutralClaim) and action.town is not None:
        return "neutral-office", {"town": s.board.town_ids[action.town]}
    return "wait", {}


def _piece(s: HansaTeutonicaState, action: Action) -> ReasonText:
    assert isinstance(action, Relocate)
    return "put-neutral", {"route": s.board.route_ids[s.board.house_route[action.place]]}


class NeutralEvaluator(ModuleEvaluator):
    """Neutral traders: their placements and claims are chosen by trying each answer."""

    standoff = True
    mastery: Playouts | None = Playouts(width=3, breadth=8, plans=16, work=96, rounds=2, stray=0.25)
    """Playouts of the highest level. A player that expects good replies waits too long for the other to give
    in: with the wider replies of other games, master lost to hard (docs/lab/master.md)."""

    reasons: Mapping[str, ReasonTeller] = {
        "relocate-neutral": _piece,
        "neutral-claim": _town,
    }

    def patience(self, s: HansaTeutonicaState, weights: Weights) -> float:
        """Return the win probability needed to continue a contest; 0.0 outside a contest.

        Both players may contest the one way to more actions indefinitely. The contest is over when one is
        ahead there.
        """
        assert s.actor is not None, "the game is over"
        waited = s.turn_number / s.seats - weights.get("clock.truce", inf)
        if waited < 0.0 or s.levels[level_at(0, ACTIONES)] != s.levels[level_at(1, ACTIONES)]:
            return 0.0
        return min(UNMOVED, EVEN + IMPATIENCE[s.actor] * waited)


PARTS = {Neutral.id: NeutralEvaluator}
