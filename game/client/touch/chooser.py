"""The path tree: how activating elements selects one of the legal actions.

Every action has a path of elements. Any element at the start of a path can be activated, which keeps only the
actions with it in their path. If one is left, it is chosen; if several differ in their next element, that is
the next question. An element deeper in a path can be activated first (the empty house before the piece to
place).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from game.engine.core import Action

CHOICE = "choice."
"""Prefix of elements that stand for whole actions which no further element distinguishes."""
ANSWER = "answer."
"""Prefix of the id of a button for an element that has a place as well."""
INSTEAD = "instead."
"""Prefix of the id of a button for another meaning of the last activation, before its number."""


class _Step(NamedTuple):
    """An activated element and the actions it left, with the rest of their paths."""

    element: str
    left: tuple[tuple[Action, tuple[str, ...]], ...]


class Chooser:
    """Selects one of `actions`, element by element. Pure: independent of the user interface."""

    def __init__(self, actions: Sequence[Action], wide: str = "") -> None:
        """`wide`: prefix of elements for which the possible uses are offered after they are activated."""
        self._wide = wide
        self._steps = [_Step("", tuple((action, action.path) for action in actions))]
        self._known: dict[str, tuple[str, ...]] = {}
        """Cache of the offered and the reachable elements until the next activation, since they are queried
        every frame."""

    @property
    def _left(self) -> tuple[tuple[Action, tuple[str, ...]], ...]:
        return self._steps[-1].left

    @property
    def actions(self) -> list[Action]:
        """Actions still possible, in the order of the legal actions."""
        return [action for action, _ in self._left]

    @property
    def playable(self) -> list[Action]:
        """Actions that may be played, here all that are possible."""
        return self.actions

    @property
    def chosen(self) -> tuple[str, ...]:
        """Elements activated so far."""
        return tuple(step.element for step in self._steps[1:])

    @property
    def certain(self) -> Action | None:
        """The chosen action; None if several are left or nothing has been activated."""
        return self._left[0][0] if self.chosen and len(self._left) == 1 else None

    @property
    def offered(self) -> tuple[str, ...]:
        """Elements that answer the current question, in the order of the legal actions."""
        if "offered" not in self._known:
            self._known["offered"] = self._offer()
        return self._known["offered"]

    @property
    def reachable(self) -> tuple[str, ...]:
        """Elements deeper in the paths, which can be activated as well.

        If one action is certain, any element of its path means that action.
        """
        if "reachable" not in self._known:
            self._known["reachable"] = self._reach()
        return self._known["reachable"]

    def _offer(self) -> tuple[str, ...]:
        if self.certain:
            return (f"{CHOICE}0",)
        complete = [f"{CHOICE}{index}" for index, (_, path) in enumerate(self._left) if not path]
        return _unique([path[0] for _, path in self._left if path] + complete)

    def _reach(self) -> tuple[str, ...]:
        if self.certain:
            return _unique([*self._left[0][1], *self.chosen])
        first = set(self.offered)
        return tuple(e for e in _unique(e for _, path in self._left for e in path[1:]) if e not in first)

    def action_of(self, choice: str) -> Action:
        """Return the action of a `choice.` element of `offered`."""
        return self._left[int(choice.removeprefix(CHOICE))][0]

    def actions_with(self, element: str) -> list[Action]:
        """Return the actions that would be left after activating `element`."""
        return [action for action, _ in self._narrow(element)]

    def touch(self, element: str) -> Action | None:
        """Activate an element of `offered` or `reachable`. Return the action if only one is left, else None.

        Raises `KeyError` if no path contains the element.
        """
        left = self._narrow(element)
        if not left:
            raise KeyError(element)
        while len(left) > 1 and all(path for _, path in left) and len({path[0] for _, path in left}) == 1:
            left = tuple((action, path[1:]) for action, path in left)
        self._steps.append(_Step(element, left))
        self._known.clear()
        return left[0][0] if len(left) == 1 else None

    def back(self) -> bool:
        """Undo the last activation; return False if nothing was activated."""
        if len(self._steps) == 1:
            return False
        self._steps.pop()
        self._known.clear()
        return True

    def _narrow(self, element: str) -> tuple[tuple[Action, tuple[str, ...]], ...]:
        """Return the actions left after activating an element: those that need it next, or else those that
        need it later; for a wide element, both."""
        if self.certain and element in self.chosen:
            return self._left
        if element.startswith(CHOICE):
            index = int(element.removeprefix(CHOICE))
            return ((self._left[index][0], ()),) if index < len(self._left) else ()
        asked = tuple((action, path[1:]) for action, path in self._left if path and path[0] == element)
        wide = self._wide and not self.chosen and element.startswith(self._wide)
        if asked and not wide:
            return asked
        later = [(action, path) for action, path in self._left if element in path[bool(asked) :]]
        return *((action, _without(path, element)) for action, path in later), *asked


def _without(path: tuple[str, ...], element: str) -> tuple[str, ...]:
    place = path.index(element)
    return path[:place] + path[place + 1 :]


def _unique(elements: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(elements))
