"""A whole game against two computers, played by taps on the canvas, with their response times.

The player takes hints. The output: the outcome, the computers' response times in milliseconds, and the number
of main-thread tasks of more than 50 ms while waiting for them.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Playwright, ViewportSize, expect, sync_playwright

from tests.web.conftest import ARGUMENTS, CHROMIUM, START, Host
from tests.web.game_page import TOOLS
from web.site import assemble

TIMEOUT = 90  # seconds without an action until the game counts as stuck
GAMES = {"hansa": "desk", "hansa-teutonica": "phone"}
DEVICES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": ViewportSize(width=1280, height=720)},
    "phone": {
        "viewport": ViewportSize(width=390, height=844),
        "device_scale_factor": 3,
        "has_touch": True,
        "is_mobile": True,
    },
}
WATCH = """
    Object.assign(localStorage, {"kontor.settings": SETTINGS});
    globalThis.long = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map((one) => one.startTime)))
        .observe({ type: "longtask" });
    globalThis.asked = [];
    setInterval(() => {
        const state = globalThis.kontor?.state(), last = asked.at(-1), now = performance.now();
        const waits = state?.waits === "answer";
        if (last && !last[1] && !(waits && state.actions === last[2])) last[1] = now;
        if (waits && (!last || last[1])) asked.push([now, 0, state.actions]);
    }, 20);
"""
"""Fills `asked`: the time of a request, of its answer (0: none yet), and the number of actions before it."""


class Seat:
    """A player at the page, who activates elements of the canvas."""

    def __init__(self, page: Page, finger: bool) -> None:
        self.page, self.finger = page, finger
        self.hinted = -1

    def state(self) -> Any:
        return self.page.evaluate("kontor.state()")

    def elements(self) -> dict[str, Any]:
        return {one["id"]: one for one in self.page.evaluate("kontor.elements()")}

    def touch(self, element: Any) -> None:
        x, y = element["x"] + element["w"] / 2, element["y"] + element["h"] / 2
        if self.finger:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        self.page.wait_for_timeout(200)

    def decide(self, actions: int) -> None:
        """Make one tap: request a hint, take a hint, or activate the first element offered."""
        there = self.elements()
        offered = [one for name, one in there.items() if name not in TOOLS and not name.startswith("desk.")]
        if "take" in there:
            self.touch(there["take"])
        elif "hint" in there and self.hinted != actions:
            self.hinted = actions
            self.touch(there["hint"])
            self.page.wait_for_timeout(1500)
        elif offered:
            self.touch(offered[0])

    def play(self) -> Any:
        """Play to the end. Return the last state, also of a game that is stuck."""
        actions, since = -1, time.monotonic()
        while True:
            state = self.state()
            if state["actions"] != actions:
                actions, since = state["actions"], time.monotonic()
            if state["outcome"] or time.monotonic() - since > TIMEOUT:
                return state
            if state["waits"] == "input":
                self.decide(actions)
            else:
                self.page.wait_for_timeout(50)


def whole_game(playwright: Playwright, host: Host, game: str, device: str) -> dict[str, Any]:
    """Play a game from the title to the end. Return the measurements."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
    page = browser.new_context(locale="en-GB", **DEVICES[device]).new_page()
    level = {"level": "medium", "level_chosen": "yes"}
    settings = json.dumps({"speed": "fast", "look": "off", "sound": "off", "game": game, **level})
    page.add_init_script(WATCH.replace("SETTINGS", json.dumps(settings)))
    page.goto(host.url)
    expect(page.locator("html")).to_have_attribute("data-ready", "", timeout=2 * START)
    page.evaluate("kontor.idle()")
    seat, begun = Seat(page, device == "phone"), time.monotonic()
    seat.touch(seat.elements()["play"])
    state = seat.play()
    asked = [(start, end) for start, end, _ in page.evaluate("asked") if end]
    times = sorted(round(end - start) for start, end in asked)
    long = [at for at in page.evaluate("long") if any(start < at < end for start, end in asked)]
    browser.close()
    return {
        "game": game,
        "device": device,
        "minutes": round((time.monotonic() - begun) / 60, 1),
        "actions": state["actions"],
        "outcome": state["outcome"],
        "answers": len(times),
        "median": times[len(times) // 2],
        "p95": times[int(len(times) * 0.95)],
        "longest": times[-1],
        "long tasks": len(long),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = Host(shutil.copytree(assemble.build(), Path(folder) / "site"))
        for game, device in GAMES.items():
            print(json.dumps(whole_game(playwright, host, game, device)), flush=True)
        host.stop()


if __name__ == "__main__":
    main()
