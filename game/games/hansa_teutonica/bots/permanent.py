"""Evaluation of permanent markers (expansions 3), and the reasons for using them.

`SeatProspects` has the potential of claims of such routes. The answers are tried one by one. The weights:

ship.near, ship.far   share of a potential that is left for each ship without an own merchant: near for the
                      first, if one is in supply, far for others
effect.*              a permanent marker, in actions saved
"""

from __future__ import annotations

from collections.abc import Mapping

from game.bots.brain import Weights
from game.engine.core import Action
from game.games.hansa_teutonica.bots.module_evaluator import (
    MarkerValue,
    ModuleEvaluator,
    ReasonTeller,
    ReasonText,
)
from game.games.hansa_teutonica.bots.prospects import SeatProspects
from game.games.hansa_teutonica.rules.actions import PlainAction
from game.games.hansa_teutonica.rules.board import (
    IMPROVE_PRIVILEGE,
    LEVELS,
    MOVE_TWO,
    PRIVILEGIUM,
    REUSE_TWO,
    TRACKS,
)
from game.games.hansa_teutonica.rules.edition import Edition
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

SAVED = {MOVE_TWO: 1.0, REUSE_TWO: 2.0}
"""Actions that permanent markers save."""
SHIPS = {"ship.near": 0.85, "ship.far": 0.4}
"""Best of a few values that were tried."""


def used(effect: str) -> ReasonTeller:
    """Return the reason for using a permanent marker, or for ending its use."""

    def told(s: HansaTeutonicaState, action: Action) -> ReasonText:
        return ("stop" if isinstance(action, PlainAction) else effect), {}

    return told


def privilege(view: SeatProspects) -> float:
    """Return the value of a step of the Privilege."""
    last = len(LEVELS[PRIVILEGIUM]) - 1
    return view.improvement(PRIVILEGIUM) if view.levels[PRIVILEGIUM] < last else 0.0


class PermanentEvaluator(ModuleEvaluator):
    """Evaluator of boards with permanent markers, and with ships."""

    reasons: Mapping[str, ReasonTeller] = {
        effect: used(effect) for effect in (IMPROVE_PRIVILEGE, MOVE_TWO, REUSE_TWO)
    }
    effects: Mapping[str, MarkerValue] = {
        IMPROVE_PRIVILEGE: MarkerValue(privilege, "track", {"track": TRACKS[PRIVILEGIUM]})
    }

    def __init__(self, edition: Edition) -> None:
        self.board = edition.board

    def beginnings(self) -> Weights:
        """Return initial values of 0 for the towns and routes of a board."""
        board = self.board
        printed = {route.effect for route in board.printed.routes}
        return {
            **SHIPS,
            **{f"control.{town}": 0.0 for town in board.town_ids},
            **{f"house.{route}": 0.0 for route in board.route_ids},
            **{f"effect.{effect}": saved for effect, saved in SAVED.items() if effect in printed},
        }
