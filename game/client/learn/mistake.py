"""The table of an exercise: find a better plan for a costly turn, in two attempts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace

from game.client.app import routes
from game.client.app.scene import Host, complaining
from game.client.draw.widgets import ButtonSpec
from game.client.learn.problem import ProblemCoach
from game.client.learn.training.reviews import note_attempt
from game.client.review.advice import advice, clue_to
from game.client.storage.results import add_entries
from game.client.table.table import TableScene
from game.client.words.i18n import finished
from game.client.words.numbers import points
from game.match import Computer, Match, Person
from game.match.analysis import Mistake, with_plan
from game.match.exercise import TRIES, Exercise, is_over
from game.match.learning import SolvedMistakes
from game.match.practice import mistake_item
from game.match.puzzle import MISSED, SOLVED
from game.match.tally import setup_of
from game.platform import ThinkError
from game.worker_messages import MessageError, TurnEvaluation, from_json, request

EVALUATING = "evaluating"
"""Result while the computer evaluates an attempt."""
FAILED = "failed"
"""Result if an attempt could not be evaluated."""


def mistake_table(
    app: Host, match: Match, exercises: tuple[Exercise, ...], at: int, failed: tuple[Mistake, ...] = ()
) -> TableScene:
    """Create the table for a turn of a game.

    at: index of the exercise
    failed: the failed attempts, each compared with the better plan
    """
    coach = MistakeCoach(app, match, exercises, at, failed)
    return TableScene(app, coach.match, coach)


class MistakeCoach(ProblemCoach):
    """The coach of one exercise. Any legal action can be tried until the turn is over; computer players
    reply."""

    name = "mistake"
    texts = finished

    def __init__(
        self,
        app: Host,
        game: Match,
        exercises: tuple[Exercise, ...],
        at: int,
        failed: tuple[Mistake, ...],
    ) -> None:
        self.game, self.exercises, self.at, self._failed = game, exercises, at, failed
        self.missed = len(failed)
        self.exercise = exercises[at]
        self.found: TurnEvaluation | None = None
        self._told: list[str] | None = None
        self._about: str | None = None
        self._start = self.exercise.state()
        self._evaluation: asyncio.Future[None] | None = None
        seat = self.exercise.mistake.seat
        seats = range(self._start.seats)
        controllers = [Person() if one == seat else Computer("easy", one + 1) for one in seats]
        super().__init__(app, self._start, seat, game.players, controllers)

    # ---- the coach ----------------------------------------------------------------------------

    def headline(self) -> str:
        return finished("mistake.number", number=self.at + 1, total=len(self.exercises))

    def dots(self) -> tuple[int, int]:
        return self.at, len(self.exercises) if len(self.exercises) <= 12 else 0

    @property
    def answered(self) -> bool:
        return self.result == SOLVED or (self.result == MISSED and self.missed >= TRIES)

    def words(self) -> str:
        match self.result:
            case "":
                return self._second() if self.missed else self._task()
            case "evaluating":
                return finished("mistake.judging")
            case "failed":
                return finished("analysis.failed")
        return self._answer() if self.answered else self._clue()

    def longest(self) -> Iterable[str]:
        yield self._task()
        yield self._clue()
        yield " ".join([finished("mistake.missed"), *self._advice()])

    def _task(self) -> str:
        mistake = self.exercise.mistake
        name, cost = self.game.players[mistake.seat].name, points(mistake.verdict.given_away)
        if self.exercise.yours:
            return finished("mistake.task.yours", round=self.exercise.round, cost=cost)
        return finished("mistake.task", round=self.exercise.round, name=name, cost=cost)

    def _clue(self) -> str:
        return finished("mistake.clue", clue=self._clue_words())

    def _clue_words(self) -> str:
        """Return the clue, which takes into account what the last attempt already does right."""
        if self._about is None:
            compared = (self.exercise.mistake, *self._failed)[-1]
            self._about = clue_to(self.table.view, self.game.ruleset, compared)
        return self._about

    def _second(self) -> str:
        """Return the text of the second attempt: the clue, without a verdict on what has not been tried."""
        return finished("mistake.second", clue=self._clue_words())

    def _answer(self) -> str:
        """Return the outcome of the attempt and the advice."""
        verdict = self.found.decisions[0] if self.found is not None and self.found.decisions else None
        said = []
        if self.result != SOLVED:
            said.append(finished("mistake.missed"))
        elif verdict is not None and round(verdict.given_away, 2):
            said.append(finished("mistake.solved.little", cost=points(verdict.given_away)))
        else:
            said.append(finished("mistake.solved"))
        return " ".join([*said, *self._advice()])

    def _advice(self) -> list[str]:
        """Return a better plan with its reason, the plan played in the game, and its cost."""
        if self._told is None:
            played, better, cost = advice(
                self.table.view,
                self.game.ruleset,
                self.exercise.mistake,
                whole=True,
                yours=self.exercise.yours,
            )
            self._told = [better, played, cost]
        return self._told

    def coach_buttons(self) -> list[ButtonSpec]:
        again, answer = self.attempt_buttons()
        if not self.answered:
            return [again._replace(tone="primary" if self.result == MISSED else "paper"), answer]
        watch = ButtonSpec("coach.watch", finished("mistake.watch"), self._watch, icon="replay")
        last = self.at + 1 == len(self.exercises)
        after = finished("mistake.all" if last else "mistake.next")
        return [watch, ButtonSpec("coach.after", after, self._after, "primary")]

    # ---- solving ------------------------------------------------------------------------------

    def evaluate(self, match: Match) -> None:
        """Evaluate the attempt once the turn is over."""
        if self.result or not is_over(self._start, match.state, match.moves):
            return
        match.paused = True
        self.result = EVALUATING
        self._evaluation = self.app.spawn(self._evaluate(), wakes=True)

    async def _evaluate(self) -> None:
        played = tuple(move.action.text for move in self.match.moves)
        asked = request("judge", self._start, played=played)
        try:
            self.found = from_json(TurnEvaluation, await self.app.platform.think(asked, None))
        except (ThinkError, MessageError):
            self._conclude(FAILED)
        else:
            self._conclude(SOLVED if self.exercise.good(self.found) else MISSED)
        self._evaluation = None

    def _conclude(self, result: str) -> None:
        self.result = result
        if result == MISSED:
            self.missed += 1
            self._failed, self._about = (*self._failed, self._attempt()), None
        elif result == SOLVED:
            self._keep()
        if self.answered:
            self._review()
        self.announce()

    def _attempt(self) -> Mistake:
        """Return the attempt compared with the better plan: what it did, and why, if the computer says."""
        mistake = self.exercise.mistake
        decisions = self.found.decisions if self.found is not None else ()
        verdict = replace(mistake.verdict, did=decisions[0].did if decisions else None)
        played = tuple(move.action.text for move in self.match.moves)
        return mistake._replace(verdict=verdict, played=played)

    def _review(self) -> None:
        """Save when the exercise is to be repeated, if it is one of the reader's turns."""
        if self.exercise.yours:
            item = mistake_item(setup_of(self.game.record), self.exercise.mistake.step)
            note_attempt(self.app, item, solved=self.result == SOLVED)

    def _keep(self) -> None:
        """Save the exercise as solved."""
        steps = frozenset({self.exercise.mistake.step})
        solved = SolvedMistakes(setup_of(self.game.record), len(self.exercises), steps)
        with complaining(self.app):
            add_entries(self.app.saves, [solved])

    def left(self) -> None:
        if self._evaluation is not None:
            self._evaluation.cancel()
        super().left()

    def again(self) -> None:
        self._begin(self.at, self._failed)

    def show_answer(self) -> None:
        if self._evaluation is not None:
            self._evaluation.cancel()
            self._evaluation = None
        self.match.paused = True
        self.missed = TRIES
        self.result = MISSED
        self._review()
        self.look_back()
        self.announce()

    def _watch(self) -> None:
        """Open a replay of the game that continues with the better plan."""
        mistake = self.exercise.mistake
        self.app.open(
            routes.Replay(with_plan(self.game.record, mistake.step, mistake.verdict.line), mistake.step)
        )

    def _begin(self, at: int, failed: tuple[Mistake, ...] = ()) -> None:
        self.app.replace(routes.MistakeTable(self.game, self.exercises, at, failed))

    def _after(self) -> None:
        if self.at + 1 < len(self.exercises):
            self._begin(self.at + 1)
        else:
            self.app.pop()
