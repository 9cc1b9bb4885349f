"""The built site, served from this machine, and a real Chromium."""

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
from web.site import assemble
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
START = 60_000  # milliseconds a page may take on a busy machine
LIMIT = 300  # seconds a test may use a browser
EMPTYING = 30  # seconds to close its pages and forget what they kept
BUILD = 600  # seconds more for a test that finds no wheel of pygame and has to compile it
DESK = ViewportSize(width=1280, height=720)
VISITOR: dict[str, Any] = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce"}
"""Nothing moves before this visitor: pieces on their way take a second of each action, half of it the
processor's. Who wants to see them asks for `reduced_motion="no-preference"`."""

KINDS = ("passing", "returning", "settled")
"""The marks that say what a visitor brings along and keeps: see `visit`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Nothing here hangs for ever, and what Chromium itself does wrong is tried again, nothing of ours.

    What needs a browser is marked so, for `./build.sh test quick`.
    """
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "playwright" in fixtures or "firefox" in fixtures:
            item.add_marker(pytest.mark.browser)
        if "site" in fixtures:
            # By a thread, which ends the worker: after an exception from a signal Playwright waits for ever.
            item.add_marker(pytest.mark.timeout(LIMIT + BUILD, method="thread"))
            item.add_marker(pytest.mark.flaky(reruns=2, only_rerun=["Target crashed", "Page crashed"]))


@contextlib.contextmanager
def ended_after(process: int, seconds: float) -> Iterator[threading.Event]:
    """End a browser's process that is used for longer than that, so that whatever waits for it fails there.

    Playwright itself waits for `evaluate` without a limit, and pages wait in loops of their own.
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
    """The same, and the test fails."""
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
    """A Chromium that ends with its test, at the latest after so many seconds."""
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
    """Have it answer until `shutdown`. By itself it looks for that twice a second: each test would wait."""
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()


_PORTS: set[int] = set()
_LEFT: set[str] = set()
"""Hosts that have stopped. What an earlier visitor in the same context still asks of one, a request under way
or a worker that ends late, is no request of the page that is watched now."""


def new_server(folder: Path) -> ThreadingHTTPServer:
    """A server on a port this worker has not had yet: a browser remembers files by their address."""
    while True:
        new: ThreadingHTTPServer = server(folder)
        if new.server_port not in _PORTS:
            _PORTS.add(new.server_port)
            return new
        new.server_close()


class Host:
    """The site on its own port. Tests may remove files, corrupt them, or stop the server."""

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
        """The one file of the site that matches, no longer a link: it may be spoilt."""
        (found,) = self.folder.glob(pattern)
        if found.is_symlink():
            content = found.read_bytes()
            found.unlink()
            found.write_bytes(content)
        return found

    def stop(self) -> None:
        """Pull the cable: the server no longer answers."""
        self._server.shutdown()
        self._server.server_close()
        _LEFT.add(self.url)


class Visit:
    """A watched page: no request may go to another host, no script may fail unnoticed.

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
        """A second page of the same visitor."""
        return Visit(self.page.context.new_page(), self.host, self._script)

    def end(self) -> None:
        """Watch no more: others will use the context."""
        self.page.context.remove_listener("request", self._requested)

    def open(self, path: str = "") -> Page:
        """Open the site and wait until the game shows its first picture and waits for the player."""
        self.page.goto(self.host.url + path)
        return self.ready()

    def ready(self) -> Page:
        expect(self.page.locator("html")).to_have_attribute("data-ready", "", timeout=START)
        self.page.evaluate("kontor.idle()")
        return self.page


@pytest.fixture(scope="session")
def site() -> Iterator[Path]:
    site = assemble.build()
    written = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
    yield site
    changed = [path for path, when in written.items() if path.stat().st_mtime_ns != when]
    assert not changed, "a test wrote through a link"


def linked(site: Path, folder: Path) -> Path:
    """The site in another folder, without precompressed files, each file a link to the one that was built."""
    plain = shutil.ignore_patterns("*.br", "*.gz")
    return Path(shutil.copytree(site, folder, ignore=plain, copy_function=os.symlink))


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    """The site on a server of its own; a test may spoil what it gets by `file`."""
    host = Host(linked(site, tmp_path / "site"))
    yield host
    host.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """For all tests of this worker. Its event loop runs all the time, hidden from tests without a browser."""
    with sync_playwright() as running:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield running
        asyncio._set_running_loop(loop)


@pytest.fixture(autouse=True)
def loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Show Playwright's event loop to tests with a browser only: where one is seen, no other may run."""
    if "playwright" not in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(request.getfixturevalue("playwright")._loop)
    yield
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def harbour(playwright: Playwright, site: Path) -> Iterator[Harbour]:
    """This worker's browser."""
    home = Host(site)
    (code,) = site.glob("runtime-*/pyodide.asm.wasm")
    code_at = f"/{code.relative_to(site)}"
    harbour = Harbour(lambda: launch(playwright, ONE_PROCESS), VISITOR, f"{home.url}nothing", code_at)
    yield harbour
    harbour.close()
    home.stop()


@pytest.fixture(scope="session")
def memory(harbour: Harbour, site: Path, tmp_path_factory: pytest.TempPathFactory) -> Memory:
    """What a first visit keeps; one worker makes it for all.

    To be had by `getfixturevalue` alone: before the fixtures of a test no browser has its event loop.
    """

    def make(folder: Path) -> None:
        host = Host(site)
        page = Visit(harbour.page(host.origin), host).open()
        expect(page.locator("html")).to_have_attribute("data-settled", "", timeout=START)
        take(page, folder)
        harbour.clear()
        host.stop()

    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    return taken(keep(shared / "memory", make))


@pytest.fixture
def browser(harbour: Harbour) -> Iterator[Browser]:
    """This worker's browser; if a page hangs it is ended, and the next test gets a fresh one.

    So it is if it hangs while it is emptied, which says nothing of the test: that is only told.
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
    """Make a watched page in a context (a visitor's profile) of its own.

    To keep the site and the memory for the next visit costs a page as much as a start. So most tests have
    one of three marks, the nearest of which counts: `passing` does without, as where service workers are not
    allowed; `returning` does too, and starts from the memory of an earlier visit; with `settled` that memory
    is kept, too, and the page keeps the site.
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
            visits[-1].errors.clear()  # there is nothing at that address
        return visits[-1]

    yield make
    for one in visits:
        one.end()
        assert one.foreign == [], "the page asked another host"


@pytest.fixture(scope="session")
def house(harbour: Harbour, site: Path) -> Iterator[GuestHouse]:
    """Where the guest of this worker stays."""
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
    """A watched page at its title, which other tests have used before: see guest.py."""
    failed = request.session.testsfailed
    guest = house.at_home(request.getfixturevalue("memory"))
    yield guest
    assert guest.foreign == [], "the page asked another host"
    if request.session.testsfailed > failed:
        house.close()
