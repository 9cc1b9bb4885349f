"""Desktop client of the room server: a WebSocket in a background thread, and HTTP requests."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable
from html import unescape
from http import HTTPStatus
from http.client import HTTPException
from queue import Empty, SimpleQueue
from threading import Thread
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from game.platform.base import Connected, Disconnected, Heard

REQUEST_TIMEOUT = 15.0
"""Timeout of requests in seconds."""
HEARTBEAT_INTERVAL = 10.0
"""Heartbeat interval and timeout in seconds."""
MAX_MESSAGE_BYTES = 8_000_000
"""Maximum size in bytes of a message from the server. A room's complete log is one message."""

META = re.compile(r'<meta name="kontor-rooms" content="([^"]+)">')
"""The element of a page that names its room server (web/site/rooms.py)."""

ConnectionInput = Connected | Heard | Disconnected


class WebSocketConnection:
    """A client WebSocket in a background thread. Received messages are queued, and `wake` is called from that
    thread."""

    def __init__(self, url: str, wake: Callable[[], None]) -> None:
        self._url = f"ws{url.removeprefix('http')}"
        self._wake = wake
        self._told: SimpleQueue[ConnectionInput] = SimpleQueue()
        self._closed = False
        self._loop = asyncio.new_event_loop()
        # The following belongs to the thread.
        self._stands = False
        self._sent: asyncio.Queue[str | None] = asyncio.Queue()
        self._talking = self._loop.create_task(self._talk())
        Thread(target=self._run, name="kontor-connection", daemon=True).start()

    def take(self) -> list[ConnectionInput]:
        """Return the messages and changes of state since the last call."""
        found: list[ConnectionInput] = []
        with contextlib.suppress(Empty):
            while True:
                found.append(self._told.get_nowait())
        return found

    def send(self, text: str) -> None:
        """Send a message. Before the connection is open and after its end, it is lost."""
        self._call(self._put, text)

    def close(self) -> None:
        """Close the connection once everything is sent. No more input is queued."""
        self._closed = True
        self._call(self._end)

    def _call(self, what: Callable[..., None], *given: str) -> None:
        with contextlib.suppress(RuntimeError):  # the thread has already ended
            self._loop.call_soon_threadsafe(what, *given)

    # ---- in the thread ----------------------------------------------------------------------

    def _run(self) -> None:
        try:
            reason = self._loop.run_until_complete(self._talking)
        except asyncio.CancelledError:
            reason = "it was given up"
        except Exception as error:  # reported as `Disconnected`
            reason = f"{type(error).__name__}: {error}"
        self._loop.close()
        self._tell(Disconnected(reason))

    async def _talk(self) -> str:
        """Run the connection to its end and return the reason."""
        line = connect(
            self._url,
            compression=None,
            max_size=MAX_MESSAGE_BYTES,
            open_timeout=REQUEST_TIMEOUT,
            ping_interval=HEARTBEAT_INTERVAL,
            ping_timeout=HEARTBEAT_INTERVAL,
            close_timeout=2,
        )
        async with line as socket:
            self._stands = True
            self._tell(Connected())
            writing = asyncio.create_task(self._write(socket))
            try:
                async for text in socket:
                    self._tell(Heard(str(text)))
            finally:
                writing.cancel()
                await asyncio.wait([writing])
        return f"closed with {socket.close_code} {socket.close_reason}"

    async def _write(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):  # the receiving side reports it
            while (text := await self._sent.get()) is not None:
                await socket.send(text)
            await socket.close()

    def _put(self, text: str) -> None:
        if self._stands:
            self._sent.put_nowait(text)

    def _end(self) -> None:
        if self._stands:
            self._sent.put_nowait(None)
        else:
            self._talking.cancel()

    def _tell(self, told: ConnectionInput) -> None:
        if not self._closed:
            self._told.put(told)
            self._wake()


class NoRooms(Exception):
    """There is no room server at a URL. `reached` is True if a web server answered."""

    def __init__(self, reached: bool) -> None:
        self.reached = reached
        super().__init__()


def find(page: str) -> tuple[str, str]:
    """Return the final URL of a web app and the URL of its rooms. Raises `NoRooms`.

    A room server without a web app is found as if it had one.
    """
    status, text, page = _fetch(page)
    told = META.search(text)
    try:
        if told:
            service = f"{unescape(told[1]).rstrip('/')}/rooms"
            return page, urljoin(page, f"http{service.removeprefix('ws')}" if service[0] != "/" else service)
        service = urljoin(page, "/rooms")
        if status and _fetch(service)[0] == HTTPStatus.METHOD_NOT_ALLOWED:  # rooms accept POST only
            return page, service
    except ValueError:  # the page contains an invalid URL
        pass
    raise NoRooms(reached=status > 0)


def post(url: str, text: str) -> tuple[int, str]:
    """Send a text by POST and wait for the answer. Implements `Platform.post` in a thread."""
    return _fetch(url, text.encode())[:2]


def _fetch(url: str, data: bytes | None = None) -> tuple[int, str, str]:
    """Return status (0: no answer), text and final URL of an answer. Sends `data` by POST if given."""
    try:
        request = Request(url, data, {} if data is None else {"Content-Type": "text/plain"})
        with urlopen(request, timeout=REQUEST_TIMEOUT) as answer:
            return (
                answer.status,
                answer.read(MAX_MESSAGE_BYTES).decode(errors="replace"),
                answer.url.partition("#")[0],
            )
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read(MAX_MESSAGE_BYTES).decode(errors="replace"), url
    except (OSError, HTTPException, ValueError) as error:
        return 0, f"{type(error).__name__}: {error}", url
