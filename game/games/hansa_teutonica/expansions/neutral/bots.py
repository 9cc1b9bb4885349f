"""What computer players know of neutral traders (rules 12.B): why they do what they do with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf

from game.bots.brain import Playouts, Weights
from game.engine.core import Action
from game.games.hansa_teutonica.bots.part import ModuleEvaluator, Told
from game.games.hansa_teutonica.expansions.neutral.rules import Neutral, NeutralClaim
from game.games.hansa_teutonica.rules.actions import Relocate
from game.games.hansa_teutonica.rules.board import ACTIONES
from game.games.hansa_teutonica.rules.codes import level_at
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

EVEN = 0.5
IMPATIENCE = 0.04, 0.15
"""By how much the chance needed to fight on grows each round, for the first seat and the second: whoever is
to move takes itself to be ahead, so both would fight on for ever if neither gave in sooner."""
UNMOVED = 0.95
"""With such a chance nobody gives in."""


def _town(s: HansaTeutonicaState, action: Action) -> Told:
    if isinstance(action, NeutralClaim) and action.town is not None:
        return "neutral-office", {"town": s.board.town_ids[action.town]}
    return "wait", {}


def _piece(s: HansaTeutonicaState, action: Action) -> Told:
    assert isinstance(action, Relocate)
    return "put-neutral", {"route": s.board.route_ids[s.board.house_route[action.place]]}


class NeutralEvaluator(ModuleEvaluator):
    """Which of them to set down where, and in which town, is tried answer by answer."""

    standoff = True
    mastery: Playouts | None = Playouts(width=3, breadth=8, plans=16, work=96, rounds=2, stray=0.25)
    """Whoever expects the other to plan well waits too long for it to blink: with the wider replies of other
    games a master lost to hard (docs/lab/master.md)."""

    reasons: Mapping[str, Callable[[HansaTeutonicaState, Action], Told]] = {
        "relocate-neutral": _piece,
        "neutral-claim": _town,
    }

    def patience(self, s: HansaTeutonicaState, weights: Weights) -> float:
        """Both fight for the one way to more actions and may do so for ever; once one has got ahead there, it
        is over."""
        assert s.actor is not None, "the game is over"
        waited = s.turn_number / s.seats - weights.get("clock.truce", inf)
        if waited < 0.0 or s.levels[level_at(0, ACTIONES)] != s.levels[level_at(1, ACTIONES)]:
            return 0.0
        return min(UNMOVED, EVEN + IMPATIENCE[s.actor] * waited)


PARTS = {Neutral.id: NeutralEvaluator}
