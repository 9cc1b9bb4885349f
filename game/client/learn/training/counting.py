"""Counting exercises: who can end the game first from a late position, and with how many points."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import cache, partial

from game.assets import of_game
from game.client.app import routes
from game.client.app.scene import Host
from game.client.draw.widgets import ButtonSpec
from game.client.learn.courses import own_name
from game.client.learn.problem import ProblemCoach
from game.client.learn.training.reviews import note_attempt, reviews
from game.client.table.table import TableScene
from game.client.words.i18n import computers, lessons
from game.match import COLOURS, Match, Person, PlayerInfo
from game.match.counting import (
    NOBODY,
    CountingTask,
    first_end,
    points_options,
    read_tasks,
    who_options,
)
from game.match.practice import due_first
from game.match.puzzle import MISSED, SOLVED

WHO, COUNT, OVER = "who", "count", "over"
"""Stages of an exercise: both questions, and the facts."""


@cache
def tasks(ruleset_id: str) -> tuple[CountingTask, ...]:
    """Return the counting exercises of a game; empty if it has none. Raises `ParseError` for an invalid
    file."""
    path = of_game(ruleset_id) / "counting.json"
    return read_tasks(ruleset_id, path.read_text(encoding="utf-8")) if path.exists() else ()


def solved_tasks(app: Host, ruleset_id: str) -> int:
    """Return the number of exercises whose last attempt was right."""
    known = reviews(app)
    return sum(task.id in known and known[task.id].box > 0 for task in tasks(ruleset_id))


def next_task(app: Host, ruleset_id: str, after: CountingTask | None = None) -> CountingTask:
    """Return the exercise to be done next: one that is due, or else the one after the last in the file."""
    found = tasks(ruleset_id)
    others = {task.id: task for task in found if task != after}
    due = due_first(others, reviews(app), app.platform.today())
    place = 0 if after is None else found.index(after) + 1
    return others[due[0]] if due else found[place % len(found)]


def counting_table(app: Host, ruleset_id: str, task: CountingTask | None = None) -> TableScene:
    """Create the table for an exercise; without one, for that to be done next."""
    coach = CountingCoach(app, task or next_task(app, ruleset_id))
    return TableScene(app, coach.match, coach)


class CountingCoach(ProblemCoach):
    """The coach of one counting exercise. Nothing is played: the answers are buttons."""

    name = "counting"
    texts = lessons

    def __init__(self, app: Host, task: CountingTask) -> None:
        from game.bots.brain import brain  # the title need not import computer players

        state = task.state()
        self.task, self.stage, self.right = task, WHO, True
        self.end = first_end(brain(task.ruleset_id).game_ends(state))
        names = [computers(f"merchant.{one + 1}") for one in range(state.seats)]
        self._actor = state.actor or 0
        names[self._actor] = own_name(app, self._actor)
        players = [PlayerInfo(name, colour) for name, colour in zip(names, COLOURS, strict=False)]
        # with a result nothing can be played on the board
        super().__init__(app, state, self._actor, players, [Person() for _ in players], MISSED)

    def headline(self) -> str:
        number = tasks(self.task.ruleset_id).index(self.task) + 1
        return lessons("counting.number", number=number)

    def status(self, question: str) -> str:
        return lessons("counting") if self.stage == OVER else super().status(question)

    def dots(self) -> tuple[int, int]:
        return (WHO, COUNT, OVER).index(self.stage), 2

    @property
    def answered(self) -> bool:
        return True

    def pointed_out(self) -> Sequence[str]:
        """Return the place where the game ends, once the first question is answered."""
        return [self.end.place] if self.stage != WHO and self.end is not None and self.end.place else []

    # ---- texts --------------------------------------------------------------------------------

    def words(self) -> str:
        if self.stage == WHO:
            return lessons("counting.who", name=self._name(self._actor))
        verdict = lessons("counting.right" if self.right else "counting.wrong")
        if self.stage == COUNT:
            return f"{verdict} {self._who()} {lessons('counting.count', name=self._ender)}"
        return " ".join(filter(None, [verdict, self._who() if self.end is None else "", self._result()]))

    def longest(self) -> Iterable[str]:
        yield lessons("counting.who", name=self._name(self._actor))
        if self.end is not None:
            yield f"{lessons('counting.wrong')} {self._who()} {lessons('counting.count', name=self._ender)}"
        yield f"{lessons('counting.wrong')} {self._result()}"

    def _name(self, seat: int) -> str:
        return lessons("counting.nobody") if seat == NOBODY else self.match.players[seat].name

    @property
    def _ender(self) -> str:
        return "" if self.end is None else self._name(self.end.seat)

    def _who(self) -> str:
        """Return who can end the game first, and where."""
        if self.end is None:
            return lessons("counting.none")
        if not self.end.place:
            return lessons("counting.can", name=self._ender)
        place = self.table.view.label(self.end.place, self.match.state)
        return lessons("counting.can.place", name=self._ender, place=place)

    def _result(self) -> str:
        """Return the final points of every seat and the winners."""
        if self.end is None:
            return ""
        each = ", ".join(f"{self._name(seat)}: {points}" for seat, points in enumerate(self.end.totals))
        winners = [self._name(seat) for seat in self.end.winners]
        return lessons("counting.result", points=each, winners=", ".join(winners), n=len(winners))

    # ---- answers ------------------------------------------------------------------------------

    def coach_buttons(self) -> Sequence[ButtonSpec | None]:
        if self.stage == WHO:
            seats = who_options(self.task, self.end, len(self.match.players))
            return [
                ButtonSpec(f"answer.{at}", self._name(seat), partial(self._answer_who, seat))
                for at, seat in enumerate(seats, 1)
            ]
        if self.stage == COUNT and self.end is not None:
            return [
                ButtonSpec(f"answer.{at}", f"{points}", partial(self._answer_count, points))
                for at, points in enumerate(points_options(self.task, self.end), 1)
            ]
        again = ButtonSpec("coach.again", lessons("counting.again"), self.again)
        return [again, ButtonSpec("coach.after", lessons("counting.next"), self._after, "primary")]

    def _answer_who(self, seat: int) -> None:
        self.right = seat == (NOBODY if self.end is None else self.end.seat)
        self._conclude(OVER if self.end is None else COUNT, right=self.right)

    def _answer_count(self, points: int) -> None:
        assert self.end is not None
        right = points == self.end.totals[self.end.seat]
        both = self.right and right
        self.right = right
        self._conclude(OVER, right=both)

    def _conclude(self, stage: str, *, right: bool) -> None:
        self.stage = stage
        if stage == OVER:
            note_attempt(self.app, self.task.id, solved=right)
            self.result = SOLVED if right else MISSED
        camera_control = self.table.camera_control
        if ends := [shape.rect for shape in camera_control.on_board(self.pointed_out(), self.match.state)]:
            camera_control.at_rects(ends, time.monotonic())
        self.announce()

    def evaluate(self, match: Match) -> None:
        """Do nothing: nothing is played."""

    def again(self) -> None:
        self.app.replace(routes.CountingTable(self.task.ruleset_id, self.task))

    def show_answer(self) -> None:
        """Do nothing: the answers are buttons."""

    def _after(self) -> None:
        following = next_task(self.app, self.task.ruleset_id, self.task)
        self.app.replace(routes.CountingTable(self.task.ruleset_id, following))
