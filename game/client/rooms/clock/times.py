"""Times of a room's clock in words, and on the player boards."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from game.client.draw import paint, theme
from game.client.words.i18n import rooms
from game.rooms.clock import DAYS, LIVE, ClockRules
from game.rooms.replica import RoomReplica

MINUTE, HOUR, DAY = 60, 3600, 86400
WARNINGS = {LIVE: (60, 15), DAYS: (HOUR,)}
"""Seconds before the end at which a player hears how much time is left."""


def lasting(seconds: float) -> str:
    """Return a duration in words, in its two largest units: "2 days 5 hours"."""
    left, told = int(seconds), list[str]()
    for unit, size in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE), ("seconds", 1)):
        number, left = divmod(left, size)
        if number and len(told) < 2:
            told.append(rooms(f"clock.{unit}", n=number))
        elif told:
            break
    return " ".join(told) or rooms("clock.seconds", n=0)


def brief(seconds: float) -> str:
    """Return a duration as short as on a clock: "12:34", "5:20 h" or "2 d 5 h"."""
    whole = int(seconds)
    if whole >= DAY:
        return rooms("clock.brief", days=whole // DAY, hours=whole % DAY // HOUR)
    if whole >= HOUR:
        return f"{whole // HOUR}:{whole % HOUR // MINUTE:02} h"
    return f"{whole // MINUTE}:{whole % MINUTE:02}"


def rules_told(rules: ClockRules | None) -> str:
    """Return a clock in words."""
    if rules is None:
        return rooms("clock.none")
    told = [rooms("clock.told", bank=lasting(rules.bank), turn=lasting(rules.turn))]
    told.append(rooms(f"clock.then.{rules.over}"))
    if rules.rest is not None and (rules.rest.nights or rules.rest.weekends):
        which = "both" if rules.rest.nights and rules.rest.weekends else "nights"
        which = which if rules.rest.nights else "weekends"
        told.append(rooms(f"clock.rest.{which}", zone=city(rules.rest.zone)))
    return " ".join(told)


def city(zone: str) -> str:
    """Return the city that a time zone is named after: "New York" for "America/New_York"."""
    return zone.rpartition("/")[2].replace("_", " ")


class SeatClock(NamedTuple):
    """The time of a seat at present, in seconds."""

    left: float
    used: float
    marks: int
    runs: bool


def times_of(replica: RoomReplica, passed: float) -> list[SeatClock]:
    """Return the times of all seats; empty without a clock that has started.

    passed: seconds since the server sent the time that runs
    """
    clock, running = replica.state.clock, replica.running
    if clock is None:
        return []
    found = [SeatClock(one.left, one.used, one.marks, False) for one in clock.seats]
    if running is not None and running.seat is not None and running.seat < len(found):
        counted = running.counted(max(0.0, passed))
        one, seat = found[running.seat], running.seat
        left, used = max(0.0, running.left - counted), one.used + running.spent + counted
        found[seat] = SeatClock(left, used, one.marks, True)
    return found


def time_told(one: SeatClock) -> str:
    """Return the time of a seat in words."""
    told = [rooms("clock.left", left=lasting(one.left)) if one.left >= 1 else rooms("clock.up")]
    told.append(rooms("clock.used", used=lasting(one.used)))
    if one.marks:
        told.append(rooms("clock.marks", n=one.marks))
    return ", ".join(told)


def draw_time(
    target: pygame.Surface, middle: tuple[float, float], room: float, unit: float, one: SeatClock
) -> None:
    """Draw the time left on a plate, bright while it runs. `room` is its maximum width."""
    words, ui = brief(one.left), theme.ui
    longest = max(words, "00:00", key=len)
    sizes = paint.shrinking(unit * 0.78, unit * 0.5)
    pixels = round(paint.largest(longest, "bold", sizes, room - unit * 0.4))
    font = theme.font("bold", pixels)
    plate = pygame.FRect(0, 0, font.size(longest)[0] + pixels * 0.8, pixels * 1.4)
    plate.center = middle
    low = one.left < MINUTE and one.runs
    ground, ink = (ui.paper_high, ui.stress if low or one.left < 1 else ui.ink) if one.runs else (
        ui.tab, ui.on_ground
    )  # fmt: skip
    edge = ui.stress if low else ui.glint if one.runs else ui.tool_line
    paint.blit_rounded(target, plate, unit * 0.35, ground, edge, max(1.0, unit * 0.08))
    paint.blit_text(target, words, "bold", pixels, ink, plate, "center")
