"""Named openings: what a seat did in its first rounds, and how often seats that did it won.

The part `openings` of a game knows them:

PLANS                    ids of the plans
recognise(events, seat)  returns the plan of a seat from the events of the first rounds, "" for other ones
begun(reason)            returns the plan that a suggestion with this reason belongs to, "" for other ones

`python -m tools.openings` measures their win rates, which are stored as `openings.json` of the game's assets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from game.engine.core import ParseError, State
from game.levels import MEDIUM
from game.untrusted import loads

ROUNDS = 3
"""Number of rounds that belong to the opening."""
FEWEST = 50
"""Minimum number of games for a win rate of one seat. With fewer the rate of all seats is used."""
SURE = 1.96
"""Number of standard errors on both sides of a rate, which contain the true rate in 95 % of cases."""
PROCEDURAL = frozenset({"start_player"})
"""Options that do not change how a game is played."""


def is_opening(state: State) -> bool:
    """Return True if a turn of the first rounds is under way."""
    return 0 < state.turn_number <= ROUNDS * state.seats


def place_of(state: State, seat: int) -> int:
    """Return the place of a seat in the order of turns, from 0 for the seat that began. A turn has begun."""
    assert state.turn_seat is not None, "no turn has begun"
    return (seat - state.turn_seat + state.turn_number - 1) % state.seats


class WinRate(NamedTuple):
    """The share of games won by the seats that followed a plan.

    games  number of those seats, one of a game counting as one
    won    their wins; a shared win counts in part, and for all places they are those of an average place
    place  place in the order of turns, or None for all places
    """

    games: int
    won: float
    place: int | None = None

    @property
    def share(self) -> float:
        """Return the share of games won."""
        return self.won / self.games

    @property
    def error(self) -> float:
        """Return the standard error of the share, by Agresti and Coull also near 0 and 1."""
        games = self.games + SURE**2
        share = (self.won + SURE**2 / 2) / games
        return sqrt(share * (1 - share) / games)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the share."""
        middle = (self.won + SURE**2 / 2) / (self.games + SURE**2)
        return max(0.0, middle - SURE * self.error), min(1.0, middle + SURE * self.error)


class OpeningTable(NamedTuple):
    """The measured openings of one kind of game.

    level    level of the players that were measured
    seats    number of players
    options  options that are not the default
    games    number of games
    won      games won by place in the order of turns, whatever was played
    plans    by plan, games and wins by place in the order of turns
    """

    level: str
    seats: int
    options: Mapping[str, str]
    games: int
    won: Sequence[float]
    plans: Mapping[str, Sequence[WinRate]]

    def all_places(self, plan: str) -> WinRate | None:
        """Return the win rate of a plan from all places; None if no seat followed it.

        Places differ in their chances, and plans in the places from which they are played. Therefore the wins
        are those of an average place: an even share, multiplied by the plan's wins over the wins of all plans
        from the same places (indirect standardisation).
        """
        rows = self.plans.get(plan, ())
        games = sum(row.games for row in rows)
        usual = fsum(row.games * won / self.games for row, won in zip(rows, self.won, strict=False))
        if not games or not usual:
            return None
        won = games / self.seats * fsum(row.won for row in rows) / usual
        return WinRate(games, min(won, games))

    def rate(self, plan: str, place: int) -> WinRate | None:
        """Return the win rate of a plan from this place, or from all places if it is too rare there; None
        if it is too rare even so."""
        rows = self.plans.get(plan, ())
        if place < len(rows) and rows[place].games >= FEWEST:
            return rows[place]
        found = self.all_places(plan)
        return found if found is not None and found.games >= FEWEST else None


def read_openings(text: str) -> tuple[OpeningTable, ...]:
    """Return the tables of a file. Raises `ParseError` if it is not JSON."""
    try:
        rows = loads(text)
    except ValueError as error:
        raise ParseError(f"openings: {error}") from None
    return tuple(
        OpeningTable(
            row["level"],
            row["seats"],
            row["options"],
            row["games"],
            row["won"],
            {
                plan: [WinRate(games, won, place) for place, (games, won) in enumerate(rates)]
                for plan, rates in row["plans"].items()
            },
        )
        for row in rows
    )


def table_for(tables: Sequence[OpeningTable], state: State, level: str = MEDIUM) -> OpeningTable | None:
    """Return the table of a level that was measured with the number of players and the options of a game;
    None if no such game was measured."""
    full, seats = state.ruleset.full_options, state.seats
    own = essential(full(seats, state.options))
    fit = (table for table in tables if (table.level, table.seats) == (level, seats))
    return next((table for table in fit if essential(full(seats, table.options)) == own), None)


def essential(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options that change how a game is played."""
    return {name: value for name, value in options.items() if name not in PROCEDURAL}
