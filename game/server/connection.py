"""Outgoing message queue of a device, as the rooms see its connection."""

from __future__ import annotations

from typing import Protocol

from game.rooms.entries import compact
from game.rooms.protocol import VERSION
from game.server.limits import Bucket

MAX_QUEUED = 256
"""Maximum number of queued messages. A device that exceeds it is disconnected, and reconnects."""
MAX_QUEUED_CHARACTERS = 1 << 20
"""Maximum total length of queued messages, in characters. A single message can be longer, for a room with a
long game."""


class Outgoing(Protocol):
    """The part of a WebSocket (`websocket.ServerWebSocket`) that a connection needs."""

    ready: bool

    def say(self, text: str) -> None:
        """Send a message."""
        ...

    def part(self, code: int) -> None:
        """Close the connection with this code after the messages sent so far."""
        ...

    def hurry(self) -> None:
        """Limit the time until the connection is closed."""
        ...


class Connection:
    """A device's connection, with a queue for messages that cannot be sent immediately, so that a slow device
    never blocks others.

    room     name of the room that it has entered
    who      the device's member number; 0 before it has entered
    on       True if the app is visible
    page     URL of the web app for others, if the device used one that does not work elsewhere
    address  client address, as counted by limits
    version  version of the protocol that the device speaks
    """

    __slots__ = (
        *("_length", "_socket", "_texts", "address", "bucket", "closed"),
        *("code", "on", "page", "room", "version", "who"),
    )

    def __init__(self, bucket: Bucket, socket: Outgoing, address: str = "") -> None:
        self.bucket = bucket
        self.address = address
        self.room = ""
        self.who = 0
        self.on = True
        self.page = ""
        self.version = VERSION
        self.closed = False
        self.code = 1000
        self._socket = socket
        self._texts: list[str] = []  # a list, because an empty deque takes 0.7 kB
        self._length = 0

    def send(self, text: str) -> None:
        """Send a message, or queue it. Disconnects a device that has too many queued messages."""
        if self.closed:
            return
        if self._socket.ready and not self._texts:
            self._socket.say(text)
            return
        self._length += len(text)
        if len(self._texts) >= MAX_QUEUED or (self._texts and self._length > MAX_QUEUED_CHARACTERS):
            self._texts.clear()
            self._close(1013)
        else:
            self._texts.append(text)

    def bye(self, why: str) -> None:
        """Send the queued messages and the reason, then close the connection."""
        if not self.closed:
            self._texts.append(compact({"is": "bye", "why": why}))
            self._close(1000)

    def _close(self, code: int) -> None:
        self.closed = True
        self.code = code
        self._socket.hurry()  # a stalled device would delay its own closing message
        self.flow()

    def flow(self) -> None:
        """Send queued messages as long as the socket accepts them, then close it if the connection
        has ended."""
        while self._texts and self._socket.ready:
            text = self._texts.pop(0)
            self._length -= len(text)
            self._socket.say(text)
        if self.closed and not self._texts:
            self._socket.part(self.code)
