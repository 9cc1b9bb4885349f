"""What may stand behind the `#` of the page's address: a game, or a button of the title."""

from __future__ import annotations

GAME = "game="
"""A game follows (`link`)."""
LONGEST = 60_000
"""Characters: what mail programs and messengers carry, and every browser takes."""
SHORTCUTS = ("play", "lessons", "continue")
"""The buttons of the title that an installed app's icon offers too."""


def holds_link(text: str) -> bool:
    """Whether a text is meant as a link to a game (or contains one) rather than a record."""
    return GAME in text[:LONGEST] and not text.lstrip("\ufeff \r\n\t").startswith("kontor-record")
