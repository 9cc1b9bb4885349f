"""WebSocket protocol of the server: the frame parser of `websockets` on the transport of uvicorn.

uvicorn's own WebSocket implementations keep two tasks and a queue for each connection and pass every message
through them, which costs 25 kB and half of the time of an action. Here, a task lives only while a message is
processed, and outgoing messages are written to the transport directly.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, MutableMapping
from typing import Any
from urllib.parse import unquote

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from game.server import metrics
from game.server.connection import Connection
from game.server.hub import Hub

MAX_MESSAGE_BYTES = 4096
"""Maximum size of a message, in bytes. A longer one ends the connection."""
PING_INTERVAL = 10.0
"""Seconds between two keep-alives. A device that does not answer in that time is disconnected."""
CLOSE_TIMEOUT = 1.0
"""Seconds for the closing handshake, after which the connection is cut."""
MAX_UNPROCESSED = 8
"""Maximum number of unprocessed messages of a device. Reading pauses until they are processed."""
READ_BUFFER = memoryview(bytearray(4096))
"""Read buffer shared by all connections. Its size limits how much of one is read before others get their
turn."""
MAX_CONTROL_FRAMES = 30
"""Maximum number of pings, pongs and fragments of messages between two keep-alives. A device needs one. The
rate limit of messages does not count them, but each costs time, and a ping is answered."""
SOCKET = "kontor.socket"
"""Key of the WebSocket in the ASGI scope's extensions."""


class ServerWebSocket(asyncio.BufferedProtocol):
    """A WebSocket connection, created by uvicorn for each upgrade request. The application is called once, to
    accept or reject it (`accept`, `refuse`). Messages go directly to the hub.

    ready    True if outgoing messages are sent immediately; otherwise they would wait in memory
    on_lost  called when the connection has ended in any way, also without or with a failed handshake
    """

    __slots__ = (
        *("_app", "_asked", "_connection", "_control", "_frames", "_held", "_hub", "_inbox", "_lost"),
        *("_pieces", "_silent", "_state", "_timer", "_transport", "_working", "on_lost", "ready"),
    )

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        self.ready = True
        self.on_lost: Callable[[], None] | None = None
        self._app = config.loaded_app
        self._state = server_state
        self._frames = ServerProtocol(max_size=MAX_MESSAGE_BYTES)
        self._asked: Request | None = None
        self._hub: Hub
        self._connection: Connection | None = None
        self._inbox: list[bytes] = []
        self._pieces: list[bytes] = []
        """Frames of an incomplete message."""
        self._control = 0
        """Number of control frames and fragments since the last keep-alive."""
        self._held = self._lost = self._working = self._silent = False
        self._timer: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport

    # ---- handshake --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._state.connections.add(self)  # type: ignore[arg-type]  # a type unknown to uvicorn

    def _open(self, asked: Request) -> None:
        self._asked = asked
        path, _, query = asked.path.partition("?")
        scope = {
            **{"type": "websocket", "scheme": "ws", "path": unquote(path), "query_string": query.encode()},
            "headers": [(name.lower().encode(), value.encode()) for name, value in asked.headers.raw_items()],
            "client": (self._transport.get_extra_info("peername") or ("", 0))[:2],
            "extensions": {SOCKET: self},
        }
        self._do(self._app(scope, _nothing, _nothing))

    def accept(self, hub: Hub, connection: Connection) -> None:
        """Complete the handshake if the request is valid, and deliver the connection's messages to the
        hub."""
        assert self._asked is not None
        response = self._frames.accept(self._asked)
        self._asked = None
        self._frames.send_response(response)
        self._flush()
        if self._frames.state is State.OPEN:
            self._hub, self._connection = hub, connection
            self._timer = asyncio.get_running_loop().call_later(PING_INTERVAL, self._look)
            self._work()
        else:
            self._transport.close()

    def refuse(self, status: int) -> None:
        """Reject the request with an HTTP status."""
        self._asked = None
        self._frames.send_response(self._frames.reject(status, ""))
        self._flush()
        self._transport.close()

    # ---- sending ----------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Send a message, or buffer it in the transport if the connection is not `ready`."""
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
        """Close the connection after the messages sent so far."""
        if self._frames.state is State.OPEN:
            self._frames.send_close(code)
            self._flush()

    def hurry(self) -> None:
        """Cut the connection soon, whatever is still unsent."""
        asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self._end)

    def _end(self) -> None:
        """Cut the connection if the other end accepts no data."""
        if self._transport.get_write_buffer_size():
            self._transport.abort()
        else:
            self._transport.close()

    def _flush(self) -> None:
        """Send the control frames of `websockets`: pongs and close frames."""
        for data in self._frames.data_to_send():
            if data and not self._lost:
                self._transport.write(data)

    def pause_writing(self) -> None:
        self.ready = False

    def resume_writing(self) -> None:
        self.ready = True
        if self._connection is not None:
            self._connection.flow()

    # ---- receiving --------------------------------------------------------------------------

    def get_buffer(self, sizehint: int) -> memoryview:
        return READ_BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(READ_BUFFER[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Process received data. uvicorn also calls it, with the request."""
        self._silent = False
        self._frames.receive_data(data)
        for event in self._frames.events_received():
            if isinstance(event, Request):
                self._open(event)
            elif isinstance(event, Frame):
                self._receive(event)
        too_many = self._control > MAX_CONTROL_FRAMES
        if too_many and self._frames.state is State.OPEN:
            metrics.REJECTED.labels("control frames").inc()
            self._frames.fail(1008, "too many control frames")
        self._flush()
        if too_many or self._frames.close_rcvd is not None or self._frames.parser_exc is not None:
            self._transport.close()
            self.hurry()
        self._work()

    def _receive(self, frame: Frame) -> None:
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            self._pieces.append(bytes(frame.data))
            if frame.fin:
                self._inbox.append(b"".join(self._pieces))
                self._pieces.clear()
                return
        self._control += 1

    def eof_received(self) -> None:
        """Do nothing: the transport closes by itself."""

    def _work(self) -> None:
        """Start to process received messages, unless that is already running."""
        if not self._working and self._connection is not None and (self._inbox or self._lost):
            self._working = True
            self._do(self._deal(self._connection))
        if not self._held and len(self._inbox) >= MAX_UNPROCESSED:
            self._held = True
            self._transport.pause_reading()

    async def _deal(self, connection: Connection) -> None:
        try:
            while self._inbox:  # also if the device closed the connection after its last message
                await self._hub.receive(connection, self._inbox.pop(0))
                if self._inbox:
                    await asyncio.sleep(0)  # connections take turns
        finally:
            self._working = False
        if self._lost:
            self._connection = None
            await self._hub.gone(connection)
        elif self._held:
            self._held = False
            self._transport.resume_reading()

    # ---- closing ----------------------------------------------------------------------------

    def _look(self) -> None:
        """Send a keep-alive, or disconnect if the last one was not answered."""
        if self._silent and not self._held:
            self._frames.fail(1011, "no answer to a ping")
            self._flush()
            self._end()
        else:
            self._silent = True
            self._control = 0
            self._frames.send_ping(b"")
            self._flush()
            self._timer = asyncio.get_running_loop().call_later(PING_INTERVAL, self._look)

    def connection_lost(self, error: Exception | None) -> None:
        self._lost = True
        self._state.connections.discard(self)
        if self.on_lost is not None:
            self.on_lost()
        if self._timer is not None:
            self._timer.cancel()
        self._work()

    def shutdown(self) -> None:
        """Close the connection because the server ends. Called by uvicorn."""
        if self._frames.state is State.OPEN:
            self._frames.send_close(1012)
            self._flush()
        self._end()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in a task that uvicorn awaits before it ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)


async def _nothing(message: MutableMapping[str, Any] | None = None) -> MutableMapping[str, Any]:
    """ASGI receive and send function. Never called, because the application uses the connection itself."""
    raise AssertionError(message)
