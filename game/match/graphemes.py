"""Segmentation of text into grapheme clusters, the characters that people see.

Covers what names contain: combining marks of all scripts, emoji sequences, flags and Korean syllables. Python
has no such function, and `unicodedata` would add a megabyte to the web app.
"""

from __future__ import annotations

JOINERS = "\u200c\u200d"
"""Zero-width non-joiner and joiner, which Persian, Indic scripts and emoji need within words."""
_ZWJ = "\u200d"
_CONNECTORS = "\u203f\u2040\u2054\ufe33\ufe34\ufe4d\ufe4e\ufe4f\uff3f"
_ENCLOSING = range(0x20DD, 0x20E5)
_SKIN = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_REGIONAL = range(0x1F1E6, 0x1F200)
_PICTURES = 0x2190
"""The first code point of the blocks with arrows, symbols and emoji."""
MAX_CODE_POINTS = 64
"""Maximum number of code points in a cluster that is never split. No language writes longer ones."""


def is_mark(sign: str) -> bool:
    """Return True for a combining mark, which can continue a name in Python but not begin one."""
    if sign < "\u0300":
        return False
    inside = f"a{sign}".isidentifier() and not sign.isidentifier() and not sign.isdigit()
    return (inside and sign not in _CONNECTORS) or ord(sign) in _ENCLOSING


def extends(cluster: str, sign: str) -> bool:
    """Return True if a code point belongs to the cluster before it or, with no cluster, cannot stand
    alone."""
    code = ord(sign)
    if code < 0x300:
        return cluster == "\r" and sign == "\n"
    if sign in JOINERS or code in _SKIN or code in _TAGS or is_mark(sign):
        return True
    if not cluster:
        return False
    if cluster[-1] == _ZWJ:
        return code >= _PICTURES and not sign.isalpha()
    if code in _REGIONAL:
        return len(cluster) == 1 and ord(cluster) in _REGIONAL
    last = ord(cluster[-1])
    return 0x1160 <= code < 0x1200 and (0x1100 <= last < 0x1200 or 0xAC00 <= last < 0xD7A4)


def clusters(text: str) -> list[str]:
    r"""Split a text into its grapheme clusters.

    >>> clusters("e\u0301a"), len(clusters("\U0001f468\u200d\U0001f469\u200d\U0001f467")), clusters("")
    (['é', 'a'], 1, [])
    """
    found: list[str] = []
    for sign in text:
        if found and extends(found[-1], sign):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def last(text: str) -> str:
    """Return the last cluster of a text, or its last `MAX_CODE_POINTS` code points if the cluster is
    longer."""
    return clusters(text[-MAX_CODE_POINTS:])[-1] if text else ""


def cut(text: str, most: int) -> str:
    r"""Cut a text to a number of code points, without half a cluster at its end.

    >>> cut("ane\u0301", 3), cut("ane\u0301", 4) == "ane\u0301"
    ('an', True)
    """
    if len(text) <= most:
        return text
    beyond = text[: most + 1]
    return beyond.removesuffix(last(beyond))
