"""The table of a lesson: a coach explains each step, and opponents follow the script."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

import pygame

from game.client.app import routes
from game.client.app.gestures import Gesture, Key
from game.client.app.scene import Host
from game.client.draw.theme import Metrics
from game.client.draw.widgets import ButtonSpec, Widget
from game.client.learn.coach import Coach, TaughtChooser
from game.client.learn.courses import (
    around,
    following,
    lesson_id,
    number_of,
    own_name,
    progress_of,
    save_step,
)
from game.client.learn.guide.openings import shares
from game.client.learn.seal import SECONDS, draw_seal
from game.client.stage.dimming import draw_dimming_overlay
from game.client.table.table import TableScene
from game.client.touch.chooser import Chooser
from game.client.words.i18n import computers, lessons, t
from game.engine.core import Action
from game.games import has_part
from game.match import COLOURS, Cursor, Match, PlayerInfo
from game.match.lesson import LEARNER, Lesson, Teacher
from game.match.log import last_move
from game.match.progress import DONE


def lesson_table(app: Host, lesson: Lesson, step: int | None = None) -> TableScene:
    """Create the table for a lesson.

    step: the first step; None: where the player left off
    """
    coach = LessonCoach(app, lesson, step)
    return TableScene(app, coach.match, coach)


def _players(app: Host) -> list[PlayerInfo]:
    names = [
        own_name(app, LEARNER),
        *(computers(f"merchant.{seat}") for seat in range(1, len(COLOURS))),
    ]
    return [PlayerInfo(name, colour) for name, colour in zip(names, COLOURS, strict=True)]


class LessonCoach(Coach):
    """The coach of one lesson. The teacher decides which actions are allowed."""

    name = "lesson"
    marks_buttons = True

    def __init__(self, app: Host, lesson: Lesson, step: int | None = None) -> None:
        if step is None:
            kept = progress_of(app, lesson_id(lesson))
            step = int(kept) if kept.isdigit() else 0
        self.lesson = lesson
        self.teacher = Teacher(lesson, step, _players(app))
        super().__init__(app, self.teacher.match)
        self._cursor = Cursor()
        self._said = self.teacher.step
        """The step that the coach explains. It advances when all effects of the step have been shown."""
        self._replied = False
        """True once opponents have begun to reply to this step."""
        self._sealed: float | None = None
        """Time at which the lesson was finished and its seal was pressed, in seconds."""
        self._facts = {
            **shares(self.match.state),
            **{player.colour: player.name for player in self.match.players},
        }
        self._headline = "", ""
        """Language and text of the heading."""

    # ---- the coach ----------------------------------------------------------------------------

    def headline(self) -> str:
        language, words = self._headline
        if language != t.language:
            number, title = number_of(self.lesson), lessons(self.lesson.key("title"))
            words = lessons("headline", number=number, title=title)
            self._headline = t.language, words
        return words

    def status(self, question: str) -> str:
        """Return the question only after a first choice. The card says everything else."""
        if not self.table.stage.asks or not self._speaks:
            return ""
        return question if self.match.state.actor is None else self._further(question)

    def response(self) -> str:
        """Return the response to the last tap. After a first choice, the card asks the question for which the
        table has no line."""
        further = "" if self.table.stage.asks else self._further(self.table.choice.question())
        return super().response() or further

    def _further(self, question: str) -> str:
        """Return the question if a first choice has been made, without the learner's name."""
        asked = question.removeprefix(f"{self.match.players[LEARNER].name}: ")
        return asked[:1].upper() + asked[1:] if self.table.choice.chooser.chosen else ""

    def prompt(self, question: str) -> str:
        return super().prompt(question) if self._speaks else ""

    def asked_now(self, question: str) -> str:
        return super().asked_now(question) if self._speaks and self.teacher.asks else ""

    def heading(self, question: str) -> str:
        """Return the title of the lesson and, for those who do not see the dots, the number of the step."""
        done, total = self.dots()
        step = t("replay.step", number=done + 1, total=total) if done < total else ""
        return ", ".join(filter(None, [self.headline(), step]))

    @property
    def _speaks(self) -> bool:
        """True if the coach's text is about the current step, with nothing left to play or show."""
        return self._said == self.teacher.step

    def words(self) -> str:
        if not self._speaks and self._replied:
            return self._watched()
        if self._said == len(self.lesson.steps):
            return self._at_the_end()
        return self._text(self.lesson.key(self._said))

    def _at_the_end(self) -> str:
        """Return the closing text: the lesson is finished and, after the last one, whether all are."""
        done, total = self._course()
        if following(self.lesson):
            return lessons("finished")
        return lessons("finished.all") if done == total else lessons("finished.last", n=total - done)

    def _watched(self) -> str:
        """Return what the opponents do, in their turns or during the learner's; at the end only what they
        did."""
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
        """Return the sentences of the log about an opponent's last move."""
        told = self.table.narrator.sentences[-1:] if self.match.moves[-1].seat != LEARNER else []
        return [words for words in told if not words.begins]

    def _text(self, key: str) -> str:
        """Return a text of the lesson with the opponents' names and win rates of openings filled in."""
        return lessons(key, **self._facts)

    def longest(self) -> Iterable[str]:
        return (self._text(self.lesson.key(step)) for step in range(len(self.lesson.steps)))

    def dots(self) -> tuple[int, int]:
        return self._said, len(self.lesson.steps)

    def pointed_out(self) -> Sequence[str]:
        return self.teacher.shown if self._speaks else ()

    def coach_buttons(self) -> Sequence[ButtonSpec | None]:
        """Return the buttons, each with its own place: back, the demonstration, and the way forward."""
        back = ButtonSpec("coach.back", lessons("back"), self._step_back if self.teacher.step else None)
        if not self._speaks:
            return [back, None, ButtonSpec("coach.next", lessons("next"), None)]
        if self.teacher.finished:
            return [ButtonSpec("coach.leave", lessons("all"), self.leave), None, self._onwards()]
        if self.teacher.asks:
            usable = self.do_it if self.teacher.allowed(self.match.state) else None
            return [back, ButtonSpec("coach.do", lessons("do"), usable), None]
        return [back, None, ButtonSpec("coach.next", lessons("next"), self._read_on, "primary")]

    def _onwards(self) -> ButtonSpec:
        """Return the button for the next lesson, or for a game after the last one."""
        if following(self.lesson) is not None:
            return ButtonSpec("coach.after", lessons("after"), self._after, "primary")
        return ButtonSpec("coach.play", lessons("play"), self._after, "primary")

    # ---- the card -----------------------------------------------------------------------------

    def _place_card(self, metrics: Metrics) -> None:
        """Place the card. A line for the question exists only if everything but the board is in one
        column."""
        stage = self.table.stage
        stage.asks = wide = not (metrics.upright or metrics.low)
        super()._place_card(metrics)
        stage.asks = wide and self._beside

    # ---- the learner --------------------------------------------------------------------------

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        allowed = self.teacher.allowed(self.match.state) if self._speaks else []
        return TaughtChooser(actions, allowed)

    def refusal(self, element: str) -> str:
        """Return the step's response to a wrong choice. Away from the things that the step is about, the rule
        that forbids the action comes first."""
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
        """Return the town that contains `element` if the step asks for towns, or whatever whole it belongs
        to."""
        asked = {one.partition(".")[0] for one in self.table.targets}
        around = self.table.view.around(element, self.match.state)
        wholes = (one for one in around if one.partition(".")[0] in asked)
        return element if element.partition(".")[0] in asked else next(wholes, element)

    def _about(self, element: str) -> bool:
        """Return True if the step points to an element or to something that contains it."""
        state, view = self.match.state, self.table.view
        shown = self.pointed_out()
        return element in shown or any(element in view.around(one, state) for one in shown)

    def follow(self, match: Match, now: float) -> None:
        self.teacher.follow()

    def followed(self, match: Match, now: float) -> None:
        """React to moves: the learner has completed a step, or opponents reply to it."""
        move = last_move(self._cursor.new(match.log))
        if move is None:
            return
        if move.seat == LEARNER and self.teacher.done == 0:
            self._keep()
        self._replied = move.seat != LEARNER or bool(self.teacher.opponent.script)
        if self._replied:
            self.app.refresh()
        elif not self.table.stage.animator.busy:
            self.due(now)

    def due(self, now: float) -> float | None:
        """Advance to the next step, or set the table up again, once all animations have finished."""
        if self._speaks or self.teacher.opponent.script:
            return None
        if self.teacher.moves_on:
            self._begin(self.lesson, self.teacher.step)
        else:
            self._come_to_next()
        return 0.0

    def _come_to_next(self) -> None:
        """Show the next step with its actions, or the end of the lesson."""
        self._said, self._replied = self.teacher.step, False
        self.table.desks.turn_back()
        now = time.monotonic()
        if self.teacher.finished:
            self._sealed = now
            self.table.stage.glide_home(now)
        self.table.choice.ask()
        self.speak()
        self.app.refresh()
        self.look(now)

    def do_it(self) -> None:
        """Play the first allowed action to demonstrate it."""
        self.table.play(self.teacher.allowed(self.match.state)[0])

    def _read_on(self) -> None:
        self.teacher.read_on()
        self._keep()
        self.due(time.monotonic())

    def _keep(self) -> None:
        """Save the progress at the start of a step and at the end of the lesson."""
        save_step(self.app, self.lesson, self.teacher.step)

    def _begin(self, lesson: Lesson, step: int) -> None:
        """Restart the table at a step."""
        save_step(self.app, lesson, step)
        self.app.replace(routes.LessonTable(lesson, step))

    def _step_back(self) -> None:
        """Return to the previous step. The table and the learner's own choices stay if the step began on this
        table."""
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
        elif has_part(self.lesson.ruleset_id, "guide"):
            self.app.replace(routes.FirstGame(self.lesson.ruleset_id))
        else:
            self.app.replace(routes.NewGame())

    def announced(self) -> None:
        self.look(time.monotonic())

    # ---- hooks of the table -------------------------------------------------------------------

    def shows(self, widget: Widget) -> bool:
        """Show only the gauges that the lesson has mentioned, and no board overlay."""
        return any(widget.id in step.show for step in self.lesson.steps[: self._said + 1])

    def dim(self, target: pygame.Surface) -> bool:
        """Dim the board outside the elements in play; not while animations run."""
        if not self._speaks or (not self.pointed_out() and not self.teacher.asks and self._sealed is None):
            return False
        state, metrics, camera_control = self.match.state, self.app.metrics, self.table.camera_control
        near = [*self.in_play(), *self.around()] if self._sealed is None else []
        shapes = camera_control.on_board(near, state)
        camera = self.table.stage.camera
        draw_dimming_overlay(target, camera.seen.clip(camera.board), shapes, metrics.unit * 1.4)
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
        done, total = self._course()
        course = lessons("course.done", done=done, total=total)
        target.set_clip(window)
        title = lessons(self.lesson.key("title"))
        draw_seal(target, window, part, title, course, self.app.metrics.unit)
        target.set_clip(None)

    def _course(self) -> tuple[int, int]:
        """Return the number of completed lessons of this part and the total."""
        all_of_them = around(self.lesson)
        return sum(progress_of(self.app, lesson_id(one)) == DONE for one in all_of_them), len(all_of_them)

    def handle(self, gesture: Gesture) -> bool | None:
        match gesture:
            case Key(name="b" | "f" | "k"):
                return False  # board overlay and forecast would use terms not yet taught
            case Key(name="return" | "enter" | "keypad enter" | "space") if (
                self._speaks and not self.teacher.asks
            ):
                if self.teacher.finished:
                    self._after()
                else:
                    self._read_on()
                return True
        return super().handle(gesture)
