"""Smoothness of the game's frames in Chromium: replay, play, zooming, opening player boards.

*Shown* is the time until a due frame is displayed: 16.7 ms, or more if Chromium's compositor dropped frames.
*Woken* is the time from the animation frame in which the game wakes to the next one the page gets, which can
vary although no frame is dropped. Long tasks are those from 50 ms on (Long Tasks API). All of these are wall
times, which other programs affect on a loaded machine. Therefore the CPU time of the page's main thread is
also listed: in total, and for the browser's own part. All figures except *woken* and the wall times of tasks
come from a trace.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from playwright.sync_api import Page, ViewportSize, sync_playwright

from game.client.storage.link import encode
from game.engine.record import Record, read
from tests.bench.trace import Times, traced
from tests.web.conftest import ARGUMENTS, CHROMIUM, START, Host
from tests.web.game_page import play, scene, touch, touchable
from web.cache import ROOT
from web.site import assemble

RECORD = ROOT / "tests/engine/records/hansa-teutonica-4.txt"
STEPS = 200  # actions played: the board is well filled
REPLAY_SECONDS, IDLE_SECONDS = 15, 5
TICKS = 8  # wheel steps, in and out again
ACTIONS, TURNS = 8, 20
LIMIT, LONG = 17, 50  # milliseconds: for the 95th percentile of frames, for any task

WATCH = """() => {
    const { frame, input, show } = kontor;
    const seen = { frames: [], drawn: 0, tasks: [] };
    const woken = () => {
        const start = performance.now();
        requestAnimationFrame(() => seen.frames.push(performance.now() - start));
    };
    kontor.frame = () => frame().then(woken);
    kontor.input = (seconds) => input(seconds).then(woken);
    kontor.show = (...part) => { seen.drawn += 1; show(...part); };
    const note = (list) => list.forEach((task) => seen.tasks.push(task.duration));
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: "longtask" });
    globalThis.framesSeen = () => {
        note(observer.takeRecords());
        const told = { ...seen };
        Object.assign(seen, { frames: [], drawn: 0, tasks: [] });
        return told;
    };
}"""


class Window(NamedTuple):
    """A window, with the approximate position of the board's centre."""

    width: int
    height: int
    ratio: float
    board: tuple[float, float]

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (f" ratio {self.ratio:.0f}" if self.ratio != 1 else "")


WINDOWS = (
    Window(1280, 720, 1, (0.35, 0.5)),
    Window(2560, 1440, 1, (0.35, 0.5)),
    Window(1280, 720, 2, (0.35, 0.5)),
    Window(390, 844, 3, (0.5, 0.4)),
)


def part_of_a_game() -> Record:
    """Return the first actions of a recorded game, for a link."""
    record = read(RECORD.read_text(encoding="utf-8"))
    return replace(record, actions=record.actions[:STEPS], tags={})


def line(what: str, seen: dict[str, Any], spent: Times) -> str:
    """Return a row of the table with the measurements of a part."""
    if min(len(seen["frames"]), len(spent.frames), len(spent.shown)) < 2:
        return f"  {what:10} no frames"
    shown, woken = spread(spent.shown), spread(seen["frames"])
    frames, browsers = spread(spent.frames), spread(spent.browsers)
    long = sorted(seen["tasks"], reverse=True)
    longest = sum(time > LONG for time in spent.tasks)
    kept = shown[1] <= LIMIT and not long
    own = "in time but for other programs" if frames[1] <= LIMIT and not longest else "over the limit"
    verdict = "" if kept else f"  {own}"
    return (
        f"  {what:10} shown {told(shown)}  woken {told(woken)}"
        f"  tasks over {LONG}: {len(long):2} (most {max(long, default=0):.0f})"
        f"  processor: frame {told(frames)}, browser's own {told(browsers)},"
        f" tasks over {LONG}: {longest} (most {max(spent.tasks):.0f}){verdict}"
    )


def spread(times: Sequence[float]) -> tuple[float, float, float]:
    """Return the median, the 95th percentile and the maximum."""
    parts = statistics.quantiles(times, n=100, method="inclusive")
    return parts[49], parts[94], max(times)


def told(times: tuple[float, float, float]) -> str:
    return " / ".join(f"{time:.1f}" for time in times)


def replay(page: Page) -> None:
    """Replay the game from its beginning at normal speed."""
    page.evaluate("document.querySelector(`#mirror [data-id='play']`).click()")
    page.wait_for_timeout(1000 * REPLAY_SECONDS)


def zoom(page: Page, window: Window) -> None:
    """Zoom with the wheel into the middle of the board and out again, each time until the board is sharp."""
    page.mouse.move(window.width * window.board[0], window.height * window.board[1])
    page.evaluate("kontor.idle()")
    for way in (-1, 1):
        for _ in range(TICKS):
            page.mouse.wheel(0, 100 * way)
        page.evaluate("kontor.idle()")


def desks(page: Page) -> None:
    """Open every other player board, five times."""
    for _ in range(5):
        for seat in range(4):
            if f"desk.{seat}" in touchable(page):
                touch(page, f"desk.{seat}")


def idle(page: Page) -> int:
    """Return the number of frames drawn while a table waits for its player."""
    page.evaluate("kontor.idle()")
    page.evaluate("framesSeen()")
    page.wait_for_timeout(1000 * IDLE_SECONDS)
    return int(page.evaluate("framesSeen().drawn"))


def measure(page: Page, window: Window) -> None:
    """Print a window's part of the table."""

    def part(name: str, do: Callable[[], None]) -> None:
        page.evaluate("framesSeen()")
        spent = traced(page, do)
        print(line(name, page.evaluate("framesSeen()"), spent), flush=True)

    print(f"{window}", flush=True)
    part("opening", lambda: touch(page, "watch"))
    assert scene(page) == "replay"
    part("replay", lambda: replay(page))
    touch(page, "play")
    for _ in range(TURNS):  # the button to the end does not fit on a phone
        if "last" in touchable(page):
            touch(page, "last")
            break
        touch(page, "turn-on")
    part("zoom", lambda: zoom(page, window))
    part("desks", lambda: desks(page))
    touch(page, "leave")
    part("table", lambda: touch(page, "continue"))
    assert scene(page) == "table"
    part("play", lambda: play(page, ACTIONS))
    drawn = idle(page)
    print(
        f"  idle table: {drawn} frames in {IDLE_SECONDS} s" + ("  over the limit" if drawn else ""),
        flush=True,
    )


def main() -> None:
    """Print the table."""
    print(
        f"Milliseconds: p50 / p95 / most. Wanted: p95 at most {LIMIT}, no task over {LONG}, "
        "an idle table at 0 frames"
    )
    fragment = encode(part_of_a_game())
    with sync_playwright() as playwright:
        host = Host(assemble.build())
        for window in WINDOWS:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
            size = ViewportSize(width=window.width, height=window.height)
            page = browser.new_page(viewport=size, device_scale_factor=window.ratio, locale="en-GB")
            page.goto(f"{host.url}#{fragment}")
            page.wait_for_selector("html[data-settled]", state="attached", timeout=5 * START)
            page.evaluate(WATCH)
            page.evaluate("kontor.wake()")
            measure(page, window)
            browser.close()
        host.stop()


if __name__ == "__main__":
    main()
