"""What computer players know of neutral traders (rules 12.B): why they do what they do with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.bots.brain import Playouts
from game.bots.hansa_teutonica.part import Part, Told
from game.engine.core import Action
from game.engine.hansa_teutonica.actions import Relocate
from game.engine.hansa_teutonica.modules.neutral import NeutralClaim
from game.engine.hansa_teutonica.state import HansaTeutonicaState


def _town(s: HansaTeutonicaState, action: Action) -> Told:
    if isinstance(action, NeutralClaim) and action.town is not None:
        return "neutral-office", {"town": s.board.town_ids[action.town]}
    return "wait", {}


def _piece(s: HansaTeutonicaState, action: Action) -> Told:
    assert isinstance(action, Relocate)
    return "put-neutral", {"route": s.board.route_ids[s.board.house_route[action.place]]}


class NeutralPart(Part):
    """Which of them to set down where, and in which town, is tried answer by answer."""

    standoff = True
    mastery: Playouts | None = Playouts(width=3, breadth=8, plans=16, work=96, rounds=2, stray=0.25)
    """Whoever expects the other to plan well waits too long for it to blink: with the wider replies of other
    games a master lost to hard (docs/lab/master.md)."""
    reasons: Mapping[str, Callable[[HansaTeutonicaState, Action], Told]] = {
        "relocate-neutral": _piece,
        "neutral-claim": _town,
    }
