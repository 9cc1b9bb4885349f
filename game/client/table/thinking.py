"""Has a match's requests answered elsewhere."""

from __future__ import annotations

import asyncio

from game.client.frame.scene import Host
from game.match import Answer, Computer, Match
from game.platform import ThinkError


class Thinking:
    """Makes one request at a time and drops it once the match no longer waits for the answer."""

    def __init__(self, app: Host, match: Match) -> None:
        self._app = app
        self._match = match
        self._version = 0
        self._task: asyncio.Future[None] | None = None
        if any(isinstance(controller, Computer) for controller in match.controllers):
            app.platform.prepare_thinking()

    def follow(self, match: Match, now: float) -> None:
        """Start, continue or stop, depending on what the match waits for."""
        wait = match.waits()
        if not isinstance(wait, Answer):
            self.stop()
        elif self._task is None or wait.version != self._version:
            self.stop()
            self._version = wait.version
            self._task = self._app.spawn(self._ask(wait), wakes=True)

    def stop(self) -> None:
        """Drop the request: nobody is waiting for the answer any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _ask(self, wait: Answer) -> None:
        try:
            text = await self._app.platform.think(wait.request)
        except ThinkError as error:
            self._match.failed(wait.version, str(error) or "no reason given")
        else:
            self._match.answered(wait.version, text)
