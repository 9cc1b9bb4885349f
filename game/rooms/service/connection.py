"""A device's line as the rooms see it."""

from __future__ import annotations

from typing import Protocol

from game.rooms.entries import compact
from game.rooms.service.limits import Bucket

MOST = 256
"""Messages that wait for a device; one that lets more gather is let go, and comes back."""
LONGEST = 1 << 20
"""Characters that wait for it, but for a single message: a room of a long game is bigger."""


class Outlet(Protocol):
    """What a connection wants of a line (`line.Line`)."""

    ready: bool

    def say(self, text: str) -> None: ...

    def part(self, code: int) -> None: ...

    def hurry(self) -> None: ...


class Connection:
    """Messages go out at once, or wait here until the line takes more: nobody waits for a slow device.

    room  the name of the room it has entered
    who   the member whose device it is; 0 before it has entered
    on    whether the page is in sight
    page  the page's address for others, if it was found at one that leads nowhere from their devices
    """

    __slots__ = ("_length", "_line", "_texts", "bucket", "closed", "code", "on", "page", "room", "who")

    def __init__(self, bucket: Bucket, line: Outlet) -> None:
        self.bucket = bucket
        self.room = ""
        self.who = 0
        self.on = True
        self.page = ""
        self.closed = False
        self.code = 1000
        self._line = line
        self._texts: list[str] = []  # mostly empty: a deque takes 0.7 kB even then
        self._length = 0

    def send(self, text: str) -> None:
        if self.closed:
            return
        if self._line.ready and not self._texts:
            self._line.say(text)
            return
        self._length += len(text)
        if len(self._texts) >= MOST or (self._texts and self._length > LONGEST):
            self._texts.clear()
            self._close(1013)
        else:
            self._texts.append(text)

    def bye(self, why: str) -> None:
        """Close the line after what waits has been sent, and say why."""
        if not self.closed:
            self._texts.append(compact({"is": "bye", "why": why}))
            self._close(1000)

    def _close(self, code: int) -> None:
        self.closed = True
        self.code = code
        self._line.hurry()  # a device that reads nothing would hold up its own farewell
        self.flow()

    def flow(self) -> None:
        """Send what waits, as long as the line takes it; then, if that is wanted, close it."""
        while self._texts and self._line.ready:
            text = self._texts.pop(0)
            self._length -= len(text)
            self._line.say(text)
        if self.closed and not self._texts:
            self._line.part(self.code)
