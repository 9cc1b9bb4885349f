"""The fragment of the app's URL: a game or a button of the title."""

from __future__ import annotations

import re

GAME = "game="
"""Prefix of a game (`link`)."""
MAX_FRAGMENT = 60_000
"""Maximum length in characters that mail programs, messengers and browsers support."""
SHORTCUTS = ("play", "lessons", "continue")
"""Buttons of the title that are also shortcuts of the installed app's icon."""

_ESCAPED = re.compile(r"%(?:25)*(2[3-6DEF]|3[ADF]|5F|7E)", re.ASCII | re.IGNORECASE)
"""Percent-encoded characters of a link; mail filters encode some more than once."""
_ENTITIES = {
    entity: sign
    for sign, names in {"#": ("num", "#35", "#x23"), "=": ("equals", "#61", "#x3d"), "&": ("amp", "#38"),
                        "<": ("lt", "#60"), ">": ("gt", "#62")}.items()
    for entity in names
}  # fmt: skip
_ENTITY = re.compile(rf"&({'|'.join(_ENTITIES)});", re.IGNORECASE)
_NOTHING = re.compile(r"[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|(?<=\n)(?:[>|] ?)+")
"""Invisible characters and reply marks, which no link contains."""
_DASHES = str.maketrans({"\u2014": "--", "\u2013": "--", "\u2010": "-", "\u2011": "-", "\u2212": "-"})
"""Characters that smart punctuation substitutes for hyphens."""


def restored(text: str) -> str:
    """Undo the changes that mail filters, mail programs and smart punctuation make to links in a text.

    Only characters that no link contains are replaced. The checksum shows whether a game is complete again.

    >>> restored("https://example.org/%23game%3Dabc")
    'https://example.org/#game=abc'
    """
    if "=3D" in text or "=\n" in text or "=\r\n" in text:
        text = re.sub(r"=\r?\n", "", text).replace("=3D", "=")
    text = _ENTITY.sub(lambda found: _ENTITIES[found[1].lower()], text)
    text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    return _NOTHING.sub("", text).translate(_DASHES)


def holds_link(text: str) -> bool:
    """Return True if a text is or contains a game link, and is not a record."""
    if text.lstrip("\ufeff \r\n\t").startswith("kontor-record"):
        return False
    return GAME in "".join(restored(text[:MAX_FRAGMENT]).split())
