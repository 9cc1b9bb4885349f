"""What the service writes down of a fault: where it is, never what it was about."""

from __future__ import annotations

import logging
import traceback

LOG = logging.getLogger("kontor.rooms")


def report(error: BaseException) -> None:
    """The kind of an error and its place: messages and values may hold a name, or what a room is called."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in reversed(frames))
    LOG.error("%s at %s", type(error).__name__, places)
