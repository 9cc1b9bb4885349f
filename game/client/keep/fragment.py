"""What may stand behind the `#` of the page's address: a game, or a button of the title."""

from __future__ import annotations

import re

GAME = "game="
"""A game follows (`link`)."""
LONGEST = 60_000
"""Characters: what mail programs and messengers carry, and every browser takes."""
SHORTCUTS = ("play", "lessons", "continue")
"""The buttons of the title that an installed app's icon offers too."""

_ESCAPED = re.compile(r"%(?:25)*(2[3-6DEF]|3[ADF]|5F|7E)", re.ASCII | re.IGNORECASE)
"""Characters of a link that mail filters percent-encode, some of them more than once."""
_ENTITIES = {
    entity: sign
    for sign, names in {"#": ("num", "#35", "#x23"), "=": ("equals", "#61", "#x3d"), "&": ("amp", "#38"),
                        "<": ("lt", "#60"), ">": ("gt", "#62")}.items()
    for entity in names
}  # fmt: skip
_ENTITY = re.compile(rf"&({'|'.join(_ENTITIES)});", re.IGNORECASE)
_NOTHING = re.compile(r"[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|(?<=\n)(?:[>|] ?)+")
"""Invisible characters and quotation marks of replies: no link contains them."""
_DASHES = str.maketrans({"\u2014": "--", "\u2013": "--", "\u2010": "-", "\u2011": "-", "\u2212": "-"})
"""Replacements of hyphens by smart punctuation."""


def restored(text: str) -> str:
    """Undo what mail filters, mail programs and smart punctuation do to the links in a text.

    It replaces only characters that no link contains. The checksum tells whether a game is whole again.

    >>> restored("https://example.org/%23game%3Dabc")
    'https://example.org/#game=abc'
    """
    if "=3D" in text or "=\n" in text or "=\r\n" in text:
        text = re.sub(r"=\r?\n", "", text).replace("=3D", "=")
    text = _ENTITY.sub(lambda found: _ENTITIES[found[1].lower()], text)
    text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    return _NOTHING.sub("", text).translate(_DASHES)


def holds_link(text: str) -> bool:
    """Whether a text is meant as a link to a game (or contains one) rather than a record."""
    if text.lstrip("\ufeff \r\n\t").startswith("kontor-record"):
        return False
    return GAME in "".join(restored(text[:LONGEST]).split())
