"""Sanitisation of text from people, links and files: one line that is safe to draw, save and send."""

from __future__ import annotations

import re

from game.match.graphemes import JOINERS, clusters, cut, extends, is_mark

_BLANK = re.compile("[\u115f\u1160\u2800\u3164\uffa0\U0001d159]")
"""Letters and symbols without a visible glyph, such as the Hangul fillers."""
_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U0001d173-\U0001d17a\U000e0100-\U000e01ef]"
)
"""Invisible characters: direction marks, soft hyphens, selectors of rare variants."""
_STRAY = re.compile("(?<![\u0590-\U0010ffff])[\u200c\u200d]+|[\u200c\u200d]+(?![\u0590-\U0010ffff])")
"""Joiners that are not between two emoji or two characters of a script that uses them."""
_FLAG = re.compile("(?:\U0001f3f4[\U000e0030-\U000e007a]{2,6}\U000e007f)|[\U000e0000-\U000e007f]")
"""A region's flag sequence, or a tag character outside such a sequence."""
_MOST_MARKS = 2
"""Maximum number of combining marks on one letter, sufficient for all scripts."""


def sanitize(text: str, longest: int) -> str:
    r"""Return the text without control characters, lone surrogates, direction marks and excessive accents.

    Runs of white space and of blank letters become one space. The result has at most `longest` characters and
    ends with a whole grapheme cluster. It is empty if nothing in the text is visible.

    >>> plain("An\0na\n \ud800 of\u202e L\u00fcbeck", 24)
    'An na of L\u00fcbeck'
    >>> plain("\u3164 \u2800\u200d", 24), len(plain("\U0001f468\u200d\U0001f467", 24))
    ('', 3)
    """
    seen = _HIDDEN.sub("", _BLANK.sub(" ", text[: 8 * longest]))
    seen = _FLAG.sub(lambda found: found[0] if len(found[0]) > 1 else "", seen)
    signs = (sign if sign.isprintable() or sign in JOINERS or _is_tag(sign) else " " for sign in seen)
    words = _STRAY.sub("", " ".join("".join(signs).split()))
    return cut("".join(map(_thinned, clusters(words))), longest).rstrip()


def _is_tag(sign: str) -> bool:
    return "\U000e0000" <= sign <= "\U000e007f"


def _thinned(cluster: str) -> str:
    """Limit the marks of a cluster. A cluster of marks alone, without a base character, becomes empty."""
    if cluster[0] == " " or extends("", cluster[0]):
        return cluster[0] if cluster[0] == " " else ""
    if len(cluster) <= _MOST_MARKS + 1:
        return cluster
    kept, marks = cluster[0], 0
    for sign in cluster[1:]:
        marks = marks + 1 if is_mark(sign) else 0
        kept += sign if marks <= _MOST_MARKS else ""
    return kept
