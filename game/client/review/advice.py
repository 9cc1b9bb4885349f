"""What is said of a turn that gave something away: what was played, what would have been better, and why."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import Any

from game.client.table.computers import reason_given
from game.client.views.view import GameView
from game.client.words.besides import ALSO
from game.client.words.i18n import finished
from game.client.words.numbers import percent
from game.engine.core import ParseError, Reason, Ruleset, State
from game.match.analysis import END_TURN, Mistake

MOST_TOLD = 6
"""How many actions of a plan are listed."""
LITTLE = 0.05
"""So little lost is a little: the estimates are not good enough for numbers then."""


def advice(view: GameView[Any], ruleset: Ruleset, point: Mistake) -> list[str]:
    """What was played, what would have been better and why, then what it cost: all as computers see it.
    What they have no words for is told action by action; so are two plans for the same purpose, from where
    they part: what differs is then how, not what for."""
    state = ruleset.parse_position(point.position)
    given = partial(reason_given, view, seat=point.seat, state=state)
    did, better = given(point.did), given(point.reason)
    played, line = (own_actions(view, point.seat, plan, state) for plan in (point.played, point.line))
    if given(purpose(point.did)) == given(purpose(point.reason)):
        same = sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(played, line, strict=False)))
        did, better = (listed(plan, same) for plan in (played, line))
    after, lost = round(point.after, 2), round(point.verdict.given_away, 2)  # what chart and lists tell
    better_told = percent(min(1.0, after + lost))
    cost = finished("analysis.cost", better=better_told, played=percent(after))
    if point.better - point.after < LITTLE:
        cost = finished("analysis.little")
    return [
        finished("analysis.played", plan=did or listed(played)),
        finished("analysis.better", plan=better or listed(line)),
        cost,
    ]


def purpose(reason: Reason | None) -> Reason | None:
    """A reason without what it says besides."""
    if reason is None:
        return None
    return Reason(reason.id, {name: fact for name, fact in reason.facts.items() if name != ALSO})


def own_actions(view: GameView[Any], seat: int, line: Sequence[str], state: State) -> list[str]:
    """A seat's own actions, each in words; none if the turn was only ended."""
    words = list[str]()
    state = state.copy()
    for text in line:
        try:
            action = state.parse_action(text)
        except ParseError:
            break
        if action not in state.legal_actions():
            break
        if state.actor == seat and text != END_TURN:  # which needs no words in a plan
            words.append(view.tell_action(action, state))
        state.apply(action)
    return words


def listed(actions: Sequence[str], same: int = 0) -> str:
    """Actions in a row, without so many that another plan begins with too."""
    rest = actions[same:]
    if not rest:
        return finished("analysis.there") if same else finished("analysis.idle")
    begun = [finished("analysis.same")] if same else []
    return " · ".join([*begun, *rest[:MOST_TOLD]]) + (" · …" if len(rest) > MOST_TOLD else ".")
