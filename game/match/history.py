"""Past states of a game: fast undo without storing every state."""

from __future__ import annotations

from game.engine.core import State
from game.match.log import Move

STRIDE = 20
"""Number of moves between two stored states. States in between are replayed from the one before."""
SELDOM = 200
"""Number of moves between two stored states where memory matters more than the speed of undo."""


class History:
    """The moves played, including undone ones until the game takes another course."""

    def __init__(self, start: State, stride: int = STRIDE) -> None:
        self._stride = stride
        self.line: list[Move] = []
        self._kept = {0: start.copy()}

    def note(self, number: int, move: Move, after: State) -> None:
        """Record that move `number` was played and led to `after`.

        A move that differs from the undone one discards all that followed. An equal move replaces it, because
        the log tells the two apart.
        """
        old = self.line[number] if number < len(self.line) else None
        if old is None or old.action is not move.action or old.told != move.told:
            del self.line[number:]
            self._kept = {step: state for step, state in self._kept.items() if step <= number}
        self.line[number : number + 1] = [move]
        if (number + 1) % self._stride == 0 and number + 1 not in self._kept:
            self._kept[number + 1] = after.copy()

    def state(self, step: int) -> State:
        """Return a copy of the state after the first `step` moves."""
        start = max(kept for kept in self._kept if kept <= step)
        state = self._kept[start].copy()
        for move in self.line[start:step]:
            if move.told:
                state.arrange(move.told)
            state.apply(move.action)
        return state
