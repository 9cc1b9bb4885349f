"""Standing answers: what a player has decided in advance for decisions that interrupt another player's turn.

An answer holds wishes (`State.wishes`), and so does not depend on the position. Where it does not fit, the
player decides. The special wish `computer` lets a computer player decide.

>>> from game.engine import ruleset
>>> line = "ask=relocate hand=1t allowance=1 route=stade-hamburg houses=stade-hamburg:0t,.,."
>>> state = ruleset("hansa-teutonica").parse_position(f"hansa-teutonica seats=3 {line}")
>>> near = StandingAnswer("relocate", ("town.bremen", "no-extras"))
>>> [str(action) for action in answer(state, [near])]
['relocate bremen-hamburg.1', 'decline']
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from game.engine.core import Action, Reason, State
from game.match.controllers import ANSWERS
from game.match.log import Move
from game.untrusted import loads

COMPUTER = "computer"
"""The wish that a computer player decides."""
IN_ADVANCE = Reason("in-advance")
"""The reason of the first action of a decision made in advance."""
MOST_ANSWERS, MOST_WISHES, LONGEST_WISH = 8, 6, 60
"""Maximum numbers of a player's answers and of the wishes of each, and the length of a wish."""
MOST_ACTIONS = 50
"""Maximum number of actions of one interruption."""


class StandingAnswer(NamedTuple):
    """An answer to one kind of decision.

    decision  id of the decision
    wishes    the player's wishes, the most important first
    once      whether the answer holds for the next interruption only
    """

    decision: str
    wishes: tuple[str, ...]
    once: bool = False


Answers = Sequence[StandingAnswer]
"""The standing answers of one player, at most one for each decision."""


def interrupts(state: State) -> bool:
    """Return True if the pending decision interrupts the turn of another player."""
    return state.actor is not None and state.turn_seat not in (None, state.actor)


def fitting(state: State, answers: Answers) -> StandingAnswer | None:
    """Return the answer to the pending decision, or None without one, and if it interrupts no turn."""
    decision = state.decision
    if decision is None or not answers or not interrupts(state):
        return None
    return next((one for one in answers if one.decision == decision.id), None)


def answer(state: State, answers: Answers) -> tuple[Action, ...]:
    """Return all actions by which a player's answers complete the interruption; empty if they do not fit, and
    if a computer player is to decide."""
    found, now, seat = list[Action](), state.copy(), state.actor
    while now.actor == seat and (chosen := fitting(now, answers)) is not None:
        action = now.wished(chosen.wishes)
        if action is None or len(found) == MOST_ACTIONS:
            return ()
        now.apply(action)
        found.append(action)
    return () if now.actor == seat and interrupts(now) else tuple(found)


def interruptions(moves: Iterable[Move]) -> Counter[int]:
    """Return how often each seat has decided in the turns of others."""
    found, turn, last = Counter[int](), None, None
    for move in moves:
        found[move.seat] += turn not in (None, move.seat) and last != move.seat
        last = move.seat
        turn = next((event.seat for event in reversed(move.events) if event.kind == "turn"), turn)
    return found


def by_computer(state: State, answers: Answers) -> bool:
    """Return True if a computer player is to answer the pending decision."""
    chosen = fitting(state, answers)
    return chosen is not None and COMPUTER in chosen.wishes


def after(answers: Answers, decision: str) -> tuple[StandingAnswer, ...]:
    """Return the answers that still hold once those to a decision have been used."""
    return tuple(one for one in answers if one.decision != decision or not one.once)


def changed(answers: Answers, decision: str, new: StandingAnswer | None) -> tuple[StandingAnswer, ...]:
    """Return the answers with another one for a decision, or with none."""
    return (*(one for one in answers if one.decision != decision), *([new] if new else []))


def to_data(answers: Iterable[StandingAnswer]) -> list[list[Any]]:
    """Return answers as plain data."""
    return [[one.decision, list(one.wishes), one.once] for one in answers]


def from_data(data: Any) -> tuple[StandingAnswer, ...]:
    """Return answers from untrusted plain data. Raises `ValueError` if it is invalid or too long."""
    if not isinstance(data, list) or len(data) > MOST_ANSWERS:
        raise ValueError("standing answers: expected a short list")
    return tuple(map(_from_row, data))


def _from_row(row: Any) -> StandingAnswer:
    match row:
        case [str(decision), [*wishes], bool(once)] if _DECISION.fullmatch(decision) and _short(wishes):
            return StandingAnswer(decision, tuple(wishes), once)
    raise ValueError("standing answers: expected a decision, wishes and whether they hold once")


def _short(wishes: Sequence[Any]) -> bool:
    words = (isinstance(wish, str) and 0 < len(wish) <= LONGEST_WISH for wish in wishes)
    return len(wishes) <= MOST_WISHES and all(words)


_DECISION = re.compile(r"[a-z0-9-]{1,30}", re.ASCII)


def to_tags(answers: Iterable[StandingAnswer], seat: int) -> dict[str, str]:
    """Return the tags of a record for the answers of a seat."""
    rows = ((one.decision, [list(one.wishes), one.once]) for one in answers)
    return {f"{ANSWERS}{seat}.{decision}": json.dumps(row, separators=(",", ":")) for decision, row in rows}


def from_tags(tags: Mapping[str, str], seat: int) -> tuple[StandingAnswer, ...]:
    """Return the answers of a seat from the tags of a record. Invalid ones are left out."""
    found, start = list[StandingAnswer](), f"{ANSWERS}{seat}."
    for key, text in tags.items():
        if key.startswith(start):
            try:
                found.append(_from_row([key.removeprefix(start), *loads(text)]))
            except (ValueError, TypeError):
                continue
    return tuple(found[:MOST_ANSWERS])
