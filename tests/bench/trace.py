"""Display times of frames, and the CPU time of the page's main thread, from a Chromium trace."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page

CATEGORIES = [
    "toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
]  # fmt: skip
TASK, FRAME, REPORT = "RunTask", "FireAnimationFrame", "PipelineReporter"
BEAT = 1000 / 60
"""Milliseconds per frame of a 60 Hz screen."""
BROWSERS_OWN = {
    "Commit", "Layerize", "Layout", "Paint", "PrePaint", "UpdateLayer", "UpdateLayoutTree", "HitTest",
    "ParseHTML", "MinorGC", "MajorGC", "V8.GCScavenger",
}  # fmt: skip
"""Trace events of a task that belong to the browser, not the game."""


class Times(NamedTuple):
    """Milliseconds; all but the first are CPU time of the page's main thread."""

    shown: list[float]
    """Wall time from when a frame was due until it was shown: one frame of the screen if on time."""
    frames: list[float]
    """Total from each animation frame to the next."""
    browsers: list[float]
    """The browser's own part of that: style, layout, painting, commit."""
    tasks: list[float]
    """Every task."""


def traced(page: Page, what: Callable[[], None]) -> Times:
    """Call a function and return the times of the main thread meanwhile."""
    session, done = page.context.new_cdp_session(page), list[Any]()
    config = {"includedCategories": CATEGORIES, "excludedCategories": ["*"]}
    session.send("Tracing.start", {"transferMode": "ReturnAsStream", "traceConfig": config})
    session.on("Tracing.tracingComplete", lambda event: done.append(event))
    try:
        what()
    finally:
        session.send("Tracing.end")
        while not done:
            page.wait_for_timeout(20)
    text, ended = "", False
    while not ended:
        read = session.send("IO.read", {"handle": done[0]["stream"]})
        text, ended = text + read["data"], read["eof"]
    session.detach()
    return times(json.loads(text)["traceEvents"])


def times(events: list[dict[str, Any]]) -> Times:
    """Extract the times from trace events."""
    shown = _shown([event for event in events if event["name"] == REPORT and event["ph"] == "b"])
    spans = [event for event in events if event.get("ph") == "X" and "tdur" in event]
    begun = sorted((event for event in spans if event["name"] == FRAME), key=lambda event: event["ts"])
    if not begun:
        return Times(shown, [], [], [])
    thread = max(
        {(event["pid"], event["tid"]) for event in begun},
        key=lambda one: sum((event["pid"], event["tid"]) == one for event in begun),
    )
    mine = [event for event in spans if (event["pid"], event["tid"]) == thread]
    tasks = [event for event in mine if event["name"] == TASK]
    own = _outermost([event for event in mine if event["name"] in BROWSERS_OWN])
    starts = [event["ts"] for event in mine if event["name"] == FRAME]
    starts.sort()
    spent = sorted(event["tdur"] / 1000 for event in tasks)
    return Times(shown, _between(starts, tasks), _between(starts, own), spent)


def _shown(reports: list[dict[str, Any]]) -> list[float]:
    """Return the display times from the compositor's report on each frame: shown, dropped, or unchanged."""
    found, late = list[float](), 0
    for report in sorted(reports, key=lambda report: report["ts"]):
        state = report["args"]["frame_reporter"]["state"]
        if state == "STATE_DROPPED":
            late += 1
        elif state.startswith("STATE_PRESENTED"):
            found.append(BEAT * (1 + late))
            late = 0
    return found


def _outermost(spans: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the spans that are not inside others."""
    found: list[dict[str, Any]] = []
    for span in sorted(spans, key=lambda span: (span["ts"], -span["dur"])):
        if not found or span["ts"] >= found[-1]["ts"] + found[-1]["dur"]:
            found.append(span)
    return found


def _between(starts: list[float], spans: list[dict[str, Any]]) -> list[float]:
    """For each start but the last, return the milliseconds of spans that end before the next start.

    An animation frame begins within a task, so tasks are assigned to frames by their end.
    """
    sums = [0.0] * max(0, len(starts) - 1)
    index = 0
    for span in sorted(spans, key=lambda span: span["ts"] + span["dur"]):
        end = span["ts"] + span["dur"]
        while index < len(sums) and end >= starts[index + 1]:
            index += 1
        if index < len(sums) and end >= starts[index]:
            sums[index] += span["tdur"] / 1000
    return sums
