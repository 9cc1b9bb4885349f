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
from threading import Lock

from game.platform.thinking import WORKER, NoThinker, Tell, ThinkerLost

__all__ = ["ThinkingProcess", "freeze_support"]


@dataclass
class _Running:
    process: SpawnProcess
    connection: Connection
    ready: bool = False


@dataclass
class _Job:
    """A request, and whether its answer is still awaited."""

    request: str
    hear: Tell
    abandoned: bool = False


class ThinkingProcess:
    """One process, started on first use, which runs until it is stopped or dies. Starting a process and
    waiting for its end take time, so both happen in a thread."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._running: _Running | None = None
        self._job: _Job | None = None
        self._closed = False
        self._beginning = Lock()
        """Held while a job begins or is abandoned."""
        self._threads = ThreadPoolExecutor(1, "kontor-thinking")

    def prepare(self) -> None:
        """Start the process if it is not running."""
        if not self._closed:
            self._threads.submit(self._started)

    async def answer(self, request: str, tell: Tell) -> str:
        """Return the answer of the process. Raises `ThinkerLost` or `NoThinker`."""
        if self._closed:
            raise NoThinker("closed")
        loop = asyncio.get_running_loop()

        def hear(line: str) -> None:
            loop.call_soon_threadsafe(tell, line)
            self._wake()

        self._job = job = _Job(request, hear)
        future = self._threads.submit(self._exchange, job)
        answer = asyncio.wrap_future(future)
        future.add_done_callback(lambda _: self._wake())
        return await answer

    def stop(self) -> None:
        """Kill and replace the process, because it cannot abort a computation."""
        self._kill()
        self.prepare()

    def close(self) -> None:
        """End the process and the thread, for which Python would otherwise wait when it exits."""
        self._closed = True
        self._kill()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._end()

    def _kill(self) -> None:
        with self._beginning:
            if self._job is not None:
                self._job.abandoned = True
        if (running := self._running) is not None:
            running.process.kill()  # the waiting thread then sees the closed pipe

    # ---- in the thread ----------------------------------------------------------------------

    def _started(self) -> _Running | None:
        """Return the process, which is started if it is not running; None if it cannot be started."""
        if self._running is not None and self._running.process.is_alive():
            return self._running
        self._end()
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        serve = import_module(WORKER).serve
        process = context.Process(target=serve, args=(there,), name="kontor-thinking", daemon=True)
        with contextlib.suppress(OSError):  # _exchange() reports it
            process.start()
            self._running = _Running(process, here)
        there.close()
        return self._running

    def _end(self) -> None:
        """End the process, which may already have died."""
        if self._running is not None:
            self._running.process.kill()
            self._running.process.join()
            self._running.connection.close()
            self._running = None

    def _exchange(self, job: _Job) -> str:
        """Send a request and wait for its answer."""
        running = self._started()
        if running is None:
            raise NoThinker("no process could be started")
        try:
            if not running.ready:
                running.connection.recv()
                running.ready = True
        except (EOFError, OSError) as error:
            self._end()
            raise NoThinker("the process did not start") from error
        try:
            with self._beginning:
                if job.abandoned:
                    raise EOFError
                running.connection.send(job.request)
            while True:
                kind, text = running.connection.recv()
                if kind == "answer":
                    return str(text)
                job.hear(text)
        except (EOFError, OSError) as error:
            self._end()  # it may still appear to be alive
            raise ThinkerLost("its process ended") from error
