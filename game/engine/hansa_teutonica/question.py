"""What a decision of the game is: one object that knows who decides, what is legal and what follows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from game.engine.core import Action, Event

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonicaState

Handler = Callable[["HansaTeutonicaState", Any, list[Event]], None]


class Question(ABC):
    """A kind of decision. Objects of the subclasses stand in the table in `decisions`; they hold no state.

    id        what `State.decision` calls it
    handlers  for each class of actions that may answer it: what that does, and what is asked next
    """

    id: str

    def __init__(self, handlers: Mapping[type[Action], Handler]) -> None:
        self.handlers = handlers

    @abstractmethod
    def legal(self, s: HansaTeutonicaState) -> Sequence[Action]:
        """Every legal answer, in a stable order; at least one."""

    def facts(self, s: HansaTeutonicaState) -> dict[str, Any]:
        """What the prompt needs to know."""
        return {}
