"""Search-based players: greedy with noise, beam search over whole turns, and beam search with playouts."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, Self

from game.bots.brain import Brain, Plan, Weights, brain, lead
from game.bots.budget import Budget
from game.bots.choice import Alternative, Choice, ExpectedStage, aim
from game.bots.confidence import odds, tempered
from game.bots.search import Search, Variation
from game.bots.steps import Steps, finish
from game.engine import Event, Reason, State

HOUSE = re.compile(r"\.\d+\b")
"""The number of a house, or of another place of several alike, in the text of an action."""
ALTERNATIVES = 4
COMPARED = 16
"""Number of best plans among which alternatives with another aim are looked up."""
LONG = 30
"""Number of rounds after which the easy level searches with a wider beam, to bring a long game to its end."""
WON = 1000.0
"""Value of a win, in points: more than any partial progress on the board."""


class SearchPlayer(ABC):
    """A player with a game adapter (`Brain`). Subclasses define how plans are found and ordered.

    The player follows a plan while the position is the expected one, even if others decide in between. It
    searches again after an unexpected decision, and after hidden information has been revealed.
    """

    has_playouts: ClassVar[bool] = False
    """True if the player uses playouts."""

    def __init__(
        self,
        name: str,
        weights: Weights | None = None,
        *,
        error: float = 0.0,
        width: int = 0,
        breadth: int = 0,
        plans: int = 0,
        work: int = 0,
    ) -> None:
        """Create a player. Each kind of player uses some of these parameters.

        weights  evaluation weights in place of the trained ones
        error    factor of the evaluation noise
        width    beam width; 0: the default of the game
        breadth  branching factor of the beam; 0: the default of the game
        plans    number of plans that are played out; 0: the default of the game
        work     number of playouts without another budget; 0: the default of the game
        """
        self.name, self._weights = name, weights
        self.error, self.width, self.breadth, self.plans, self.work = error, width, breadth, plans, work
        self._rest: tuple[str, Choice] | None = None

    def with_weights(self, weights: Weights) -> Self:
        """Return a copy of the player that uses these weights."""
        error, width, breadth = self.error, self.width, self.breadth
        plans, work = self.plans, self.work
        return type(self)(
            self.name, weights, error=error, width=width, breadth=breadth, plans=plans, work=work
        )

    def brain(self, state: State) -> Brain:
        """Return the adapter for the game, with this player's weights."""
        if self._weights is not None:
            return brain(state.ruleset.id).with_weights(self._weights)
        return self.learnt(state.ruleset.id)

    def learnt(self, ruleset: str) -> Brain:
        """Return the adapter with the weights trained for this kind of player."""
        return brain(ruleset).adapted(self.has_playouts)

    def weights(self, ruleset: str, seats: int, options: Mapping[str, str]) -> Weights:
        """Return the evaluation weights for such a game."""
        if self._weights is not None:
            return self._weights
        return self.learnt(ruleset).weights(seats, options)

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        """Return the rest of the current plan if everything went as expected, otherwise a new plan."""
        return finish(self.choosing(state, rng, work, seconds))

    def choosing(self, state: State, rng: Random, work: int | None, seconds: float | None) -> Steps[Choice]:
        """Choose a plan step by step: a generator that returns the choice of `choose`."""
        position = state.position(state.actor)
        if self._rest is not None and self._rest[0] == position:
            choice = self._rest[1]
        else:
            choice = yield from self.think(state.ruleset.parse_position(position), rng, work, seconds)
        self._rest = None
        rest = Choice(choice.plan[1:], choice.chances, (), choice.reason, choice.firm - 1, choice.then)
        if choice.firm > 1:
            after = state.copy()
            after.apply(choice.action)
            self._rest = after.position(after.actor), rest
        elif choice.then:
            first, *later = choice.then
            self._rest = first.position, replace(rest, firm=first.firm, then=tuple(later))
        return choice

    def think(self, state: State, rng: Random, work: int | None, seconds: float | None) -> Steps[Choice]:
        """Return a new plan. `state` holds only what its actor knows."""
        search = Search(self.brain(state), state.determinize(rng, state.actor))
        return chosen(search, (yield from self.lines(search, rng, work, seconds)), self.name)

    @abstractmethod
    def lines(
        self, search: Search, rng: Random, work: int | None, seconds: float | None
    ) -> Steps[list[Variation]]:
        """Return plans in order, best first."""


class RolloutPolicyPlayer:
    """A player that uses the fast rollout policy of the search. The fastest player, for training."""

    def __init__(self, name: str, weights: Weights | None = None) -> None:
        self.name = name
        self._weights = weights
        self._rest: Plan = ()
        self._context: tuple[int, Any] | None = None

    def weights(self, ruleset: str, seats: int, options: Mapping[str, str]) -> Weights:
        """Return the evaluation weights for such a game."""
        return self._weights if self._weights is not None else brain(ruleset).weights(seats, options)

    def with_weights(self, weights: Weights) -> RolloutPolicyPlayer:
        """Return a copy of the player that uses these weights."""
        return RolloutPolicyPlayer(self.name, weights)

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        """Return the next action of the current macro-action, or a new one by one-ply evaluation."""
        if not self._rest or self._rest[0] not in state.legal_actions():
            adapter = brain(state.ruleset.id)
            if self._weights is not None:
                adapter = adapter.with_weights(self._weights)
            if self._context is None or self._context[0] != state.turn_number:
                self._context = state.turn_number, adapter.context(state)
            self._rest = adapter.reply(state, self._context[1], rng)
        choice, self._rest = Choice(self._rest), self._rest[1:]
        return choice


class GreedyPlayer(SearchPlayer):
    """A player that chooses the best next macro-action, with evaluation noise: its estimate of the points is
    off by up to `error` times `Brain.slip`."""

    def lines(
        self, search: Search, rng: Random, work: int | None, seconds: float | None
    ) -> Steps[list[Variation]]:
        found = yield from search.chains()
        most = 0.02 * self.error * search.brain.slip
        for line in found:
            line.value += most * (rng.random() - rng.random())
        return sorted(found, key=lambda line: -line.value)


class NoisyGreedyPlayer(GreedyPlayer):
    """The easy level: greedy, or a narrow noisy beam search where the game requires it.

    With `Brain.narrow`, it plans whole turns in a narrow beam with twice the noise, and prefers to end a game
    that has become very long.
    """

    def lines(
        self, search: Search, rng: Random, work: int | None, seconds: float | None
    ) -> Steps[list[Variation]]:
        narrow = search.brain.narrow
        if narrow is None:
            return (yield from super().lines(search, rng, work, seconds))
        if search.state.turn_number > LONG * search.state.seats:
            return (yield from search.lines(8))
        found = yield from search.lines(*narrow)
        most = 2.0 * self.error * search.brain.slip
        for line in found:
            seen = lead(line.worth, search.seat) + most * (rng.random() - rng.random())
            if line.state.actor is None:
                seen += WON * (line.chances[search.seat] - 0.5)
            line.value = seen - 1e-6 * len(line.plan)
        return sorted(found, key=lambda line: -line.value)


class BeamPlayer(SearchPlayer):
    """A player that plans its whole turn by beam search."""

    def lines(
        self, search: Search, rng: Random, work: int | None, seconds: float | None
    ) -> Steps[list[Variation]]:
        width = search.brain.beam_width(search.state, self.width)
        return (yield from search.turns(width, self.breadth or search.brain.breadth, rng))


class PlayoutPlayer(BeamPlayer):
    """A player that plans whole turns and plays out the best plans within its budget, with the parameters of
    the level with its name (`Brain.playouts_for`)."""

    has_playouts = True

    def lines(
        self, search: Search, rng: Random, work: int | None, seconds: float | None
    ) -> Steps[list[Variation]]:
        below, search.playouts = search.playouts, search.brain.playouts_for(search.state, self.name)
        if seconds is not None and search.playouts.width > below.width:
            search.first = below._replace(stray=search.playouts.stray)  # to have time for every plan
        if work is None and seconds is None:
            work = self.work or search.playouts.work
        budget = Budget(work, seconds)
        found = yield from super().lines(search, rng, work, seconds)
        if found[0].state.actor is None:
            return found  # the game ends, so that no playout is possible
        plans = self.plans or search.playouts.plans
        for line in found[:plans]:
            line.chances = search.foreseen(line)
        return (yield from search.compare(found[:plans], rng, budget)) + found[plans:]


def chosen(search: Search, lines: list[Variation], level: str) -> Choice:
    """Return the choice for the first plan, with the next ones as alternatives.

    Win probabilities are calibrated as predictions of a player of this level.
    """
    best, adapter, state = lines[0], search.brain, search.state
    power = adapter.powers(state).plan
    left, kind = adapter.left(state, search.context), adapter.kind(state.seats, state.options)
    known = power.at(left) > 0  # else the first mover would start below even
    less = odds(state.ruleset.id, kind, level, left) if known else 1.0

    def chances(line: Variation) -> tuple[float, ...]:
        estimate = line.estimate() if line.count else search.foreseen(line)
        return tuple(tempered(search.confident(estimate, power), search.seat, less))

    def reason(line: Variation) -> Reason | None:
        return search.brain.reason(search.state, line.plan, search.context)

    why, others, most = reason(best), list[Alternative](), chances(best)
    firsts, aims, taken = {best.plan[0]}, {aim(why)}, {actions_of(best.plan)}
    told = [
        (line, at_most(chances(line), search.seat, most[search.seat]))
        for line in lines[1:COMPARED]
        if line.count or not best.count
    ]
    for line, its_chances in sorted(told, key=lambda one: -one[1][search.seat]):
        if len(others) == ALTERNATIVES:
            break
        if line.plan[0] in firsts or actions_of(line.plan) in taken:
            continue
        other = Alternative(line.plan, its_chances, reason(line))
        if aim(other.reason) not in aims:
            others.append(other)
            firsts.add(line.plan[0])
            aims.add(aim(other.reason))
            taken.add(actions_of(line.plan))
    followed = stages(search, best.plan)
    return Choice(best.plan, most, tuple(others), why, max(1, best.firm), followed)


def at_most(chances: tuple[float, ...], seat: int, most: float) -> tuple[float, ...]:
    """Return win probabilities in which the seat's is no higher than that of the chosen plan. An alternative
    that was left out after a few shorter playouts may have a higher estimate, but not in the same playouts.

    >>> at_most((0.5, 0.25, 0.25), 0, 0.25)
    (0.25, 0.375, 0.375)
    """
    if chances[seat] <= most:
        return chances
    others = (1.0 - most) / (1.0 - chances[seat]) if chances[seat] < 1.0 else 0.0
    return tuple(most if who == seat else chance * others for who, chance in enumerate(chances))


def actions_of(plan: Plan) -> tuple[str, ...]:
    """Return the actions of a plan in an order that does not depend on its own, each house of a route as
    that route."""
    return tuple(sorted(HOUSE.sub("", action.text) for action in plan))


def stages(search: Search, plan: Plan) -> tuple[ExpectedStage, ...]:
    """Return the later stages of a plan, which follow decisions of others within it, if they decide as
    foreseen."""
    state, seat, found = search.state.copy(), search.seat, list[ExpectedStage]()
    turn, revealing = state.turn_number, state.ruleset.revealing
    for action in plan:
        events, others = list[Event](), state.actor != seat
        while state.actor not in (seat, None):
            for reply in search.brain.reply(state, search.context, None):
                events += state.apply(reply)
        if state.turn_number != turn or any(event.kind in revealing for event in events):
            break
        if others:
            found.append(ExpectedStage(state.position(seat), 0))
        events = state.apply(action)
        if found:
            found[-1] = found[-1]._replace(firm=found[-1].firm + 1)
        if any(event.kind in revealing for event in events):
            break
    return tuple(found)
