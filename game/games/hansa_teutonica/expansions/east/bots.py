"""Evaluation of green towns (expansions 4.3-4.9) and of additional offices there."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.core import Action
from game.games.hansa_teutonica.bots.module_evaluator import (
    MarkerValue,
    ModuleEvaluator,
    ReasonTeller,
    ReasonText,
)
from game.games.hansa_teutonica.bots.prospects import SeatProspects
from game.games.hansa_teutonica.expansions.east.rules import GREEN_OFFICE, Green, GreenOffice
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState


def _office(s: HansaTeutonicaState, action: Action) -> ReasonText:
    if isinstance(action, GreenOffice):
        return "green-office", {"town": s.board.town_ids[action.place]}
    return "stop", {}


def _worth(view: SeatProspects) -> float:
    return max(view.extra_office(town) for town, green in enumerate(view.s.board.green) if green)


class GreenEvaluator(ModuleEvaluator):
    """Green towns: founds an office in the most valuable one."""

    reasons: Mapping[str, ReasonTeller] = {GREEN_OFFICE: _office}
    effects: Mapping[str, MarkerValue] = {GREEN_OFFICE: MarkerValue(_worth, "green")}


PARTS = {Green.id: GreenEvaluator}
