"""Count action sequences from a position (perft), to test the rules and the AI workers."""

from __future__ import annotations

from game.bots.steps import Steps
from game.engine import State


def perft(state: State, depth: int, nested: bool = False) -> Steps[int]:
    """Return the number of action sequences of length `depth`. A finished game has none.

    Pauses at every position. Yields the number of first actions done, as in "3/107", unless `nested`.
    """
    legal = state.legal_actions()
    if depth == 1:
        return len(legal)
    count = 0
    for done, action in enumerate(legal):
        yield "" if nested else f"{done}/{len(legal)}"
        after = state.copy()
        after.apply(action)
        count += yield from perft(after, depth - 1, nested=True)
    return count
