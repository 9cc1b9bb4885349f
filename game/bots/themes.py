"""What a puzzle is about: themes by which puzzles can be chosen, seen from the position and the answer.

The themes of a game are tests of a `Sight`, in `game/bots/<package>/themes.py`; a puzzle has every theme
whose test holds. Their names are `theme.<id>` in the game's catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.engine import State, ruleset
from game.games import part

Row = dict[str, Any]


class Sight(NamedTuple):
    """A puzzle as the themes see it.

    reason, facts  what the computers say of the answer
    said           what they say besides
    answer         its actions, as texts
    before         the positions before each of them, and the one after all
    """

    reason: str
    facts: Mapping[str, Any]
    said: frozenset[str]
    answer: tuple[str, ...]
    before: tuple[Any, ...]

    @property
    def end(self) -> Any:
        """The position the answer leads to."""
        return self.before[-1]


Test = Callable[[Sight], bool]


def does(*words: str) -> Test:
    """Whether the answer has an action that begins like that."""
    return lambda seen: any(text.split()[0] in words for text in seen.answer)


def is_for(*names: str) -> Test:
    """Whether the reason is one of these, or has it as a part."""
    return lambda seen: bool({seen.reason, *seen.reason.split("-")} & {*names})


def either(*tests: Test) -> Test:
    return lambda seen: any(test(seen) for test in tests)


def themes_of(game: str) -> Mapping[str, Test]:
    """The themes of a game."""
    found: Mapping[str, Test] = part(game, "themes").THEMES
    return found


def near_the_end(state: State) -> bool:
    """Whether the end of the game is near."""
    return bool(part(state.ruleset.id, "themes").near_the_end(state))


def themes(game: str, row: Row) -> list[str]:
    """The themes of a puzzle."""
    seen = _sight(game, row)
    return [name for name, holds in themes_of(game).items() if holds(seen)]


def _sight(game: str, row: Row) -> Sight:
    state = ruleset(game).parse_position(row["position"])
    before = [state]
    for text in row["answer"]:
        state = state.copy()
        state.apply(state.parse_action(text))
        before.append(state)
    reason, facts = row["reason"]
    said = frozenset(str(facts.get("also", "")).split("."))
    return Sight(reason, facts, said, tuple(row["answer"]), tuple(before))
