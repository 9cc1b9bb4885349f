"""The processes in which the computers of all rooms think: a few for all of them."""

from __future__ import annotations

import asyncio
import os

from game.platform.process import ThinkingProcess
from game.platform.thinking import ThinkError, Thoughts

PATIENCE = 60.0
"""Seconds an answer may take: many times what the strongest needs on a calm machine."""


class Thinkers:
    """Each room asks for one answer at a time (`hub.py`), and whoever asked first is answered first: no room
    keeps the others waiting for more than one answer of its own."""

    def __init__(self, count: int = 0) -> None:
        """count: processes; 0: one less than there are processors, and at least one."""
        self._all = [_thinker() for _ in range(count or max(1, _processors() - 1))]
        self._free: asyncio.LifoQueue[Thoughts] = asyncio.LifoQueue()
        for thoughts in self._all:
            self._free.put_nowait(thoughts)

    async def answer(self, request: str) -> str:
        """Raises `ThinkError` if there is no answer."""
        thoughts = await self._free.get()
        try:
            async with asyncio.timeout(PATIENCE):
                return await thoughts.think(request, None)
        except TimeoutError:
            raise ThinkError(f"no answer after {PATIENCE:.0f} s") from None
        finally:
            self._free.put_nowait(thoughts)

    def close(self) -> None:
        for thoughts in self._all:
            thoughts.close()


def _thinker() -> Thoughts:
    def wake() -> None:
        """The loop is woken by the answer itself."""

    return Thoughts(ThinkingProcess(wake), lambda: asyncio.sleep(0), wake)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
