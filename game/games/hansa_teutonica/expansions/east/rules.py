"""Green towns (expansions 4.3-4.9): towns without printed offices that receive additional ones from both
sides.

The core rules contain the first way in: an additional office can be the first of a green town (`Benefit`).
This module adds the second, a permanent marker, and the swap of offices that came by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from game.engine.core import Action, Event, Option, ParseError, Reason
from game.engine.position_fields import PositionFields, index_of, join, whole
from game.games.hansa_teutonica.rules.actions import (
    NO_BENEFIT,
    HansaTeutonicaAction,
    Numbered,
    PlainAction,
    Vocabulary,
)
from game.games.hansa_teutonica.rules.agenda import proceed
from game.games.hansa_teutonica.rules.board import KINDS, MERCHANT, SWAP_OFFICES, TRADER
from game.games.hansa_teutonica.rules.board_file import BoardFile
from game.games.hansa_teutonica.rules.codes import code, kind_name, owner, pile_at
from game.games.hansa_teutonica.rules.edition import Edition, Extension, Module, PositionField
from game.games.hansa_teutonica.rules.effects import add_office, use_marker
from game.games.hansa_teutonica.rules.expansion import BOARD, EditionRow, Expansion
from game.games.hansa_teutonica.rules.options import BIG_BOX
from game.games.hansa_teutonica.rules.permanent import EffectRule, Permanent, decline
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import lacks_marker, lacks_supply
from game.games.hansa_teutonica.rules.rule import Rule
from game.games.hansa_teutonica.rules.tables import Tables

GREEN_OFFICE = "green-office"
"""Permanent marker that founds an office in a green town (4.5), and its queue step."""
SWAPPED = 20
"""Maximum number of offices of a green town that can be swapped, from the right. No game reaches it."""


class GreenOffice(Numbered):
    """Action: found an office in this green town with a piece of this kind from the supply (4.5)."""

    __slots__ = ()


class GreenSwap(HansaTeutonicaAction):
    """Action: swap an office of a green town, counted from the right, with its right neighbour (4.8)."""

    __slots__ = ("number", "town")

    town: int
    number: int

    def __init__(self, board: Tables, town: int, number: int) -> None:
        name = board.town_ids[town]
        pair = f"extra.{name}.{number}", f"extra.{name}.{number - 1}"
        super().__init__(f"use swap_offices {name}.extra.{number}", ("marker.swap_offices", *pair))
        object.__setattr__(self, "town", town)
        object.__setattr__(self, "number", number)


class GreenWords(Vocabulary):
    """Actions by kind and green town; swaps by green town and number from 2."""

    def __init__(self, board: Tables, markers: Sequence[str]) -> None:
        towns = green_towns(board)
        names = [board.town_ids[town] for town in towns]
        self.office = tuple(
            tuple(
                GreenOffice(f"green-office {kind} {name}", (f"extra.{name}", f"piece.{kind}"), town, k)
                for town, name in zip(towns, names, strict=True)
            )
            for k, kind in enumerate(KINDS)
        )
        self.swap = tuple(
            tuple(GreenSwap(board, town, number) for number in range(2, SWAPPED + 1)) for town in towns
        )

    def actions(self) -> Iterable[Action]:
        for row in (*self.office, *self.swap):
            yield from row


def green_towns(board: Tables) -> tuple[int, ...]:
    """Return the numbers of the green towns."""
    return tuple(town for town, green in enumerate(board.green) if green)


class Green(Module[tuple[int, ...]]):
    """The rules module of green towns.

    Its value is by green town the number of its offices that came by the permanent marker. They are the first
    of its `extras`, which are stored from right to left.
    """

    id = "green"
    options = (
        Option("green_swap", ("added", "any", "never"), "added", seats=(3, 4, 5), when=("board", ("east",))),
    )
    """X9: which neighbouring offices of a green town can be swapped: only those that came by the permanent
    marker, all, none."""
    vocabulary = GreenWords
    no_fields = "there are no green towns on this board"
    fields = (PositionField("greens", "extras"),)
    initial = (0, 0, 0)

    def __init__(self, edition: Edition, options: Mapping[str, str]) -> None:
        super().__init__(edition, options)
        self.swaps = options["green_swap"]
        self.towns = green_towns(edition.board)
        assert len(self.towns) == len(self.initial), "more green towns than it knows"
        self.words = edition.words.of(GreenWords)

    def decisions(self) -> Sequence[Rule]:
        return (GreenOffices(self),)

    def extensions(self) -> Mapping[str, Extension]:
        return {"turn": Extension({GreenSwap: self.swap}, {GreenSwap: self.no_swap}, offers=self.offer_swaps)}

    # ---- founding -------------------------------------------------------------------------------

    def agenda_steps(self) -> Mapping[str, Callable[..., bool]]:
        return {GREEN_OFFICE: self.offer_office}

    def offer_office(self, s: Position, route: int, events: list[Event]) -> bool:
        """Request the founding of an office, unless the supply is empty (4.5)."""
        if not any(s.supply_of(s.active)):
            return False
        s.ask(GREEN_OFFICE, s.active)
        return True

    def found(self, s: Position, action: GreenOffice, events: list[Event]) -> None:
        """Found an office to the right of all others (4.5)."""
        seat, town = s.active, action.place
        s.supply[pile_at(seat, action.kind)] -= 1
        at, counts = self.towns.index(town), self.state(s)
        self.store(s, (*counts[:at], counts[at] + 1, *counts[at + 1 :]))
        add_office(s, town, code(seat, action.kind), f"supply.{seat}", events, rightmost=True)
        proceed(s, events)

    # ---- swapping -------------------------------------------------------------------------------

    def swappable(self, s: Position, at: int) -> int:
        """Return how many of a green town's offices, from the right, can be swapped with each other."""
        if self.swaps == "never":
            return 0
        count = self.state(s)[at] if self.swaps == "added" else len(s.extras[self.towns[at]])
        return min(count, SWAPPED)

    def offer_swaps(self, s: Position, seat: int, found: list[Action]) -> None:
        """Add swaps in green towns (4.8, 9.6)."""
        if s.unused[seat][SWAP_OFFICES]:
            for at in range(len(self.towns)):
                swaps = self.words.swap[at][: max(0, self.swappable(s, at) - 1)]
                found += [action for action in swaps if self.may_swap(s, seat, action)]

    def may_swap(self, s: Position, seat: int, action: GreenSwap) -> bool:
        """Return whether a swap is allowed. With one rule interpretation, one of the two offices must be the
        player's (A6)."""
        row = s.extras[action.town]
        pair = owner(row[action.number - 1]), owner(row[action.number - 2])
        return not s.edition.variants.swap_own or seat in pair

    def swap(self, s: Position, action: GreenSwap, events: list[Event]) -> None:
        """Swap two offices (9.6)."""
        use_marker(s, SWAP_OFFICES, events)
        town, left, right = action.town, action.number - 1, action.number - 2
        row, (_, *places) = bytearray(s.extras[town]), action.path
        for piece, (start, end) in ((row[left], places), (row[right], reversed(places))):
            events.append(Event("swap", owner(piece), kind_name(piece), start, end))
        row[left], row[right] = row[right], row[left]
        s.extras = (*s.extras[:town], bytes(row), *s.extras[town + 1 :])

    def no_swap(self, s: Position, action: GreenSwap) -> Reason | None:
        """Return why the offices cannot be swapped (4.8, 9.6)."""
        if why := lacks_marker(s, SWAP_OFFICES):
            return why
        if action.number > self.swappable(s, self.towns.index(action.town)):
            return Reason("swap-green")
        return Reason("swap-own")

    # ---- position strings -----------------------------------------------------------------------

    def write(self, s: Position) -> Sequence[str]:
        names = [s.board.town_ids[town] for town in self.towns]
        counts = zip(names, self.state(s), strict=True)
        return (join(f"{name}:{count}" for name, count in counts if count),)

    def read(self, s: Position, fields: PositionFields) -> None:
        names = [s.board.town_ids[town] for town in self.towns]
        counts = [0] * len(names)
        for name, text in fields.pairs("greens"):
            at = index_of(name, names, "greens")
            counts[at] = whole(text, "greens")
            if counts[at] > len(s.extras[self.towns[at]]):
                raise ParseError(f"greens: {name} does not have so many offices")
        self.store(s, tuple(counts))

    def check(self, s: Position) -> None:
        for town, count in zip(self.towns, self.state(s), strict=True):
            name = s.board.town_ids[town]
            assert count <= len(s.extras[town]), f"greens: {name} does not have so many offices"


class GreenOffices(EffectRule):
    """Founding an office in any green town, with a piece from the supply (4.5)."""

    id = GREEN_OFFICE

    def __init__(self, green: Green) -> None:
        super().__init__()
        self.words = green.words
        self.answers = {GreenOffice: green.found, PlainAction: decline}
        self.refused = {GreenOffice: lambda s, action: lacks_supply(s, action.kind)}

    def legal(self, s: Position) -> list[Action]:
        supply = s.supply_of(s.active)
        kinds = [kind for kind in (TRADER, MERCHANT) if supply[kind]]
        return [*(action for kind in kinds for action in self.words.office[kind]), NO_BENEFIT]

    def check(self, s: Position) -> None:
        super().check(s)
        assert any(s.supply_of(s.active)), "4.5: nothing with an empty supply"


EXPANSION = Expansion(
    rank=1,
    rows=(
        EditionRow(
            BoardFile("east", "game.games.hansa_teutonica.expansions.east"),
            (3, 4, 5),
            (Permanent, Green),
            {BOARD: ("east",)},
        ),
    ),
    presets={"East 2010": {BOARD: "east", **BIG_BOX}},
)
