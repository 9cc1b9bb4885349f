"""How well a computer plays, in words."""

from __future__ import annotations

from game.client.words.i18n import computers


def said(level: str) -> str:
    """The level of a computer within a sentence."""
    return computers(f"said.{level}")
