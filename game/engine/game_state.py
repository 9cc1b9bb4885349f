"""Base class of states: the pending decision, turns, the cache of legal actions, pickling."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self

from game.engine.core import Action, Decision, Event, ParseError, Reason, State, Wishes
from game.engine.decision import DecisionRule
from game.engine.registry import ruleset


class GameState(State):
    """A state whose pending decision is a `DecisionRule`: it lists the legal actions and applies them.

    now      the pending decision, None when the game is over
    active   the seat whose turn it is
    turns    the number of turns begun
    _legal   the legal actions, cached
    pickled  names of the attributes to pickle; `_legal` and what follows from the others is left out
    """

    __slots__ = ("_legal", "active", "now", "turns")

    now: DecisionRule[Any] | None
    active: int
    turns: int
    _legal: Sequence[Action] | None
    pickled: ClassVar[Sequence[str]]

    @abstractmethod
    def rules(self) -> Mapping[str, DecisionRule[Any]]:
        """Return the decisions of the game by id."""

    @property
    def actor(self) -> int | None:
        return None if self.now is None else self.active

    @property
    def turn_seat(self) -> int | None:
        return None if self.now is None or not self.turns else self.active

    @property
    def turn_number(self) -> int:
        return self.turns

    @property
    def decision(self) -> Decision | None:
        return None if self.now is None else Decision(self.now.id, self.now.facts(self))

    def legal_actions(self) -> Sequence[Action]:
        if self._legal is None:
            self._legal = () if self.now is None else self.now.legal(self)
        return self._legal

    def wishes(self) -> Mapping[str, Sequence[Wishes]]:
        found = {name: rule.wishes(self) for name, rule in self.rules().items()}
        return {name: groups for name, groups in found.items() if groups}

    def wished(self, wishes: Sequence[str]) -> Action | None:
        return None if self.now is None else self.now.wished(self, wishes)

    def apply(self, action: Action) -> list[Event]:
        now, legal = self.now, self._legal
        if now is None or action not in (self.legal_actions() if legal is None else legal):
            raise self.refusal(action)
        self._legal = None
        events: list[Event] = []
        now.answers[type(action)](self, action, events)
        return events

    def why_not(self, action: Action) -> Reason | None:
        if action in self.legal_actions():
            return None
        return Reason("game-over") if self.now is None else self.now.refuse(self, action)

    def checked(self) -> Self:
        """Return the state. Raises `ParseError` if it cannot occur in a game."""
        try:
            self.check()
        except AssertionError as broken:
            raise ParseError(f"this position cannot occur: {broken}") from None
        return self

    def __reduce__(self) -> tuple[Callable[..., GameState], tuple[Any, ...]]:
        return _unpickled, (type(self), self.ruleset.id, self.__getstate__())

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes to pickle, the decision by its id."""
        kept = {name: getattr(self, name) for name in self.pickled}
        return kept | {"now": self.now and self.now.id}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name in self.pickled:
            setattr(self, name, kept[name])
        self.now = kept["now"] and self.rules()[kept["now"]]
        self._legal = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.position()}>"


def _unpickled(cls: type[GameState], game: str, kept: dict[str, Any]) -> GameState:
    """Return a state that was pickled. Its ruleset is imported first: it completes the class."""
    ruleset(game)
    state = cls.__new__(cls)
    state.__setstate__(kept)
    return state
