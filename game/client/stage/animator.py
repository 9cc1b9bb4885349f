"""Move animations: when each piece flies, what is hidden meanwhile, and which numbers pop up.

The board always shows the latest state. A piece that has not landed is left out at its target and drawn as a
sprite, first at its source and then in flight. Any event with a source and a target can therefore be animated
without knowing the game. Times are in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from game.client.views.view import Moment
from game.engine.core import Event

STAGGER = 0.55
"""Fraction of an animation after which the next one starts."""
POP_SECONDS = 1.1


class Flight(NamedTuple):
    """A piece in flight."""

    event: Event
    start: float
    end: float

    def progress(self, now: float) -> float:
        """Return the eased progress: 0 before take-off, 1 after landing."""
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
    """A highlight animation with its start and end times."""

    moment: Moment
    start: float
    end: float


class Sprite(NamedTuple):
    """A flying piece, at the fraction `part` of its event's path."""

    event: Event
    part: float


class Animator:
    """The animations in progress. `seconds` returns the duration of an event at normal speed; 0 skips it."""

    def __init__(self, seconds: Callable[[Event], float]) -> None:
        self._seconds = seconds
        self.flights: list[Flight] = []
        self.pops: list[Pop] = []
        self.moments: list[Staged] = []
        self._marks: list[tuple[Event, float]] = []
        """Events without a movement or a number, and the times at which they happen."""
        self._before = float("-inf")
        """Time of the last call of `advance`."""

    @property
    def busy(self) -> bool:
        """True while anything moves."""
        return bool(self.flights or self.pops or self.moments)

    def ends(self, now: float) -> float:
        """Return the time at which the last piece has landed and the last highlight is over."""
        flights, moments = (flight.end for flight in self.flights), (one.end for one in self.moments)
        return max((*flights, *moments), default=now)

    def show(
        self,
        events: Sequence[Event],
        now: float,
        pace: float,
        moments: Sequence[Moment | None] = (),
    ) -> None:
        """Queue the animations of `events` after those in progress.

        pace: factor for durations; 0 skips the animations, 2 is half speed
        moments: the highlight of each event, or None
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
            else:
                self._marks.append((event, start))
            if moment is not None:
                start = self._stage(moment, when, start, pace)

    def _stage(self, moment: Moment, when: float, start: float, pace: float) -> float:
        """Schedule a highlight from `when` on; return the time at which the next animation may start."""
        if moment.holds:
            when = max((flight.end for flight in self.flights), default=when)
        over = when + moment.seconds * pace
        self.moments.append(Staged(moment, when, over))
        return over if moment.holds else start

    def advance(self, now: float) -> list[Event]:
        """Remove finished animations; return the events whose pieces have landed, whose numbers start to
        rise, or that happen without either."""
        landed = [flight.event for flight in self.flights if flight.end <= now]
        landed += [pop.event for pop in self.pops if self._before < pop.start <= now]
        landed += [event for event, start in self._marks if start <= now]
        self._before = now
        self._marks = [mark for mark in self._marks if mark[1] > now]
        self.flights = [flight for flight in self.flights if flight.end > now]
        self.pops = [pop for pop in self.pops if pop.end > now]
        self.moments = [staged for staged in self.moments if staged.end > now]
        return landed

    def skip(self) -> None:
        """Finish all animations immediately."""
        self._marks.clear()
        self.flights.clear()
        self.pops.clear()
        self.moments.clear()

    def hidden(self) -> frozenset[str]:
        """Return the places whose pieces have not landed yet."""
        return frozenset(flight.event.target for flight in self.flights)

    def sprites(self, now: float) -> list[Sprite]:
        """Return the pieces to draw above the board, those that take off last at the bottom."""
        shown = []
        for index, flight in enumerate(self.flights):
            waits = any(_brings(before.event, flight.event) for before in self.flights[:index])
            if now >= flight.start or not waits:
                shown.append(Sprite(flight.event, flight.progress(now)))
        shown.reverse()
        return shown


def _brings(before: Event, event: Event) -> bool:
    """Return True if `before` brings the piece of `event` to its source, where it is invisible until then."""
    return before.target == event.source and before.piece == event.piece and before.seat == event.seat
