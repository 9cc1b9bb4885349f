"""A lesson on the table: a coach says what to look at and what to do; the opponents follow the script."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

import pygame

from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, Spec, Widget
from game.client.frame import to
from game.client.frame.gestures import Gesture, Key
from game.client.frame.scene import Host
from game.client.learn.coach import Coach, TaughtChooser
from game.client.learn.courses import (
    around,
    following,
    keep_step,
    lesson_id,
    number_of,
    own_name,
    progress_of,
)
from game.client.learn.seal import SECONDS, draw_seal
from game.client.stage.outlines import ASKED_FEW, Lit
from game.client.stage.veil import draw_veil
from game.client.table.table import Table
from game.client.touch.chooser import Chooser
from game.client.views.view import Shape
from game.client.words.i18n import computers, lessons
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
    names = [
        own_name(app, COLOURS[LEARNER]),
        *(computers(f"merchant.{seat}") for seat in range(1, len(COLOURS))),
    ]
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
        self._said = self.teacher.step
        """The step the coach speaks of. It comes to the next when all that this one led to has been seen."""
        self._replied = False
        """Opponents have begun to reply to the step it speaks of."""
        self._sealed: float | None = None
        """When the lesson was finished and its seal pressed, in seconds."""
        self._names = {player.colour: player.name for player in self.match.players}

    # ---- the coach ----------------------------------------------------------------------------

    def headline(self) -> str:
        number = number_of(self.lesson)
        return lessons("headline", number=number, title=lessons(self.lesson.key("title")))

    def status(self, question: str) -> str:
        """The coach says what to do, and what others do: here stands only what is asked after a touch."""
        if not self.table.stage.asks or not self._speaks:
            return ""
        if self.match.state.actor is None:
            return question
        asked = question.removeprefix(f"{self.match.players[LEARNER].name}: ")
        return asked[:1].upper() + asked[1:] if self.table.choice.chooser.chosen else ""

    def prompt(self, question: str) -> str:
        return self.words() if self._speaks else ""

    @property
    def _speaks(self) -> bool:
        """Whether the coach speaks of what is to be done now: nothing is on its way any more."""
        return self._said == self.teacher.step

    def words(self) -> str:
        if not self._speaks and self._replied:
            return self._watched()
        if self._said == len(self.lesson.steps):
            return self._at_the_end()
        return self._text(self.lesson.key(self._said))

    def _at_the_end(self) -> str:
        """That the lesson is finished; after the last, whether they all are."""
        done, total = self._course()
        if following(self.lesson):
            return lessons("finished")
        return lessons("finished.all") if done == total else lessons("finished.last", n=total - done)

    def _watched(self) -> str:
        """What the others do: in their turns, or within the learner's; at last only what they did."""
        moves, actor = self.match.moves, self.match.state.actor
        start = max((number for number, move in enumerate(moves) if move.seat == LEARNER), default=0)
        turns = any(event.kind == "turn" for move in moves[start:] for event in move.events)
        if turns or self.match.state.turn_seat != LEARNER:
            seen = " ".join(self._seen())
            return seen if seen and actor == LEARNER else f"{lessons('watch')} {seen}".strip()
        seat = moves[-1].seat if actor is None or actor == LEARNER else actor
        name = self.match.players[seat].name
        return lessons(f"{self.lesson.ruleset_id}.watch.answer", name=name)

    def _seen(self) -> Sequence[str]:
        """What an opponent's last move led to, as the log says it."""
        told = self.table.narrator.sentences[-1:] if self.match.moves[-1].seat != LEARNER else []
        return [words for words in told if not words.begins]

    def _text(self, key: str) -> str:
        """A text of the lesson, in which opponents have the names that stand on their desks."""
        return lessons(key, **self._names)

    def longest(self) -> Iterable[str]:
        return (self._text(self.lesson.key(step)) for step in range(len(self.lesson.steps)))

    def dots(self) -> tuple[int, int]:
        return self._said, len(self.lesson.steps)

    def pointed_out(self) -> Sequence[str]:
        return self.teacher.shown if self._speaks else ()

    def coach_buttons(self) -> list[Spec]:
        back = Spec("coach.back", lessons("back"), self._step_back if self.teacher.step else None)
        if not self._speaks:
            return [back, Spec("coach.next", lessons("next"), None)]
        if self.teacher.finished:
            return [Spec("coach.leave", lessons("all"), self.leave), self._onwards()]
        if self.teacher.asks:
            usable = self.do_it if self.teacher.allowed(self.match.state) else None
            return [back, Spec("coach.do", lessons("do"), usable)]
        return [back, Spec("coach.next", lessons("next"), self._read_on, "primary")]

    def _onwards(self) -> Spec:
        """The next lesson, and after the last one a game."""
        if following(self.lesson) is not None:
            return Spec("coach.after", lessons("after"), self._after, "primary")
        return Spec("coach.play", lessons("play"), self._after, "primary")

    # ---- the card -----------------------------------------------------------------------------

    def _place_card(self, metrics: Metrics) -> None:
        """Only where everything but the board lies in one column is there a line for what is asked, too."""
        stage = self.table.stage
        stage.asks = wide = not (metrics.upright or metrics.low)
        super()._place_card(metrics)
        stage.asks = wide and self._beside

    # ---- the learner --------------------------------------------------------------------------

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        allowed = self.teacher.allowed(self.match.state) if self._speaks else []
        return TaughtChooser(actions, allowed)

    def refusal(self, element: str) -> str:
        """What the step asks for; away from what it is about, first the rule that forbids it, if one does."""
        if not self._speaks or self.teacher.finished:
            return ""
        if not self.teacher.asks:
            return lessons("read-first")
        element = self._whole(element)
        own = self.lesson.key(self.teacher.step) + ".wrong"
        if not self.table.choice.legal(element) and not (lessons.has(own) and self._about(element)):
            return super().refusal(element)
        return self._text(own) if lessons.has(own) else lessons("not-now")

    def _whole(self, element: str) -> str:
        """What a touch of a part of something meant, if the step asks for things of that kind: its town."""
        asked = {one.partition(".")[0] for one in self.table.spots}
        around = self.table.view.around(element, self.match.state)
        wholes = (one for one in around if one.partition(".")[0] in asked)
        return element if element.partition(".")[0] in asked else next(wholes, element)

    def _about(self, element: str) -> bool:
        """Whether the step points to a thing, or to a part of it."""
        state, view = self.match.state, self.table.view
        shown = self.pointed_out()
        return element in shown or any(element in view.around(one, state) for one in shown)

    def follow(self, match: Match, now: float) -> None:
        self.teacher.follow()

    def followed(self, match: Match, now: float) -> None:
        """The learner has done the last thing of a step, or an opponent the last of the replies to it."""
        move = last_move(self._cursor.new(match))
        if move is None:
            return
        if move.seat == LEARNER and self.teacher.done == 0:
            self._keep()
        self._replied = move.seat != LEARNER or bool(self.teacher.opponent.script)
        if self._replied:
            self.app.refresh()
        elif not self.table.stage.animator.busy:
            self.due()

    def due(self) -> bool:
        """Nothing is on its way any more: the coach comes to the next step, or the table is laid anew."""
        if self._speaks or self.teacher.opponent.script:
            return False
        if self.teacher.moves_on:
            self._begin(self.lesson, self.teacher.step)
        else:
            self._come_to_next()
        return True

    def _come_to_next(self) -> None:
        """Say what the next step is about and offer what is to be done in it; or the lesson is over."""
        self._said, self._replied = self.teacher.step, False
        self.table.desks.turn_back()
        now = time.monotonic()
        if self.teacher.finished:
            self._sealed = now
            self.table.stage.glide_home(now)
        self.table.choice.ask()
        self.app.platform.announce(self.words())
        self.app.refresh()
        self.look(now)

    def do_it(self) -> None:
        """Show how to do it."""
        self.table.play(self.teacher.allowed(self.match.state)[0])

    def _read_on(self) -> None:
        self.teacher.read_on()
        self._keep()
        self.due()

    def _keep(self) -> None:
        """The next step has begun, or the lesson is over: that is not to be lost."""
        keep_step(self.app, self.lesson, self.teacher.step)

    def _begin(self, lesson: Lesson, step: int) -> None:
        """Set the table up afresh for a step."""
        keep_step(self.app, lesson, step)
        self.app.replace(to.LessonTable(lesson, step))

    def _step_back(self) -> None:
        """On this table, with the learner's own choices, if it was laid before that step."""
        if not self.teacher.step_back():
            self._begin(self.lesson, self.teacher.step - 1)
            return
        self._keep()
        self._sealed = None
        self.table.follow(time.monotonic())
        self._come_to_next()

    def undo(self) -> None:
        if self.teacher.step:
            self._step_back()

    def _after(self) -> None:
        after = following(self.lesson)
        if after is not None:
            self._begin(after, 0)
        else:
            self.app.replace(to.FirstGame(self.lesson.ruleset_id))

    def announced(self) -> None:
        self.look(time.monotonic())

    # ---- the table's part ---------------------------------------------------------------------

    def shows(self, widget: Widget) -> bool:
        """Only what the lesson has spoken of: a gauge, and nothing that reads the board."""
        return any(widget.id in step.show for step in self.lesson.steps[: self._said + 1])

    def lights(self) -> Iterator[tuple[bool, Lit]]:
        """Buttons that are asked for shine as well."""
        yield from super().lights()
        offered = self.table.choice.chooser.offered
        for widget in self.table.widgets:
            if isinstance(widget, Button) and widget.id in offered:
                yield False, Lit(Shape(widget.rect), ASKED_FEW)

    def veil(self, target: pygame.Surface) -> bool:
        """Dim the board round what the step is about; while something happens there, it is all to be seen."""
        if not self._speaks or (not self.pointed_out() and not self.teacher.asks and self._sealed is None):
            return False
        state, metrics, gaze = self.match.state, self.app.metrics, self.table.gaze
        near = [*self.in_play(), *self.around()] if self._sealed is None else []
        shapes = gaze.on_board(near, state)
        camera = self.table.stage.camera
        draw_veil(target, camera.seen.clip(camera.board), shapes, metrics.unit * 1.4)
        return True

    def moves(self, now: float) -> bool:
        return self._sealed is not None and now - self._sealed < SECONDS * self.app.pace

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        if self._sealed is None:
            return
        pace = self.app.pace
        part = min(1.0, (time.monotonic() - self._sealed) / (SECONDS * pace)) if pace > 0 else 1.0
        window = self.table.stage.camera.seen
        lesson, done = self.lesson, self._course()
        target.set_clip(window)
        draw_seal(target, window, part, lessons(lesson.key("title")), done, self.app.metrics.unit)
        target.set_clip(None)

    def _course(self) -> tuple[int, int]:
        """How many lessons of its kind are done, and how many there are."""
        all_of_them = around(self.lesson)
        return sum(progress_of(self.app, lesson_id(one)) == DONE for one in all_of_them), len(all_of_them)

    def handle(self, gesture: Gesture) -> bool | None:
        match gesture:
            case Key(name="b" | "f" | "k"):
                return False  # reading the board and the forecast speak of what is still to be learnt
            case Key(name="return" | "enter" | "keypad enter" | "space") if (
                self._speaks and not self.teacher.asks
            ):
                if self.teacher.finished:
                    self._after()
                else:
                    self._read_on()
                return True
        return super().handle(gesture)
