"""How even the game's frames are in Chromium: a recorded game replayed, the board zoomed, other desks opened.

A frame's time runs from the animation frame in which the game wakes to the next animation frame that the page
gets; its work is the part of it in which the game itself runs. A task is long from 50 ms on (Long Tasks API).
"""

from __future__ import annotations

import statistics
from dataclasses import replace
from typing import Any, NamedTuple

from playwright.sync_api import Page, ViewportSize, sync_playwright

from game.client.link import encode
from game.engine.record import Record, read
from tests.web.conftest import ARGUMENTS, CHROMIUM, START, Host
from tests.web.game_page import scene, touch, touchable
from web.cache import ROOT
from web.site import assemble

RECORD = ROOT / "tests/engine/records/hansa-teutonica-4.txt"
STEPS = 200  # so far is the game played: the board is well filled
REPLAY_SECONDS, IDLE_SECONDS = 20, 5
TICKS = 8  # of the wheel, in and out again
LIMIT = 17  # milliseconds, of 95 frames in 100

WATCH = """() => {
    const { frame, input, publish } = kontor;
    const seen = { frames: [], work: [], drawn: 0, tasks: [] };
    let begin = null;
    const woken = () => {
        const start = begin = performance.now();
        requestAnimationFrame(() => seen.frames.push(performance.now() - start));
    };
    const waits = () => {
        if (begin !== null) seen.work.push(performance.now() - begin);
        begin = null;
    };
    kontor.frame = () => { waits(); return frame().then(woken); };
    kontor.input = (seconds) => { waits(); return input(seconds).then(woken); };
    kontor.publish = (text) => { seen.drawn += 1; publish(text); };
    const note = (list) => list.forEach((task) => seen.tasks.push(task.duration));
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: "longtask" });
    globalThis.framesSeen = () => {
        note(observer.takeRecords());
        const told = { ...seen };
        Object.assign(seen, { frames: [], work: [], drawn: 0, tasks: [] });
        return told;
    };
}"""


class Window(NamedTuple):
    """A window, and where in it the board's middle is about."""

    width: int
    height: int
    ratio: float
    board: tuple[float, float]

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (f" ratio {self.ratio:.0f}" if self.ratio != 1 else "")


WINDOWS = (
    Window(1280, 720, 1, (0.35, 0.5)),
    Window(2560, 1440, 1, (0.35, 0.5)),
    Window(390, 844, 3, (0.5, 0.4)),
)


def part_of_a_game() -> Record:
    """The first steps of a recorded game, for a link."""
    record = read(RECORD.read_text(encoding="utf-8"))
    return replace(record, actions=record.actions[:STEPS], tags={})


def line(what: str, seen: dict[str, Any]) -> str:
    """The times of a part as a row of the table."""
    if len(seen["frames"]) < 2:
        return f"  {what:14} no frames"
    frames, work = (
        [*statistics.quantiles(seen[name], n=100, method="inclusive")[49::45], max(seen[name])]
        for name in ("frames", "work")
    )
    tasks = sorted(seen["tasks"], reverse=True)
    long = f"{len(tasks)} ({', '.join(f'{task:.0f}' for task in tasks[:4])})" if tasks else "0"
    texts = [" / ".join(f"{time:.1f}" for time in times) for times in (frames, work)]
    kept = "" if frames[1] <= LIMIT and not tasks else "  over the limit"
    return f"  {what:14} {texts[0]:24} work {texts[1]:22} long tasks {long}{kept}"


def replay(page: Page) -> dict[str, Any]:
    """The game runs from its beginning, at normal speed."""
    touch(page, "watch")
    assert scene(page) == "replay"
    page.evaluate("framesSeen()")
    page.evaluate("document.querySelector(`#mirror [data-id='play']`).click()")
    page.wait_for_timeout(1000 * REPLAY_SECONDS)
    seen: dict[str, Any] = page.evaluate("framesSeen()")
    touch(page, "play")
    touch(page, "last")
    return seen


def zoom(page: Page, window: Window) -> dict[str, Any]:
    """With the wheel into the middle of the board and out again, each time until the board is sharp."""
    page.mouse.move(window.width * window.board[0], window.height * window.board[1])
    page.evaluate("kontor.idle()")
    page.evaluate("framesSeen()")
    for way in (-1, 1):
        for _ in range(TICKS):
            page.mouse.wheel(0, 100 * way)
        page.evaluate("kontor.idle()")
    seen: dict[str, Any] = page.evaluate("framesSeen()")
    return seen


def desks(page: Page) -> dict[str, Any]:
    """Every other desk opens, twice."""
    page.evaluate("framesSeen()")
    for _ in range(2):
        for seat in range(4):
            if f"desk.{seat}" in touchable(page):
                touch(page, f"desk.{seat}")
    seen: dict[str, Any] = page.evaluate("framesSeen()")
    return seen


def idle(page: Page) -> int:
    """Pictures drawn while a table waits for its player."""
    touch(page, "leave")
    touch(page, "continue")
    assert scene(page) == "table"
    page.evaluate("kontor.idle()")
    page.evaluate("framesSeen()")
    page.wait_for_timeout(1000 * IDLE_SECONDS)
    return int(page.evaluate("framesSeen().drawn"))


def main() -> None:
    """Print the table."""
    print("Milliseconds: frame time p50 / p95 / most; the game's work in it; tasks over 50 ms (the longest)")
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
            print(f"{window}", flush=True)
            print(line("replay", replay(page)), flush=True)
            print(line("zoom", zoom(page, window)), flush=True)
            print(line("desks", desks(page)), flush=True)
            print(f"  idle table: {idle(page)} pictures drawn in {IDLE_SECONDS} s", flush=True)
            browser.close()
        host.stop()


if __name__ == "__main__":
    main()
