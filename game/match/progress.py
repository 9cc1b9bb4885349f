"""Progress in lessons and puzzles, stored as one line of text in the settings."""

from __future__ import annotations

import re
from collections.abc import Mapping

DONE = "done"
_STEP = re.compile("[0-9]{1,4}")


def read_progress(text: str) -> dict[str, str]:
    """Return the progress by id of a lesson or puzzle: the step to resume at, or `DONE`. Invalid words are
    ignored.

    >>> read_progress("hansa.goal=done hansa.buying=3 what=ever")
    {'hansa.goal': 'done', 'hansa.buying': '3'}
    """
    pairs = (word.partition("=") for word in text.split())
    return {name: value for name, _, value in pairs if name and (value == DONE or _STEP.fullmatch(value))}


def with_progress(there: str, own: str, known: str) -> str:
    """Merge the changes of one window (`own` compared with `known`) into the stored progress `there`.

    Entries that are done stay done.

    >>> with_progress("a=2 b=done", own="a=3 b=1 c=1", known="a=2 c=1")
    'a=3 b=done'
    """
    progress, before = read_progress(there), read_progress(known)
    new = {name: value for name, value in read_progress(own).items() if value != before.get(name)}
    return write_progress({**progress, **{n: v for n, v in new.items() if progress.get(n) != DONE}})


def write_progress(progress: Mapping[str, str]) -> str:
    """Return the progress as the text that `read_progress` reads."""
    return " ".join(f"{name}={value}" for name, value in progress.items())
