"""The table, the scene in which every game is played."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.client.app import routes, sound
from game.client.app.gestures import Gesture, Hold, Hover, Key, Press, Tap
from game.client.app.scene import Host
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, Widget
from game.client.stage.edges import Edge
from game.client.stage.notice_layout import HandOver, NoticeHandle
from game.client.table.computers import ComputerRequests, missed, persons_play
from game.client.table.decision_prompt import AutoEndTurn, DecisionPrompt
from game.client.table.desks import Handle, Secret, Tab
from game.client.table.drawing import Drawing
from game.client.table.hint import Hint
from game.client.table.match_scene import MatchScene
from game.client.table.narrator import Announcer, Narrator
from game.client.table.showing import Showing
from game.client.table.table_arrangement import Arrangement
from game.client.table.table_mode import LocalGame, TableMode
from game.client.touch.camera_control import CameraControl
from game.client.touch.chooser import ANSWER, Chooser
from game.client.touch.hit_targets import HitTarget, HitTargets
from game.client.touch.hit_testing import HitTester, PieceDrag
from game.client.touch.inspect_mode import InspectMode, Thing
from game.client.touch.pointing import Pointing
from game.client.touch.queries import Queries
from game.client.touch.reading import Reading
from game.client.touch.threats import ThreatView
from game.client.views.standing import GaugeWidget
from game.client.views.view import ActionVariant, Shape
from game.client.words.i18n import t
from game.client.words.sentence import Sentence
from game.engine.core import Action
from game.match import AwaitingSend, AwaitingTimer, Match
from game.platform import Changed, Input

SOON = 0.01
"""Seconds until the next update of a board that is not complete, after which a turn's pulse begins."""
EXACT = (Button, Edge, Tab, GaugeWidget, NoticeHandle)
"""Widgets that must be hit exactly."""


class TableScene(MatchScene):
    """The scene of a match, composed of parts. The table mode is its `occasion`."""

    def __init__(self, app: Host, match: Match, table_mode: TableMode | None = None) -> None:
        super().__init__(app, match)
        self.table_mode = table_mode or LocalGame(app, match)
        self.name = self.table_mode.name
        self.reach = HitTargets(self.view)
        self.camera_control = CameraControl(self.view, self.stage)
        self.handover = HandOver(app, match, self.view, usual=self.table_mode.passes)
        self.choice = DecisionPrompt(app, match, self.view, self.table_mode, self.handover)
        self.ending = AutoEndTurn(app, match, self.choice, self.view.ends)
        self.hit_tester = HitTester(self, self.camera_control)
        self.piece_drag = PieceDrag(self)
        self.pointing = Pointing(self)
        self.inspect_mode = InspectMode(self, self.pointing)
        self.reading = Reading(self)
        self.queries = Queries(self)
        self.hint = Hint(app, match, self.view)
        self.threats = ThreatView(app, match, self.view)
        self.showing = Showing(app, match, self.stage, self.camera_control, self.reach.targets, self.handover)
        self.narrator = Narrator(self.view, self.table_mode.undone)
        self.announcer = Announcer(self.view, self.narrator)
        self.thinking = ComputerRequests(app, match)
        self.secret = Secret(match, self.view, self.handover)
        self.drawing = Drawing(self)
        self.tools_left = 0.0
        """Left edge of the toolbar in the row with the name of the player to decide."""
        self.arrangement = Arrangement(self)
        self.followers = (
            self.table_mode.follow,
            self.handover.follow,
            self.desks.follow,
            self.choice.follow,
            self.hint.follow,
            self.threats.follow,
            self._changed,
            self.showing.follow,
            self._announce,
            self.table_mode.followed,
        )
        self.opened = False
        """True if the table has been on top before and the prompt was announced."""
        self._warned = -1
        """Version of the match in which a key was to undo what others have done."""
        self.table_mode.table = self
        self.desks.seated = self.table_mode.seated
        self.choice.ask()

    # ---- playing ----------------------------------------------------------------------------

    @property
    def chooser(self) -> Chooser:
        """The selection in progress."""
        return self.choice.chooser

    def touch(self, element: str) -> None:
        """Activate an element."""
        self.desks.turn_back()
        self.showing.dismiss()
        self._begin(self.choice.touch(element))

    def say(self, *actions: Action) -> None:
        """Play actions that a person has chosen, or request confirmation first."""
        self._begin(self.choice.begin(ActionVariant(actions)))

    def _begin(self, action: Action | None) -> None:
        """Play the first action of an activation, or announce what is missing."""
        if action is None:
            self._say([self.choice.response(self.prompt())])
        else:
            self.play(action)

    def play(self, action: Action) -> None:
        """Play the action that a person decided on."""
        if not self.app.settings.played:
            self.app.settings.played = "yes"
            self.app.keep_settings()
        self.table_mode.play(action)
        self.follow(time.monotonic())

    def follow(self, now: float) -> None:
        super().follow(now)
        if (action := self.choice.following()) is not None:
            self.play(action)

    def went_on(self, now: float) -> None:
        self.match.step()
        self.follow(now)
        self.app.refresh()

    def undo(self) -> None:
        """Undo the last action."""
        self.table_mode.undo()
        self.follow(time.monotonic())

    def _undo_by_key(self) -> None:
        """Undo the last action; a key pressed by mistake must not undo what others have done since."""
        if not self.table_mode.undoes_others or self._warned == self.match.version:
            self.undo()
            return
        self._warned, self.choice.remark = self.match.version, t("table.undo.others")
        self._say([self.choice.remark])

    def instead(self, way: ActionVariant) -> None:
        """Undo the last activation and play another meaning of it."""
        self.match.undo(self.choice.since)
        self._begin(self.choice.begin(way))

    def back(self) -> None:
        """Undo the last activation and announce the prompt again, or set a lifted piece back."""
        if self.choice.back():
            self._say([self.prompt()])
        elif self.choice.lifted:
            self.undo()

    def begin(self) -> None:
        """Start the turn of the person to whom the device was handed, and announce the prompt."""
        now = time.monotonic()
        self.handover.begin()
        self.choice.follow(self.match, now)
        self.outdated = True
        self.update_layout()
        self.showing.look_there(now)
        self.showing.start_pulse(now)
        self._say([self.prompt()])

    def _changed(self, match: Match, now: float) -> None:
        """Have the table laid out for the new prompt, without a legend on top of a hand-over prompt."""
        self.outdated = True
        if self.handover.up:
            self.reading.legend = False

    def _look_at_hint(self, now: float) -> None:
        """Bring the next step of the hint's plan into view, after its button and text have taken their room
        from the board."""
        self.hint.fresh = False
        if self.hint.action is not None:
            self.outdated = True
            self.update_layout()
            shown = [*self.hint.shown_first(), *self.hint.shown()]
            self.camera_control.at_all(shown, now, context=self.hint.context(), above=self.arrangement.under)

    def _look_at_threats(self, now: float) -> None:
        """Show the whole board if a threatened place is out of view."""
        self.threats.fresh = False
        if not all(self.stage.free.contains(place) for place in self.threats.shown()):
            self.stage.glide_home(now)

    def _announce(self, match: Match, now: float) -> None:
        """Announce what has happened, followed by the prompt, once the activation has been played to its
        end."""
        self.narrator.catch_up(match)
        if self.announcer.read(match) and not self.choice.goes_on:
            self._say([*self.announcer.take(), self._asked()])

    def _say(self, sentences: Sequence[str]) -> None:
        """Announce sentences together, or nothing without sentences."""
        if words := " ".join(filter(None, sentences)):
            self.app.platform.announce(words)

    # ---- text -------------------------------------------------------------------------------

    @property
    def others(self) -> Sequence[ActionVariant]:
        """The other meanings of the last activation, each with a button."""
        return self.choice.others

    def prompt(self) -> str:
        """Return the prompt as it is announced."""
        return self.table_mode.prompt(self.choice.question())

    def _asked(self) -> str:
        """Return the question to a person here; after a person's action also that an opponent thinks."""
        if self.choice.by_hand:
            return self.prompt()
        acted = self.match.moves and self.match.controllers[self.match.moves[-1].seat].by_hand
        thinks = self.choice.question() if acted and self.table_mode.hints else ""
        return self.handover.spoken() or thinks

    @property
    def own_seat(self) -> int:
        """The seat of the person here."""
        return self.desks.seated() or 0

    def last(self) -> list[Sentence]:
        """Return the sentences about what others have done since the person's last turn or, without any, all
        sentences."""
        told = self.narrator.sentences
        return [told[place] for place in self.narrator.lately(self.match)] or told

    def situation(self) -> str:
        """Return who decides, and the pending question."""
        return self.handover.spoken() or self.table_mode.whole_prompt(self.choice.question())

    def heading(self) -> str:
        return self.table_mode.heading(self.choice.question())

    def subheading(self) -> str:
        return self.table_mode.subheading(self.choice.question())

    def introduction(self) -> str:
        return self.heading() if self.opened else ""  # a table that opens announces its prompt

    def window_title(self) -> str:
        return self.table_mode.window_title()

    def spoken(self, widget: Widget) -> str:
        told = self.pointing.spoken(widget)
        return super().spoken(widget) if told is None else told

    # ---- scenes above -----------------------------------------------------------------------

    def entered(self) -> None:
        super().entered()
        self.pointing.forget()
        self.secret.cover()
        self.ending.restart()
        if self.opened:
            self.choice.follow(self.match, time.monotonic())
            return
        self.opened = True
        self.narrator.catch_up(self.match)
        self.announcer.skip(self.match)
        self.table_mode.opened()
        self.outdated = True
        self.update_layout()
        finger, state, version = self.app.metrics.finger, self.match.state, self.match.version
        self.stage.begin_at(
            self.camera_control.clear_middle(self.arrangement.corner(), finger, state, version)
        )
        self.outdated = self.stage.camera.pose != self.arrangement.pose
        self.update_layout()
        self.showing.look_there(time.monotonic())
        if not self.handover.up:
            self.showing.start_pulse(time.monotonic())
        self._say([self.table_mode.introduction(), self.handover.spoken() or self.prompt()])
        self.table_mode.announced()

    def left(self) -> None:
        self.app.watch_speed = ""
        self.thinking.stop()
        self.hint.drop()
        self.threats.drop()
        self.table_mode.left()

    def outside(self, happened: Input) -> None:
        if happened == Changed("storage"):
            self.table_mode.changed_elsewhere()

    def cancel(self) -> None:
        """Cancel the innermost activity: an animation, a mode, an activated element. Otherwise open the
        menu."""
        if self.stage.animator.busy:
            self.stage.animator.skip()
        elif self.inspect_mode.on:
            self.inspect_mode.toggle()
            self.app.refresh()
        elif self.reading.legend:
            self.reading.toggle_legend()
            self.app.refresh()
        elif self.chooser.chosen or self.choice.lifted:
            self.back()
            self.app.refresh()
        elif self.desks.peeked is not None or self.desks.drawer.up:
            self.desks.turn_back()
            self.app.refresh()
        else:
            self.table_mode.leave()

    def again(self) -> None:
        """Replay what the opponents have done since the last decision made here."""
        step = missed(self.match)
        if step is not None:
            self.app.open(routes.Replay(self.match.record, since=step, seat=self.match.state.actor))

    def advise(self) -> None:
        """Request a hint, which takes the place of the threat view, or dismiss it."""
        self.threats.drop()
        self.hint.toggle()

    def show_threats(self) -> None:
        """Show the threat view, which takes the place of a hint, or hide it."""
        self.hint.drop()
        self.showing.dismiss()  # also if activated in the accessibility list: their sentence covers the list
        self.threats.toggle()

    def show_log(self) -> None:
        """Show the whole log."""
        lately = self.narrator.lately(self.match)
        show = self.show_logged
        self.app.open(routes.Log(self.narrator.sentences, self.match.players, lately, show))

    # ---- layout -----------------------------------------------------------------------------

    @property
    def room(self) -> Metrics:
        """The part of the window that the table fills, from the top left corner."""
        return self.table_mode.room(self.app.metrics)

    def layout(self, metrics: Metrics) -> None:
        self.arrangement.arrange()

    @property
    def targets(self) -> dict[str, HitTarget]:
        """Interactive elements on the board and the player boards, by element."""
        self.update_layout()
        return self.reach.targets

    def looked_elsewhere(self) -> None:
        """Withdraw the question which element was meant, and its mark."""
        self.hit_tester.forget()
        if self.choice.remark == t("table.near"):
            self.choice.remark = ""

    # ---- input ------------------------------------------------------------------------------

    def at(self, x: float, y: float, touch: bool, *, drags: bool = False) -> Widget | None:
        """Return the widget at a point: buttons must be hit exactly, of elements the nearest within reach is
        taken.

        drags: True at the start of a drag
        """
        exact = Button if self.handover.up else EXACT
        for widget in reversed(self.widgets):
            if isinstance(widget, exact) and widget.act and widget.rect.collidepoint(x, y):
                return widget
        if self.showing.takes_no_touch or self.handover.up:
            return None
        spot = None if self._covered(x, y) else self.hit_tester.at(x, y, touch, drags=drags)
        if spot is not None:
            return spot
        for widget in self.widgets:
            if type(widget) in (Widget, Handle) and widget.act and widget.rect.collidepoint(x, y):
                return widget
        return None

    def repeats(self, widget: Widget) -> bool:
        """Return True for undo and for a piece on a player board that pays again. Where a tap has placed a
        piece, the next would lift it."""
        return widget.id == "undo" or (isinstance(widget, HitTarget) and self.choice.repeats(widget.id))

    def _covered(self, x: float, y: float) -> bool:
        """Return True if the table mode covers the player board at a point."""
        covered = self.table_mode.covered()
        return covered is not None and bool(covered.collidepoint(x, y))

    def handle(self, gesture: Gesture) -> bool:
        now = time.monotonic()
        acts = isinstance(gesture, Press | Key) and not self.handover.up  # otherwise it only starts the turn
        seen = acts and self.showing.dismiss()
        if acts:
            self.ending.cancel()
        return self._handle(gesture, now) or seen

    def _handle(self, gesture: Gesture, now: float) -> bool:
        own = self.table_mode.handle(gesture)
        if own is not None:
            return own
        if self.secret.handle(gesture, self.shown_seat, self.app.metrics.finger / 4):
            self.app.platform.announce(self.secret.spoken)
            return True
        if self._drags(gesture) or self.pulls(gesture):
            return True
        match gesture:
            case Hover(x, y) | Hold(x, y) | Tap(x, y) if self._covered(x, y):
                return False
            case Hold():
                changed = self.pointing.point(gesture)
                self._show_place(self.pointing.held)
                return changed
            case Hover() | Press():
                return self.pointing.point(gesture)
            case Tap() | Key(name="space" | "return" | "enter" | "keypad enter") if self.stage.animator.busy:
                self.showing.hurry(now)
                return True
            case Tap() | Key(name="space" | "return" | "enter" | "keypad enter") if self.handover.up:
                self.begin()
                return True
            case Tap() | Key(name="space" | "return" | "enter" | "keypad enter") if isinstance(
                self.match.waits(), AwaitingTimer
            ):
                self.match.rest(now)
                return True
            case Key(name="return" | "enter" | "keypad enter") if self.hint.action is not None:
                self.say(self.hint.action)
                return True
            case Tap(x, y) if self._shows_logged(x, y, now):
                return True
            case Tap(x, y, touch, taps) if taps == 1 or self.hit_tester.in_doubt(x, y, touch):
                self._answer(x, y, touch)
                return True
            case Key(name=name) if (act := self._by_key().get(name)) is not None:
                act()
                return True
        self.showing.look(now)  # before a person moves the camera
        steered = self.stage.steer(gesture, now)
        if steered:
            self.looked_elsewhere()
        return steered

    def _drags(self, gesture: Gesture) -> bool:
        """Handle a gesture that drags a piece; return True if it was one."""
        dragged = self.piece_drag.follow(gesture)
        if dragged.returns:
            self.choice.back()
        if dragged.missed_at is not None:
            self._answer(*dragged.missed_at)
        return dragged.handled

    def _by_key(self) -> dict[str, Callable[[], None]]:
        """Return the action of each key."""
        acts = {
            "b": self.reading.toggle,
            "k": self.reading.toggle_legend,
            "i": self.inspect_mode.toggle,
            "f": lambda: self.app.open(routes.Forecast(self.match)),
            "r": self.again,
            "l": self.show_log,
            "m": self.table_mode.leave,
            **self.queries.by_key(),
        }
        undo = self._undo_by_key if self.table_mode.undoes else self._refuse_undo
        acts |= {"u": undo, "backspace": undo}
        if self.choice.by_hand and self.table_mode.hints:
            acts["h"] = self.advise
            if self.view.threatens:
                acts["t"] = self.show_threats
        return acts

    def _answer(self, x: float, y: float, touch: bool) -> None:
        """Answer an activation without a target: zoom in if several may have been meant, or explain the
        refusal."""
        rivals = self.hit_tester.in_doubt(x, y, touch)
        outside = self.desks.drawer.up and bool(self.stage.camera.seen.collidepoint(x, y))
        if outside:
            self.desks.turn_back()
        if outside and not rivals:
            self.choice.remark = ""
        elif rivals:
            self.choice.remark = t("table.near")
            about = self.hit_tester.ask(rivals[0], x, y)
            self.stage.glide_near([spot.rect for spot in rivals], *about, time.monotonic(), at=(x, y))
        else:
            self._explain(x, y, touch)
        if self.choice.remark:
            self.app.platform.announce(self.choice.remark)

    def _explain(self, x: float, y: float, touch: bool) -> None:
        """Explain why the item at a point is not selectable."""
        self.choice.remark = ""
        over_board = bool(self.stage.camera.seen.collidepoint(x, y))
        if any(one.id == "undo" and one.rect.collidepoint(x, y) for one in self.widgets):
            self.choice.remark = self._nothing_to_undo()
        elif self.choice.by_hand and (over_board or self.desks.peeked is None):
            touched = self.hit_tester.thing_at(x, y, touch)
            self.choice.remark = "" if touched is None else self.table_mode.refusal(touched)
        if self.choice.remark:
            sound.ring(self.app.platform, "refused", self.app.settings.volume)

    def _nothing_to_undo(self) -> str:
        """Return why nothing can be undone."""
        persons = any(self.match.controllers[move.seat].by_hand for move in self.match.moves)
        return t("table.undo.closed" if persons else "table.undo.none")

    def _refuse_undo(self) -> None:
        self.choice.remark = self._nothing_to_undo()
        self._say([self.choice.remark])

    def reveal(self, widget: Widget) -> None:
        """Bring the element with keyboard focus into view, or the place that a button stands for."""
        self._show_place(widget.id)
        if isinstance(widget, HitTarget) and widget.covered:
            self.desks.turn_back()
        elif isinstance(widget, HitTarget) and widget.folded:
            self.desks.drawer.pull(up=True)
        elif isinstance(widget, Thing | HitTarget) and self.view.on_board(widget.id):
            self.stage.glide_show(*widget.rect.center, time.monotonic())

    def _shows_logged(self, x: float, y: float, now: float) -> bool:
        """Show where the step of the log at a point happened. Return True if there is such a step."""
        sentence = self.drawing.logged_at(x, y)
        found = sentence and self.logged_place(sentence)
        if found:
            self._show_logged(*found, now)
        return bool(found)

    def show_logged(self, sentence: Sentence) -> Callable[[], None] | None:
        """Return the command that returns to the table and shows the place of a sentence of the log; None if
        it has no place on the board."""
        found = self.logged_place(sentence)
        return None if found is None else partial(self._return_to, *found)

    def _return_to(self, element: str, shape: Shape) -> None:
        while self.app.scene is not self:
            self.app.pop()
        self._show_logged(element, shape, time.monotonic())

    def _show_logged(self, element: str, shape: Shape, now: float) -> None:
        self.pointing.show_logged(element)
        self.stage.glide_show(*shape.rect.center, now)

    def _show_place(self, button: str) -> None:
        """Pan to the place that a button stands for, if it stands for one."""
        spot = self.targets.get(button.removeprefix(ANSWER)) if button.startswith(ANSWER) else None
        if spot is not None and spot.on_board:
            self.stage.glide_show(*spot.rect.center, time.monotonic())

    # ---- time and drawing -------------------------------------------------------------------

    def update(self, now: float) -> float | None:
        self.update_layout()
        if persons_play(self.match):
            self.app.watch_speed = ""
        self.thinking.follow(self.match, now)
        self.showing.look(now)
        if self.hint.fresh:
            self._look_at_hint(now)
        if self.threats.fresh:
            self._look_at_threats(now)
        moving = self.stage.update(now)
        moving = self.table_mode.moves(now) or moving
        moving = self.showing.look_back(now) or moving
        if self.desks.drawer.moves(now, self.app.pace):
            self.outdated = moving = True
        sound.play(self.app.platform, self.stage.landed, self.app.settings.volume)
        if self.stage.camera.pose != self.arrangement.pose:
            self.outdated = moving = True
        pulses = self.showing.pulse.left(now)
        if pulses and self.unfinished:
            self.showing.start_pulse(now)  # once the board is complete
        if moving:
            return 0.0
        if self.handover.due:
            if self.handover.ready(self.stage):
                self.handover.shown = True
                self.app.refresh()
                self.app.lead("begin")
            return 0.0
        if isinstance(self.match.waits(), AwaitingSend):
            self.match.posted()
            self.app.open(routes.Share(self.match, handed_on=True))
            return 0.0
        wait = 0.0 if now < self.showing.banner_until else self.go_on(now)
        if wait is None:
            wait = self.end_by_itself(now)
        if wait is None:
            wait = self.table_mode.due(now)
        if pulses and self.unfinished:
            return SOON if wait is None else min(wait, SOON)
        return 0.0 if pulses else wait

    def end_by_itself(self, now: float) -> float | None:
        """End the turn when it is time. Return the seconds until the next call is needed, or None."""
        left = self.ending.left(now)
        if left == 0:
            self.ending.restart()
            self.say(self.match.state.legal_actions()[0])
        return left if left is None or self.app.pace == 0 else 0.0

    def draw(self, target: pygame.Surface) -> None:
        self.drawing.draw(target, self.reach.dimmed)

    def draw_above(self, target: pygame.Surface) -> None:
        self.drawing.draw_above(target)
