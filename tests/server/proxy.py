"""A simulated network between devices and the server, which can be cut, stalled and slowed."""

from __future__ import annotations

import asyncio
import contextlib

from .devices import free_port


class Proxy:
    """A proxy that passes bytes on to a port.

    delay  seconds after which each piece is passed on
    """

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self.delay = 0.0
        self._target = target
        self._open = asyncio.Event()
        self._open.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Abort all connections without a closing handshake."""
        for writer in list(self._writers):
            writer.transport.abort()

    def hold(self) -> None:
        """Stop all traffic without notice."""
        self._open.clear()

    def let_go(self) -> None:
        self._open.set()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, back}
        for source, target in (reader, back), (there, writer):
            task = asyncio.create_task(self._copy(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while piece := await source.read(65536):
                await self._open.wait()
                await asyncio.sleep(self.delay)
                target.write(piece)
                await target.drain()
        self._writers.discard(target)
        target.close()
