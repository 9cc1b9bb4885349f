"""Themes of puzzles (game/bots/themes.py) and kinds of mistakes (game/bots/mistakes.py) of *Hansa*."""

from __future__ import annotations

from collections.abc import Mapping

from game.bots.mistakes import MistakeTest
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


def _apart(*words: str) -> MistakeTest:
    """Return a predicate: the plans differ in the actions whose first word is one of `words`."""

    def differ(played: PuzzleFeatures, better: PuzzleFeatures) -> bool:
        first, second = (
            sorted(text for text in seen.answer if text.split()[0] in words) for seen in (played, better)
        )
        return first != second

    return differ


MISTAKES: Mapping[str, MistakeTest] = {
    "end": lambda played, better: near_the_end(better.before[0]),
    "selling": _apart("sell"),
    "network": _apart("build"),
    "supply": _apart("buy", "restock", "give", "keep"),
    "ship": lambda played, better: True,
}
PRACTICE = {
    "end": ("closing",),
    "selling": ("sale", "hurt"),
    "network": ("lead", "alone"),
    "supply": ("collect",),
    "ship": ("voyage",),
}
"""Themes of the puzzles that practise each kind of mistakes."""
