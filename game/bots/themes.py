"""Themes of puzzles, derived from the position and the solution, by which puzzles can be selected.

The themes of a game are predicates of a `PuzzleFeatures`. A puzzle has every theme whose predicate is true.
Their names are the texts `theme.<id>` of the game's catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from game.engine import IllegalAction, ParseError, Reason, State, ruleset
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


def says(*names: str) -> Test:
    """Return a predicate: a secondary reason begins with one of `names`."""
    return lambda seen: any(said.partition("-")[0] in names for said in seen.said)


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
    state, reason = ruleset(game).parse_position(row["position"]), Reason(*row["reason"])
    seen = features(state, row["answer"], reason)
    return [name for name, holds in themes_of(game).items() if holds(seen)]


def features(state: State, plan: Sequence[str], reason: Reason | None) -> PuzzleFeatures:
    """Return the features of the actor's own actions in a plan, as far as it can be played."""
    seat, texts, before = state.actor, list[str](), [state]
    for text in plan:
        after = before[-1].copy()
        try:
            action = after.parse_action(text)
            own = after.actor == seat
            after.apply(action)
        except (ParseError, IllegalAction):
            break  # hidden information was different, or others replied unexpectedly
        if own:
            texts.append(text)
            before.append(after)
        else:
            before[-1] = after
    name, facts = ("", {}) if reason is None else (reason.id, reason.facts)
    said = frozenset(str(facts.get("also", "")).split("."))
    return PuzzleFeatures(name, facts, said, tuple(texts), tuple(before))
