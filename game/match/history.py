"""The states along a game: going back is quick without keeping every one of them."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.core import Action, Event, State

STRIDE = 20
"""The state after every so many moves is kept; those in between are replayed from the one before."""


class Move(NamedTuple):
    """An action as played: who decided, the action, what happened."""

    seat: int
    action: Action
    events: tuple[Event, ...]


class History:
    """The line of moves played last, including those after the point the game has gone back to."""

    def __init__(self, start: State) -> None:
        self.line: list[Move] = []
        self._kept = {0: start.copy()}

    def note(self, number: int, move: Move, after: State) -> None:
        """Move `number` was played and led to `after`; a move that differs from the old line cuts it off.

        One that does not replaces it: the log tells the two apart.
        """
        if number >= len(self.line) or self.line[number].action is not move.action:
            del self.line[number:]
            self._kept = {step: state for step, state in self._kept.items() if step <= number}
        self.line[number : number + 1] = [move]
        if (number + 1) % STRIDE == 0 and number + 1 not in self._kept:
            self._kept[number + 1] = after.copy()

    def state(self, step: int) -> State:
        """The state after the first `step` moves of the line; a copy."""
        start = max(kept for kept in self._kept if kept <= step)
        state = self._kept[start].copy()
        for move in self.line[start:step]:
            state.apply(move.action)
        return state
