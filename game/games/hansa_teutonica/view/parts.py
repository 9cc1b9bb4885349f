"""The parts of the view that belong to modules of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Protocol

import pygame

from game.client.draw import canvas, theme
from game.client.draw.cards import Card
from game.client.draw.paint import blit_rounded, text
from game.client.views.plane import XY
from game.engine.core import Action
from game.games.hansa_teutonica.rules.board import KINDS, MOVE_TWO
from game.games.hansa_teutonica.rules.edition import Edition, Module
from game.games.hansa_teutonica.rules.modules.countries import Countries, PlaceAbroad
from game.games.hansa_teutonica.rules.modules.favour import (
    MORE_PIECES,
    PRICE,
    TILES,
    Favour,
    SpendMarker,
    TakeAlong,
    TakeTile,
)
from game.games.hansa_teutonica.rules.modules.green import GreenOffice, GreenSwap
from game.games.hansa_teutonica.rules.modules.missions import Missions
from game.games.hansa_teutonica.rules.modules.neutral import NeutralClaim
from game.games.hansa_teutonica.rules.modules.pawn import Pawn, PutPawn, StepPawn, WalkPawn
from game.games.hansa_teutonica.rules.modules.permanent import Reuse
from game.games.hansa_teutonica.rules.modules.promo import EXCHANGE, LAID, Exchange, LayMarker, Promo
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view import pieces
from game.games.hansa_teutonica.view.geometry import Geometry
from game.games.hansa_teutonica.view.layout import PROMO, Layout, clearing
from game.games.hansa_teutonica.view.maps.places import TILE
from game.games.hansa_teutonica.view.reading import standing
from game.games.hansa_teutonica.view.words import Names, Words


class Table(Protocol):
    """What a part draws with: the view."""

    geometry: Geometry

    def piece(self, piece: str, seat: int | None) -> pygame.Surface: ...
    def put(self, target: pygame.Surface, sprite: pygame.Surface, at: tuple[float, float]) -> None: ...


class Part:
    """Shows and says nothing by default: actions are then named by their buttons or their texts."""

    deeds: ClassVar[Names] = {}
    """What those of its actions are called that are done in a turn."""

    def __init__(self, module: Module, words: Words) -> None:
        self.words, self.of_module = words, module.id

    def preset(self, s: HansaTeutonicaState) -> str:
        """The regions it puts on the map; "" for none."""
        return ""

    def draw(
        self, table: Table, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        """Its pieces, over all others."""

    def things(self, s: HansaTeutonicaState) -> Iterator[str]:
        """What can be asked about, besides."""
        yield from ()

    def prompt(self, decision: str, s: HansaTeutonicaState) -> tuple[str, dict[str, Any]] | None:
        """Another sentence for a decision of the core, `decision.<id>`, and the facts it needs besides."""
        return None

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        """One of its actions in words; "" for others."""
        return ""

    def aloud(self, s: HansaTeutonicaState) -> str:
        """What is to be told of it; "" for nothing."""
        return ""

    def place(self, kind: str, name: str, s: HansaTeutonicaState) -> Iterator[str]:
        """What is to be said besides of a route or a town, by name."""
        yield from ()

    def spot(self, element: str, s: HansaTeutonicaState, plan: Layout) -> XY | None:
        """Where one of its things lies on the board, in board units; None for others."""
        return None

    def card(self, element: str, s: HansaTeutonicaState) -> Card | None:
        """What there is to say about one of its things."""
        return None

    def secret(self, seat: int, s: HansaTeutonicaState) -> Card | None:
        """What a seat alone may know of it now."""
        return None


class PawnPart(Part):
    """Games with the pawn."""

    deeds: ClassVar[Names] = {WalkPawn: "walk", StepPawn: "walk"}

    def __init__(self, module: Module, words: Words) -> None:
        super().__init__(module, words)
        assert isinstance(module, Pawn)
        self.pawn = module

    def preset(self, s: HansaTeutonicaState) -> str:
        return s.options["provinces"]

    def draw(
        self, table: Table, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        province = self.pawn.province(s)
        if province is not None and f"province.{province}" not in hidden:
            middle = table.geometry.regions[province].middle
            table.put(target, table.piece("pawn", None), table.geometry.at(middle))

    def things(self, s: HansaTeutonicaState) -> Iterator[str]:
        yield from (f"province.{name}" for name in self.pawn.provinces.ids)

    def prompt(self, decision: str, s: HansaTeutonicaState) -> tuple[str, dict[str, Any]] | None:
        if decision == "turn" and s.actions_left and self.pawn.province(s) and self.pawn.steps(s):
            return "turn.walk", {"steps": self.words.t("count.step", n=self.pawn.steps(s))}
        return None

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        match action:
            case PutPawn():
                key = "action.pawn"
            case StepPawn():
                key = "action.step"
            case WalkPawn():
                key = "action.walk"
            case _:
                return ""
        return self.words.t(key, province=self.words.province(action.province, s))

    def aloud(self, s: HansaTeutonicaState) -> str:
        province = self.pawn.province(s)
        return self.words.t("told.pawn", province=self.words.province(province, s)) if province else ""


class NeutralPart(Part):
    """Games with neutral traders."""

    def draw(
        self, table: Table, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        """The number of neutral traders left, and the displaced one."""
        px = table.geometry.px
        x, y = table.geometry.at(table.geometry.plan.neutral)
        plate = pygame.FRect(0, 0, px(96), px(40))
        plate.center = (x, y)
        blit_rounded(target, plate, px(9), theme.PARCHMENT, theme.BRASS_DARK, px(2.5))
        cube = table.piece("trader", s.seats)
        table.put(target, cube, (x - px(24), y))
        number = text(str(s.stock_of(s.seats).traders), "bold", px(30), theme.INK)
        table.put(target, number, (x + px(20), y))
        for index, _ in enumerate(piece for piece in s.hand_pieces() if piece.seat == s.seats):
            table.put(target, cube, (plate.right + px(24 + 34 * index), y))

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        if not isinstance(action, NeutralClaim):
            return ""
        words, route = self.words, self.words.routes[s.board.route_ids[action.route]]
        if action.town is None:
            return words.t("action.neutral.none", route=route)
        return words.t("action.neutral", route=route, town=words.towns[s.board.town_ids[action.town]])


class PermanentPart(Part):
    """Boards with permanent markers."""

    def prompt(self, decision: str, s: HansaTeutonicaState) -> tuple[str, dict[str, Any]] | None:
        if decision != MOVE_TWO or not s.hand:
            return None
        lifts = s.allowance and len(s.hand) == len(s.origins)
        return f"{MOVE_TWO}.{'more' if lifts else 'set'}", {}

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        if not isinstance(action, Reuse):
            return ""
        house, piece = self.words.house(s.board.house_ids[action.place]), self.words.kind(KINDS[action.kind])
        return self.words.t("action.reuse", piece=piece, house=house)


class GreenPart(Part):
    """Boards with green towns."""

    deeds: ClassVar[Names] = {GreenSwap: "use"}

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        words = self.words
        if isinstance(action, GreenOffice):
            town, piece = words.towns[s.board.town_ids[action.place]], words.kind(KINDS[action.kind])
            return words.t("action.green-office", town=town, piece=piece)
        if isinstance(action, GreenSwap):
            two = {"one": action.number - 1, "other": action.number}
            marker, town = words.marker("swap_offices"), words.towns[s.board.town_ids[action.town]]
            return words.t("action.green-swap", marker=marker, town=town, **two)
        return ""


class CountriesPart(Part):
    """Boards with countries abroad."""

    def __init__(self, module: Module, words: Words) -> None:
        super().__init__(module, words)
        assert isinstance(module, Countries)
        self.countries = module

    def named(self, ids: Iterable[str], joined: Callable[[Sequence[str]], str]) -> str:
        """Several countries in words."""
        return joined([self.words.t(f"country.{country}") for country in ids])

    def card(self, element: str, s: HansaTeutonicaState) -> Card | None:
        """A country: its towns, what they bring, and how the players stand there."""
        ids = [f"country.{country.id}" for country in self.countries.countries]
        if element not in ids:
            return None
        at, t, words = ids.index(element), self.words.t, self.words
        towns = ", ".join(words.towns[s.board.town_ids[town]] for town in self.countries.members[at])
        facts = {"towns": towns, "first": self.countries.countries[at].points[0]}
        second, third = self.countries.countries[at].points[1:]
        told = t("about.country", **facts, second=second, third=third)
        return Card(t(element), (told, self._abroad("about.country.permit", at), *standing(words, s, at)))

    def _abroad(self, key: str, at: int) -> str:
        """A sentence about what a country asks for."""
        country = self.countries.countries[at]
        town, also = (self.words.towns[town] for town in country.permissions)
        return self.words.t(key, country=self.words.t(f"country.{country.id}"), town=town, gateway=also)

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        if not isinstance(action, PlaceAbroad):
            return ""
        house, piece = self.words.house(s.board.house_ids[action.place]), self.words.kind(KINDS[action.kind])
        return self.words.t("action.abroad", piece=piece, house=house)

    def place(self, kind: str, name: str, s: HansaTeutonicaState) -> Iterator[str]:
        t = self.words.t
        if kind == "route":
            at = self.countries.country_of[s.board.route_index[name]]
            if at >= 0:
                yield self._abroad("about.route.country", at)
        elif kind == "house":
            at = self.countries.country_of[s.board.route_index[name.rpartition(".")[0]]]
            if at >= 0:
                yield self._abroad("about.house.country", at)
            if at >= 0 and s.actor is not None:
                now = "yes" if self.countries.open_to(self.countries.left(s), at) else "no"
                yield t(f"about.house.country.{now}", name=self.words.who(s.active))
        elif kind == "town":
            counts = s.board.towns[s.board.town_index[name]].countries
            if counts:
                yield t("about.town.country", country=self.named(counts, self.words.all_of))
            if name in self.countries.names:
                yield from self._permission(self.countries.names.index(name), s)

    def _permission(self, permit: int, s: HansaTeutonicaState) -> Iterator[str]:
        """What a town permits, and whom."""
        t, holder = self.words.t, self.countries.holder(s, permit)
        yield t("about.town.permit", country=self.named(self.countries.where(permit), self.words.any_of))
        if holder >= 0:
            used = holder == s.active and self.countries.used(s) >> permit & 1
            key = "about.town.permit.used" if used else "about.town.permit.now"
            yield t(key, name=self.words.who(holder))

    def aloud(self, s: HansaTeutonicaState) -> str:
        t, found = self.words.t, []
        for permit, name in enumerate(self.countries.names):
            holder = self.countries.holder(s, permit)
            if holder >= 0:
                used = holder == s.active and self.countries.used(s) >> permit & 1
                country = self.named(self.countries.where(permit), self.words.any_of)
                told = {"town": self.words.towns[name], "country": country, "name": self.words.who(holder)}
                found.append(t("told.permit.used" if used else "told.permit", **told))
        return t("told.permits", permits="; ".join(found)) if found else ""


class MissionsPart(Part):
    """Games with mission cards."""

    def __init__(self, module: Module, words: Words) -> None:
        super().__init__(module, words)
        assert isinstance(module, Missions)
        self.missions = module

    def secret(self, seat: int, s: HansaTeutonicaState) -> Card | None:
        """The card with each of its towns as it stands, and what they bring."""
        towns, t = self.missions.towns(s, seat), self.words.t
        if towns is None:
            return None
        found = []
        for town in towns:
            here = s.presence[seat] >> s.board.town_index[town] & 1
            how = "control" if s.controller(town) == seat else "office" if here else "none"
            found.append(t(f"mission.{how}", town=self.words.towns[town]))
        return Card(t("mission.of", name=self.words.who(seat)), (*found, t("mission.points")))

    def aloud(self, s: HansaTeutonicaState) -> str:
        return self.words.t("told.missions") if s.now is not None else ""


class PromoPart(Part):
    """Games with promo markers: they lie above their routes, each with its trader."""

    deeds: ClassVar[Names] = {LayMarker: "use", Exchange: "use"}

    def __init__(self, module: Module, words: Words) -> None:
        super().__init__(module, words)
        assert isinstance(module, Promo)
        self.promo = module

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        t, words = self.words.t, self.words
        match action:
            case LayMarker():
                route = words.routes[s.board.route_ids[action.place]]
                return t("action.promo-lay", marker=words.marker(LAID[action.kind]), route=route)
            case Exchange():
                marker = words.marker(s.edition.markers[action.kind])
                return t("action.promo-exchange", marker=marker, name=words.who(action.place))
        return ""

    def draw(
        self, table: Table, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        geometry = table.geometry
        px = geometry.px
        spots = self.spots(s, geometry.plan)
        for (name, (at, hook)), (_, kind, seat) in zip(spots, self.promo.lying(s), strict=True):
            if name in hidden:
                continue
            x, y = geometry.at(at)
            canvas.line(target, pieces.STRING, (x, y), geometry.at(hook), px(3.5))
            table.put(target, pieces.marker(LAID[kind], px(PROMO)), (x, y))
            cube = pieces.piece("trader", self.words.players[seat].colour, px(PROMO * 0.42))
            table.put(target, cube, (x + px(PROMO * 0.44), y + px(PROMO * 0.34)))

    def spots(self, s: HansaTeutonicaState, plan: Layout) -> list[tuple[str, tuple[XY, XY]]]:
        """The markers above routes by their places: where these are, and where on the roads they are tied."""
        found: list[tuple[str, tuple[XY, XY]]] = []
        for name in self.things(s):
            route = name.split(".")[1]
            found.append((name, clearing(plan, route, [at for _, (at, _) in found])))
        return found

    def things(self, s: HansaTeutonicaState) -> Iterator[str]:
        routes = [s.board.route_ids[one[0]] for one in self.promo.lying(s)]
        for at, route in enumerate(routes):
            yield f"above.{route}.{1 + routes[:at].count(route)}"

    def spot(self, element: str, s: HansaTeutonicaState, plan: Layout) -> XY | None:
        spots = dict(self.spots(s, plan)) if element.startswith("above.") else {}
        return spots[element][0] if element in spots else None

    def card(self, element: str, s: HansaTeutonicaState) -> Card | None:
        if element not in (names := list(self.things(s))):
            return None
        t, (_, kind, seat) = self.words.t, self.promo.lying(s)[names.index(element)]
        route = element.split(".")[1]
        towns = [s.board.town_ids[town] for town in s.board.route_towns[s.board.route_index[route]]]
        one, other = (self.words.towns[town] for town in towns)
        facts = {"name": self.words.who(seat), "route": self.words.routes[route]}
        does = t(f"about.above.{LAID[kind]}", one=one, other=other, **facts)
        return Card(self.words.marker(LAID[kind]), (t("about.above", **facts), does))

    def place(self, kind: str, name: str, s: HansaTeutonicaState) -> Iterator[str]:
        if kind == "used":
            seat, _, marker = name.partition(".")
            found = self.promo.takeable(s, int(seat), s.edition.markers.index(marker))
            if found > 0 and s.actor not in (None, int(seat)):
                yield self.words.t("about.used.exchange", marker=self.words.marker(EXCHANGE))
        route = name if kind == "route" else name.rpartition(".")[0]
        if kind not in ("route", "house"):
            return
        for facts in self.above(s):
            if kind == "route" and facts.pop("id") == name:
                yield self.words.t("about.route.promo", **facts)
        blocks = self.promo.blocks(s, s.board.route_index[route])
        if blocks:
            yield self.words.t("about.route.blocked", n=blocks)

    def above(self, s: HansaTeutonicaState) -> Iterator[dict[str, str]]:
        """What lies above routes, in words."""
        for at, marker, seat in self.promo.lying(s):
            name = s.board.route_ids[at]
            facts = {"marker": self.words.marker(LAID[marker]), "name": self.words.who(seat)}
            yield {"id": name, "route": self.words.routes[name], **facts}

    def aloud(self, s: HansaTeutonicaState) -> str:
        found = []
        for facts in self.above(s):
            facts.pop("id")
            found.append(self.words.t("told.promo", **facts))
        return self.words.t("told.promos", markers="; ".join(found)) if found else ""


class FavourPart(Part):
    """Games with the Emperor's Favour: all tiles lie on the board, those that are taken with a shield."""

    deeds: ClassVar[Names] = {TakeTile: "favour"}

    def __init__(self, module: Module, words: Words) -> None:
        super().__init__(module, words)
        assert isinstance(module, Favour)
        self.favour = module

    def tiles(self, s: HansaTeutonicaState) -> list[tuple[int, int]]:
        """Each in the game and who has it, -1 for nobody; all keep their places."""
        held = [(tile, seat) for seat in range(s.seats) for tile in self.favour.held(s, seat)]
        return sorted([*held, *((tile, -1) for tile in self.favour.open(s))])

    def spot(self, element: str, s: HansaTeutonicaState, plan: Layout) -> XY | None:
        kind, _, name = element.partition(".")
        if kind != "favour":
            return None
        numbers = [TILES[tile] for tile, _ in self.tiles(s)]
        return plan.favours[numbers.index(name)] if name in numbers else None

    def draw(
        self, table: Table, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        geometry = table.geometry
        for (tile, seat), at in zip(self.tiles(s), geometry.plan.favours, strict=False):
            middle = geometry.at(at)
            table.put(target, pieces.favour(TILES[tile], geometry.px(TILE - 3), seat >= 0), middle)
            if seat >= 0:
                x, y = geometry.at((at[0] + 11, at[1] + 9))
                colour = self.words.players[seat].colour
                table.put(target, pieces.shield(colour, geometry.px(24)), (x, y))

    def things(self, s: HansaTeutonicaState) -> Iterator[str]:
        yield from (f"favour.{TILES[tile]}" for tile, _ in self.tiles(s))

    def prompt(self, decision: str, s: HansaTeutonicaState) -> tuple[str, dict[str, Any]] | None:
        """Ask the owner of the tile "displaced anywhere" without speaking of nearby routes (16.3 a)."""
        if decision != "relocate" or not self.favour.anywhere(s, s.decider):
            return None
        if not s.hand:
            return "relocate.anywhere.extra", {}
        return "relocate.anywhere" if s.allowance else "relocate.anywhere.last", {}

    def card(self, element: str, s: HansaTeutonicaState) -> Card | None:
        kind, _, name = element.partition(".")
        if kind != "favour" or name not in TILES:
            return None
        t, seat = self.words.t, self.favour.holder(s, TILES.index(name))
        whose = t("about.favour.held", name=self.words.who(seat)) if seat >= 0 else t("about.favour.price")
        reading = ".merchant" if TILES[MORE_PIECES] == name and self.favour.dear else ""
        lines = [t(f"about.favour.{name}{reading}"), whose]
        if seat < 0 and s.decision is not None and s.decision.id == "turn":
            why = (
                s.why_not_offered(element) if sum(s.unused[s.active]) < PRICE or self.favour.late(s) else None
            )
            now = t("about.favour.now", name=self.words.who(s.active))
            lines.append(now if why is None else self.words.reason(why, s))
        return Card(t(element), tuple(lines))

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        t = self.words.t
        match action:
            case TakeTile():
                return t("action.favour", tile=t(f"favour.{TILES[action.place]}"))
            case SpendMarker():
                return t("action.favour-spend", marker=self.words.marker(s.edition.markers[action.kind]))
            case TakeAlong():
                return t("action.favour-along", piece=self.words.kind(KINDS[action.kind]))
        return ""

    def aloud(self, s: HansaTeutonicaState) -> str:
        t = self.words.t
        rows = [(t(f"favour.{TILES[tile]}"), seat) for tile, seat in self.tiles(s)]
        lines = [
            t("told.favour.held", tile=tile, name=self.words.who(seat)) if seat >= 0 else tile
            for tile, seat in rows
        ]
        return t("told.favour", tiles="; ".join(lines))


PARTS: dict[str, type[Part]] = {
    "pawn": PawnPart,
    "neutral": NeutralPart,
    "permanent": PermanentPart,
    "green": GreenPart,
    "countries": CountriesPart,
    "missions": MissionsPart,
    "favour": FavourPart,
    "promo": PromoPart,
}
"""By module. One without a row is shown all the same, plainly."""


def parts(edition: Edition, words: Words) -> tuple[Part, ...]:
    """What there is to show of the modules of an edition."""
    return tuple(PARTS[module.id](module, words) for module in edition.modules if module.id in PARTS)
