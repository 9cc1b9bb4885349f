"""What computer players know of permanent markers (expansions 3): why they use them as they do.

What a claim of such a route promises is in `Outlook`; the answers are tried one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.bots.hansa_teutonica.part import Part, Told
from game.engine.core import Action
from game.engine.hansa_teutonica.actions import Button
from game.engine.hansa_teutonica.board import (
    GREEN_OFFICE,
    IMPROVE_PRIVILEGE,
    MOVE_TWO,
    PLACE_ABROAD,
    REUSE_TWO,
)
from game.engine.hansa_teutonica.modules.green import GreenOffice
from game.engine.hansa_teutonica.state import HansaTeutonicaState


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
