"""Garbage collection of a server with many rooms in memory."""

from __future__ import annotations

import asyncio
import gc

DAY, COLLECT = 86400.0, 1.0
"""Seconds between two full collections, and between two of new objects."""


async def collect_garbage() -> None:
    """Collect garbage every second and freeze what remains, so that the next collection scans new objects
    only.

    A full collection with a thousand rooms takes a third of a second, in which no device is served. It runs
    once a day.
    """
    while True:
        for _ in range(round(DAY / COLLECT)):
            await asyncio.sleep(COLLECT)
            gc.collect()  # scans only what was created since the last time
            gc.freeze()
        gc.unfreeze()
        gc.collect()
