"""The table, where any of the games is played."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial

import pygame

from game.client import sound
from game.client.beside import Beside, beside_widgets
from game.client.chooser import CHOICE, Chooser
from game.client.computers import missed, pause, persons_play, watching, what_it_does
from game.client.edges import Edge, edge_pointers
from game.client.explain import thing_at
from game.client.gestures import Gesture, Hold, Hover, Key, Press, Tap
from game.client.hint import Hint
from game.client.hits import hit
from game.client.i18n import solo, t
from game.client.outlines import AIMED, Lit, draw_grip, draw_light
from game.client.pointing import PointingScene
from game.client.scene import Host, Spec
from game.client.shelf import Conflict
from game.client.spots import GRIP, Spot, find_spots, light_of, lights, shapes_of
from game.client.standing import GaugeWidget, gauge_widgets
from game.client.table_layout import TableLayout
from game.client.table_parts import (
    Status,
    Tab,
    action_rows,
    draw_banner,
    draw_log,
    draw_note,
    draw_status,
)
from game.client.theme import Metrics
from game.client.thinking import Thinking
from game.client.view import Shape
from game.client.widgets import Button, Widget
from game.engine.core import Action, Event
from game.match import Match, Moment, Post
from game.platform import Changed, Input, StorageError

DESK_LIGHT = 0.5
"""Size of the light on a desk, as a fraction of the text unit: things there are close together."""
BANNER_SECONDS = 0.9
EXACT = (Button, Edge, Tab, GaugeWidget)
"""Widgets that need an exact hit, not a near one."""


class Table(PointingScene):
    """A match, with a chooser for the decision a person has to make."""

    name = "table"

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self.thinking = Thinking(app, match)
        self.opened = False
        """The table has been on top before, and the question announced."""
        self.hint = ""
        self.touched: tuple[str, ...] = ()
        """The elements a computer player last acted on."""
        self.beside: Beside | None = None
        """Alternatives to the action that a single tap has just played."""
        self.warned: Action | None = None
        """The action last chosen, which cannot be taken back and so awaits a second tap."""
        self.banner_until = 0.0
        """Until then the name of the player to decide is shown across the board."""
        self.handed_over = False
        """The last action passed the decision to another seat: a tap during its animation only skips it."""
        self.results_shown = match.state.outcome is not None
        self.advice = Hint(app, match, self.view, self._look_at)
        self._pose = self.stage.camera.pose
        """The camera's pose when the elements were last laid out."""
        self._ask()

    # ---- the decision -----------------------------------------------------------------------

    def _ask(self) -> None:
        """Start choosing for the next decision."""
        self.chooser = self.choice_of(self.match.state.legal_actions() if self.by_hand else [])
        self.version += 1
        self.hint = ""
        self.beside = None
        self.advice.follow()

    def choice_of(self, actions: Sequence[Action]) -> Chooser:
        """The legal actions to choose from."""
        return Chooser(actions)

    @property
    def room(self) -> Metrics:
        """The part of the window the table fills, from the top left corner."""
        return self.app.metrics

    @property
    def by_hand(self) -> bool:
        """Whether the decision is up to a person."""
        actor = self.match.state.actor
        return actor is not None and self.match.controllers[actor].by_hand

    def touch(self, element: str) -> None:
        """An element was tapped: narrow the choice, and play it once it is complete."""
        self.hint = ""
        action, others = self.chooser.touch(element), list[Action]()
        if action is None and self.app.settings.placing == "one" and len(self.chooser.chosen) == 1:
            action = self.view.usual(self.chooser.actions)
            others = [other for other in self.chooser.actions if other is not action and action]
        if action is None:
            self.warned = None
            self.app.platform.announce(self.prompt())
        else:
            self._said(action)
            self.beside = Beside(element, others) if others and not self.warned else None

    def _instead(self, action: Action) -> None:
        """Take the usual action back and play another instead."""
        self.beside = None
        self.match.undo()
        self.play(action)

    def _said(self, action: Action) -> None:
        """A person has chosen an action: play it, or first ask whether they meant it."""
        warned, self.warned = self.warned, None
        warning = self.view.warning(action, self.match.state)
        if not warning or action is warned:
            self.play(action)
            return
        self.warned, self.hint = action, warning
        self.chooser.back()
        self.app.platform.announce(warning)

    def play(self, action: Action) -> None:
        """Play what a person decided."""
        before = self.match.state.actor
        self._played(self.match.play(action), before, time.monotonic())

    def went_on(self, now: float) -> None:
        before = self.match.state.actor
        self._played(self.match.step(), before, now)
        self.touched = self.match.moves[-1].action.path
        self._look_at(self.touched)
        self.app.refresh()

    def _played(self, events: Sequence[Event], before: int | None, now: float) -> None:
        """Save it, show it, announce it."""
        self._save()
        self.touched = ()
        self.handed_over = self.match.state.actor != before
        self.peeked = None
        self.stage.animator.skip()
        self._ask()
        self.arrange()
        landed = self.show(events, now)
        self.match.rest(landed + pause(self.app, self.match))
        self.narrator.tell(self.match, self.prompt() if self.by_hand else "")
        if self.match.state.actor is not None:
            self._look_there(now)
        if self.handed_over and self.by_hand and self.app.pace > 0:
            self.banner_until = landed + BANNER_SECONDS

    def _look_at(self, path: tuple[str, ...]) -> None:
        """Pan just far enough to show the elements of a path."""
        rects = [shape.rect for shape in self._on_board(path)]
        if rects and not all(self.stage.camera.window.contains(rect) for rect in rects):
            self.stage.glide_include(rects[0].unionall(rects[1:]), time.monotonic())

    def _on_board(self, elements: tuple[str, ...]) -> list[Shape]:
        """The shapes of those elements that are on the board."""
        state, view = self.match.state, self.view
        found = [
            view.shape(one, state) for one in elements if not one.startswith(CHOICE) and view.on_board(one)
        ]
        return [shape for shape in found if shape is not None]

    def _look_there(self, now: float) -> None:
        """Pan just far enough to show everything asked for, or at least the centres, or at least one."""
        boards = [spot for spot in self.spots.values() if spot.on_board and spot.asked]
        window = self.stage.camera.window
        if not boards or all(window.contains(spot.rect) for spot in boards):
            return
        finger = self.app.metrics.finger
        middles = [pygame.FRect(0, 0, finger, finger).move_to(center=spot.rect.center) for spot in boards]
        for rects in ([spot.rect for spot in boards], middles):
            if self.stage.glide_include(rects[0].unionall(rects[1:]), now):
                return
        if not any(spot.in_sight for spot in boards):
            nearest = min(
                boards,
                key=lambda s: abs(s.rect.centerx - window.centerx) + abs(s.rect.centery - window.centery),
            )
            self.stage.glide_show(*nearest.rect.center, now)

    def undo(self) -> None:
        """Back to a person's last decision."""
        if not self.match.can_undo:
            return
        self.stage.animator.skip()
        self.match.undo()
        self.peeked = None
        self._ask()
        self.narrator.tell(self.match, self.prompt())
        self._save()

    def cancel(self) -> None:
        """Take back one tap; if there is none, open the menu."""
        if self.stage.animator.busy:
            self.stage.animator.skip()
        elif self.chooser.back():
            self.hint = ""
            self.app.refresh()
        elif self.peeked is not None:
            self.peeked = None
            self.app.refresh()
        else:
            self._menu()

    def prompt(self) -> str:
        """The question, in words."""
        state = self.match.state
        if state.decision is None:
            outcome = state.outcome
            return self.view.reason_text(outcome.reason) if outcome else ""
        if not self.by_hand and state.actor is not None:
            return what_it_does(self.view, self.match)
        if self.chooser.chosen:
            question = self.view.question(self.chooser.chosen, self.chooser.actions, state)
            if question:
                return question
            chosen = ", ".join(self.view.label(element, state) for element in self.chooser.chosen)
            return t("table.then", chosen=chosen[:1].upper() + chosen[1:])
        return self.view.prompt(state.decision, state)

    def heading(self) -> str:
        return self.prompt()

    # ---- saving -----------------------------------------------------------------------------

    def _save(self) -> None:
        try:
            self.app.shelf.save(self.match)
            self.app.kept()
        except Conflict:
            self._conflict()
        except StorageError as error:
            self.app.complain(error)
            self.app.platform.unsaved(True)

    def outside(self, happened: Input) -> None:
        if happened == Changed("storage"):
            try:
                changed = self.app.shelf.changed_elsewhere(self.match)
            except StorageError as error:
                self.app.complain(error)
            else:
                if changed:
                    self._conflict()

    def _conflict(self) -> None:
        if self.app.scene.name != "conflict":
            self.app.open("conflict", self.match)

    # ---- scenes above -----------------------------------------------------------------------

    def entered(self) -> None:
        super().entered()
        self.version += 1
        if not self.opened:
            self.opened = True
            self.narrator.catch_up(self.match)
            self._save()
            self.arrange()
            self._look_there(time.monotonic())
            self.app.platform.announce(self.prompt())
        elif self.by_hand != bool(self.chooser.actions):
            self._ask()  # the seat to decide has changed hands

    def left(self) -> None:
        self.thinking.stop()
        self.advice.drop()

    def _menu(self) -> None:
        self.app.open("menu", self.match, self.narrator.sentences)

    def _forecast(self) -> None:
        self.app.open("forecast", self.match)

    def again(self) -> None:
        """Replay what the others have done since the last decision made here."""
        step = missed(self.match)
        if step is not None:
            self.app.open("replay", self.match.record, since=step)

    def _log(self) -> None:
        self.app.open("log", self.narrator.sentences, self.match.players)

    def results(self) -> None:
        """The scoring, shown over the table."""
        self.results_shown = True
        self.app.open("results", self.match, self.view)

    # ---- layout -----------------------------------------------------------------------------

    def arrange(self) -> None:
        """Lay everything out for the current state and window."""
        metrics = self.room
        layout = self.stage.arrange(metrics, self.shown_seat)
        self._pose = self.stage.camera.pose
        self._find_spots()
        asked = [spot for spot in self.spots.values() if spot.asked]
        later = [spot for spot in self.spots.values() if not spot.asked]
        buttons = action_rows(layout.actions, metrics, self._specs())
        seen = [*self._asked_on_board(True), self._whole_place(layout)]
        edges = edge_pointers(
            self._asked_on_board(False), seen, self.stage.camera.window, metrics.finger, self._show_unseen
        )
        self.widgets = [*asked, *buttons, *later, *edges, *self.desks(layout), *self._tools(layout)]
        self.widgets += gauge_widgets(layout.end, self.view.gauges(self.match.state), metrics.unit, self.tell)
        if self.beside is not None and self.match.can_undo:
            shape, window = self.view.shape(self.beside.element, self.match.state), self.stage.camera.window
            self.widgets += beside_widgets(self.beside, shape, window, metrics, self.view, self._instead)
        corner = self._whole_place(layout)
        corner.x = layout.board.x
        self.widgets += self.reading_widgets(corner)

    def _asked_on_board(self, in_sight: bool) -> list[pygame.FRect]:
        """Board spots asked for, failing that any tappable ones, inside or outside the window."""
        boards = [spot for spot in self.spots.values() if spot.on_board]
        boards = [spot for spot in boards if spot.asked] or boards
        return [spot.rect for spot in boards if spot.in_sight == in_sight]

    def _show_unseen(self, rects: Sequence[pygame.FRect]) -> None:
        """Pan the board to the things an arrow at its edge points to."""
        now = time.monotonic()
        if not self.stage.glide_include(rects[0].unionall(list(rects[1:])), now):
            self.stage.glide_show(*rects[0].center, now)

    def _find_spots(self) -> None:
        """The tappable elements that have a place."""
        window, board = pygame.Rect(self.stage.camera.window), self.stage.camera.board
        state = self.match.state
        self.spots = find_spots(self.view, state, self.chooser, self.touch, window, board.height)

    def _specs(self) -> list[Spec]:
        """Buttons for options that have no place, and for going back."""
        state, specs = self.match.state, []
        if state.outcome is not None:
            return [Spec("results", t("table.results"), self.results, "primary")]
        if not persons_play(self.match):
            return watching(self.app, self.match)
        if self.chooser.chosen:
            specs.append(Spec("back", t("table.back"), self._back, "sea", "back"))
        if self.advice.action is not None:
            take = partial(self._said, self.advice.action)
            caption = None if self.app.metrics.width > self.app.metrics.unit * 26 else ""
            specs.append(Spec("take", solo("hint.take"), take, "brass", "check", caption))
        for element in self.chooser.offered:
            if element in self.spots:
                continue
            if element.startswith(CHOICE):
                label = self.view.tell_action(self.chooser.action_of(element), state)
            else:
                label = self.view.label(element, state)
            specs.append(Spec(element, label, partial(self.touch, element), "paper"))
        return specs

    def _back(self) -> None:
        self.chooser.back()
        self.hint = ""

    def _tools(self, layout: TableLayout) -> Iterator[Widget]:
        """Undo, log and menu in the status bar; the whole board, when only part of it is visible."""
        metrics = self.app.metrics
        size = max(metrics.finger, metrics.unit * 2.1)
        x = layout.status.right - size
        tools = [("menu", t("table.menu"), self._menu), ("log", t("table.log"), self._log)]
        tools.append(("undo", t("table.undo"), self.undo))
        if self.by_hand:
            tools.append(("hint", solo("hint"), self.advice.toggle))
        if missed(self.match) is not None:
            tools.append(("replay", solo("again"), self.again))
        for name, label, act in tools:
            rect = pygame.FRect(x, layout.status.y, size, size)
            usable = act if name != "undo" or self.match.can_undo else None
            yield Button(name, label, rect, usable, tone="sea", icon=name, caption="")
            x -= size + metrics.unit * 0.3
        self.tools_left = x + size
        if not self.stage.at_home:
            rect = self._whole_place(layout)
            yield Button("whole", t("table.whole"), rect, self._whole, tone="sea", icon="whole", caption="")

    def _whole_place(self, layout: TableLayout) -> pygame.FRect:
        """The board's top right corner."""
        size = max(self.app.metrics.finger, self.app.metrics.unit * 2.1)
        return pygame.FRect(layout.board.right - size, layout.board.y, size, size)

    def _whole(self) -> None:
        self.stage.glide_home(time.monotonic())

    # ---- input ------------------------------------------------------------------------------

    def at(self, x: float, y: float, touch: bool) -> Widget | None:
        """Buttons need an exact hit; among elements the nearest within a finger's reach wins."""
        covered = any(rect.collidepoint(x, y) for rect in self._asked_on_board(True))
        for widget in reversed(self.widgets):
            if isinstance(widget, Edge) and covered:
                continue
            if isinstance(widget, EXACT) and widget.act and widget.rect.collidepoint(x, y):
                return widget
        if self.stage.animator.flights and self.handed_over:
            return None
        finger = self.app.metrics.finger
        shapes = shapes_of(self.spots, bool(self.stage.camera.window.collidepoint(x, y)))
        found = (
            hit(shapes, x, y, finger * 0.5, finger * 0.16, finger)
            if touch
            else hit(shapes, x, y, finger * 0.16)
        )
        rivals = {element.removesuffix(GRIP) for element in found.rivals}
        if len(rivals) > 1 and self._too_close(rivals):
            self._go_near(rivals)
            return None
        if found.element is not None:
            return self.spots[found.element.removesuffix(GRIP)]
        for widget in self.widgets:
            if type(widget) is Widget and widget.rect.collidepoint(x, y):
                return widget
        return None

    def _too_close(self, rivals: set[str]) -> bool:
        """Whether zooming in would still help."""
        return self.stage.camera.zoom < self.stage.camera.closest * 0.98 and all(
            self.spots[element].on_board for element in rivals
        )

    def _go_near(self, rivals: set[str]) -> None:
        self.hint = t("table.near")
        self.stage.glide_near([self.spots[element].rect for element in rivals], time.monotonic())

    def handle(self, gesture: Gesture) -> bool:
        now = time.monotonic()
        match gesture:
            case Hover() | Hold() | Press():
                return self.point(gesture)
            case Tap() if self.stage.animator.busy:
                self.stage.animator.skip()
                self.banner_until = now
                self.match.rest(now)
                return True
            case Tap() if isinstance(self.match.waits(), Moment):
                self.match.rest(now)
                return True
            case Tap(x, y, touch, taps=1):
                self._explain(x, y, touch)
                return True
            case Key(name="u" | "backspace") if self.match.can_undo:
                self.undo()
                return True
            case Key(name="h") if self.by_hand:
                self.advice.toggle()
                return True
            case Key(name="b"):
                self.read()
                return True
            case Key(name="f"):
                self._forecast()
                return True
            case Key(name="r"):
                self.again()
                return True
            case Key(name="l"):
                self._log()
                return True
            case Key(name="m"):
                self._menu()
                return True
        return self.stage.steer(gesture, now)

    def _explain(self, x: float, y: float, touch: bool) -> None:
        """The tapped element is not on offer: say why."""
        over_board = self.stage.camera.window.collidepoint(x, y)
        reach = self.app.metrics.finger * 0.25 if touch else 0
        self.hint = ""
        if self.by_hand and (over_board or self.peeked is None):
            touched = thing_at(self.view, self.match.state, x, y, reach, bool(over_board))
            self.hint = "" if touched is None else self.refusal(touched)
        if self.hint:
            self.app.platform.announce(self.hint)

    def refusal(self, element: str) -> str:
        """One sentence on why an element is not on offer; empty if there is nothing to say."""
        return self.view.why_not(element, self.match.state)

    def reveal(self, widget: Widget) -> None:
        """Scroll an element with keyboard focus into view."""
        if isinstance(widget, Spot) and widget.on_board:
            self.stage.glide_show(*widget.rect.center, time.monotonic())

    # ---- time and drawing -------------------------------------------------------------------

    def update(self, now: float) -> float | None:
        self.thinking.follow(self.match.waits())
        moving = self.stage.update(now)
        if self.app.settings.sound == "on":
            sound.play(self.app.platform, self.stage.landed)
        if self.stage.camera.pose != self._pose:
            self.arrange()
            moving = True
        if moving:
            return 0.0
        if isinstance(self.match.waits(), Post):
            self.match.posted()
            self.app.open("share", self.match, handed_on=True)
            return 0.0
        if self.match.state.outcome is not None and not self.results_shown:
            self.results()
            return 0.0
        return 0.0 if now < self.banner_until else self.go_on(now)

    def draw(self, target: pygame.Surface) -> None:
        now, state = time.monotonic(), self.match.state
        shines = not (self.stage.animator.flights and self.handed_over)
        lights = list(self._lights()) if shines else []
        self.stage.draw(target, state, self.version, now, [lit for on_board, lit in lights if on_board])
        unit = self.app.metrics.unit
        layout = self.stage.layout
        assert layout is not None
        draw_status(target, self._status(), layout.status, self.tools_left, self.room, bool(layout.tabs))
        if layout.log is not None:
            draw_log(target, layout.log, self.narrator.sentences, unit, self.match.players)
        for on_board, lit in lights:
            if not on_board:
                draw_light(target, lit, unit * DESK_LIGHT)
        if shines:
            self._draw_grips(target)
        self.advice.draw(target, self.stage.camera.window, unit)
        self.stage.draw_flights(target, state, now)

    def _status(self) -> Status:
        state, players = self.match.state, self.match.players
        if state.actor is None:
            return Status(None, None, self.prompt())
        turn = state.turn_seat
        during = None if turn is None or turn == state.actor else players[turn]
        return Status(players[state.actor], during, self.prompt())

    def _lights(self) -> Iterator[tuple[bool, Lit]]:
        """What is highlighted, and whether it is on the board."""
        state = self.match.state
        shapes = [(element, self.view.shape(element, state)) for element in self.chooser.chosen]
        chosen = [(self.view.on_board(element), shape) for element, shape in shapes if shape is not None]
        touched = [(True, shape) for shape in self._on_board(self.touched)]
        return lights(self.spots, self.aimed, [*touched, *chosen], AIMED)

    def _draw_grips(self, target: pygame.Surface) -> None:
        """The tap targets of routes, provinces and the like."""
        window = pygame.Rect(self.stage.camera.window)
        for spot in self.spots.values():
            if spot.grip and spot.asked:
                target.set_clip(window if spot.on_board else None)
                draw_grip(target, spot.grip, AIMED if spot.id == self.aimed else light_of(spot, True))
        target.set_clip(None)

    def draw_above(self, target: pygame.Surface) -> None:
        unit, window = self.app.metrics.unit, self.stage.camera.window
        left = (self.banner_until - time.monotonic()) / BANNER_SECONDS
        actor = self.match.state.actor
        if 0 < left <= 1 and actor is not None:
            draw_banner(target, window, self.match.players[actor], 1 - left, unit)
        self.draw_card(target, not self.stage.animator.flights)
        words = self.hint or self.advice.sentence() or self.app.notice
        if words:
            draw_note(target, window, words, unit)
