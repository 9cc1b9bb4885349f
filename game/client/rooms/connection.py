"""The connection of a device to its room, which reconnects automatically."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Protocol

from game.client.app.scene import RoomInput
from game.platform import Changed, Connected, Disconnected, Heard, Platform
from game.rooms.replica import RoomReplica

FIRST_DELAY, MAX_DELAY, MAX_HIDDEN_DELAY = 0.3, 5.0, 60.0
"""Reconnection delays in seconds: the first, the longest, and the longest while the page is hidden.

Each delay is shortened at random, so that devices do not reconnect at the same moment.
"""
ANSWER_TIMEOUT = 5.0
"""Timeout in seconds for an answer. After it, the connection is considered dead and a new one is opened."""
SIGN, HEARTBEAT_TIMEOUT = '{"do":"ping"}', 2.0
"""A heartbeat message, and the timeout in seconds for its answer."""

_KIND = re.compile(r'"is" ?: ?"(\w+)"', re.ASCII)


class ConnectionListener(Protocol):
    """The listener of a connection, which represents this device in the room."""

    replica: RoomReplica
    closed: str
    """Code of the reason why the room was left for good; "" while it is open."""

    def receive(self, text: str) -> None:
        """Handle a received message."""

    def changed(self) -> None:
        """React to a change of `ReconnectingConnection.stands`."""


class ReconnectingConnection:
    """A reconnecting WebSocket connection to the room server.

    While it is open and no answer is pending, only messages wake it. Browsers do not report that a sleeping
    phone has lost a connection: that is detected when the page becomes visible again or a message is sent.
    stands: the room has admitted this device and receives its messages
    failed: number of consecutive failed attempts
    """

    def __init__(
        self, platform: Platform, client: ConnectionListener, chance: Callable[[], float] = random.random
    ) -> None:
        self._platform, self._client, self._chance = platform, client, chance
        self.stands = False
        self.failed = 0
        self._wait: float | None = 0.0
        """Delay in seconds until the next attempt; None: an attempt has been made."""
        self._patience: float | None = None
        """Timeout in seconds for the next message; None: no message is due."""
        self._since = -1.0
        """Time at which `update` started to count the delay or timeout; negative: not started."""
        self._closed = False

    @property
    def away(self) -> bool:
        """True while the connection is lost after at least one failed attempt."""
        return self.failed > 0 and not self.stands

    def send(self, text: str) -> None:
        """Send a message that will be answered. While disconnected it is dropped, and `RoomReplica.outbox`
        resends it later."""
        if self.stands:
            if self._patience is None:
                self._expect(ANSWER_TIMEOUT)
            self._platform.send(text)

    def close(self) -> None:
        """Close the connection for good."""
        self._closed, self.stands = True, False
        self._platform.disconnect()

    # ---- events -----------------------------------------------------------------------------

    def receive(self, happened: RoomInput) -> None:
        """Handle a connection event or a change of the page or network."""
        if self._closed:
            return
        match happened:
            case Connected():
                self._expect(ANSWER_TIMEOUT)
                self._platform.send(self._client.replica.enter())
            case Heard(text):
                self._patience = None
                self._receive_text(text)
            case Disconnected():
                self._lost()
            case Changed("hidden"):
                self._tell_here()
            case Changed("visible"):
                self._tell_here()
                self._look()
            case Changed("online"):
                self._look()
            case Changed("offline") if self.stands:
                self._platform.disconnect()
                self._lost()

    def _receive_text(self, text: str) -> None:
        kind = _KIND.search(text, 0, 200)
        enters = not self.stands and kind is not None and kind[1] == "room"
        if enters:
            self.stands, self.failed = True, 0
            if self._platform.hidden():
                self._tell_here()
        self._client.receive(text)
        if enters:
            self._client.changed()

    def _tell_here(self) -> None:
        if self.stands:
            self._platform.send(self._client.replica.here(not self._platform.hidden()))

    def _look(self) -> None:
        """Check an open connection with a heartbeat, or reconnect immediately."""
        if self.stands:
            self._expect(HEARTBEAT_TIMEOUT)
            self._platform.send(SIGN)
        else:
            self._ask_in(0.0)

    def _lost(self) -> None:
        was, self.stands = self.stands, False
        most = MAX_HIDDEN_DELAY if self._platform.hidden() else MAX_DELAY
        self._ask_in(min(most, FIRST_DELAY * 2**self.failed) * (0.5 + 0.5 * self._chance()))
        self.failed = min(self.failed + 1, 10)
        if was or self.failed == 1:
            self._client.changed()

    # ---- time -------------------------------------------------------------------------------

    def _expect(self, seconds: float) -> None:
        self._wait, self._patience, self._since = None, seconds, -1.0

    def _ask_in(self, seconds: float) -> None:
        self._wait, self._patience, self._since = seconds, None, -1.0

    def update(self, now: float) -> float | None:
        """Advance the timers. Return the seconds until the next call is needed, or None if only an event
        matters."""
        if self._client.closed and not self._closed:
            self.close()
        span = self._patience if self._wait is None else self._wait
        if self._closed or span is None:
            return None
        if self._since < 0:
            self._since = now
        left = self._since + span - now
        if left > 0:
            return left
        if self._wait is None:
            self._platform.disconnect()
            self._lost()
            return self.update(now)
        self._expect(ANSWER_TIMEOUT * min(1 + self.failed, 3))
        self._platform.connect(self._platform.rooms())
        return self.update(now)
