"""Who decides for a seat: the interface behind which persons and computers look the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from game.engine.core import Action, Reason, State


class Controller:
    """Decides for one seat. By default it neither knows an action nor asks for one.

    A controller that is not `by_hand` either has the next action ready (`next`) or says what must be
    answered first (`request`). `number` is always how many actions were played before.
    """

    id: ClassVar[str]
    """Its row in `controllers.CONTROLLERS`, and the first word of its tag in a record."""
    by_hand: ClassVar[bool] = False
    """A person decides by touches at this screen."""
    sends: ClassVar[bool] = False
    """A person elsewhere decides: the game is sent there when it is that seat's decision."""

    @classmethod
    def read(cls, words: Sequence[str]) -> Self | None:
        """The controller a tag describes, by the words behind the id; nonsense has its default.

        None if no record says that such a controller plays a seat.
        """
        return None

    def tag(self) -> str:
        """What the record says of the seat, beginning with the id; empty if nothing needs to be said."""
        return ""

    def next(self, state: State, number: int) -> Action | None:
        """The action to play now, legal in `state`; None if there is none (yet)."""
        return None

    def why(self) -> Reason | None:
        """The reason for what `next` named; None if there is none to give."""
        return None

    def played(self) -> None:
        """The action that `next` named is being played."""

    def request(self, state: State, number: int) -> str:
        """What to ask so that `next` has an action, as JSON text; empty if there is nothing to ask."""
        return ""

    def answered(self, text: str | None, state: State, number: int) -> None:
        """The answer to `request`, None if there was none. Afterwards `next` has an action either way."""

    def forget(self) -> None:
        """The game went back or took another way: nothing planned holds any more."""
