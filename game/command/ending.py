"""Exit statuses of commands, and a sentence instead of a traceback for what the user can change."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from subprocess import list2cmdline

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
"""Exit statuses: it failed, it was called wrongly, or Ctrl-C was pressed."""

PACKAGE = "kontor-games"
"""Name of the installed Python package. On PyPI, kontor is an unrelated project."""


class CommandError(Exception):
    """Error that ends a command; the message says what failed and what to do.

    status  the exit status
    """

    def __init__(self, message: str, status: int = FAILED) -> None:
        self.status = status
        super().__init__(message)


def ended(command: Callable[[], int]) -> int:
    """Run a command and return its exit status.

    Print a `CommandError` or an error of the system on standard error. Print nothing if the reader of
    standard output has closed its end, as `head` does.
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
    except CommandError as failure:
        print(failure, file=sys.stderr)
        return failure.status
    except OSError as refused:
        print(f"error: {explained(refused)}", file=sys.stderr)
        return FAILED


def _status(command: Callable[[], int]) -> int:
    """Run a command that returns its exit status or leaves with one."""
    try:
        return command()
    except SystemExit as left:
        if isinstance(left.code, str):
            raise CommandError(left.code) from left
        return left.code or 0


def explained(refused: OSError) -> str:
    """Describe an error of the system, with the file it is about."""
    why = refused.strerror or str(refused) or type(refused).__name__
    return why if refused.filename is None else f"{shortened(str(refused.filename))}: {why}"


def shortened(text: str, most: int = 100) -> str:
    """Cut a long text to what a message has room for."""
    return text if len(text) <= most else f"{text[:most]}..."


def adding(extra: str) -> str:
    """Return the command that adds an extra to the installed package. pip keeps the installed version."""
    return f'{list2cmdline([sys.executable])} -m pip install "{PACKAGE}[{extra}]"'
