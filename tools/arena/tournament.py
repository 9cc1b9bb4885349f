"""The schedule of a tournament. A game depends only on its number, not on how many are played or on which
machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from random import Random

from game.engine import ParseError, ruleset
from game.engine.core import shuffle
from tools.arena.entries import parse_entry
from tools.arena.job import Job

AMONG = "among"
ROUND_ROBIN = "round-robin"
ALONE = "alone"
SCHEDULES = (AMONG, ROUND_ROBIN, ALONE)


@dataclass(frozen=True)
class Cell:
    """A line-up: the players at a table, whose games are comparable.

    among   True for one player (the first) against opponents that are all identical
    """

    seats: int
    players: tuple[str, ...]
    among: bool

    def __str__(self) -> str:
        if len(set(self.players)) == 1:
            return f"{self.players[0]} alone, {self.seats} players"
        if self.among:
            return f"{self.players[0]} among {self.players[1]}, {self.seats} players"
        return f"{' - '.join(self.players)}, {self.seats} players"


@dataclass(frozen=True)
class Tournament:
    """The settings of a tournament. Players are written as `parse_entry` reads them.

    schedule   "among": the first player against each of the others, who take all other seats;
               "round-robin": every line-up of different players, or, with fewer players than seats, every
               line-up of at least two different players;
               "alone": each player against copies of itself
    """

    ruleset: str
    seats: tuple[int, ...]
    players: tuple[str, ...]
    options: Mapping[str, str]
    schedule: str = AMONG
    seed: int = 1

    def check(self) -> None:
        """Raise `ParseError` if the settings are invalid or give no line-up."""
        for seats in self.seats:
            ruleset(self.ruleset).full_options(seats, self.options)
        for text in self.players:
            parse_entry(text)
        least = 1 if self.schedule == ALONE else 2
        if len(self.players) < least or len(set(self.players)) < len(self.players):
            raise ParseError("a tournament takes two players or more, each named once; alone, one will do")
        if self.schedule not in SCHEDULES:
            raise ParseError(f"schedule: one of {', '.join(SCHEDULES)} expected, got {self.schedule!r}")

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The line-ups, in the order in which they take turns."""
        return tuple(cell for seats in self.seats for cell in self._line_ups(seats))

    def _line_ups(self, seats: int) -> Iterator[Cell]:
        first, *others = self.players
        if self.schedule == AMONG:
            for other in others:
                yield Cell(seats, (first, *[other] * (seats - 1)), True)
        elif self.schedule == ALONE:
            for player in self.players:
                yield Cell(seats, (player,) * seats, False)
        elif len(self.players) >= seats:
            for some in combinations(self.players, seats):
                yield Cell(seats, some, False)
        else:
            for some in combinations_with_replacement(self.players, seats):
                if len(set(some)) > 1:
                    yield Cell(seats, some, False)

    def cell(self, number: int) -> Cell:
        """Return the line-up of a game."""
        return self.cells[number % len(self.cells)]

    def seating(self, number: int) -> tuple[str, ...]:
        """Return the players by seat. On one deal, every player of the line-up takes each seat once as the
        order rotates; the next deal has another order."""
        cell, turn, deal = self.cell(number), *self._deal(number)
        order = list(cell.players)
        shuffle(order, Random(f"{self.seed} order {deal}"))
        return tuple(order[turn:] + order[:turn])

    def job(self, number: int) -> Job:
        """Return the job of a game; numbers start at 0."""
        _, deal = self._deal(number)
        seed = Random(f"{self.seed} deal {deal}").getrandbits(40)
        players = tuple(parse_entry(text) for text in self.seating(number))
        return Job(self.ruleset, seed, players, self.options)

    def _deal(self, number: int) -> tuple[int, int]:
        """Return the rotation of the table and the number of the deal. Identical players need no rotation."""
        if self.schedule == ALONE:
            return 0, number // len(self.cells)
        deal, turn = divmod(number // len(self.cells), self.cell(number).seats)
        return turn, deal
