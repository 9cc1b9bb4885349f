"""How fast the page starts, compared with the minimum for any page with Pyodide and pygame.

The bare page loads Pyodide as it comes from npm and the wheel, and imports pygame. Both pages are opened in
turn, each time in a new browser profile and then once more in the same one, by the same server and browser.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from pathlib import Path

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
    """Pyodide's own files, the wheel, and a page which does nothing else."""
    shutil.copytree(pyodide(), folder)
    made = wheel()
    shutil.copyfile(made, folder / made.name)
    (folder / "index.html").write_text(BARE_PAGE.format(wheel=made.name), encoding="utf-8")


def milliseconds(page: Page) -> float:
    """From the start of the navigation to the moment the page itself called its first picture ready."""
    page.wait_for_selector("html[data-ready]", state="attached", timeout=START)
    return float(page.evaluate("performance.getEntriesByName('ready')[0].startTime"))


def first_and_reload(browser: Browser, host: Host) -> tuple[float, float]:
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    page.goto(host.url)
    first = milliseconds(page)
    page.wait_for_selector("html[data-settled]", state="attached", timeout=START)
    page.reload()
    again = milliseconds(page)
    context.close()
    return first, again


def measure(rounds: int = ROUNDS) -> dict[str, tuple[list[float], list[float]]]:
    """First visits and reloads in milliseconds, for the "bare" page and for "kontor"."""
    found: dict[str, tuple[list[float], list[float]]] = {"bare": ([], []), "kontor": ([], [])}
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        write_bare_site(Path(scratch, "bare"))
        hosts = {"bare": Host(Path(scratch, "bare")), "kontor": Host(assemble.build())}
        for _ in range(rounds):
            for name, host in hosts.items():
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
                for times, time in zip(found[name], first_and_reload(browser, host), strict=True):
                    times.append(time)
                browser.close()
        for host in hosts.values():
            host.stop()
    return found


def main() -> bool:
    """Print the table; returns whether both limits are kept."""
    print(f"Start of the page, milliseconds, median of {ROUNDS} (least, most)")
    found = measure()
    for name, (first, again) in found.items():
        texts = [
            f"{statistics.median(times):6.0f} ({min(times):.0f}, {max(times):.0f})"
            for times in (first, again)
        ]
        print(f"  {name:8} first visit {texts[0]:24} reload {texts[1]}")
    ratios = [
        statistics.median(ours) / statistics.median(bare)
        for ours, bare in zip(found["kontor"], found["bare"], strict=True)
    ]
    for what, ratio, limit in zip(
        ("first visit", "reload"), ratios, (FIRST_LIMIT, RELOAD_LIMIT), strict=True
    ):
        print(f"  {what}: {ratio:.2f} of the bare page (limit {limit})")
    return ratios[0] <= FIRST_LIMIT and ratios[1] <= RELOAD_LIMIT


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
