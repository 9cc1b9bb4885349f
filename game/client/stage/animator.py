"""Turns events into movement: when each piece flies, what is hidden meanwhile, which numbers pop up.

The board always shows the latest state. A piece that has not landed is left out at its target and drawn
as a sprite: at its source until it takes off, then in flight. So any event with a source and a target
can be shown without knowing which game it comes from. Times are in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from game.client.views.view import Moment
from game.engine.core import Event

STAGGER = 0.55
"""Of several flights, each starts when the one before has done this part of its way."""
POP_SECONDS = 1.1


class Flight(NamedTuple):
    """A piece in flight."""

    event: Event
    start: float
    end: float

    def progress(self, now: float) -> float:
        """0 before take-off, 1 after landing, eased in between."""
        if self.end <= self.start:
            return 1.0 if now >= self.end else 0.0
        part = max(0.0, min(1.0, (now - self.start) / (self.end - self.start)))
        return part * part * (3 - 2 * part)


class Pop(NamedTuple):
    """A number that rises from a place."""

    event: Event
    start: float
    end: float


class Staged(NamedTuple):
    """A moment and when it is shown."""

    moment: Moment
    start: float
    end: float


class Sprite(NamedTuple):
    """Where a flying piece is: `part` of the way along its event's path."""

    event: Event
    part: float


class Animator:
    """The movements under way. `seconds` says how long an event flies at normal speed; 0: not at all."""

    def __init__(self, seconds: Callable[[Event], float]) -> None:
        self._seconds = seconds
        self.flights: list[Flight] = []
        self.pops: list[Pop] = []
        self.moments: list[Staged] = []
        self._before = float("-inf")
        """When `advance` was last called."""

    @property
    def busy(self) -> bool:
        """Whether anything is still moving."""
        return bool(self.flights or self.pops or self.moments)

    def ends(self, now: float) -> float:
        """When the last piece has landed and the last moment is over."""
        flights, moments = (flight.end for flight in self.flights), (one.end for one in self.moments)
        return max((*flights, *moments), default=now)

    def show(
        self,
        events: Sequence[Event],
        now: float,
        pace: float,
        moments: Sequence[Moment | None] = (),
    ) -> None:
        """Queue the movements of `events` after those under way. `pace`: 0 shows none, 2 is half speed.

        moments  how each event is staged, if it is
        """
        if pace <= 0:
            return
        start = now
        if self.flights:
            start = max(flight.end for flight in self.flights)
        for event, moment in zip_longest(events, moments):
            when, seconds = start, self._seconds(event) * pace
            if event.source and event.target and seconds > 0:
                for flight in self.flights:
                    if flight.event.target == event.source:
                        start = max(start, flight.end)
                when = start + seconds
                self.flights.append(Flight(event, start, when))
                start += seconds * STAGGER
            elif event.amount and event.target and not event.piece:
                self.pops.append(Pop(event, start, start + POP_SECONDS * max(0.5, pace)))
            if moment is not None:
                start = self._stage(moment, when, start, pace)

    def _stage(self, moment: Moment, when: float, start: float, pace: float) -> float:
        """Show a moment from `when` on; returns when what follows may start."""
        if moment.holds:
            when = max((flight.end for flight in self.flights), default=when)
        over = when + moment.seconds * pace
        self.moments.append(Staged(moment, when, over))
        return over if moment.holds else start

    def advance(self, now: float) -> list[Event]:
        """Drop what is over; returns the events whose pieces have landed or whose numbers now rise."""
        landed = [flight.event for flight in self.flights if flight.end <= now]
        landed += [pop.event for pop in self.pops if self._before < pop.start <= now]
        self._before = now
        self.flights = [flight for flight in self.flights if flight.end > now]
        self.pops = [pop for pop in self.pops if pop.end > now]
        self.moments = [staged for staged in self.moments if staged.end > now]
        return landed

    def skip(self) -> None:
        """Finish every movement at once."""
        self.flights.clear()
        self.pops.clear()
        self.moments.clear()

    def hidden(self) -> frozenset[str]:
        """The places whose pieces have not landed yet."""
        return frozenset(flight.event.target for flight in self.flights)

    def sprites(self, now: float) -> list[Sprite]:
        """The pieces to draw above the board; the last to take off are at the bottom."""
        shown = []
        for index, flight in enumerate(self.flights):
            waits = any(_brings(before.event, flight.event) for before in self.flights[:index])
            if now >= flight.start or not waits:
                shown.append(Sprite(flight.event, flight.progress(now)))
        shown.reverse()
        return shown


def _brings(before: Event, event: Event) -> bool:
    """Whether `before` delivers the piece of `event` to its take-off point: until then it is not there."""
    return before.target == event.source and before.piece == event.piece and before.seat == event.seat
