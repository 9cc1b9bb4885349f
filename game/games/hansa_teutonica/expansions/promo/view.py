"""View of promo markers: those above routes, and their effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import dist
from typing import Any, ClassVar

import pygame

from game.client.draw import canvas
from game.client.draw.cards import InfoCard
from game.client.views.plane import XY
from game.engine.core import Action
from game.games.hansa_teutonica.expansions.promo.rules import EXCHANGE, LAID, Exchange, LayMarker, Promo
from game.games.hansa_teutonica.rules.edition import Module
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view import pieces
from game.games.hansa_teutonica.view.layout import Layout
from game.games.hansa_teutonica.view.module_view import DrawingSurface, ModuleView
from game.games.hansa_teutonica.view.naming import Names
from game.games.hansa_teutonica.view.words import Words

PROMO = 44
"""Width of a marker above a route, in board units."""


def clearing(plan: Layout, route: str, taken: Sequence[XY]) -> tuple[XY, XY]:
    """Return the position next to a route with most room for a marker, and the point of the road that it is
    tied to. Houses, towns, taverns and other markers are kept clear."""
    road = plan.open_roads[route]
    towns = [xy for box in plan.towns.values() for xy in (*box.offices, box.label, box.centre)]
    others = [*plan.houses.values(), *plan.markers.values(), *towns, *taken]
    middle, found = len(road) // 2, list[tuple[XY, XY]]()
    for at in range(max(1, middle // 2), min(len(road) - 1, middle + middle // 2 + 1)):
        (x, y), (x1, y1), (x2, y2) = road[at], road[at - 1], road[at + 1]
        long = dist((x1, y1), (x2, y2)) or 1.0
        across = -(y2 - y1) / long * PROMO, (x2 - x1) / long * PROMO
        found += [((x + across[0], y + across[1]), (x, y)), ((x - across[0], y - across[1]), (x, y))]
    left, top, right, bottom = plan.frame
    inside = [
        one
        for one in found
        if left + PROMO < one[0][0] < right - PROMO and top + PROMO / 2 < one[0][1] < bottom - PROMO / 2
    ]
    usual = [(road[middle], road[middle])]
    return max(inside or usual, key=lambda one: min(dist(one[0], other) for other in others))


class PromoView(ModuleView):
    """View of games with promo markers, drawn above their routes, each with its trader."""

    turn_actions: ClassVar[Names] = {LayMarker: "use", Exchange: "use"}
    questions: ClassVar[Names] = {LayMarker: "promo-lay", Exchange: "exchange"}
    seconds: ClassVar[Mapping[str, float]] = {"promo-laid": 0.6, "exchanged": 0.6}

    def __init__(self, module: Module[Any], words: Words) -> None:
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
        self, table: DrawingSurface, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        geometry = table.geometry
        px = geometry.px
        spots = self.spots(s, geometry.plan)
        for (name, (at, hook)), (_, kind, seat) in zip(spots, self.promo.state(s), strict=True):
            if name in hidden:
                continue
            x, y = geometry.at(at)
            canvas.line(target, pieces.STRING, (x, y), geometry.at(hook), px(3.5))
            table.put(target, pieces.marker(LAID[kind], px(PROMO)), (x, y))
            cube = pieces.piece("trader", self.words.players[seat].colour, px(PROMO * 0.42))
            table.put(target, cube, (x + px(PROMO * 0.44), y + px(PROMO * 0.34)))

    def spots(self, s: HansaTeutonicaState, plan: Layout) -> list[tuple[str, tuple[XY, XY]]]:
        """Return the markers above routes by place, with their positions and their points on the roads."""
        found: list[tuple[str, tuple[XY, XY]]] = []
        for name in self.things(s):
            route = name.split(".")[1]
            found.append((name, clearing(plan, route, [at for _, (at, _) in found])))
        return found

    def things(self, s: HansaTeutonicaState) -> Iterator[str]:
        routes = [s.board.route_ids[one[0]] for one in self.promo.state(s)]
        for at, route in enumerate(routes):
            yield f"above.{route}.{1 + routes[:at].count(route)}"

    def spot(self, element: str, s: HansaTeutonicaState, plan: Layout) -> XY | None:
        spots = dict(self.spots(s, plan)) if element.startswith("above.") else {}
        return spots[element][0] if element in spots else None

    def card(self, element: str, s: HansaTeutonicaState) -> InfoCard | None:
        if element not in (names := list(self.things(s))):
            return None
        t, (_, kind, seat) = self.words.t, self.promo.state(s)[names.index(element)]
        route = element.split(".")[1]
        towns = [s.board.town_ids[town] for town in s.board.route_towns[s.board.route_index[route]]]
        one, other = (self.words.towns[town] for town in towns)
        facts = {"name": self.words.who(seat), "route": self.words.routes[route]}
        does = t(f"about.above.{LAID[kind]}", one=one, other=other, **facts)
        return InfoCard(self.words.marker(LAID[kind]), (t("about.above", **facts), does))

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
        """Yield the markers above routes in words."""
        for at, marker, seat in self.promo.state(s):
            name = s.board.route_ids[at]
            facts = {"marker": self.words.marker(LAID[marker]), "name": self.words.who(seat)}
            yield {"id": name, "route": self.words.routes[name], **facts}

    def description(self, s: HansaTeutonicaState) -> str:
        found = []
        for facts in self.above(s):
            facts.pop("id")
            found.append(self.words.t("told.promo", **facts))
        return self.words.t("told.promos", markers="; ".join(found)) if found else ""


PARTS = {Promo.id: PromoView}
