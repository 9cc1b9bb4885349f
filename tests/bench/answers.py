"""How long computers take to answer in the page: hard ones among themselves, in the middle of a game.

For each game, on a desktop and on a phone whose processor is four times as slow for the page: the time from
the first question, when the game opens, to its answer (the worker has to start), then those that follow, and
how many tasks of more than 50 ms fell into the waits.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, expect, sync_playwright

from game.client.keep.link import encode
from game.engine.record import read
from tests.bench.alone import DEVICES
from tests.web.conftest import ARGUMENTS, CHROMIUM, START, Host
from web.cache import ROOT
from web.site import assemble

RECORDS = {"hansa": "hansa-3", "hansa-teutonica": "hansa-teutonica-3"}
SLOWER = {"desk": 1, "phone": 4}
ANSWERS = 12
MOST = 90_000
"""Milliseconds for all of them."""
WATCH = """
    Object.assign(localStorage, {"kontor.settings": SETTINGS});
    globalThis.asked = [];
    globalThis.long = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map((one) => one.startTime)))
        .observe({ type: "longtask" });
    let bridge;
    Object.defineProperty(globalThis, "kontor", { get: () => bridge, set(made) {
        const { think } = made;
        bridge = { ...made, async think(request, tell) {
            const times = [performance.now(), 0];
            asked.push(times);
            try { return await think(request, tell); } finally { times[1] = performance.now(); }
        } };
    } });
"""
"""Notes when the game asks a computer, and when the answer is there."""
UNTIL = """async ([answers, most]) => {
    const end = performance.now() + most, done = () => asked.filter(([, at]) => at);
    while (done().length < answers && performance.now() < end)
        await new Promise((go) => setTimeout(go, 200));
    return [done(), long];
}"""


def middle(name: str) -> str:
    """A link to the middle of a recorded game, which hard computers play on."""
    record = read((ROOT / f"tests/engine/records/{name}.txt").read_text(encoding="utf-8"))
    tags = {f"player.{seat}": f"computer hard {seat + 1}" for seat in range(record.seats)}
    return encode(replace(record, actions=record.actions[: len(record.actions) // 2], tags=tags, lines=()))


def answers(playwright: Playwright, host: Host, game: str, device: str) -> dict[str, Any]:
    """Open such a game and listen."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **DEVICES[device])
    page = context.new_page()
    settings = json.dumps({"speed": "off", "look": "off", "sound": "off"})
    page.add_init_script(WATCH.replace("SETTINGS", json.dumps(settings)))
    page.goto(f"{host.url}#{middle(RECORDS[game])}")
    expect(page.locator("html")).to_have_attribute("data-settled", "", timeout=2 * START)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER[device]})
    page.evaluate("long.length = 0; document.querySelector(`#mirror [data-id='continue']`).click()")
    asked, long = page.evaluate(UNTIL, [ANSWERS, MOST])
    times = [round(end - start) for start, end in asked]
    browser.close()
    return {
        "game": game,
        "device": device,
        "slower": SLOWER[device],
        "first": times[0],
        "median": sorted(times[1:])[len(times[1:]) // 2],
        "longest": max(times[1:]),
        "answers": len(times),
        "long tasks": sum(any(start < at < end for start, end in asked) for at in long),
    }


def main() -> None:
    """Print a line for each game and device."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = Host(shutil.copytree(assemble.build(), Path(folder) / "site"))
        for game in RECORDS:
            for device in SLOWER:
                print(json.dumps(answers(playwright, host, game, device)), flush=True)
        host.stop()


if __name__ == "__main__":
    main()
