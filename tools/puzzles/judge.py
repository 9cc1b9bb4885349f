"""Decide whether one plan is clearly the best of a position, by what margin, and with what probability.

Plans are grouped by the position after them, up to the next decision of another player or the next revealed
information: a group is a *way*. For candidates, a few one-round playouts discard most positions
(`promising`). Then rollouts to the end of the game decide (`judged`), in which some turns deviate from the
best plan. They have two stages, each a sequential test (`contest`):

1. Players of medium compare the known plans and the best others. Of those that are certainly worse (99 %)
   than the answer, the best is the second plan. Another plan is accepted as an answer if its difference from
   the best one is below `LEAST_MARGIN` and cannot become certain. With a larger difference that cannot become
   certain, the position is dropped.
2. Players of hard compare the answer with the second plan only. They confirm the answer with 90 %, by their
   games alone. A probability of the average counts the more, the better it fits the games of stage 1.

The published certainty is that of stage 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from game.bots.brain import Plan, brain
from game.bots.search import SEEDS, Search, Variation
from game.bots.steps import finish
from game.engine import Action, State
from tools.puzzles.contest import (
    BY_HARD,
    BY_MEDIUM,
    MOST_EQUALS,
    Entrant,
    Schedule,
    contest,
)

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
"""Minimum lead in win probability of the best way of a puzzle over the second."""
LEAST_CHANCE = 0.1
"""Minimum win probability of the answer of a puzzle: a lost position is no puzzle."""
RIVALS = 3
"""Number of other plans, those the evaluation ranks highest, that are rolled out with an answer and its
second."""
STAGES = (
    ComparisonRound(5, 2, 1, 0.05),
    ComparisonRound(WAYS, 6, 1, LEAST_MARGIN),
    ComparisonRound(3, 12, 2, LEAST_MARGIN),
)
"""Stages of the search for candidates: each has more playouts, so that most positions are dropped early and
cheaply."""
HOPE = (0.12, 0.97)
"""Bounds of the best plan's win probability in the search for candidates."""
MOST_SURE = 0.999
"""Maximum certainty of an answer: more is not measured."""


class RankedPlan(NamedTuple):
    """A group of plans with one result: a plan, the position after it, and the best variation that starts
    with it."""

    plan: Plan
    position: str
    line: Variation
    rank: int
    """Rank by the evaluation alone, from 0."""


class LevelResult(NamedTuple):
    """The rollouts of the answer and of the second plan by one kind of player: number of games of each plan,
    and the shares of them that were won."""

    games: int
    chance: float
    second: float


class Judged(NamedTuple):
    """A position in which one plan is clearly better than the second.

    accepted  other plans that won as often
    sure      probability that the answer wins more often than the second plan
    points    mean final points of each seat with the answer; `second_points` with the second plan
    level     1: always taking the best next step finds it; 2: planning the whole turn does; 3: the opponents'
              replies matter
    """

    answer: tuple[str, ...]
    accepted: tuple[tuple[str, ...], ...]
    second: tuple[str, ...]
    medium: LevelResult
    hard: LevelResult
    sure: float
    points: tuple[float, ...]
    second_points: tuple[float, ...]
    level: int


class Rejected(Exception):
    """A position that is no puzzle. The message states why."""


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


def promising(state: State, rng: Random, hunch: float = -1.0) -> tuple[str, ...]:
    """Return the plan of a position's actor that is best in playouts of one and two rounds, as action texts;
    empty if none is clearly best.

    hunch  minimum margin by the evaluation alone; below it no playouts are made
    """
    search = careful(state.determinize(rng, state.actor))
    field = ways(search)[:WAYS]
    if len(field) < 3 or field[0].line.value - field[1].line.value < hunch:
        return ()
    for stage in STAGES:
        ranked = _ranked(search, field[: stage.ways], rng, stage.times, stage.rounds)
        field = [way for way, _ in ranked] + field[stage.ways :]
        (_, best), (_, second) = ranked[:2]
        if best - second < stage.margin or not HOPE[0] <= best <= HOPE[1]:
            return ()
    return _texts(field[0].plan)


def _ranked(
    search: Search, field: Sequence[RankedPlan], rng: Random, count: int, rounds: int
) -> list[tuple[RankedPlan, float]]:
    """Return the ways with the actor's mean win probability, best first."""
    seeds = [int(rng.random() * SEEDS) for _ in range(count)]
    found = [(way, fmean(_continued(search, way, seed, rounds) for seed in seeds)) for way in field]
    return sorted(found, key=lambda one: -one[1])


def _continued(search: Search, way: RankedPlan, seed: int, rounds: int) -> float:
    """Return the actor's win probability at the end of one playout."""
    chance = Random(seed)
    end = finish(search.finished(way.line, chance))
    return finish(search.play_on(end, chance, rounds))[search.seat]


def judged(
    state: State,
    known: Sequence[Sequence[str]],
    seed: int,
    medium: Schedule = BY_MEDIUM,
    hard: Schedule = BY_HARD,
) -> Judged:
    """Judge a position by rollouts to the end of the game.

    known  plans that must be among those that are rolled out, the supposed answer first: it stays the answer
           if no plan is certainly better

    Raises `Rejected` if no plan is clearly best, and `ParseError` or `IllegalAction` if a known plan is
    illegal.
    """
    search = careful(state.determinize(Random(seed), state.actor))
    field = _field(state, known, ways(search))
    if len(field) < 2:
        raise Rejected("there is only one plan")
    every = [Entrant(plan) for plan in field.values()]
    left = contest(state, every, medium, seed)
    best, out = left[0], [one for one in every if one not in left]
    if not out:
        raise Rejected(f"no plan is certainly worse than another after {len(best.wins)} games")
    if undecided := [one for one in left if best.mean - one.mean >= LEAST_MARGIN]:
        raise Rejected(f"undecided after {len(best.wins)} games: {_shown(best)} and {_shown(undecided[0])}")
    if len(left) > 1 + MOST_EQUALS:
        raise Rejected(f"{len(left)} plans are equal")
    second, supposed = max(out, key=lambda one: one.mean), every[0]
    answer = supposed if supposed in left and supposed.sure(second) >= medium.sure else best
    if answer.against(second).mean < LEAST_MARGIN or answer.mean < LEAST_CHANCE:
        raise Rejected(f"{_shown(answer)} is too little better than {_shown(second)}")
    stronger = [
        Entrant(one.plan, earlier=one.signs(other)) for one, other in ((answer, second), (second, answer))
    ]
    contest(state, stronger, hard, seed)
    if stronger[0].sure(stronger[1]) < hard.sure:
        lead, games = stronger[0].against(stronger[1]).mean, len(stronger[0].wins)
        raise Rejected(f"hard does not confirm it: {lead:+.2f} in {games} games")
    return Judged(
        answer.plan,
        tuple(one.plan for one in left if one is not answer),
        second.plan,
        _result(answer, second),
        _result(*stronger),
        min(MOST_SURE, round(answer.sure(second), 4)),
        _points(answer),
        _points(second),
        _level(search, answer.plan),
    )


def _field(
    state: State, known: Sequence[Sequence[str]], found: Sequence[RankedPlan]
) -> dict[str, tuple[str, ...]]:
    """Return the plans to roll out, by the position after them: the known ones, then the best others."""
    field = {position_after(state, _parsed(state, plan)): tuple(plan) for plan in known}
    most = len(field) + RIVALS
    for way in found:
        if len(field) < most:
            field.setdefault(way.position, _texts(way.plan))
    return field


def _parsed(state: State, plan: Sequence[str]) -> list[Action]:
    return [state.parse_action(text) for text in plan]


def _texts(plan: Sequence[Action]) -> tuple[str, ...]:
    return tuple(action.text for action in plan)


def _shown(one: Entrant) -> str:
    return f"{'; '.join(one.plan)} ({one.mean:.2f})"


def _result(answer: Entrant, second: Entrant) -> LevelResult:
    """Return the result of the games that both plans have in common."""
    games = min(len(answer.wins), len(second.wins))
    return LevelResult(games, round(fmean(answer.wins[:games]), 3), round(fmean(second.wins[:games]), 3))


def _points(one: Entrant) -> tuple[float, ...]:
    return tuple(round(fmean(column), 1) for column in zip(*one.points, strict=True))


def _level(search: Search, plan: Sequence[str]) -> int:
    goal = position_after(search.state, _parsed(search.state, plan))
    if _by_steps(search) == goal:
        return 1
    first = next(iter(ways(search)), None)
    return 2 if first is not None and first.position == goal else 3


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
