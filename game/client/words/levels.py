"""The levels of computer players in words."""

from __future__ import annotations

from game.client.words.i18n import computers


def said(level: str) -> str:
    """Return a level as worded within a sentence."""
    return computers(f"said.{level}")
