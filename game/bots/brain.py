"""What a computer player must know about one game: which chains of actions are worth considering, and what a
position is worth. The search (`search`) is the same for every game.

A brain holds no game state. It judges by its weights: tables of numbers, one for each kind
of game ("3" seats, "2-pawn"), so that they can be learnt (`python -m tools.tune`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from math import fsum
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from game.bots.confidence import Powers, odds, powers
from game.engine import Action, State
from game.games import part

Plan = tuple[Action, ...]
Weights = Mapping[str, float]


class Playouts(NamedTuple):
    """How plans are played on.

    width    the width of the beam by which everybody plays; 0: by quick replies
    breadth  how many candidates of a position that beam tries, 0 for as many as any other
    deals    over how many deals it judges a plan that shows something hidden; 0: by the position it stops at
    prior    as many continuations the evaluation of a plan counts as
    plans    so many plans are played on
    rounds   the better half of them over so many rounds; a continuation over two is two units of work
    stray    how often somebody takes another plan than the best, so that continuations differ
    among    of how many of the best plans that is one
    afresh   whether the end of a continuation is judged by the clock as it stands then
    samples  in a position of continuations the beam plans so many times, each time with another deal of what
             is hidden, before one of these replies is taken again
    work     continuations of a turn that the strongest level takes if nobody sets a bound
    """

    width: int = 0
    breadth: int = 0
    deals: int = 0
    prior: int = 2
    plans: int = 10
    work: int = 200
    rounds: int = 1
    stray: float = 0.0
    among: int = 3
    afresh: bool = False
    samples: int = 1


QUICK = Playouts()
"""Plans are played on by quick replies alone: enough where a position is only glanced at."""


class Brain(ABC):
    """One game's knowledge. `context` is whatever the brain fixes at the root of a search."""

    tables: Mapping[str, Weights] = {}
    """The weights to play with, by kind of game."""
    breadth: ClassVar[int] = 0
    """How many candidates of a position a beam tries, 0 for all."""
    narrow: ClassVar[tuple[int, int] | None] = None
    """Width and breadth of the beam of the easy level; None if it takes one thing at a time."""
    slip: ClassVar[float] = 1.0
    """How much larger than usual that level's errors are in this game."""
    deals: ClassVar[int] = 0
    """Over how many deals a plan is judged that shows something hidden; 0: by the position it stops at."""

    width: ClassVar[int] = 8
    """The width of the beam of the strongest level."""
    playouts: ClassVar[Playouts] = QUICK
    """How it plays plans on, unless `playouts_in` says otherwise."""

    def __init__(self, tables: Mapping[str, Weights] | None = None) -> None:
        if tables is not None:
            self.tables = tables

    def kind(self, seats: int, options: Mapping[str, str]) -> str:
        """Which of the tables is used for such a game."""
        return str(seats)

    def powers(self, state: State) -> Powers:
        """How estimates become chances in such a game."""
        return powers(state.ruleset.id, self.kind(state.seats, state.options))

    def odds(self, state: State, level: str) -> float:
        """By what the odds of whoever has planned a turn at that level are multiplied (`tempered`)."""
        return odds(state.ruleset.id, self.kind(state.seats, state.options), level)

    def playouts_in(self, state: State) -> Playouts:
        """How plans are played on in such a game."""
        return self.playouts

    def mastery(self, playouts: Playouts, state: State) -> Playouts:
        """How a master plays plans on where the level below does so."""
        return playouts

    def doubting(self, playouts: Playouts, state: State) -> Playouts:
        """The same for a player, who had better not expect others always to do what is best; where plans are
        judged, they do, or the verdict would change from one time to the next."""
        return playouts

    def left(self, state: State, context: Any) -> float:
        """How much of the game is left, 1 to 0."""
        return 0.5

    def weights(self, seats: int, options: Mapping[str, str]) -> Weights:
        """The weights used for such a game."""
        return self.tables.get(self.kind(seats, options), {})

    def with_weights(self, weights: Weights) -> Self:
        """The same knowledge, judging every kind of game by these weights."""
        return type(self)(_Always(weights))

    def at_a_glance(self) -> Self:
        """The same knowledge, judging as players do best that do not play plans on."""
        return self

    def playing_on(self) -> Self:
        """The same knowledge, judging as players do best that play plans on."""
        return self

    def context(self, state: State) -> Any:
        """What stays fixed while a search looks ahead from this state: the clock, the weights."""
        return None

    def context_within(self, state: State, context: Any) -> Any:
        """The same for a search within a search, which may share what the outer one has worked out."""
        return self.context(state)

    def context_in_turn(self, state: State, context: Any) -> Any:
        """The same for whoever plans this turn in a continuation."""
        return context

    def width_in(self, state: State, width: int) -> int:
        """How wide the beam is in which a player plans its own turn, where this is the usual width."""
        return width

    def endings(self, state: State, context: Any) -> Sequence[Any]:
        """Ways in which the actor might end the game in this turn, for `towards`."""
        return ()

    def towards(self, ending: Any, state: State, context: Any) -> Plan:
        """The next chain of actions on such a way; nothing if it leads no further."""
        return ()

    @abstractmethod
    def candidates(self, state: State, context: Any) -> Sequence[Plan]:
        """Chains of actions worth considering for the actor, most promising first; at least one.

        Each chain is one thing to do (a claim with its benefit, a move of several pieces); of several
        with equal effect only one is given. All its actions are the actor's, and legal one after the other.
        """

    @abstractmethod
    def evaluate(self, state: State, context: Any) -> list[float]:
        """Each seat's expected final points, by seat; works for a finished game too."""

    def chances(self, worth: Sequence[float], context: Any) -> list[float]:
        """Each seat's chance of winning, given these expected points. Only + - * /, so that the result is
        the same in every Python, native or WebAssembly."""
        return shares(worth, self.spread(context))

    def value(self, chance: float, ahead: float, length: int, over: bool, context: Any) -> float:
        """What lines are ordered by: the chance, to a small extent the lead in points, and a short plan."""
        return chance + 0.002 * ahead - 0.0002 * length

    def promise(self, estimate: float, ahead: float, over: bool, context: Any) -> float:
        """What lines are ordered by once they were played on: the estimate of the chance. A game may look at
        the points ahead, too: when all is lost, or won, estimates hardly differ."""
        return estimate

    def closing(self, chance: float, state: State, context: Any) -> float:
        """What is added to both for being near the end of the game, where the actor wants it over."""
        return 0.0

    def spread(self, context: Any) -> float:
        """By how many points the result usually differs from the expectation."""
        return 8.0

    def reply(self, state: State, context: Any, rng: Random | None) -> Plan:
        """A quick reply for the actor, used in playouts; with `rng` not always the same."""
        best: tuple[float, Plan] | None = None
        seat = state.actor
        assert seat is not None
        for plan in self.candidates(state, context):
            after = state.copy()
            for action in plan:
                after.apply(action)
            value = lead(self.evaluate(after, context), seat)
            if rng is not None:
                value += 2.0 * (rng.random() - rng.random())
            if best is None or value > best[0]:
                best = value, plan
        assert best is not None
        return best[1]

    def key(self, state: State) -> Hashable:
        """Equal for positions of which only one need be considered."""
        return state.position()

    def reason(
        self, state: State, plan: Plan, context: Any, whole: bool = False
    ) -> tuple[str, dict[str, Any]] | None:
        """Why this plan: an id and facts for a sentence (`bot.<id>` of the catalogues); of all of it if it is
        `whole`, else of what can be shown before others decide."""
        return None


class _Always(dict[str, Weights]):
    """A table that gives the same weights for every kind of game."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self._weights = weights

    def get(self, key: str, default: Any = None) -> Weights:
        return self._weights

    def __getitem__(self, key: str) -> Weights:
        return self._weights


def lead(worth: Sequence[float], seat: int) -> float:
    """How far a seat is ahead of the mean of the others."""
    if len(worth) == 1:
        return worth[0]
    return worth[seat] - (fsum(worth) - worth[seat]) / (len(worth) - 1)


def shares(worth: Sequence[float], spread: float) -> list[float]:
    """Chances of winning from expected points; they add up to 1.

    >>> [round(share, 2) for share in shares([40, 40, 30], 8.0)]
    [0.47, 0.47, 0.07]
    """
    mean = fsum(worth) / len(worth)
    odds = []
    for value in worth:
        z = (value - mean) / spread
        odd = 1.0 + z if z >= 0 else 1.0 / (1.0 - z)
        odds.append(odd * odd)
    total = fsum(odds)
    return [odd / total for odd in odds]


@cache
def brain(ruleset_id: str) -> Brain:
    """The brain for a ruleset, with its learnt weights."""
    found: Brain = part(ruleset_id, "bots").BRAIN
    return found
