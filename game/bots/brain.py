"""Base class of the search's game adapters: move generation and evaluation for one game.

The search itself (`search`) is the same for every game. A `Brain` holds no game state. It evaluates with
weight tables, one for each kind of game ("3" seats, "2-pawn"), which can be trained (`python -m tools.tune`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from math import fsum
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from game.bots.confidence import Power, Powers, powers
from game.engine import Action, Reason, State
from game.games import optional_part
from game.worker_messages import Threat

Plan = tuple[Action, ...]
Weights = Mapping[str, float]
AnyState = Any
"""A state of the game's own class."""
NextStep = Callable[[AnyState], Plan]
"""A function that returns the next macro-action of a plan, or nothing if it leads no further."""


class Playouts(NamedTuple):
    """Parameters of playouts.

    width    beam width of the rollout policy of every player; 0: the fast one-ply policy
    breadth  branching factor of that beam; 0: the default of the game
    deals    number of deals over which that beam averages a plan that reveals hidden information; 0: it
             evaluates the position at the reveal
    prior    weight of a plan's static evaluation, in playouts
    plans    number of plans that are played out
    rounds   length of the playouts, in rounds, for the better half of the plans; two rounds cost two units
    stray    probability that a player deviates from its best plan, for variety between playouts
    among    number of best plans among which a deviating player chooses
    afresh   whether the end of a playout is evaluated with the game-phase estimate of that position
    samples  number of plans computed for a position that occurs in several playouts, each with the hidden
             information re-dealt, before one of them is reused
    work     default number of playouts for a turn at the strongest level
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
"""Playouts by the fast one-ply policy alone, enough for shallow evaluations."""


SPREAD, LEAST_SPREAD = 0.4, 6.0
"""In games without an adapter, results differ from the score by this fraction of the best score, and by at
least this number of points."""


class GameEnd(NamedTuple):
    """A way in which a seat can end the game within its next turn, if nothing changes before.

    seat     the seat whose action ends the game
    place    element of that action, such as "route.groningen-emden"; "" for none
    actions  number of actions that it takes, with those that prepare it
    reason   id of the end condition, as in `Outcome.reason`
    totals   final points by seat
    winners  seats that win
    """

    seat: int
    place: str
    actions: int
    reason: str
    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def ahead(self) -> int:
        """Return the lead of the seat over the best other one; negative if it is behind."""
        return self.totals[self.seat] - max(
            points for seat, points in enumerate(self.totals) if seat != self.seat
        )


class Brain:
    """The search's knowledge of one game. `context` is data that the adapter fixes at the root of a
    search."""

    tables: Mapping[str, Weights] = {}
    """Evaluation weights by kind of game."""
    breadth: ClassVar[int] = 0
    """Default branching factor of the beam search; 0: all candidates."""
    narrow: ClassVar[tuple[int, int] | None] = None
    """Width and branching factor of the easy level's beam; None: that level plans one macro-action
    at a time."""
    slip: ClassVar[float] = 1.0
    """Factor for the easy level's evaluation noise in this game."""
    deals: ClassVar[int] = 0
    """Number of deals over which a plan that reveals hidden information is averaged; 0: it is evaluated at
    the reveal."""

    playouts: ClassVar[Playouts] = QUICK
    """Default parameters of the playouts of the strongest levels (see `playouts_for`)."""
    certainty: ClassVar[tuple[int, int]] = 1, 1
    """Factors of the calibration exponents for plans, early and late: above 1 if estimates are flatter than
    those that the exponents were fitted to."""

    def __init__(self, tables: Mapping[str, Weights] | None = None) -> None:
        if tables is not None:
            self.tables = tables

    def kind(self, seats: int, options: Mapping[str, str]) -> str:
        """Return the key of the weight table for such a game."""
        return str(seats)

    def powers(self, state: AnyState) -> Powers:
        """Return the calibration exponents for such a game."""
        (early, late), position = powers(state.ruleset.id, self.kind(state.seats, state.options))
        return Powers(Power(self.certainty[0] * early, self.certainty[1] * late), position)

    def playouts_for(self, state: AnyState, level: str = "") -> Playouts:
        """Return the playout parameters for such a game.

        level  the level that chooses a move, with uncertainty about the opponents' replies; "": for
               evaluating moves, with results that do not vary from one run to the next
        """
        return self.playouts

    def left(self, state: AnyState, context: Any) -> float:
        """Return the fraction of the game that is left, from 1 to 0."""
        return 0.5

    def weights(self, seats: int, options: Mapping[str, str]) -> Weights:
        """Return the evaluation weights for such a game."""
        return self.tables.get(self.kind(seats, options), {})

    def with_weights(self, weights: Weights) -> Self:
        """Return an adapter that uses these weights for every kind of game."""
        return type(self)(_Always(weights))

    def adapted(self, playouts: bool) -> Self:
        """Return an adapter with the weights that suit players with playouts, or players without."""
        return self

    def context(self, state: AnyState) -> Any:
        """Return the data that stays fixed during a search from this state, such as the game phase and the
        weights."""
        return None

    def nested_context(self, state: AnyState, context: Any, playout: bool) -> Any:
        """Return the context of a search within another one with this `context`: for a turn in a playout, or
        for the rest of the actor's turn after a reveal."""
        return context if playout else self.context(state)

    def beam_width(self, state: AnyState, width: int) -> int:
        """Return the beam width for planning a player's own turn.

        width  the default of the player's level; 0 for the strongest levels
        """
        return width or 8

    def endings(self, state: AnyState, context: Any) -> Sequence[NextStep]:
        """Return ways in which the actor could end the game in this turn, because a beam can prune them."""
        return ()

    def foreseen(self, state: AnyState, chances: list[float], context: Any) -> list[float]:
        """Return win probabilities that consider who can end the game next and win. By default they are
        unchanged."""
        return chances

    def guards(self, state: AnyState, context: Any) -> Sequence[Plan]:
        """Return macro-actions against the endings by which an opponent would win after this turn."""
        return ()

    def game_ends(self, state: AnyState) -> Sequence[GameEnd]:
        """Return the ways in which each seat can end the game within its next turn (the actor: within this
        turn), in turn order. By default none is known."""
        return ()

    def threats(self, state: AnyState, seat: int) -> Sequence[Threat]:
        """Return the most valuable things that the opponents of a seat can do in their next turns, in turn
        order. By default none is known."""
        return ()

    def candidates(self, state: AnyState, context: Any) -> Sequence[Plan]:
        """Return macro-actions worth considering for the actor, most promising first; at least one.

        Each macro-action is one purposeful sequence (a claim with its benefit, a move of several pieces).
        Only one is given of several with equal effect. All its actions are the actor's, and they are legal in
        sequence. By default every legal action is one macro-action.
        """
        return [(action,) for action in state.legal_actions()]

    def evaluate(self, state: AnyState, context: Any) -> list[float]:
        """Return the expected final points by seat. Finished games can also be evaluated. By default those
        are the points if the game ended now."""
        rows = [line.points for line in state.scores()]
        return [float(sum(column)) for column in zip(*rows, strict=True)]

    def value(self, chance: float, ahead: float, length: int | None, state: AnyState, context: Any) -> float:
        """Return the sort key of plans: the win probability, plus a little for a lead in points and for a
        short plan.

        ahead   the lead in points
        length  the number of actions; None after playouts, which count by the win probability alone
        state   the position after the plan
        """
        return chance if length is None else chance + 0.002 * ahead - 0.0002 * length

    def spread(self, context: Any) -> float:
        """Return the standard deviation of the final points from the expected ones."""
        return 8.0

    def reply(self, state: AnyState, context: Any, rng: Random | None) -> Plan:
        """Return the actor's move by the fast rollout policy. With `rng`, the choice varies."""
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

    def key(self, state: AnyState) -> Hashable:
        """Return a key that is equal for positions of which only one needs to be considered."""
        position: str = state.position()
        return position

    def reason(self, state: AnyState, plan: Plan, context: Any, whole: bool = False) -> Reason | None:
        """Return the reason for a plan as an id (`bot.<id>` of the catalogues) and the facts for its
        sentence.

        whole    explain the whole plan, not only the part that is shown before another player decides
        """
        return None


class PlainBrain(Brain):
    """The adapter for games without one, from their legal actions and scores alone.

    Its evaluation does not look ahead. Levels with playouts see actions that pay off later, because a playout
    lasts several rounds.
    """

    slip = 0.3
    playouts = Playouts(plans=12, work=240, rounds=6)

    def context(self, state: State) -> float:
        """Return the number of points by which results differ from the score."""
        return max(LEAST_SPREAD, SPREAD * max(self.evaluate(state, None)))

    def spread(self, context: Any) -> float:
        return float(context)


class _Always(dict[str, Weights]):
    """A table with the same weights for every kind of game."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self._weights = weights

    def get(self, key: str, default: Any = None) -> Weights:
        return self._weights

    def __getitem__(self, key: str) -> Weights:
        return self._weights


def lead(worth: Sequence[float], seat: int) -> float:
    """Return the difference between a seat's value and the mean of the others."""
    if len(worth) == 1:
        return worth[0]
    return worth[seat] - (fsum(worth) - worth[seat]) / (len(worth) - 1)


def shares(worth: Sequence[float], spread: float) -> list[float]:
    """Return the win probabilities for these expected points. They add up to 1.

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
    """Return the adapter for a ruleset, with its trained weights; a `PlainBrain` if the game has none."""
    bots = optional_part(ruleset_id, "bots")
    if bots is None:
        return PlainBrain()
    found: Brain = bots.BRAIN
    return found
