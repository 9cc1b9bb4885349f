"""Simulation of a plan: routes claimed, pieces displaced, markers used, and the resulting position."""

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
"""Actions that put an own piece into a house."""


class ClaimedRoute(NamedTuple):
    """A claim of a plan: the position before it, the route, and the chosen benefit, if any."""

    before: HansaTeutonicaState
    route: int
    option: Action | None


class GameProgress(NamedTuple):
    """The consequences of a plan.

    claims   claimed routes, in order
    driven   displaced pieces: the house and the owner
    used     used bonus markers
    landed   routes on which it puts pieces
    after    resulting position, before the turn is ended
    played   number of its actions that could be played
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
    """Play a plan of the actor up to the end of the turn, to a reveal, or to an illegal action.

    Other players who decide in between choose by the prior score, excluding replies that would prevent the
    plan, which was made for other replies. With `alone`, stop before the first decision of another player:
    this part can be shown in advance.
    """
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
    """Return the houses that a plan fills."""
    return {action.place for action in plan if isinstance(action, LANDS)}


def _reply(state: HansaTeutonicaState, wanted: Collection[int], scenes: EvaluationContexts) -> None:
    """Decide for another player, and avoid these houses if possible."""
    plans = [plan for _, plan in guesses(state, scenes)]
    for action in next((plan for plan in plans if _houses(plan).isdisjoint(wanted)), plans[0]):
        state.apply(action)
