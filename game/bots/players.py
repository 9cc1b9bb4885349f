"""Registry of computer players by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Protocol, Self, runtime_checkable

from game.bots.choice import Choice
from game.bots.levels import LEVELS
from game.bots.thinkers import GreedyPlayer, RolloutPolicyPlayer
from game.engine import ParseError, State
from game.engine.taste import Taste


class Player(Protocol):
    """A player for one seat of one game. It may keep data between decisions."""

    name: str

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        """Choose a plan. The search is bounded by `work`, by `seconds`, or by the player's default.

        Bounded by `work`, the choice is reproducible for the same state, generator and work.
        """
        ...


@runtime_checkable
class Tunable(Protocol):
    """A player whose evaluation weights can be trained (`python -m tools.tune`)."""

    def weights(self, ruleset: str, seats: int, options: Mapping[str, str]) -> Mapping[str, float]:
        """Return the evaluation weights for such a game."""
        ...

    def with_weights(self, weights: Mapping[str, float]) -> Self:
        """Return a copy of the player that uses these weights."""
        ...


class RandomPlayer:
    """A player that chooses legal actions uniformly at random."""

    name = "random"

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        """Choose a legal action uniformly at random. The bounds are ignored."""
        legal = state.legal_actions()
        return Choice((legal[int(rng.random() * len(legal))],))


class TastePlayer:
    """A player with a biased random policy, which prefers some actions and places to others and so makes
    progress."""

    name = "taste"

    def __init__(self) -> None:
        self._taste: Taste | None = None

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        """Choose a legal action by the biased random policy. The bounds are ignored."""
        seat = state.actor
        assert seat is not None, "the game is over"
        if self._taste is None:
            self._taste = Taste(rng)
        return Choice((self._taste.choose(state.legal_actions(), seat),))


PLAYERS: dict[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "taste": TastePlayer,
    "quick": lambda: RolloutPolicyPlayer("quick"),
    "greedy": lambda: GreedyPlayer("greedy"),
    **LEVELS,
}


def player(name: str, players: Mapping[str, Callable[[], Player]] = PLAYERS) -> Player:
    """Create a player by name, or a custom one given as `module:object`, a class or function that returns it.

    players  constructors of the known players, by name

    Raises `ParseError` for an unknown name and for a missing module or object.

    >>> player("taste").name
    'taste'
    """
    if name in players:
        return players[name]()
    module, colon, item = name.partition(":")
    if not colon:
        raise ParseError(f"unknown player {name!r}: expected one of {', '.join(players)}, or module:object")
    try:
        made: Player = getattr(import_module(module), item)()
    except (ImportError, ValueError, AttributeError, TypeError) as wrong:
        raise ParseError(f"no player can be made of {name!r}: {wrong}") from wrong
    if not callable(getattr(made, "choose", None)):
        raise ParseError(f"no player can be made of {name!r}: what it makes has no method 'choose'")
    return made
