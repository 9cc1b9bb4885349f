"""Text about a turn that reduced the win probability: what was played, what would have been better, and
why."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

from game.client.table.computers import facts_in_words, reason_given
from game.client.views.view import GameView
from game.client.words.clues import clue, clue_to_action
from game.client.words.i18n import finished
from game.client.words.numbers import percent
from game.client.words.reason_text import ALSO, in_short
from game.engine.core import ParseError, Reason, Ruleset, State
from game.match.analysis import END_TURN, Mistake

MOST_TOLD = 6
"""Maximum number of actions of a plan listed in a comparison."""
LITTLE = 0.05
"""Loss in win probability below which no number is given, because the estimates are not precise enough."""


class NamedAction(NamedTuple):
    """An action as text for records and as a sentence."""

    text: str
    words: str


class Compared:
    """A comparison of the plan that was played with the better one.

    did, better: their reasons as sentences; "" if computers have no words for them
    played, line: their actions; `same`: number of actions at the start of both
    yours: the reader played that seat
    alike: True if both have one purpose, or do one thing for different reasons, and differ in the details
    only
    """

    def __init__(self, view: GameView[Any], ruleset: Ruleset, point: Mistake, *, yours: bool = False) -> None:
        state = ruleset.parse_position(point.position)
        given = partial(reason_given, view, seat=point.seat, state=state, yours=yours)
        self.did, self.better = given(point.verdict.did), given(point.verdict.reason)
        self.played, self.line = (
            own_actions(view, point.seat, plan, state) for plan in (point.played, point.verdict.line)
        )
        pairs = zip(self.played, self.line, strict=False)
        self.same = sum(1 for _ in takewhile(lambda both: both[0].words == both[1].words, pairs))
        short = given(in_short(point.verdict.did)), given(in_short(point.verdict.reason))
        self.alike = short[0] == short[1] or _same_action(point.verdict.did, point.verdict.reason)


def advice(
    view: GameView[Any], ruleset: Ruleset, point: Mistake, *, whole: bool = False, yours: bool = False
) -> list[str]:
    """Return sentences on the plan that was played, the better one with its reason, and the cost, all by a
    computer's estimates. Plans without a reason in words are listed action by action, as are similar plans
    from where they part.

    whole: True lists the better plan from its beginning, for a reader who has not seen it
    yours: the reader played that seat
    """
    two = Compared(view, ruleset, point, yours=yours)
    did, better = two.did, two.better
    if two.alike or (two.same and not (did and better)):
        did = better = ""
    same = 0 if did or better else two.same
    played, line = ([action.words for action in plan] for plan in (two.played, two.line))
    after, lost = round(point.after, 2), round(point.verdict.given_away, 2)  # as shown in chart and lists
    better_told = percent(min(1.0, after + lost))
    cost = finished("analysis.cost", better=better_told, played=percent(after))
    if point.better - point.after < LITTLE:
        cost = finished("analysis.little")
    told = listed(line, most=len(line)) if whole else listed(line, same)
    return [
        finished("analysis.played", plan=did or listed(played, same)),
        finished("analysis.better", plan=better or told),
        cost,
    ]


def clue_to(view: GameView[Any], ruleset: Ruleset, point: Mistake) -> str:
    """Return a clue to the better plan: its purpose or, if both plans share that, the action at which they
    part."""
    two = Compared(view, ruleset, point)
    if not two.alike:
        state = ruleset.parse_position(point.position)
        return clue(ruleset.id, point.verdict.reason, facts_in_words(view, point.verdict.reason, state))
    told = [] if point.verdict.reason is None else [finished("mistake.clue.aim")]
    part = two.line[two.same].text if two.same < len(two.line) else END_TURN
    return " ".join([*told, clue_to_action(ruleset.id, part)])


def _same_action(did: Reason | None, better: Reason | None) -> bool:
    """Return True if two reasons of one kind ("claim-office", "claim-marker") name equal places and items."""
    if did is None or better is None or did.id.partition("-")[0] != better.id.partition("-")[0]:
        return False
    named = [
        (fact, better.facts[name])
        for name, fact in did.facts.items()
        if name in better.facts and name not in (ALSO, "next") and isinstance(fact, str)
    ]
    return did.id != better.id and bool(named) and all(one == other for one, other in named)


def own_actions(view: GameView[Any], seat: int, line: Sequence[str], state: State) -> list[NamedAction]:
    """Return a seat's own actions in a line of play, without the one that ends the turn."""
    own = list[NamedAction]()
    state = state.copy()
    for text in line:
        try:
            action = state.parse_action(text)
        except ParseError:
            break
        if action not in state.legal_actions():
            break
        if state.actor == seat and text != END_TURN:  # which plans do not mention
            own.append(NamedAction(text, view.tell_action(action, state)))
        state.apply(action)
    return own


def listed(actions: Sequence[str], same: int = 0, most: int = MOST_TOLD) -> str:
    """List actions in a sentence, without the first `same`, which another plan begins with as well."""
    rest = actions[same:]
    if not rest:
        return finished("analysis.there") if same else finished("analysis.idle")
    begun = [finished("analysis.same")] if same else []
    return " · ".join([*begun, *rest[:most]]) + (" · …" if len(rest) > most else ".")
