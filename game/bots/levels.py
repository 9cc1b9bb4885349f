"""The difficulty levels of the built-in computer players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from game.bots.choice import Choice
from game.bots.steps import Steps, finish
from game.bots.thinkers import BeamPlayer, NoisyGreedyPlayer, PlayoutPlayer, SearchPlayer
from game.engine import ParseError, State
from game.levels import EASY, HARD, MASTER, MEDIUM

LEVELS: Mapping[str, Callable[[], SearchPlayer]] = {
    EASY: lambda: NoisyGreedyPlayer(EASY, error=2.0),
    MEDIUM: lambda: BeamPlayer(MEDIUM, width=8),
    HARD: lambda: PlayoutPlayer(HARD),
    MASTER: lambda: PlayoutPlayer(MASTER),
}
"""Constructors of the players, weakest first."""


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
        raise ParseError(f"level: one of {', '.join(LEVELS)} expected, got {level!r:.80}")
    return (yield from LEVELS[level]().choosing(state, rng, work, seconds))
