"""Kinds of mistakes, derived from the plan that was played and the better plan.

The kinds of a game are `MISTAKES` of its `themes` part, predicates of both plans in the order in which they
are tried. Their names are the texts `kind.<id>` of the game's catalogue. Games without them have one kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.bots.themes import PuzzleFeatures, features
from game.engine import Reason, State
from game.games import optional_part

OTHER = "other"
"""The kind of mistakes that have no other."""
MistakeTest = Callable[[PuzzleFeatures, PuzzleFeatures], bool]
"""A predicate of the plan that was played and of the better one."""


def mistake_kind(
    state: State,
    played: tuple[Sequence[str], Reason | None],
    better: tuple[Sequence[str], Reason | None],
) -> str:
    """Return the kind of a mistake in a position, from both plans: the actions, with those that others are
    expected to take, and the reason."""
    tests = kinds_of(state.ruleset.id)
    was, might_be = (features(state, *plan) for plan in (played, better))
    return next((kind for kind, test in tests.items() if test(was, might_be)), OTHER)


def kinds_of(game: str) -> Mapping[str, MistakeTest]:
    """Return the tests of a game's kinds of mistakes, by kind; none if the game has none."""
    own = optional_part(game, "themes")
    found: Mapping[str, MistakeTest] = getattr(own, "MISTAKES", {})
    return found


def themes_of_kind(game: str, kind: str) -> tuple[str, ...]:
    """Return the themes of puzzles that practise a kind of mistakes."""
    own = optional_part(game, "themes")
    found: Mapping[str, tuple[str, ...]] = getattr(own, "PRACTICE", {})
    return found.get(kind, ())
