"""Themes of puzzles, derived from the position and the solution, by which puzzles can be selected.

The themes of a game are predicates of a `PuzzleFeatures`. A puzzle has every theme whose predicate is true.
Their names are the texts `theme.<id>` of the game's catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.engine import State, ruleset
from game.games import optional_part

Row = dict[str, Any]


class PuzzleFeatures(NamedTuple):
    """A puzzle as seen by the theme predicates.

    reason, facts  the computer players' reason for the solution
    said           secondary reasons
    answer         actions of the solution, as texts
    before         positions before each of these actions, and the one after all of them
    """

    reason: str
    facts: Mapping[str, Any]
    said: frozenset[str]
    answer: tuple[str, ...]
    before: tuple[Any, ...]

    @property
    def end(self) -> Any:
        """Return the position after the solution."""
        return self.before[-1]


Test = Callable[[PuzzleFeatures], bool]


def does(*words: str) -> Test:
    """Return a predicate: the solution has an action whose first word is one of `words`."""
    return lambda seen: any(text.split()[0] in words for text in seen.answer)


def is_for(*names: str) -> Test:
    """Return a predicate: the reason, or a part of it, is one of `names`."""
    return lambda seen: bool({seen.reason, *seen.reason.split("-")} & {*names})


def either(*tests: Test) -> Test:
    """Return a predicate that is true if any of `tests` is."""
    return lambda seen: any(test(seen) for test in tests)


def themes_of(game: str) -> Mapping[str, Test]:
    """Return the theme predicates of a game, by theme id; none if the game has no themes."""
    own = optional_part(game, "themes")
    found: Mapping[str, Test] = own.THEMES if own else {}
    return found


def near_the_end(state: State) -> bool:
    """Return True if the game is close to its end; False for games without themes."""
    own = optional_part(state.ruleset.id, "themes")
    return own is not None and bool(own.near_the_end(state))


def themes(game: str, row: Row) -> list[str]:
    """Return the ids of a puzzle's themes."""
    seen = _sight(game, row)
    return [name for name, holds in themes_of(game).items() if holds(seen)]


def _sight(game: str, row: Row) -> PuzzleFeatures:
    state = ruleset(game).parse_position(row["position"])
    before = [state]
    for text in row["answer"]:
        state = state.copy()
        state.apply(state.parse_action(text))
        before.append(state)
    reason, facts = row["reason"]
    said = frozenset(str(facts.get("also", "")).split("."))
    return PuzzleFeatures(reason, facts, said, tuple(row["answer"]), tuple(before))
