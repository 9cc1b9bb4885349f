"""Guided first game of *Hansa Teutonica*: notices of new situations, and themes of turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from game.engine.core import Event, Reason, State
from game.games.hansa_teutonica.rules.board import END_POINTS
from game.games.hansa_teutonica.rules.position import controller_among
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.match.guide.sight import NONE, Facts, GuidedDecision, Notice, always, second_part
from game.match.log import Move

NEAR_POINTS, NEAR_TOWNS, NEAR_MARKERS = 12, 6, 4
"""Thresholds from which the end of the game is near: points, completed towns, markers in the bag."""
FEW = 2
"""Maximum number of pieces in the supply that counts as few."""


def _state(sight: GuidedDecision) -> HansaTeutonicaState:
    assert isinstance(sight.state, HansaTeutonicaState)
    return sight.state


# ---- displacing ---------------------------------------------------------------------------------


def _displaced(sight: GuidedDecision) -> Facts | None:
    """Detect a decision about the displaced piece, while there are pieces in the stock to add."""
    s = _state(sight)
    if sight.asked != "relocate" or not any(s.stock_of(sight.seat)):
        return None
    for move, event in sight.events("displaced"):
        if event.seat == sight.seat:
            n = 2 if event.piece == "merchant" else 1
            return {"rival": move.seat, "route": second_part(event.source), "n": n}
    return None


def _displacing(sight: GuidedDecision) -> Facts | None:
    for move, event in sight.events("displaced"):
        if move.seat == sight.seat and event.seat is not None and event.seat < sight.state.seats:
            n = 2 if event.piece == "merchant" else 1
            return {"rival": event.seat, "route": second_part(event.source), "n": n}
    return None


def _removed(sight: GuidedDecision) -> Facts | None:
    """Detect the player's pieces that another player's marker removed from the board."""
    gone = [
        (move.seat, second_part(event.source))
        for move, event in sight.events("removed")
        if event.seat == sight.seat != move.seat
    ]
    return {"rival": gone[0][0], "route": gone[0][1], "n": len(gone)} if gone else None


def _swapped(sight: GuidedDecision) -> Facts | None:
    """Detect another player's marker that swapped an office of the player with its neighbour."""
    for move, event in sight.events("swap"):
        if event.seat == sight.seat != move.seat:
            return {"rival": move.seat, "town": second_part(event.target)}
    return None


# ---- routes and claims --------------------------------------------------------------------------


def _full_routes(s: HansaTeutonicaState) -> Iterator[tuple[str, int]]:
    """Yield the routes whose houses all hold pieces of one player, with that player."""
    for route in s.board.route_ids:
        pieces = s.route_pieces(route)
        owners = {piece.seat for piece in pieces if piece is not None}
        if None not in pieces and len(owners) == 1:
            yield route, owners.pop()


def _own_route(sight: GuidedDecision) -> Facts | None:
    s = _state(sight)
    if sight.asked != "turn" or not s.actions_left:
        return None
    return next(({"route": route} for route, seat in _full_routes(s) if seat == sight.seat), None)


def _rival_route(sight: GuidedDecision) -> Facts | None:
    if not sight.begins:
        return None
    others = ((route, seat) for route, seat in _full_routes(_state(sight)) if seat != sight.seat)
    return next(({"rival": seat, "route": route} for route, seat in others), None)


def _returned(sight: GuidedDecision) -> Facts | None:
    """Detect pieces of the player's claimed route that returned to the stock."""
    back = [move for move, event in sight.events("return") if move.seat == sight.seat == event.seat]
    return {"n": len(back)} if back else None


def _paid(sight: GuidedDecision, own: bool) -> Iterator[tuple[Move, Event]]:
    """Yield points that a claim brought to the controller of a town: a claim by the player (`own`), or by
    others."""
    for move, event in sight.events("points"):
        if event.source.startswith("town.") and (move.seat == sight.seat) == own:
            yield move, event


def _paid_rival(sight: GuidedDecision) -> Facts | None:
    for _, event in _paid(sight, True):
        if event.seat != sight.seat:
            return {"rival": event.seat, "town": second_part(event.source)}
    return None


def _paid_me(sight: GuidedDecision) -> Facts | None:
    for move, event in _paid(sight, False):
        if event.seat == sight.seat:
            return {"rival": move.seat, "town": second_part(event.source)}
    return None


# ---- benefits -----------------------------------------------------------------------------------


def _opened(sight: GuidedDecision) -> Iterator[str]:
    """Yield the towns in which the player has just opened an office."""
    for _, event in sight.events("office"):
        if event.seat == sight.seat:
            yield second_part(event.target)


def _control(sight: GuidedDecision) -> Facts | None:
    s = _state(sight)
    return next(({"town": town} for town in _opened(sight) if s.controller(town) == sight.seat), None)


def _control_lost(sight: GuidedDecision) -> Facts | None:
    """Detect a new office at the right end of a town that took control from the player."""
    s = _state(sight)
    for _, event in sight.events("office"):
        town = second_part(event.target)
        owners = s.owners(s.board.town_index[town])
        theirs = event.seat != sight.seat and owners[-1] == s.controller(town) == event.seat
        if theirs and controller_among(owners[:-1]) == sight.seat:
            return {"town": town, "rival": event.seat}
    return None


def _refused(sight: GuidedDecision, reason: str) -> Facts | None:
    """Detect a town at the end of the claimed route whose next office is closed to the player for this
    reason."""
    s = _state(sight)
    if sight.asked != "benefit":
        return None
    offered = {element for action in s.legal_actions() for element in action.path}
    for town in s.board.route_towns[s.route]:
        slot = s.next_office(town)
        office = f"office.{s.board.office_ids[slot]}"
        why = s.why_not_offered(office) if slot >= 0 and office not in offered else None
        if why is not None and why.id == reason:
            return {**why.facts, "town": s.board.town_ids[town]}
    return None


def _improved(sight: GuidedDecision) -> Facts | None:
    for _, event in sight.events("improve"):
        if event.seat == sight.seat:
            return {"track": event.source.split(".")[2], "piece": event.piece}
    return None


def _improved_rival(sight: GuidedDecision) -> Facts | None:
    for _, event in sight.events("improve"):
        if event.seat != sight.seat:
            return {"rival": event.seat, "track": event.source.split(".")[2]}
    return None


def _table(sight: GuidedDecision) -> Facts | None:
    s = _state(sight)
    for _, event in sight.events("table"):
        if event.seat != sight.seat:
            return {"rival": event.seat, "n": s.board.table_points[int(second_part(event.target)) - 1]}
    return None


# ---- markers ------------------------------------------------------------------------------------


def _marker(sight: GuidedDecision, own: bool) -> Facts | None:
    for move, event in sight.events("marker-taken"):
        if (move.seat == sight.seat) == own:
            return {"rival": move.seat, "marker": event.piece.removeprefix("marker.")}
    return None


def _marker_put(sight: GuidedDecision) -> Facts | None:
    return {"marker": _state(sight).plate_markers()[0]} if sight.asked == "replace" else None


# ---- the end ------------------------------------------------------------------------------------


def _completed(sight: GuidedDecision) -> Facts | None:
    for _, event in sight.events("completed"):
        return {"town": second_part(event.source), "n": event.amount}
    return None


def _leader(sight: GuidedDecision) -> Facts | None:
    """Detect another player near the points that end the game."""
    points = _state(sight).points
    seat = max((each for each in range(sight.state.seats) if each != sight.seat), key=points.__getitem__)
    near = sight.begins and points[seat] >= NEAR_POINTS
    return {"rival": seat, "n": points[seat], "limit": END_POINTS} if near else None


def _towns(sight: GuidedDecision) -> Facts | None:
    s = _state(sight)
    near = sight.begins and s.completed >= NEAR_TOWNS
    return {"n": s.completed, "limit": s.board.printed.end_completed} if near else None


def _markers(sight: GuidedDecision) -> Facts | None:
    s = _state(sight)
    return {"n": s.bag_left} if sight.begins and s.bag_left <= NEAR_MARKERS else None


NOTICES: Mapping[str, Notice] = {
    "removed": _removed,
    "swapped": _swapped,
    "displaced": _displaced,
    "displacing": _displacing,
    "marker-put": _marker_put,
    "privilege": partial(_refused, reason="privilege-lacks"),
    "shape": partial(_refused, reason="route-lacks"),
    "control-lost": _control_lost,
    "paid-rival": _paid_rival,
    "paid-me": _paid_me,
    "control": _control,
    "improved": _improved,
    "marker-own": partial(_marker, own=True),
    "returned": _returned,
    "own-route": _own_route,
    "rival-route": _rival_route,
    "marker-rival": partial(_marker, own=False),
    "improved-rival": _improved_rival,
    "table": _table,
    "completed": _completed,
    "leader": _leader,
    "towns": _towns,
    "markers": _markers,
}
"""Notices of new situations, in the order in which they are given."""


# ---- themes of a turn ---------------------------------------------------------------------------


def _round(sight: GuidedDecision) -> int:
    return 1 + (sight.state.turn_number - 1) // sight.state.seats


def _early(sight: GuidedDecision) -> Facts | None:
    return NONE if _round(sight) <= 2 else None


def _pieces_left(sight: GuidedDecision) -> int:
    """Return the number of pieces in the player's supply; a large number if the stock is empty, because
    income brings nothing then."""
    s = _state(sight)
    return sum(s.supply_of(sight.seat)) if any(s.stock_of(sight.seat)) else FEW + 1


def _none_left(sight: GuidedDecision) -> Facts | None:
    return None if _pieces_left(sight) else NONE


def _few_left(sight: GuidedDecision) -> Facts | None:
    left = _pieces_left(sight)
    return {"n": left} if 0 < left <= FEW else None


def _marker_unused(sight: GuidedDecision) -> Facts | None:
    return next(({"marker": kind} for kind in _state(sight).markers_of(sight.seat)), None)


def _one_lacks(sight: GuidedDecision) -> Facts | None:
    """Detect another player who lacks one piece on a route whose last house is empty."""
    s = _state(sight)
    for route in s.board.route_ids:
        pieces = s.route_pieces(route)
        owners = {piece.seat for piece in pieces if piece is not None}
        if pieces.count(None) == 1 and len(pieces) > 2 and len(owners) == 1 and sight.seat not in owners:
            return {"rival": owners.pop(), "route": route}
    return None


def _no_office(sight: GuidedDecision) -> Facts | None:
    return None if _state(sight).presence[sight.seat] else NONE


def _scattered(sight: GuidedDecision) -> Facts | None:
    """Detect own pieces on three routes or more."""
    s = _state(sight)
    routes = {house.partition(".")[0] for house, piece in s.occupied().items() if piece.seat == sight.seat}
    return {"n": s.value(sight.seat, "liber_sophiae")} if len(routes) >= 3 else None


def _white(sight: GuidedDecision) -> Facts | None:
    return NONE if _state(sight).level(sight.seat, "privilegium") == 1 else None


def _network(sight: GuidedDecision) -> Facts | None:
    network = _state(sight).network(sight.seat)
    return {"n": network.offices, "keys": network.keys} if network.offices else None


THEMES: Mapping[str, Notice] = {
    "early": _early,
    "none-left": _none_left,
    "few-left": _few_left,
    "marker-unused": _marker_unused,
    "one-lacks": _one_lacks,
    "scattered": _scattered,
    "no-office": _no_office,
    "white": _white,
    "network": _network,
    "in-the-way": always,
}
"""Themes of a turn: the first that applies and has not been given is used."""


# ---- plans --------------------------------------------------------------------------------------


EXPOSED = frozenset({"displace"})
"""Kinds of plans, by the first word of their reason, that opponents often undo before the next turn: a piece
that has displaced another is displaced itself."""


def ahead(state: State, reason: Reason, actions: Sequence[str]) -> Facts:
    """Return the requirements of a plan on its route, and the use of an office that it opens.

    displaced  owners of pieces displaced there, if the plan is to claim the route
    more       the id of one further sentence and its facts:
               first.income    the plan begins with taking income
               missing         the plan leaves `n` houses of the route for later turns
               missing.rivals  like missing; the players in `rivals` have pieces in these houses
               full            the plan fills the route, which can be claimed in the next turn
    office     "control" of its town, a "link" to a neighbouring town with an own office, or a "step"
    """
    assert isinstance(state, HansaTeutonicaState) and state.actor is not None
    seat, route, town = state.actor, str(reason.facts.get("route", "")), str(reason.facts.get("town", ""))
    after, events = _played(state, actions, route)
    first = {"more": ("first.income", NONE)} if actions and actions[0].startswith("income") else NONE
    match reason.id.partition("-"):
        case "claim" | "fill", _, aim:
            gone = [
                one.seat for one in events if one.kind == "displaced" and second_part(one.source) == route
            ]
            found = {**_rivals("displaced", state, gone), **first}
            return {**found, "office": _office(state, after, seat, town)} if aim == "office" else found
        case "build" | "displace", _, _:
            owners = [piece and piece.seat for piece in after.route_pieces(route)]
            others = [owner for owner in owners if owner != seat]
            rivals = _rivals("rivals", state, others)
            key = "missing.rivals" if rivals else "missing" if others else "full"
            return first or {"more": (key, {"n": len(others), **rivals})}
    return first if reason.id.partition("-")[0] != "income" else NONE


def _played(
    state: HansaTeutonicaState, actions: Sequence[str], route: str
) -> tuple[HansaTeutonicaState, Sequence[Event]]:
    """Return the position after a plan, and its events. The other players do nothing on its route."""
    after, events, left = state.copy(), list[Event](), list(actions)
    while left or after.actor not in (state.actor, None):
        legal = {action.text: action for action in after.legal_actions()}
        if after.actor != state.actor:
            away = (text for text, action in legal.items() if f".{route}." not in " ".join(action.path) + ".")
            text = next(away, "")
        else:
            text = left.pop(0)
        if after.turn_seat != state.turn_seat or text not in legal:
            break
        events += after.apply(legal[text])
    return after, events


def _rivals(name: str, state: HansaTeutonicaState, owners: Sequence[int | None]) -> Facts:
    """Return the other players among the owners of pieces, each once; empty if there are no others."""
    rivals = sorted({owner for owner in owners if owner is not None and owner < state.seats} - {state.actor})
    return {name: rivals} if rivals else NONE


def _office(before: HansaTeutonicaState, after: HansaTeutonicaState, seat: int, town: str) -> str:
    """Return the use of an office in a town."""
    if after.controller(town) == seat != before.controller(town):
        return "control"
    here = before.board.town_index[town]
    pairs = (towns for towns in before.board.route_towns if here in towns)
    near = {each for towns in pairs for each in towns if each != here}
    return "link" if any(seat in before.owners(each) for each in near) else "step"
