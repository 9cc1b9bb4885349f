"""Board overlay of *Hansa Teutonica*: control, networks, the chain, next claims, open offices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple

import pygame

from game.client.draw import reading, theme
from game.client.draw.theme import SeatColour
from game.client.views.plane import XY, beside
from game.client.views.standing import total
from game.client.views.view import Moment, Read
from game.engine.core import Event
from game.games.hansa_teutonica.rules.board import ACTIONES, PRIVILEGIUM, Board, Route
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.geometry import Geometry
from game.games.hansa_teutonica.view.layout import BANNER, HOUSE, OFFICE, Layout, name_plate
from game.games.hansa_teutonica.view.module_view import ModuleView
from game.games.hansa_teutonica.view.words import Words

READABLE = ("control", "network", "chain", "claims", "open")
"""Parts of the overlay on every board: the controllers of towns, networks, the link from west to east, routes
that could be claimed, offices open to the player."""
OPEN = (120, 220, 120)
CHAIN = theme.SEA_BRIGHT
"""Colour of the chain, unlike that of any seat."""
GAP = 5.0
"""Distance of a line from the houses of its road, in board units."""
SHIPS = "ships"
"""Part of the overlay on boards with ships."""


class Control(NamedTuple):
    """A town's controller with their number of offices, and that of the runner-up."""

    town: str
    seat: int
    offices: int
    next: int

    @property
    def tie(self) -> bool:
        """Return whether the tie-break decided: the rightmost office wins."""
        return self.offices == self.next


def controls(s: HansaTeutonicaState) -> Iterator[Control]:
    """Yield the control of every town with a controller."""
    for town in range(len(s.board.towns)):
        owners, seat = s.owners(town), s.control(town)
        if seat >= 0:
            others = max((owners.count(other) for other in set(owners) if other != seat), default=0)
            yield Control(s.board.town_ids[town], seat, owners.count(seat), others)


def chain(s: HansaTeutonicaState, seat: int) -> list[int]:
    """Return the towns of the west-east chain for which a seat needs the fewest further offices."""
    board, mine = s.board, s.presence[seat]

    def lacks(town: int) -> int:
        return 0 if mine >> town & 1 else 1

    best: dict[int, tuple[int, int, list[int]]] = {board.west: (lacks(board.west), 1, [board.west])}
    open_ = [board.west]
    while open_:
        town = open_.pop(0)
        cost, length, way = best[town]
        for other in range(len(board.towns)):
            if board.town_mask[town] >> other & 1:
                found = (cost + lacks(other), length + 1, [*way, other])
                if other not in best or found[:2] < best[other][:2]:
                    best[other] = found
                    open_.append(other)
    return best[board.east][2]


def claimable(s: HansaTeutonicaState, seat: int) -> list[tuple[str, int]]:
    """Return routes that a seat could fill and claim in one turn without interference, and the
    pieces needed."""
    actions = s.actions_left if s.turn_seat == seat else s.worth(seat, ACTIONES)
    supply = s.supply_of(seat)
    pieces, merchants = sum(supply), supply.merchants
    found = []
    for route in s.board.route_ids:
        held = s.route_pieces(route)
        missing = held.count(None)
        if any(piece is not None and piece.seat != seat for piece in held):
            continue
        at_sea = sum(
            1 for n in s.board.printed.routes[s.board.route_index[route]].ships if held[n - 1] is None
        )
        if missing < actions and missing <= pieces and at_sea <= merchants:
            found.append((route, missing))
    return found


def open_offices(s: HansaTeutonicaState, seat: int) -> list[str]:
    """Return the next office of each town, if the seat's privilege allows it ("minden.2")."""
    privilege, found = s.worth(seat, PRIVILEGIUM), []
    for town in range(len(s.board.towns)):
        slot = s.next_office(town)
        if slot >= 0 and s.board.office_privilege[slot] <= privilege:
            found.append(s.board.office_ids[slot])
    return found


def readable_there(side: Board, parts: Sequence[ModuleView]) -> tuple[str, ...]:
    """Return the parts of the overlay specific to a board."""
    ships = (SHIPS,) if any(route.ships for route in side.routes) else ()
    return (*(name for part in parts for name in part.readable), *ships)


def usable_ships(s: HansaTeutonicaState, seat: int, parts: Sequence[ModuleView]) -> list[str]:
    """Return empty ships on which a seat could place a merchant of its supply, within the
    limits of modules."""
    if not s.supply_of(seat).merchants:
        return []
    found = []
    for at, route in enumerate(s.board.printed.routes):
        held = s.route_pieces(route.id)
        if route.ships and all(part.enters(s, seat, at) for part in parts):
            found += [f"{route.id}.{number}" for number in route.ships if held[number - 1] is None]
    return found


def tones(words: Words, seat: int) -> SeatColour:
    """Return the colours of a seat; a neutral colour for neutral traders."""
    players = words.players
    return theme.SEAT_COLOURS[players[seat].colour] if seat < len(players) else reading.NOBODY


class _Lines:
    """Lines along roads, next to the houses so that pieces stay visible, and next to each other."""

    def __init__(self, plan: Layout) -> None:
        self._plan = plan
        self._count: Counter[str] = Counter()
        """Number of lines along each route."""
        self._names = [name_plate(town) for town in plan.towns.values()]

    def next(self, route: str) -> list[list[XY]]:
        """Return a further line along a route, on alternating sides, in board units: its parts between the
        names of towns."""
        number = self._count[route]
        self._count[route] += 1
        far = HOUSE / 2 + GAP + GAP * 1.6 * (number // 2)
        line = beside(self._plan.open_roads[route][::2], -far if number % 2 else far)
        houses = [xy for name, xy in self._plan.houses.items() if name.startswith(f"house.{route}.")]
        parts: list[list[XY]] = [[]]
        for xy in (_clear_of(houses, xy, far) for xy in line):
            if any(left < xy[0] < right and top < xy[1] < bottom for left, top, right, bottom in self._names):
                parts.append([])
            else:
                parts[-1].append(xy)
        return [part for part in parts if len(part) > 1]


def _clear_of(houses: Sequence[XY], xy: XY, far: float) -> XY:
    """Return a point, moved away from the nearest house if it is closer than `far`."""
    x, y = min(houses, key=lambda house: dist(house, xy))
    apart = dist((x, y), xy)
    if not 0 < apart < far:
        return xy
    return x + (xy[0] - x) / apart * far, y + (xy[1] - y) / apart * far


class Reader:
    """Drawing and text of the overlay.

    parts  views of modules
    """

    def __init__(self, words: Words, geometry: Geometry, parts: Sequence[ModuleView]) -> None:
        self.words, self.geometry, self.parts = words, geometry, parts

    def _tones(self, seat: int) -> SeatColour:
        return tones(self.words, seat)

    # ---- drawing ----------------------------------------------------------------------------

    def sign(self, part: str, seat: int) -> str:
        """Return the caption of a part's sign."""
        return self.words.t(f"read.sign.{part}", name=self.words.who(seat), **self.words.ends)

    def draw_sign(self, target: pygame.Surface, part: str, place: pygame.FRect, seat: int) -> None:
        """Draw a sample of a part."""
        (x, y), high, tones = place.center, place.height, self._tones(seat)
        line = [(place.x + place.width * step / 14, y) for step in range(15)]
        match part:
            case "control":
                reading.label(target, "2:1", (x, y), high * 0.5, tones)
            case "network":
                reading.line(target, line, tones.fill, high * 0.12, False)
                reading.label(target, "4×2=8", (x, y), high * 0.32, tones)
            case "chain":
                reading.line(target, line, CHAIN, high * 0.1, True)
                reading.ring(target, reading.around(place), False, CHAIN, high * 0.07)
            case "claims":
                reading.label(target, "", (x - place.width * 0.26, y), high * 0.36, tones)
                reading.label(target, "−2", (x + place.width * 0.26, y), high * 0.36, tones)
            case "ships":
                reading.ring(target, reading.around(place), True, OPEN, high * 0.09)
            case "open":
                reading.ring(target, reading.around(place), False, OPEN, high * 0.09)
        for own in self.parts:
            if part in own.readable:
                own.draw_sign(target, part, place, seat)

    def draw(self, target: pygame.Surface, s: HansaTeutonicaState, read: Read) -> None:
        """Draw the overlay above the pieces, with the chain and open offices of the reading seat."""
        seat, parts = read
        labels = reading.Labels(self._to_see())
        lines = _Lines(self.geometry.plan)
        if "network" in parts:
            for other in range(s.seats):
                self._draw_network(target, s, other, lines)
        if "chain" in parts:
            self._draw_chain(target, s, seat, lines)
        if "open" in parts:
            self._draw_open(target, s, seat)
        if "ships" in parts:
            for ship in usable_ships(s, seat, self.parts):
                shape = self.geometry.shape(f"house.{ship}")
                if shape is not None:
                    reading.ring(target, shape.rect, True, OPEN, self.geometry.px(4))
        if "control" in parts:
            self._draw_controls(target, s, labels)
        if "network" in parts:
            for other in range(s.seats):
                self._draw_worth(target, s, other, labels)
        if "claims" in parts:
            self._draw_claims(target, s, labels)
        for part in self.parts:
            part.draw_reading(target, s, parts, self.geometry, labels)

    def _to_see(self) -> list[pygame.FRect]:
        """Return the places that no label should cover: names, points and tracks."""
        plan, box = self.geometry.plan, self.geometry.box
        names = [box(name_plate(town)) for town in plan.towns.values()]
        printed = ("east-west", "completed", *(f"table.{n}" for n in range(1, len(plan.table) + 1)))
        shapes = (self.geometry.shape(element) for element in printed)
        return [*names, *(shape.rect for shape in shapes if shape is not None)]

    def _draw_open(self, target: pygame.Surface, s: HansaTeutonicaState, seat: int) -> None:
        for office in open_offices(s, seat):
            shape = self.geometry.shape(f"office.{office}")
            if shape is not None:
                reading.ring(target, shape.rect, shape.round, OPEN, self.geometry.px(4))

    def _draw_controls(self, target: pygame.Surface, s: HansaTeutonicaState, labels: reading.Labels) -> None:
        """Draw who controls each contested town; elsewhere the frame and the shield say it."""
        for control in filter(lambda control: control.next, controls(s)):
            box = self.geometry.plan.towns[control.town]
            sign = "=" if control.tie else ":"
            words = f"{control.offices}{sign}{control.next}"
            at = self.geometry.at((box.label[0], box.label[1] + BANNER))
            labels.put(target, words, at, self.geometry.legible(21), self._tones(control.seat))

    def _draw_network(self, target: pygame.Surface, s: HansaTeutonicaState, seat: int, lines: _Lines) -> None:
        towns, at = s.network(seat).towns, self.geometry.at
        for route in s.board.routes:
            if route.a in towns and route.b in towns:
                for part in lines.next(route.id):
                    points = [at(xy) for xy in part]
                    reading.line(target, points, self._tones(seat).fill, self.geometry.px(6), False)

    def _draw_worth(
        self, target: pygame.Surface, s: HansaTeutonicaState, seat: int, labels: reading.Labels
    ) -> None:
        """Draw the points of a network above its eastmost town."""
        network, plan = s.network(seat), self.geometry.plan
        if len(network.towns) > 1 and network.points:
            x, y = plan.towns[max(network.towns, key=lambda town: plan.towns[town].centre[0])].centre
            words = f"{network.offices}×{network.keys}={network.points}"
            spot = self.geometry.at((x, y - OFFICE - 6))
            labels.put(target, words, spot, self.geometry.legible(19), self._tones(seat))

    def _draw_chain(self, target: pygame.Surface, s: HansaTeutonicaState, seat: int, lines: _Lines) -> None:
        way, plan = chain(s, seat), self.geometry.plan
        for one, other in pairwise(way):
            for part in lines.next(self._route(s, one, other).id):
                points = [self.geometry.at(xy) for xy in part]
                reading.line(target, points, CHAIN, self.geometry.px(6), True)
        for town in way:
            if not s.presence[seat] >> town & 1:
                box = plan.towns[s.board.town_ids[town]]
                rect = pygame.FRect(0, 0, self.geometry.px(box.width + 14), self.geometry.px(OFFICE + 3))
                rect.center = self.geometry.at(box.centre)
                reading.ring(target, rect, False, CHAIN, self.geometry.px(4))

    def _draw_claims(self, target: pygame.Surface, s: HansaTeutonicaState, labels: reading.Labels) -> None:
        by_route: dict[str, list[tuple[int, int]]] = {}
        for seat in range(s.seats):
            for route, missing in claimable(s, seat):
                if any(s.route_pieces(route)):
                    by_route.setdefault(route, []).append((seat, missing))
        for route, seats in by_route.items():
            for seat, missing in seats:
                words = f"−{missing}" if missing else ""
                at = self.geometry.at(self._middle(route))
                labels.put(target, words, at, self.geometry.legible(20), self._tones(seat))

    def _middle(self, route: str) -> XY:
        road = self.geometry.plan.roads[route]
        x, y = road[len(road) // 2]
        return x, y - 30

    def link(self, s: HansaTeutonicaState, event: Event) -> Moment | None:
        """Return a highlight animation of the chain from west to east, for the seat whose bonus `event`
        reports."""
        if event.seat is None:
            return None
        way = chain(s, event.seat)
        path = [f"town.{s.board.town_ids[way[0]]}"]
        for one, other in pairwise(way):
            path += [f"route.{self._route(s, one, other).id}", f"town.{s.board.town_ids[other]}"]
        words = f"{self.words.who(event.seat)} +{self.words.link_points[event.amount - 1]}"
        return Moment(tuple(path), event.seat, 2.8, words, holds=True)

    @staticmethod
    def _route(s: HansaTeutonicaState, one: int, other: int) -> Route:
        """Return the route between two neighbouring towns."""
        ends = {s.board.town_ids[one], s.board.town_ids[other]}
        return next(route for route in s.board.routes if {route.a, route.b} == ends)

    # ---- texts ------------------------------------------------------------------------------

    def sentences(self, s: HansaTeutonicaState, read: Read) -> Iterator[str]:
        """Yield the contents of the overlay as sentences: first for every player, then for the reading seat
        alone."""
        t, all_, (seat, parts) = self.words.t, list(controls(s)), read
        for other in range(s.seats):
            name = self.words.who(other)
            yield t("read.score", name=name, n=s.points[other], total=total(s, other))
            own = [control for control in all_ if control.seat == other]
            if own and "control" in parts:
                yield t("read.control", towns=", ".join(self._control(control) for control in own))
            network = s.network(other)
            if network.towns and "network" in parts:
                towns = ", ".join(self.words.towns[town] for town in network.towns)
                fields = {"offices": network.offices, "keys": network.keys, "points": network.points}
                yield t("read.network", towns=towns, **fields)
            begun = [route for route, _ in claimable(s, other) if any(s.route_pieces(route))]
            if begun and "claims" in parts:
                yield t("read.claims", routes=", ".join(self.words.routes[route] for route in begun))
        lacking = [s.board.town_ids[town] for town in chain(s, seat) if not s.presence[seat] >> town & 1]
        name = self.words.who(seat)
        towns = ", ".join(self.words.towns[town] for town in lacking)
        if "chain" in parts:
            yield t("read.chain" if lacking else "read.chain.done", name=name, towns=towns, **self.words.ends)
        opened = [self.words.towns[office.rpartition(".")[0]] for office in open_offices(s, seat)]
        if opened and "open" in parts:
            yield t("read.open", name=name, towns=", ".join(opened))
        for part in self.parts:
            yield from part.read(s, seat, parts)
        if SHIPS in parts:
            ships = ", ".join(self.words.house(ship) for ship in usable_ships(s, seat, self.parts))
            yield t("read.ships" if ships else "read.ships.none", name=name, ships=ships)

    def _control(self, control: Control) -> str:
        town = self.words.towns[control.town]
        return self.words.t("read.tie", town=town) if control.tie else town
