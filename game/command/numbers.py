"""Numbers on a command line, with their bounds, for `argparse`."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from math import inf

from game.command.ending import shortened

MANY = 10_000_000
"""More games or actions than any machine plays."""
SEED_HELP = "random seed (default: %(default)s); the same seed replays the same games"


def whole(least: int, most: int = MANY) -> Callable[[str], int]:
    """Return the type of an option that takes an integer from `least` to `most`."""

    def number(text: str) -> int:
        try:
            found = int(text)
        except ValueError:  # or more digits than Python reads
            found = None
        if found is None or not least <= found <= most:
            raise ArgumentTypeError(f"expected an integer from {least} to {most}, got {shortened(text)!r}")
        return found

    return number


def real(least: float, most: float = inf, *, above: bool = False) -> Callable[[str], float]:
    """Return the type of an option that takes a number from `least` to `most`; `above`: more than `least`."""

    def number(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = inf
        if not (least < found if above else least <= found) or not found <= most or found == inf:
            bound = f"above {least:g}" if above else f"of at least {least:g}"
            bound += "" if most == inf else f" and at most {most:g}"
            raise ArgumentTypeError(f"expected a number {bound}, got {shortened(text)!r}")
        return found

    return number
