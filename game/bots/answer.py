"""Answers to the requests of `worker_messages`.

Requests are processed step by step (`steps`), so that they can run in slices in a single thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from game.bots.analysis import chances_at
from game.bots.brain import brain
from game.bots.budget import in_time
from game.bots.levels import LEVELS, choosing
from game.bots.rollouts import Policy, Rollouts
from game.bots.steps import Steps
from game.bots.turn_evaluation import Reveal, evaluate_turn
from game.engine import ParseError, State, ruleset, rulesets
from game.worker_messages import (
    Choice,
    ChoiceRequest,
    EvaluationRequest,
    MessageError,
    RolloutAnswer,
    RolloutEnd,
    RolloutRequest,
    ThreatAnswer,
    ThreatRequest,
    TurnEvaluation,
    request_from_json,
    to_json,
)


def thinking(text: str) -> Steps[str]:
    """Answer a request step by step. Raises `MessageError` or `ParseError` if it is invalid."""
    asked = request_from_json(text)
    if asked.ruleset not in rulesets():
        raise MessageError(f"ruleset: one of {', '.join(rulesets())} expected, got {asked.ruleset!r:.80}")
    try:
        state = ruleset(asked.ruleset).parse_position(asked.position)
    except ParseError as error:
        raise MessageError(f"position: {error}") from error
    return to_json((yield from ANSWERS[type(asked)](state, asked)))


def _choose(state: State, asked: ChoiceRequest) -> Steps[Choice]:
    """Choose a plan as a player of a given level."""
    _check_under_way(state)
    for name, bound in (("seconds", asked.seconds), ("work", asked.work)):
        if bound is not None and not bound > 0:
            raise MessageError(f"{name}: a positive number expected, got {bound}")
    rng = Random(asked.seed)
    return (yield from choosing(state, asked.level, rng, seconds=asked.seconds, work=asked.work))


def _evaluate(state: State, asked: EvaluationRequest) -> Steps[TurnEvaluation]:
    """Evaluate a turn: the win probability it lost, and the luck of its draws."""
    draws, chances = _reveals(state, asked), list[float]()
    if asked.chances:
        chances = yield from chances_at(brain(state.ruleset.id), state, Random(asked.seed))
    evaluating = evaluate_turn(state, asked.played, draws, Random(asked.seed))
    found = yield from evaluating if asked.seconds is None else in_time(evaluating, asked.seconds)
    return TurnEvaluation(*(found or ((), ())), tuple(round(chance, 4) for chance in chances))


def _roll_out(state: State, asked: RolloutRequest) -> Steps[RolloutAnswer]:
    """Play plans and then the rest of the game."""
    _check_under_way(state)
    if asked.level not in LEVELS:
        raise MessageError(f"level: one of {', '.join(LEVELS)} expected, got {asked.level!r:.80}")
    if not (asked.count > 0 and (asked.work is None or asked.work > 0)):
        raise MessageError("count, work: positive numbers expected")
    rollouts = Rollouts(state, Policy(asked.level, asked.work), asked.seed)
    ends = list[tuple[RolloutEnd, ...]]()
    for number in range(asked.first, asked.first + asked.count):
        row = list[RolloutEnd]()
        for plan in asked.plans:
            row.append((yield from rollouts.playout(plan, number)))
        ends.append(tuple(row))
    return RolloutAnswer(tuple(ends))


def _threats(state: State, asked: ThreatRequest) -> Steps[ThreatAnswer]:
    """Find what the opponents of a seat can do next."""
    _check_under_way(state)
    if not 0 <= asked.seat < state.seats:
        raise MessageError(f"seat: an integer from 0 to {state.seats - 1} expected, got {asked.seat}")
    yield ""
    return ThreatAnswer(tuple(brain(state.ruleset.id).threats(state, asked.seat)))


def _reveals(state: State, asked: EvaluationRequest) -> Sequence[Reveal]:
    """Return the draws of a turn, with their positions parsed."""
    found, least, read = list[Reveal](), 0, state.ruleset.parse_position
    for at, (number, before, after) in enumerate(asked.draws):
        if not least <= number < len(asked.played):
            raise MessageError(f"draws.{at}: an action from {least} on expected, got {number}")
        try:
            found.append(Reveal(number, read(before), read(after)))
        except ParseError as error:
            raise MessageError(f"draws.{at}: {error}") from error
        _check_under_way(found[-1].before)
        least = number + 1
    return found


def _check_under_way(state: State) -> None:
    if state.actor is None:
        raise MessageError("position: the game is over")


ANSWERS: Mapping[type, Callable[[State, Any], Steps[Any]]] = {
    ChoiceRequest: _choose,
    EvaluationRequest: _evaluate,
    RolloutRequest: _roll_out,
    ThreatRequest: _threats,
}
"""The function that answers each kind of request."""
