"""Named openings of *Hansa Teutonica*: the benefit of the first claim, or displaced pieces."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core import Event, Reason

TRACK_PLANS = {
    "actiones": "actions",
    "privilegium": "privilege",
    "bursa": "income",
    "liber_sophiae": "books",
    "clavis_urbis": "keys",
}
"""Plans by the ability that is improved first."""
OFFICE, MARKER, DISPLACED = "office", "marker", "displaced"
"""First an office; first a bonus marker, with any benefit but an ability; no claim, but often displaced."""
PLANS = *TRACK_PLANS.values(), OFFICE, MARKER, DISPLACED
OFTEN = 2
"""Minimum number of own pieces that others displaced, for the plan `DISPLACED`."""
BENEFITS = frozenset({"office", "extra-office"})
AIMS = {"office": OFFICE, "extra": OFFICE, "town": OFFICE, "actions": "actions", "marker": MARKER}
"""Plans by the aim that a reason names."""


def recognise(events: Sequence[Event], seat: int) -> str:
    """Return the plan of a seat from the events of the first rounds; "" if it followed none.

    The first claim with a benefit decides. An improved ability counts more than a marker on the same route,
    and the marker counts more than the office.
    """
    displaced, marked = 0, False
    for event in events:
        if event.seat != seat:
            continue
        if event.kind == "improve":
            return TRACK_PLANS[event.source.split(".")[2]]
        if event.kind in BENEFITS:
            return MARKER if marked else OFFICE
        marked = marked or event.kind == "marker-taken"
        displaced += event.kind == "displaced"
    if marked:
        return MARKER
    return DISPLACED if displaced >= OFTEN else ""


def begun(reason: Reason) -> str:
    """Return the plan that a suggestion with this reason belongs to, "" if it belongs to no plan."""
    track = TRACK_PLANS.get(str(reason.facts.get("track", "")))
    kind, _, aim = reason.id.partition("-")
    if kind == "bait":
        return DISPLACED
    if kind not in ("claim", "fill", "build", "displace"):
        return ""
    return track or AIMS.get(aim, "")
