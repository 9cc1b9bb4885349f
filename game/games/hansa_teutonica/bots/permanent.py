"""What computer players know of permanent markers (expansions 3): why they use them as they do.

What a claim of such a route promises is in `Outlook`; the answers are tried one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.engine.core import Action
from game.games.hansa_teutonica.bots.part import Part, Told
from game.games.hansa_teutonica.rules.actions import Button
from game.games.hansa_teutonica.rules.board import (
    GREEN_OFFICE,
    IMPROVE_PRIVILEGE,
    MOVE_TWO,
    PLACE_ABROAD,
    REUSE_TWO,
)
from game.games.hansa_teutonica.rules.modules.green import GreenOffice
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState


def _office(s: HansaTeutonicaState, action: Action) -> Told:
    if isinstance(action, GreenOffice):
        return "green-office", {"town": s.board.town_ids[action.place]}
    return "stop", {}


def _used(effect: str) -> Callable[[HansaTeutonicaState, Action], Told]:
    def told(s: HansaTeutonicaState, action: Action) -> Told:
        return ("stop" if isinstance(action, Button) else effect), {}

    return told


class PermanentPart(Part):
    """Boards with permanent markers."""

    reasons: Mapping[str, Callable[[HansaTeutonicaState, Action], Told]] = {
        GREEN_OFFICE: _office,
        **{effect: _used(effect) for effect in (IMPROVE_PRIVILEGE, MOVE_TWO, REUSE_TWO, PLACE_ABROAD)},
    }
