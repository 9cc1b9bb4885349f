"""Base class of the kinds of decision: one object holds all rules about one kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from game.engine.core import Action, Event, Reason, Wishes

S = TypeVar("S")
"""The game's state data, which the decision reads and changes."""

Handler: TypeAlias = Callable[[S, Any, list[Event]], None]
"""Function that applies one kind of action to a state and appends the resulting events."""


class DecisionRule(ABC, Generic[S]):
    """A kind of decision: legal actions, their effects, the next decision and the reasons for rejection.

    Each kind has a single, stateless instance in the game's table `DECISIONS`.

    id        the id in `State.decision` and in position strings
    handlers  for each class of actions that answer the decision: the function that applies them
              and sets the next decision
    uses      the intermediate slots of the state that this decision reads; slots not named here are empty
              while the decision is pending
    """

    id: ClassVar[str]
    handlers: ClassVar[Mapping[type[Action], Handler[Any]]] = {}
    uses: ClassVar[frozenset[str]] = frozenset()

    def __init__(self) -> None:
        self.answers: dict[type[Action], Handler[Any]] = {**self.handlers}
        """Handlers by action class, including those added by a variant of the game."""

    @abstractmethod
    def legal(self, state: S) -> Sequence[Action]:
        """Return every legal action (at least one) in a stable order."""

    def facts(self, state: S) -> dict[str, Any]:
        """Return the values for the placeholders of the prompt."""
        return {}

    def wishes(self, state: S) -> Sequence[Wishes]:
        """Return the wishes that a player can state in advance (`State.wishes`), in groups. Decisions that
        can interrupt the turn of another player have some."""
        return ()

    def wished(self, state: S, wishes: Sequence[str]) -> Action | None:
        """Return the legal action by which the wishes answer the decision, or None if they do not fit."""
        return None

    @abstractmethod
    def refuse(self, state: S, action: Any) -> Reason:
        """Return the reason why an action of this game is not legal now."""

    def check(self, state: S) -> None:
        """Raise `AssertionError` with an explanation if the decision cannot arise in this state.

        Tests call it after every action as part of the invariants. The position parser uses it to reject
        impossible positions.
        """
