"""Response times of `hard` and `master` in the web app, in the middle of games between computers.

For each game and level, on a desktop and on a phone with a quarter of the CPU speed: the time of the first
answer, which includes the start of the worker; of the answers after it; of all answers of a turn together;
and the number of main-thread tasks of more than 50 ms while waiting.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, expect, sync_playwright

from game.client.storage.link import encode
from game.engine import ruleset
from game.engine.record import read
from tests.bench.alone import DEVICES
from tests.web.conftest import ARGUMENTS, CHROMIUM, START, Host
from web.cache import ROOT
from web.site import assemble

RECORDS = {"hansa": "hansa-3", "hansa-teutonica": "hansa-teutonica-3"}
LEVELS = ("hard", "master")
SLOWER = {"desk": 1, "phone": 4}
ANSWERS = 12
MAX_BYTES = 90_000
"""Time limit for all answers in milliseconds."""
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
            const times = [performance.now(), 0, JSON.parse(request).position];
            asked.push(times);
            try { return await think(request, tell); } finally { times[1] = performance.now(); }
        } };
    } });
"""
"""Records when the game sends a request to a computer player, when the answer arrives, and the position."""
UNTIL = """async ([answers, most]) => {
    const end = performance.now() + most, done = () => asked.filter(([, at]) => at);
    while (done().length < answers && performance.now() < end)
        await new Promise((go) => setTimeout(go, 200));
    return [done(), long];
}"""


def middle(name: str, level: str) -> str:
    """Return a link to the middle of a recorded game, continued by computers of a level."""
    record = read((ROOT / f"tests/engine/records/{name}.txt").read_text(encoding="utf-8"))
    tags = {f"player.{seat}": f"computer {level} {seat + 1}" for seat in range(record.seats)}
    return encode(replace(record, actions=record.actions[: len(record.actions) // 2], tags=tags, lines=()))


def answers(playwright: Playwright, host: Host, game: str, level: str, device: str) -> dict[str, Any]:
    """Open such a game and record the answers."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **DEVICES[device])
    page = context.new_page()
    settings = json.dumps({"speed": "off", "look": "off", "sound": "off"})
    page.add_init_script(WATCH.replace("SETTINGS", json.dumps(settings)))
    page.goto(f"{host.url}#{middle(RECORDS[game], level)}")
    expect(page.locator("html")).to_have_attribute("data-settled", "", timeout=2 * START)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER[device]})
    page.evaluate("long.length = 0; document.querySelector(`#mirror [data-id='continue']`).click()")
    asked, long = page.evaluate(UNTIL, [ANSWERS, MAX_BYTES])
    times = [round(end - start) for start, end, _ in asked]
    turns = Counter[int]()
    for time, (_, _, position) in zip(times[1:], asked[1:], strict=True):
        turns[ruleset(game).parse_position(position).turn_number] += time
    browser.close()
    return {
        "game": game,
        "level": level,
        "device": device,
        "slower": SLOWER[device],
        "first": times[0],
        "median": sorted(times[1:])[len(times[1:]) // 2],
        "longest": max(times[1:]),
        "longest turn": max(turns.values()),
        "answers": len(times),
        "long tasks": sum(any(start < at < end for start, end, _ in asked) for at in long),
    }


def main() -> None:
    """Print a line for each game and device."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = Host(shutil.copytree(assemble.build(), Path(folder) / "site"))
        for game in RECORDS:
            for level, device in product(LEVELS, SLOWER):
                print(json.dumps(answers(playwright, host, game, level, device)), flush=True)
        host.stop()


if __name__ == "__main__":
    main()
