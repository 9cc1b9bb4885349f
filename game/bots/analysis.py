"""Building blocks of game analysis: win probabilities in a position, the aim of a turn, a turn's actions.

Turns are evaluated by `turn_evaluation`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from random import Random

from game.bots.brain import QUICK, Brain
from game.bots.search import Search, Variation
from game.bots.steps import Steps
from game.engine import Action, IllegalAction, ParseError, Reason, State

EACH = 4
"""Number of playouts averaged for the win probabilities of a position. Each is evaluated at every turn of a
round."""

PRAISE = frozenset(
    {"wait", "sail", "relocate", "remove", "decline", "pay", "pawn", "put-marker", "put-neutral"}
    | {"neutral-office", "give-least", "keep-best"}
)
"""Reasons that call a plan the best available. They do not fit a turn that was not the best."""


def chances_at(adapter: Brain, state: State, rng: Random) -> Steps[list[float]]:
    """Return each seat's win probability in a position, whichever seat is to move."""
    if state.actor is None:
        outcome = state.outcome
        assert outcome is not None
        return [float(seat in outcome.winners) / len(outcome.winners) for seat in range(state.seats)]
    search = Search(adapter, state.determinize(rng, state.actor), playouts=QUICK)
    return search.confident((yield from around(search, rng)), adapter.powers(state).position)


def around(search: Search, rng: Random) -> Steps[list[float]]:
    """Return the mean win probabilities over a round (`Search.around`) in a few playouts."""
    ends = list[list[float]]()
    for _ in range(EACH):
        ends.append((yield from search.around(search.state, rng)))
    return mean(ends)


def mean(ends: Sequence[Sequence[float]]) -> list[float]:
    """Return the mean of win probabilities, by seat."""
    return [fsum(column) / len(ends) for column in zip(*ends, strict=True)]


def done_for(adapter: Brain, state: State, played: Sequence[str]) -> Reason | None:
    """Return the aim of a turn: the reason computer players would give for its player's own actions, up to
    the first that revealed hidden information. Returns None if that reason would be praise only."""
    now, own = state.copy(), list[Action]()
    try:
        for text in played:
            action = now.parse_action(text)
            if now.actor == state.actor:
                own.append(action)
            if any(event.kind in now.ruleset.revealing for event in now.apply(action)):
                break
    except (ParseError, IllegalAction):
        pass  # the hidden information was dealt differently
    reason = adapter.reason(state, tuple(own), adapter.context(state), whole=True) if own else None
    return None if reason is None or reason.id in PRAISE else reason


def whole_turn(search: Search, line: Variation) -> list[Action]:
    """Return a plan's actions and the decisions of others in between, up to the first revealed hidden
    information."""
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
