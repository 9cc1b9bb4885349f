"""Time that counts for a clock: never lost or created, without nights, weekends, outages and corrections of
the computer's clock."""

from __future__ import annotations

import asyncio
from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from game.rooms.clock import Rest
from game.server.service_clock import ServiceClock
from game.server.working_time import Timeline, TimelinePiece, after, counted, rests, spans, zone_of
from tests.server.test_hub import Memory

HOUR, DAY = 3600, 86400
ZONES = (
    *("Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Kathmandu", "Africa/Cairo"),
    *("America/Sao_Paulo", "Australia/Lord_Howe", "UTC"),
)
"""Among them zones with changes at midnight, of half an hour, and across the date line."""
moments = st.integers(1_200_000_000, 2_200_000_000)
rest = st.one_of(st.none(), st.builds(Rest, st.sampled_from(ZONES), st.booleans(), st.booleans()))


def at(text: str, zone: str = "Europe/Berlin") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


# ---- hours that count ---------------------------------------------------------------------------


@given(rest, st.lists(moments, min_size=2, max_size=2), st.integers(0, 20 * DAY), st.integers(0, 20 * DAY))
def test_no_time_is_lost_or_created_between_two_periods(
    chosen: Rest | None, start: list[int], first: int, second: int
) -> None:
    a = start[0]
    b, c = a + first, a + first + second
    assert counted(chosen, a, b) + counted(chosen, b, c) == counted(chosen, a, c)
    assert 0 <= counted(chosen, a, b) <= first


@given(rest, moments, st.integers(0, 30 * DAY))
def test_the_time_that_counts_and_the_rests_make_up_the_whole_period(
    chosen: Rest | None, start: int, length: int
) -> None:
    end = start + length
    parts = sorted([*spans(chosen, start, end), *rests(chosen, start, end)])
    assert [one.end for one in parts[:-1]] == [one.start for one in parts[1:]]
    assert not parts or (parts[0].start, parts[-1].end) == (start, end)
    assert sum(one.end - one.start for one in parts) == length


@given(rest, moments, st.integers(0, 20 * DAY))
def test_a_deadline_is_the_first_moment_at_which_the_time_has_counted(
    chosen: Rest | None, start: int, seconds: int
) -> None:
    end = after(chosen, start, seconds)
    assert counted(chosen, start, end) == seconds
    assert seconds == 0 or counted(chosen, start, end - 1) == seconds - 1


@given(rest, moments, st.integers(0, 20 * DAY), st.integers(0, 20 * DAY))
def test_more_time_never_has_an_earlier_deadline(chosen: Rest | None, start: int, a: int, b: int) -> None:
    assert (a <= b) == (after(chosen, start, a) <= after(chosen, start, b)) or a == b


@given(st.sampled_from(ZONES), moments)
def test_no_second_of_a_night_or_a_weekend_counts(zone: str, moment: int) -> None:
    local = datetime.fromtimestamp(moment, ZoneInfo(zone))
    day = 8 <= local.hour < 22
    assert counted(Rest(zone, True, False), moment, moment + 1) == day
    assert counted(Rest(zone, False, True), moment, moment + 1) == (local.weekday() < 5)
    assert counted(Rest(zone, True, True), moment, moment + 1) == (day and local.weekday() < 5)


def test_a_day_has_fourteen_hours_also_when_the_clocks_change() -> None:
    nights = Rest("Europe/Berlin", True, False)
    for day in ("2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25"):
        start = at(f"{day} 08:00")
        assert after(nights, start, 14 * HOUR - 1) == at(f"{day} 21:59:59")
        assert after(nights, start - HOUR, HOUR) == start + HOUR
    weekends = Rest("Europe/Berlin", False, True)
    friday = at("2026-10-23 12:00")
    assert after(weekends, friday, 24 * HOUR) == at("2026-10-26 12:00"), "Sunday has 25 hours"
    assert after(Rest("Europe/Berlin", True, True), friday, 24 * HOUR) == at("2026-10-26 22:00")


def test_an_unknown_zone_is_none() -> None:
    for name in ("Nowhere", "", "../../etc/passwd", "\x00", "Europe/"):
        assert zone_of(name) is None, name
    assert zone_of("Europe/Berlin")


# ---- the server's time of operation -------------------------------------------------------------


class Computer:
    """The clocks of a computer on which the server runs."""

    def __init__(self) -> None:
        self.wall, self.ticks = 1_780_300_800.0, 50.0
        self.store = Memory()
        self.clock = self.started()

    def started(self) -> ServiceClock:
        clock = ServiceClock(lambda: self.wall, lambda: self.ticks)
        asyncio.run(clock.open(self.store))
        return clock

    def passes(self, seconds: float) -> None:
        self.wall += seconds
        self.ticks += seconds

    def beat(self) -> None:
        asyncio.run(self.clock.beat(self.store))

    def restart(self) -> None:
        self.ticks = 3.0
        self.clock = self.started()


happening = st.one_of(
    st.tuples(st.just("runs"), st.integers(0, 300)),
    st.tuples(st.just("off"), st.integers(60, 40 * DAY)),
    st.tuples(st.just("set"), st.integers(-400 * DAY, 400 * DAY)),
)


@given(st.lists(happening, max_size=12), rest)
def test_an_outage_and_a_correction_of_the_clock_count_for_no_one(
    happenings: list[tuple[str, int]], chosen: Rest | None
) -> None:
    computer, ran = Computer(), 0
    moments = [computer.clock.now()]
    for what, seconds in happenings:
        if what == "runs":
            computer.passes(seconds)
            ran += seconds
        elif what == "set":
            computer.wall += seconds
        computer.beat()
        if what == "off":
            computer.wall += seconds
            computer.restart()
        moments.append(computer.clock.now())
    assert moments == sorted(moments)
    assert abs(moments[-1] - ran) <= 2 * len(happenings), "rounded at every event"
    timeline = computer.clock.timeline
    assert abs(timeline.wall(moments[-1]) - computer.wall) <= 3, "the calendar follows the computer's clock"
    parts = [timeline.counted(chosen, *pair) for pair in pairwise(moments)]
    assert sum(parts) == timeline.counted(chosen, moments[0], moments[-1])
    assert timeline.counted(None, moments[0], moments[-1]) == moments[-1] - moments[0]


def test_a_crash_between_two_heartbeats_costs_no_player_more_than_that() -> None:
    computer = Computer()
    computer.passes(100)
    computer.beat()
    computer.passes(4)
    computer.wall += 3 * DAY
    computer.restart()
    assert computer.clock.now() == 100
    computer.passes(10)
    assert computer.clock.now() == 110 and computer.clock.timeline.wall(110) == int(computer.wall)


def test_a_second_process_continues_the_timeline() -> None:
    computer = Computer()
    computer.passes(100)
    computer.beat()
    computer.passes(8)
    computer.restart()
    assert computer.clock.now() == 108 and len(computer.clock.timeline.pieces) == 1, "the others went on"
    computer.store.shared = False
    computer.passes(8)
    computer.restart()
    assert computer.clock.now() == 108, "alone, nobody did"
    computer.store.shared = True
    second = computer.started()
    computer.wall += DAY
    computer.beat()
    asyncio.run(second.beat(computer.store))
    assert second.timeline.pieces == computer.clock.timeline.pieces and len(second.timeline.pieces) == 3


def test_the_night_is_that_of_the_time_of_day_also_after_an_outage() -> None:
    nights = Rest("Europe/Berlin", True, False)
    evening, morning = at("2026-06-01 21:00"), at("2026-06-02 07:00")
    timeline = Timeline([TimelinePiece(0, evening), TimelinePiece(1800, morning)])
    assert timeline.counted(nights, 0, 1800) == 1800
    assert timeline.counted(nights, 1800, 1800 + 2 * HOUR) == HOUR
