"""End of a turn: replacement markers are placed, the next turn begins (rules 4.3 and 9.8)."""

from __future__ import annotations

from typing import Any

from game.engine.core import Event, Reason
from game.games.hansa_teutonica.rules.actions import PlainAction, PutMarker
from game.games.hansa_teutonica.rules.codes import changed
from game.games.hansa_teutonica.rules.effects import begin_turn
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.rule import Rule


def end_turn(s: Position, action: PlainAction, events: list[Event]) -> None:
    """Reveal and place the replacement markers, then begin the next player's turn (4.3)."""
    for kind in s.plate:
        marker = f"marker.{s.edition.markers[kind]}"
        events.append(Event("reveal", s.active, marker, f"plate.{s.active}"))
    s.revealed = True
    place_replacements(s, events)


def place_replacements(s: Position, events: list[Event]) -> None:
    """Request the next replacement. Markers without a legal route leave the game (A27)."""
    if s.plate:
        s.ask("replace", s.active)
        choices = REPLACE.legal(s)
        if len(choices) > 1:
            return
        if choices:
            s.edition.decisions["replace"].answers[PutMarker](s, choices[0], events)
            return
        for kind in s.plate:
            marker = f"marker.{s.edition.markers[kind]}"
            events.append(Event("marker-lost", s.active, marker, f"plate.{s.active}", "box"))
        s.box += s.plate
        s.plate = ()
    s.revealed = False
    events.append(Event("turn-end", s.active))
    begin_turn(s, (s.active + 1) % s.seats, events)


def may_hold_marker(s: Position, route: int) -> bool:
    """Return whether a route can hold a marker (9.8): no marker, no piece, and an empty printed office in one
    of its towns (A1)."""
    board = s.board
    first = board.first_house[route]
    if s.tavern[route] or any(s.houses[first : first + board.route_size[route]]):
        return False
    if any(hook(s, route) for hook in s.edition.bars_marker):
        return False
    return any(s.next_office(town) >= 0 for town in board.route_towns[route])


def put_marker(s: Position, action: PutMarker, events: list[Event]) -> None:
    """Place a replacement marker, then the next one (9.8)."""
    lay_marker(s, action, events)
    place_replacements(s, events)


def lay_marker(s: Position, action: PutMarker, events: list[Event]) -> None:
    """Move a replacement marker from the plate to a route."""
    kind, route = action.kind, action.place
    at = s.plate.index(kind)
    s.plate = s.plate[:at] + s.plate[at + 1 :]
    s.tavern = changed(s.tavern, route, kind + 1)
    piece, place = f"marker.{s.edition.markers[kind]}", s.board.tavern_places[route]
    events.append(Event("marker-placed", s.active, piece, f"plate.{s.active}", place))


def no_putting(s: Position, action: PutMarker) -> Reason:
    """Return why a marker cannot be placed on the route (9.8)."""
    if action.kind not in s.plate:
        return Reason("plate-lacks", {"marker": s.edition.markers[action.kind]})
    return Reason("no-marker-room")


def _route(s: Position, name: str) -> Reason:
    return Reason("no-marker-room")


class Replace(Rule):
    """Placing replacement markers (9.8): at the end of the turn each marker on the plate goes to an empty
    route without a marker and with room for an office."""

    id = "replace"
    uses = frozenset({"revealed"})
    handlers = {PutMarker: put_marker}
    refusals = {PutMarker: no_putting}
    touches = {"route": _route}

    def legal(self, s: Position) -> list[PutMarker]:
        routes = [route for route in s.board.marker_routes if may_hold_marker(s, route)]
        put = s.edition.words.put_marker
        return [put[kind][route] for kind in sorted(set(s.plate)) for route in routes]

    def facts(self, s: Position) -> dict[str, Any]:
        return {"left": len(s.plate)}

    def check(self, s: Position) -> None:
        super().check(s)
        assert s.revealed, "the replacement markers are shown before they are placed"
        assert len(self.legal(s)) > 1, "there is no choice where to place the markers on the plate"


REPLACE = Replace()
