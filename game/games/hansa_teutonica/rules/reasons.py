"""Reasons of refusals: those shared by decisions, and those for elements that begin no legal action.

Each decision defines its own reasons next to its rules. Reasons are computed only on request, so this code
need not be fast. The sentences are the entries `reason.<id>` of
assets/games/hansa_teutonica/texts.<language>.json, and tests/engine/hansa_teutonica/reasons.json lists the
facts of each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.engine.core import Reason
from game.games.hansa_teutonica.rules.board import (
    EXTRA_OFFICE,
    KINDS,
    LEVELS,
    PRIVILEGES,
    PRIVILEGIUM,
    TRACKS,
)
from game.games.hansa_teutonica.rules.codes import kind_name, owner, pile_at
from game.games.hansa_teutonica.rules.position import Position

SUPPLY_EMPTY = Reason("supply-empty")


def not_now(s: Position) -> Reason:
    """Return that another decision is pending."""
    return Reason("not-now", {"decision": s.now.id}) if s.now else Reason("game-over")


def no_actions(s: Position) -> Reason | None:
    """Return that no actions are left in the turn."""
    return None if s.actions_left else Reason("no-actions-left")


def no_room(s: Position, house: int) -> Reason | None:
    """Return that the house is occupied."""
    return occupied(s, house) if s.houses[house] else None


def no_standing(s: Position, kind: int, house: int) -> Reason | None:
    """Return that pieces of this kind cannot occupy the house."""
    return None if s.stands(kind, house) else Reason("no-standing", {"piece": KINDS[kind]})


def no_going(s: Position, origin: int, house: int) -> Reason | None:
    """Return that the piece cannot be moved there from its house."""
    return None if s.goes(origin, house) else Reason("no-going")


def occupied(s: Position, house: int) -> Reason:
    """Return that the house is occupied."""
    piece = s.houses[house]
    return Reason("house-occupied", {"piece": kind_name(piece), "seat": owner(piece)})


def lacks_supply(s: Position, kind: int) -> Reason | None:
    """Return that the active player has no such piece in the supply, or none at all."""
    if s.supply[pile_at(s.active, kind)]:
        return None
    return Reason("supply-lacks", {"piece": KINDS[kind]}) if any(s.supply_of(s.active)) else SUPPLY_EMPTY


def no_leaving(s: Position, origin: int, house: int) -> Reason | None:
    """Return that markers cannot take the piece there from its house."""
    return None if s.stays(origin, house) else Reason("no-going")


def beyond_reach(s: Position, route: int) -> Reason | None:
    """Return that a module bars the active player from claiming the route."""
    for module in s.edition.modules:
        reach = module.action_range(s)
        if reach is not None and route not in reach.routes:
            return reach.why(s, route)
    return None


def house_beyond(s: Position, house: int) -> Reason | None:
    """Return that a module bars the active player from placing or displacing there."""
    for module in s.edition.modules:
        reach = module.action_range(s)
        if reach is not None and house not in reach.houses:
            return reach.why(s, s.board.house_route[house])
    return None


def lacks_privilege(s: Position, needed: int) -> Reason | None:
    """Return that the claimant's Privilege is too low."""
    own = s.worth(s.active, PRIVILEGIUM)
    if needed <= own:
        return None
    return Reason("privilege-lacks", {"privilege": PRIVILEGES[needed], "own": PRIVILEGES[own]})


def lacks_marker(s: Position, kind: int) -> Reason | None:
    """Return that no marker of this kind can be used: the player has no such marker, or took it in the
    current claim (9.3)."""
    count = s.unused[s.active][kind]
    if count > (s.fresh == kind):
        return None
    return Reason("marker-fresh" if count else "marker-none", {"marker": s.edition.markers[kind]})


def full_track(s: Position, seat: int, track: int) -> Reason | None:
    """Return that nothing is left to improve."""
    if s.level(seat, TRACKS[track]) < len(LEVELS[track]):
        return None
    return Reason("track-full", {"track": TRACKS[track], "value": s.value(seat, TRACKS[track])})


def taken_space(s: Position, space: int) -> Reason | None:
    """Return that the space of the Coellen table is taken."""
    seat = s.table_seats()[space]
    if seat is None:
        return None
    return Reason("table-taken", {"points": s.board.table_points[space], "seat": seat})


# ---- elements -------------------------------------------------------------------------------


def _later(s: Position, rest: str) -> Reason | None:
    return not_now(s)


def _office(s: Position, office: str) -> Reason | None:
    """Return why a printed office cannot be chosen, while no route is claimed."""
    slot = s.board.office_index[office]
    printed = {
        "town": office.rpartition(".")[0],
        "piece": KINDS[s.board.office_kind[slot]],
        "privilege": PRIVILEGES[s.board.office_privilege[slot]],
    }
    return taken_office(s, office) or Reason("office-by-claim", printed)


def taken_office(s: Position, office: str) -> Reason | None:
    """Return that the office is occupied, with its owner."""
    piece = s.office_piece(office)
    town = office.rpartition(".")[0]
    return Reason("office-taken", {"town": town, "seat": piece.seat}) if piece else None


def _town(s: Position, town: str) -> Reason:
    seat = s.control(s.board.town_index[town])
    if seat < 0:
        return Reason("town-free", {"town": town})
    return Reason("town-controlled", {"town": town, "seat": seat})


def _tavern(s: Position, route: str) -> Reason:
    kind = s.tavern_marker(route)
    return Reason("marker-on-route", {"marker": kind, "route": route}) if kind else not_now(s)


def _table(s: Position, number: str) -> Reason:
    space, board = int(number) - 1, s.board
    facts = {
        "points": board.table_points[space],
        "route": board.route_ids[board.table_route],
        "privilege": PRIVILEGES[board.table_privilege[space]],
    }
    return taken_space(s, space) or Reason("table-by-claim", facts)


def _track(s: Position, track: str) -> Reason:
    index, seat = TRACKS.index(track), s.decider
    town = next((town.id for town in s.board.towns if index in town.abilities), None)
    if town is None:  # no town of this board improves it
        return full_track(s, seat, index) or not_now(s)
    facts = {"track": track, "value": s.value(seat, track), "town": town}
    return full_track(s, seat, index) or Reason("track-by-claim", facts)


def _marker(s: Position, kind: str) -> Reason:
    number = s.edition.markers.index(kind)
    if s.fresh == number and s.unused[s.active][number] == 1:
        return Reason("marker-fresh", {"marker": kind})
    if number == EXTRA_OFFICE:
        return Reason("marker-in-claim", {"marker": kind})
    return Reason("marker-on-turn", {"marker": kind})


ELEMENTS: Mapping[str, Callable[[Position, str], Reason | None]] = {
    "house": _later,
    "office": _office,
    "town": _town,
    "route": _later,
    "tavern": _tavern,
    "table": _table,
    "track": _track,
    "marker": _marker,
    "supply": _later,
    "stock": _later,
}
"""Reasons by kind of element, for decisions without more specific ones."""
