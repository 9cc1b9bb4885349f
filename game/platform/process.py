"""AI worker on the desktop: a separate process.

The process pools of `concurrent.futures` can neither abort a running job nor report its progress. This module
therefore uses one process behind a pipe, and a thread that waits at this end of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import freeze_support
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from game.platform.thinking import WORKER, NoThinker, Tell, ThinkerLost

__all__ = ["ThinkingProcess", "freeze_support"]


@dataclass
class _Running:
    process: SpawnProcess
    connection: Connection
    ready: bool = False


class ThinkingProcess:
    """One process, started on first use, which runs until it is stopped or dies."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._running: _Running | None = None
        self._closed = False
        self._threads = ThreadPoolExecutor(1, "kontor-thinking")

    def prepare(self) -> None:
        """Start the process if it is not running."""
        if self._closed or (self._running and self._running.process.is_alive()):
            return
        self._running = None
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        serve = import_module(WORKER).serve
        process = context.Process(target=serve, args=(there,), name="kontor-thinking", daemon=True)
        with contextlib.suppress(OSError):  # answer() reports it
            process.start()
            self._running = _Running(process, here)
        there.close()

    async def answer(self, request: str, tell: Tell) -> str:
        """Return the answer of the process. Raises `ThinkerLost` or `NoThinker`."""
        self.prepare()
        if self._running is None:
            raise NoThinker("no process could be started")
        loop = asyncio.get_running_loop()

        def hear(line: str) -> None:
            loop.call_soon_threadsafe(tell, line)
            self._wake()

        future = self._threads.submit(_exchange, self._running, request, hear)
        answer = asyncio.wrap_future(future)
        future.add_done_callback(lambda _: self._wake())
        try:
            return await answer
        except ThinkerLost:
            self._running = None  # it may still appear to be alive
            raise

    def stop(self) -> None:
        """Kill and replace the process, because it cannot abort a computation."""
        if self._running:
            self._kill(self._running)
            self.prepare()

    def close(self) -> None:
        """End the process and the thread, for which Python would otherwise wait when it exits."""
        self._closed = True
        if self._running:
            self._kill(self._running)
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _kill(self, running: _Running) -> None:
        running.process.kill()  # the waiting thread then sees the closed pipe
        running.process.join()
        self._running = None


def _exchange(running: _Running, request: str, hear: Callable[[str], None]) -> str:
    """Send a request and wait for its answer, in a thread."""
    connection = running.connection
    try:
        if not running.ready:
            connection.recv()
            running.ready = True
    except (EOFError, OSError) as error:
        raise NoThinker("the process did not start") from error
    try:
        connection.send(request)
        while True:
            kind, text = connection.recv()
            if kind == "answer":
                return str(text)
            hear(text)
    except (EOFError, OSError) as error:
        raise ThinkerLost("its process ended") from error
