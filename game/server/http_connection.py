"""HTTP connections of the server: those of uvicorn, with limits of number, rate and time.

A connection that sends no complete request, or accepts no response, is closed after a timeout. If there are
too many, the oldest waiting one is closed, so silent connections keep no player out. A connection that
becomes a WebSocket no longer counts, because `app.py` limits those.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from game.server import metrics
from game.server.limits import MAX_ADDRESSES, Buckets, household

HEAD_TIMEOUT = 10.0
"""Seconds from the beginning of a connection, or the previous response, until a request's headers are
complete."""
BODY_TIMEOUT = 20.0
"""Seconds until a request's body is complete."""
SEND_TIMEOUT = 60.0
"""Seconds in which a full send buffer must be emptied."""
TIMEOUTS = {h11.IDLE: HEAD_TIMEOUT, h11.SEND_BODY: BODY_TIMEOUT}
MAX_REJECTED = 32
"""Maximum number of connections rejected in one go."""
RESET = struct.pack("ii", 1, 0)
"""Value of SO_LINGER that closes a connection without leaving it in the system's memory."""
LEFT = object()
"""The state of a connection that no longer speaks HTTP."""
ERROR = b"HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Reception:
    """All HTTP connections, and whether a further one is accepted."""

    def __init__(self, most: int, each: int, rates: Buckets, trusted: str = "") -> None:
        """Set the limits: `most` connections in all, `each` or a quarter of all for an address, and the rate
        of new ones. Proxies, in the list `trusted`, may have any number."""
        self._most = most
        self._each = max(each, most // 4)
        self._rates = rates
        self._trusts = trust(trusted)
        self._open: dict[HttpConnection, str] = {}
        self._count: Counter[str] = Counter()

    def accepts(self, host: str) -> bool:
        """Return False if a new connection of an address exceeds one of its limits."""
        if self._trusts(host):
            return True
        address = household(host)
        return self._count[address] < self._each and self._rates.take(address)

    def admit(self, connection: HttpConnection, host: str) -> None:
        """Count a new connection. If there are too many in all, close the one that has waited longest."""
        if len(self._open) >= self._most:
            oldest = next((one for one in self._open if one.waiting), next(iter(self._open)))
            metrics.REJECTED.labels("waiting").inc()
            self.release(oldest)
            oldest.transport.abort()
        self._open[connection] = address = household(host)
        self._count[address] += 1

    def release(self, connection: HttpConnection) -> None:
        """Count the end of a connection, or its upgrade to a WebSocket. Idempotent."""
        if address := self._open.pop(connection, ""):
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]


class ListeningSocket(socket.socket):
    """A listening socket that closes connections over a limit before they cost the server anything."""

    reception: Reception | None = None

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection within the limits. Raises `BlockingIOError` without one."""
        for _ in range(MAX_REJECTED):
            connection, peer = super().accept()
            if self.reception is None or self.reception.accepts(peer[0]):
                return connection, peer
            metrics.REJECTED.labels("connections").inc()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            connection.close()
        raise BlockingIOError  # let the event loop serve the others first


def trust(listed: str) -> Callable[[str], bool]:
    """Return a test of addresses against a list of addresses and networks; `*` is all.

    >>> [trust("127.0.0.1, 10.0.0.0/8")(host) for host in ("127.0.0.1", "10.1.2.3", "192.0.2.7", "")]
    [True, True, False, False]
    """
    words = [word.strip() for word in listed.split(",") if word.strip()]
    if "*" in words:
        return lambda host: True
    networks = [ip_network(word, strict=False) for word in words]

    @lru_cache(MAX_ADDRESSES)
    def trusts(host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in networks)

    return trusts


class HttpConnection(H11Protocol):
    """An HTTP connection with timeouts, known to the reception."""

    def __init__(self, *words: Any, reception: Reception, **named: Any) -> None:
        super().__init__(*words, **named)
        self._reception = reception
        self._phase: object = None
        """The part of the request that is being received (h11)."""
        self._timer: asyncio.TimerHandle | None = None
        self._send_timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> bool:
        """Return True if no complete request has been received."""
        return self._phase in TIMEOUTS

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._reception.admit(self, self.client[0] if self.client else "")
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        """End the timeouts and the count, because the connection is closed or has become a WebSocket."""
        self._phase = LEFT
        self._reception.release(self)
        for timer in self._timer, self._send_timer:
            if timer is not None:
                timer.cancel()

    # ---- timeouts ---------------------------------------------------------------------------

    def _watch(self) -> None:
        """Start the timeout of the part of a request that comes next. Data within a part does not extend
        it."""
        if (phase := self.conn.their_state) is self._phase or self._phase is LEFT:
            return
        self._phase = phase
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if phase in TIMEOUTS and not self.transport.is_closing():
            self._timer = self.loop.call_later(TIMEOUTS[phase], self._expire)

    def _expire(self) -> None:
        silent = self._phase is h11.IDLE and not self.conn.trailing_data[0]
        if not silent and (self.cycle is None or not self.cycle.response_started):
            self._end(408, b"Request Timeout")
        else:
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._send_timer = self.loop.call_later(SEND_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        if self._send_timer is not None:
            self._send_timer.cancel()
        super().resume_writing()

    # ---- errors -----------------------------------------------------------------------------

    def send_400_response(self, msg: str) -> None:
        self._end(400, b"Bad Request")

    def _end(self, status: int, reason: bytes) -> None:
        self.transport.write(ERROR % (status, reason))
        self.transport.close()
