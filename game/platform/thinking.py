"""Thinking that takes time, done elsewhere: requests and answers are text; only the worker knows the bots."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Protocol

from game.outside import loads

WORKER = "game.bots.worker"
"""Imported by name, in the other process or interpreter; here only as a fallback."""
SLICE = 0.01
"""Seconds per frame spent on thinking if it has to be done here."""

Tell = Callable[[str], object]


class ThinkError(Exception):
    """A request was not answered; the message says why."""


class ThinkerLost(Exception):
    """The thinker died; another can be started."""


class NoThinker(Exception):
    """No thinker can be started."""


class Thinker(Protocol):
    """A process or worker that answers one request at a time."""

    def prepare(self) -> None:
        """Start it if it is not running, so that the first request need not wait."""

    async def answer(self, request: str, tell: Tell) -> str:
        """The raw answer; `ThinkerLost`, `NoThinker`."""

    def stop(self) -> None:
        """Give up the request under way."""

    def close(self) -> None:
        """End it for good; no request follows."""


class Thoughts:
    """Gets requests answered one at a time: elsewhere if possible, else here in slices."""

    def __init__(
        self, thinker: Thinker | None, frame: Callable[[], Awaitable[None]], wake: Callable[[], None]
    ) -> None:
        self._thinker = thinker
        self._frame = frame
        self._wake = wake
        self._turn = asyncio.Lock()

    def prepare(self) -> None:
        """Start the thinker in advance of the first request."""
        if self._thinker is not None:
            self._thinker.prepare()

    def close(self) -> None:
        """Leave nothing running."""
        if self._thinker is not None:
            self._thinker.close()
            self._thinker = None

    async def think(self, request: str, progress: Tell | None) -> str:
        """The answer to a request; `ThinkError`."""

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
        """A thinker may die through no fault of the request; if two do, the request is not tried here."""
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
    """The answer; `ThinkError` with the message if it is an error, or no answer at all."""
    try:
        told = loads(answer)
    except ValueError as wrong:
        raise ThinkError(f"the answer is not JSON: {wrong}") from wrong
    if not isinstance(told, dict):
        raise ThinkError(f"the answer is not an object: {answer:.80}")
    if told.get("error") is not None:
        raise ThinkError(str(told["error"]))
    return answer
