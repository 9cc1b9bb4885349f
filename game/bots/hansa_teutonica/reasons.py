"""Why a plan: an id and facts for one sentence (`bot.<id>` in assets/i18n/hansa-teutonica.*.json).

Facts are ids of the board (`route`, `town`, `track`, `marker`), a seat (`rival`) and a number (`n`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.bots.brain import Plan
from game.bots.hansa_teutonica.evaluation import Scene, Scenes, scene
from game.bots.hansa_teutonica.part import Told
from game.bots.hansa_teutonica.prospects import Outlook
from game.engine.core import Action
from game.engine.hansa_teutonica.actions import (
    AddFromHouse,
    AddFromStock,
    AddFromSupply,
    AddOffice,
    Claim,
    Displace,
    Improve,
    Income,
    Place,
    PutMarker,
    Relocate,
    SetDown,
    TakeOffice,
    TakeTable,
    UseImprove,
    UseInstant,
    UseRemove,
    UseSwap,
)
from game.engine.hansa_teutonica.board import (
    ACTIONES,
    LEVELS,
    MERCHANT,
    TRACKS,
)
from game.engine.hansa_teutonica.codes import level_at, owner, pile_at
from game.engine.hansa_teutonica.state import HansaTeutonicaState

Reason = Told


def reason(s: HansaTeutonicaState, plan: Plan, scenes: Scenes) -> Reason:
    """The reason for a plan: what it achieves, failing that what it prepares."""
    decision = s.decision
    assert decision is not None
    for reasons in (_ASKED, *(part.reasons for part in scenes.j.parts)):
        if decision.id in reasons:
            return reasons[decision.id](s, plan[0])
    seat = s.actor
    assert seat is not None
    here = scene(s, scenes)
    view = here.outlook(seat, s.supply[pile_at(seat, MERCHANT)] > 0)
    return (
        _claimed(s, plan, view)
        or _marker_used(s, plan)
        or _driven_out(s, plan, view)
        or _prepared(s, plan, view, here)
        or _small(plan, scenes)
    )


def aim(s: HansaTeutonicaState, view: Outlook, route: int) -> Reason:
    """What claiming the route would be for."""
    options = sorted(view.benefits(route), key=lambda option: -option[0])
    marker = s.tavern[route]
    if marker and (not options or view.j.unused[marker - 1] + 2.0 > options[0][0]):
        return "marker", {"route": s.board.route_ids[route], "marker": s.edition.markers[marker - 1]}
    return benefit(s, route, options[0][2] if options else None)


def benefit(s: HansaTeutonicaState, route: int, option: Action | None) -> Reason:
    """The reason that names the benefit of a claim."""
    facts: dict[str, Any] = {"route": s.board.route_ids[route]}
    match option:
        case TakeOffice():
            town = s.board.office_town[option.place]
            number = option.place - s.board.first_office[town] + 1
            return "office", {**facts, "town": s.board.town_ids[town], "n": number}
        case AddOffice():
            return "extra", {**facts, "town": s.board.town_ids[option.place]}
        case TakeTable():
            return "table", {**facts, "n": s.board.table_points[option.place]}
        case Improve() if option.place == ACTIONES and _more_actions(s):
            return "actions", {**facts, "n": _more_actions(s)}
        case Improve():
            return "track", {**facts, "track": TRACKS[option.place]}
    if s.tavern[route]:
        return "marker", {**facts, "marker": s.edition.markers[s.tavern[route] - 1]}
    return "home", facts


def _more_actions(s: HansaTeutonicaState) -> int:
    """The actions per turn after another step on the track; 0 if unchanged."""
    level = s.levels[level_at(s.active, ACTIONES)]
    more = LEVELS[ACTIONES][min(level + 1, len(LEVELS[ACTIONES]) - 1)]
    return more if more > LEVELS[ACTIONES][level] else 0


def _claimed(s: HansaTeutonicaState, plan: Sequence[Action], view: Outlook) -> Reason | None:
    """The most valuable claim in the plan."""
    best: tuple[float, Reason] | None = None
    for action, following in zip(plan, [*plan[1:], None], strict=True):
        if not isinstance(action, Claim):
            continue
        route = action.place
        full = all(owner(piece) == s.active for piece in bytes(s.houses[view.j.slices[route]]))
        what, facts = benefit(s, route, following)
        found = view.worth(route, True), (f"{'claim' if full else 'fill'}-{what}", facts)
        if best is None or found[0] > best[0]:
            best = found
    return best[1] if best else None


def _marker_used(s: HansaTeutonicaState, plan: Sequence[Action]) -> Reason | None:
    for action in plan:
        match action:
            case UseImprove():
                return "use-improve", {"track": TRACKS[action.place]}
            case UseInstant():
                return "use-actions", {}
            case UseSwap():
                return "use-swap", {"town": s.board.town_ids[s.board.office_town[action.place]]}
            case UseRemove():
                return "use-remove", {"route": s.board.route_ids[s.board.house_route[action.place]]}
    return None


def _driven_out(s: HansaTeutonicaState, plan: Sequence[Action], view: Outlook) -> Reason | None:
    """The first piece displaced, and what for."""
    for action in plan:
        if not isinstance(action, Displace):
            continue
        rival = owner(s.houses[action.place])
        what, facts = aim(s, view, s.board.house_route[action.place])
        if rival >= s.seats:
            return "displace-neutral", facts
        if what == "actions":
            facts["track"] = TRACKS[ACTIONES]
        return f"displace-{_DISPLACED_FOR.get(what, what)}", {**facts, "rival": rival}
    return None


_DISPLACED_FOR = {"office": "town", "extra": "town", "actions": "track", "home": "plain"}


def _prepared(s: HansaTeutonicaState, plan: Sequence[Action], view: Outlook, here: Scene) -> Reason | None:
    """The route with the most pieces gathered, or a rival obstructed there."""
    counts: dict[int, int] = {}
    for action in plan:
        if isinstance(action, Place | SetDown | Relocate | AddFromStock | AddFromSupply | AddFromHouse):
            route = s.board.house_route[action.place]
            counts[route] = counts.get(route, 0) + 1
    if not counts:
        return None
    route = max(counts, key=lambda r: (counts[r], view.worth(r, True), -r))
    seat = s.active if s.actor is None else s.actor
    there = view.j.shares_of(bytes(s.houses[view.j.slices[route]]))
    rivals = [(promise, -who) for who, promise, *_ in there if who != seat]
    if rivals and not any(who == seat for who, *_ in there):
        return "block", {"route": s.board.route_ids[route], "rival": -max(rivals)[1]}
    what, facts = aim(s, view, route)
    return f"build-{what}", facts


def _small(plan: Plan, scenes: Scenes) -> Reason:
    """A turn that puts no pieces on the board."""
    if any(isinstance(action, Income) for action in plan):
        return "income", {}
    own = (part.small(plan) for part in scenes.j.parts)
    return next((found for found in own if found is not None), ("wait", {}))


def _relocated(s: HansaTeutonicaState, action: Action) -> Reason:
    if not isinstance(action, Relocate | AddFromStock | AddFromSupply | AddFromHouse):
        return "decline", {}
    return "relocate", {"route": s.board.route_ids[s.board.house_route[action.place]]}


def _laid(s: HansaTeutonicaState, action: Action) -> Reason:
    assert isinstance(action, PutMarker)
    return "put-marker", {"route": s.board.route_ids[action.place], "marker": s.edition.markers[action.kind]}


def _benefit(s: HansaTeutonicaState, action: Action) -> Reason:
    what, facts = benefit(s, s.route, action)
    return f"claim-{what}", facts


_ASKED: dict[str, Callable[[HansaTeutonicaState, Action], Reason]] = {
    "benefit": _benefit,
    "relocate": _relocated,
    "replace": _laid,
    "pay": lambda s, action: ("pay", {}),
    "remove": lambda s, action: ("remove", {}),
}
