"""Claiming a route: points, marker, benefit, and the pieces go home (rules section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.engine.core import Action, Event
from game.engine.hansa_teutonica.actions import (
    ADD_OFFICE,
    IMPROVE,
    NO_BENEFIT,
    TAKE_OFFICE,
    TAKE_TABLE,
    AddOffice,
    Button,
    Claim,
    Improve,
    TakeOffice,
    TakeTable,
)
from game.engine.hansa_teutonica.board import EXTRA_OFFICE, LEVELS, MERCHANT, PRIVILEGIUM, TRADER
from game.engine.hansa_teutonica.effects import (
    add_office,
    back_to_turn,
    clear_route,
    end_game,
    fill_office,
    improve,
    score,
    spend_action,
    take,
    take_marker,
    use_marker,
)
from game.engine.hansa_teutonica.question import Question
from game.engine.hansa_teutonica.tables import HOUSE_PLACES, ROUTES, TOWNS, code

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonicaState


def claim(s: HansaTeutonicaState, action: Claim, events: list[Event]) -> None:
    """7.1 points for control, judged before anything else; 7.2 the marker; then the benefit is asked."""
    spend_action(s)
    s.route = route = action.place
    events.append(Event("claim", s.active, "", "", f"route.{ROUTES[route]}"))
    pay_controllers(s, route, events)
    if s.tavern[route]:
        take_marker(s, route, events)
    if len(BENEFIT.legal(s)) > 1:
        s.ask("benefit", s.active)
    else:
        finish(s, events)


def pay_controllers(s: HansaTeutonicaState, route: int, events: list[Event]) -> None:
    """7.1: 1 point for the player who controls either town; both are judged first."""
    towns = s.board.route_towns[route]
    controllers = [s.control(town) for town in towns]
    for town, seat in zip(towns, controllers, strict=True):
        if 0 <= seat < s.seats:
            score(s, seat, 1, f"town.{TOWNS[town]}", events)


class Benefit(Question):
    """7.3: at most one of office (7.4), additional office (9.5), ability (7.5), Coellen table (7.6)."""

    id = "benefit"

    def legal(self, s: HansaTeutonicaState) -> list[Action]:
        board, seat, route = s.board, s.active, s.route
        privilege = LEVELS[PRIVILEGIUM][s.levels[5 * seat + PRIVILEGIUM]]
        here = {s.houses[house] for house in board.route_houses[route]}
        kinds = [kind for kind in (TRADER, MERCHANT) if code(seat, kind) in here]
        found: list[Action] = []
        for town in board.route_towns[route]:
            slot = s.next_office(town)
            if slot >= 0 and board.office_kind[slot] in kinds and board.office_privilege[slot] <= privilege:
                found.append(TAKE_OFFICE[slot])
        if s.unused[6 * seat + EXTRA_OFFICE] > (s.fresh == EXTRA_OFFICE):
            for town in board.route_towns[route]:
                if s.offices[board.first_office[town]]:
                    found += [ADD_OFFICE[kind][town] for kind in kinds]
        track = board.route_ability[route]
        if track is not None and s.levels[5 * seat + track] < len(LEVELS[track]) - 1:
            found.append(IMPROVE[track])
        if route == board.table_route and MERCHANT in kinds:
            found += [
                TAKE_TABLE[space]
                for space, needed in enumerate(board.table_privilege)
                if not s.table[space] and needed <= privilege
            ]
        found.append(NO_BENEFIT)
        return found

    def facts(self, s: HansaTeutonicaState) -> dict[str, Any]:
        return {"route": ROUTES[s.route]}


def piece_of_route(s: HansaTeutonicaState, kind: int) -> int:
    """The first house of the claimed route with a piece of this kind."""
    wanted = code(s.active, kind)
    return next(house for house in s.board.route_houses[s.route] if s.houses[house] == wanted)


def take_office(s: HansaTeutonicaState, action: TakeOffice, events: list[Event]) -> None:
    """7.4."""
    house = piece_of_route(s, s.board.office_kind[action.place])
    fill_office(s, action.place, take(s, house), HOUSE_PLACES[house], events)
    finish(s, events)


def take_extra_office(s: HansaTeutonicaState, action: AddOffice, events: list[Event]) -> None:
    """9.5."""
    use_marker(s, EXTRA_OFFICE, events)
    house = piece_of_route(s, action.kind)
    add_office(s, action.place, take(s, house), HOUSE_PLACES[house], events)
    finish(s, events)


def improve_ability(s: HansaTeutonicaState, action: Improve, events: list[Event]) -> None:
    """7.5."""
    improve(s, s.active, action.place, events)
    finish(s, events)


def take_table(s: HansaTeutonicaState, action: TakeTable, events: list[Event]) -> None:
    """7.6."""
    house = piece_of_route(s, MERCHANT)
    take(s, house)
    s.table[action.place] = s.active + 1
    events.append(Event("table", s.active, "merchant", HOUSE_PLACES[house], f"table.{action.place + 1}"))
    finish(s, events)


def no_benefit(s: HansaTeutonicaState, action: Button, events: list[Event]) -> None:
    """7.3: a benefit may be declined (A17)."""
    finish(s, events)


def finish(s: HansaTeutonicaState, events: list[Event]) -> None:
    """7.8; if the claim ended the game, it ends now (10.2)."""
    clear_route(s, s.route, events)
    if s.ending:
        end_game(s, events)
    else:
        back_to_turn(s)


BENEFIT = Benefit(
    {
        TakeOffice: take_office,
        AddOffice: take_extra_office,
        Improve: improve_ability,
        TakeTable: take_table,
        Button: no_benefit,
    }
)
