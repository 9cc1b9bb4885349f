"""Why something cannot be touched now, in one sentence: the rules as an answer to a mistaken touch.

The sentences are the `why.` entries of assets/i18n/hansa-teutonica.<language>.json. Nothing here decides what
is legal; the engine has done so before anybody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from game.client.views.hansa_teutonica.words import Words
from game.engine.hansa_teutonica.board import (
    KINDS,
    LEVELS,
    MARKERS,
    PRIVILEGES,
    TRACKS,
    BoardSide,
    TableSpace,
    Town,
)
from game.engine.hansa_teutonica.state import HansaTeutonicaState
from game.engine.hansa_teutonica.tables import ROUTE_INDEX, TOWN_INDEX

Reason = tuple[str, dict[str, Any]]
"""The key of a sentence without its `why.`, and its fields."""

RELOCATIONS = ("relocate", "relocate-neutral")


class Reasons:
    """The answers of one game."""

    def __init__(self, words: Words, side: BoardSide) -> None:
        self.words = words
        self.side = side
        self.towns = {town.id: town for town in side.towns}
        self._of: dict[str, Callable[[str, HansaTeutonicaState], Reason | None]] = {
            "house": self._house,
            "office": self._office,
            "town": self._town,
            "route": self._route,
            "tavern": self._tavern,
            "table": self._table,
            "track": self._track,
            "marker": self._marker,
            "supply": self._supply,
            "stock": self._stock,
            "province": self._province,
        }

    def things(self, s: HansaTeutonicaState) -> Iterator[str]:
        """Every element that can be asked about: of the board, and of the actor's desk."""
        for route in self.side.routes:
            yield from (f"house.{route.id}.{number}" for number in range(1, len(route.house_xy) + 1))
            yield f"route.{route.id}"
            if s.tavern_marker(route.id):
                yield f"tavern.{route.id}"
        for town in self.side.towns:
            yield from (f"office.{town.id}.{number}" for number in range(1, len(town.offices) + 1))
            yield f"town.{town.id}"
        yield from (f"table.{number}" for number in range(1, len(self.side.table) + 1))
        if s.rules.provinces is not None:
            yield from (f"province.{name}" for name in s.rules.provinces.ids)
        if s.actor is not None:
            yield from (f"{pile}.{kind}" for pile in ("supply", "stock") for kind in KINDS)
            yield from (f"track.{track}" for track in TRACKS)
            yield from (f"marker.{kind}" for kind in s.markers_of(s.actor))

    def why_not(self, element: str, s: HansaTeutonicaState) -> str:
        """Why the element is not offered; empty if there is nothing to say."""
        kind, _, rest = element.partition(".")
        if s.decision is None or kind not in self._of:
            return ""
        reason = self._of[kind](rest, s)
        if reason is None:
            return ""
        key, fields = reason
        return self.words.t(f"why.{key}", **fields)

    # ---- the board --------------------------------------------------------------------------

    def _house(self, house: str, s: HansaTeutonicaState) -> Reason | None:
        asked, piece = _asked(s), s.house_piece(house)
        route = house.rpartition(".")[0]
        if asked in ("turn", "move", *RELOCATIONS) and piece and (asked != "turn" or piece.seat == s.actor):
            if asked == "move" and piece.seat == s.actor:
                return "lifted", {}
            return "occupied", {"piece": self.words.kind(piece.kind), "name": self.words.who(piece.seat)}
        if asked in RELOCATIONS:
            return "near", {}
        if asked == "remove":
            return ("remove.own", {}) if piece else ("empty", {})
        if asked == "move":
            return "back", {}
        if asked != "turn":
            return self._later(s)
        if not s.actions_left:
            return "no-actions", {}
        if self._far_from_pawn(route, s):
            return "pawn", {"route": self.words.routes[route]}
        have = sum(s.supply_of(s.active))
        if piece is None:
            return ("no-supply", {}) if not have else self._later(s)
        price = 2 + (piece.kind == "merchant")
        if have < price:
            return "price", {"piece": self.words.kind(piece.kind), "price": price, "n": have}
        return "refuge", {}

    def _far_from_pawn(self, route: str, s: HansaTeutonicaState) -> bool:
        provinces = s.rules.provinces
        return provinces is not None and s.pawn >= 0 and ROUTE_INDEX[route] not in provinces.routes[s.pawn]

    def _office(self, office: str, s: HansaTeutonicaState) -> Reason | None:
        name, _, number = office.rpartition(".")
        town, printed = self.towns[name], self.towns[name].offices[int(number) - 1]
        fields = {
            "town": town.name,
            "piece": self.words.kind(KINDS[printed.kind]),
            "privilege": self.words.t(f"privilege.{PRIVILEGES[printed.privilege]}"),
        }
        owner = s.office_piece(office)
        if owner is not None:
            return "office.taken", {**fields, "name": self.words.who(owner.seat)}
        if _asked(s) != "benefit":
            return "office", fields
        if name not in self._ends(s):
            return "office.away", fields
        if any(piece is None for piece in s.town_offices(name)[: int(number) - 1]):
            return "office.order", fields
        if printed.privilege > PRIVILEGES.index(str(s.value(s.active, "privilegium"))):
            return "office.privilege", {**fields, "own": self._privilege(s)}
        return "office.piece", fields

    def _ends(self, s: HansaTeutonicaState) -> tuple[str, str]:
        """The towns of the route that is claimed."""
        assert s.decision is not None
        route = next(route for route in self.side.routes if route.id == s.decision.facts["route"])
        return route.a, route.b

    def _privilege(self, s: HansaTeutonicaState) -> str:
        return self.words.value("privilegium", s.value(s.active, "privilegium"))

    def _town(self, name: str, s: HansaTeutonicaState) -> Reason | None:
        seat = s.control(TOWN_INDEX[name])
        if seat < 0:
            return "town.free", {"town": self.towns[name].name}
        return "town", {"town": self.towns[name].name, "name": self.words.who(seat)}

    def _route(self, route: str, s: HansaTeutonicaState) -> Reason | None:
        asked, fields = _asked(s), {"route": self.words.routes[route], "name": self.words.who(s.actor)}
        if asked == "replace":
            return "replace", fields
        if asked != "turn":
            return self._later(s)
        if not s.actions_left:
            return "no-actions", {}
        if any(piece is None or piece.seat != s.active for piece in s.route_pieces(route)):
            return "route", fields
        return ("pawn", fields) if self._far_from_pawn(route, s) else self._later(s)

    def _tavern(self, route: str, s: HansaTeutonicaState) -> Reason | None:
        marker = self.words.marker(s.tavern_marker(route) or "")
        return "tavern", {"marker": marker, "route": self.words.routes[route]}

    def _table(self, number: str, s: HansaTeutonicaState) -> Reason | None:
        space: TableSpace = self.side.table[int(number) - 1]
        fields = {
            "n": space.points,
            "route": self.words.routes[self.side.table_route],
            "privilege": self.words.t(f"privilege.{PRIVILEGES[space.privilege]}"),
        }
        owner = s.table_seats()[int(number) - 1]
        if owner is not None:
            return "table.taken", {**fields, "name": self.words.who(owner)}
        if _asked(s) != "benefit" or s.decision is None or s.decision.facts["route"] != self.side.table_route:
            return "table", fields
        if space.privilege > PRIVILEGES.index(str(s.value(s.active, "privilegium"))):
            return "office.privilege", {**fields, "own": self._privilege(s)}
        return "table.merchant", fields

    def _province(self, name: str, s: HansaTeutonicaState) -> Reason | None:
        if name == s.pawn_province():
            return "province.here", {}
        return "province", {"n": s.steps}

    # ---- the desk ---------------------------------------------------------------------------

    def _track(self, track: str, s: HansaTeutonicaState) -> Reason | None:
        index, seat = TRACKS.index(track), s.actor or 0
        towns: list[Town] = [town for town in self.side.towns if town.ability == index]
        fields = {
            "track": self.words.t(f"track.{track}"),
            "value": self.words.value(track, s.value(seat, track)),
            "town": towns[0].name,
        }
        if s.level(seat, track) == len(LEVELS[index]):
            return "track.full", fields
        return "track", fields

    def _marker(self, kind: str, s: HansaTeutonicaState) -> Reason | None:
        fields = {"marker": self.words.marker(kind)}
        if _asked(s) != "turn":
            return "marker.turn", fields
        if s.fresh == MARKERS.index(kind) and s.markers_of(s.active)[kind] == 1:
            return "marker.fresh", fields
        return ("marker.extra", fields) if kind == "extra_office" else ("marker.idle", fields)

    def _supply(self, kind: str, s: HansaTeutonicaState) -> Reason | None:
        seat = s.actor or 0
        if _asked(s) == "turn" and not s.actions_left:
            return "no-actions", {}
        if not s.supply_of(seat)[KINDS.index(kind)]:
            return "supply.none", {"piece": self.words.kind(kind)}
        return ("supply.later", {}) if _asked(s) in RELOCATIONS else self._later(s)

    def _stock(self, kind: str, s: HansaTeutonicaState) -> Reason | None:
        if not s.stock_of(s.actor or 0)[KINDS.index(kind)]:
            return "stock.none", {"piece": self.words.kind(kind)}
        return ("stock", {}) if _asked(s) == "turn" else self._later(s)

    def _later(self, s: HansaTeutonicaState) -> Reason | None:
        """It may come to that, but something else is asked now: say what."""
        assert s.decision is not None
        return "later", {"prompt": self.words.prompt(s.decision, s)}


def _asked(s: HansaTeutonicaState) -> str:
    return s.decision.id if s.decision is not None else ""
