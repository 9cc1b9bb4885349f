"""Start time of AI workers, and memory of a worker."""

from __future__ import annotations

import asyncio
import re
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from game import engine
from game.platform.desktop.platform import Desktop
from game.worker_messages import request
from tests.web.conftest import ARGUMENTS, CHROMIUM, DESK, START, Host
from web.site import assemble

ROUNDS = 5
REQUEST = request("choose", engine.ruleset("hansa-teutonica").new_game(3), level="easy")
START_ANEW = """async (text) => {
    const begin = performance.now();
    kontor.stopThinking();
    await kontor.think(text, String);
    return performance.now() - begin;
}"""
FORGET = """async () => {
    for (const name of await caches.keys()) if (name.includes(":memory:")) await caches.delete(name);
}"""


def megabytes(browser: Browser) -> float:
    """Return the memory of the browser's pages in MB; shared memory counts in part."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    pages = [one["id"] for one in found if one["type"] == "renderer"]
    return sum(kilobytes(Path(f"/proc/{page}/smaps_rollup").read_text()) for page in pages) / 1024


def kilobytes(rollup: str) -> int:
    found = re.search(r"^Pss: +(\d+)", rollup, re.MULTILINE)
    assert found, "this kernel tells no share of memory"
    return int(found[1])


def starts(page: Page) -> list[float]:
    """Return the milliseconds from the start of a worker to its first answer, several times."""
    return [page.evaluate(START_ANEW, REQUEST) for _ in range(ROUNDS)]


def line(what: str, times: list[float]) -> str:
    return f"  {what:32} {statistics.median(times):6.0f} ms ({min(times):.0f}, {max(times):.0f})"


def native() -> list[float]:
    """Return the milliseconds from the start of the desktop's worker process to its first answer, several
    times."""

    async def first() -> float:
        desktop = Desktop(Path(scratch))
        begin = time.perf_counter()
        await desktop.think(REQUEST)
        return 1000 * (time.perf_counter() - begin)

    with tempfile.TemporaryDirectory() as scratch:
        return [asyncio.run(first()) for _ in range(ROUNDS)]


def main() -> None:
    """Print the table."""
    print(f"From the start of whoever thinks to the first answer, median of {ROUNDS} (least, most)")
    print(line("process on the desktop", native()))
    with sync_playwright() as playwright:
        host = Host(assemble.build())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        page = browser.new_context(viewport=DESK).new_page()
        page.goto(host.url)
        page.wait_for_selector("html[data-settled]", state="attached", timeout=START)
        before = megabytes(browser)
        page.evaluate("(text) => kontor.think(text, String)", REQUEST)
        after = megabytes(browser)
        print(line("worker, from the kept memory", starts(page)))
        page.evaluate(FORGET)
        print(line("worker, without it", starts(page)))
        print(f"  memory of the page {before:.0f} MB, with a worker {after:.0f} MB")
        browser.close()
        host.stop()


if __name__ == "__main__":
    main()
