"""A kind of decision: one object that holds everything about it, in both games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from game.engine.core import Action, Event, Reason

S = TypeVar("S")
"""The data of a game's state, which the decision reads and changes."""

Handler: TypeAlias = Callable[[S, Any, list[Event]], None]
"""Applies one kind of action to a state and appends what happened as events."""


class DecisionRule(ABC, Generic[S]):
    """A kind of decision. Its single instance is a row of the game's table `DECISIONS` and holds no state.

    Everything the rules say about the decision is here: what is legal, what each action does and what is
    asked next, why an action is refused, what it uses of the state, and in which positions it can arise.

    id        its name in `State.decision` and in position lines
    handlers  by class of the actions that answer it: what they do, and what is asked next
    uses      the slots filled only in the middle of an action that this decision reads;
              in every other decision they are empty
    """

    id: ClassVar[str]
    handlers: ClassVar[Mapping[type[Action], Handler[Any]]] = {}
    uses: ClassVar[frozenset[str]] = frozenset()

    def __init__(self) -> None:
        self.answers: dict[type[Action], Handler[Any]] = {**self.handlers}
        """The handlers, and those that a variant of the game adds."""

    @abstractmethod
    def legal(self, state: S) -> Sequence[Action]:
        """Every legal action, in a stable order; at least one."""

    def facts(self, state: S) -> dict[str, Any]:
        """The facts that fill in the prompt."""
        return {}

    @abstractmethod
    def refuse(self, state: S, action: Any) -> Reason:
        """Why an action of this game is not legal now."""

    def check(self, state: S) -> None:
        """Raise AssertionError, saying what is wrong, if the decision cannot arise in this state.

        In tests the invariants call it after every action; the position parser uses it to refuse lines.
        """
