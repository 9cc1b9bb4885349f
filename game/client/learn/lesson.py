"""A lesson on the table: a coach says what to look at and what to do; the opponents follow the script."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from game.client.frame import to
from game.client.frame.flow import Spec
from game.client.frame.gestures import Gesture, Key
from game.client.frame.scene import Host
from game.client.learn.coach import Coach, GuidedChooser
from game.client.learn.courses import course, following, keep_progress, lesson_id, progress_of
from game.client.table.occasion import Laid
from game.client.table.table import Table
from game.client.touch.chooser import Chooser
from game.client.words.i18n import computers, lessons, t
from game.engine.core import Action
from game.match import COLOURS, Cursor, Match, Player
from game.match.cursor import last_move
from game.match.lesson import LEARNER, Lesson, Teacher
from game.match.progress import DONE


def lesson_table(app: Host, lesson: Lesson, step: int | None = None) -> Table:
    """The table laid for a lesson; `step`: where to begin; None: where the player left off."""
    coach = LessonCoach(app, lesson, step)
    return Table(app, coach.match, coach)


def _players(app: Host) -> list[Player]:
    own = app.settings.name.strip() or t("player", n=1, number=1)
    names = [own, *(computers(f"merchant.{seat}") for seat in range(1, len(COLOURS)))]
    return [Player(name, colour) for name, colour in zip(names, COLOURS, strict=True)]


class LessonCoach(Coach):
    """One lesson, from a given step. What can be done is up to the teacher."""

    name = "lesson"

    def __init__(self, app: Host, lesson: Lesson, step: int | None = None) -> None:
        if step is None:
            kept = progress_of(app, lesson_id(lesson))
            step = int(kept) if kept.isdigit() else 0
        self.lesson = lesson
        self.teacher = Teacher(lesson, step, _players(app))
        super().__init__(app, self.teacher.match)
        self._cursor = Cursor()

    # ---- the coach ----------------------------------------------------------------------------

    def headline(self) -> str:
        number = course(self.lesson.ruleset_id).index(self.lesson) + 1
        return lessons("headline", number=number, title=lessons(self.lesson.key("title")))

    def status(self, question: str) -> str:
        """On a phone the coach alone says what to do."""
        layout = self.table.stage.layout
        return "" if layout and layout.tabs else question

    def words(self) -> str:
        if self.teacher.finished:
            return lessons("finished" if following(self.lesson) else "finished.all")
        return lessons(self.lesson.key(self.teacher.step))

    def longest(self) -> Iterable[str]:
        return (lessons(self.lesson.key(step)) for step in range(len(self.lesson.steps)))

    def dots(self) -> tuple[int, int]:
        return self.teacher.step, len(self.lesson.steps)

    def pointed_out(self) -> Sequence[str]:
        return self.teacher.shown

    def coach_buttons(self) -> list[Spec]:
        back = Spec("coach.back", lessons("back"), self._step_back if self.teacher.step else None)
        if self.teacher.finished:
            after = following(self.lesson)
            specs = [Spec("coach.leave", lessons("all"), self.leave)]
            if after is not None:
                specs.append(Spec("coach.after", lessons("after"), self._after, "primary"))
            return specs
        if self.teacher.asks:
            usable = self.do_it if self.teacher.allowed(self.match.state) else None
            return [back, Spec("coach.do", lessons("do"), usable)]
        return [back, Spec("coach.next", lessons("next"), self._read_on, "primary")]

    # ---- the learner --------------------------------------------------------------------------

    def join(self, table: Laid) -> None:
        super().join(table)
        table.stage.asks = False

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        return GuidedChooser(actions, self.teacher.allowed(self.match.state))

    def refusal(self, element: str) -> str:
        """The rule that forbids it, if one does; otherwise what the step asks for."""
        if not self.table.choice.legal(element):
            return super().refusal(element)
        if not self.teacher.asks:
            return lessons("read-first")
        own = self.lesson.key(self.teacher.step) + ".wrong"
        return lessons(own if lessons.has(own) else "not-now")

    def follow(self, match: Match, now: float) -> None:
        self.teacher.follow()

    def followed(self, match: Match, now: float) -> None:
        """The learner has done the last thing of a step, or an opponent the last of the replies to it."""
        move = last_move(self._cursor.new(match))
        if move is None:
            return
        if move.seat == LEARNER and self.teacher.done == 0:
            self._stepped()
        elif move.seat != LEARNER and not self.teacher.opponent.script and not self.teacher.moves_on:
            self.look(now)

    def due(self) -> bool:
        """What was done before the table is laid anew has been seen."""
        due = self.teacher.moves_on and not self.teacher.opponent.script
        if due:
            self._begin(self.lesson, self.teacher.step)
        return due

    def do_it(self) -> None:
        """Show how to do it."""
        self.table.play(self.teacher.allowed(self.match.state)[0])

    def _read_on(self) -> None:
        self.teacher.read_on()
        if self.teacher.moves_on:
            self._begin(self.lesson, self.teacher.step)
            return
        self.table.choice.ask()
        self.app.platform.announce(self.words())
        self._stepped()

    def _stepped(self) -> None:
        """The next step has begun, or the lesson is over."""
        finished = self.teacher.finished
        keep_progress(self.app, lesson_id(self.lesson), DONE if finished else str(self.teacher.step))
        if not self.teacher.moves_on:
            self.app.refresh()
            self.look(time.monotonic())

    def _begin(self, lesson: Lesson, step: int) -> None:
        """Set the table up afresh for a step."""
        keep_progress(self.app, lesson_id(lesson), str(step))
        self.app.replace(to.LessonTable(lesson, step))

    def _step_back(self) -> None:
        self._begin(self.lesson, self.teacher.step - 1)

    def undo(self) -> None:
        if self.teacher.step:
            self._step_back()

    def _after(self) -> None:
        after = following(self.lesson)
        if after is not None:
            self._begin(after, 0)

    def announced(self) -> None:
        self.look(time.monotonic())

    def handle(self, gesture: Gesture) -> bool | None:
        match gesture:
            case Key(name="return" | "enter" | "keypad enter" | "space") if not self.teacher.asks:
                if self.teacher.finished:
                    self._after()
                else:
                    self._read_on()
                return True
        return super().handle(gesture)
