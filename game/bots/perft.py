"""Count action sequences from a position (perft), to test the rules and the AI workers."""

from __future__ import annotations

from collections.abc import Generator

from game.engine import State


def perft(state: State, depth: int) -> Generator[str, None, int]:
    """Return the number of action sequences of length `depth`. A finished game has none.

    Pauses at every position. Yields the number of first actions done, as in "3/107".
    """
    legal = state.legal_actions()
    if depth == 1:
        return len(legal)
    count = 0
    for done, action in enumerate(legal):
        yield f"{done}/{len(legal)}"
        after = state.copy()
        after.apply(action)
        count += yield from _below(after, depth - 1)
    return count


def _below(state: State, depth: int) -> Generator[str, None, int]:
    legal = state.legal_actions()
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:
        yield ""
        after = state.copy()
        after.apply(action)
        count += yield from _below(after, depth - 1)
    return count
