"""A room in memory: its connections, and the presence of members on all processes."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from game.rooms.entries import Entry, compact
from game.server.connection import Connection
from game.server.limits import Buckets, Limits
from game.server.room import Room, Timekeeper

HERE, AWAY, GONE = "here", "away", "gone"
_WAITED = ("start", "play", "back", "pause")
"""Kinds of entries after which the game waits for another decision, or waits again."""


class RoomSession:
    """A room with connected devices.

    users      number of operations in progress
    queued     entries of other processes that arrived during an operation
    elsewhere  presence of members connected to other processes, by process
    others     number of other processes that had the room in memory when it was loaded
    met        set once they have said who is connected to them
    due        time of operation at which a player runs out of time, or None
    wakes      stored time at which the room needs attention although no device is connected, or None
    """

    def __init__(self, name: str, limits: Limits, clock: Timekeeper) -> None:
        self.name = name
        self.room = Room(name)
        self.room.timekeeper = clock
        self.room.absence, self.room.idle = self.absence, self.waiting
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.users = 0
        self.queued: deque[tuple[int, str]] = deque()
        self.elsewhere: dict[str, Mapping[int, str]] = {}
        self.others = 0
        self.met = asyncio.Event()
        self.loading: asyncio.Task[None] | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.due: int | None = None
        self.wakes: int | None = None
        self._present: dict[int, str] = {}
        self._last_seen: dict[int, float] = {}
        """Times at which members lost their last connection."""
        self._loaded = self._waiting_since = time.monotonic()
        self._commands = Buckets(limits.rate, limits.burst)
        """Rate limits of commands by member."""

    def take(self, who: int, *, stored: bool) -> bool:
        """Count a command of a member, on any device. Returns False if it exceeds the rate limit.

        Members without a seat share one limit for commands that are not stored, because nothing else limits
        these.
        """
        return self._commands.take(str(who if stored or self.room.state.held(who) else 0))

    def meet(self) -> None:
        """Note whether all other processes have said who is connected to them."""
        if len(self.elsewhere) >= self.others:
            self.met.set()

    @contextmanager
    def used(self) -> Iterator[None]:
        """Keep the room in memory during an operation."""
        self.users += 1
        try:
            yield
        finally:
            self.users -= 1

    @property
    def idle(self) -> bool:
        """Return True if the room can be removed from memory."""
        alone = self.thinking is not None and self.room.works_alone
        return not self.users and not self.connections and not alone

    # ---- sending ----------------------------------------------------------------------------

    def apply(self, line: str) -> None:
        """Apply a stored line and send it to all members."""
        self.send_entry(self.room.apply(line))
        for connection in self.connections:
            if connection.who in self.room.reprepared:
                connection.send(self.room.answers_message(connection.who))
        self.note_due()
        if text := self.room.clock_message():
            self.broadcast(text)

    def note_due(self) -> None:
        """Note when the player who must decide runs out of time."""
        left = self.room.runs_out
        self.due = None if left is None else self.room.timekeeper.now() + left

    def send_entry(self, entry: Entry) -> None:
        """Send an entry to all members, and disconnect a member who has left or was removed by it."""
        if entry.do in _WAITED:
            self._waiting_since = time.monotonic()
        for connection in self.connections:
            if connection.version < self.room.state.version:
                connection.bye("version")
                continue
            connection.send(self.room.message(entry, connection.who))
            if entry.do == "leave" and connection.who == entry.by:
                connection.bye("removed" if "host" in entry.data else "left")

    def broadcast(self, text: str) -> None:
        """Send a text to all members."""
        for connection in self.connections:
            connection.send(text)

    def close(self, why: str) -> None:
        """Disconnect all members, with a reason."""
        for connection in self.connections:
            connection.bye(why)

    # ---- presence ---------------------------------------------------------------------------

    def present_here(self) -> dict[int, str]:
        """Return the presence of the members connected to this process. One visible device of a member is
        enough."""
        present: dict[int, str] = {}
        for connection in self.connections:
            if connection.on or connection.who not in present:
                present[connection.who] = HERE if connection.on else AWAY
        return present

    def present(self) -> dict[int, str]:
        """Return the presence of all members."""
        present = self.present_here()
        for others in self.elsewhere.values():
            for who, how in others.items():
                if present.get(who) != HERE:
                    present[who] = how
        return present

    def absence(self) -> dict[int, float]:
        """Return the seconds since each member without a connection lost it, or since the room was loaded."""
        now, present = time.monotonic(), self.present()
        return {
            who: now - self._last_seen.get(who, self._loaded)
            for who in self.room.state.members
            if who not in present
        }

    def waiting(self) -> float:
        """Return the seconds for which the game has waited for the next decision, at most since the room was
        loaded."""
        return time.monotonic() - self._waiting_since

    def send_present(self) -> None:
        """Send the changes of presence since the last call to all members."""
        before, now = self._present, self.present()
        self._present = now
        for who in before.keys() - now.keys():
            self._last_seen[who] = time.monotonic()
        news = {str(who): how for who, how in now.items() if before.get(who) != how}
        news |= {str(who): GONE for who in before if who not in now}
        if news:
            self.broadcast(compact({"is": "present", "who": news}))
