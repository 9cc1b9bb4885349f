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


def with_progress(there: str, own: str, known: str) -> str:
    """The kept progress with what a window has added to the one it knew; what is done stays done.

    >>> with_progress("a=2 b=done", own="a=3 b=1 c=1", known="a=2 c=1")
    'a=3 b=done'
    """
    progress, before = read_progress(there), read_progress(known)
    new = {name: value for name, value in read_progress(own).items() if value != before.get(name)}
    return write_progress({**progress, **{n: v for n, v in new.items() if progress.get(n) != DONE}})


def write_progress(progress: Mapping[str, str]) -> str:
    """The text that `read_progress` reads."""
    return " ".join(f"{name}={value}" for name, value in progress.items())
