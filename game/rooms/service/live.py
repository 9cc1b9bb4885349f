"""A room in memory: who is connected, who is there, and what others said of it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from game.rooms.entries import Entry, compact
from game.rooms.room import Room
from game.rooms.service.connection import Connection

HERE, AWAY, GONE = "here", "away", "gone"


class Live:
    """A room to which somebody is connected.

    users      how many are doing something with it just now
    heard      entries of other processes that came while something was being done
    elsewhere  who is connected to other processes, by process
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.room = Room(name)
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.users = 0
        self.heard: deque[tuple[int, str]] = deque()
        self.elsewhere: dict[str, Mapping[int, str]] = {}
        self.loading: asyncio.Task[None] | None = None
        self.thinking: asyncio.Task[None] | None = None
        self._present: dict[int, str] = {}

    @contextmanager
    def used(self) -> Iterator[None]:
        self.users += 1
        try:
            yield
        finally:
            self.users -= 1

    @property
    def idle(self) -> bool:
        """Whether it need not be in memory any longer."""
        return not self.users and not self.connections

    # ---- telling ----------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Fold a line that has been kept, and tell everybody."""
        self.tell(self.room.take(line))

    def tell(self, entry: Entry) -> None:
        for connection in self.connections:
            connection.send(self.room.line(entry, connection.who))

    def say(self, text: str) -> None:
        for connection in self.connections:
            connection.send(text)

    def close(self, why: str) -> None:
        for connection in self.connections:
            connection.bye(why)

    # ---- who is there -----------------------------------------------------------------------

    def present_here(self) -> dict[int, str]:
        """Who is connected to this process: with several devices, one in sight is enough."""
        present: dict[int, str] = {}
        for connection in self.connections:
            if connection.on or connection.who not in present:
                present[connection.who] = HERE if connection.on else AWAY
        return present

    def present(self) -> dict[int, str]:
        present = self.present_here()
        for others in self.elsewhere.values():
            for who, how in others.items():
                if present.get(who) != HERE:
                    present[who] = how
        return present

    def tell_present(self) -> None:
        """Let all devices know who has come, gone or turned away since the last time."""
        before, now = self._present, self.present()
        self._present = now
        news = {str(who): how for who, how in now.items() if before.get(who) != how}
        news |= {str(who): GONE for who in before if who not in now}
        if news:
            self.say(compact({"is": "present", "who": news}))
