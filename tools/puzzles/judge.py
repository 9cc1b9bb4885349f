"""Whether one plan is clearly the best of a position, by how much, and how certain that is.

Plans count by what they lead to, up to where somebody else decides or something hidden is revealed: all plans
with the same position there are one *way*. The ways are judged in stages, each on pairs: the same deals and
the same replies for every way. A few continuations of one round sort most positions out, then some look
further ahead; margin and certainty come from the many of the last stage.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

from game.bots.brain import Plan, brain
from game.bots.search import SEEDS, Line, Search
from game.bots.steps import finish
from game.engine import Action, State

WIDTH = 8
"""The width of the beam that looks for the plans of a position."""
WAYS = 7
"""Only so many ways, the best by the evaluation, are compared by playing them on."""


class Stage(NamedTuple):
    """One comparison of the best ways.

    ways    so many of them are played on, the best by the stage before
    times   so often each
    rounds  for so many rounds
    margin  the best one's chance to win must be so much above the next one's, or the position is dropped
    """

    ways: int
    times: int
    rounds: int
    margin: float


LEAST_MARGIN = 0.05
"""A position is a puzzle only if the best way's chance to win is so much above that of the next one."""
LEAST_SURE = 0.99
"""A position is a puzzle only if it is so likely that the best way really is the best."""
RIVALS = 3
"""When a puzzle is checked again, its answer is compared with so many other plans."""
STAGES = (
    *(Stage(5, 2, 1, 0.05), Stage(WAYS, 6, 1, LEAST_MARGIN), Stage(3, 12, 2, LEAST_MARGIN)),
    *(Stage(2, 16, 4, 0.03), Stage(4, 40, 2, LEAST_MARGIN)),
)
"""The best ways are compared in stages, each with more continuations than the one before, so that most
positions are dropped early and cheaply."""
HOPE = (0.12, 0.97)
"""The best plan must give a chance to win between these: a game that is lost or won anyway is no puzzle."""


class Way(NamedTuple):
    """What can be done now: a plan, where it leads, and the best line that begins like that."""

    plan: Plan
    position: str
    line: Line
    rank: int
    """Its place by the evaluation alone, from 0."""


class Verdict(NamedTuple):
    """One plan is clearly best.

    chance  the actor's chance to win with it; `second_chance` that of the next best
    sure    how likely it is that it really is better than every other, 0 to 1
    level   1: a player who takes the best next step finds it, 2: one who looks at the whole turn, 3: it takes
            a look at what the others will do
    """

    plan: Plan
    chance: float
    second: Plan
    second_chance: float
    sure: float
    level: int

    @property
    def margin(self) -> float:
        return self.chance - self.second_chance


def careful(state: State) -> Search:
    """A search in which everybody plans whole turns, in every kind of game."""
    mind = brain(state.ruleset.id)
    return Search(mind, state, playouts=mind.playouts)


def ways(search: Search) -> list[Way]:
    """What can be done, best first by the evaluation alone."""
    found: dict[str, Way] = {}
    for line in finish(search.turns(WIDTH)):
        plan = line.plan[: max(1, line.firm)]
        position = position_after(search.state, plan)
        if position not in found:
            found[position] = Way(plan, position, line, len(found))
    return list(found.values())


def position_after(state: State, plan: Sequence[Action]) -> str:
    """The position line after the actions of a plan."""
    after = state.copy()
    for action in plan:
        after.apply(action)
    return after.position()


def verdict(state: State, rng: Random, hunch: float = -1.0) -> Verdict | None:
    """What is clearly best for a position's actor; None if nothing is.

    hunch  look no closer if the evaluation alone sees a smaller margin
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
    return Verdict(best.plan, fmean(chances), second.plan, fmean(others), sure, _level(search, best))


class Standing(NamedTuple):
    """The actor's chance to win with a puzzle's answer, and with the best other plan."""

    chance: float
    second: Plan
    second_chance: float


def standing(
    state: State, answer: Sequence[Action], second: Sequence[Action], rng: Random, times: int
) -> Standing | None:
    """How the answer to a puzzle stands today; None if the search does not find it, or nothing else.

    The answer, the second best plan and those the evaluation likes best are played on `times` times.
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
    return Standing(chance, best.plan, fmean(chances))


_Ranked = list[tuple[Way, list[float]]]


def _ranked(search: Search, field: Sequence[Way], rng: Random, count: int, rounds: int) -> _Ranked:
    """The ways by the actor's mean chance, best first, with what each continuation came to."""
    seeds = [int(rng.random() * SEEDS) for _ in range(count)]
    found = [(way, [_continued(search, way, seed, rounds) for seed in seeds]) for way in field]
    return sorted(found, key=lambda one: -fmean(one[1]))


def _continued(search: Search, way: Way, seed: int, rounds: int) -> float:
    """The actor's chance at the end of one continuation."""
    chance = Random(seed)
    end = finish(search.finished(way.line, chance))
    return finish(search.play_on(end, chance, rounds))[search.seat]


def _margin(ranked: _Ranked) -> float:
    return fmean(ranked[0][1]) - fmean(ranked[1][1])


def _sure(ranked: _Ranked) -> float:
    """How likely it is that the first is better than each of the others."""
    best = ranked[0][1]
    sure = 1.0
    for _, chances in ranked[1:]:
        gains = [a - b for a, b in zip(best, chances, strict=True)]
        error = stdev(gains) / len(gains) ** 0.5
        sure *= NormalDist().cdf(fmean(gains) / error) if error else 1.0
    return sure


def _level(search: Search, best: Way) -> int:
    if _by_steps(search) == best.position:
        return 1
    return 2 if best.rank == 0 else 3


def _by_steps(search: Search) -> str:
    """Where a player ends up who always takes what looks best next."""
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
