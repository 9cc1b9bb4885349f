"""Error log of the server, without any data of rooms or players."""

from __future__ import annotations

import logging
import traceback
from asyncio import AbstractEventLoop
from typing import Any

LOG = logging.getLogger("kontor.rooms")


def report(error: BaseException) -> None:
    """Log an exception by type and source location only. Messages and values are left out because they may
    contain player or room names."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in reversed(frames))
    LOG.error("%s at %s", type(error).__name__, places)


def report_context(loop: AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error that no task has caught (exception handler of an event loop)."""
    if isinstance(error := context.get("exception"), BaseException):
        report(error)
    else:
        LOG.error("%s", context["message"])
