"""The toy module: only merchants go to sea, Suda grants favours, a marker calls for a feast."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.engine.core import Action, Event, Option
from game.engine.hansa_teutonica.actions import HansaTeutonicaAction, Vocabulary
from game.engine.hansa_teutonica.board import TRADER
from game.engine.hansa_teutonica.claim import finish
from game.engine.hansa_teutonica.codes import pile_at
from game.engine.hansa_teutonica.edition import Extension, Field, Module, replaced
from game.engine.hansa_teutonica.effects import more_actions
from game.engine.hansa_teutonica.position import Position
from game.engine.hansa_teutonica.tables import Tables
from game.engine.position_fields import NOTHING, PositionFields, join, seat_of
from tests.toy.toy_board import SEA

FAVOUR = 3
"""The most traders a favour brings from the stock."""


class Favour(HansaTeutonicaAction):
    """Take a favour of the town instead of an office."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("favour suda", ("town.suda",))


class ToyWords(Vocabulary):
    """The one action of the module."""

    def __init__(self) -> None:
        self.favour = Favour()

    def actions(self) -> Iterable[Action]:
        yield self.favour


def feast(s: Position, events: list[Event]) -> None:
    """The marker gives two actions."""
    more_actions(s, s.active, 2, events)


class Toy(Module):
    """In `Position.more`: the seats that had a favour, in order; nobody has two."""

    id = "toy"
    options = (Option("toy", ("off", "on"), "off"),)
    lacking = "there are no favours in this game"
    fields = (Field("favours", "fresh"),)
    markers: Mapping[str, int] = {"feast": 3}
    instant = {"feast": feast}  # noqa: RUF012
    initial = ((),)

    @staticmethod
    def vocabulary(board: Tables) -> Vocabulary:
        return ToyWords()

    def barred(self, board: Tables) -> Mapping[int, Iterable[int]]:
        return {TRADER: [house for route in SEA for house in board.route_houses[board.route_index[route]]]}

    def extensions(self) -> Mapping[str, Extension]:
        return {"benefit": Extension({Favour: self.take})}

    def had(self, s: Position) -> tuple[int, ...]:
        seats: tuple[int, ...] = s.more[self.at]
        return seats

    def benefits(self, s: Position, kinds: Sequence[int], found: list[Action]) -> None:
        words = self.edition.words.own[self.id]
        assert isinstance(words, ToyWords)
        at_suda = s.board.town_index["suda"] in s.board.route_towns[s.route]
        if at_suda and s.active not in self.had(s):
            found.append(words.favour)

    def take(self, s: Position, action: Favour, events: list[Event]) -> None:
        pile = pile_at(s.active, TRADER)
        amount = min(FAVOUR, s.stock[pile])
        s.stock[pile] -= amount
        s.supply[pile] += amount
        s.more = replaced(s.more, self.at, (*self.had(s), s.active))
        events.append(Event("income", s.active, "trader", f"stock.{s.active}", f"supply.{s.active}", amount))
        finish(s, events)

    def write(self, s: Position) -> Sequence[str]:
        return (join(map(str, self.had(s))) or NOTHING,)

    def read(self, s: Position, fields: PositionFields) -> None:
        seats = tuple(seat_of(text, "favours", s.seats) for text in fields.items("favours"))
        s.more = replaced(s.more, self.at, seats)

    def check(self, s: Position) -> None:
        assert len(set(self.had(s))) == len(self.had(s)), "favours: nobody has two"
