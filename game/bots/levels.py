"""The difficulty levels of the built-in computer players."""

from __future__ import annotations

from random import Random

from game.bots.choice import Choice
from game.bots.players import LEVELS
from game.bots.steps import Steps, finish
from game.engine import ParseError, State


def levels() -> tuple[str, ...]:
    """Return the available levels, weakest first."""
    return tuple(LEVELS)


def choose(
    state: State, level: str, rng: Random, *, seconds: float | None = None, work: int | None = None
) -> Choice:
    """Choose a plan as a player of this level.

    Bounded by `work` (or by the level's default), the choice depends only on the public position, the
    generator and `work`. Raises `ParseError` for an unknown level.
    """
    return finish(choosing(state, level, rng, seconds=seconds, work=work))


def choosing(
    state: State, level: str, rng: Random, *, seconds: float | None = None, work: int | None = None
) -> Steps[Choice]:
    """Choose a plan step by step: a generator for threads that must also draw. Returns the choice of
    `choose`."""
    if level not in LEVELS:
        raise ParseError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    return (yield from LEVELS[level]().choosing(state, rng, work, seconds))
