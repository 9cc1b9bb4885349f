"""Health of the store: operations with retries, whose failures are logged and readable for monitoring."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from game.command.texts import say
from game.server import metrics
from game.server.error_log import LOG
from game.server.store import StoreError

T = TypeVar("T")
STORE_TIMEOUT = 8.0
"""Seconds of retries while the store does not respond. After that, clients are disconnected and reconnect
later."""
RETRY_DELAY = 0.2
CHECK, CHECK_FAILED = 60.0, 2.0
"""Seconds between two checks of the store, usually and while it fails."""
LOG_AGAIN = 3600.0
"""Seconds after which a failure that lasts is logged once more."""


class StoreHealth:
    """Runs operations of the store, and knows the results of recent ones.

    works  True if the last one succeeded
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._logged: dict[tuple[object, ...], tuple[str, float]] = {}
        """The log message of each failure, and the time at which it was last logged."""
        self.works = True
        metrics.STORE_WORKS.set(1)

    async def retrying(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run a store operation, with retries while the store is unavailable. Raises `StoreError` after
        `STORE_TIMEOUT`, even if an attempt is still running. Appending a line is idempotent."""
        error: StoreError | None = None
        try:
            async with asyncio.timeout(STORE_TIMEOUT):
                with metrics.STORE_SECONDS.time():
                    while True:
                        try:
                            done = await work()
                            self._succeeded()
                            return done
                        except StoreError as failed:
                            error = failed
                            self.failed(error)
                        await asyncio.sleep(RETRY_DELAY)
        except TimeoutError:
            if error is None:
                error = StoreError("rooms.store.slow", seconds=f"{STORE_TIMEOUT:.0f}")
                self.failed(error)
            raise error from None

    async def watch(self, check: Callable[[], Awaitable[None]]) -> None:
        """Notice that the store has failed, or works again, also while no device is active."""
        while True:
            await asyncio.sleep(CHECK if self.works else CHECK_FAILED)
            with suppress(StoreError):  # logged
                await self.retrying(check)

    def _succeeded(self) -> None:
        if not self.works:
            self.works = True
            metrics.STORE_WORKS.set(1)

    def failed(self, error: StoreError) -> None:
        """Note a failed operation, and log each kind of failure once an hour."""
        self.works = False
        metrics.STORE_WORKS.set(0)
        metrics.STORE_FAILURES.inc()
        now, (_, logged) = self._clock(), self._logged.get(error.args, ("", -LOG_AGAIN))
        if now - logged >= LOG_AGAIN:
            message = say(error.key, **error.fields)  # reads the settings
            self._logged[error.args] = message, now
            LOG.error("%s", message)

    def failures(self) -> list[str]:
        """Return the failures of the last hour."""
        now = self._clock()
        return [message for message, at in self._logged.values() if now - at < LOG_AGAIN]
