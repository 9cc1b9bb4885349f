"""The desktop's line to a service of rooms, in a thread of its own, and what else it asks the web."""

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

PATIENCE = 15.0
"""Seconds until nobody is expected to answer any more."""
SILENCE = 10.0
"""Seconds between two signs of life that the ends of a line give each other, and until one is missed."""
LONGEST = 8_000_000
"""Bytes of a message from the service: a room's whole record is one."""

_META = re.compile(r'<meta name="kontor-rooms" content="([^"]+)">')

Told = Connected | Heard | Disconnected


class Line:
    """A WebSocket; `wake` is called when something has come of it, to be taken from here."""

    def __init__(self, url: str, wake: Callable[[], None]) -> None:
        self._url = f"ws{url.removeprefix('http')}"
        self._wake = wake
        self._told: SimpleQueue[Told] = SimpleQueue()
        self._closed = False
        self._loop = asyncio.new_event_loop()
        # From here on everything belongs to the thread.
        self._stands = False
        self._sent: asyncio.Queue[str | None] = asyncio.Queue()
        self._talking = self._loop.create_task(self._talk())
        Thread(target=self._run, name="kontor-line", daemon=True).start()

    def take(self) -> list[Told]:
        """What has come since the last call."""
        found: list[Told] = []
        with contextlib.suppress(Empty):
            while True:
                found.append(self._told.get_nowait())
        return found

    def send(self, text: str) -> None:
        """Send a message; before the line stands and after its end it is lost."""
        self._call(self._put, text)

    def close(self) -> None:
        """End it when everything is sent; nothing is told any more."""
        self._closed = True
        self._call(self._end)

    def _call(self, what: Callable[..., None], *given: str) -> None:
        with contextlib.suppress(RuntimeError):  # the thread has ended by itself
            self._loop.call_soon_threadsafe(what, *given)

    # ---- in the thread ----------------------------------------------------------------------

    def _run(self) -> None:
        try:
            reason = self._loop.run_until_complete(self._talking)
        except asyncio.CancelledError:
            reason = "it was given up"
        except Exception as error:  # whatever it was, the game has to know
            reason = f"{type(error).__name__}: {error}"
        self._loop.close()
        self._tell(Disconnected(reason))

    async def _talk(self) -> str:
        """From the first word to the last; why it ended."""
        line = connect(
            self._url,
            compression=None,
            max_size=LONGEST,
            open_timeout=PATIENCE,
            ping_interval=SILENCE,
            ping_timeout=SILENCE,
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
        with contextlib.suppress(ConnectionClosed):  # whoever listens is told
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

    def _tell(self, told: Told) -> None:
        if not self._closed:
            self._told.put(told)
            self._wake()


class NoRooms(Exception):
    """There are no rooms at an address; `reached`: somebody answered there."""

    def __init__(self, reached: bool) -> None:
        self.reached = reached
        super().__init__()


def find(page: str) -> tuple[str, str]:
    """The address of a page as it really is, and of the rooms that it knows; `NoRooms`.

    A service that serves no page is found, too, as if it served one.
    """
    status, text, page = _fetch(page)
    told = _META.search(text)
    try:
        if told:
            service = f"{unescape(told[1]).rstrip('/')}/rooms"
            return page, urljoin(page, f"http{service.removeprefix('ws')}" if service[0] != "/" else service)
        service = urljoin(page, "/rooms")
        if status and _fetch(service)[0] == HTTPStatus.METHOD_NOT_ALLOWED:  # one may only post there
            return page, service
    except ValueError:  # the page names what is no address
        pass
    raise NoRooms(reached=status > 0)


def post(url: str, text: str) -> tuple[int, str]:
    """Send a text and wait for the answer: `Platform.post`, for a thread."""
    return _fetch(url, text.encode())[:2]


def _fetch(url: str, data: bytes | None = None) -> tuple[int, str, str]:
    """The status of the answer, 0 for none, its text, and where it came from in the end; posts `data`."""
    try:
        request = Request(url, data, {} if data is None else {"Content-Type": "text/plain"})
        with urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read(LONGEST).decode(errors="replace"), answer.url.partition("#")[0]
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read(LONGEST).decode(errors="replace"), url
    except (OSError, HTTPException, ValueError) as error:
        return 0, f"{type(error).__name__}: {error}", url
