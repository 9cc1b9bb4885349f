"""Neutral traders of two-player games (rules 12.B). They belong to the neutral seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from game.engine.core import Action, Event, Wishes
from game.engine.position_fields import NOTHING, PositionFields, whole
from game.games.hansa_teutonica.rules import claim, displacement, wishes
from game.games.hansa_teutonica.rules.actions import (
    HansaTeutonicaAction,
    PlainAction,
    PutMarker,
    Relocate,
    SetDown,
    Vocabulary,
)
from game.games.hansa_teutonica.rules.agenda import first, proceed
from game.games.hansa_teutonica.rules.board import TRADER, TRADERS_EACH
from game.games.hansa_teutonica.rules.codes import changed, code, pile_at
from game.games.hansa_teutonica.rules.edition import Edition, Extension, Module, PositionField
from game.games.hansa_teutonica.rules.effects import (
    clear_route,
    draw_replacement,
    fill_office,
    put,
    take,
)
from game.games.hansa_teutonica.rules.expansion import BACK, BASE, BOARD, TWO, EditionRow, Expansion
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.rule import Rule
from game.games.hansa_teutonica.rules.tables import Tables
from game.games.hansa_teutonica.rules.turn_end import lay_marker, place_replacements

COLOUR = TRADERS_EACH
"""Number of neutral traders in each of the two unused colours (12.B.7)."""

SETTLING = (("settle", 0), ("close", 0))
"""Queue steps that claim full neutral routes, and end the game if a claim ends it (12.B.3)."""

ITALIAN, PORTUGUESE = "neutral-it", "neutral-pt"
NINE = "neutral-it-9"
"""Option value of the Italian neutral traders as in version 1: nine at setup, one of them on
Coellen-Warburg."""


class NeutralClaim(HansaTeutonicaAction):
    """Action: claim a route full of neutral traders for this town, or for none (12.B.3)."""

    __slots__ = ("route", "town")

    route: int
    town: int | None

    def __init__(self, text: str, path: tuple[str, ...], route: int, town: int | None) -> None:
        super().__init__(text, path)
        object.__setattr__(self, "route", route)
        object.__setattr__(self, "town", town)


class NeutralWords(Vocabulary):
    """Claims of neutral traders, by route and town."""

    def __init__(self, board: Tables, markers: Sequence[str]) -> None:
        names = board.town_ids
        self.claim: dict[tuple[int, int | None], NeutralClaim] = {
            (r, t): NeutralClaim(f"neutral {route} {names[t]}", (f"route.{route}", f"town.{names[t]}"), r, t)
            for r, route in enumerate(board.route_ids)
            for t in board.route_towns[r]
        } | {
            (r, None): NeutralClaim(f"neutral {route}", (f"route.{route}",), r, None)
            for r, route in enumerate(board.route_ids)
        }

    def actions(self) -> Iterable[Action]:
        return self.claim.values()


class Neutral(Module[int]):
    """The rules module of neutral traders, which occupy routes, are displaced like other pieces, and claim
    routes that they fill.

    Its value is the number of traders of the second colour not yet in use. Those of the first colour that are
    in no house are in the stock of the neutral seat.
    """

    id = "neutral"
    vocabulary = NeutralWords
    no_fields = "there are no neutral traders in this game"
    fields = (PositionField("neutral", "levels", NOTHING),)
    initial = COLOUR
    has_neutrals = True

    def __init__(self, edition: Edition, options: Mapping[str, str]) -> None:
        super().__init__(edition, options)
        variant = options["two_players"]
        self.nine = variant in ("neutral-pt", NINE)
        """True if one of the neutral traders begins on Coellen-Warburg (A35)."""
        self.one_stays = variant == "neutral-pt"
        """True if a neutral trader stays on a claimed route to a yellow town (A35c)."""
        self.words = edition.words.of(NeutralWords)
        self.claims = NeutralClaims(self)

    def decisions(self) -> Sequence[Rule]:
        return NeutralRelocation(self), self.claims

    def extensions(self) -> Mapping[str, Extension]:
        return {
            "carry": Extension(after={SetDown: self.settle_moved, PlainAction: self.settle_moved}),
            "replace": Extension({PutMarker: self.put_marker}),
        }

    # ---- the stock ------------------------------------------------------------------------------

    def draw(self, s: Position, events: list[Event]) -> bool:
        """Take a trader from the stock, and return whether there was one. The second colour follows when the
        first is used up (12.B.7)."""
        pile, reserve = pile_at(s.seats, TRADER), self.state(s)
        if not s.stock[pile] and reserve:
            s.stock[pile] = reserve
            self.store(s, 0)
            events.append(Event("neutral-colour", s.seats, "trader", "box", "neutral", s.stock[pile]))
        if not s.stock[pile]:
            return False
        s.stock[pile] -= 1
        return True

    def enter(self, s: Position, route: int, events: list[Event]) -> None:
        """Place a neutral trader in the first house of an empty route (12.B.1, 12.B.6)."""
        if self.draw(s, events):
            house = s.board.first_house[route]
            put(s, house, code(s.seats, TRADER))
            places = s.board.house_places
            events.append(Event("neutral", s.seats, "trader", "neutral", places[house]))

    # ---- hooks ----------------------------------------------------------------------------------

    def deal(self, s: Position) -> None:
        """Fill the stock (12.B.1)."""
        s.stock[pile_at(s.seats, TRADER)] = COLOUR

    def on_setup_end(self, s: Position, events: list[Event]) -> bool:
        """Place the first neutral traders (12.B.1)."""
        for route in self.first_routes(s):
            self.enter(s, route, events)
        return False

    def first_routes(self, s: Position) -> list[int]:
        """Return the routes with a start marker and those to yellow towns (12.B.1). The Italian rulebook
        means only the five that improve an ability, not Coellen (A35)."""
        board = s.board
        return [
            route
            for route in range(len(board.routes))
            if route in board.taverns
            or (board.route_yellow[route] if self.nine else board.route_abilities[route])
        ]

    def on_displaced(self, s: Position, piece: int) -> bool:
        """Let the other player set a displaced neutral trader down (12.B.2)."""
        if piece != code(s.seats, TRADER):
            return False
        s.ask("relocate-neutral", 1 - s.active)
        return True

    def settle_moved(self, s: Position, action: Action, events: list[Event]) -> None:
        """Claim the routes that traders moved by a marker fill, once all are set down (12.B.3)."""
        if s.now is None or s.now.id != "carry":
            self.settle(s, events)

    def put_marker(self, s: Position, action: PutMarker, events: list[Event]) -> None:
        """Place a replacement marker with one more neutral trader on its route (9.8, 12.B.6)."""
        lay_marker(s, action, events)
        self.enter(s, action.place, events)
        place_replacements(s, events)

    # ---- displaced traders ----------------------------------------------------------------------

    def relocate(self, s: Position, action: Relocate, events: list[Event]) -> None:
        """Set the displaced trader down first, then one from the neutral stock (12.B.2).

        If the first one fills a route, it is claimed once both are set down (A35k).
        """
        seat = s.seats
        put(s, action.place, s.hand[0])
        place = s.board.house_places[action.place]
        events.append(Event("relocate", seat, "trader", f"hand.{seat}", place))
        if s.allowance and displacement.targets(s, TRADER) and self.draw(s, events):
            s.allowance = 0  # the piece in hand has the same kind and owner
            events.append(Event("lift", seat, "trader", "neutral", f"hand.{seat}"))
        else:
            self.settle(s, events)

    # ---- claiming -------------------------------------------------------------------------------

    def full_routes(self, s: Position) -> list[int]:
        """Return the routes that neutral traders fill."""
        row = s.board.missing_at(s.seats, 0)
        return [route for route in range(len(s.board.routes)) if not s.missing[row + route]]

    def settle(self, s: Position, events: list[Event]) -> None:
        """Queue the claims of all routes full of neutral traders, one by one (12.B.3, A35i)."""
        s.hand, s.allowance, s.route = (), 0, -1
        first(s, *SETTLING)
        proceed(s, events)

    def agenda_steps(self) -> Mapping[str, Callable[..., bool]]:
        return {"settle": self.settle_one}

    def settle_one(self, s: Position, argument: int, events: list[Event]) -> bool:
        """Claim the next full route. While a player chooses its town the queue is empty: the answer queues
        the remaining claims again."""
        choices = self.claims.legal(s)
        if len(choices) > 1:
            s.agenda = s.agenda[1:]  # "close"
            s.ask("neutral-claim", s.active)
        elif choices:
            first(s, ("settle", 0))
            self.claim_for(s, choices[0], events)
        return len(choices) > 1

    def claim(self, s: Position, action: NeutralClaim, events: list[Event]) -> None:
        """Claim for the chosen town (12.B.3). Effects of the office on other players come before the next
        route."""
        first(s, *SETTLING)
        self.claim_for(s, action, events)
        proceed(s, events)

    def claim_for(self, s: Position, action: NeutralClaim, events: list[Event]) -> None:
        """Score control, discard the marker, fill the office, and return the rest to the stock (12.B.3,
        12.B.5)."""
        route, town, board = action.route, action.town, s.board
        events.append(Event("claim", s.seats, "", "", f"route.{board.route_ids[route]}"))
        claim.pay_controllers(s, route, events)
        if s.tavern[route]:
            kind = s.tavern[route] - 1
            s.tavern = changed(s.tavern, route, 0)
            s.box += (kind,)
            marker = f"marker.{s.edition.markers[kind]}"
            events.append(Event("marker-lost", s.seats, marker, board.tavern_places[route], "box"))
            draw_replacement(s, events)
        first = board.first_house[route]
        if town is not None:
            fill_office(s, s.next_office(town), take(s, first), board.house_places[first], events)
        keep = first + 1 if self.one_stays and board.route_yellow[route] else -1
        clear_route(s, route, events, keep)

    # ---- position strings -----------------------------------------------------------------------

    def write(self, s: Position) -> Sequence[str]:
        return (f"{s.stock_of(s.seats).traders},{self.state(s)}",)

    def read(self, s: Position, fields: PositionFields) -> None:
        """Read the neutral stock and the second colour: `18,27`."""
        left = 2 * COLOUR - s.pieces_out().count(code(s.seats, TRADER))
        reserve = COLOUR if left >= COLOUR else 0
        stock = max(0, left - reserve)
        pair = fields.by_seat("neutral", 2)
        if pair is not None:
            stock, reserve = (whole(text, "neutral") for text in pair)
        self.store(s, reserve)
        s.stock[pile_at(s.seats, TRADER)] = min(stock, 255)

    def check(self, s: Position) -> None:
        """Check that no trader is lost (13.1), and that a route full of neutral traders is claimed
        immediately (12.B.3)."""
        out = s.pieces_out().count(code(s.seats, TRADER))
        found = out + s.stock[pile_at(s.seats, TRADER)] + self.state(s)
        assert found == 2 * COLOUR, f"13.1: {found} neutral traders, not {2 * COLOUR}"
        settling = SETTLING[0] in s.agenda
        if not settling and (s.now is None or s.now.id not in ("neutral-claim", "relocate-neutral", "carry")):
            for full in self.full_routes(s):
                raise AssertionError(f"12.B.3: {s.board.route_ids[full]} is full of neutral traders")


class NeutralRelocation(Rule):
    """Relocating a neutral trader (12.B.2): the other player sets the displaced one down, and one more
    (A35d)."""

    id = "relocate-neutral"
    may_end = True
    uses = frozenset({"hand", "allowance", "route"})
    refusals = {Relocate: displacement.no_relocating}
    touches = {"house": displacement.unsettled_house}

    def __init__(self, neutral: Neutral) -> None:
        super().__init__()
        self.answers = {Relocate: neutral.relocate}

    def legal(self, s: Position) -> list[Action]:
        relocate = s.edition.words.relocate
        return [relocate[house] for house in displacement.targets(s, TRADER)]

    def wishes(self, s: Position) -> Sequence[Wishes]:
        return (wishes.places(s),)

    def wished(self, s: Position, wished: Sequence[str]) -> Action | None:
        house = wishes.preferred(s, displacement.targets(s, TRADER), wished)
        return None if house is None else s.edition.words.relocate[house]

    def facts(self, s: Position) -> dict[str, Any]:
        return {"piece": "trader", "extras": s.allowance, "route": s.board.route_ids[s.route]}

    def asked(self, s: Position) -> int:
        return (s.active + 1) % s.seats

    def check(self, s: Position) -> None:
        assert s.decider != s.active and s.decider < s.seats, "the other player moves neutral traders"
        assert s.route >= 0 and s.hand == (code(s.seats, TRADER),) and s.allowance <= 1, (
            "one neutral trader is in hand"
        )
        assert displacement.displacer_there(s), "the piece that displaced another stands on its route"


class NeutralClaims(Rule):
    """Claiming a neutral route (12.B.3): the active player chooses one of the two towns, if both have an
    empty office."""

    id = "neutral-claim"
    may_end = True

    def __init__(self, neutral: Neutral) -> None:
        super().__init__()
        self.neutral = neutral
        self.answers = {NeutralClaim: neutral.claim}

    def legal(self, s: Position) -> list[NeutralClaim]:
        found, words = [], self.neutral.words.claim
        for route in self.neutral.full_routes(s):
            towns: list[int | None] = [t for t in s.board.route_towns[route] if s.next_office(t) >= 0]
            found += [words[route, town] for town in towns or [None]]
        return found

    def check(self, s: Position) -> None:
        super().check(s)
        assert len(self.legal(s)) > 1, "neutral traders have no choice of towns"


def since(version: int, options: Mapping[str, str]) -> Mapping[str, str]:
    """Return options of version 1 records, in which the Italian game had nine neutral traders too."""
    return {**options, TWO: NINE} if options.get(TWO) == ITALIAN else options


EXPANSION = Expansion(
    rank=4,
    rows=(EditionRow(BACK, (2,), (Neutral,), {BOARD: (BASE,), TWO: (ITALIAN, PORTUGUESE, NINE)}),),
    retired=(NINE,),
    presets={"Italian 4th": {TWO: ITALIAN}, "Portuguese": {TWO: PORTUGUESE}},
    since=since,
)
