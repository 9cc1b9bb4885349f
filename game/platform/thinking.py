"""Requests to AI workers. Requests and answers are text, and only the worker imports the computer players."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Protocol

from game.untrusted import loads

WORKER = "game.bots.worker"
"""Module of the worker, imported by name in the other process or interpreter. Imported here only as a
fallback."""
SLICE = 0.01
"""Seconds of each frame spent on a request that runs in this thread."""

Tell = Callable[[str], object]
"""Callback for progress messages."""


class ThinkError(Exception):
    """A request was not answered. The message states the reason."""


class ThinkerLost(Exception):
    """The worker died. Another one can be started."""


class NoThinker(Exception):
    """No worker can be started."""


class Thinker(Protocol):
    """A process or Web Worker that answers one request at a time."""

    def prepare(self) -> None:
        """Start the worker if it is not running, so that the first request need not wait."""

    async def answer(self, request: str, tell: Tell) -> str:
        """Return the raw answer. Raises `ThinkerLost` or `NoThinker`."""

    def stop(self) -> None:
        """Abort the current request."""

    def close(self) -> None:
        """End the worker. No request follows."""


class Thoughts:
    """A queue of requests, answered one at a time by a worker or, without one, in slices in this thread."""

    def __init__(
        self, thinker: Thinker | None, frame: Callable[[], Awaitable[None]], wake: Callable[[], None]
    ) -> None:
        self._thinker = thinker
        self._frame = frame
        self._wake = wake
        self._turn = asyncio.Lock()

    def prepare(self) -> None:
        """Start the worker in advance of the first request."""
        if self._thinker is not None:
            self._thinker.prepare()

    def close(self) -> None:
        """End the worker."""
        if self._thinker is not None:
            self._thinker.close()
            self._thinker = None

    async def think(self, request: str, progress: Tell | None) -> str:
        """Return the answer to a request. Raises `ThinkError`."""

        def tell(line: str) -> None:
            if progress is not None:
                progress(line)
                self._wake()

        try:
            async with self._turn:
                return checked(await self._answer(request, tell))
        finally:
            self._wake()

    async def _answer(self, request: str, tell: Tell) -> str:
        if self._thinker is not None:
            try:
                return await self._twice(self._thinker, request, tell)
            except NoThinker:
                self._thinker = None
        return await self._here(request, tell)

    async def _twice(self, thinker: Thinker, request: str, tell: Tell) -> str:
        """Ask the worker, and once more if it dies. After a second failure, the request is not tried in this
        thread."""
        try:
            try:
                return await thinker.answer(request, tell)
            except ThinkerLost:
                return await thinker.answer(request, tell)
        except ThinkerLost as lost:
            raise ThinkError(f"the thinker died twice: {lost}") from lost
        except asyncio.CancelledError:
            thinker.stop()
            raise

    async def _here(self, request: str, tell: Tell) -> str:
        thought = import_module(WORKER).Thought(request, tell)
        while True:
            answer: str | None = thought.advance(SLICE)
            if answer is not None:
                return answer
            await self._frame()


def checked(answer: str) -> str:
    """Return the answer. Raises `ThinkError` if it is an error message or malformed."""
    try:
        told = loads(answer)
    except ValueError as wrong:
        raise ThinkError(f"the answer is not JSON: {wrong}") from wrong
    if not isinstance(told, dict):
        raise ThinkError(f"the answer is not an object: {answer:.80}")
    if told.get("error") is not None:
        raise ThinkError(str(told["error"]))
    return answer
