"""How much one address, one connection may ask for. Addresses stay in memory, and only while they count."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

HOUR = 3600.0
HASTE = 100
"""Messages too many after which a connection is closed."""


class Limits(NamedTuple):
    """What the host of a service may set."""

    rooms: int = 30
    """New rooms an address and hour."""
    sockets: int = 100
    """Connections an address: a school or a café may share one."""
    all_sockets: int = 10_000
    rate: float = 10.0
    """Messages a second of a connection, in the long run."""
    burst: int = 40
    """As many at once, after a pause."""


def household(host: str) -> str:
    """What counts as one address: of the long ones the first half, which a household has to itself."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(getattr(address, "ipv4_mapped", None) or address)


class Hourly:
    """So many an hour for each address."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._since = clock()
        self._count: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """One more; False if that is too many."""
        now = self._clock()
        if now - self._since >= HOUR:
            self._since = now
            self._count.clear()
        if self._count[address] >= self._most:
            return False
        self._count[address] += 1
        return True


class Places:
    """So many at a time for each address, and for all."""

    def __init__(self, most: int, all_most: int) -> None:
        self._most = most
        self._all_most = all_most
        self._count: Counter[str] = Counter()
        self._all = 0

    def take(self, address: str) -> bool:
        if self._count[address] >= self._most or self._all >= self._all_most:
            return False
        self._count[address] += 1
        self._all += 1
        return True

    def give_back(self, address: str) -> None:
        self._all -= 1
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]


class Bucket:
    """The rate of one connection."""

    __slots__ = ("_at", "_left", "haste")

    def __init__(self, limits: Limits, now: float) -> None:
        self._left = float(limits.burst)
        self._at = now
        self.haste = 0
        """How often it was too fast."""

    def take(self, limits: Limits, now: float, cost: int = 1) -> bool:
        """One more message; False if it comes too soon."""
        self._left = min(limits.burst, self._left + (now - self._at) * limits.rate)
        self._at = now
        if self._left < cost:
            self.haste += 1
            return False
        self._left -= cost
        return True
