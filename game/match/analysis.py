"""A game looked at again by the computer: what is asked, what was found, how it is kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple
from zlib import crc32

from game.engine.core import IllegalAction, ParseError, Reason
from game.engine.record import Record, replay
from game.match.statistics import Standing
from game.outside import loads

MOST_TURNS = 1000
"""Whoever thinks refuses a game of more turns."""
_SLACK = 0.001
"""What rounding may add to a chance."""


class TurningPoint(NamedTuple):
    """A turn that cost much.

    at       the standing before it, by its number
    played   the seat's chance to win after what it did; `chance`: after the better plan
    plan     that plan, the seat's own actions; `line`: with what others do in between
    reason   what it is for; `did`: what that was for that the seat did (None in analyses of an older Kontor)
    """

    at: int
    seat: int
    played: float
    chance: float
    plan: tuple[str, ...]
    line: tuple[str, ...]
    reason: Reason | None
    did: Reason | None = None


class Analysis(NamedTuple):
    """Each seat's chance to win at every standing, and the worst turns in their order."""

    chances: tuple[tuple[float, ...], ...]
    turning: tuple[TurningPoint, ...]


def request(record: Record, standings: Sequence[Standing]) -> str:
    """What to ask about a game: what the seats that were to move knew and what they did, nothing of its seed
    or of what was hidden."""
    positions = [standing.position for standing in standings]
    return json.dumps(
        {
            "ask": "analyse",
            "ruleset": record.ruleset.id,
            "position": positions[-1],
            "earlier": positions[:-1],
            "played": [played(record, standings, at) for at in range(len(standings) - 1)],
        }
    )


def played(record: Record, standings: Sequence[Standing], at: int) -> list[str]:
    """What was done from one standing to the next."""
    return [action.text for action in record.actions[standings[at].step : standings[at + 1].step]]


def understood(text: str) -> Analysis:
    """What an answer says; `ParseError` if it is none."""
    try:
        answer: Any = loads(text)
        chances = tuple(tuple(float(chance) for chance in row) for row in answer["chances"])
        points = tuple(_point(point) for point in answer["turning"])
    except (ValueError, TypeError, LookupError, OverflowError) as error:
        raise ParseError(f"this is no analysis: {error!r:.80}") from error
    if any(not 0 <= point.at < len(chances) for point in points):
        raise ParseError("this is no analysis: a turn is not in the game")
    told = (*chain(*chances), *(chance for point in points for chance in (point.played, point.chance)))
    if any(not -_SLACK <= chance <= 1 + _SLACK for chance in told):
        raise ParseError("this is no analysis: a chance is not between 0 and 1")
    return Analysis(chances, points)


def fits(found: Analysis, record: Record, standings: Sequence[Standing]) -> bool:
    """Whether an analysis can be of this game: as many standings, as many seats, no turn after the last."""
    seats = range(record.seats)
    return (
        len(found.chances) == len(standings)
        and all(len(row) == record.seats for row in found.chances)
        and all(point.seat in seats and point.at + 1 < len(standings) for point in found.turning)
    )


def _point(point: dict[str, Any]) -> TurningPoint:
    return TurningPoint(
        int(point["at"]),
        int(point["seat"]),
        float(point["played"]),
        float(point["chance"]),
        tuple(map(str, point["plan"])),
        tuple(map(str, point["line"])),
        _reason(point["reason"]),
        _reason(point.get("did")),
    )


def _reason(told: Any) -> Reason | None:
    return None if told is None else Reason(str(told[0]), dict(told[1]))


def to_keep(record: Record, answer: str) -> str:
    """An answer as it is kept beside the game."""
    return json.dumps({"game": _mark(record), "answer": loads(answer)})


def kept(record: Record, text: str | None) -> Analysis | None:
    """What was kept, None if it is of another course of the game, or nothing at all."""
    try:
        found: Any = loads(text or "")
        return understood(json.dumps(found["answer"])) if found["game"] == _mark(record) else None
    except (ValueError, TypeError, KeyError):
        return None


def _mark(record: Record) -> int:
    """A number that another course of the game would hardly have."""
    return crc32("\n".join(action.text for action in record.actions).encode())


def with_plan(record: Record, step: int, line: Sequence[str]) -> Record:
    """The game as it would have gone on after `step` actions by the line of a plan, as far as that goes."""
    told = {number: told for number, told in record.told.items() if number < step}
    other = replace(record, tags=dict(record.tags), actions=record.actions[:step], lines=(), told=told)
    state = replay(other)
    try:
        for text in line:
            action = state.parse_action(text)
            state.apply(action)
            other.actions.append(action)
    except (ParseError, IllegalAction):
        return other  # it came to something hidden, which in this game was something else
    return other
