"""The states along a game: going back is quick without keeping every one of them."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from game.engine.core import Action, Event, State, Told

STRIDE = 20
"""The state after every so many moves is kept; those in between are replayed from the one before."""
SELDOM = 200
"""The same where memory counts more than how soon a move is taken back."""


class Move(NamedTuple):
    """An action as played: who decided, the action, what happened.

    told  what it revealed, if that had to be said because the game's seed is not known here
    """

    seat: int
    action: Action
    events: tuple[Event, ...]
    told: Told = MappingProxyType({})


class History:
    """The line of moves played last, including those after the point the game has gone back to."""

    def __init__(self, start: State, stride: int = STRIDE) -> None:
        self._stride = stride
        self.line: list[Move] = []
        self._kept = {0: start.copy()}

    def note(self, number: int, move: Move, after: State) -> None:
        """Move `number` was played and led to `after`; a move that differs from the old line cuts it off.

        One that does not replaces it: the log tells the two apart.
        """
        old = self.line[number] if number < len(self.line) else None
        if old is None or old.action is not move.action or old.told != move.told:
            del self.line[number:]
            self._kept = {step: state for step, state in self._kept.items() if step <= number}
        self.line[number : number + 1] = [move]
        if (number + 1) % self._stride == 0 and number + 1 not in self._kept:
            self._kept[number + 1] = after.copy()

    def state(self, step: int) -> State:
        """The state after the first `step` moves of the line; a copy."""
        start = max(kept for kept in self._kept if kept <= step)
        state = self._kept[start].copy()
        for move in self.line[start:step]:
            if move.told:
                state.arrange(move.told)
            state.apply(move.action)
        return state
