"""The levels a person can play against."""

from __future__ import annotations

from random import Random

from game.bots.choice import Choice
from game.bots.players import player
from game.engine import ParseError, State

LEVELS = ("easy", "medium", "hard")


def levels() -> tuple[str, ...]:
    """The available levels, weakest first."""
    return LEVELS


def choose(
    state: State, level: str, rng: Random, *, seconds: float | None = None, work: int | None = None
) -> Choice:
    """What a player of this level does now.

    Bounded by `work` (or by neither, and so by the level's own limit) the choice depends only on the public
    position, the generator and the work. Raises `ParseError` for an unknown level.
    """
    if level not in LEVELS:
        raise ParseError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    return player(level).choose(state, rng, work=work, seconds=seconds)
