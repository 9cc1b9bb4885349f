"""Lessons: courses of steps on real positions, in which only the action being taught can be played.

A lesson is data (`assets/games/<package>/lessons/<nn>-<name>.json`, see docs/developing/lessons.md). This
module knows no files, windows or texts. `Teacher` follows a learner through a lesson: the actions that are
allowed and the replies of the opponents.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple, Self

from game import engine
from game.engine.core import Action, IllegalAction, ParseError, Ruleset, State
from game.engine.record import Record
from game.match.controller import Controller
from game.match.controllers import Person
from game.match.log import Cursor, Move, TakenBack
from game.match.match import Match
from game.match.players import PlayerInfo, player_tags
from game.worker_messages import from_plain

LEARNER = 0
"""The learner's seat."""


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson: a text to read and, optionally, actions to play.

    do        the learner's actions in order, as texts in which `*` matches anything; empty: only reading
    then      the opponents' actions afterwards, as texts
    show      elements (docs/reference/elements.md) that are highlighted
    position  the position string in which the step begins; "" where the step before ended
    """

    do: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    position: str = ""


class Lesson(NamedTuple):
    """The steps of a lesson about one game. Their texts are looked up by `key`."""

    ruleset_id: str
    name: str
    steps: tuple[LessonStep, ...]

    @classmethod
    def read(cls, ruleset_id: str, name: str, text: str) -> Self:
        """Parse a lesson from JSON text. Raises `ParseError` with the reason if it is invalid."""
        try:
            told = json.loads(text)
        except ValueError as error:
            raise ParseError(f"lesson {name}: {error}") from None
        steps = told.get("steps") if isinstance(told, dict) else None
        if not isinstance(steps, list) or not steps:
            raise ParseError(f"lesson {name}: there are no steps")
        lesson = cls(ruleset_id, name, tuple(_step(name, n, step) for n, step in enumerate(steps, 1)))
        if not lesson.steps[0].position:
            raise ParseError(f"lesson {name}: the first step has no position")
        return lesson

    @property
    def ruleset(self) -> Ruleset:
        """Return the ruleset that the lesson is about."""
        return engine.ruleset(self.ruleset_id)

    def key(self, step: int | str) -> str:
        """Return the key of a text in the catalogue "lessons": of a step, counted from 0, or of the
        `"title"`."""
        number = step + 1 if isinstance(step, int) else step
        return f"{self.ruleset_id}.{self.name}.{number}"

    def state(self, step: int) -> State:
        """Return the position in which a step begins, if the first matching action was played everywhere
        before.

        Raises `ParseError` or `IllegalAction` with the step number if the lesson cannot be played.
        """
        begin = max(number for number in range(step + 1) if self.steps[number].position)
        state = self.ruleset.parse_position(self.steps[begin].position)
        for number in range(begin, step):
            try:
                self._do(self.steps[number], state)
            except IllegalAction as refusal:
                raise IllegalAction(refusal.reason, f"{self.name}, step {number + 1}: {refusal}") from None
        return state

    def _do(self, step: LessonStep, state: State) -> None:
        for pattern in step.do:
            found = matching(pattern, state.legal_actions())
            state.apply(found[0] if found else state.parse_action(pattern))
        for text in step.then:
            state.apply(state.parse_action(text))


def _step(lesson: str, number: int, told: Any) -> LessonStep:
    where = f"lesson {lesson}, step {number}"
    try:
        step = from_plain(LessonStep, told)
    except ParseError as error:
        raise ParseError(f"{where}: {str(error).removeprefix(': ')}") from None
    if unknown := told.keys() - {field.name for field in fields(LessonStep)}:
        raise ParseError(f"{where}: there is no field {min(unknown)!r}")
    if step.then and not step.do:
        raise ParseError(f"{where}: opponents reply to what was done, and nothing is")
    return step


def matching(pattern: str, actions: Sequence[Action]) -> list[Action]:
    """Return the actions whose text matches the pattern, in which `*` matches anything and ` | ` separates
    alternatives."""
    alternatives = [re.escape(each).replace(r"\*", ".*") for each in pattern.split(" | ")]
    wanted = re.compile("|".join(alternatives))
    return [action for action in actions if wanted.fullmatch(action.text)]


class Opponent(Controller):
    """A controller that plays the scripted replies for all other seats."""

    id: ClassVar[str] = "lesson"

    def __init__(self) -> None:
        self.script: deque[str] = deque()
        self.prepare: Callable[[], None] = lambda: None
        """Hook that fills the script if the learner's actions require a reply."""

    def next(self, state: State, number: int) -> Action | None:
        self.prepare()
        return state.parse_action(self.script[0]) if self.script else None

    def played(self) -> None:
        self.script.popleft()

    def forget(self) -> None:
        self.script.clear()


class Teacher:
    """A learner's progress through a lesson, derived from the log of the match.

    match     the match in which the lesson is played
    step      current step, counted from 0; the number of steps when the lesson is finished
    done      number of actions of the step's `do` that have been played
    opponent  the controller of the other seats
    """

    def __init__(self, lesson: Lesson, step: int = 0, players: Sequence[PlayerInfo] = ()) -> None:
        """Begin with a step. `players` are the players at the table, at least one for each seat."""
        self.lesson = lesson
        self.step = min(step, len(lesson.steps) - 1)
        self.opponent = Opponent()
        self.done = 0
        self._laid = self.step
        """The step for which the table was last set up."""
        self._before: list[tuple[int, int]] = []
        """For each action of the learner: the values of `step` and `done` before it."""
        self._cursor = Cursor()
        state = lesson.state(self.step)
        record = Record(lesson.ruleset, state.seats, {}, 0, player_tags(players[: state.seats]))
        seats = [Person() if seat == LEARNER else self.opponent for seat in range(state.seats)]
        self.match = Match("", record, seats, start=state)
        self.opponent.prepare = self.follow

    @property
    def finished(self) -> bool:
        """Return True once all steps are done."""
        return self.step == len(self.lesson.steps)

    @property
    def shown(self) -> tuple[str, ...]:
        """Return the highlighted elements."""
        return () if self.finished else self.lesson.steps[self.step].show

    @property
    def asks(self) -> bool:
        """Return True if the step requires an action and not only reading."""
        return not self.finished and bool(self.lesson.steps[self.step].do)

    def allowed(self, state: State) -> list[Action]:
        """Return the actions that are right now.

        Empty while there is a text to read, before the opponents have replied, and before the table is set up
        again.
        """
        if not self.asks or state.actor != LEARNER or self.opponent.script or self.moves_on:
            return []
        return matching(self.lesson.steps[self.step].do[self.done], state.legal_actions())

    def follow(self) -> None:
        """Read new log entries and update the progress for actions that were played or undone."""
        for entry in self._cursor.new(self.match.log):
            if isinstance(entry, Move) and entry.seat == LEARNER:
                self._done()
            elif isinstance(entry, TakenBack):
                own = [move for move in entry.moves if move.seat == LEARNER]
                self.step, self.done = self._before[-len(own)]
                del self._before[-len(own) :]

    def _done(self) -> None:
        """Count one more action of the step. The last one ends the step and queues the opponents' replies."""
        step = self.lesson.steps[self.step]
        self._before.append((self.step, self.done))
        self.done += 1
        if self.done == len(step.do):
            self.opponent.script.extend(step.then)
            self._go_on()

    def read_on(self) -> None:
        """Advance to the next step once the learner has read this one."""
        if not self.asks and not self.finished:
            self._go_on()

    def step_back(self) -> bool:
        """Go back to the beginning of the step before and undo its actions.

        Returns False, without effect, if the table has been set up again since.
        """
        self.follow()
        before = self.step - 1
        if before < self._laid or any(
            step.position for step in self.lesson.steps[before + 1 : self.step + 1]
        ):
            return False
        own = (number for number, move in enumerate(self.match.moves) if move.seat == LEARNER)
        done = [number for number, (step, _) in zip(own, self._before, strict=True) if step >= before]
        if done and not self.match.undoes(done[0]):
            return False
        if done:
            self.match.undo(done[0])
            self.follow()
        self.step, self.done = before, 0
        return True

    def _go_on(self) -> None:
        self.step += 1
        self.done = 0

    @property
    def moves_on(self) -> bool:
        """Return True if the table must be set up again once opponents have replied, because a step with its
        own position has begun."""
        begun = self.lesson.steps[self._laid + 1 : self.step + 1]
        return not self.finished and any(step.position for step in begun)
