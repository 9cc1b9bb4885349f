"""The built site, served from this machine, and a real Chromium for each test."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import threading
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

from web.site import assemble
from web.site.serve import Handler, server

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
BUILD = 600  # seconds more for a test that finds no wheel of pygame and has to compile it
DESK = ViewportSize(width=1280, height=720)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Nothing here hangs for ever, and what Chromium itself does wrong is tried again, nothing of ours."""
    for item in items:
        if "site" in getattr(item, "fixturenames", ()):
            # By a thread, which ends the worker: after an exception from a signal Playwright waits for ever.
            item.add_marker(pytest.mark.timeout(LIMIT + BUILD, method="thread"))
            item.add_marker(pytest.mark.flaky(reruns=2, only_rerun=["Target crashed", "Page crashed"]))


@contextlib.contextmanager
def time_limit(process: int, seconds: float = LIMIT) -> Iterator[None]:
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
        yield
    finally:
        timer.cancel()
        if ended.is_set():
            pytest.fail(f"the browser was ended after {seconds} seconds; above is what waited", pytrace=False)


@contextlib.contextmanager
def launched(
    playwright: Playwright, *more: str, limit: float = LIMIT, program: str | None = CHROMIUM
) -> Iterator[Browser]:
    """A Chromium that ends with its test, at the latest after so many seconds."""
    assert program, "no Chromium: on Debian, apt-get install chromium"
    browser = playwright.chromium.launch(executable_path=program, args=[*ARGUMENTS, *more])
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    (process,) = (one["id"] for one in processes if one["type"] == "browser")
    with time_limit(process, limit):
        yield browser
        browser.close()


class Host:
    """The site on its own port. Tests may remove files, corrupt them, or stop the server."""

    def __init__(self, folder: Path, handler: type[Handler] = Handler) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self._server: ThreadingHTTPServer = server(folder)
        host = self

        class Listening(handler):  # type: ignore[misc, valid-type]
            def do_GET(self) -> None:
                host.asked.append(self.path)
                super().do_GET()

        self._server.RequestHandlerClass = lambda *given: Listening(*given, directory=str(folder))
        self.origin = f"http://localhost:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"{self.origin}/"

    def file(self, pattern: str) -> Path:
        """The one file of the site that matches."""
        (found,) = self.folder.glob(pattern)
        return found

    def stop(self) -> None:
        """Pull the cable: the server no longer answers."""
        self._server.shutdown()
        self._server.server_close()


class Visit:
    """A watched page: no request may go to another host, no script may fail unnoticed."""

    def __init__(self, page: Page, host: Host) -> None:
        self.page, self.host = page, host
        self.foreign: list[str] = []
        self.errors: list[str] = []
        page.context.on("request", self._requested)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _requested(self, request: Request) -> None:
        if not request.url.startswith((self.host.origin, "data:", "blob:", "file:")):
            self.foreign.append(request.url)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def open(self, path: str = "") -> Page:
        """Open the site and wait until the game shows its first picture and waits for the player."""
        self.page.goto(self.host.url + path)
        return self.ready()

    def ready(self) -> Page:
        expect(self.page.locator("html")).to_have_attribute("data-ready", "", timeout=START)
        self.page.evaluate("kontor.idle()")
        return self.page


@pytest.fixture(scope="session")
def site() -> Path:
    return assemble.build()


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    """The site, copied so that a test may spoil it, on a server of its own; without precompressed files."""
    host = Host(shutil.copytree(site, tmp_path / "site", ignore=shutil.ignore_patterns("*.br", "*.gz")))
    yield host
    host.stop()


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """For a module, not a session: it runs an event loop that tests of other modules would find running."""
    with sync_playwright() as running:
        yield running


@pytest.fixture
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser for this test alone: a page that hangs breaks no other test."""
    with launched(playwright) as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, host: Host) -> Iterator[Callable[..., Visit]]:
    """Make a watched page in a context (a visitor's profile) of its own."""
    visits: list[Visit] = []

    def make(on: Host = host, **options: Any) -> Visit:
        context = browser.new_context(**{"viewport": DESK, "locale": "en-GB", **options})
        visits.append(Visit(context.new_page(), on))
        return visits[-1]

    yield make
    for one in visits:
        assert one.foreign == [], "the page asked another host"
