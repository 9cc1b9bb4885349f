"""How a command ends: its exit status, and a sentence instead of a traceback for what its user can change."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
"""Exit statuses: it failed, it was called wrongly, or Ctrl-C was pressed."""


class Failure(Exception):
    """A command cannot go on; the message says what failed and what to do.

    status  the exit status
    """

    def __init__(self, message: str, status: int = FAILED) -> None:
        self.status = status
        super().__init__(message)


def ended(command: Callable[[], int]) -> int:
    """Run a command and return its exit status.

    A `Failure` and what the system refuses are told on standard error. A reader that closes its end of
    standard output, such as `head`, wants no more: nothing is told then.
    """
    try:
        status = _status(command)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Python flushes it once more at the end, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Failure as failure:
        print(failure, file=sys.stderr)
        return failure.status
    except OSError as refused:
        print(f"error: {explained(refused)}", file=sys.stderr)
        return FAILED


def _status(command: Callable[[], int]) -> int:
    """The exit status of a command that returns one or leaves with one."""
    try:
        return command()
    except SystemExit as left:
        if isinstance(left.code, str):
            raise Failure(left.code) from left
        return left.code or 0


def explained(refused: OSError) -> str:
    """What the system refused, and of which file."""
    why = refused.strerror or str(refused) or type(refused).__name__
    return why if refused.filename is None else f"{shortened(str(refused.filename))}: {why}"


def shortened(text: str, most: int = 100) -> str:
    """A text as it is shown in a message: the beginning of a long one."""
    return text if len(text) <= most else f"{text[:most]}..."
