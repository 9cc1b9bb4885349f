"""Optional parts of a game or a language: tests that loop over all of them skip it and name what it lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import pytest

from game.client.learn.courses import course, puzzles
from game.client.words.i18n import catalogue
from game.engine import ruleset
from game.engine.record import read
from game.games import has_part
from tests.match.games import finished_text

_T = TypeVar("_T")

RECORDS = Path(__file__).parent / "engine/records"
LONG = 200
"""Minimum number of actions of a game that is not short."""


def _turns_of_several_actions(game: str) -> bool:
    record = read(finished_text(game))
    state, seats = record.new_game(), list[int | None]()
    for action in record.actions:
        seats.append(state.actor)
        state.apply(action)
    return any(one == other for one, other in pairwise(seats))


HAS: dict[str, Callable[[str], bool]] = {
    "bots": lambda game: has_part(game, "bots"),
    "guide": lambda game: has_part(game, "guide"),
    "lessons": lambda game: bool(course(game)),
    "puzzles": lambda game: bool(puzzles(game)),
    "reasons": lambda game: any(key.startswith("bot.") for key in catalogue(game, "en")),
    "recorded game": lambda game: (RECORDS / f"{game}-3.txt").exists(),
    "texts": lambda game: bool(catalogue(game, "en")),
    "secrets": lambda game: bool(ruleset(game).revealing),
    "view": lambda game: has_part(game, "view"),
    "turns of several actions": _turns_of_several_actions,
}
"""By the name of a part, whether a game has it."""


def needs(game: str, *parts: str) -> None:
    """Skip the test if a game lacks one of these parts."""
    for part in parts:
        if not HAS[part](game):
            pytest.skip(f"{game} has no {part}")


def at_least(game: str, usual: int, short: int) -> int:
    """Return how often something must occur in a test with a game: `usual`, or `short` in a short game."""
    return usual if len(read(finished_text(game)).actions) >= LONG else short


def known(language: str, entries: Mapping[str, _T], where: str) -> _T:
    """Return what a test knows about a language; skip the test if it knows nothing.

    where: the name of the table to extend, and its module
    """
    if language not in entries:
        pytest.skip(f"{language} has no entry in {where}")
    return entries[language]
