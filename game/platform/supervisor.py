"""Supervision of background tasks: a task that fails is reported and restarted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

FIRST_DELAY, MAX_DELAY = 1.0, 60.0
"""Seconds before a failed task is restarted, doubled with each further failure up to the maximum."""


async def supervise(work: Callable[[], Awaitable[None]], report: Callable[[BaseException], object]) -> None:
    """Run a background task until it returns or is cancelled. If it raises an exception, report it and run
    the task again after a delay. The delay doubles only if the task fails again soon."""
    delay = FIRST_DELAY
    clock = asyncio.get_running_loop().time
    while True:
        began = clock()
        try:
            return await work()
        except Exception as error:
            report(error)
        delay = FIRST_DELAY if clock() - began > MAX_DELAY else delay
        await asyncio.sleep(delay)
        delay = min(MAX_DELAY, 2 * delay)
