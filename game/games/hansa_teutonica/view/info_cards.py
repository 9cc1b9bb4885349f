"""Info cards of *Hansa Teutonica*: the purpose of each element, its cost, and its current options."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.client.draw.cards import InfoCard
from game.client.views.plane import around
from game.client.views.standing import Gauge, rows
from game.client.views.view import Shape
from game.games.hansa_teutonica.rules.board import (
    END_POINTS,
    FULL_TRACK_POINTS,
    KINDS,
    LEVELS,
    PRIVILEGES,
    TRACKS,
    Board,
    Town,
)
from game.games.hansa_teutonica.rules.codes import owner
from game.games.hansa_teutonica.rules.displacement import price
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.desk import Desk
from game.games.hansa_teutonica.view.geometry import Geometry
from game.games.hansa_teutonica.view.words import Words

OF = "of."
"""Prefix of an element on a seat's player board: "of.2.supply.trader"."""
OWN = frozenset({"supply", "stock", "track", "marker"})


def things(side: Board, s: HansaTeutonicaState) -> Iterator[str]:
    """Yield every element with a card, on the board and on the actor's player board."""
    for route in side.routes:
        yield from (f"house.{route.id}.{number}" for number in range(1, len(route.house_xy) + 1))
        yield f"route.{route.id}"
        if s.tavern_marker(route.id):
            yield f"tavern.{route.id}"
    for town in side.towns:
        yield from (f"office.{town.id}.{number}" for number in range(1, len(town.offices) + 1))
        yield f"town.{town.id}"
    yield from (f"table.{number}" for number in range(1, len(side.table) + 1))
    if s.actor is not None:
        yield from (f"{pile}.{kind}" for pile in ("supply", "stock") for kind in KINDS)
        yield from (f"track.{track}" for track in TRACKS)
        yield from (f"marker.{kind}" for kind in s.markers_of(s.actor))


class InfoCards:
    """Info cards of one game."""

    def __init__(self, words: Words, geometry: Geometry, desks: tuple[Desk, ...], side: Board) -> None:
        self.words, self.geometry, self.desks, self.side = words, geometry, desks, side

    # ---- shapes -----------------------------------------------------------------------------

    def shapes(self, s: HansaTeutonicaState, shown: int) -> Iterator[tuple[str, Shape]]:
        """Yield every non-interactive element that has a card, with its shape."""
        geometry, plan = self.geometry, self.geometry.plan
        for element in things(self.side, s):
            kind = element.partition(".")[0]
            shape = None if kind in OWN else geometry.shape(element)
            if shape is not None:
                yield element, shape
        for town in plan.towns:
            for number, _ in enumerate(s.extra_offices(town), 1):
                yield f"extra.{town}.{number}", self._round(plan.towns[town].extra(number), 36)
        printed = (f"effect.{route}" for route in self.words.effects)
        tracks = (f"scroll.{track}" for track in plan.scrolls)
        lands = (f"country.{country}" for country in plan.countries)
        for element in (*tracks, *printed, *lands, "east-west", "completed"):
            shape = geometry.shape(element)
            assert shape is not None, f"{element} is on every board"
            yield element, shape
        points = s.points[: s.seats]
        for seat in range(s.seats):
            x, y = geometry.score(points[seat], points[:seat].count(points[seat]), points.count(points[seat]))
            size = geometry.px(30)
            yield f"score.{seat}", Shape(pygame.FRect(x - size / 2, y - size / 2, size, size), round=True)
        for seat in range(s.seats):
            if seat == shown or not self.desks[seat].compact:
                yield from self._of_desk(s, seat)

    def _round(self, xy: tuple[float, float], size: float) -> Shape:
        return Shape(self.geometry.box(around(xy, size, size)), round=True)

    def _of_desk(self, s: HansaTeutonicaState, seat: int) -> Iterator[tuple[str, Shape]]:
        elements = [f"{pile}.{kind}" for pile in ("supply", "stock") for kind in KINDS]
        elements += [f"track.{track}" for track in TRACKS]
        elements += [f"marker.{kind}" for kind in s.markers_of(seat)]
        for element in elements:
            shape = self.desks[seat].shape(element, s)
            if shape is not None:
                yield (element if seat == s.actor else f"{OF}{seat}.{element}"), shape
        for kind in s.used_markers_of(seat):
            shape = self.desks[seat].shape(f"used.{kind}", s)
            if shape is not None:
                yield f"used.{seat}.{kind}", shape
        yield f"seat.{seat}", Shape(self.desks[seat].header)

    # ---- contents ---------------------------------------------------------------------------

    def card(self, element: str, s: HansaTeutonicaState) -> InfoCard | None:
        """Return the card of an element; None if it has none."""
        seat = s.actor if s.actor is not None else 0
        if element.startswith(OF):
            _, number, element = element.split(".", 2)
            seat = int(number)
        kind, _, rest = element.partition(".")
        t = self.words.t
        match kind:
            case "house" | "route" | "office" | "town" | "table" | "tavern":
                return InfoCard(self._title(element, s), tuple(self._place(kind, rest, s)))
            case "extra":
                town = rest.partition(".")[0]
                return InfoCard(t("extra", town=self.words.towns[town]), tuple(self._place("town", town, s)))
            case "supply" | "stock":
                pile = s.supply_of(seat) if kind == "supply" else s.stock_of(seat)
                told = t(f"about.{kind}", name=self.words.who(seat), pieces=self.words.pieces(*pile))
                return InfoCard(t(f"desk.{kind}"), (told,))
            case "track":
                return InfoCard(t(f"track.{rest}"), tuple(self._track(rest, seat, s)))
            case "scroll":
                home = next((town for town in self.side.towns if TRACKS.index(rest) in town.abilities), None)
                if home is None:
                    return InfoCard(t(f"track.{rest}"), tuple(self._track(rest, seat, s)))
                return InfoCard(home.name, (*self._abilities(home), *self._track(rest, seat, s)))
            case "marker" | "plate":
                return InfoCard(self.words.marker(rest), tuple(self._marker(rest, seat, s)))
            case "used":
                number, _, marker = rest.partition(".")
                return InfoCard(self.words.label(element, s), tuple(self._used(marker, int(number), s)))
            case "seat" | "desk":
                return InfoCard(self.words.who(int(rest)), tuple(self._desk(int(rest), s)))
            case "score":
                seat = int(rest)
                told = t("about.score.text", name=self.words.who(seat), n=s.points[seat])
                return InfoCard(t("about.score"), (told, *rows(s, seat, self.words.score)))
            case "completed":
                limit = s.board.printed.end_completed
                return InfoCard(t("about.completed", n=s.completed, limit=limit), self._end("completed", s))
            case "end":
                return InfoCard(next(g.label for g in self.gauges(s) if g.id == element), self._end(rest, s))
            case "east-west":
                done = t("about.east_west.done", names=", ".join(map(self.words.who, s.linked)))
                told = t("about.east_west.text", **self.words.ends)
                return InfoCard(t("about.east_west"), (told, *([done] if s.linked else [])))
            case "effect":
                return InfoCard(self.words.label(element, s), (*self._effect(rest), *self._holds(rest, s)))
        return None

    def _title(self, element: str, s: HansaTeutonicaState) -> str:
        kind, _, rest = element.partition(".")
        match kind:
            case "tavern":
                return self.words.marker(s.tavern_marker(rest) or "")
            case "house":
                state = self.words.owner(s.house_piece(rest))
                return self.words.t("card.house", house=self.words.house(rest), state=state)
            case "office":
                town, _, number = rest.rpartition(".")
                piece, nth = s.office_piece(rest), self.words.t(f"nth.{number}")
                state = self._needs(rest) if piece is None else self.words.owner(piece)
                return self.words.t("card.office", town=self.words.towns[town], nth=nth, state=state)
        return self.words.label(element, s)

    def _needs(self, office: str) -> str:
        """Return what an office requires; every player has the first level of the Privilege."""
        printed, t = self.words.offices[office], self.words.t
        needs, privilege = f"card.needs.{KINDS[printed.kind]}", PRIVILEGES[printed.privilege]
        if not printed.privilege:
            return t(needs)
        return t(f"{needs}.privilege", privilege=t(f"privilege.{privilege}"))

    def _place(self, kind: str, rest: str, s: HansaTeutonicaState) -> Iterator[str]:
        """Yield the purpose of a place on the board, and its current state."""
        t = self.words.t
        match kind:
            case "house":
                piece, at_sea = s.house_piece(rest), rest in self.words.ships
                yield t("about.ship" if at_sea else "about.house")
                if at_sea and piece is None and s.actor is not None:
                    can = "yes" if s.supply_of(s.actor).merchants else "no"
                    yield t(f"about.ship.now.{can}", name=self.words.who(s.actor))
                if piece is not None and piece.seat != s.actor:
                    if at_sea:
                        yield t("about.ship.rival")
                    due = price(s, s.houses[s.board.house_index[rest]])
                    if self.words.nobody(piece.seat):  # the other player of the two sets it down
                        yield t("about.house.neutral", name=self.words.who(1 - (s.actor or 0)))
                    else:
                        kind, name = self.words.kind(piece.kind), self.words.who(piece.seat)
                        yield t("about.house.rival", piece=kind, n=due, name=name)
                for part in self.words.speakers:
                    yield from part.place("house", rest, s)
            case "route":
                yield t("about.route")
                marker = s.tavern_marker(rest)
                if marker:
                    yield t("about.route.marker", marker=self.words.marker(marker))
                if rest in self.words.effects:
                    yield next(self._effect(rest))
                for part in self.words.speakers:
                    yield from part.place(kind, rest, s)
            case "office":
                printed = self.words.offices[rest]
                privilege = t(f"privilege.{PRIVILEGES[printed.privilege]}")
                if s.office_piece(rest) is None:
                    yield t("about.office", piece=self.words.kind(KINDS[printed.kind]), privilege=privilege)
                    if printed.coin:
                        yield t("about.office.coin", n=self.side.coin_points)
                yield from self._town(rest.rpartition(".")[0], s)
            case "town":
                yield from self._town(rest, s)
            case "table":
                space = self.side.table[int(rest) - 1]
                route = self.words.routes[self.side.table_route]
                yield t("about.table", route=route, privilege=t(f"privilege.{PRIVILEGES[space.privilege]}"))
            case "tavern":
                yield t(f"about.marker.{s.tavern_marker(rest) or ''}")
                yield t("about.tavern")

    def _town(self, town: str, s: HansaTeutonicaState) -> Iterator[str]:
        t, seat = self.words.t, s.controller(town)
        if seat is None:
            yield t("about.town.free")
        else:
            yield self.words.of("about.town.control", seat)
            pieces = [*s.extra_offices(town), *(piece for piece in s.town_offices(town) if piece)]
            owners = [piece.seat for piece in pieces]
            counted = ", ".join(f"{self.words.who(one)} {owners.count(one)}" for one in dict.fromkeys(owners))
            yield t("about.town.offices", owners=counted)
        printed = next(each for each in self.side.towns if each.id == town)
        if printed.green:
            for part in self.words.speakers:
                yield from part.place("green", town, s)
            if s.actor is not None and s.markers_of(s.actor).get("extra_office"):
                yield t("about.town.green.now", name=self.words.who(s.actor))
        yield from self._abilities(printed)
        for part in self.words.speakers:
            yield from part.place("town", town, s)

    def _abilities(self, town: Town) -> Iterator[str]:
        """Return a sentence about the tracks that a claim improves there."""
        tracks = [self.words.t(f"track.{TRACKS[ability]}") for ability in town.abilities]
        if len(tracks) > 1:
            yield self.words.t("about.town.abilities", tracks=self.words.any_of(tracks))
        elif tracks:
            yield self.words.t("about.town.ability", track=tracks[0])

    def _effect(self, route: str) -> Iterator[str]:
        """Yield the effect of a permanent marker, then the rules common to all of them."""
        towns = ", ".join(town.name for town in self.side.towns if town.green)
        yield self.words.t(f"about.effect.{self.words.effects[route]}", towns=towns)
        yield self.words.t("about.effect")

    def _holds(self, route: str, s: HansaTeutonicaState) -> Iterator[str]:
        """Yield how much of a route the deciding player holds, if anything."""
        houses = s.board.route_houses[s.board.route_index[route]]
        own = sum(s.houses[house] > 0 and owner(s.houses[house]) == s.actor for house in houses)
        if own and s.actor is not None:
            yield self.words.t("about.effect.now", name=self.words.who(s.actor), n=own, houses=len(houses))

    def _track(self, track: str, seat: int, s: HansaTeutonicaState) -> Iterator[str]:
        t, index = self.words.t, TRACKS.index(track)
        yield t(f"about.track.{track}")
        if track == "privilegium":
            steps = [t(f"privilege.{name}") for name in PRIVILEGES]
        else:
            steps = [t("all") if value > 20 else str(value) for value in LEVELS[index]]
        value = self.words.value(track, s.value(seat, track))
        yield t("about.track.steps", steps=", ".join(steps), name=self.words.who(seat), value=value)
        if FULL_TRACK_POINTS[index]:
            yield t("about.track.full", n=FULL_TRACK_POINTS[index])

    def _marker(self, kind: str, seat: int, s: HansaTeutonicaState) -> Iterator[str]:
        held = sum(s.markers_of(seat).values()) + sum(s.used_markers_of(seat).values())
        yield self.words.t(f"about.marker.{kind}")
        yield self.words.t("about.marker.score", name=self.words.who(seat), n=held)

    def _used(self, kind: str, seat: int, s: HansaTeutonicaState) -> Iterator[str]:
        yield self.words.t(f"about.marker.{kind}")
        yield self.words.t("about.used", name=self.words.who(seat))
        for part in self.words.speakers:
            yield from part.place("used", f"{seat}.{kind}", s)

    def _desk(self, seat: int, s: HansaTeutonicaState) -> Iterator[str]:
        held = sum(s.markers_of(seat).values()) + sum(s.used_markers_of(seat).values())
        so_far = str(s.points[seat]) if s.outcome is None else ""
        yield from rows(s, seat, self.words.score, so_far)
        supply, stock = self.words.pieces(*s.supply_of(seat)), self.words.pieces(*s.stock_of(seat))
        yield self.words.t("about.desk", supply=supply, stock=stock, n=held)
        abilities = (
            f"{self.words.t(f'track.{track}')} {self.words.value(track, s.value(seat, track))}"
            for track in TRACKS
        )
        yield ", ".join(abilities)
        if s.secret and s.now is not None:
            yield self.words.t("about.mission", name=self.words.who(seat))

    # ---- the end ----------------------------------------------------------------------------

    def gauges(self, s: HansaTeutonicaState) -> tuple[Gauge, ...]:
        """Return the gauges of the three ways the game can end."""
        t, most = self.words.t, max(s.points[: s.seats])
        all_markers = sum(s.edition.mix) - len(s.edition.start_markers)
        return (
            Gauge("end.points", t("end.points", value=most, limit=END_POINTS), most / END_POINTS),
            Gauge(
                "end.completed",
                t("end.completed", value=s.completed, limit=s.board.printed.end_completed),
                s.completed / s.board.printed.end_completed,
            ),
            Gauge("end.markers", t("end.markers", value=s.bag_left), 1 - s.bag_left / all_markers),
        )

    def _end(self, way: str, s: HansaTeutonicaState) -> tuple[str, ...]:
        most = max(s.points[: s.seats])
        names = ", ".join(self.words.who(seat) for seat in range(s.seats) if s.points[seat] == most)
        limit = s.board.printed.end_completed
        told = self.words.t(f"about.end.{way}", names=names, value=most, limit=limit)
        return told, self.words.t("about.end.then")
