"""The cost of a thousand saved games: time to the first frame and to the list of games, compared with
none."""

from __future__ import annotations

import os
import statistics
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from game.client.tables.page import AT_ONCE
from game.engine.record import read, write
from tests.bench.startup import milliseconds
from tests.web.conftest import DESK, START, Host, launched
from web.cache import ROOT
from web.site import assemble

ROUNDS = 5
GAMES = int(os.environ.get("KONTOR_GAMES", "1000"))
WHO = ("Anna", "Ben", "Käthe", "Elsabe")
RECORDS = ("hansa-2", "hansa-3", "hansa-4", "hansa-teutonica-3")  # browsers limit storage to about 5 MB

KEEP = """async ([texts, count]) => {
    const names = Array.from({ length: count }, (_, number) => `kontor:/:game/kept-${number}`);
    const journal = await new Promise((resolve) => {
        const request = indexedDB.open("kontor:/", 1);
        request.onsuccess = () => resolve(request.result);
    });
    const noted = journal.transaction("changes", "readwrite").objectStore("changes");
    for (const [number, key] of names.entries()) {
        const date = new Date(Date.UTC(2026, 0, 1) + number * 3600_000).toISOString();
        const text = texts[number % texts.length].replace("DATE", date.slice(0, 16).replace("T", " "));
        localStorage.setItem(key, text);
        noted.put({ key, text, number: number + 1 });
    }
    localStorage.setItem("kontor-number:/", count);
    await new Promise((resolve) => { noted.transaction.oncomplete = resolve; });
}"""
TOUCH = """async (id) => {
    const before = performance.now();
    document.querySelector(`#mirror [data-id='${id}']`).click();
    await kontor.idle();
    await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    return performance.now() - before;
}"""


def texts() -> list[str]:
    """Return whole games with names and room for a date, in the format of the page's storage."""
    found = []
    for name in RECORDS:
        record = read((ROOT / f"tests/engine/records/{name}.txt").read_text(encoding="utf-8"))
        players = {f"name.{seat}": WHO[seat] for seat in range(record.seats)}
        record.tags = {"date": "DATE", **players, **record.tags}
        found.append(write(record))
    return found


def visitor(browser: Browser, host: Host, games: int) -> Page:
    """Return a page of a player with this number of saved games."""
    page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.goto(host.url)
    page.wait_for_selector("html[data-settled]", state="attached", timeout=START)
    if games:
        page.evaluate(KEEP, [texts(), games])
    return page


def visit(page: Page) -> dict[str, float]:
    """Reload. Return the milliseconds to the first frame, to the list, down the list, and back to the
    title."""
    page.reload()
    found = {"first picture": milliseconds(page)}
    page.evaluate("kontor.idle()")
    found["list opens"] = float(page.evaluate(TOUCH, "games"))
    listed = page.locator("#mirror [data-id^='open.']").count()
    kept = page.evaluate("Object.keys(localStorage).filter((key) => key.includes(':game/')).length")
    assert listed == min(kept, AT_ONCE)
    page.mouse.move(640, 360)
    page.evaluate("globalThis.begun = performance.now()")
    page.mouse.wheel(0, 400)
    found["list is scrolled"] = float(page.evaluate("kontor.idle().then(() => performance.now() - begun)"))
    found["title opens again"] = float(page.evaluate(TOUCH, "back"))
    return found


def main() -> None:
    """Print the medians side by side."""
    site = Path(os.environ.get("KONTOR_SITE") or assemble.build())
    host = Host(site)
    with sync_playwright() as playwright, launched(playwright, limit=1800) as browser:
        pages = {games: visitor(browser, host, games) for games in (0, GAMES)}
        times: dict[int, list[dict[str, float]]] = {games: [] for games in pages}
        for _ in range(ROUNDS):
            for games, page in pages.items():
                times[games].append(visit(page))
    host.stop()
    size = sum(map(len, texts())) / len(texts()) * GAMES
    print(f"Kept games ({GAMES}: {size / 1e6:.1f} MB), milliseconds, median of {ROUNDS} (least, most)")
    for what in times[0][0]:
        for games in pages:
            row = [one[what] for one in times[games]]
            print(f"  {what}, {games}: {statistics.median(row):.0f} ({min(row):.0f}, {max(row):.0f})")


if __name__ == "__main__":
    main()
