"""JSON that this program has not just written itself: answers of whoever thinks, settings, what is kept."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

DEEPEST = 40
"""So deep anything we write is nested at most. In a page, deep nesting would end the interpreter itself."""
_MARKS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{\]}]', re.DOTALL)


def loads(text: str) -> Any:
    """What a text says; `ValueError` if it is no JSON, is nested too deep or holds what is no number.

    >>> loads('{"plan": ["pass"]}')
    {'plan': ['pass']}
    """
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(text):
        raise ValueError(f"nested deeper than {DEEPEST} levels")
    return _DECODER.decode(text)


def _is_deep(text: str) -> bool:
    depth = 0
    for found in _MARKS.finditer(text):
        mark = found[0]
        depth += (mark in "[{") - (mark in "]}")
        if depth > DEEPEST:
            return True
    return False


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


_DECODER = json.JSONDecoder(parse_constant=_no_number)
"""Made once: `json.loads` makes one with every call that wants anything unusual."""
