"""The frequency with which Chromium loses a page's process, by circumstances.

About one in eighty visits ends in `Target crashed`. Every visit is a reload that waits for the first frame
and taps it. The kinds of visit take turns, so that an interrupted run still compares them. Messages of
Chromium and the kernel about a lost process (a signal, a trap, lack of memory) are printed with its kind.
Every round is written to `build/visits.jsonl`; the next run continues from there.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, sync_playwright

from tests.web.conftest import CHROMIUM, DESK, START, Host, launched
from web.cache import ROOT
from web.site import assemble

ROUNDS = ROOT / "build/visits.jsonl"

VISITS = int(os.environ.get("KONTOR_VISITS", "300"))  # of every kind
IN_ONE_BROWSER = int(
    os.environ.get("KONTOR_IN_ONE_BROWSER", "10")
)  # 1: first visits only, as most tests make
# Path of the old headless mode, a separate program (Debian: chromium-headless-shell).
SHELL = os.environ.get("KONTOR_HEADLESS_SHELL") or shutil.which("chromium-headless-shell")

WITHOUT_MEMORY = """
    const match = caches.match;
    CacheStorage.prototype.match = function (request, options) {
        if (options?.cacheName?.includes(":memory:")) return Promise.resolve(undefined);
        return match.call(this, request, options);
    };
    const Real = Worker;
    globalThis.Worker = class extends Real {
        constructor(url, options) {
            super(String(url).includes("memory-worker") ? "no-memory-in-this-visit.js" : url, options);
        }
    };
"""
SOUNDS = ("wood", "coin", "bell")
RING = """(names) => {
    const rate = 22050;
    for (const name of names) {
        const wave = Int16Array.from({ length: rate / 4 }, (_, at) => 9000 * Math.sin(at / 9));
        kontor.learn(name, new Uint8Array(wave.buffer), rate);
        kontor.play(name);
    }
}"""


@dataclass(frozen=True)
class Kind:
    """The circumstances of a visit."""

    program: str  # "new" or "old" headless mode
    memory: bool
    sound: bool

    def __str__(self) -> str:
        memory, sound = ("with" if has else "no" for has in (self.memory, self.sound))
        return f"headless {self.program}, {memory} memory, {sound} sound"


@dataclass
class Tally:
    """Outcomes of visits of one kind."""

    visits: int = 0
    seconds: float = 0.0
    lost: Counter[str] = field(default_factory=Counter)


class Watch:
    """Messages about lost processes, of Chromium by its protocol and of the kernel."""

    def __init__(self, browser: Browser) -> None:
        self.lost: list[str] = []
        self._heard = len(kernel())
        session = browser.new_browser_cdp_session()
        session.on("Target.targetCrashed", self._crashed)
        session.send("Target.setDiscoverTargets", {"discover": True})

    def _crashed(self, event: dict[str, Any]) -> None:
        self.lost.append(f"{event['status']}, code {event['errorCode']}")

    def words(self) -> str:
        """Return the messages about the process lost last."""
        words = self.lost[:1] or ["no word from Chromium"]
        del self.lost[:1]
        said = kernel()[self._heard :]
        self._heard += len(said)
        return "; ".join(words + said)


def kernel() -> list[str]:
    """Return the kernel's messages about crashed processes and memory; empty if they are not readable."""
    try:
        log = subprocess.run(["dmesg"], capture_output=True, text=True).stdout
    except OSError:
        return []
    return [line for line in log.splitlines() if "chrom" in line or "ut of memory" in line]


def visitor(browser: Browser, host: Host, kind: Kind) -> tuple[BrowserContext, Page]:
    """Open a profile in which the site is cached, with the memory snapshot if the kind has it."""
    context = browser.new_context(viewport=DESK)
    if not kind.memory:
        context.add_init_script(WITHOUT_MEMORY)
    page = context.new_page()
    page.goto(host.url)
    page.wait_for_selector("html[data-settled]", state="attached", timeout=START)
    return context, page


def visit(page: Page, kind: Kind) -> None:
    """Reload the page, tap it, and play a sound if the kind has sound."""
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached", timeout=START)
    page.mouse.click(2, 2)
    if kind.sound:
        page.evaluate(RING, SOUNDS)
    page.evaluate("kontor.idle()")


def round_of(playwright: Playwright, host: Host, kind: Kind, visits: int) -> Tally:
    """Make some visits in one browser; a page whose process was lost is replaced."""
    tally = Tally()
    program = CHROMIUM if kind.program == "new" else SHELL
    with launched(playwright, program=program, limit=60 + 30 * visits) as browser:
        watch = Watch(browser)
        page: Page | None = None
        for number in range(visits):  # the first one in a browser is the first visit of a new profile
            begun = time.perf_counter()
            try:
                if page is None:
                    _, page = visitor(browser, host, kind)
                else:
                    visit(page, kind)
            except Error as error:
                what = f"{error.message.splitlines()[0]} ({watch.words()})"
                tally.lost[f"{'first visit' if number == 0 else 'visit'}: {what}"] += 1
                print(f"  {time.strftime('%H:%M:%S')} {kind}: {what}", flush=True)
                page = None
            tally.visits += 1
            tally.seconds += time.perf_counter() - begun
        for late in watch.lost:
            tally.lost[f"not the page itself ({late})"] += 1
    return tally


def kept_rounds() -> Iterator[tuple[Kind, Tally]]:
    """Yield the rounds of earlier runs."""
    for line in ROUNDS.read_text().splitlines() if ROUNDS.exists() else ():
        told = json.loads(line)
        yield Kind(**told["kind"]), Tally(told["visits"], told["seconds"], Counter(told["lost"]))


def keep(kind: Kind, tally: Tally) -> None:
    with ROUNDS.open("a") as file:
        file.write(json.dumps({"kind": asdict(kind), **asdict(tally)}) + "\n")


def main() -> None:
    """Make the visits and print the losses."""
    programs = ["new", "old"] if SHELL else ["new"]
    kinds = [Kind(*made) for made in itertools.product(programs, (True, False), (True, False))]
    tallies = {kind: Tally() for kind in kinds}
    site = Path(os.environ.get("KONTOR_SITE") or assemble.build())

    def add(kind: Kind, round_: Tally) -> None:
        tally = tallies.setdefault(kind, Tally())
        tally.visits += round_.visits
        tally.seconds += round_.seconds
        tally.lost.update(round_.lost)

    for kind, round_ in kept_rounds():
        add(kind, round_)
    host = Host(site)
    try:
        with sync_playwright() as playwright:
            while open_kinds := [kind for kind in kinds if tallies[kind].visits < VISITS]:
                for kind in open_kinds:
                    round_ = round_of(
                        playwright, host, kind, min(IN_ONE_BROWSER, VISITS - tallies[kind].visits)
                    )
                    keep(kind, round_)
                    add(kind, round_)
                    report = f"{sum(tallies[kind].lost.values())} of {tallies[kind].visits} lost"
                    load = f"load {os.getloadavg()[0]:.0f}"
                    print(f"  {time.strftime('%H:%M:%S')} {kind}: {report}, {load}", flush=True)
    except KeyboardInterrupt:
        print("cut short")
    finally:
        host.stop()
        print(f"Pages whose process Chromium lost (load {os.getloadavg()[0]:.1f} at the end)")
        for kind, tally in tallies.items():
            seconds = tally.seconds / max(1, tally.visits)
            print(f"  {kind}: {sum(tally.lost.values())} of {tally.visits}, {seconds:.1f} s each")
            for what, count in tally.lost.items():
                print(f"    {count} x {what}")


if __name__ == "__main__":
    main()
