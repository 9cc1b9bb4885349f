"""A page with a room server contacts it, under its policy; a page without one contacts no other server."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Page, expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from web.site import rooms
from web.site.assemble import write

from .conftest import START, Host, Visit
from .deploy import parts_of
from .game_page import until_so

Open = Callable[..., Visit]


class Service(Host):
    """The site and an echo server on one port; "bye" closes the connection."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.asked = folder, []
        routes = [
            Route("/rooms", self._post, methods=["POST"]),
            WebSocketRoute("/rooms", self._talk),
            Mount("/", StaticFiles(directory=folder, html=True)),
        ]
        listening = socket.create_server(("127.0.0.1", 0))
        self.origin = f"http://localhost:{listening.getsockname()[1]}"
        self._running = uvicorn.Server(uvicorn.Config(Starlette(routes=routes), log_level="error"))
        threading.Thread(target=self._running.run, args=([listening],), daemon=True).start()

    async def _post(self, request: Request) -> Response:
        return PlainTextResponse((await request.body()).decode().upper(), 201)

    async def _talk(self, line: WebSocket) -> None:
        await line.accept()
        with contextlib.suppress(WebSocketDisconnect):  # by the page
            while (text := await line.receive_text()) != "bye":
                await line.send_text(text[::-1])
            await line.close(1012, "later")

    def stop(self) -> None:
        self._running.should_exit = True


@pytest.fixture
def service(site: Path, tmp_path: Path) -> Iterator[Service]:
    write(tmp_path / "site-rooms", dataclasses.replace(parts_of(site), service="/"))
    service = Service(tmp_path / "site-rooms")
    yield service
    service.stop()


NOTES = """navigator.serviceWorker.getRegistration().then((registration) => registration.getNotifications())
    .then((notes) => notes.map(({ title, body }) => [title, body]))"""
WAITING = """caches.match('waiting', { cacheName: 'kontor:/:waiting' }).then((one) => one?.json() ?? [])"""
LISTEN = """() => {
    globalThis.told = [];
    globalThis.shown = 0;
    const { take, show } = kontor;
    kontor.take = () => {
        const taken = take();
        told.push(...JSON.parse(taken).map((what) => what.join(" ")));
        return taken;
    };
    kontor.show = (...given) => { shown += 1; return show(...given); };
}"""


def test_a_page_talks_to_the_service_it_came_from_and_draws_nothing_while_it_waits(
    visit: Open, service: Service
) -> None:
    one = visit(service, permissions=["notifications"])
    one.page.add_init_script("""
        globalThis.violations = [];
        addEventListener("securitypolicyviolation", ({ effectiveDirective: what }) => violations.push(what));
    """)
    page = one.open()
    assert page.evaluate("kontor.rooms()") == f"{service.origin}/rooms"
    assert not page.evaluate("performance.getEntriesByType('resource').some(({name}) => /rooms/.test(name))")
    assert page.evaluate("kontor.rooming('post', kontor.rooms(), 'grüße')") == [201, "GRÜSSE"]
    expect(page.locator("html")).to_have_attribute("data-settled", "", timeout=START)
    until_so(page, "kontor.state().prepared")
    page.evaluate(LISTEN)

    def connect() -> None:
        before = page.evaluate("told.length")
        page.evaluate("kontor.rooming('connect', kontor.rooms())")
        until_so(page, f"told.slice({before}).includes('connected')")

    connect()
    page.evaluate("kontor.rooming('send', 'reliefpfeiler')")
    until_so(page, "told.at(-1) === 'heard reliefpfeiler'")
    page.evaluate("kontor.idle()")
    before = page.evaluate("shown")
    page.wait_for_timeout(300)
    assert page.evaluate("shown") == before, "an open line draws nothing"
    page.evaluate("kontor.rooming('send', 'bye')")
    until_so(page, "told.at(-1) === 'disconnected closed with 1012 later'")
    page.evaluate("kontor.rooming('send', 'lost')")  # there is no connection
    connect()
    page.evaluate("kontor.rooming('disconnect')")
    connect()  # messages of the previous connection are dropped
    told = [what for what in page.evaluate("told") if not what.startswith("changed")]
    assert told == [
        *("connected", "heard reliefpfeiler", "disconnected closed with 1012 later"),
        *("connected", "connected"),
    ]
    assert page.evaluate("kontor.notifying()") == "yes"
    page.evaluate("kontor.rooming('notify', 'Your turn', 'Hansa', 'room=a')")
    assert page.evaluate(NOTES) == [["Your turn", "Hansa"]]
    page.evaluate("kontor.rooming('forgetNote', 'room=b')")
    assert page.evaluate(NOTES) == [["Your turn", "Hansa"]], "another table's"
    page.evaluate("kontor.rooming('forgetNote', 'room=a')")
    assert page.evaluate(NOTES) == []
    assert page.evaluate("violations") == [] and one.errors == [] and one.foreign == []


CLICK = """async (title) => {
    const opened = [];
    WindowClient.prototype.focus = async function () { this.postMessage("focus"); return this; };
    clients.openWindow = async (url) => void opened.push(url);
    const [notification] = (await registration.getNotifications()).filter((one) => one.title === title);
    const event = new NotificationEvent("notificationclick", { notification });
    const waited = [];
    event.waitUntil = (promise) => waited.push(promise);
    dispatchEvent(event);
    await Promise.all(waited);
    return opened;
}"""
"""Taps a notification. Returns the URLs the service worker opens. Without a real tap browsers do not let it
open or focus anything, so it sends the tab a message instead."""


@pytest.mark.settled
def test_a_notification_leads_to_its_own_table_in_its_tab_or_in_a_new_one(
    visit: Open, service: Service
) -> None:
    one = visit(service, permissions=["notifications"])
    tabs = [one, one.another_tab()]
    for tab, name in zip(tabs, "ab", strict=True):
        page = tab.open()
        expect(page.locator("html")).to_have_attribute("data-settled", "", timeout=START)
        page.evaluate(f"kontor.holdLink('room={name}')")
        page.evaluate("void (navigator.serviceWorker.onmessage = ({ data }) => { globalThis.told = data; })")
        page.evaluate(f"kontor.rooming('notify', 'Table {name}', 'Your turn', 'room={name}')")
    assert sorted(tabs[0].page.evaluate(NOTES)) == [["Table a", "Your turn"], ["Table b", "Your turn"]]
    (worker,) = (it for it in one.page.context.service_workers if it.url.startswith(service.origin))
    assert worker.evaluate(CLICK, "Table a") == []
    until_so(tabs[0].page, "globalThis.told === 'focus'")
    assert tabs[1].page.evaluate("globalThis.told") is None
    tabs[1].page.close()
    assert worker.evaluate(CLICK, "Table b") == [f"{service.origin}/#room=b"]
    deliver = Delivery(tabs[0].page, service.origin)
    deliver(
        kind="turn", title="Table c", body="Anna has played.", link="room=c", n=7, at=3, waiting=["room=c"]
    )
    until_so(tabs[0].page, f"(await {NOTES}).some(([title]) => title === 'Table c')")
    assert ["Table c", "Anna has played."] in tabs[0].page.evaluate(NOTES)
    assert worker.evaluate(CLICK, "Table c") == [f"{service.origin}/#room=c"]
    deliver(kind="turn", title="Table d", body="", link="room=d", n=8, at=4, waiting=["room=c", "room=d"])
    until_so(tabs[0].page, f"(await {NOTES}).some(([title]) => title === 'Table d')")
    assert worker.evaluate("waiting()") == ["room=c", "room=d"]
    tabs[0].page.evaluate("kontor.rooming('setWaiting', 'room=c', false)")
    until_so(tabs[0].page, f"(await {WAITING}).length === 1")
    deliver(kind="passed", title="", body="", link="room=d", n=9, at=4, waiting=[])
    until_so(tabs[0].page, f"!(await {NOTES}).some(([title]) => title === 'Table d')")
    until_so(tabs[0].page, f"(await {WAITING}).length === 0")


class Delivery:
    """Delivers messages of a push service to the service worker of a page."""

    def __init__(self, page: Page, origin: str) -> None:
        own: list[str] = []
        self._session = page.context.new_cdp_session(page)
        self._session.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: own.extend(
                one["registrationId"]
                for one in told["registrations"]
                if one["scopeURL"].startswith(f"{origin}/")
            ),  # the others were left by earlier tests, in any order
        )
        self._session.send("ServiceWorker.enable")
        while not own:
            page.evaluate("0")  # lets events arrive
        self._to = {"origin": origin, "registrationId": own[-1]}

    def __call__(self, **message: Any) -> None:
        self._session.send("ServiceWorker.deliverPushMessage", {**self._to, "data": json.dumps(message)})


def test_a_page_that_knows_no_service_has_no_rooms_and_is_otherwise_the_same(
    site: Path, tmp_path: Path
) -> None:
    write(tmp_path / "site", dataclasses.replace(parts_of(site), service="/"))
    (plain, roomy) = ((each / "index.html").read_text(encoding="utf-8") for each in (site, tmp_path / "site"))
    assert "kontor-rooms" not in plain and '<meta name="kontor-rooms" content="/">' in roomy
    assert hashless(plain) == hashless(roomy.replace('\n<meta name="kontor-rooms" content="/">', ""))
    same = {path.name for path in site.iterdir()} & {path.name for path in (tmp_path / "site").iterdir()}
    assert {name.partition("-")[0] for name in same} >= {"game", "runtime", "icons", "pictures"}


def hashless(page: str) -> str:
    """Return the page without hashes of its content."""
    return re.sub(r"page-[0-9a-f]{16}|sha256-[\w+/]{43}=|\+[0-9a-f]{8}", "", page)


def facts(page: Path) -> Any:
    """Return the entries of a site's list of files."""
    (listed,) = page.glob("page-*/files.js")
    return json.loads(listed.read_text(encoding="utf-8").removeprefix("self.KONTOR = ").rstrip(";\n"))


def test_a_page_that_is_given_a_service_later_is_a_new_version(site: Path, tmp_path: Path) -> None:
    """Otherwise browsers with a cached site would never use the server."""
    write(tmp_path / "site", dataclasses.replace(parts_of(site), service="/"))
    assert facts(site)["version"] != facts(tmp_path / "site")["version"]
    assert facts(site)["game"] == facts(tmp_path / "site")["game"]


@pytest.mark.parametrize(
    ("service", "address", "policy"),
    [
        ("", "https://kontor.example/play/", "'self'"),
        ("/", "", "'self'"),
        ("/", "https://kontor.example/play/", "'self' wss://kontor.example"),
        ("wss://rooms.example:99/all", "", "'self' wss://rooms.example:99 https://rooms.example:99"),
        ("ws://192.168.1.7:8000", "", "'self' ws://192.168.1.7:8000 http://192.168.1.7:8000"),
    ],
)
def test_the_policy_names_the_service_and_nothing_else(service: str, address: str, policy: str) -> None:
    assert rooms.checked(service) == service
    assert rooms.sources(service, address) == policy


@pytest.mark.parametrize(
    "wrong",
    [
        "rooms.example",
        "https://rooms.example",
        "wss://",
        "//rooms.example",
        "wss://a b",
        "/a'; img-src *",
        "*",
    ],
)
def test_what_is_no_address_of_a_service_is_refused(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KONTOR_ROOMS", wrong)
    with pytest.raises(RuntimeError, match="KONTOR_ROOMS"):
        rooms.service()
