"""Controllers, which decide for a seat: their interface, people, other devices and recordings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from game.engine.core import Action, Reason, State, Told


class Controller:
    """The decision-maker of one seat. By default it neither has an action nor sends a request.

    A controller that is not `by_hand` either has the next action ready (`next`) or names a request that must
    be answered first (`request`). `number` is always the number of actions played before.
    """

    id: ClassVar[str]
    """The key in `controllers.CONTROLLERS`, and the first word of the controller's tag in a record."""
    by_hand: ClassVar[bool] = False
    """True if a person decides on this screen."""
    elsewhere: ClassVar[bool] = False
    """True if decisions are made on another device and arrive over the network."""
    sends: ClassVar[bool] = False
    """True if a person elsewhere decides, to whom the game is sent when it is that seat's decision."""

    @property
    def person(self) -> bool:
        """Return True if a person decides, here or elsewhere. No other person can take back that decision."""
        return self.by_hand

    @classmethod
    def read(cls, words: Sequence[str]) -> Self | None:
        """Return the controller that a tag describes, given the words after the id. Invalid words are
        replaced by defaults. Returns None for kinds of controllers that records do not name."""
        return None

    def tag(self) -> str:
        """Return the seat's tag in the record, beginning with the id; empty if it needs no tag."""
        return ""

    def next(self, state: State, number: int) -> Action | None:
        """Return the action to play now, legal in `state`, or None if it is not known yet."""
        return None

    def told(self, number: int) -> Told:
        """Return the information that the action from `next` reveals, if the game's seed does not determine
        it."""
        return {}

    def why(self) -> Reason | None:
        """Return the reason for the action from `next`, or None."""
        return None

    def played(self) -> None:
        """Note that the action from `next` is being played."""

    def request(self, state: State, number: int) -> str:
        """Return the request that must be answered before `next` has an action, as JSON text; empty if no
        answer is needed."""
        return ""

    def answered(self, text: str | None, state: State, number: int) -> str:
        """Accept the answer to `request`, or None if there was no answer. In both cases, `next` has an action
        afterwards.

        Returns an error message if the answer, or the replacement for a missing one, is faulty; otherwise "".
        """
        return ""

    def forget(self) -> None:
        """Drop all plans, because the game went back or took another course."""


class Person(Controller):
    """A person at this screen. The default controller, for which records have no tag."""

    id: ClassVar[str] = "person"
    by_hand: ClassVar[bool] = True


class Mail(Controller):
    """A person in a game by mail, who decides wherever the game is opened. No device knows its owner's seat.

    Play by mail is one tag of the whole record, not one for each seat.
    """

    id: ClassVar[str] = "mail"
    by_hand: ClassVar[bool] = True
    sends: ClassVar[bool] = True


class RemoteController(Controller):
    """A person or a computer on another device, whose decisions arrive and are played like local ones.

    noted  the player's tag in records: `computer hard`, or empty for a person. A saved game therefore
           keeps its players when it leaves the room.
    """

    id: ClassVar[str] = "room"
    elsewhere: ClassVar[bool] = True

    def __init__(self, noted: str = "") -> None:
        self.noted = noted

    @property
    def person(self) -> bool:
        return not self.noted

    def tag(self) -> str:
        return self.noted


class Recording(Controller):
    """A controller that replays `script`, the actions of all seats. All seats share one.

    revealed  by action number: the information it reveals, if the game's seed does not determine it
    """

    id: ClassVar[str] = "recording"

    def __init__(self, script: Sequence[Action] = (), revealed: Mapping[int, Told] | None = None) -> None:
        self.script = tuple(script)
        self.revealed = dict(revealed or {})

    def next(self, state: State, number: int) -> Action | None:
        return self.script[number] if number < len(self.script) else None

    def told(self, number: int) -> Told:
        return self.revealed.get(number, {})
