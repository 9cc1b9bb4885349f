"""The levels a person can play against."""

from __future__ import annotations

from random import Random

from game.bots.choice import Choice
from game.bots.players import LEVELS
from game.bots.steps import Steps, finish
from game.engine import ParseError, State


def levels() -> tuple[str, ...]:
    """The available levels, weakest first."""
    return tuple(LEVELS)


def choose(
    state: State, level: str, rng: Random, *, seconds: float | None = None, work: int | None = None
) -> Choice:
    """What a player of this level does now.

    Bounded by `work` (or by neither, and so by the level's own limit) the choice depends only on the public
    position, the generator and the work. Raises `ParseError` for an unknown level.
    """
    return finish(choosing(state, level, rng, seconds=seconds, work=work))


def choosing(
    state: State, level: str, rng: Random, *, seconds: float | None = None, work: int | None = None
) -> Steps[Choice]:
    """The same in steps, for where thinking shares a thread with the picture."""
    if level not in LEVELS:
        raise ParseError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    return (yield from LEVELS[level]().choosing(state, rng, work, seconds))
