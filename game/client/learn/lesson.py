"""A lesson on the table: a coach says what to look at and what to do; the opponents follow the script."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from game.client.frame import to
from game.client.frame.flow import Spec
from game.client.frame.gestures import Gesture, Key
from game.client.frame.scene import Host
from game.client.learn.coach import Coached, GuidedChooser
from game.client.learn.courses import course, following, keep_progress, lesson_id, progress_of
from game.client.table.table_parts import Status
from game.client.touch.chooser import Chooser
from game.client.words.i18n import computers, lessons, t
from game.engine.core import Action
from game.engine.record import Record
from game.match import COLOURS, Match, Person, players_of
from game.match.lesson import LEARNER, Lesson, Teacher
from game.match.players import Player, player_tags
from game.match.progress import DONE


class LessonTable(Coached):
    """One lesson, from a given step."""

    name = "lesson"

    def __init__(self, app: Host, lesson: Lesson, step: int | None = None) -> None:
        """`step`: where to begin; None: where the player left off."""
        if step is None:
            kept = progress_of(app, lesson_id(lesson))
            step = int(kept) if kept.isdigit() else 0
        self.lesson = lesson
        self.teacher = Teacher(lesson, step)
        super().__init__(app, self._match(app))
        self.stage.asks = False

    def _match(self, app: Host) -> Match:
        """The game at the position where the step begins."""
        state = self.lesson.state(self.teacher.step)
        own = app.settings.name.strip() or t("player", n=1, number=1)
        names = [own, *(computers(f"merchant.{seat}") for seat in range(1, state.seats))]
        players = [Player(name, colour) for name, colour in zip(names, COLOURS, strict=False)]
        record = Record(self.lesson.ruleset, state.seats, {}, 0, player_tags(players))
        assert players_of(record) == tuple(players)
        controllers = [Person() if seat == LEARNER else self.teacher.opponent for seat in range(state.seats)]
        return Match("", record, controllers, start=state)

    # ---- the coach ----------------------------------------------------------------------------

    def headline(self) -> str:
        number = course(self.lesson.ruleset_id).index(self.lesson) + 1
        return lessons("headline", number=number, title=lessons(self.lesson.key("title")))

    def _status(self) -> Status:
        """On a phone the coach alone says what to do."""
        layout = self.stage.layout
        return super()._status()._replace(prompt="") if layout and layout.tabs else super()._status()

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
            specs = [Spec("coach.leave", lessons("all"), self._menu)]
            if after is not None:
                specs.append(Spec("coach.after", lessons("after"), self._after, "primary"))
            return specs
        if self.teacher.asks:
            usable = self._do_it if self.teacher.allowed(self.match.state) else None
            return [back, Spec("coach.do", lessons("do"), usable)]
        return [back, Spec("coach.next", lessons("next"), self._read_on, "primary")]

    # ---- the learner --------------------------------------------------------------------------

    def choice_of(self, actions: Sequence[Action]) -> Chooser:
        return GuidedChooser(actions, self.teacher.allowed(self.match.state))

    def refusal(self, element: str) -> str:
        """The rule that forbids it, if one does; otherwise what the step asks for."""
        if not self._legal(element):
            return super().refusal(element)
        if not self.teacher.asks:
            return lessons("read-first")
        own = self.lesson.key(self.teacher.step) + ".wrong"
        return lessons(own if lessons.has(own) else "not-now")

    def play(self, action: Action) -> None:
        ended = self.teacher.played(action)
        super().play(action)
        if ended:
            self._stepped()

    def _take_back(self) -> None:
        super()._take_back()
        self.teacher.taken_back()

    def went_on(self, now: float) -> None:
        super().went_on(now)
        if not self.teacher.opponent.script and not self.teacher.moves_on:
            self.look(now)

    def update(self, now: float) -> float | None:
        wait = super().update(now)
        if wait is None and self.teacher.moves_on and not self.teacher.opponent.script:
            self._begin(self.lesson, self.teacher.step)  # what was done before has been seen
            return 0.0
        return wait

    def _do_it(self) -> None:
        """Show how to do it."""
        self.play(self.teacher.allowed(self.match.state)[0])

    def _read_on(self) -> None:
        self.teacher.read_on()
        if self.teacher.moves_on:
            self._begin(self.lesson, self.teacher.step)
            return
        self._ask()
        self.app.platform.announce(self.prompt())
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

    def entered(self) -> None:
        first = not self.opened
        super().entered()
        if first:
            self.look(time.monotonic())

    def handle(self, gesture: Gesture) -> bool:
        match gesture:
            case Key(name="return" | "enter" | "keypad enter" | "space") if not self.teacher.asks:
                if self.teacher.finished:
                    self._after()
                else:
                    self._read_on()
                return True
        return super().handle(gesture)
