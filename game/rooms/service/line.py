"""A device's line: frames as `websockets` reads and writes them, on what uvicorn hands over.

The usual way has two tasks and a queue for each line, and leads every message through them: 25 kB and half of
the time of an action. Here a task lives only while a message is being dealt with, and what is said goes
straight to the system.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, MutableMapping
from typing import Any, Protocol
from urllib.parse import unquote

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

MOST = 4096
"""Bytes of a message; a longer one ends the line."""
PINGS = 10.0
"""Seconds between two signs of life; a device that gives none meanwhile is let go."""
FAREWELL = 1.0
"""Seconds for closing a line; after that it is let go."""
AHEAD = 8
"""Messages of a device that wait to be dealt with; no more are read before."""
BITE = memoryview(bytearray(4096))
"""All lines are read into this, one after the other: so much of one at a time, as others wait meanwhile."""
HERE = "kontor.line"
"""Where the application finds the line in its scope."""


class Talk(Protocol):
    """Whatever is at this end of a line."""

    async def hear(self, text: bytes) -> None:
        """A message; the next one comes when this returns."""

    def flow(self) -> None:
        """The line takes messages again (`Line.ready`)."""

    async def ended(self) -> None:
        """The line was cut, by whichever side: the last that is heard of it."""


class Line(asyncio.BufferedProtocol):
    """uvicorn makes one for each request for a WebSocket. The application is called once to decide about it
    (`accept`, `refuse`), and not for what is said.

    ready  whether what is said goes out: else it would have to wait in memory
    """

    __slots__ = (
        *("_app", "_asked", "_frames", "_held", "_inbox", "_lost", "_pieces", "_silent", "_state", "_talk"),
        *("_timer", "_transport", "_working", "ready"),
    )

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        self.ready = True
        self._app = config.loaded_app
        self._state = server_state
        self._frames = ServerProtocol(max_size=MOST)
        self._asked: Request | None = None
        self._talk: Talk | None = None
        self._inbox: list[bytes] = []
        self._pieces: list[bytes] = []
        """Of a message that comes in several frames."""
        self._held = self._lost = self._working = self._silent = False
        self._timer: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport

    # ---- how it begins ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._state.connections.add(self)  # type: ignore[arg-type]  # what it does not know

    def _open(self, asked: Request) -> None:
        self._asked = asked
        path, _, query = asked.path.partition("?")
        scope = {
            **{"type": "websocket", "scheme": "ws", "path": unquote(path), "query_string": query.encode()},
            "headers": [(name.lower().encode(), value.encode()) for name, value in asked.headers.raw_items()],
            "client": (self._transport.get_extra_info("peername") or ("", 0))[:2],
            "extensions": {HERE: self},
        }
        self._do(self._app(scope, _nothing, _nothing))

    def accept(self, talk: Talk) -> None:
        """Begin, if it is a proper request."""
        assert self._asked is not None
        response = self._frames.accept(self._asked)
        self._asked = None
        self._frames.send_response(response)
        self._flush()
        if self._frames.state is State.OPEN:
            self._talk = talk
            self._timer = asyncio.get_running_loop().call_later(PINGS, self._look)
            self._work()
        else:
            self._transport.close()

    def refuse(self, status: int) -> None:
        self._asked = None
        self._frames.send_response(self._frames.reject(status, ""))
        self._flush()
        self._transport.close()

    # ---- what is said -----------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Send it; if the line is not `ready`, as soon as it is."""
        data = text.encode()
        if len(data) < 126:
            head = bytes((0x81, len(data)))
        elif len(data) < 1 << 16:
            head = b"\x81\x7e" + len(data).to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + len(data).to_bytes(8, "big")
        if self._frames.state is State.OPEN and not self._lost:
            self._transport.write(head + data)

    def part(self, code: int) -> None:
        """Close the line after what has been said."""
        if self._frames.state is State.OPEN:
            self._frames.send_close(code)
            self._flush()

    def hurry(self) -> None:
        """It ends soon, whatever still waits."""
        asyncio.get_running_loop().call_later(FAREWELL, self._end)

    def _end(self) -> None:
        """Cut it if its other end takes nothing."""
        if self._transport.get_write_buffer_size():
            self._transport.abort()
        else:
            self._transport.close()

    def _flush(self) -> None:
        """Send what `websockets` has to say: answers to pings, farewells."""
        for data in self._frames.data_to_send():
            if data and not self._lost:
                self._transport.write(data)

    def pause_writing(self) -> None:
        self.ready = False

    def resume_writing(self) -> None:
        self.ready = True
        if self._talk is not None:
            self._talk.flow()

    # ---- what is heard ----------------------------------------------------------------------

    def get_buffer(self, sizehint: int) -> memoryview:
        return BITE

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(BITE[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Also called by uvicorn, with the request."""
        self._silent = False
        self._frames.receive_data(data)
        for event in self._frames.events_received():
            if isinstance(event, Request):
                self._open(event)
            elif isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._pieces.append(bytes(event.data))
                if event.fin:
                    self._inbox.append(b"".join(self._pieces))
                    self._pieces.clear()
        self._flush()
        if self._frames.close_rcvd is not None or self._frames.parser_exc is not None:
            self._transport.close()
        self._work()

    def eof_received(self) -> None:
        """The transport then closes by itself."""

    def _work(self) -> None:
        """Have what was heard dealt with, unless that goes on already."""
        if not self._working and self._talk is not None and (self._inbox or self._lost):
            self._working = True
            self._do(self._deal(self._talk))
        if not self._held and len(self._inbox) >= AHEAD:
            self._held = True
            self._transport.pause_reading()

    async def _deal(self, talk: Talk) -> None:
        try:
            while self._inbox and not self._lost:
                await talk.hear(self._inbox.pop(0))
                if self._inbox:
                    await asyncio.sleep(0)  # one message of each in turn
        finally:
            self._working = False
        if self._lost:
            self._talk = None
            await talk.ended()
        elif self._held:
            self._held = False
            self._transport.resume_reading()

    # ---- how it ends ------------------------------------------------------------------------

    def _look(self) -> None:
        """Ask for a sign of life, or give the line up if there has been none."""
        if self._silent and not self._held:
            self._frames.fail(1011, "no answer to a ping")
            self._flush()
            self._end()
        else:
            self._silent = True
            self._frames.send_ping(b"")
            self._flush()
            self._timer = asyncio.get_running_loop().call_later(PINGS, self._look)

    def connection_lost(self, error: Exception | None) -> None:
        self._lost = True
        self._state.connections.discard(self)
        if self._timer is not None:
            self._timer.cancel()
        self._work()

    def shutdown(self) -> None:
        """The service ends (uvicorn)."""
        if self._frames.state is State.OPEN:
            self._frames.send_close(1012)
            self._flush()
        self._end()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """In a task that uvicorn waits for before it ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)


async def _nothing(message: MutableMapping[str, Any] | None = None) -> MutableMapping[str, Any]:
    """An application reads and writes on the line itself."""
    raise AssertionError(message)
