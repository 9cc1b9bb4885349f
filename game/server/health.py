"""Health of the store: logged when it changes, and readable for monitoring."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.command.texts import say
from game.server import metrics
from game.server.error_log import LOG
from game.server.store import StoreError

LOG_AGAIN = 3600.0
"""Seconds after which a failure that lasts is logged once more."""


class StoreHealth:
    """The results of recent store operations.

    works  True if the last one succeeded
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._logged: dict[str, float] = {}
        """Times of the last log message of each failure."""
        self.works = True
        metrics.STORE_WORKS.set(1)

    def succeeded(self) -> None:
        """Note a successful operation."""
        if not self.works:
            self.works = True
            metrics.STORE_WORKS.set(1)

    def failed(self, error: StoreError) -> None:
        """Note a failed operation, and log each kind of failure once an hour."""
        self.works = False
        metrics.STORE_WORKS.set(0)
        metrics.STORE_FAILURES.inc()
        message, now = say(error.key, **error.fields), self._clock()
        if now - self._logged.get(message, -LOG_AGAIN) >= LOG_AGAIN:
            self._logged[message] = now
            LOG.error("%s", message)

    def failures(self) -> list[str]:
        """Return the failures of the last hour."""
        now = self._clock()
        return [message for message, at in self._logged.items() if now - at < LOG_AGAIN]
