"""Decide whether one plan is clearly the best of a position, by what margin, and with what probability.

Plans are grouped by the position after them, up to the next decision of another player or the next revealed
information: a group is a *way*. Ways are compared in stages by common random numbers: equal deals and replies
for every way. A few one-round playouts discard most positions, and later stages look further ahead. Margin
and certainty come from the large sample of the last stage.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

from game.bots.brain import Plan, brain
from game.bots.search import SEEDS, Search, Variation
from game.bots.steps import finish
from game.engine import Action, State

WIDTH = 8
"""Width of the beam search for the plans of a position."""
WAYS = 7
"""Number of ways compared by playouts, the best by the evaluation."""


class ComparisonRound(NamedTuple):
    """One comparison of the best ways.

    ways    number of ways compared, the best of the stage before
    times   playouts per way
    rounds  length of a playout in rounds
    margin  minimum lead in win probability of the best way; below it the position is dropped
    """

    ways: int
    times: int
    rounds: int
    margin: float


LEAST_MARGIN = 0.05
"""Minimum lead in win probability of the best way of a puzzle."""
LEAST_SURE = 0.99
"""Minimum probability that the best way of a puzzle really is the best."""
RIVALS = 3
"""Number of other plans with which an answer is compared when a puzzle is checked again."""
STAGES = (
    *(
        ComparisonRound(5, 2, 1, 0.05),
        ComparisonRound(WAYS, 6, 1, LEAST_MARGIN),
        ComparisonRound(3, 12, 2, LEAST_MARGIN),
    ),
    *(ComparisonRound(2, 16, 4, 0.03), ComparisonRound(4, 40, 2, LEAST_MARGIN)),
)
"""Stages of the comparison: each has more playouts, so that most positions are dropped early and cheaply."""
HOPE = (0.12, 0.97)
"""Bounds of the best plan's win probability: a position that is lost or won anyway is no puzzle."""


class RankedPlan(NamedTuple):
    """A group of plans with one result: a plan, the position after it, and the best variation that starts
    with it."""

    plan: Plan
    position: str
    line: Variation
    rank: int
    """Rank by the evaluation alone, from 0."""


class ClearAnswer(NamedTuple):
    """A position in which one plan is clearly best.

    chance  the actor's win probability with it; `second_chance` that of the next best
    sure    probability that it really is better than every other plan
    level   1: always taking the best next step finds it; 2: planning the whole turn does; 3: the opponents'
            replies matter
    """

    plan: Plan
    chance: float
    second: Plan
    second_chance: float
    sure: float
    level: int

    @property
    def margin(self) -> float:
        """Lead in win probability over the second best plan."""
        return self.chance - self.second_chance


def careful(state: State) -> Search:
    """Return a search in which all players plan whole turns, in every kind of game."""
    adapter = brain(state.ruleset.id)
    return Search(adapter, state, playouts=adapter.playouts)


def ways(search: Search) -> list[RankedPlan]:
    """Return the ways of a position, best first by the evaluation alone."""
    found: dict[str, RankedPlan] = {}
    for line in finish(search.turns(WIDTH)):
        plan = line.plan[: max(1, line.firm)]
        position = position_after(search.state, plan)
        if position not in found:
            found[position] = RankedPlan(plan, position, line, len(found))
    return list(found.values())


def position_after(state: State, plan: Sequence[Action]) -> str:
    """Return the position string after the actions of a plan."""
    after = state.copy()
    for action in plan:
        after.apply(action)
    return after.position()


def verdict(state: State, rng: Random, hunch: float = -1.0) -> ClearAnswer | None:
    """Return the clearly best plan of a position's actor, or None.

    hunch  minimum margin by the evaluation alone; below it no playouts are made
    """
    search = careful(state.determinize(rng, state.actor))
    field = ways(search)[:WAYS]
    if len(field) < 3 or field[0].line.value - field[1].line.value < hunch:
        return None
    ranked: _Ranked = [(way, []) for way in field]
    for stage in STAGES:
        kept = [way for way, _ in ranked[: stage.ways]]
        ranked = _ranked(search, kept, rng, stage.times, stage.rounds) + ranked[stage.ways :]
        if _margin(ranked) < stage.margin or not HOPE[0] <= fmean(ranked[0][1]) <= HOPE[1]:
            return None
    ranked = ranked[: STAGES[-1].ways]
    sure = _sure(ranked)
    if sure < LEAST_SURE:
        return None
    (best, chances), (second, others) = ranked[:2]
    return ClearAnswer(best.plan, fmean(chances), second.plan, fmean(others), sure, _level(search, best))


class AnswerMargin(NamedTuple):
    """The actor's win probabilities with a puzzle's answer and with the best other plan."""

    chance: float
    second: Plan
    second_chance: float


def standing(
    state: State, answer: Sequence[Action], second: Sequence[Action], rng: Random, times: int
) -> AnswerMargin | None:
    """Measure the answer of a puzzle again; None if the search finds only one way or not the answer.

    The answer, the second best plan and those the evaluation ranks highest are played out `times` times.
    """
    search = careful(state.determinize(rng, state.actor))
    field = ways(search)
    goal, next_best = position_after(state, answer), position_after(state, second)
    own = next((way for way in field if way.position == goal), None)
    if own is None or len(field) == 1:
        return None
    others = [way for way in field if way is not own]
    others.sort(key=lambda way: (way.position != next_best, way.rank))
    ranked = _ranked(search, [own, *others[:RIVALS]], rng, times, 2)
    chance = next(fmean(chances) for way, chances in ranked if way is own)
    best, chances = next(one for one in ranked if one[0] is not own)
    return AnswerMargin(chance, best.plan, fmean(chances))


_Ranked = list[tuple[RankedPlan, list[float]]]


def _ranked(search: Search, field: Sequence[RankedPlan], rng: Random, count: int, rounds: int) -> _Ranked:
    """Return the ways by the actor's mean win probability, best first, with the result of each playout."""
    seeds = [int(rng.random() * SEEDS) for _ in range(count)]
    found = [(way, [_continued(search, way, seed, rounds) for seed in seeds]) for way in field]
    return sorted(found, key=lambda one: -fmean(one[1]))


def _continued(search: Search, way: RankedPlan, seed: int, rounds: int) -> float:
    """Return the actor's win probability at the end of one playout."""
    chance = Random(seed)
    end = finish(search.finished(way.line, chance))
    return finish(search.play_on(end, chance, rounds))[search.seat]


def _margin(ranked: _Ranked) -> float:
    return fmean(ranked[0][1]) - fmean(ranked[1][1])


def _sure(ranked: _Ranked) -> float:
    """Return the probability that the first way is better than each of the others."""
    best = ranked[0][1]
    sure = 1.0
    for _, chances in ranked[1:]:
        gains = [a - b for a, b in zip(best, chances, strict=True)]
        error = stdev(gains) / len(gains) ** 0.5
        sure *= NormalDist().cdf(fmean(gains) / error) if error else 1.0
    return sure


def _level(search: Search, best: RankedPlan) -> int:
    if _by_steps(search) == best.position:
        return 1
    return 2 if best.rank == 0 else 3


def _by_steps(search: Search) -> str:
    """Return the position after always taking the step with the best evaluation."""
    state, plan = search.state.copy(), list[Action]()
    while state.actor == search.seat and state.turn_number == search.state.turn_number and len(plan) < 60:
        line = finish(Search(search.brain, state).chains())[0]
        part = line.plan[: max(1, line.firm)]
        for action in part:
            state.apply(action)
        plan += part
        if line.settled:
            break
    return state.position()
