"""The clock that the person has set last, for the next table made on this device."""

from __future__ import annotations

from game.client.app.scene import Host
from game.rooms.clock import ClockRules, rules_in
from game.rooms.entries import compact
from game.untrusted import loads


def last_clock(app: Host) -> ClockRules | None:
    """Return the last clock, with the nights and weekends of this device; None if there was none."""
    try:
        rules = rules_in(loads(app.settings.clock))
    except (ValueError, LookupError, TypeError):
        return None
    return rules._replace(rest=rules.rest and rules.rest._replace(zone=app.platform.zone()))


def keep_clock(app: Host, rules: ClockRules | None) -> None:
    """Store the clock of a table of this person in the settings; None: no clock."""
    text = "" if rules is None else compact(rules.data())
    if text != app.settings.clock:
        app.settings.clock = text
        app.keep_settings()
