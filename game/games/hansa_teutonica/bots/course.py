"""What comes of a plan if it is played: routes claimed, pieces displaced, markers used, where it leads."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from game.bots.brain import Plan
from game.engine.core import Action
from game.games.hansa_teutonica.bots.candidates import guesses
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts
from game.games.hansa_teutonica.rules.actions import (
    END_TURN,
    AddFromHouse,
    AddFromStock,
    AddFromSupply,
    Claim,
    Displace,
    Place,
    Relocate,
    SetDown,
    UseImprove,
    UseInstant,
    UseMove,
    UseRemove,
    UseSwap,
)
from game.games.hansa_teutonica.rules.codes import owner
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

USES = (UseImprove, UseInstant, UseMove, UseRemove, UseSwap)
LANDS = (Place, Displace, SetDown, Relocate, AddFromStock, AddFromSupply, AddFromHouse)
"""What puts an own piece into a house."""


class ClaimedRoute(NamedTuple):
    """A claim of a plan: the position before it, the route, and the benefit, if one is chosen."""

    before: HansaTeutonicaState
    route: int
    option: Action | None


class GameProgress(NamedTuple):
    """What comes of a plan.

    claims   the routes it claims, in that order
    driven   the pieces it displaces: the house, and whose piece it was
    used     the bonus markers it uses
    landed   the routes on which it puts pieces
    after    where it leads, before the turn is ended
    played   so many of its actions have been played
    """

    claims: list[ClaimedRoute]
    driven: list[tuple[int, int]]
    used: list[Action]
    landed: set[int]
    after: HansaTeutonicaState
    played: int = 0


def course(
    s: HansaTeutonicaState, plan: Plan, scenes: EvaluationContexts, *, alone: bool = False
) -> GameProgress:
    """Play a plan of the actor as far as it goes: up to the end of the turn, to where something hidden is
    shown, or to what cannot be done. Others who decide in between do what looks best to them at a glance,
    but for what would thwart the plan: it foresaw something else. With `alone` only as far as nobody else
    decides, which is what can be shown of it beforehand."""
    state, seat = s.copy(), s.actor
    found, played = GameProgress([], [], [], set(), state), 0
    for number, action in enumerate(plan):
        if alone and state.actor != seat:
            break
        while state.now is not None and state.actor != seat:
            _reply(state, _houses(plan[number:]), scenes)
        if action is END_TURN or action not in state.legal_actions():
            break
        if isinstance(action, Claim):
            option = plan[number + 1] if number + 1 < len(plan) else None
            found.claims.append(ClaimedRoute(state.copy(), action.place, option))
        elif isinstance(action, Displace):
            found.driven.append((action.place, owner(state.houses[action.place])))
        elif isinstance(action, USES):
            found.used.append(action)
        events, played = state.apply(action), number + 1
        if isinstance(action, LANDS) and owner(state.houses[action.place]) == seat:
            found.landed.add(s.board.house_route[action.place])
        if any(event.kind in s.ruleset.revealing for event in events):
            break
    return found._replace(played=played)


def _houses(plan: Plan) -> set[int]:
    """The houses that a plan fills."""
    return {action.place for action in plan if isinstance(action, LANDS)}


def _reply(state: HansaTeutonicaState, wanted: Collection[int], scenes: EvaluationContexts) -> None:
    """Let somebody else decide, and leave these houses alone if that is possible."""
    plans = [plan for _, plan in guesses(state, scenes)]
    for action in next((plan for plan in plans if _houses(plan).isdisjoint(wanted)), plans[0]):
        state.apply(action)
