"""Fixtures of browser tests: the built site on a local server, and a real Chromium."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from web.cache import keep
from web.site import assemble, compress
from web.site.serve import Handler, server

from .game_page import keep as keep_texts
from .guest import HABITS, WATCHED, GuestHouse, isolated
from .returning import ADDRESS, HASH, PASSING, Memory, take, taken
from .warm import ONE_PROCESS, Harbour

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
START = 60_000  # milliseconds a page may take to start on a loaded machine
LIMIT = 300  # seconds a test may use a browser
EMPTYING = 30  # seconds to close a test's pages and clear their storage
BUILD = 600  # additional seconds for a test that has to compile pygame's wheel first
DESK = ViewportSize(width=1280, height=720)
VISITOR: dict[str, Any] = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce"}
"""Default browser options. Without reduced motion, animations take a second of each action, half of it CPU
time; tests of animations pass `reduced_motion="no-preference"`."""

KINDS = ("passing", "returning", "settled")
"""Marks for what a page starts from and stores: see `visit`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark browser tests, with a time limit, and retry failures of Chromium itself, never of ours.

    The mark is used by `./build.sh test quick`.
    """
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "playwright" in fixtures or "firefox" in fixtures:
            item.add_marker(pytest.mark.browser)
        if "site" in fixtures:
            # By a thread, which ends the worker: Playwright hangs after an exception from a signal.
            item.add_marker(pytest.mark.timeout(LIMIT + BUILD, method="thread"))
            item.add_marker(pytest.mark.flaky(reruns=2, only_rerun=["Target crashed", "Page crashed"]))


@contextlib.contextmanager
def ended_after(process: int, seconds: float) -> Iterator[threading.Event]:
    """Kill a browser process after a number of seconds, so that a hanging call fails.

    Playwright has no time limit for `evaluate`, and page helpers have their own loops.
    """
    ended = threading.Event()

    def end() -> None:
        ended.set()
        os.kill(process, signal.SIGKILL)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield ended
    finally:
        timer.cancel()


@contextlib.contextmanager
def time_limit(process: int, seconds: float = LIMIT) -> Iterator[None]:
    """Kill a browser process after a number of seconds, and fail the test."""
    with ended_after(process, seconds) as ended:
        try:
            yield
        finally:
            if ended.is_set():
                pytest.fail(
                    f"the browser was ended after {seconds} seconds; above is what waited", pytrace=False
                )


@contextlib.contextmanager
def launched(
    playwright: Playwright, *more: str, limit: float = LIMIT, program: str | None = CHROMIUM
) -> Iterator[Browser]:
    """Run a Chromium for the duration of a test, with a time limit in seconds."""
    browser = launch(playwright, *more, program=program)
    with time_limit(process_of(browser), limit):
        yield browser
        browser.close()


def launch(playwright: Playwright, *more: str, program: str | None = CHROMIUM) -> Browser:
    assert program, "no Chromium: on Debian, apt-get install chromium"
    return playwright.chromium.launch(executable_path=program, args=[*ARGUMENTS, *more])


def process_of(browser: Browser) -> int:
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    (process,) = (one["id"] for one in processes if one["type"] == "browser")
    return int(process)


def serving(server: ThreadingHTTPServer) -> None:
    """Serve until `shutdown`, without the default polling interval of half a second, which would delay each
    test."""
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()


_PORTS: set[int] = set()
_LEFT: set[str] = set()
"""Hosts that have stopped. A late request to one of them, from an earlier test in the same context, does not
count as a request of the current page."""


def new_server(folder: Path) -> ThreadingHTTPServer:
    """Return a server on a port new to this worker, since a browser caches files by URL."""
    while True:
        new: ThreadingHTTPServer = server(folder)
        if new.server_port not in _PORTS:
            _PORTS.add(new.server_port)
            return new
        new.server_close()


class Host:
    """The site on its own port. Tests can remove or corrupt files, or stop the server."""

    def __init__(self, folder: Path, handler: type[Handler] = Handler) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.memory: Memory | None = None
        self._server = new_server(folder)
        host = self

        class Listening(handler):  # type: ignore[misc, valid-type]
            def do_GET(self) -> None:
                if self.path == ADDRESS and host.memory:
                    return self.recall(host.memory)
                host.asked.append(self.path)
                super().do_GET()

            def recall(self, memory: Memory) -> None:
                self.send_response(200)
                self.send_header(HASH, memory.digest)
                self.send_header("Content-Length", str(memory.content.stat().st_size))
                self.end_headers()
                self.wfile.write(memory.content.read_bytes())

        self._server.RequestHandlerClass = lambda *given: Listening(*given, directory=str(folder))
        self.origin = f"http://localhost:{self._server.server_port}"
        serving(self._server)

    @property
    def url(self) -> str:
        return f"{self.origin}/"

    def file(self, pattern: str) -> Path:
        """Return the site's only file that matches, as a copy that can be corrupted."""
        (found,) = self.folder.glob(pattern)
        if found.is_symlink():
            content = found.read_bytes()
            found.unlink()
            found.write_bytes(content)
        return found

    def stop(self) -> None:
        """Stop the server, as if the network were disconnected."""
        self._server.shutdown()
        self._server.server_close()
        _LEFT.add(self.url)


class Visit:
    """A monitored page: requests to other hosts and script errors fail the test.

    `script` runs before those of the page.
    """

    def __init__(self, page: Page, host: Host, script: str = "") -> None:
        self.page, self.host, self._script = page, host, script
        page.add_init_script(script)
        self.foreign: list[str] = []
        self.errors: list[str] = []
        page.context.on("request", self._requested)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _requested(self, request: Request) -> None:
        if not request.url.startswith((self.host.origin, "data:", "blob:", "file:", *_LEFT)):
            self.foreign.append(request.url)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def another_tab(self) -> Visit:
        """Open a second page in this browser context."""
        return Visit(self.page.context.new_page(), self.host, self._script)

    def end(self) -> None:
        """End monitoring: other tests will use the context."""
        self.page.context.remove_listener("request", self._requested)

    def open(self, path: str = "") -> Page:
        """Open the site and wait until the game shows its first frame and waits for the player."""
        self.page.goto(self.host.url + path)
        return self.ready()

    def ready(self) -> Page:
        expect(self.page.locator("html")).to_have_attribute("data-ready", "", timeout=START)
        self.page.evaluate("kontor.idle()")
        return self.page


@pytest.fixture(scope="session")
def site() -> Iterator[Path]:
    site = assemble.build(assemble.SITE.with_name("site-quick"), quality=compress.QUICK)
    written = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
    yield site
    changed = [path for path, when in written.items() if path.stat().st_mtime_ns != when]
    assert not changed, "a test wrote through a link"


def linked(site: Path, folder: Path) -> Path:
    """Make a copy of the site without precompressed files, from links to the built files."""
    plain = shutil.ignore_patterns("*.br", "*.gz")
    return Path(shutil.copytree(site, folder, ignore=plain, copy_function=os.symlink))


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    """The site on its own server; a test can corrupt files obtained by `file`."""
    host = Host(linked(site, tmp_path / "site"))
    yield host
    host.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, for all tests of this worker. Its event loop runs all the time, hidden from other tests."""
    with sync_playwright() as running:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield running
        asyncio._set_running_loop(loop)


@pytest.fixture(autouse=True)
def loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Show Playwright's event loop to browser tests only: no other loop can run where it is visible."""
    if "playwright" not in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(request.getfixturevalue("playwright")._loop)
    yield
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def harbour(playwright: Playwright, site: Path) -> Iterator[Harbour]:
    """The browser of this worker."""
    home = Host(site)
    (code,) = site.glob("runtime-*/pyodide.asm.wasm")
    code_at = f"/{code.relative_to(site)}"
    harbour = Harbour(lambda: launch(playwright, ONE_PROCESS), VISITOR, f"{home.url}nothing", code_at)
    yield harbour
    harbour.close()
    home.stop()


@pytest.fixture(scope="session")
def memory(harbour: Harbour, site: Path, run_folder: Path) -> Memory:
    """The memory snapshot of a first visit, made by one worker for all.

    Request it by `getfixturevalue` only: before a test's fixtures no browser has its event loop.
    """

    def make(folder: Path) -> None:
        host = Host(site)
        page = Visit(harbour.page(host.origin), host).open()
        expect(page.locator("html")).to_have_attribute("data-settled", "", timeout=START)
        take(page, folder)
        harbour.clear()
        host.stop()

    return taken(keep(run_folder / "memory", make))


@pytest.fixture
def browser(harbour: Harbour) -> Iterator[Browser]:
    """The browser of this worker. If a page hangs, the browser is killed, and the next test gets a fresh one.

    If it hangs while it is cleared after the test, the test still passes, and a warning is printed.
    """
    process = process_of(harbour.browser)
    with time_limit(process):
        yield harbour.browser
    with ended_after(process, EMPTYING) as ended:
        harbour.clear()
    if ended.is_set():
        warnings.warn(f"Chromium was not empty after {EMPTYING} seconds, and was ended", stacklevel=1)


@pytest.fixture
def visit(
    browser: Browser, harbour: Harbour, host: Host, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Visit]]:
    """Return a function that opens a monitored page in a fresh browser context.

    Storing the site and the memory snapshot for the next visit takes a page as long as a start. So most tests
    have one of three marks, of which the innermost counts. `passing` stores neither, as without service
    workers. `returning` stores neither and starts from the snapshot of an earlier visit. `settled` starts
    from the snapshot and stores the site.
    """
    visits: list[Visit] = []
    kind = next((mark.name for mark in request.node.iter_markers() if mark.name in KINDS), "")
    memory = request.getfixturevalue("memory") if kind in ("returning", "settled") else None
    script = {"passing": PASSING, "returning": memory.script if memory else ""}.get(kind, "")

    def make(on: Host = host, **options: Any) -> Visit:
        on.memory = memory
        visits.append(Visit(harbour.page(on.origin, **options), on, script))
        if memory and kind == "settled":
            visits[-1].page.goto(f"{on.url}nothing")
            memory.put(visits[-1].page)
            visits[-1].errors.clear()  # that URL does not exist
        return visits[-1]

    yield make
    for one in visits:
        one.end()
        assert one.foreign == [], "the page asked another host"


@pytest.fixture(scope="session")
def house(harbour: Harbour, site: Path) -> Iterator[GuestHouse]:
    """The shared page of this worker."""
    host = Host(site)

    def arrive(memory: Memory) -> Visit:
        host.memory = memory
        context = harbour.browser.new_context(**VISITOR)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        one = Visit(context.new_page(), host, memory.script + isolated(WATCHED))
        keep_texts(one, {"settings": HABITS})
        one.open()
        return one

    yield GuestHouse(arrive)
    host.stop()


@pytest.fixture
def guest(browser: Browser, house: GuestHouse, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """The shared, monitored page at its title, used by earlier tests: see guest.py."""
    failed = request.session.testsfailed
    guest = house.at_home(request.getfixturevalue("memory"))
    yield guest
    assert guest.foreign == [], "the page asked another host"
    if request.session.testsfailed > failed:
        house.close()
