"""Claiming a route (section 7): points, marker, benefit and the return of the pieces to the stock."""

from __future__ import annotations

from typing import Any

from game.engine.core import Action, Event, Reason
from game.games.hansa_teutonica.rules.actions import (
    IMPROVE,
    NO_BENEFIT,
    AddOffice,
    Claim,
    Improve,
    PlainAction,
    TakeOffice,
    TakeTable,
)
from game.games.hansa_teutonica.rules.agenda import last, proceed
from game.games.hansa_teutonica.rules.board import (
    EXTRA_OFFICE,
    KINDS,
    LEVELS,
    MERCHANT,
    PRIVILEGIUM,
    TRACKS,
    TRADER,
)
from game.games.hansa_teutonica.rules.codes import changed, code, level_at, owner
from game.games.hansa_teutonica.rules.effects import (
    add_office,
    fill_office,
    improve,
    score,
    take,
    take_marker,
    use_marker,
)
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import (
    ELEMENTS,
    lacks_marker,
    lacks_privilege,
    not_now,
    taken_office,
    taken_space,
)
from game.games.hansa_teutonica.rules.rule import Rule


def claim(s: Position, action: Claim, events: list[Event]) -> None:
    """Claim a route: pay points for control (7.1), take the marker (7.2), then request the benefit."""
    s.actions_left -= 1
    s.route = route = action.place
    events.append(Event("claim", s.active, "", "", f"route.{s.board.route_ids[route]}"))
    pay_controllers(s, route, events)
    if s.tavern[route]:
        take_marker(s, route, events)
    if len(s.edition.decisions["benefit"].legal(s)) > 1:
        s.ask("benefit", s.active)
    else:
        finish(s, events)


def pay_controllers(s: Position, route: int, events: list[Event]) -> None:
    """Give 1 point to the controller of each town (7.1). Both are determined before any points."""
    towns = s.board.route_towns[route]
    controllers = [s.control(town) for town in towns]
    for town, seat in zip(towns, controllers, strict=True):
        if 0 <= seat < s.seats:
            score(s, seat, 1, f"town.{s.board.town_ids[town]}", events)


def piece_of_route(s: Position, kind: int) -> int:
    """Return the first house of the claimed route with a piece of this kind."""
    wanted = code(s.active, kind)
    return next(house for house in s.board.route_houses[s.route] if s.houses[house] == wanted)


def take_office(s: Position, action: TakeOffice, events: list[Event]) -> None:
    """Fill a printed office (7.4)."""
    house = piece_of_route(s, s.board.office_kind[action.place])
    fill_office(s, action.place, take(s, house), s.board.house_places[house], events)
    finish(s, events)


def take_extra_office(s: Position, action: AddOffice, events: list[Event]) -> None:
    """Establish an additional office (9.5)."""
    use_marker(s, EXTRA_OFFICE, events)
    house = piece_of_route(s, action.kind)
    add_office(s, action.place, take(s, house), s.board.house_places[house], events)
    finish(s, events)


def improve_ability(s: Position, action: Improve, events: list[Event]) -> None:
    """Improve an ability (7.5)."""
    improve(s, s.active, action.place, events)
    finish(s, events)


def take_table(s: Position, action: TakeTable, events: list[Event]) -> None:
    """Put a merchant on the Coellen table (7.6)."""
    house = piece_of_route(s, MERCHANT)
    take(s, house)
    s.table = changed(s.table, action.place, s.active + 1)
    events.append(
        Event("table", s.active, "merchant", s.board.house_places[house], f"table.{action.place + 1}")
    )
    finish(s, events)


def no_benefit(s: Position, action: PlainAction, events: list[Event]) -> None:
    """Decline the benefit (7.3, A17)."""
    finish(s, events)


def finish(s: Position, events: list[Event]) -> None:
    """Return the pieces (7.8), and end the game if the claim ends it (10.2)."""
    last(s, ("clear", s.route), ("close", 0))
    for hook in s.edition.after_claim:
        hook(s, s.route)
    proceed(s, events)


# ---- refusals -------------------------------------------------------------------------------


def kinds_there(s: Position) -> list[int]:
    """Return the kinds of the claimant's pieces on the claimed route."""
    here = {s.houses[house] for house in s.board.route_houses[s.route]}
    return [kind for kind in (TRADER, MERCHANT) if code(s.active, kind) in here]


def no_office(s: Position, action: TakeOffice) -> Reason:
    """Return why the office cannot be filled (7.4)."""
    return _office(s, s.board.office_ids[action.place])


def _office(s: Position, name: str) -> Reason:
    slot, town = s.board.office_index[name], name.rpartition(".")[0]
    if why := taken_office(s, name):
        return why
    if s.board.town_index[town] not in s.board.route_towns[s.route]:
        return Reason("office-away", {"town": town})
    if slot != s.next_office(s.board.town_index[town]):
        return Reason("office-order")
    needed = lacks_privilege(s, s.board.office_privilege[slot])
    return needed or Reason("route-lacks", {"piece": KINDS[s.board.office_kind[slot]]})


def no_extra_office(s: Position, action: AddOffice) -> Reason:
    """Return why no additional office can be established (9.5)."""
    town = action.place
    if why := lacks_marker(s, EXTRA_OFFICE):
        return why
    if town not in s.board.route_towns[s.route]:
        return Reason("office-away", {"town": s.board.town_ids[town]})
    if not s.row(town) and not s.board.green[town]:
        return Reason("extra-alone", {"town": s.board.town_ids[town]})
    return Reason("route-lacks", {"piece": KINDS[action.kind]})


def no_improvement(s: Position, action: Improve) -> Reason:
    """Return why the track cannot be improved (7.5)."""
    return ELEMENTS["track"](s, TRACKS[action.place]) or not_now(s)


def no_table(s: Position, action: TakeTable) -> Reason:
    """Return why the space of the table cannot be taken (7.6)."""
    return _table(s, str(action.place + 1))


def _table(s: Position, number: str) -> Reason:
    space = int(number) - 1
    if taken_space(s, space) or s.route != s.board.table_route:
        return ELEMENTS["table"](s, number) or not_now(s)
    return lacks_privilege(s, s.board.table_privilege[space]) or Reason("route-lacks", {"piece": "merchant"})


class Benefit(Rule):
    """Benefit of a claim (7.3): at most one of office (7.4), additional office (9.5), ability (7.5) and table
    (7.6)."""

    id = "benefit"
    inside_action = True
    may_end = True
    uses = frozenset({"route", "fresh"})
    handlers = {
        TakeOffice: take_office,
        AddOffice: take_extra_office,
        Improve: improve_ability,
        TakeTable: take_table,
        PlainAction: no_benefit,
    }
    refusals = {
        TakeOffice: no_office,
        AddOffice: no_extra_office,
        Improve: no_improvement,
        TakeTable: no_table,
    }
    touches = {"office": _office, "table": _table}

    def legal(self, s: Position) -> list[Action]:
        board, words, seat, route = s.board, s.edition.words, s.active, s.route
        privilege = s.worth(seat, PRIVILEGIUM)
        kinds = kinds_there(s)
        found: list[Action] = []
        for town in board.route_towns[route]:
            slot = s.next_office(town)
            if slot >= 0 and board.office_kind[slot] in kinds and board.office_privilege[slot] <= privilege:
                found.append(words.take_office[slot])
        if s.unused[seat][EXTRA_OFFICE] > (s.fresh == EXTRA_OFFICE):
            for town in board.route_towns[route]:
                if board.green[town] or s.offices[board.first_office[town]]:
                    found += [words.add_office[kind][town] for kind in kinds]
        for track in board.route_abilities[route]:
            if s.levels[level_at(seat, track)] < len(LEVELS[track]) - 1:
                found.append(IMPROVE[track])
        if route == board.table_route and MERCHANT in kinds:
            found += [
                words.take_table[space]
                for space, needed in enumerate(board.table_privilege)
                if not s.table[space] and needed <= privilege
            ]
        for offer in self.offers:
            offer(s, seat, found)
        found.append(NO_BENEFIT)
        return found

    def facts(self, s: Position) -> dict[str, Any]:
        return {"route": s.board.route_ids[s.route]}

    def check(self, s: Position) -> None:
        super().check(s)
        assert s.route >= 0, "a claim has a route"
        own = all(owner(s.houses[house]) == s.active for house in s.board.route_houses[s.route])
        assert own, f"the claimant fills {s.board.route_ids[s.route]}"
        assert s.fresh < 0 or s.unused[s.active][s.fresh], "fresh: the marker just taken is an unused one"
        assert len(self.legal(s)) > 1, "there is no benefit to choose"


BENEFIT = Benefit()
