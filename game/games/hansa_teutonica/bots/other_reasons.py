"""Reasons for turns that put no pieces on the board, and for decisions within a turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.bots.brain import Plan
from game.engine.core import Action
from game.games.hansa_teutonica.bots.course import GameProgress
from game.games.hansa_teutonica.bots.end_reasons import put_off
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts
from game.games.hansa_teutonica.bots.module_evaluator import ReasonText
from game.games.hansa_teutonica.bots.purposes import (
    Purpose,
    best_option,
    gains,
    houses_of,
    main_reason,
    outlook,
    purposes,
    strongest,
    with_also,
)
from game.games.hansa_teutonica.rules.actions import Income, PutMarker, UseInstant
from game.games.hansa_teutonica.rules.board import INSTANT_MARKERS
from game.games.hansa_teutonica.rules.codes import PILES_OF, owner
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

FEW = 3
"""Maximum number of pieces in the supply that is mentioned as few."""


def small(s: HansaTeutonicaState, plan: Plan, done: GameProgress, scenes: EvaluationContexts) -> ReasonText:
    """Return the reason for a turn that puts no pieces on the board."""
    assert s.actor is not None
    if any(isinstance(action, UseInstant) for action in plan):
        return "use-actions", {}
    if any(isinstance(action, Income) for action in plan):
        left = sum(s.supply[PILES_OF[s.actor]])
        few = Purpose(1.0, "supply" if left else "supply-empty", {"supply": left} if left else {})
        kept = next((kind for kind in INSTANT_MARKERS if s.unused[s.actor][kind]), None)
        keeps = None if kept is None else Purpose(1.0, "keeps", {"marker": s.edition.markers[kept]})
        loses = put_off(s)
        if left <= FEW:
            return with_also(("income", {}), [loses or few])
        return with_also(("income-more", {"n": sum(done.after.supply[PILES_OF[s.actor]])}), [loses or keeps])
    own = (part.small(s, plan) for part in scenes.j.evaluators)
    found = next((found for found in own if found is not None), None)
    return found or with_also(("wait", {}), [put_off(s)])


def benefit(s: HansaTeutonicaState, action: Action, scenes: EvaluationContexts) -> ReasonText:
    """Return the reason for the benefit of a claim."""
    assert s.actor is not None
    view = outlook(s, s.actor, scenes)
    found = [one for one in purposes(view, s, s.route, action) if one.id not in ("scores", "marker")]
    name = s.board.route_ids[s.route]
    main = main_reason("claim", found[0], name) if found else ("claim-home", {"route": name})
    return with_also(main, [strongest([*gains(view, s, s.route, action)])])


def laid(s: HansaTeutonicaState, action: Action, scenes: EvaluationContexts) -> ReasonText:
    """Return the reason for the place of a replacement marker: where control pays, near own pieces, far from
    the others'."""
    assert isinstance(action, PutMarker) and s.actor is not None
    facts: dict[str, Any] = {
        "route": s.board.route_ids[action.place],
        "marker": s.edition.markers[action.kind],
    }
    towns = s.board.route_towns[action.place]
    near = [0] * (s.seats + 1)
    for route, ends in enumerate(s.board.route_towns):
        if set(ends) & set(towns):
            for piece in houses_of(s, route):
                if piece:
                    near[owner(piece)] += 1
    rivals = max(near[seat] for seat in range(s.seats) if seat != s.actor)
    own = [town for town in towns if s.control(town) == s.actor]
    if near[s.actor] > rivals:
        return "put-marker-own", facts
    if len(own) > 1:
        return "put-marker-both", facts
    if own:
        return "put-marker-control", {**facts, "town": s.board.town_ids[own[0]]}
    if not rivals:
        return "put-marker-far", facts
    view = outlook(s, s.actor, scenes)
    option = best_option(view, s, action.place)
    besides = [*purposes(view, s, action.place, option), *gains(view, s, action.place, option)]
    aim = strongest(besides)
    return with_also(("put-marker-aim" if aim else "put-marker", facts), [aim])


ASKED: dict[str, Callable[[HansaTeutonicaState, Action], ReasonText]] = {
    "pay": lambda s, action: ("pay", {}),
    "remove": lambda s, action: ("remove", {}),
    "carry": lambda s, action: ("carry", {}),
}
