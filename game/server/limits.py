"""Rate limits by client address and connection. Addresses stay in memory only while they count."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

HOUR = 3600.0
MAX_VIOLATIONS = 50
"""Number of messages over the rate limit after which a connection is closed."""
MAX_ADDRESSES = 10_000
"""Number of addresses with a rate limit above which those without recent use are removed."""
UNKNOWN = "?"
"""Key under which all invalid addresses are counted together."""


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


@lru_cache(MAX_ADDRESSES)
def household(host: str) -> str:
    """Return the key under which an address is counted: for IPv6 its /64 prefix, which one household has.

    >>> household("2001:db8::1"), household("::ffff:192.0.2.7"), household("a proxy's nonsense")
    ('2001:db8::', '192.0.2.7', '?')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(getattr(address, "ipv4_mapped", None) or address)


class Places:
    """A limit of simultaneous connections or requests, for each address and in total."""

    def __init__(self, most: int, all_most: int) -> None:
        self._most = most
        self._all_most = all_most
        self._count: Counter[str] = Counter()
        self._all = 0

    def take(self, address: str) -> bool:
        """Count one more. Returns False if that exceeds a limit."""
        if self._count[address] >= self._most or self._all >= self._all_most:
            return False
        self._count[address] += 1
        self._all += 1
        return True

    def give_back(self, address: str) -> None:
        """Count the end of one."""
        self._all -= 1
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]


class Bucket:
    """A rate limit (token bucket).

    violations  number of messages over the limit
    """

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate", "_shared", "violations")

    def __init__(
        self,
        rate: float,
        burst: float,
        shared: Bucket | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create a limit of `rate` per second, and `burst` at once after a pause. `shared` is a further limit
        which others use as well."""
        self._rate, self._burst = rate, burst
        self._shared = shared
        self._clock = clock
        self._left = float(burst)
        self._at = clock()
        self.violations = 0

    def take(self, cost: float = 1) -> bool:
        """Count one more message. Returns False if it exceeds the limit."""
        if self.left < cost or (self._shared is not None and not self._shared.take(cost)):
            self.violations += 1
            return False
        self._left -= cost
        return True

    @property
    def left(self) -> float:
        """Return what may be taken now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        return self._left

    @property
    def full(self) -> bool:
        """Return True if nothing has been taken recently."""
        return self.left >= self._burst


class Buckets:
    """Rate limits by address, all with the same rate and burst."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst = rate, burst
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def of(self, address: str) -> Bucket:
        """Return the limit of an address."""
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= MAX_ADDRESSES:
                self._remove_unused()
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, clock=self._clock)
        return bucket

    def take(self, address: str) -> bool:
        """Count one more message from an address. Returns False if it exceeds the limit."""
        return self.of(address).take()

    def _remove_unused(self) -> None:
        self._buckets = {address: one for address, one in self._buckets.items() if not one.full}
        if len(self._buckets) >= MAX_ADDRESSES:  # an attack from many networks: memory comes first
            self._buckets.clear()
