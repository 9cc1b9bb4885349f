"""Why something is not allowed: the reasons that decisions share, and those for elements touched in vain.

Each decision has its own reasons beside its rules; `REASONS` lists all ids, with the facts their sentences
need. Called only when somebody asks, so nothing here is fast. The sentences are the entries
`reason.<id>` of assets/i18n/hansa-teutonica.<language>.json.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.engine.core import Reason
from game.engine.hansa_teutonica.board import (
    EXTRA_OFFICE,
    KINDS,
    LEVELS,
    MARKERS,
    PRIVILEGES,
    PRIVILEGIUM,
    TRACKS,
)
from game.engine.hansa_teutonica.codes import kind_name, marker_at, owner, pile_at
from game.engine.hansa_teutonica.position import Position
from game.engine.hansa_teutonica.tables import HOUSES, OFFICE_INDEX, ROUTE_INDEX, ROUTES, TOWN_INDEX

REASONS: Mapping[str, tuple[str, ...]] = {
    "game-over": (),
    "not-now": ("decision",),
    "no-actions-left": (),
    "house-not-on-this-side": ("house",),
    "house-empty": (),
    "house-occupied": ("piece", "seat"),
    "own-piece": (),
    "supply-empty": (),
    "supply-lacks": ("piece",),
    "supply-later": (),
    "stock-empty": (),
    "stock-lacks": ("piece",),
    "stock-by-income": (),
    "income-amount": ("amount",),
    "beyond-pawn": ("route",),
    "price": ("piece", "price", "have"),
    "no-refuge": (),
    "too-far": (),
    "no-extra-piece": (),
    "last-house": (),
    "not-own": (),
    "lift-limit": (),
    "nothing-moves": (),
    "as-it-was": (),
    "route-not-on-this-side": ("route",),
    "route-unfilled": ("route", "seat"),
    "no-marker-room": (),
    "marker-on-route": ("marker", "route"),
    "plate-lacks": ("marker",),
    "office-by-claim": ("town", "piece", "privilege"),
    "office-taken": ("town", "seat"),
    "office-away": ("town",),
    "office-order": (),
    "privilege-lacks": ("privilege", "own"),
    "route-lacks": ("piece",),
    "town-controlled": ("town", "seat"),
    "town-free": ("town",),
    "table-by-claim": ("points", "route", "privilege"),
    "table-taken": ("points", "seat"),
    "track-by-claim": ("track", "value", "town"),
    "track-full": ("track", "value"),
    "marker-none": ("marker",),
    "marker-on-turn": ("marker",),
    "marker-fresh": ("marker",),
    "marker-in-claim": ("marker",),
    "marker-idle": ("marker",),
    "swap-gap": (),
    "swap-own": (),
    "rivals-only": (),
    "pawn-here": (),
    "pawn-walks": ("steps",),
    "steps-order": (),
    "no-pawn": (),
    "finish-needless": (),
}
"""Every id with the names of its facts. A fact is a number, a seat, or the id of the thing it names."""


def not_now(s: Position) -> Reason:
    """Another decision is open."""
    return Reason("not-now", {"decision": s.now.id}) if s.now else Reason("game-over")


def no_actions(s: Position) -> Reason | None:
    """No actions are left in the turn."""
    return None if s.actions_left else Reason("no-actions-left")


def no_house(s: Position, house: int) -> Reason | None:
    """The house is not on this side of the board."""
    return Reason("house-not-on-this-side", {"house": HOUSES[house]}) if house >= len(s.houses) else None


def no_room(s: Position, house: int) -> Reason | None:
    """The house cannot take a piece: it is occupied, or there is no such house."""
    if house < len(s.houses) and s.houses[house]:
        return occupied(s, house)
    return no_house(s, house)


def occupied(s: Position, house: int) -> Reason:
    """The house is occupied."""
    piece = s.houses[house]
    return Reason("house-occupied", {"piece": kind_name(piece), "seat": owner(piece)})


def lacks_supply(s: Position, kind: int) -> Reason | None:
    """The active player has no such piece in the supply."""
    if s.supply[pile_at(s.active, kind)]:
        return None
    return Reason("supply-lacks", {"piece": KINDS[kind]})


def beyond_pawn(s: Position, route: int) -> Reason | None:
    """12.A.3: the route does not border the pawn's province."""
    provinces = s.rules.provinces
    if provinces is None or s.pawn < 0 or route in provinces.routes[s.pawn]:
        return None
    return Reason("beyond-pawn", {"route": ROUTES[route]})


def lacks_privilege(s: Position, needed: int) -> Reason | None:
    """The claimant's Privilege does not reach that far."""
    own = s.worth(s.active, PRIVILEGIUM)
    if needed <= own:
        return None
    return Reason("privilege-lacks", {"privilege": PRIVILEGES[needed], "own": PRIVILEGES[own]})


def lacks_marker(s: Position, kind: int) -> Reason | None:
    """No marker of this kind can be used: there is none, or it was taken in the current claim (9.3)."""
    count = s.unused[marker_at(s.active, kind)]
    if count > (s.fresh == kind):
        return None
    return Reason("marker-fresh" if count else "marker-none", {"marker": MARKERS[kind]})


def full_track(s: Position, seat: int, track: int) -> Reason | None:
    """Nothing is left to improve."""
    if s.level(seat, TRACKS[track]) < len(LEVELS[track]):
        return None
    return Reason("track-full", {"track": TRACKS[track], "value": s.value(seat, TRACKS[track])})


def taken_space(s: Position, space: int) -> Reason | None:
    """The space of the Coellen table is taken."""
    seat = s.table_seats()[space]
    if seat is None:
        return None
    return Reason("table-taken", {"points": s.board.table_points[space], "seat": seat})


# ---- elements -------------------------------------------------------------------------------


def _later(s: Position, rest: str) -> Reason | None:
    return not_now(s)


def _office(s: Position, office: str) -> Reason | None:
    """A printed office, while no route is claimed."""
    printed = printed_office(s, office)
    taken = taken_office(s, office)
    fields = {"town": printed["town"], "piece": printed["piece"], "privilege": printed["privilege"]}
    return taken or Reason("office-by-claim", fields)


def printed_office(s: Position, office: str) -> dict[str, str]:
    """What is printed on an office."""
    slot = OFFICE_INDEX[office]
    return {
        "town": office.rpartition(".")[0],
        "piece": KINDS[s.board.office_kind[slot]],
        "privilege": PRIVILEGES[s.board.office_privilege[slot]],
    }


def taken_office(s: Position, office: str) -> Reason | None:
    """Somebody has the office."""
    piece = s.office_piece(office)
    town = office.rpartition(".")[0]
    return Reason("office-taken", {"town": town, "seat": piece.seat}) if piece else None


def _town(s: Position, town: str) -> Reason:
    seat = s.control(TOWN_INDEX[town])
    if seat < 0:
        return Reason("town-free", {"town": town})
    return Reason("town-controlled", {"town": town, "seat": seat})


def _tavern(s: Position, route: str) -> Reason:
    kind = s.tavern[ROUTE_INDEX[route]]
    return Reason("marker-on-route", {"marker": MARKERS[kind - 1], "route": route}) if kind else not_now(s)


def _table(s: Position, number: str) -> Reason:
    space, board = int(number) - 1, s.board
    facts = {
        "points": board.table_points[space],
        "route": ROUTES[board.table_route],
        "privilege": PRIVILEGES[board.table_privilege[space]],
    }
    return taken_space(s, space) or Reason("table-by-claim", facts)


def _track(s: Position, track: str) -> Reason:
    index, seat = TRACKS.index(track), s.decider
    town = next(town.id for town in s.board.towns if town.ability == index)
    facts = {"track": track, "value": s.value(seat, track), "town": town}
    return full_track(s, seat, index) or Reason("track-by-claim", facts)


def _marker(s: Position, kind: str) -> Reason:
    if s.fresh == MARKERS.index(kind) and s.unused[marker_at(s.active, s.fresh)] == 1:
        return Reason("marker-fresh", {"marker": kind})
    if MARKERS.index(kind) == EXTRA_OFFICE:
        return Reason("marker-in-claim", {"marker": kind})
    return Reason("marker-on-turn", {"marker": kind})


def _supply(s: Position, kind: str) -> Reason:
    if not s.supply[pile_at(s.decider, KINDS.index(kind))]:
        return Reason("supply-lacks", {"piece": kind})
    return not_now(s)


def _stock(s: Position, kind: str) -> Reason:
    if not s.stock[pile_at(s.decider, KINDS.index(kind))]:
        return Reason("stock-lacks", {"piece": kind})
    return not_now(s)


def pawn_walks(s: Position, name: str) -> Reason:
    """Where the pawn can go, and when."""
    if name == s.pawn_province():
        return Reason("pawn-here")
    return Reason("pawn-walks", {"steps": s.steps})


ELEMENTS: Mapping[str, Callable[[Position, str], Reason | None]] = {
    "house": _later,
    "office": _office,
    "town": _town,
    "route": _later,
    "tavern": _tavern,
    "table": _table,
    "track": _track,
    "marker": _marker,
    "supply": _supply,
    "stock": _stock,
    "province": pawn_walks,
}
"""What to say of each kind of element in decisions that have nothing better to say."""
