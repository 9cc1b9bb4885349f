"""The end of a turn: replacement markers are laid, the next turn begins (rules 4.3 and 9.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.engine.core import Event
from game.engine.hansa_teutonica import two_players
from game.engine.hansa_teutonica.actions import PUT_MARKER, Button, PutMarker, StepPawn
from game.engine.hansa_teutonica.board import MARKERS
from game.engine.hansa_teutonica.effects import begin_turn
from game.engine.hansa_teutonica.question import Question
from game.engine.hansa_teutonica.tables import TAVERN_PLACES

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonicaState


def end_turn(s: HansaTeutonicaState, action: Button, events: list[Event]) -> None:
    """4.3: the replacement markers are shown and placed, then the next player's turn begins."""
    for kind in s.plate:
        events.append(Event("reveal", s.active, f"marker.{MARKERS[kind]}", f"plate.{s.active}"))
    s.revealed = True
    place_replacements(s, events)


def place_replacements(s: HansaTeutonicaState, events: list[Event]) -> None:
    """Ask for the next replacement; markers without a legal route leave the game (A27)."""
    if s.plate:
        s.ask("replace", s.active)
        choices = REPLACE.legal(s)
        if len(choices) > 1:
            return
        if choices:
            put_marker(s, choices[0], events)
            return
        for kind in s.plate:
            events.append(
                Event("marker-lost", s.active, f"marker.{MARKERS[kind]}", f"plate.{s.active}", "box")
            )
        s.box += s.plate
        s.plate = ()
    s.revealed = False
    events.append(Event("turn-end", s.active))
    begin_turn(s, (s.active + 1) % s.seats, events)


class Replace(Question):
    """9.8: at the end of the turn each marker of the plate goes on a free and empty route that has room
    for an office."""

    id = "replace"

    def legal(self, s: HansaTeutonicaState) -> list[PutMarker]:
        routes = [route for route in range(len(s.board.routes)) if may_hold_marker(s, route)]
        return [PUT_MARKER[kind][route] for kind in sorted(set(s.plate)) for route in routes]

    def facts(self, s: HansaTeutonicaState) -> dict[str, Any]:
        return {"left": len(s.plate)}


def may_hold_marker(s: HansaTeutonicaState, route: int) -> bool:
    """9.8: no marker, no piece, and an empty printed office in one of its towns (A1)."""
    board = s.board
    first = board.first_house[route]
    if s.tavern[route] or any(s.houses[first : first + board.route_size[route]]):
        return False
    return any(not s.offices[board.town_offices[town][-1]] for town in board.route_towns[route])


def put_marker(s: HansaTeutonicaState, action: PutMarker, events: list[Event]) -> None:
    """9.8; with neutral traders one more of them comes to the route (12.B.6)."""
    kind, route = action.kind, action.place
    at = s.plate.index(kind)
    s.plate = s.plate[:at] + s.plate[at + 1 :]
    s.tavern[route] = kind + 1
    piece = f"marker.{MARKERS[kind]}"
    events.append(Event("marker-placed", s.active, piece, f"plate.{s.active}", TAVERN_PLACES[route]))
    if s.rules.neutral:
        two_players.neutral_to_route(s, route, events)
    place_replacements(s, events)


REPLACE = Replace({PutMarker: put_marker})
LAST_STEPS = two_players.LastSteps({StepPawn: two_players.step, Button: end_turn})
