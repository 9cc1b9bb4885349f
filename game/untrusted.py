"""Safe parsing of JSON from untrusted sources: AI workers, settings, stored games, other devices."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

DEEPEST = 40
"""Maximum nesting depth accepted. The program writes nothing deeper, and in the browser deep nesting would
overflow the interpreter's stack."""
_MARKS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{\]}]', re.DOTALL)


def loads(text: str) -> Any:
    """Parse JSON text. Raises `ValueError` if it is malformed, nested too deeply or contains `NaN` or
    `Infinity`.

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
"""Shared because `json.loads` creates a decoder on every call with non-default arguments."""
