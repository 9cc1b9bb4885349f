"""Names of the things on the table: pieces, houses, towns, markers, players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from game.client.words.i18n import Translator
from game.engine.core import Action, Event
from game.games.hansa_teutonica.rules.actions import Income
from game.games.hansa_teutonica.rules.board import KINDS, PRIVILEGES, TRACKS, Board
from game.games.hansa_teutonica.rules.position import Piece
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.match import PlayerInfo

Names = Mapping[type[Action], str]
"""Text keys of actions, by class."""


class Speaker(Protocol):
    """Text interface of module views. `module_view.ModuleView` documents the methods."""

    @property
    def turn_actions(self) -> Names: ...
    @property
    def questions(self) -> Names: ...
    def named(self, kind: str, name: str, s: HansaTeutonicaState) -> str: ...
    def prompt(self, decision: str, s: HansaTeutonicaState) -> tuple[str, dict[str, Any]] | None: ...
    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str: ...
    def tell_event(self, event: Event, s: HansaTeutonicaState) -> str: ...
    def description(self, s: HansaTeutonicaState) -> str: ...
    def place(self, kind: str, name: str, s: HansaTeutonicaState) -> Iterator[str]: ...


class Naming:
    """Localised names of things, and the players' names.

    speakers  module views with names for their modules' things
    """

    speakers: Sequence[Speaker] = ()

    def __init__(self, players: Sequence[PlayerInfo], side: Board) -> None:
        self.t = Translator("hansa-teutonica")
        self.players = tuple(players)
        self.towns = {town.id: town.name for town in side.towns}
        self.offices = {
            f"{town.id}.{number}": office
            for town in side.towns
            for number, office in enumerate(town.offices, 1)
        }
        self.routes = {route.id: f"{self.towns[route.a]}–{self.towns[route.b]}" for route in side.routes}
        self.homes = {TRACKS[track]: town.name for town in side.towns for track in town.abilities}
        self.table_points = tuple(space.points for space in side.table)
        self.link_points = side.link_points
        self.ships = {f"{route.id}.{number}" for route in side.routes for number in route.ships}
        self.effects = {route.id: route.effect for route in side.routes if route.effect}
        west, east = side.east_west
        self.ends = {"west": self.towns[west], "east": self.towns[east]}
        """Towns of the link."""
        self.table = self.towns[side.table_town]
        self._names: dict[tuple[str, str], str] = {}
        """Cache of names of houses and offices, by language and element. There are many, and none changes."""
        self._held: dict[object, str] = {}
        """Cache of names of houses and offices with their contents."""

    def who(self, seat: int | None) -> str:
        """Return the name of a player, or a label for the neutral traders, for lists. For
        sentences see `of`."""
        if seat is None:
            return ""
        return self.t("neutral.who") if self.nobody(seat) else self.players[seat].name

    def nobody(self, seat: int | None) -> bool:
        """Return whether a seat is that of the neutral traders."""
        return seat is not None and seat >= len(self.players)

    def of(self, key: str, seat: int | None, **fields: object) -> str:
        """Return a sentence about a player, or its form for the neutral traders, who are plural and have no
        name."""
        own = f"{key}.neutral"
        if self.nobody(seat) and self.t.has(own):
            key = own
        return self.t(key, **{"name": self.who(seat), **fields})

    def house(self, house: str) -> str:
        """Return the name of a house ("kampen-osnabrueck.1")."""
        named = self._names.get((self.t.language, house))
        if named is None:
            route, _, number = house.rpartition(".")
            kind = "ship" if house in self.ships else "house"
            named = self.t(kind, number=number, route=self.routes[route])
            self._names[self.t.language, house] = named
        return named

    def kind(self, kind: str) -> str:
        """Return the name of a trader or a merchant."""
        return self.t(f"piece.{kind}")

    def marker(self, kind: str) -> str:
        """Return the name of a kind of bonus marker."""
        return self.t(f"marker.{kind}")

    def effect(self, route: str) -> str:
        """Return the name of the effect printed next to a route."""
        return self.t(f"effect.{self.effects[route]}")

    def pieces(self, traders: int, merchants: int) -> str:
        """Return a number of traders and merchants in words."""
        parts = []
        if traders or not merchants:
            parts.append(self.t("count.trader", n=traders))
        if merchants:
            parts.append(self.t("count.merchant", n=merchants))
        return self.all_of(parts)

    def all_of(self, words: Sequence[str]) -> str:
        """Return several items joined by "and"."""
        return self._joined("and", words)

    def any_of(self, words: Sequence[str]) -> str:
        """Return several items joined by "or"."""
        return self._joined("or", words)

    def _joined(self, key: str, words: Sequence[str]) -> str:
        *most, last = words or [""]
        return self.t(key, first=", ".join(most), last=last) if most else last

    def named(self, kind: str, name: str, state: HansaTeutonicaState) -> str:
        """Return the name of a module's thing; "" for others."""
        told = (speaker.named(kind, name, state) for speaker in self.speakers)
        return next(filter(None, told), "")

    def owner(self, piece: Piece | None) -> str:
        """Return the owner of a piece, or a text for an empty place."""
        if piece is None:
            return self.t("empty")
        if self.nobody(piece.seat):
            return self.t("owned.neutral")
        return self.t(f"owned.{piece.kind}", name=self.who(piece.seat))

    def brief(self, element: str, state: HansaTeutonicaState) -> str:
        """Return the label without words shown elsewhere on the table; empty if it cannot be shortened."""
        if element.startswith("used."):
            _, seat, marker = element.split(".")
            return self.t("used.brief", marker=self.marker(marker), name=self.who(int(seat)))
        unused = self._unused(state) if element == "button.end-turn" else 0
        return f"{self.t(element)} ({unused})" if unused else ""

    def label(self, element: str, state: HansaTeutonicaState) -> str:
        """Return the label of an element."""
        kind, _, rest = element.partition(".")
        match kind:
            case "button" if rest == "end-turn" and (unused := self._unused(state)):
                return self.t("button.end-turn.unused", n=unused)
            case "button" | "piece":
                return self.t(element)
            case "supply" | "stock":
                return self.t(f"{kind}.of", piece=self.kind(rest), n=self._count(kind, rest, state))
            case "house":
                return self._with(element, state.house_piece(rest))
            case "office":
                return self._with(element, state.office_piece(rest))
            case "route":
                return self.t("route", route=self.routes[rest])
            case "town":
                return self.towns[rest]
            case "extra":
                return self._added(rest, state)
            case "effect":
                return self.t("effect", route=self.routes[rest], effect=self.effect(rest))
            case "table":
                return self._space(int(rest) - 1)
            case "track":
                return self._track(rest, state)
            case "scroll":
                return ": ".join(filter(None, (self.homes.get(rest), self._track(rest, state))))
            case "marker" | "plate":
                return self.marker(rest)
            case "used":
                seat, _, marker = rest.partition(".")
                return self.t("used.of", marker=self.marker(marker), name=self.who(int(seat)))
            case "amount":
                return self._amount(element, state)
            case "seat":
                return self.who(int(rest))
        return self.named(kind, rest, state) or self.t(element)

    def value(self, track: str, value: int | str) -> str:
        """Return the value of a track in words."""
        if track == "privilegium":
            return self.t(f"privilege.{value}")
        return self.t("all") if value == "C" else str(value)

    def _with(self, element: str, piece: Piece | None) -> str:
        """Return the name of a house or an office with its contents."""
        key = self.t.language, self.players, element, piece
        told = self._held.get(key)
        if told is None:
            kind, _, place = element.partition(".")
            named = self.house(place) if kind == "house" else self._office(place)
            told = self.t("with", what=named, state=self.owner(piece))
            self._held[key] = told
        return told

    def _place(self, place: str, state: HansaTeutonicaState) -> str:
        kind, _, rest = place.partition(".")
        match kind:
            case "house":
                return self.house(rest)
            case "office":
                return self.towns[rest.rpartition(".")[0]]
            case "extra":
                return self.towns[rest.rpartition(".")[0]]
            case "town":
                return self.towns[rest]
            case "route" | "tavern":
                return self.routes[rest]
            case "above":
                return self.routes[rest.rpartition(".")[0]]
            case "table":
                return str(self.table_points[int(rest) - 1])
        return self.named(kind, rest, state)

    def _added(self, office: str, state: HansaTeutonicaState) -> str:
        """Return the name of a possible additional office ("belgard"), or of an existing one
        ("belgard.2")."""
        town, _, number = office.partition(".")
        named = self.t("extra", town=self.towns[town])
        there = state.extra_offices(town)[int(number) - 1] if number else None
        return named if there is None else self.t("with", what=named, state=self.owner(there))

    def _space(self, space: int) -> str:
        return self.t("table", table=self.table, points=self.table_points[space])

    def _office(self, office: str) -> str:
        named = self._names.get((self.t.language, office))
        if named is None:
            town, _, number = office.rpartition(".")
            printed = self.offices[office]
            named = self.t(
                "office",
                number=number,
                town=self.towns[town],
                piece=self.kind(KINDS[printed.kind]),
                privilege=self.t(f"privilege.{PRIVILEGES[printed.privilege]}"),
            )
            self._names[self.t.language, office] = named
        return named

    def _track(self, track: str, state: HansaTeutonicaState) -> str:
        seat = state.actor
        value = "" if seat is None else self.value(track, state.value(seat, track))
        return self.t("track.improve", track=self.t(f"track.{track}"), value=value)

    @staticmethod
    def _unused(state: HansaTeutonicaState) -> int:
        """Return the number of actions forgone by ending the turn now."""
        return 0 if state.decision is None else dict(state.decision.facts).get("actions_left", 0)

    def _count(self, pile: str, kind: str, state: HansaTeutonicaState) -> int:
        seat = state.actor
        if seat is None:
            return 0
        stack = state.supply_of(seat) if pile == "supply" else state.stock_of(seat)
        return stack.traders if kind == "trader" else stack.merchants

    def _amount(self, element: str, state: HansaTeutonicaState) -> str:
        """Return the pieces of income with a number of merchants, in words."""
        for action in state.legal_actions():
            if isinstance(action, Income) and action.path[1] == element:
                return self.pieces(action.traders, action.merchants)
        return element.partition(".")[2]
