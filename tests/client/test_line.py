"""The desktop's connection to a room server, with a simulated server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import SimpleQueue

import pygame
import pytest
from websockets.sync.server import Server, ServerConnection, serve

from game.platform import Changed, Connected, Disconnected, Heard, Input

from .conftest import Screen


class Echo:
    """An echo server; "bye" closes the connection, and "hush" stops all responses."""

    def __init__(self) -> None:
        self.heard: SimpleQueue[str] = SimpleQueue()
        self.server: Server = serve(self._talk, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.server.socket.getsockname()[1]}/rooms"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _talk(self, line: ServerConnection) -> None:
        for text in line:
            assert isinstance(text, str)
            self.heard.put(text)
            if text == "bye":
                return
            line.send(f"{line.request.path if line.request else ''} {text}")


@pytest.fixture
def echo() -> Iterator[Echo]:
    echo = Echo()
    yield echo
    echo.server.shutdown()


@pytest.fixture
def screen(tmp_path: Path) -> Screen:
    screen = Screen(tmp_path)
    screen.open("Kontor")
    return screen


def next_told(screen: Screen) -> Input:
    """Return the connection's next message; until then the game waits in SDL and does nothing."""

    async def wait() -> Input:
        while True:
            await screen.input(20)
            told = [what for what in screen.events() if isinstance(what, Connected | Heard | Disconnected)]
            if told:
                assert len(told) == 1
                return told[0]

    return asyncio.run(wait())


def test_what_is_sent_over_a_line_arrives_and_what_comes_wakes_the_game(screen: Screen, echo: Echo) -> None:
    screen.connect(echo.url)
    assert next_told(screen) == Connected()
    screen.send("Grüße")
    assert next_told(screen) == Heard("/rooms Grüße")
    screen.send("bye")
    assert isinstance(next_told(screen), Disconnected)
    screen.send("too late")  # lost without further effect


def test_a_line_that_cannot_be_had_says_so(screen: Screen, echo: Echo) -> None:
    echo.server.shutdown()
    screen.connect(echo.url)
    told = next_told(screen)
    assert isinstance(told, Disconnected) and "refused" in told.reason.lower()


def test_of_a_line_that_was_given_up_nothing_is_heard_but_what_was_sent_arrives(
    screen: Screen, echo: Echo
) -> None:
    screen.connect(echo.url)
    assert next_told(screen) == Connected()
    screen.send("last")
    screen.connect(echo.url)  # replaces the first
    assert next_told(screen) == Connected()
    screen.send("more")
    assert next_told(screen) == Heard("/rooms more")
    assert {echo.heard.get(timeout=20), echo.heard.get(timeout=20)} == {"last", "more"}


def test_a_text_is_posted_and_the_answer_comes_back_whatever_it_is(screen: Screen) -> None:
    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(429 if text == b"again" else 201)
            self.end_headers()
            self.wfile.write(text.upper())

        def log_message(self, format: str, *args: object) -> None: ...

    async def posted(text: str) -> tuple[int, str]:
        answer = asyncio.ensure_future(screen.post(url, text))
        while not answer.done():
            await screen.input(20)  # asyncio is blocked with SDL: the response has to wake it
        return await answer

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        url = f"http://127.0.0.1:{server.server_port}/rooms"
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        assert asyncio.run(posted("grüße")) == (201, b"GR\xc3\xbc\xc3\x9fE".decode())
        assert asyncio.run(posted("again")) == (429, "AGAIN")
        server.shutdown()
    status, why = asyncio.run(posted("grüße"))
    assert status == 0 and "refused" in why


def test_a_desktop_without_a_line_tells_nothing_of_being_put_away(screen: Screen, echo: Echo) -> None:
    hidden = pygame.event.Event(pygame.WINDOWMINIMIZED)
    pygame.event.post(hidden)
    assert not [what for what in screen.events() if isinstance(what, Changed) and what.what != "size"]
    screen.connect(echo.url)
    pygame.event.post(hidden)
    assert Changed("hidden") in screen.events()


def test_what_fails_elsewhere_fails_here_and_what_nobody_awaits_any_more_disturbs_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request to the server is answered in a thread, which can end after the game has dropped the
    request."""
    let, ended, lost = threading.Event(), threading.Event(), list[object]()

    def slow(url: str, text: str) -> tuple[int, str]:
        let.wait(60)
        try:
            raise ValueError(url)
        finally:
            ended.set()

    monkeypatch.setattr("game.platform.desktop.connection.post", slow)
    monkeypatch.setattr(threading, "excepthook", lost.append)
    screen = Screen(tmp_path)

    async def asked() -> None:
        forgotten, awaited = (asyncio.ensure_future(screen.post("one", "")) for _ in range(2))
        await asyncio.sleep(0)
        forgotten.cancel()
        await asyncio.sleep(0)
        let.set()
        with pytest.raises(ValueError, match="one"):
            await asyncio.wait_for(awaited, 60)

    asyncio.run(asked())
    assert ended.wait(60) and not lost
