"""The table, where any of the games is played."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pygame

from game.client.draw.note import Note, draw_note, laid_note
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, Widget, headed
from game.client.frame import sound, to
from game.client.frame.flow import Spec
from game.client.frame.gestures import Gesture, Hold, Hover, Key, Press, Tap
from game.client.frame.scene import Host
from game.client.stage.edges import Edge, edge_pointers
from game.client.stage.outlines import AIMED, DESK_LIGHT, Lit, draw_grip, draw_light
from game.client.stage.table_layout import TableLayout
from game.client.table.action_bar import action_buttons
from game.client.table.computers import missed, persons_play, watching
from game.client.table.deciding import BANNER_SECONDS, DecidingScene
from game.client.table.ghosts import draw_plan
from game.client.table.table_parts import (
    Status,
    Tab,
    beside_buttons,
    draw_banner,
    draw_log,
    draw_status,
    tool_row,
)
from game.client.table.thinking import Thinking
from game.client.touch.chooser import CHOICE
from game.client.touch.explain import thing_at
from game.client.touch.hits import Hit, hit
from game.client.touch.looking import Thing
from game.client.touch.spots import GRIP, Spot, find_spots, light_of, lights, shapes_of
from game.client.views.standing import GaugeWidget, gauge_widgets
from game.client.words.i18n import computers, t
from game.match import Match, Post, Timer

EXACT = (Button, Edge, Tab, GaugeWidget)
"""Widgets that need an exact hit, not a near one."""


class Table(DecidingScene):
    """A match, with a chooser for the decision a person has to make."""

    name = "table"

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self.thinking = Thinking(app, match)
        self.opened = False
        """The table has been on top before, and the question announced."""
        self.results_shown = match.state.outcome is not None
        self._pose = self.stage.camera.pose
        """The camera's pose when the elements were last laid out."""
        self._spots_key: object = None
        """What the spots depend on, as they were last found."""

    # ---- scenes above -----------------------------------------------------------------------

    def entered(self) -> None:
        super().entered()
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
        self.hint.drop()

    def cancel(self) -> None:
        """Take back one tap; if there is none, open the menu."""
        if self.stage.animator.busy:
            self.stage.animator.skip()
        elif self.looking:
            self.look_around()
            self.app.refresh()
        elif self.chooser.back():
            self.remark = ""
            self.app.refresh()
        elif self.peeked is not None:
            self.peeked = None
            self.app.refresh()
        else:
            self._menu()

    def _menu(self) -> None:
        self.app.open(to.Menu(self.match, self.narrator.sentences, self.narrator.lately(self.match)))

    def _forecast(self) -> None:
        self.app.open(to.Forecast(self.match))

    def again(self) -> None:
        """Replay what the others have done since the last decision made here."""
        step = missed(self.match)
        if step is not None:
            self.app.open(to.Replay(self.match.record, since=step))

    def _log(self) -> None:
        lately = self.narrator.lately(self.match)
        self.app.open(to.Log(self.narrator.sentences, self.match.players, lately))

    def ended(self) -> None:
        super().ended()
        self.results_shown = False

    def results(self) -> None:
        """The scoring, shown over the table; counted before everybody's eyes when the game has just ended."""
        ended, self.results_shown = not self.results_shown, True
        self.app.open(to.Results(self.match, ended=ended))

    # ---- layout -----------------------------------------------------------------------------

    @property
    def room(self) -> Metrics:
        """The part of the window the table fills, from the top left corner."""
        return self.app.metrics

    def arrange(self) -> None:
        """Lay everything out for the current state and window."""
        metrics = self.room
        layout = self.stage.arrange(metrics, self.shown_seat)
        self._pose = self.stage.camera.pose
        self._find_spots(layout)
        asked = [spot for spot in self.spots.values() if spot.asked]
        later = [spot for spot in self.spots.values() if not spot.asked]
        eye, bar = beside_buttons(layout.actions, metrics)
        kept = [layout.board, layout.end, *layout.tabs, *(one.rect for one in layout.desks if one.drawn)]
        buttons = action_buttons(bar, metrics, self._specs(), kept, self.app.metrics.unit)
        seen = [*self._asked_on_board(True), self._whole_place(layout)]
        edges = edge_pointers(
            self._asked_on_board(False), seen, self.stage.camera.window, metrics.finger, self._show_unseen
        )
        advised = [button for button in buttons if button.id == "take"]  # the keyboard's first stop
        others = [button for button in buttons if button.id != "take"]
        others.sort(key=lambda button: button.id == "back")  # read out after the answers
        self.widgets = [*advised, *asked, *others, *headed(t("told.also"), [*later, *edges])]
        self.widgets += headed(t("told.tools"), [*self.desks(layout), *self._tools(layout)])
        self.widgets += gauge_widgets(layout.end, self.view.gauges(self.match.state), metrics.unit, self.tell)
        self.widgets += self.reading_widgets(eye)
        self.widgets += self.looking_widgets(self.stage.camera.window)

    def _asked_on_board(self, in_sight: bool) -> list[pygame.FRect]:
        """Board spots asked for, failing that any tappable ones, inside or outside the window."""
        boards = [spot for spot in self.spots.values() if spot.on_board]
        boards = [spot for spot in boards if spot.asked] or boards
        return [spot.rect for spot in boards if spot.in_sight == in_sight]

    def _find_spots(self, layout: TableLayout) -> None:
        """The tappable elements that have a place, found again only when one may have changed."""
        window, board = pygame.Rect(self.stage.camera.window), self.stage.camera.board
        hidden = self.peeked is not None and bool(layout.tabs)
        choice = (self.match.version, self.chooser, self.chooser.chosen, t.language, hidden)
        key = (*choice, tuple(window), tuple(board), layout.desks, layout.desk_unit)
        if key != self._spots_key:
            state, self._spots_key = self.match.state, key
            spots = find_spots(self.view, state, self.chooser, self.touch, window, board.height)
            self.spots = {name: spot for name, spot in spots.items() if spot.on_board or not hidden}

    def _specs(self) -> list[Spec]:
        """Buttons for options that have no place, and for going back."""
        state, specs = self.match.state, []
        if state.outcome is not None:
            return [Spec("results", t("table.results"), self.results, "primary")]
        if not persons_play(self.match):
            return watching(self.app, self.match)
        for number, action in enumerate(self.others if self.match.can_undo else ()):
            words = self.view.instead(action)
            specs.append(Spec(f"instead.{number}", words, partial(self._instead, action), "brass"))
        if self.chooser.chosen:
            specs.append(Spec("back", t("table.back"), self._back, "sea", "back"))
        if self.hint.action is not None:
            take = partial(self._said, self.hint.action)
            specs.append(Spec("take", computers("hint.take"), take, "brass", "check"))
        for element in self.chooser.offered:
            if element in self.spots or self._lies_folded(element):
                continue
            if element.startswith(CHOICE):
                label, brief = self.view.tell_action(self.chooser.action_of(element), state), ""
            else:
                label, brief = self.view.label(element, state), self.view.brief(element, state)
            specs.append(Spec(element, label, partial(self.touch, element), "paper", brief=brief))
        return specs

    def _lies_folded(self, element: str) -> bool:
        """Whether its place is on the desk of whoever decides while another's is unfolded."""
        return self.peeked is not None and not element.startswith(CHOICE) and not self.view.on_board(element)

    def _back(self) -> None:
        self.chooser.back()
        self.remark = ""

    def _tools(self, layout: TableLayout) -> Iterator[Widget]:
        """Undo, log and menu in the status bar; the whole board, when only part of it is visible."""
        specs = [
            Spec("menu", t("table.menu"), self._menu, icon="menu"),
            Spec("log", t("table.log"), self._log, icon="log"),
            Spec("undo", t("table.undo"), self.undo if self.match.can_undo else None, icon="undo"),
        ]
        if self.by_hand:
            specs.append(Spec("hint", computers("hint"), self.hint.toggle, icon="hint"))
        if missed(self.match) is not None:
            specs.append(Spec("replay", computers("again"), self.again, icon="replay"))
        tools = tool_row(layout.status, self.app.metrics, specs)
        self.tools_left = tools[-1].rect.left - self.app.metrics.plain * 0.3
        yield from tools
        if not self.stage.at_home:
            rect = self._whole_place(layout)
            yield Button("whole", t("table.whole"), rect, self._whole, tone="sea", icon="whole", caption="")

    def _show_unseen(self, rects: Sequence[pygame.FRect]) -> None:
        """Pan the board to the things an arrow at its edge points to."""
        self.gaze.at_rects(rects, time.monotonic())

    def _whole_place(self, layout: TableLayout) -> pygame.FRect:
        """The board's top right corner."""
        size = self.app.metrics.button
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
        found = self._hit(x, y, touch)
        if self.gaze.too_close(self._rivals(found)):
            return None
        if found.element is not None:
            return self.spots[found.element.removesuffix(GRIP)]
        for widget in self.widgets:
            if type(widget) is Widget and widget.rect.collidepoint(x, y):
                return widget
        return None

    def _hit(self, x: float, y: float, touch: bool) -> Hit:
        """The spot a finger or the mouse means."""
        finger = self.app.metrics.finger
        shapes = shapes_of(self.spots, bool(self.stage.camera.window.collidepoint(x, y)))
        if touch:
            return hit(shapes, x, y, finger * 0.5, finger * 0.16, finger)
        return hit(shapes, x, y, finger * 0.16)

    def _rivals(self, found: Hit) -> list[Spot]:
        """The spots a finger cannot tell apart."""
        return [self.spots[element] for element in {one.removesuffix(GRIP) for one in found.rivals}]

    def handle(self, gesture: Gesture) -> bool:
        now = time.monotonic()
        match gesture:
            case Hover() | Hold() | Press():
                return self.point(gesture)
            case Tap() | Key(name="space" | "return" | "enter" | "keypad enter") if self.stage.animator.busy:
                self.stage.animator.skip()
                self.banner_until = now
                self.match.rest(now)
                return True
            case Tap() | Key(name="space" | "return" | "enter" | "keypad enter") if isinstance(
                self.match.waits(), Timer
            ):
                self.match.rest(now)
                return True
            case Key(name="return" | "enter" | "keypad enter") if self.hint.action is not None:
                self._said(self.hint.action)
                return True
            case Tap(x, y, touch, taps=1):
                self._answer(x, y, touch)
                return True
            case Key(name=name) if (act := self._by_key().get(name)) is not None:
                act()
                return True
        return self.stage.steer(gesture, now)

    def _by_key(self) -> dict[str, Callable[[], None]]:
        """What each key does."""
        acts = {
            "b": self.read,
            "i": self.look_around,
            "f": self._forecast,
            "r": self.again,
            "l": self._log,
            "m": self._menu,
        }
        if self.match.can_undo:
            acts |= {"u": self.undo, "backspace": self.undo}
        if self.by_hand:
            acts["h"] = self.hint.toggle
        return acts

    def _answer(self, x: float, y: float, touch: bool) -> None:
        """A touch of nothing on offer, or of several things: go nearer to those, else say why not."""
        rivals = self._rivals(self._hit(x, y, touch))
        if self.gaze.too_close(rivals):
            self.remark = t("table.near")
            self.stage.glide_near([spot.rect for spot in rivals], time.monotonic())
        else:
            self._explain(x, y, touch)
        if self.remark:
            self.app.platform.announce(self.remark)

    def _explain(self, x: float, y: float, touch: bool) -> None:
        """The tapped element is not on offer: say why."""
        over_board = self.stage.camera.window.collidepoint(x, y)
        reach = self.app.metrics.finger * 0.25 if touch else 0
        self.remark = ""
        if self.by_hand and (over_board or self.peeked is None):
            touched = thing_at(self.view, self.match.state, x, y, reach, bool(over_board))
            self.remark = "" if touched is None else self.refusal(touched)

    def refusal(self, element: str) -> str:
        """One sentence on why an element is not on offer; empty if there is nothing to say."""
        if self.chooser.chosen and self._legal(element):
            return t("table.begun", back=t("table.back"))
        return self.view.why_not(element, self.match.state)

    def _legal(self, element: str) -> bool:
        """Whether it can be used now, were it not for what has been touched."""
        return any(element in action.path for action in self.match.state.legal_actions())

    def reveal(self, widget: Widget) -> None:
        """Scroll an element with keyboard focus into view."""
        if isinstance(widget, Thing | Spot) and self.view.on_board(widget.id):
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
            self.app.open(to.Share(self.match, handed_on=True))
            return 0.0
        if self.match.state.outcome is not None and not self.results_shown:
            self.results()
            return 0.0
        return 0.0 if now < self.banner_until else self.go_on(now)

    def draw(self, target: pygame.Surface) -> None:
        now, state = time.monotonic(), self.match.state
        shines = not (self.stage.animator.flights and self.handed_over)
        lights = list(self._lights()) if shines else []
        self.stage.draw(target, state, self.match.version, now, [lit for on_board, lit in lights if on_board])
        unit = self.app.metrics.unit
        layout = self.stage.layout
        assert layout is not None
        right = layout.status.x if layout.tabs_lead else self.tools_left
        draw_status(target, self._status(), layout.status, right, self.room, bool(layout.tabs))
        if layout.log is not None:
            lately = self.narrator.lately(self.match)
            room = self._below_note(self._log_room(layout.log))
            draw_log(target, room, self.narrator.sentences, unit, self.match.players, lately)
        for on_board, lit in lights:
            if not on_board:
                draw_light(target, lit, unit * DESK_LIGHT)
        if shines:
            self._draw_grips(target)
        if self.chooser.certain:
            draw_plan(target, self.view, self.foreseen, self.stage.camera.window, unit, arcs=True)
        self.hint.draw(target, self.stage.camera.window, unit, self.peeked is None)
        self.stage.draw_flights(target, state, now)

    def _log_room(self, log: pygame.FRect) -> pygame.FRect:
        """What the buttons leave of the room for the log: more rows of them grow upwards over it."""
        buttons = [one for one in self.widgets if isinstance(one, Button) and one.rect.colliderect(log)]
        bottom = min((one.rect.top - self.app.metrics.unit * 0.3 for one in buttons), default=log.bottom)
        return pygame.FRect(log.x, log.y, log.width, max(0.0, bottom - log.y))

    def _below_note(self, room: pygame.FRect) -> pygame.FRect:
        """What a note leaves of this room: no part of the log looks out from behind it."""
        note = self._note()
        if note is None or not note.rect.colliderect(room):
            return room
        top = min(room.bottom, note.rect.bottom + self.app.metrics.unit * 0.3)
        return pygame.FRect(room.x, top, room.width, room.bottom - top)

    def _below_board(self) -> pygame.FRect | None:
        """The room below the board, if only the log takes it."""
        assert self.stage.layout is not None
        log, board = self.stage.layout.log, self.stage.camera.window
        if log is None or log.y < board.bottom or log.width < board.width * 0.9:
            return None
        return pygame.FRect(board.x, board.bottom, board.width, self._log_room(log).bottom - board.bottom)

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
        touched = [(True, shape) for shape in self.gaze.on_board(self.touched, state)]
        return lights(self.spots, self.aimed, [*touched, *chosen], AIMED)

    def _glowing(self) -> list[pygame.FRect]:
        """Where on the board something is asked for."""
        return [spot.rect for spot in self.spots.values() if spot.on_board and spot.asked]

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
        note = self._note()
        if note is not None:
            draw_note(target, note, unit)

    def at_board(self) -> str:
        """What is said at the board."""
        return self.remark or self.news()

    def news(self) -> str:
        """What is said there unless a touch has just been answered."""
        return self.hint.sentence() or self.app.notice or self.narrator.failure or self.greeting()

    def _note(self) -> Note | None:
        words = self.at_board()
        if not words:
            return None
        where = self.hint.shown() or self._glowing()
        return laid_note(self.stage.camera.window, words, self.app.metrics.unit, where, self._below_board())
