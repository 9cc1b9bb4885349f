"""Error log of the server, without any data of rooms or players."""

from __future__ import annotations

import logging
import time
import traceback
from asyncio import AbstractEventLoop
from typing import Any

from game.server import metrics

LOG = logging.getLogger("kontor.rooms")
LOG_AGAIN = 60.0
"""Seconds in which an error that repeats is logged once."""

_logged: dict[str, float] = {}
"""Times of the last log message of each error."""


def report(error: BaseException) -> None:
    """Log an exception by type and source location only. Messages and values are left out because they may
    contain player or room names."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in reversed(frames))
    _log(f"{type(error).__name__} at {places}")


def report_context(loop: AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error that no task has caught (exception handler of an event loop)."""
    if isinstance(error := context.get("exception"), BaseException):
        report(error)
    else:
        _log(context["message"])


def _log(message: str) -> None:
    metrics.ERRORS.inc()
    now = time.monotonic()
    if now - _logged.get(message, -LOG_AGAIN) >= LOG_AGAIN:
        _logged[message] = now
        LOG.error("%s", message)
