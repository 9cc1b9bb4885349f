"""Who decides for a seat: one interface for people and computers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from game.engine.core import Action, Reason, State, Told


class Controller:
    """Decides for one seat. By default it neither has an action nor asks for one.

    A controller that is not `by_hand` either has the next action ready (`next`) or names a request that must
    be answered first (`request`). `number` is always how many actions were played before.
    """

    id: ClassVar[str]
    """Its key in `controllers.CONTROLLERS`, and the first word of its tag in a record."""
    by_hand: ClassVar[bool] = False
    """A person decides, by touching this screen."""
    elsewhere: ClassVar[bool] = False
    """Whoever decides does so on another device, from which the decision comes."""
    sends: ClassVar[bool] = False
    """A person elsewhere decides; the game is sent there when that seat is to decide."""

    @property
    def person(self) -> bool:
        """Whether a person decides, here or elsewhere: no other person takes back what they decided."""
        return self.by_hand

    @classmethod
    def read(cls, words: Sequence[str]) -> Self | None:
        """The controller a tag describes, from the words after the id; defaults replace nonsense.

        None for a kind of controller that no record names.
        """
        return None

    def tag(self) -> str:
        """The seat's tag in the record, beginning with the id; empty if it needs none."""
        return ""

    def next(self, state: State, number: int) -> Action | None:
        """The action to play now, legal in `state`; None if there is none yet."""
        return None

    def told(self, number: int) -> Told:
        """What the action from `next` reveals, if the game's seed does not say so."""
        return {}

    def why(self) -> Reason | None:
        """The reason for what `next` named; None if there is none to give."""
        return None

    def played(self) -> None:
        """The action from `next` is being played."""

    def request(self, state: State, number: int) -> str:
        """The request to be answered before `next` has an action, as JSON text; empty if none is needed."""
        return ""

    def answered(self, text: str | None, state: State, number: int) -> str:
        """Take the answer to `request`, or None if there was none. Either way, `next` now has an action.

        Returns what is wrong with the answer, or with what was found without one; empty if nothing is.
        """
        return ""

    def forget(self) -> None:
        """The game went back or took another course: drop all plans."""
