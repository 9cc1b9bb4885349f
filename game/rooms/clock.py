"""Clock of a room: the time that each player has, and what they have used.

Only the server measures time. Its entries say how many seconds the player who had to decide has used, and
all sides add them up in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

LIVE, DAYS = "live", "days"
MARK, TURN, SEAT = "mark", "turn", "seat"
CONSEQUENCES = (MARK, TURN, SEAT)
"""Consequences of running out of time: a mark, a computer plays this turn, or a computer holds the seat until
the player returns."""
SUBSTITUTE = "medium"
"""Level of the computer player that replaces a person whose time has run out."""
MAX_SECONDS = 60 * 86400
"""Maximum of both times of a clock."""


class Rest(NamedTuple):
    """The hours in which a clock stands still: nights, weekends or both, in the time zone `zone`."""

    zone: str
    nights: bool
    weekends: bool


class ClockRules(NamedTuple):
    """The rules of a clock.

    kind  "live", or "days" for a game in which people play when they find the time
    turn  seconds added once per turn in which the player must decide
    bank  seconds at the start of the game
    over  one of `CONSEQUENCES`
    rest  hours that do not count; None: all hours count
    """

    kind: str
    turn: int
    bank: int
    over: str
    rest: Rest | None = None

    def data(self) -> dict[str, Any]:
        """Return the clock as plain data. `rules_in` is the inverse."""
        return {**self._asdict(), "rest": self.rest and self.rest._asdict()}


def rules_in(data: Mapping[str, Any]) -> ClockRules:
    """Return the clock described by plain data. Raises `TypeError` or `LookupError` if it is invalid."""
    rest = data["rest"]
    return ClockRules(**{**data, "rest": None if rest is None else Rest(**rest)})


@dataclass
class SeatTime:
    """The time of a seat, in seconds.

    used   spent on decisions, also after the time had run out
    turn   last turn of the game for which time was added
    marks  number of times that the time has run out
    """

    left: int
    used: int = 0
    turn: int = -1
    marks: int = 0


@dataclass
class RoomClock:
    """The times of all seats, and the seat whose time runs.

    at     server time of the last entry that counted, in seconds of its operation
    stand_ins  for each seat whose player a computer replaces after the time has run out: the player, and the
               turn of the game in which that happened
    """

    rules: ClockRules
    seats: list[SeatTime] = field(default_factory=list)
    running: int | None = None
    at: int = 0
    stand_ins: dict[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def exhausted(self) -> bool:
        """Return True if the player whose time runs has none left, and the consequence has taken place."""
        return self.running is not None and self.rules.over == MARK and not self.seats[self.running].left

    def start(self, seats: int) -> None:
        """Give every seat the time with which the game begins."""
        self.seats = [SeatTime(self.rules.bank) for _ in range(seats)]

    def charge(self, spent: int, at: int) -> None:
        """Count the seconds that the running seat has used until `at`."""
        self.at = at
        if self.running is not None:
            one = self.seats[self.running]
            one.used += spent
            one.left = max(0, one.left - spent)

    def settle(self, seat: int | None, turn: int) -> None:
        """Run for the seat that must decide in this turn of the game; None stops the clock.

        The time per turn is added once for each turn, however often the seat must decide in it. Over days,
        unused time does not add up: no seat has more than the bank and the time of one turn.
        """
        self.running = seat
        if seat is None or turn <= self.seats[seat].turn:
            return
        one, rules = self.seats[seat], self.rules
        one.turn = turn
        one.left += rules.turn
        if rules.kind == DAYS:
            one.left = min(one.left, rules.bank + rules.turn)

    def ran_out(self, seat: int, who: int | None, turn: int, *, replaced: bool) -> None:
        """Note that the time of a seat has run out in a turn of the game, and whether a computer replaces its
        player `who`.

        A player who returns to the seat gets the time of a turn.
        """
        one = self.seats[seat]
        one.marks += 1
        if replaced and who is not None:
            self.stand_ins[seat] = who, turn
            if self.rules.over == SEAT:
                one.turn = -1
