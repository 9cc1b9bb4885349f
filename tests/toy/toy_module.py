"""The toy module, with rules unlike those of any real one.

Only merchants go to sea, and pieces cannot move to the south from elsewhere. Suda grants favours and toasts.
A player who had a favour can be displaced to any free place. When all have had one, the game ends. An office
in Osta brings an action. The player who controls Norda gets a trader when another takes income. One marker
calls for a feast, one ferries a merchant to sea.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from game.engine.core import Action, Event, Option, ScoreLine
from game.engine.position_fields import NOTHING, PositionFields, join, seat_of
from game.games.hansa_teutonica.rules.actions import HansaTeutonicaAction, Income, Numbered, Vocabulary
from game.games.hansa_teutonica.rules.agenda import first, proceed
from game.games.hansa_teutonica.rules.board import MERCHANT, TRADER
from game.games.hansa_teutonica.rules.bounds import Region
from game.games.hansa_teutonica.rules.claim import finish
from game.games.hansa_teutonica.rules.codes import code, pile_at
from game.games.hansa_teutonica.rules.edition import Edition, Extension, Module, PositionField
from game.games.hansa_teutonica.rules.effects import more_actions, put, score, use_marker
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.rule import Rule
from game.games.hansa_teutonica.rules.tables import Tables
from tests.toy.toy_board import SEA, SOUTH

FAVOUR = 3
"""Maximum number of traders that a favour brings from the stock."""


class Favour(HansaTeutonicaAction):
    """Take a favour of the town instead of an office."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("favour suda", ("town.suda",))


class Toast(HansaTeutonicaAction):
    """Drink to the claimant, who gets a point, or not."""

    __slots__ = ()


class Ferry(Numbered):
    """Use a marker to set a merchant of the supply down in this house at sea."""

    __slots__ = ()


class ToyWords(Vocabulary):
    """The actions of the module on a board."""

    def __init__(self, board: Tables, markers: Sequence[str]) -> None:
        self.favour = Favour()
        self.ferry = tuple(
            Ferry(f"use ferry {board.house_ids[n]}", ("marker.ferry", board.house_places[n]), n)
            for n in houses_of(board, SEA)
        )
        self.toasts = tuple(Toast(f"toast {word}", (f"button.{word}",)) for word in ("yes", "no"))

    def actions(self) -> Iterable[Action]:
        return (self.favour, *self.ferry, *self.toasts)


def routes_of(board: Tables, names: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of routes."""
    return tuple(board.route_index[name] for name in names)


def houses_of(board: Tables, names: Iterable[str]) -> list[int]:
    """Return the houses of routes."""
    return [house for route in routes_of(board, names) for house in board.route_houses[route]]


def feast(s: Position, events: list[Event]) -> None:
    """The marker gives two actions."""
    more_actions(s, s.active, 2, events)


class Toy(Module[tuple[int, ...]]):
    """The rules of the module. Its value is the seats that had a favour, in order, each at most once."""

    id = "toy"
    options = (Option("toy", ("off", "on"), "off", later=True),)
    vocabulary = ToyWords
    no_fields = "there are no favours in this game"
    fields = (PositionField("favours", "fresh"),)
    markers: ClassVar[Mapping[str, int]] = {"feast": 3, "ferry": 2}
    instant: ClassVar[Mapping[str, Callable[..., None]]] = {"feast": feast}
    initial = ()
    ends = ("favours",)

    def __init__(self, edition: Edition, options: Mapping[str, str]) -> None:
        super().__init__(edition, options)
        self.words = edition.words.of(ToyWords)

    def regions(self, board: Tables) -> Sequence[Region]:
        south = routes_of(board, SOUTH)
        elsewhere = tuple(route for route in range(len(board.routes)) if route not in south)
        return (Region(elsewhere, elsewhere),)

    def may_go_anywhere(self, s: Position, seat: int) -> bool:
        return seat in self.state(s)

    def extensions(self) -> Mapping[str, Extension]:
        return {
            "benefit": Extension({Favour: self.take}, offers=self.offer_favour),
            "turn": Extension({Ferry: self.sail}, offers=self.offer_ferry, after={Income: self.share_income}),
        }

    def offer_ferry(self, s: Position, seat: int, found: list[Action]) -> None:
        if self.ferries(s, seat) and s.supply[pile_at(seat, MERCHANT)]:
            found += [action for action in self.words.ferry if not s.houses[action.place]]

    def ferries(self, s: Position, seat: int) -> int:
        return s.unused[seat][s.edition.markers.index("ferry")]

    def sail(self, s: Position, action: Ferry, events: list[Event]) -> None:
        seat, place = s.active, s.board.house_places[action.place]
        use_marker(s, s.edition.markers.index("ferry"), events)
        s.supply[pile_at(seat, MERCHANT)] -= 1
        put(s, action.place, code(seat, MERCHANT))
        events.append(Event("place", seat, "merchant", f"supply.{seat}", place))

    def share_income(self, s: Position, action: Income, events: list[Event]) -> None:
        seat = s.control(s.board.town_index["norda"])
        if seat not in (-1, s.active) and s.stock[pile_at(seat, TRADER)]:
            self.bring(s, seat, 1, events)

    def on_office_founded(self, s: Position, seat: int, town: int, events: list[Event]) -> None:
        if town == s.board.town_index["osta"]:
            more_actions(s, seat, 1, events)

    def bring(self, s: Position, seat: int, amount: int, events: list[Event]) -> None:
        """Move traders from the stock to the supply."""
        s.stock[pile_at(seat, TRADER)] -= amount
        s.supply[pile_at(seat, TRADER)] += amount
        events.append(Event("income", seat, "trader", f"stock.{seat}", f"supply.{seat}", amount))

    def offer_favour(self, s: Position, seat: int, found: list[Action]) -> None:
        if self.at_suda(s, s.route) and s.active not in self.state(s):
            found.append(self.words.favour)

    def at_suda(self, s: Position, route: int) -> bool:
        return s.board.town_index["suda"] in s.board.route_towns[route]

    def after_claim(self, s: Position, route: int) -> None:
        """Before anything else, the next player decides on a toast."""
        if self.at_suda(s, route):
            first(s, ("toast", (s.active + 1) % s.seats))

    def agenda_steps(self) -> Mapping[str, Callable[..., bool]]:
        return {"toast": self.ask_toast}

    def ask_toast(self, s: Position, seat: int, events: list[Event]) -> bool:
        s.ask("toast", seat)
        return True

    def decisions(self) -> Sequence[Rule]:
        return (Toasting(self.words),)

    def score_rows(self, s: Position, rows: list[ScoreLine]) -> None:
        """Score a point for each favour."""
        rows.append(ScoreLine("favours", tuple(int(seat in self.state(s)) for seat in range(s.seats))))

    def take(self, s: Position, action: Favour, events: list[Event]) -> None:
        self.bring(s, s.active, min(FAVOUR, s.stock[pile_at(s.active, TRADER)]), events)
        self.store(s, (*self.state(s), s.active))
        if len(self.state(s)) == s.seats:
            s.ending = s.ending or "favours"
        finish(s, events)

    def write(self, s: Position) -> Sequence[str]:
        return (join(map(str, self.state(s))) or NOTHING,)

    def read(self, s: Position, fields: PositionFields) -> None:
        seats = tuple(seat_of(text, "favours", s.seats) for text in fields.items("favours"))
        self.store(s, seats)

    def check(self, s: Position) -> None:
        assert len(set(self.state(s))) == len(self.state(s)), "favours: nobody has two"
        assert s.ending or len(self.state(s)) < s.seats, "favours: when all have had one, the game ends"


class Toasting(Rule):
    """After a claim at Suda, the next player decides whether the claimant gets a point."""

    id = "toast"
    inside_action = True
    may_end = True
    uses = frozenset({"route", "fresh", "agenda"})

    def __init__(self, words: ToyWords) -> None:
        super().__init__()
        self.words = words
        self.answers = {Toast: self.drink}

    def legal(self, s: Position) -> Sequence[Action]:
        return self.words.toasts

    def drink(self, s: Position, action: Toast, events: list[Event]) -> None:
        if action is self.words.toasts[0]:
            score(s, s.active, 1, "town.suda", events)
        proceed(s, events)

    def asked(self, s: Position) -> int:
        return (s.active + 1) % s.seats

    def check(self, s: Position) -> None:
        assert s.decider != s.active and s.agenda, "a rival drinks while a claim is under way"
