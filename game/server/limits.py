"""Rate limits by client address and connection. Addresses stay in memory only while they count."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

HOUR = 3600.0
MAX_VIOLATIONS = 100
"""Number of messages over the rate limit after which a connection is closed."""


class Limits(NamedTuple):
    """Limits that the host of a server can set."""

    rooms: int = 30
    """New rooms per address and hour."""
    sockets: int = 100
    """Connections per address, which a school or a café may share."""
    all_sockets: int = 10_000
    rate: float = 10.0
    """Sustained messages per second on a connection."""
    burst: int = 40
    """Maximum number of messages at once, after a pause."""


def household(host: str) -> str:
    """Return the key under which an address is counted: for IPv6 its /64 prefix, which one household has."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(getattr(address, "ipv4_mapped", None) or address)


class Hourly:
    """An hourly limit for each address."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._since = clock()
        self._count: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Count one more. Returns False if that exceeds the limit."""
        now = self._clock()
        if now - self._since >= HOUR:
            self._since = now
            self._count.clear()
        if self._count[address] >= self._most:
            return False
        self._count[address] += 1
        return True


class Places:
    """A limit of simultaneous connections, for each address and in total."""

    def __init__(self, most: int, all_most: int) -> None:
        self._most = most
        self._all_most = all_most
        self._count: Counter[str] = Counter()
        self._all = 0

    def take(self, address: str) -> bool:
        """Count one more connection. Returns False if that exceeds a limit."""
        if self._count[address] >= self._most or self._all >= self._all_most:
            return False
        self._count[address] += 1
        self._all += 1
        return True

    def give_back(self, address: str) -> None:
        """Count the end of a connection."""
        self._all -= 1
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]


class Bucket:
    """The rate limit of one connection (token bucket)."""

    __slots__ = ("_at", "_left", "haste")

    def __init__(self, limits: Limits, now: float) -> None:
        self._left = float(limits.burst)
        self._at = now
        self.haste = 0
        """Number of messages over the limit."""

    def take(self, limits: Limits, now: float, cost: int = 1) -> bool:
        """Count one more message. Returns False if it exceeds the limit."""
        self._left = min(limits.burst, self._left + (now - self._at) * limits.rate)
        self._at = now
        if self._left < cost:
            self.haste += 1
            return False
        self._left -= cost
        return True
