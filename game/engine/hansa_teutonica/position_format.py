"""Positions as text (docs/notation.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonica


def format_position(s: HansaTeutonica) -> str:
    return ""
