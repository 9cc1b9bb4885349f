"""Pool of AI worker processes, shared by the computer players of all rooms."""

from __future__ import annotations

import asyncio
import os

from game.platform.desktop.process import ThinkingProcess
from game.platform.thinking import ThinkError, Thoughts
from game.server import metrics

ANSWER_TIMEOUT = 60.0
"""Maximum seconds for an answer, many times what the strongest level needs."""


class WorkerPool:
    """A first-come-first-served pool of AI workers. Each room has one request at a time (`hub.py`), so no
    room delays the others by more than one answer."""

    def __init__(self, count: int = 0) -> None:
        """Start `count` processes; 0: one less than there are CPU cores, but at least one."""
        self._all = [_thinker() for _ in range(count or max(1, _processors() - 1))]
        self._free: asyncio.LifoQueue[Thoughts] = asyncio.LifoQueue()
        for thoughts in self._all:
            self._free.put_nowait(thoughts)

    async def answer(self, request: str) -> str:
        """Return the answer to a request. Raises `ThinkError` if there is no answer."""
        with metrics.WORKER_QUEUE.track_inprogress():
            thoughts = await self._free.get()
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                return await thoughts.think(request, None)
        except TimeoutError:
            raise ThinkError(f"no answer after {ANSWER_TIMEOUT:.0f} s") from None
        finally:
            self._free.put_nowait(thoughts)

    def close(self) -> None:
        """End all processes."""
        for thoughts in self._all:
            thoughts.close()


def _thinker() -> Thoughts:
    def wake() -> None:
        """Do nothing: the answer itself wakes the event loop."""

    return Thoughts(ThinkingProcess(wake), lambda: asyncio.sleep(0), wake)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
