"""A turn judged by the computer: what is asked, and what was found. See docs/puzzles.md.

Whoever wants to know what a turn gave away has `request` answered by `Platform.think`, and reads the answer
by `understood`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple

from game.engine.core import ParseError, Reason, State
from game.outside import loads

SIZES = {"small": 0.04, "clear": 0.08, "large": 0.15}
"""From so much chance given away on, a turn is called a mistake of that size; less is none."""
OPEN = 0.03
"""With less chance than that a game is as good as lost, and as good as won with as little left to lose."""
_SLACK = 0.001
"""What rounding may add to a chance."""


def size_of(given_away: float) -> str:
    """The largest of `SIZES` that so much reaches; "" for less than all."""
    return next((name for name, least in reversed(SIZES.items()) if reaches(given_away, least)), "")


def reaches(given_away: float, least: float) -> bool:
    """Whether it is so much as it is told: in whole per cent."""
    return round(given_away, 2) >= least


class Draw(NamedTuple):
    """An action that revealed something: how many came before it, and the positions before and after it as
    the seat knew them whose turn it was."""

    number: int
    before: str
    after: str


class Verdict(NamedTuple):
    """What a decision gave away.

    start       how many actions of the turn came before it
    choices     how many plans there were; with one alone nothing was decided
    given_away  how much more chance to win the best plan would have given, 0 to 1; 0 if that cannot be told
                from chance, never negative
    error       the standard error of that; `sure`: how certain it is that the best plan is better
    chance      the player's with the best plan, `played` with what was done
    plan        the best plan, the player's own actions; `line`: with what others decide in between
    reason      what it is for, and what that was for that was played (`did`); None where there are no words
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
        """Whether there was anything to decide: nothing can be given away where nothing is left to lose."""
        return self.choices > 1 and self.chance >= OPEN and self.played <= 1 - OPEN


class Judged(NamedTuple):
    """A turn.

    verdicts  of each of its decisions: after a draw more is known than before
    gains     what its draws gave each seat, added up; `errors`: the standard errors of that; both empty if
              nothing was drawn
    chances   each seat's at its beginning, if they were asked for
    """

    verdicts: tuple[Verdict, ...]
    gains: tuple[float, ...] = ()
    errors: tuple[float, ...] = ()
    chances: tuple[float, ...] = ()

    @property
    def given_away(self) -> float:
        """In all decisions of the turn."""
        return sum(one.given_away for one in self.verdicts)

    @property
    def worst(self) -> Verdict | None:
        """The decision that gave away most, None if nothing was given away."""
        found = max(self.verdicts, key=lambda one: one.given_away, default=None)
        return found if found is not None and found.given_away > 0 else None


def request(state: State, played: Sequence[str]) -> str:
    """What to ask about a turn of the actor of a position, in which this was played: what the actor knew."""
    return request_of(state.ruleset.id, state.position(state.actor), played)


def request_soon(state: State, played: Sequence[str], seconds: float) -> str:
    """The same for somebody who waits: nothing is said if that takes longer."""
    return json.dumps({**loads(request(state, played)), "seconds": seconds})


def request_of(
    ruleset_id: str,
    position: str,
    played: Sequence[str],
    draws: Sequence[Draw] = (),
    *,
    chances: bool = False,
) -> str:
    """The same with what was drawn; `chances`: also everybody's at the beginning of the turn."""
    asked = {"ask": "judge", "ruleset": ruleset_id, "position": position, "played": list(played)}
    return json.dumps(asked | {"draws": [list(draw) for draw in draws], "chances": chances})


def understood(text: str) -> Judged:
    """What an answer says; `ParseError` if it is none."""
    try:
        return of_answer(loads(text))
    except (ValueError, TypeError, LookupError, OverflowError) as error:
        raise ParseError(f"this is no verdict: {error!r:.80}") from error


def of_answer(answer: Any) -> Judged:
    """What an answer says; one of several kinds of error if it is none."""
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
    return Judged(verdicts, gains, errors, chances)


def _verdict(start: int, row: Any) -> Verdict:
    return Verdict(
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
    """A reason as an answer has it."""
    return None if told is None else Reason(str(told[0]), dict(told[1]))
