"""View of Britannia: its maps, the permissions, and the standings in each country."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

import pygame

from game.client.draw import reading
from game.client.draw.cards import InfoCard
from game.engine.core import Action
from game.games.hansa_teutonica.expansions.britannia.map import britannia
from game.games.hansa_teutonica.expansions.britannia.rules import Countries, PlaceAbroad, shared
from game.games.hansa_teutonica.rules.board import KINDS
from game.games.hansa_teutonica.rules.edition import Module
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.geometry import Geometry
from game.games.hansa_teutonica.view.layout import COUNTRY
from game.games.hansa_teutonica.view.module_view import ModuleView
from game.games.hansa_teutonica.view.reading import tones
from game.games.hansa_teutonica.view.terrain import CountryLook, Ground
from game.games.hansa_teutonica.view.words import Words

USED = "×"
"""Sign on a permission that has been used in this turn. An unused one has a tick."""


class Permit(NamedTuple):
    """A permission: the town that gives it, its holder, the office that gives it to them, and whether it has
    been used."""

    town: str
    seat: int
    office: str
    used: bool


def permits(countries: Countries, s: HansaTeutonicaState) -> Iterator[Permit]:
    """Yield the permissions that have a holder."""
    for permit, town in enumerate(countries.names):
        seat = countries.holder(s, permit)
        if seat >= 0:
            filled = [n for n, piece in enumerate(s.town_offices(town), 1) if piece is not None]
            used = seat == s.active and bool(countries.state(s) >> permit & 1)
            yield Permit(town, seat, f"office.{town}.{filled[-1]}", used)


class CountryStanding(NamedTuple):
    """A seat's towns and offices in a country, and the points they would bring."""

    seat: int
    towns: int
    offices: int
    points: int


def standings(countries: Countries, s: HansaTeutonicaState, country: int) -> list[CountryStanding]:
    """Return the standings of seats with an office in a country, the leader first."""
    found = countries.standings(s, country)
    points = shared(found, countries.countries[country].points)
    rows = [CountryStanding(seat, *own, points[seat]) for seat, own in enumerate(found) if own[1]]
    return sorted(rows, key=lambda row: (-row.towns, -row.offices, row.seat))


class CountriesView(ModuleView):
    """View of boards with countries abroad."""

    readable: ClassVar[tuple[str, ...]] = ("permits", "lead")

    def __init__(self, module: Module[Any], words: Words) -> None:
        super().__init__(module, words)
        assert isinstance(module, Countries)
        self.countries = module

    def joined(self, ids: Iterable[str], join: Callable[[Sequence[str]], str]) -> str:
        """Return several countries joined in words."""
        return join([self.words.t(f"country.{country}") for country in ids])

    def card(self, element: str, s: HansaTeutonicaState) -> InfoCard | None:
        """Return the card of a country: its towns, their points, and the standings."""
        ids = [f"country.{country.id}" for country in self.countries.countries]
        if element not in ids:
            return None
        at, t, words = ids.index(element), self.words.t, self.words
        towns = ", ".join(words.towns[s.board.town_ids[town]] for town in self.countries.members[at])
        facts = {"towns": towns, "first": self.countries.countries[at].points[0]}
        second, third = self.countries.countries[at].points[1:]
        told = t("about.country", **facts, second=second, third=third)
        return InfoCard(t(element), (told, self._abroad("about.country.permit", at), *self.standing(s, at)))

    def _abroad(self, key: str, at: int) -> str:
        """Return a sentence about the requirements of a country."""
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
                yield t("about.town.country", country=self.joined(counts, self.words.all_of))
            if name in self.countries.names:
                yield from self._permission(self.countries.names.index(name), s)

    def _permission(self, permit: int, s: HansaTeutonicaState) -> Iterator[str]:
        """Describe the permission of a town and its current holder."""
        t, holder = self.words.t, self.countries.holder(s, permit)
        yield t("about.town.permit", country=self.joined(self.countries.where(permit), self.words.any_of))
        if holder >= 0:
            used = holder == s.active and self.countries.state(s) >> permit & 1
            key = "about.town.permit.used" if used else "about.town.permit.now"
            yield t(key, name=self.words.who(holder))

    def description(self, s: HansaTeutonicaState) -> str:
        t, found = self.words.t, []
        for permit, name in enumerate(self.countries.names):
            holder = self.countries.holder(s, permit)
            if holder >= 0:
                used = holder == s.active and self.countries.state(s) >> permit & 1
                country = self.joined(self.countries.where(permit), self.words.any_of)
                told = {"town": self.words.towns[name], "country": country, "name": self.words.who(holder)}
                found.append(t("told.permit.used" if used else "told.permit", **told))
        return t("told.permits", permits="; ".join(found)) if found else ""

    def named(self, kind: str, name: str, s: HansaTeutonicaState) -> str:
        return self.words.t(f"country.{name}") if kind == "country" else ""

    # ---- board overlay ----------------------------------------------------------------------

    def standing(self, s: HansaTeutonicaState, country: int) -> list[str]:
        """Return the standings in a country in words, a line for each seat."""
        return [
            self.words.t("about.country.standing", name=self.words.who(row.seat), **row._asdict())
            for row in standings(self.countries, s, country)
        ]

    def enters(self, s: HansaTeutonicaState, seat: int, route: int) -> bool:
        """Return whether the seat can act on the route: at home, or with a permission."""
        left = self.countries.left(s) if seat == s.active else self.countries.held(s, seat)
        abroad = self.countries.country_of[route]
        return abroad < 0 or self.countries.open_to(left, abroad)

    def draw_sign(self, target: pygame.Surface, part: str, place: pygame.FRect, seat: int) -> None:
        (x, y), high, colours = place.center, place.height, tones(self.words, seat)
        if part == "permits":
            reading.label(target, "", (x - place.width * 0.26, y), high * 0.36, colours)
            reading.label(target, USED, (x + place.width * 0.26, y), high * 0.36, colours)
        else:
            reading.label(target, "2·3 +7", (x, y), high * 0.36, colours)

    def draw_reading(
        self,
        target: pygame.Surface,
        s: HansaTeutonicaState,
        parts: Collection[str],
        geometry: Geometry,
        labels: reading.Labels,
    ) -> None:
        if "permits" in parts:
            self._draw_permits(target, s, geometry, labels)
        if "lead" in parts:
            self._draw_lead(target, s, geometry, labels)

    def _draw_permits(
        self, target: pygame.Surface, s: HansaTeutonicaState, geometry: Geometry, labels: reading.Labels
    ) -> None:
        """Draw each permission above the office that gives it, in its owner's colour."""
        for permit in permits(self.countries, s):
            shape, colours = geometry.shape(permit.office), tones(self.words, permit.seat)
            if shape is not None:
                reading.ring(target, shape.rect, shape.round, colours.fill, geometry.px(4))
                spot = shape.rect.centerx, shape.rect.top - geometry.px(8)
                labels.put(target, USED if permit.used else "", spot, geometry.legible(22), colours)

    def _draw_lead(
        self, target: pygame.Surface, s: HansaTeutonicaState, geometry: Geometry, labels: reading.Labels
    ) -> None:
        """Draw the standings under the plate of each country, the leader first."""
        for at, country in enumerate(s.board.printed.countries):
            x, y = geometry.plan.countries[country.id]
            for line, row in enumerate(standings(self.countries, s, at)):
                words = f"{row.towns}·{row.offices} +{row.points}"
                size = geometry.legible(20)
                left, top = geometry.at((x, y + COUNTRY[1] / 2 + 2))
                spot = left, top + size * 1.25 * (line + 0.5)
                labels.put(target, words, spot, size, tones(self.words, row.seat))

    def read(self, s: HansaTeutonicaState, seat: int, parts: Collection[str]) -> Iterator[str]:
        t = self.words.t
        if "permits" in parts:
            yield self.description(s) or t("read.permits.none")
        if "lead" in parts:
            for at, country in enumerate(self.countries.countries):
                lines = "; ".join(self.standing(s, at)) or t("read.lead.none")
                yield t("read.lead", country=t(f"country.{country.id}"), standings=lines)


PARTS = {Countries.id: CountriesView}

SEAS = (("Mare Germanicum", (830.0, 345.0)), ("Mare Hibernicum", (146.0, 372.0)))
"""Names of the seas east and west of Great Britain."""
LOOKS = {
    "wales": CountryLook("Wallia", "#74361a", "#74361a", "#f6e3bd", 7.5, "2 8"),
    "scotland": CountryLook("Scotia", "#4f9fd6", "#1f5683", "#ffffff", 4.4, ".1 10"),
}
"""Styles of countries. Wales has bars across its roads, Scotland beads: distinguishable in grey as well."""
GROUNDS = dict.fromkeys(("britannia", "britannia_north"), Ground(britannia, SEAS, LOOKS))
