"""Themes of puzzles of *Hansa* (game/bots/themes.py)."""

from __future__ import annotations

from collections.abc import Mapping

from game.bots.themes import PuzzleFeatures, Test, does, is_for
from game.games.hansa.rules.state import HansaState

LEGS = 2
"""Minimum number of moves of a voyage."""


def _voyage(seen: PuzzleFeatures) -> bool:
    return sum(text.split()[0] == "sail" for text in seen.answer) >= LEGS


def near_the_end(state: HansaState) -> bool:
    """Return whether this is the last round, or whether the next restock begins it."""
    return bool(state.last_round) or state.drawn + len(state.shelf) > state.bounds[-2]


THEMES: Mapping[str, Test] = {
    "collect": is_for("buy"),
    "sale": does("sell"),
    "hurt": is_for("hurt"),
    "lead": is_for("lead", "keep", "break", "spare", "build"),
    "alone": is_for("alone"),
    "voyage": _voyage,
    "closing": lambda seen: near_the_end(seen.before[0]),
}
