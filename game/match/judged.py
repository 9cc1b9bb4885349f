"""Evaluation of a turn by the AI worker: request and answer (docs/puzzles.md).

To learn how much win probability a turn lost, have `Platform.think` answer `request`, and read the answer
with `understood`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple

from game.engine.core import ParseError, Reason, State
from game.untrusted import loads

SIZES = {"small": 0.04, "clear": 0.08, "large": 0.15}
"""Sizes of mistakes, with the minimum loss of win probability of each. A smaller loss is not called a
mistake."""
OPEN = 0.03
"""Minimum win probability of an undecided game. Below it, a game counts as lost; within it of 1, as won."""
_SLACK = 0.001
"""Tolerance for rounding in a probability."""


def size_of(given_away: float) -> str:
    """Return the largest of `SIZES` for this loss, or "" if it is smaller than all of them."""
    return next((name for name, least in reversed(SIZES.items()) if reaches(given_away, least)), "")


def reaches(given_away: float, least: float) -> bool:
    """Return True if the loss, rounded to whole per cent as it is displayed, is at least `least`."""
    return round(given_away, 2) >= least


class RecordedReveal(NamedTuple):
    """An action that revealed hidden information: the number of actions before it, and the positions before
    and after it as known to the seat whose turn it was."""

    number: int
    before: str
    after: str


class DecisionAnnotation(NamedTuple):
    """The evaluation of a decision.

    start       number of actions of the turn before it
    choices     number of different plans; with a single one there was nothing to decide
    given_away  win probability lost against the best plan, 0 to 1; 0 if it is not significant
    error       standard error of `given_away`
    sure        probability that the best plan is better
    chance      the player's win probability with the best plan
    played      the player's win probability with the played plan
    plan        the best plan: the player's own actions
    line        the best plan with the decisions of others in between
    reason      the reason for the best plan; None if no text exists for it
    did         the reason for the played plan; None if no text exists for it
    """

    start: int
    seat: int
    choices: int
    given_away: float
    error: float
    sure: float
    chance: float
    played: float
    plan: tuple[str, ...]
    line: tuple[str, ...]
    reason: Reason | None
    did: Reason | None

    @property
    def decided(self) -> bool:
        """Return True if there was something to decide: several plans, in a game that was neither won nor
        lost."""
        return self.choices > 1 and self.chance >= OPEN and self.played <= 1 - OPEN


class JudgedTurn(NamedTuple):
    """The evaluation of a turn.

    verdicts  one for each decision; a draw divides the turn, because more is known after it
    gains     change of each seat's win probability by all draws of the turn
    errors    standard errors of `gains`; both are empty if nothing was drawn
    chances   each seat's win probability at the beginning, if requested
    """

    verdicts: tuple[DecisionAnnotation, ...]
    gains: tuple[float, ...] = ()
    errors: tuple[float, ...] = ()
    chances: tuple[float, ...] = ()

    @property
    def given_away(self) -> float:
        """Return the win probability lost in all decisions of the turn."""
        return sum(one.given_away for one in self.verdicts)

    @property
    def worst(self) -> DecisionAnnotation | None:
        """Return the decision that lost most, or None if nothing was lost."""
        found = max(self.verdicts, key=lambda one: one.given_away, default=None)
        return found if found is not None and found.given_away > 0 else None


def request(state: State, played: Sequence[str]) -> str:
    """Return the request to evaluate the actions `played` by the actor of a position, with the actor's
    knowledge."""
    return request_of(state.ruleset.id, state.position(state.actor), played)


def request_soon(state: State, played: Sequence[str], seconds: float) -> str:
    """Return the request of `request` with a time limit, for an answer that a player waits for. The answer is
    empty if the time is exceeded."""
    return json.dumps({**loads(request(state, played)), "seconds": seconds})


def request_of(
    ruleset_id: str,
    position: str,
    played: Sequence[str],
    draws: Sequence[RecordedReveal] = (),
    *,
    chances: bool = False,
) -> str:
    """Return the request to evaluate a turn with its draws.

    chances  also request each seat's win probability at the beginning of the turn
    """
    asked = {"ask": "judge", "ruleset": ruleset_id, "position": position, "played": list(played)}
    return json.dumps(asked | {"draws": [list(draw) for draw in draws], "chances": chances})


def understood(text: str) -> JudgedTurn:
    """Parse an answer. Raises `ParseError` if it is malformed."""
    try:
        return of_answer(loads(text))
    except (ValueError, TypeError, LookupError, OverflowError) as error:
        raise ParseError(f"this is no verdict: {error!r:.80}") from error


def of_answer(answer: Any) -> JudgedTurn:
    """Convert an answer from plain data. Raises `ValueError`, `TypeError`, `LookupError` or `OverflowError`
    if it is malformed."""
    luck = [(tuple(map(float, gains)), tuple(map(float, errors))) for gains, errors in answer["luck"]]
    gains = tuple(map(sum, zip(*(gains for gains, _ in luck), strict=True)))
    squares = zip(*([error * error for error in errors] for _, errors in luck), strict=True)
    errors = tuple(sum(column) ** 0.5 for column in squares)
    chances = tuple(map(float, answer["chances"]))
    verdicts = tuple(_verdict(int(start), row) for start, row in answer["verdicts"])
    told = [
        *chances,
        *(one for row in verdicts for one in (row.given_away, row.chance, row.played, row.sure)),
    ]
    if not all(-_SLACK <= one <= 1 + _SLACK for one in told) or not all(map(isfinite, (*gains, *errors))):
        raise ValueError("a chance is not between 0 and 1")
    if len({len(row) for row in (gains, errors, chances) if row}) > 1:
        raise ValueError("the number of seats changes")
    return JudgedTurn(verdicts, gains, errors, chances)


def _verdict(start: int, row: Any) -> DecisionAnnotation:
    return DecisionAnnotation(
        start,
        int(row["seat"]),
        int(row["choices"]),
        float(row["given_away"]),
        float(row["error"]),
        float(row["sure"]),
        float(row["chance"]),
        float(row["played"]),
        tuple(map(str, row["plan"])),
        tuple(map(str, row["line"])),
        reason_told(row["reason"]),
        reason_told(row["did"]),
    )


def reason_told(told: Any) -> Reason | None:
    """Convert the reason of an answer."""
    return None if told is None else Reason(str(told[0]), dict(told[1]))
