"""Post-game analysis: the chances after every turn, and the turns in which most was lost.

The chances are estimated from a few continuations per position. For the turns that cost their player most, a
search looks for a better plan and compares it with what was played: both are played out with the same deals
and the same replies.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from random import Random
from typing import Any

from game.bots.brain import QUICK, Brain, brain
from game.bots.budget import Budget
from game.bots.search import SEEDS, Line, Search
from game.bots.steps import Steps
from game.engine import Action, IllegalAction, ParseError, State

EACH = 4
"""Every position's chances are the mean of so many continuations, each looked at around a round."""
SUSPECTS = 8
"""So many turns, those after which the player's chance fell furthest, are searched for a better plan."""
WORK = 40
"""The search of a suspect turn may play its plans on so many times in all."""
AGAIN = 12
"""What was played and the best plan are then played on so often each, in the same deals, to tell how much
it cost."""
WIDTH = 8
"""The width of the beam that looks for the plans of a suspect turn."""
TURNING_POINTS = 3
"""At most so many turns are shown to the players."""
LEAST = 0.03
"""A turn is shown only if the better plan would have given its player so much more chance to win."""

PRAISE = frozenset(
    {"wait", "sail", "relocate", "remove", "decline", "pay", "pawn", "put-marker", "put-neutral"}
    | {"neutral-office", "give-least", "keep-best"}
)
"""Reasons that call a plan the best there is: no words for what was played instead of a better one."""


def analyse(
    states: Sequence[State], rng: Random, played: Sequence[Sequence[str]] = ()
) -> Steps[dict[str, Any]]:
    """Analyse the game that went through these positions; each but the last is the start of a turn, in which
    was `played` what these texts say.

    Yields its progress, "3/40". The answer, for JSON: "chances", each seat's at every position, and
    "turning", the worst turns as they came, each with "at" (which position), "seat", "played" (the seat's
    chance after what was played) and "chance" (after the better plan), "plan" (its own actions), "line" (all
    actions up to the end of that turn), "reason" (id and facts, or None) and "did", the same for what was
    played.
    """
    mind, chances = brain(states[0].ruleset.id), list[list[float]]()
    steps = len(states) + SUSPECTS
    for number, state in enumerate(states):
        yield f"{number}/{steps}"
        chances.append((yield from chances_at(mind, state, rng)))
    suspects = sorted(range(len(states) - 1), key=lambda at: -_lost(states, chances, at))[:SUSPECTS]
    found = list[dict[str, Any]]()
    for number, at in enumerate(suspects):
        yield f"{len(states) + number}/{steps}"
        point = yield from turning_point(mind, states[at], states[at + 1], chances[at + 1], rng)
        if point is not None:
            done = done_for(mind, states[at], played[at]) if played else None
            found.append({"at": at, **point, "did": done})
    worst = sorted(found, key=lambda point: point["played"] - point["chance"])[:TURNING_POINTS]
    return {
        "chances": [[round(chance, 4) for chance in row] for row in chances],
        "turning": sorted(worst, key=lambda point: point["at"]),
    }


def chances_at(mind: Brain, state: State, rng: Random) -> Steps[list[float]]:
    """Each seat's chance of winning in a position, whoever is to move."""
    if state.actor is None:
        outcome = state.outcome
        assert outcome is not None
        return [float(seat in outcome.winners) / len(outcome.winners) for seat in range(state.seats)]
    search = Search(mind, state.determinize(rng, state.actor), playouts=QUICK)
    return search.confident((yield from around(search, rng)), mind.powers(state).position)


def around(search: Search, rng: Random) -> Steps[list[float]]:
    """The mean of the chances around a round (`Search.around`) in a few continuations."""
    ends = list[list[float]]()
    for _ in range(EACH):
        ends.append((yield from search.around(search.state, rng)))
    return _mean(ends)


def _mean(ends: Sequence[Sequence[float]]) -> list[float]:
    return [fsum(column) / len(ends) for column in zip(*ends, strict=True)]


def _lost(states: Sequence[State], chances: Sequence[Sequence[float]], at: int) -> float:
    """How far the chance of the player whose turn it was fell during the turn."""
    seat = states[at].turn_seat
    return -1.0 if seat is None else chances[at][seat] - chances[at + 1][seat]


def turning_point(
    mind: Brain, state: State, after: State, chances: Sequence[float], rng: Random
) -> Steps[dict[str, Any] | None]:
    """A better plan than the one that led from `state` to `after`; None if none is much better.

    chances  each seat's after what was played, as the curve shows them: the two estimates of what was played
             differ by chance, so only how much better the plan is comes from comparing continuations
    """
    seat = state.actor
    if seat is None or seat != state.turn_seat:
        return None
    search = Search(mind, state.determinize(rng, seat), playouts=QUICK)
    lines = yield from search.lines(WIDTH)
    best = (yield from search.compare(lines[: mind.playouts.plans], rng, Budget(work=WORK)))[0]
    played, better = list[list[float]](), list[list[float]]()
    for _ in range(AGAIN):
        seed = int(rng.random() * SEEDS)
        played.append((yield from search.play_on(after, Random(seed), 1)))
        chance = Random(seed)
        end = yield from search.finished(best, chance)
        better.append((yield from search.play_on(end, chance, 1)))
    power = mind.powers(state).plan
    was, might_be = (search.confident(_mean(ends), power)[seat] for ends in (played, better))
    bettered = min(1.0, chances[seat] + might_be - was)
    if bettered - chances[seat] < LEAST:
        return None
    reason = mind.reason(state, best.plan, search.context)
    return {
        "seat": seat,
        "played": round(chances[seat], 4),
        "chance": round(bettered, 4),
        "plan": [action.text for action in best.plan],
        "line": [action.text for action in whole_turn(search, best)],
        "reason": None if reason is None else [reason[0], dict(reason[1])],
    }


def done_for(mind: Brain, state: State, played: Sequence[str]) -> list[Any] | None:
    """What a turn was for: the reason that the computers would give for its player's own actions, up to where
    something hidden was revealed; None if they would only praise it."""
    now, own = state.copy(), list[Action]()
    try:
        for text in played:
            action = now.parse_action(text)
            if now.actor == state.actor:
                own.append(action)
            if any(event.kind in now.ruleset.revealing for event in now.apply(action)):
                break
    except (ParseError, IllegalAction):
        pass  # what was hidden from the player was something else
    reason = mind.reason(state, tuple(own), mind.context(state)) if own else None
    return None if reason is None or reason[0] in PRAISE else [reason[0], dict(reason[1])]


def whole_turn(search: Search, line: Line) -> list[Action]:
    """A line's actions and what others decide in between, up to where something hidden is revealed."""
    state, own, whole = search.state.copy(), list(line.plan), list[Action]()
    turn, revealing = state.turn_number, state.ruleset.revealing
    while state.actor is not None and state.turn_number == turn:
        if state.actor == search.seat:
            if not own:
                break
            actions = [own.pop(0)]
        else:
            actions = list(search.brain.reply(state, search.context, None))
        for action in actions:
            events = state.apply(action)
            whole.append(action)
            if any(event.kind in revealing for event in events):
                return whole
    return whole
