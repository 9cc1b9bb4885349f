"""Makes text from people, links and files one line that is safe to draw, save and send."""

from __future__ import annotations

import re

_COMBINING = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
)
_FLOOD = re.compile(f"([{_COMBINING}]{{2}})[{_COMBINING}]+")
"""More combining marks on one letter than any language uses."""


def plain(text: str, longest: int) -> str:
    r"""The text without control characters, lone surrogates, direction marks and heaps of accents.

    Runs of white space become one space; the result has at most `longest` characters.

    >>> plain("An\0na\n \ud800 of\u202e L\u00fcbeck", 24)
    'An na of L\u00fcbeck'
    """
    seen = "".join(sign if sign.isprintable() else " " for sign in text[: 8 * longest])
    return _FLOOD.sub(r"\1", " ".join(seen.split()))[:longest].rstrip()
