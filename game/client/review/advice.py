"""What is said of a turn that gave something away: what was played, what would have been better, and why."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from game.client.table.computers import reason_given
from game.client.views.view import GameView
from game.client.words.besides import ALSO
from game.client.words.i18n import finished
from game.client.words.numbers import percent
from game.engine.core import ParseError, Reason, Ruleset, State
from game.match.analysis import Mistake

END_TURN = "end-turn"
"""Needs no words in a plan."""
MOST_TOLD = 6
"""How many actions of a plan are listed."""
LITTLE = 0.05
"""So little lost is a little: the estimates are not good enough for numbers then."""


def advice(view: GameView[Any], ruleset: Ruleset, point: Mistake) -> list[str]:
    """What was played, what would have been better and why, then what it cost: all as computers see it.
    What they have no words for, or the same purpose for both, is told action by action: what differs is then
    how, not what for."""
    state = ruleset.parse_position(point.position)
    given = partial(reason_given, view, seat=point.seat, state=state)
    did, better = given(point.did), given(point.reason)
    if given(purpose(point.did)) == given(purpose(point.reason)):
        did = better = ""
    idle = finished("analysis.idle")
    cost = finished("analysis.cost", better=percent(point.better), played=percent(point.after))
    if point.better - point.after < LITTLE:
        cost = finished("analysis.little")
    return [
        finished("analysis.played", plan=did or plan_in_words(view, point.seat, point.played, state) or idle),
        finished("analysis.better", plan=better or plan_in_words(view, point.seat, point.line, state)),
        cost,
    ]


def purpose(reason: Reason | None) -> Reason | None:
    """A reason without what it says besides."""
    if reason is None:
        return None
    return Reason(reason.id, {name: fact for name, fact in reason.facts.items() if name != ALSO})


def plan_in_words(view: GameView[Any], seat: int, line: Sequence[str], state: State) -> str:
    """A seat's own actions in words; empty if the turn was only ended."""
    words = list[str]()
    state = state.copy()
    for text in line:
        try:
            action = state.parse_action(text)
        except ParseError:
            break
        if action not in state.legal_actions():
            break
        if state.actor == seat and text != END_TURN:
            words.append(view.tell_action(action, state))
        state.apply(action)
    if len(words) > MOST_TOLD:
        return " · ".join([*words[:MOST_TOLD], "…"])
    return f"{' · '.join(words)}." if words else ""
