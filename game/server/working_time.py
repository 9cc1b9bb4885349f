"""Time that counts for the clocks of rooms: the server's time of operation, without nights and weekends.

Pure: the clocks of the computer are read in `service_clock.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

from game.rooms.clock import MAX_SECONDS, Rest

MORNING, EVENING = 8, 22
"""Hours between which time counts if nights do not."""
DAY = timedelta(days=1)
HORIZON = 8 * MAX_SECONDS
"""Seconds in which every clock runs out, also if only five days a week and 14 hours a day count."""


class Span(NamedTuple):
    """A period from `start` to `end`, excluding `end`, in seconds since 1970."""

    start: int
    end: int


@lru_cache(100)
def zone_of(name: str) -> ZoneInfo | None:
    """Return the time zone of that name, or None if this computer does not know it."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return None


def spans(rest: Rest | None, start: int, end: int) -> Iterator[Span]:
    """Yield the periods between two moments in which a clock runs, in order."""
    zone = rest and zone_of(rest.zone)
    if rest is None or zone is None or not (rest.nights or rest.weekends):
        if start < end:
            yield Span(start, end)
        return
    first, last = (datetime.fromtimestamp(moment, zone).date() for moment in (start, max(start, end)))
    day = first - DAY  # a change of the zone can put a moment into the day before
    while day <= last + DAY:
        if not (rest.weekends and day.weekday() >= 5):
            opens = _moment(day, MORNING if rest.nights else 0, zone)
            closes = _moment(day, EVENING, zone) if rest.nights else _moment(day + DAY, 0, zone)
            if max(opens, start) < min(closes, end):
                yield Span(max(opens, start), min(closes, end))
        day += DAY


@lru_cache(1000)
def _moment(day: date, hour: int, zone: ZoneInfo) -> int:
    return int(datetime(day.year, day.month, day.day, hour, tzinfo=zone).astimezone(UTC).timestamp())


def counted(rest: Rest | None, start: int, end: int) -> int:
    """Return the seconds that count between two moments."""
    return sum(one.end - one.start for one in spans(rest, start, end))


def after(rest: Rest | None, start: int, seconds: int) -> int:
    """Return the first moment at which `seconds` have counted since `start`."""
    for one in spans(rest, start, start + seconds if rest is None else start + HORIZON):
        if seconds <= one.end - one.start:
            return one.start + seconds
        seconds -= one.end - one.start
    return start


def rests(rest: Rest | None, start: int, end: int) -> list[Span]:
    """Return the periods between two moments in which the clock stands still."""
    found, at = [], start
    for one in spans(rest, start, end):
        if at < one.start:
            found.append(Span(at, one.start))
        at = one.end
    return [*found, *([Span(at, end)] if at < end else [])]


class TimelinePiece(NamedTuple):
    """From `at` seconds of operation on, the computer's clock showed `wall` and more."""

    at: int
    wall: int


class Timeline:
    """Relation between the server's time of operation and the time of day.

    The time of operation is not interrupted when the server is off, and does not change when the computer's
    clock is set. Each such event begins a new piece.
    """

    def __init__(self, pieces: list[TimelinePiece]) -> None:
        """Create a timeline of at least one piece."""
        self.pieces = pieces

    def wall(self, at: int) -> int:
        """Return the time of day at a time of operation."""
        piece = next((one for one in reversed(self.pieces) if one.at <= at), self.pieces[0])
        return piece.wall + at - piece.at

    def counted(self, rest: Rest | None, start: int, end: int) -> int:
        """Return the seconds that count between two times of operation."""
        if rest is None:
            return max(0, end - start)
        borders = [start, *(one.at for one in self.pieces if start < one.at < end), end]
        total = 0
        for left, right in pairwise(borders):
            wall = self.wall(left)
            total += counted(rest, wall, wall + right - left)
        return total
