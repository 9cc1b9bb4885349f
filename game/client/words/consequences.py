"""Previews of an action: apply it to a copy of the state and describe the difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Generic, NamedTuple, TypeVar

from game.client.words.i18n import t
from game.engine.core import Action, Event, State

S = TypeVar("S", bound=State)


class ActionPreview(NamedTuple, Generic[S]):
    """The positions before and after an action.

    after: None if the action reveals hidden information, which a preview must not show
    events: the events up to the first reveal
    """

    before: S
    after: S | None
    events: tuple[Event, ...]


def look_ahead(state: S, action: Action) -> ActionPreview[S]:
    """Apply a legal action to a copy of the state and return both positions."""
    twin = state.copy()
    events = twin.apply(action)
    hidden = state.ruleset.revealing
    seen = tuple(takewhile(lambda event: event.kind not in hidden, events))
    return ActionPreview(state, twin if len(seen) == len(events) else None, seen)


def score_changes(
    before: State, after: State, names: Sequence[str], label: Callable[[str], str], said: str
) -> list[str]:
    """Describe the change of each player's final score, with the rows of the scoring that change.

    label: returns the name of a row
    said: id of a row already reported; a change in that row alone is omitted
    """
    rows = {
        old.id: [new - points for new, points in zip(line.points, old.points, strict=True)]
        for old, line in zip(before.scores(), after.scores(), strict=True)
    }
    told = []
    for seat, name in enumerate(names):
        parts = {row: changes[seat] for row, changes in rows.items() if changes[seat]}
        if parts.keys() - {said}:
            listed = ", ".join(f"{label(row)} {signed(change)}" for row, change in parts.items())
            told.append(t("ahead.change", name=name, total=signed(sum(parts.values())), rows=listed))
    return told


def total_line(
    before: State, after: State, names: Sequence[str], label: Callable[[str], str], said: str = ""
) -> list[str]:
    """Return one sentence about the changes of the final score, or none if nothing but the row `said`
    changes."""
    changes = score_changes(before, after, names, label, said)
    return [t("ahead.total", changes="; ".join(changes))] if changes else []


def common(told: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the lines that all actions have in common, in order."""
    first, *rest = told
    return tuple(line for line in first if all(line in lines for lines in rest))


def signed(number: int) -> str:
    """Format a number with its sign, using a true minus.

    >>> signed(3), signed(-2)
    ('+3', '−2')
    """
    return f"{number:+d}".replace("-", "−")
