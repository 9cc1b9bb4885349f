"""The server's time of operation, which outages and corrections of the computer's clock do not change.

A player is not charged for an outage. The timeline is stored at every heartbeat and at the end, so at most
the last few seconds before a crash are not counted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from game.rooms.entries import compact
from game.server.room import Timekeeper
from game.server.store import Store
from game.server.working_time import Timeline, TimelinePiece

NAME = "timeline"
"""Name of the server's note with the timeline."""
TOLERANCE = 2.0
"""Seconds by which the computer's clock may differ before it counts as set."""
OUTAGE = 15.0
"""Seconds without a heartbeat after which all processes that share a store count as having been off."""
MAX_PIECES = 1000
"""Number of stored pieces. Older ones have no open decisions."""


class ServiceClock(Timekeeper):
    """The time of operation of all processes that share a store.

    wall, ticks  read the time of day and a monotonic time, in seconds
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, ticks: Callable[[], float] = time.monotonic
    ) -> None:
        self.wall, self.ticks = wall, ticks
        self.timeline = Timeline([TimelinePiece(0, int(wall()))])
        self._origin = ticks()
        """Monotonic time at the beginning of the last piece."""

    def now(self) -> int:
        """Return the time of operation in seconds."""
        return self.timeline.pieces[-1].at + int(self.ticks() - self._origin)

    async def open(self, store: Store) -> None:
        """Continue the stored timeline. The time since the last heartbeat of any process was an outage."""
        if stored := await self._stored(store):
            self._continue([TimelinePiece(*one) for one in stored["pieces"]])
            if abs(self.now() - stored["at"]) > (OUTAGE if store.shared else 1):
                self._begin(stored["at"])
        await self.save(store)

    async def beat(self, store: Store) -> None:
        """Store that the server is running, and note whether the computer's clock has been set."""
        last = self.timeline.pieces[-1]
        if store.shared:
            pieces = [TimelinePiece(*one) for one in (await self._stored(store)).get("pieces", [])]
            if pieces and pieces[-1] > last:  # another process has noted it
                self._continue(pieces)
        elapsed = self.ticks() - self._origin
        if abs(self.wall() - self.timeline.pieces[-1].wall - elapsed) > TOLERANCE:
            self._begin(self.now())
        await self.save(store)

    async def save(self, store: Store) -> None:
        """Store that the server has run until now."""
        pieces = [list(one) for one in self.timeline.pieces]
        await store.note("", NAME, compact({"at": self.now(), "pieces": pieces}))

    async def _stored(self, store: Store) -> Mapping[str, Any]:
        return json.loads((await store.notes("")).get(NAME, "{}"))  # type: ignore[no-any-return]

    def _continue(self, pieces: list[TimelinePiece]) -> None:
        self.timeline.pieces = pieces
        self._origin = self.ticks() - (self.wall() - pieces[-1].wall)

    def _begin(self, at: int) -> None:
        """Begin a piece at a time of operation, because the computer's clock does not show what it should."""
        self.timeline.pieces = [*self.timeline.pieces, TimelinePiece(at, int(self.wall()))][-MAX_PIECES:]
        self._origin = self.ticks()
