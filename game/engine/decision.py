"""What a kind of decision is: one object that holds all of it, in both games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from game.engine.core import Action, Event, Reason

S = TypeVar("S")
"""The data of a game's state: what the decision reads and changes."""

Handler: TypeAlias = Callable[[S, Any, list[Event]], None]
"""Does one kind of action to a state, and tells it in events."""


class DecisionRule(ABC, Generic[S]):
    """A kind of decision. Its one object stands in the game's table `DECISIONS` and holds no state.

    Everything the rules say about the decision is here: what is legal, what each action does and what is
    asked next, why an action is refused, what it uses of the state, and when it may stand in a position.

    id        what `State.decision` calls it, and position lines
    handlers  for each class of actions that may answer it: what that does, and what is asked next.
              A game whose actions are all of one class overrides `apply` instead
    uses      the names of the slots that are filled only inside an action and that this decision reads;
              in every other decision they are at rest
    """

    id: str
    handlers: Mapping[type[Action], Handler[S]] = {}
    uses: frozenset[str] = frozenset()

    @abstractmethod
    def legal(self, state: S) -> Sequence[Action]:
        """Every legal action, in a stable order; at least one."""

    def apply(self, state: S, action: Any, events: list[Event]) -> None:
        """Do a legal action."""
        self.handlers[type(action)](state, action, events)

    def facts(self, state: S) -> dict[str, Any]:
        """What the prompt needs to know beside the question."""
        return {}

    @abstractmethod
    def refuse(self, state: S, action: Any) -> Reason:
        """Why an action of this game that is not legal now is not."""

    def check(self, state: S) -> None:
        """Raise AssertionError, saying what is wrong, if the decision cannot be asked in this state.

        The invariants call it after every action in tests, and position lines are refused by it.
        """
