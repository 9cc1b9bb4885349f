"""Countries abroad (expansions 5): permissions to place and displace there, limits on moving pieces across
borders, the permanent marker that places two pieces there, and points for countries at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from game.engine.core import Action, Event, Option, Reason, ScoreLine
from game.engine.position_fields import PositionFields, index_of, join
from game.games.hansa_teutonica.rules.actions import DONE, Displace, Numbered, Place, PlainAction, Vocabulary
from game.games.hansa_teutonica.rules.board import KINDS, MERCHANT, TRADER
from game.games.hansa_teutonica.rules.board_file import BoardFile
from game.games.hansa_teutonica.rules.bounds import Closed, Region
from game.games.hansa_teutonica.rules.codes import OWNER, code, pile_at
from game.games.hansa_teutonica.rules.edition import ActionRange, Edition, Extension, Module, PositionField
from game.games.hansa_teutonica.rules.effects import put
from game.games.hansa_teutonica.rules.expansion import BOARD, EditionRow, Expansion
from game.games.hansa_teutonica.rules.options import BIG_BOX
from game.games.hansa_teutonica.rules.permanent import PIECES, EffectRule, Permanent, decline, go_on
from game.games.hansa_teutonica.rules.position import Position, controller_among
from game.games.hansa_teutonica.rules.reasons import no_room, no_standing
from game.games.hansa_teutonica.rules.rule import Rule
from game.games.hansa_teutonica.rules.tables import Tables

PLACE_ABROAD = "place-abroad"
"""Permanent marker that places pieces abroad (5.16), and its queue step."""


class PlaceAbroad(Numbered):
    """Action: place a piece of this kind from the stock in this house abroad (5.16)."""

    __slots__ = ()


class CountryWords(Vocabulary):
    """Actions by kind, then by the number of the house."""

    def __init__(self, board: Tables, markers: Sequence[str]) -> None:
        self.place = tuple(
            {
                house: PlaceAbroad(
                    f"abroad {kind} {board.house_ids[house]}",
                    (f"stock.{kind}", board.house_places[house]),
                    house,
                    k,
                )
                for house in houses_abroad(board)
            }
            for k, kind in enumerate(KINDS)
        )

    def actions(self) -> Iterable[Action]:
        for by_house in self.place:
            yield from by_house.values()


def routes_in(board: Tables, country: str) -> tuple[int, ...]:
    """Return the routes of a country; "" means at home."""
    return tuple(at for at, route in enumerate(board.routes) if route.country == country)


def houses_abroad(board: Tables) -> tuple[int, ...]:
    """Return the houses of all routes abroad."""
    return tuple(house for house, route in enumerate(board.house_route) if board.routes[route].country)


class Countries(Module[int]):
    """The rules module of countries abroad.

    Its value is the permissions used in this turn as bits: one for each town that gives one.

    towns       towns that give permissions
    names       their names in position strings
    """

    id = "countries"
    vocabulary = CountryWords
    no_fields = "there are no countries on this board"
    fields = (PositionField("permits", "fresh"),)
    options = (
        Option("favour_abroad", ("kept", "lifted"), "kept", seats=(3, 4, 5), when=("board", ("britannia",))),
    )
    """X19: whether a displaced player must stay in the country and at home even if pieces can go anywhere."""
    initial = 0

    def __init__(self, edition: Edition, options: Mapping[str, str]) -> None:
        super().__init__(edition, options)
        self.keeps = options["favour_abroad"] == "kept"
        board = edition.board
        self.countries = board.printed.countries
        towns = dict.fromkeys(town for country in self.countries for town in country.permissions)
        self.towns = tuple(board.town_index[town] for town in towns)
        self.names = tuple(towns)
        self.rows = tuple(
            (offices.start, offices.stop) for offices in map(board.town_offices.__getitem__, self.towns)
        )
        self.permits = tuple(tuple(map(self.names.index, country.permissions)) for country in self.countries)
        """By country, the towns that give permission, the country's own first."""
        names = [country.id for country in self.countries]
        self.country_of = tuple(names.index(route.country) if route.country else -1 for route in board.routes)
        """Country by route."""
        self.members = tuple(
            tuple(at for at, town in enumerate(board.towns) if name in town.countries) for name in names
        )
        """By country, the towns that count for it (5.2)."""
        self.words = edition.words.of(CountryWords)
        self.abroad = houses_abroad(board)
        self._reaches: dict[int, ActionRange] = {}

    def decisions(self) -> Sequence[Rule]:
        return (PlacingAbroad(self),)

    def extensions(self) -> Mapping[str, Extension]:
        return {"turn": Extension(after={Place: self.use_permission, Displace: self.use_permission})}

    def regions(self, board: Tables) -> Sequence[Region]:
        """Return the borders (5.9, 5.10): pieces at home stay at home, pieces abroad stay there or go home.
        Markers keep all pieces in their country."""
        home = routes_in(board, "")
        lands = [routes_in(board, country.id) for country in board.printed.countries]
        abroad = (Region(land, (*land, *home), land, self.keeps) for land in lands)
        return [Region(home, home, always=self.keeps), *abroad]

    # ---- permissions ----------------------------------------------------------------------------

    def holder(self, s: Position, permit: int) -> int:
        """Return the owner of the rightmost filled printed office (5.5), or -1."""
        start, stop = self.rows[permit]
        row = s.offices[start:stop].rstrip(b"\0")
        return OWNER[row[-1]] if row else -1

    def held(self, s: Position, seat: int) -> int:
        """Return the permissions of a seat, used or not, as bits."""
        found = 0
        for permit in range(len(self.rows)):
            found |= (self.holder(s, permit) == seat) << permit
        return found

    def left(self, s: Position) -> int:
        """Return the permissions that the active player can use now (5.7)."""
        return self.held(s, s.active) & ~self.state(s)

    def open_to(self, permits: int, country: int) -> bool:
        """Return whether any of these permissions is for a country."""
        return any(permits >> permit & 1 for permit in self.permits[country])

    def where(self, permit: int) -> tuple[str, ...]:
        """Return the countries for which a town gives permission."""
        return tuple(
            country.id
            for country, permits in zip(self.countries, self.permits, strict=True)
            if permit in permits
        )

    def on_turn_start(self, s: Position) -> None:
        if self.state(s):
            self.store(s, 0)

    def action_range(self, s: Position) -> ActionRange | None:
        """Return the limits of the active player (5.4, 5.8): home and the countries with a permission. Claims
        need no permission."""
        return self.reach_with(self.left(s))

    def reach_with(self, permits: int) -> ActionRange | None:
        """Return the limits on placing and displacing with these permissions; None: none."""
        known = self._reaches.get(permits)
        if known is None:
            known = self._reaches[permits] = self._reach(permits)
        return known if known.closed else None

    def _reach(self, permits: int) -> ActionRange:
        board, edition = self.edition.board, self.edition
        shut = {country for country in range(len(self.countries)) if not self.open_to(permits, country)}
        beyond = {house for house, route in enumerate(board.house_route) if self.country_of[route] in shut}
        closed: Closed = ()
        if beyond:
            kinds = edition.closed or ((),) * (len(KINDS) + 1)
            closed = tuple(tuple(sorted(beyond.union(houses))) for houses in kinds)
        houses = tuple(house for house in range(board.house_count) if house not in beyond)
        entered = tuple(dict.fromkeys(board.house_route[house] for house in houses))
        return ActionRange(houses, tuple(range(board.stride)), self.no_permission, entered, closed)

    def no_permission(self, s: Position, route: int) -> Reason:
        """Return that there is no permission, or that it has been used (5.4)."""
        at = self.country_of[route]
        country, name = self.countries[at], s.board.route_ids[route]
        if self.open_to(self.held(s, s.active), at):
            return Reason("permit-used", {"route": name, "country": country.id})
        town, also = country.permissions
        return Reason("permit-lacks", {"route": name, "country": country.id, "town": town, "gateway": also})

    def use_permission(self, s: Position, action: Place | Displace, events: list[Event]) -> None:
        """Use a permission for a piece abroad, that of the country's own town first (5.4, 5.6)."""
        country = self.country_of[s.board.house_route[action.place]]
        if country >= 0:
            left = self.left(s)
            permit = next(permit for permit in self.permits[country] if left >> permit & 1)
            self.store(s, self.state(s) | 1 << permit)

    # ---- placing two pieces abroad ---------------------------------------------------------------

    def agenda_steps(self) -> Mapping[str, Callable[..., bool]]:
        return {PLACE_ABROAD: self.offer_places}

    def offer_places(self, s: Position, route: int, events: list[Event]) -> bool:
        """Request the placement, if there is room (5.16)."""
        if self.places(s):
            s.allowance = PIECES
            s.ask(PLACE_ABROAD, s.active)
        return bool(s.allowance)

    def places(self, s: Position) -> list[Action]:
        """Return the possible placements: pieces of the stock, in houses open to them (5.16).

        The pieces of the route have just returned to the stock, so that it always has two.
        """
        stock = s.stock_of(s.active)
        empty = [house for house in self.abroad if not s.houses[house]]
        return [
            self.words.place[kind][house]
            for kind in (TRADER, MERCHANT)
            if stock[kind]
            for house in empty
            if s.stands(kind, house)
        ]

    def place(self, s: Position, action: PlaceAbroad, events: list[Event]) -> None:
        """Place a piece abroad (5.16). No permission is needed or used."""
        seat = s.active
        s.stock[pile_at(seat, action.kind)] -= 1
        put(s, action.place, code(seat, action.kind))
        s.allowance -= 1
        place = s.board.house_places[action.place]
        events.append(Event("carried", seat, KINDS[action.kind], f"stock.{seat}", place))
        if not s.allowance or not self.places(s):
            go_on(s, events)

    # ---- the end --------------------------------------------------------------------------------

    def standings(self, s: Position, country: int) -> list[tuple[int, int]]:
        """Return by seat the towns it controls in a country and its offices there (5.18)."""
        owners = [found for town in self.members[country] if (found := s.owners(town))]
        control = [controller_among(found) for found in owners]
        return [(control.count(seat), sum(found.count(seat) for found in owners)) for seat in range(s.seats)]

    def score_rows(self, s: Position, rows: list[ScoreLine]) -> None:
        """Add the points for countries (5.18, 5.19)."""
        for at, country in enumerate(self.countries):
            rows.append(ScoreLine(country.id, shared(self.standings(s, at), country.points)))

    # ---- position strings -----------------------------------------------------------------------

    def write(self, s: Position) -> Sequence[str]:
        used = self.state(s)
        return (join(name for at, name in enumerate(self.names) if used >> at & 1),)

    def read(self, s: Position, fields: PositionFields) -> None:
        used = 0
        for name in fields.items("permits"):
            used |= 1 << index_of(name, self.names, "permits")
        self.store(s, used)

    def check(self, s: Position) -> None:
        """Check the limits of 5.14 and 5.18."""
        for route, kind in enumerate(s.tavern):
            assert not kind or self.country_of[route] < 0, "5.14: a bonus marker lies abroad"
        rows: list[ScoreLine] = []
        self.score_rows(s, rows)
        for row, country in zip(rows, self.countries, strict=True):
            assert sum(row.points) <= sum(country.points), f"5.18: too many points for {row.id}"


def shared(standings: Sequence[tuple[int, int]], points: Sequence[int]) -> tuple[int, ...]:
    """Return the points for the leading seats by towns, then offices (5.18, 5.19). Equals share the points of
    their places, rounded down. A seat without an office scores nothing.

    >>> shared([(3, 3), (2, 2), (0, 4), (0, 0)], (7, 4, 2))
    (7, 4, 2, 0)
    >>> shared([(2, 3), (2, 3), (1, 1)], (7, 4, 2))
    (5, 5, 2)
    """
    found = []
    for own in standings:
        before, equal = sum(other > own for other in standings), standings.count(own)
        found.append(sum(points[before : before + equal]) // equal if own[1] else 0)
    return tuple(found)


class PlacingAbroad(EffectRule):
    """Placing abroad (5.16): up to two pieces of the stock go to houses abroad."""

    id = PLACE_ABROAD
    uses = EffectRule.uses | {"allowance"}

    def __init__(self, countries: Countries) -> None:
        super().__init__()
        self.countries = countries
        self.answers = {PlaceAbroad: countries.place, PlainAction: decline}
        self.refused = {PlaceAbroad: self.no_place}
        self.touched = {"house": self.no_house}

    def legal(self, s: Position) -> list[Action]:
        return [*self.countries.places(s), DONE]

    def facts(self, s: Position) -> dict[str, Any]:
        return {"left": s.allowance}

    def no_place(self, s: Position, action: PlaceAbroad) -> Reason | None:
        """Return why the piece cannot be placed there (5.16, 2.2)."""
        if why := no_room(s, action.place):
            return why
        if not s.stock[pile_at(s.active, action.kind)]:
            return Reason("stock-lacks", {"piece": KINDS[action.kind]})
        return no_standing(s, action.kind, action.place)

    def no_house(self, s: Position, name: str) -> Reason | None:
        """Return that the house is not abroad."""
        house = s.board.house_index[name]
        if house not in self.countries.abroad:
            return Reason("abroad-only")
        return no_room(s, house) or no_standing(s, TRADER, house)

    def check(self, s: Position) -> None:
        super().check(s)
        assert 1 <= s.allowance <= PIECES, "allowance: two pieces may be placed"
        assert len(self.legal(s)) > 1, "there is nothing to place"


HERE = "game.games.hansa_teutonica.expansions.britannia"

EXPANSION = Expansion(
    rank=2,
    rows=(
        EditionRow(BoardFile("britannia_3", HERE), (3,), (Permanent, Countries), {BOARD: ("britannia",)}),
        EditionRow(BoardFile("britannia_4_5", HERE), (4, 5), (Permanent, Countries), {BOARD: ("britannia",)}),
    ),
    presets={"Britannia 2014": {BOARD: "britannia", **BIG_BOX}},
)
