"""How far somebody has come in lessons and puzzles, as the one line of text that the settings keep."""

from __future__ import annotations

import re
from collections.abc import Mapping

DONE = "done"
_STEP = re.compile("[0-9]{1,4}")


def read_progress(text: str) -> dict[str, str]:
    """By id of a lesson or puzzle: the step where it goes on, or `DONE`. Nonsense is left out.

    >>> read_progress("hansa.goal=done hansa.buying=3 what=ever")
    {'hansa.goal': 'done', 'hansa.buying': '3'}
    """
    pairs = (word.partition("=") for word in text.split())
    return {name: value for name, _, value in pairs if name and (value == DONE or _STEP.fullmatch(value))}


def write_progress(progress: Mapping[str, str]) -> str:
    """The text that `read_progress` reads."""
    return " ".join(f"{name}={value}" for name, value in progress.items())
