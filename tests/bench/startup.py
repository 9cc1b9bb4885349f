"""Start-up time of the web app, compared with the minimum of any page with Pyodide and pygame.

The bare page loads Pyodide as it comes from npm and the wheel, and imports pygame. Both pages are opened in
turn, each first in a new browser profile and then again in that profile, by the same server and browser.

Wall time is listed with the CPU time of all Chromium processes from the navigation to the first frame. On a
loaded machine the CPU time is the one to compare.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.conftest import ARGUMENTS, CHROMIUM, DESK, START, Host
from web.pyodide import pyodide
from web.site import assemble
from web.wheel.__main__ import wheel

ROUNDS = 5
FIRST_LIMIT, RELOAD_LIMIT = 1.1, 0.5

BARE_PAGE = """<!doctype html>
<meta charset="utf-8">
<title>bare</title>
<canvas id="canvas"></canvas>
<script type="module">
  import {{ loadPyodide }} from "./pyodide.mjs";
  const python = await loadPyodide();
  python.canvas.setCanvas2D(document.getElementById("canvas"));
  await python.loadPackage(new URL("{wheel}", location.href).href);
  python.runPython("import pygame");
  performance.mark("ready");
  document.documentElement.dataset.ready = document.documentElement.dataset.settled = "";
</script>
"""


def write_bare_site(folder: Path) -> None:
    """Write Pyodide's own files, the wheel, and a page which does nothing else."""
    shutil.copytree(pyodide(), folder)
    made = wheel()
    shutil.copyfile(made, folder / made.name)
    (folder / "index.html").write_text(BARE_PAGE.format(wheel=made.name), encoding="utf-8")


class Taken(NamedTuple):
    """The duration of a start in milliseconds."""

    wall: float
    processor: float


def processors(browser: Browser) -> dict[int, float]:
    """Return the CPU time in milliseconds that each of the browser's processes has used."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return {one["id"]: 1000 * one["cpuTime"] for one in found}


def milliseconds(page: Page) -> float:
    """Return the time from the start of the navigation to the moment the page reported its first frame."""
    page.wait_for_selector("html[data-ready]", state="attached", timeout=START)
    return float(page.evaluate("performance.getEntriesByName('ready')[0].startTime"))


def taken(browser: Browser, page: Page, opening: Callable[[], object]) -> Taken:
    """Measure the time from `opening` the page to its first frame."""
    before = processors(browser)
    opening()
    wall = milliseconds(page)
    spent = sum(time - before.get(process, 0) for process, time in processors(browser).items())
    return Taken(wall, spent)


def first_and_reload(browser: Browser, host: Host) -> tuple[Taken, Taken]:
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    first = taken(browser, page, lambda: page.goto(host.url))
    page.wait_for_selector("html[data-settled]", state="attached", timeout=START)
    again = taken(browser, page, page.reload)
    context.close()
    return first, again


def measure(rounds: int = ROUNDS) -> dict[str, tuple[list[Taken], list[Taken]]]:
    """Measure first visits and reloads, for the "bare" page and for "kontor"."""
    found: dict[str, tuple[list[Taken], list[Taken]]] = {"bare": ([], []), "kontor": ([], [])}
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        write_bare_site(Path(scratch, "bare"))
        hosts = {"bare": Host(Path(scratch, "bare")), "kontor": Host(assemble.build())}
        for _ in range(rounds):
            for name, host in hosts.items():
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
                for starts, one in zip(found[name], first_and_reload(browser, host), strict=True):
                    starts.append(one)
                browser.close()
        for host in hosts.values():
            host.stop()
    return found


def main() -> bool:
    """Print the table. Return whether both limits are met, in wall time."""
    print(f"Start of the page, milliseconds, median of {ROUNDS} (least, most)")
    found = measure()
    kept = True
    for number, (what, limit) in enumerate((("first visit", FIRST_LIMIT), ("reload", RELOAD_LIMIT))):
        for kind in Taken._fields:
            medians = {}
            for name, starts in found.items():
                times = [getattr(one, kind) for one in starts[number]]
                medians[name] = statistics.median(times)
                span = f"({min(times):.0f}, {max(times):.0f})"
                print(f"  {what:12} {kind:10} {name:8} {medians[name]:6.0f} {span}")
            ratio = medians["kontor"] / medians["bare"]
            asked = f" (limit {limit})" if kind == "wall" else ""
            print(f"  {what:12} {kind:10} {ratio:.2f} of the bare page{asked}")
            kept = kept and (kind != "wall" or ratio <= limit)
    return kept


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
