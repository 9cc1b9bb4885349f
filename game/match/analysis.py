"""Analysis of a finished game, turn by turn: requests to the AI worker, results and their storage."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from zlib import crc32

from game.engine.core import IllegalAction, ParseError
from game.engine.record import Record, replay
from game.match.mistake_sizes import size_of
from game.match.statistics import Statistics
from game.untrusted import loads
from game.worker_messages import (
    DecisionEvaluation,
    Draw,
    EvaluationRequest,
    MessageError,
    TurnEvaluation,
    Verdict,
    from_json,
    from_plain,
    plain,
    to_json,
)

MOST_TURNS = 1000
"""Maximum number of turns of a game that is analysed."""
TURNING_POINTS = 3
"""Maximum number of turning points shown."""
END_TURN = "end-turn"
"""Text of the action that ends a turn, in every game."""


class Mistake(NamedTuple):
    """A turn that lost win probability.

    at        index of the standing before the turn
    step      number of actions before the decision that lost most
    position  the position at that decision, as its player knew it
    verdict   the evaluation of that decision
    played    the actions played in the rest of the turn
    after     the player's win probability after the turn
    """

    at: int
    step: int
    position: str
    verdict: DecisionEvaluation
    played: tuple[str, ...]
    after: float

    @property
    def seat(self) -> int:
        """Return the seat whose turn it was."""
        return self.verdict.seat

    @property
    def better(self) -> float:
        """Return the win probability with the better plan."""
        return min(1.0, self.after + self.verdict.given_away)

    @property
    def size(self) -> str:
        """Return the size of the mistake, one of `SIZES`, or "" if it is too small to be called one."""
        return size_of(self.verdict.given_away)


class Analysis(NamedTuple):
    """The result of an analysis: each seat's win probability at every standing, every turn's evaluation, all
    mistakes in order of play, and the worst of them (`turning`)."""

    chances: tuple[tuple[float, ...], ...]
    turns: tuple[TurnEvaluation, ...]
    mistakes: tuple[Mistake, ...]
    turning: tuple[Mistake, ...]


class AnalysisRun:
    """The evaluation of a game, one turn after another, which can be interrupted and resumed after any of
    them."""

    def __init__(self, record: Record, found: Statistics, kept: str | None = None) -> None:
        """Resume from `kept`, a result of `to_keep`. Turns that do not belong to this game are ignored."""
        self.record, self.standings, self._draws = record, found.standings, found.draws
        self._marks = _marks(record, [one.step for one in self.standings])
        self._judged: list[TurnEvaluation | None] = [None] * len(self.standings)
        self._take_up(kept)

    def _take_up(self, kept: str | None) -> None:
        try:
            found: Any = loads(kept or "")
            for at, (of_turn, answer) in enumerate(found["turns"][: len(self.standings)]):
                if answer is not None and of_turn == self._mark(at):
                    self._take(at, from_plain(TurnEvaluation, answer))
        except (ValueError, TypeError, LookupError, OverflowError):
            return

    @property
    def next(self) -> int | None:
        """Return the first turn that has not been evaluated, as the index of its standing; None after the
        last."""
        return next((at for at, judged in enumerate(self._judged) if judged is None), None)

    def request(self, at: int) -> str:
        """Return the request that evaluates a turn. It holds what its player knew and did, without the seed
        or hidden information."""
        begin, played = self.standings[at].step, self.played(at)
        draws = [one._replace(number=one.number - begin) for one in self._drawn(at)]
        position = self.standings[at].position
        ruleset = self.record.ruleset.id
        return to_json(EvaluationRequest(ruleset, position, tuple(played), tuple(draws), chances=True))

    def take(self, at: int, answer: str) -> None:
        """Store the answer for a turn. Raises `MessageError` if it is invalid or belongs to another game."""
        self._take(at, from_json(TurnEvaluation, answer))

    def _take(self, at: int, found: TurnEvaluation) -> None:
        seats, length = self.record.seats, len(self.played(at))
        if len(found.chances) != seats or len(found.gains) not in (0, seats):
            raise MessageError("chances: those of another game")
        if not all(0 <= one.decision.seat < seats and one.start < length for one in found.verdicts):
            raise MessageError("verdicts: those of another turn")
        starts = {one.number + 1 - self.standings[at].step for one in self._drawn(at)}
        if {one.start for one in found.verdicts} - {0, *starts}:
            raise MessageError("verdicts: a decision begins where nothing was drawn")
        self._judged[at] = found

    def to_keep(self) -> str:
        """Return the results so far as text, to be stored with the game."""
        turns = [[self._mark(at), found] for at, found in enumerate(self._judged)]
        return json.dumps({"turns": turns}, separators=(",", ":"), default=plain)

    def _mark(self, at: int) -> int:
        """Return a checksum of the game up to the end of a turn, which tells it apart from other courses."""
        return self._marks[min(at + 1, len(self._marks) - 1)]

    def whole(self) -> Analysis | None:
        """Return the analysis, or None until all turns are evaluated."""
        turns = tuple(one for one in self._judged if one is not None)
        if len(turns) < len(self.standings) or not turns:
            return None
        chances = tuple(one.chances for one in turns)
        found = [self._mistake(at, one.worst, chances) for at, one in enumerate(turns) if one.worst]
        mistakes = tuple(one for one in found if one.size)
        worst = sorted(mistakes, key=lambda one: -one.verdict.given_away)[:TURNING_POINTS]
        return Analysis(chances, turns, mistakes, tuple(sorted(worst, key=lambda one: one.at)))

    def _mistake(self, at: int, worst: Verdict, chances: Sequence[Sequence[float]]) -> Mistake:
        step = self.standings[at].step + worst.start
        draws = {one.number + 1: one.after for one in self._drawn(at)}
        position = draws.get(step, self.standings[at].position)
        rest = self.played(at)[worst.start :]
        return Mistake(at, step, position, worst.decision, tuple(rest), chances[at + 1][worst.decision.seat])

    def played(self, at: int) -> list[str]:
        """Return the actions between one standing and the next."""
        end = self.standings[at + 1].step if at + 1 < len(self.standings) else self.standings[at].step
        return [action.text for action in self.record.actions[self.standings[at].step : end]]

    def _drawn(self, at: int) -> list[Draw]:
        begin = self.standings[at].step
        return [one for one in self._draws if begin <= one.number < begin + len(self.played(at))]


def kept(record: Record, found: Statistics, text: str | None) -> Analysis | None:
    """Return the stored analysis of a game, or None if it is incomplete or belongs to another course of the
    game."""
    return AnalysisRun(record, found, text).whole()


def _marks(record: Record, steps: Sequence[int]) -> list[int]:
    """Return checksums of the actions up to each of these steps."""
    found, before, sum_ = list[int](), 0, 0
    for step in steps:
        for action in record.actions[before:step]:
            sum_ = crc32(f"{action.text}\n".encode(), sum_)
        before = step
        found.append(sum_)
    return found


def with_plan(record: Record, step: int, line: Sequence[str]) -> Record:
    """Return the game as it would have continued after `step` actions with the actions of a plan, as far as
    they can be played."""
    told = {number: told for number, told in record.told.items() if number < step}
    other = replace(record, tags=dict(record.tags), actions=record.actions[:step], lines=(), told=told)
    state = replay(other)
    try:
        for text in line:
            action = state.parse_action(text)
            state.apply(action)
            other.actions.append(action)
    except (ParseError, IllegalAction):
        return other  # the plan depends on hidden information that was different in this game
    return other
