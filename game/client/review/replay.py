"""The replay of a game, step by step from its record."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.client.app import routes
from game.client.app.flow import Sliding
from game.client.app.gestures import Gesture, Key, Press, Tap
from game.client.app.scene import Host
from game.client.draw import paint, theme
from game.client.draw.notice import READABLE, draw_note, laid_note, note_in_line
from game.client.draw.widgets import Button, ButtonSpec, sentence
from game.client.review.advice_panel import AdvicePanel, lay_advice
from game.client.review.marking import THICK, BarMark, StepBar
from game.client.stage.action_bar import action_rows, covered
from game.client.stage.changes import changes_of
from game.client.stage.notice_layout import NoticeLayout, prompt_line
from game.client.stage.outlines import POINTED_OUT, Lit
from game.client.stage.table_layout import TableLayout
from game.client.storage.results import has_won
from game.client.storage.settings import usual_level
from game.client.table.match_scene import MatchScene
from game.client.table.narrator import in_words
from game.client.table.table_parts import LOG_LINES, draw_log, logged_near, prompt_lines, tool_row
from game.client.touch.camera_control import CameraControl
from game.client.views.standing import gauge_widgets
from game.client.words.chapters import NOWHERE
from game.client.words.i18n import finished, t
from game.client.words.sentence import Sentence
from game.engine.core import Event
from game.engine.record import Record
from game.match import Computer, Match, Move, Person
from game.match.affecting import affecting
from game.match.tally import TRIED, own_seat
from game.platform import Edited, Element

PAUSE_SECONDS = 0.5
"""Pause between two steps of a running replay, at normal speed."""


def _around(specs: list[ButtonSpec], ends: list[ButtonSpec]) -> list[ButtonSpec]:
    """Return buttons between two others, if there are any."""
    return [*ends[:1], *specs, *ends[1:]]


def _fit_into(bar: pygame.FRect, rows: list[list[Button]]) -> bool:
    """Return True if some buttons fit into a bar, each list of them in one row."""
    return all(row[0].rect.y >= bar.y and row[0].rect.y == row[-1].rect.y for row in rows if row)


def _begins(events: Sequence[Event]) -> bool:
    """Return True if one of the events starts a turn."""
    return any(event.kind == "turn" for event in events)


class ReplayScene(MatchScene):
    """Replays a record: forward steps are animated; backward steps and jumps are immediate."""

    name = "replay"

    def __init__(
        self,
        app: Host,
        record: Record,
        since: int | None = None,
        *,
        paused: bool = False,
        better: Record | None = None,
        advice: str = "",
        marks: tuple[routes.Mark, ...] = (),
        seat: int | None = None,
    ) -> None:
        """Start the replay after `since` steps, running unless `paused`.

        better: the record with a better plan instead
        advice: text about the better plan
        marks: known errors
        seat: the seat of the person here; None: known from the record, if at all
        """
        super().__init__(app, Match.watch(record))
        self.camera_control = CameraControl(self.view, self.stage)
        self.followers = (self._show, self._look, self._tell)
        self.total = len(record.actions)
        """Total number of steps."""
        self.caption = ""
        self._sliding = Sliding(self)
        self._better, self._since, self._advice = better, since, advice
        self._folded = False
        """True if the advice on a phone's board was folded by hand."""
        self._marks = {mark.step: mark for mark in marks}
        own = own_seat(record, app.settings.name) if seat is None else seat
        self._affecting = [] if own is None else affecting(record, own)
        """The steps that affect the person here."""
        self._lately: list[Sentence] | None = None
        self._logged = ""
        """The place of the step of the log that was tapped last, until the next tap."""
        if since is not None:
            self.match.seek(since)
            self.match.paused = paused
            self.match.rest(time.monotonic() + PAUSE_SECONDS)

    @property
    def step(self) -> int:
        """Number of steps played."""
        return len(self.match.moves)

    @property
    def playing(self) -> bool:
        """True if the replay is running."""
        return not self.match.paused

    def entered(self) -> None:
        """Announce and show the last step before the starting point as well."""
        super().entered()
        self.outdated = True
        now = time.monotonic()
        self._look(self.match, now)
        self._tell(self.match, now)

    # ---- steps ------------------------------------------------------------------------------

    def go_to(self, step: int) -> None:
        """Jump to the position after this many steps, without animation."""
        self.match.seek(max(0, min(self.total, step)))
        self.follow(time.monotonic())

    def forward(self) -> None:
        """Play one step, animated."""
        if self.step < self.total:
            self.match.step()
            self.follow(time.monotonic())

    def _show(self, match: Match, now: float) -> None:
        """Animate a step. After a jump there is no animation."""
        self.stage.animator.skip()
        if match.log and isinstance(match.log[-1], Move):
            self.app.refresh()
            self.stage.show(match.log[-1].events, match.state, now, self.app.pace)
            match.rest(now + PAUSE_SECONDS * max(0.3, self.app.pace))

    def _look(self, match: Match, now: float) -> None:
        """Pan to the step, or to the better plan below its advice, unless the player has moved the camera
        while the replay is running."""
        if not (self.playing and self.stage.steered):
            self.update_layout()
            assert self.stage.layout is not None
            panels = self._advised(self.stage.layout)
            above = max((panel.rect.bottom - self.stage.free.y for panel in panels), default=0.0)
            self.camera_control.at_all(self._places(), now, above=above)

    def _places(self) -> list[pygame.FRect]:
        """Return the places on the board of the last step or, with advice, of the better plan."""
        state, moves = self.match.state, self.match.moves[-1:]
        if self.advice and self._better is not None:
            places = [place for action in self._better.actions[self.step :] for place in action.path]
        else:
            changed = changes_of(self.view, moves, state)
            places = [place for move in moves for place in move.action.path]
            places += [place for one in changed for place in (one.place, one.source)]
        return [shape.rect for shape in self.camera_control.on_board(filter(None, places), state)]

    def _tell(self, match: Match, now: float) -> None:
        """Describe the last step. If it has no text (a payment), the text of the one before stays."""
        self._lately = None
        told = (self._sentences(step, move) for step, move in reversed(list(enumerate(match.moves, 1))))
        latest = next(told, ())
        self.caption = " ".join(latest or next(filter(None, told), ()))
        if words := " ".join(self._spoken(latest)):
            self.app.platform.announce(words)

    def _spoken(self, latest: Sequence[str]) -> Iterator[str]:
        """Yield what is announced about a step: its description and, unless the replay runs, its number. At a
        turning point, the decision and the advice replace what others did before."""
        if self.advice:
            decision = self.match.state.decision
            yield sentence(self.heading())
            yield self.view.prompt(decision, self.match.state) if decision is not None else ""
            yield from self.advice.splitlines()
            return
        yield from latest
        if not self.playing:
            yield sentence(self.heading())

    def introduction(self) -> str:
        return ""  # the description of the step follows

    @property
    def lately(self) -> list[Sentence]:
        """Sentences about the last steps, as many as the log may show."""
        if self._lately is None:
            self._lately = []
            for step, move in reversed(list(enumerate(self.match.moves, 1))):
                self._lately[:0] = self._sentences(step, move)
                if len(self._lately) >= LOG_LINES:
                    break
        return self._lately

    def _sentences(self, step: int, move: Move) -> list[Sentence]:
        """Return the sentences about a step, and about the error of the turn that ended with it."""
        told, mark = in_words(self.view, move.events, self.match.state), self._marks.get(step)
        if mark is not None:
            at = next((at for at, sentence in enumerate(told) if sentence.begins), len(told))
            told.insert(at, Sentence(mark.words, mark.seat))
        return told

    def _back(self) -> None:
        self.match.paused = True
        self.go_to(self.step - 1)

    def _on(self) -> None:
        self.match.paused = True
        self.forward()

    def _turn_on(self) -> None:
        """Go to the start of the next turn, or to the end."""
        self.match.paused = True
        while self.step < self.total and not _begins(self.match.seek(self.step + 1)):
            pass
        self.follow(time.monotonic())

    def _turn_back(self) -> None:
        """Go to the start of this turn or of the one before, or to the beginning."""
        self.match.paused = True
        begun = (step for step in range(self.step - 1, 0, -1) if _begins(self.match.moves[step - 1].events))
        self.go_to(next(begun, 0))

    def _affects(self) -> list[ButtonSpec]:
        """Return the buttons that lead to the previous and the next step that affects the person here; none
        without such steps."""
        ways = (
            ("back", self._affecting_before, self._mine_back, "B"),
            ("on", self._affecting_after, self._mine_on, "N"),
        )
        return [
            ButtonSpec(
                f"mine-{way}", t(f"replay.mine.{way}"), None if step is None else act,
                "sea", f"mine-{way}", "", key=key,
            )
            for way, step, act, key in ways
        ] if self._affecting else []  # fmt: skip

    @property
    def _affecting_before(self) -> int | None:
        return max((step for step in self._affecting if step < self.step), default=None)

    @property
    def _affecting_after(self) -> int | None:
        return next((step for step in self._affecting if step > self.step), None)

    def _mine_back(self) -> None:
        """Go to the previous step that affects the person here."""
        if (step := self._affecting_before) is not None:
            self._jump(step)

    def _mine_on(self) -> None:
        """Skip to the next step that affects the person here, and show it."""
        if (step := self._affecting_after) is not None:
            self.match.paused = True
            self.match.seek(step - 1)
            self.forward()

    def _jump(self, step: int) -> None:
        self.match.paused = True
        self.go_to(step)

    def _play(self) -> None:
        self.match.paused, self.stage.steered = not self.match.paused, False
        if self.playing and self.step == self.total:
            self.go_to(0)
        self.match.rest(time.monotonic())

    # ---- variations -------------------------------------------------------------------------

    def _show_better(self) -> None:
        """Replay the game as it would have continued with the better plan."""
        assert self._better is not None
        self.app.open(routes.Replay(self._better, self._since))

    def _try(self) -> None:
        """Start a new game from this position: a person takes the seat to decide, computers the others."""
        actor, level = (
            self.match.state.actor,
            usual_level(self.app.settings, partial(has_won, self.app.saves)),
        )
        seats = range(self.match.record.seats)
        controllers = [Person() if seat == actor else Computer(level, seat + 1) for seat in seats]
        match = self.match.branch(self.app.saves.new_id(), self.step, controllers)
        match.record.tags |= {"title": finished("replay.tried", name=self._tried_as), TRIED: "yes"}
        self.app.home(routes.Title())
        self.app.open(routes.Table(match))

    def _roll_out(self) -> None:
        """Open the rollouts of this position: the turn as it was played, and the better plan if it is
        known."""
        self.match.paused = True
        state, record = self.match.state, self.match.record
        plans = [routes.NamedPlan("played", finished("rollout.played"), self._turn_of(record))]
        if self._better is not None and self.step == self._since:
            actions = self._turn_of(self._better)
            plans.append(routes.NamedPlan("better", finished("rollout.better"), actions))
        self.app.open(routes.Simulations(self.match, state.position(state.actor), plans))

    def _turn_of(self, record: Record) -> tuple[str, ...]:
        """Return the actions of a record from this step to the end of the turn."""
        now, played = self.match.state.copy(), list[str]()
        turn = now.turn_number
        for action in record.actions[self.step :]:
            if now.actor is None or now.turn_number != turn:
                break
            now.apply(action)
            played.append(action.text)
        return tuple(played)

    @property
    def _tried_as(self) -> str:
        """Name of the player whose seat the person would take."""
        actor = self.match.state.actor
        return "" if actor is None else self.match.players[actor].name

    # ---- scene ------------------------------------------------------------------------------

    def layout(self, metrics: theme.Metrics) -> None:
        planned = self.stage.plan(metrics, self.shown_seat)
        self.stage.asks = planned.lower is None  # otherwise the log describes the step
        layout = self.slid(self.stage.arrange(metrics, self.shown_seat, float(self.desks.drawer.up)))
        play = ButtonSpec("play", t("replay.pause" if self.playing else "replay.play"), self._play, "brass",
                    "pause" if self.playing else "play", "")  # fmt: skip
        specs = [
            ButtonSpec("first", t("replay.first"), partial(self._jump, 0), "sea", "first", ""),
            ButtonSpec("turn-back", t("replay.turn.back"), self._turn_back, "sea", "turn-back", ""),
            ButtonSpec("previous", t("replay.previous"), self._back, "sea", "previous", ""),
            play,
            ButtonSpec("next", t("replay.next"), self._on, "sea", "next", ""),
            ButtonSpec("turn-on", t("replay.turn.on"), self._turn_on, "sea", "turn-on", ""),
            ButtonSpec("last", t("replay.last"), partial(self._jump, self.total), "sea", "last", ""),
        ]
        more, tools = self._more(), [ButtonSpec("leave", t("replay.leave"), self.cancel, icon="close")]
        if layout.lower is not None:
            first, *specs, last = specs
            tools += [last, first]
        buttons, lies_in_tools = self._below(layout, specs, more)
        if lies_in_tools:
            tools = [*tools, *more]
        row = tool_row(layout.tools, metrics, tools)
        gauges = gauge_widgets(layout.end, self.view.gauges(self.match.state), metrics.unit, lambda _: None)
        ends = (replace(gauge, act=None) for gauge in gauges)
        right = layout.status.right if layout.lower else row[-1].rect.x - metrics.unit * 0.6
        bottom = layout.status.bottom if layout.lower else layout.status.y + metrics.button
        bar = self._bar(layout.status.x, right, bottom - metrics.unit * THICK * 0.9)
        self.widgets = [bar, *buttons, *row, *self.desks.widgets(layout), *ends, *self._advised(layout)]

    def _bar(self, left: float, right: float, middle: float) -> StepBar:
        """Return the progress bar. `middle` is the vertical centre of its line."""
        finger = self.app.metrics.finger
        rect = pygame.FRect(left, middle - finger / 2, right - left, finger)
        bar = StepBar("step", t("replay.bar"), rect, value=self.heading(), at=self.step, top=self.total)
        bar.change = self._jump
        players = self.match.players
        bar.marks = [BarMark(one.step, one.size, players[one.seat].colour) for one in self._marks.values()]
        return bar

    def _advised(self, layout: TableLayout) -> list[AdvicePanel]:
        """Return the advice panel over the board if there is no room for a log, folded while the drawer is
        open."""
        if not self.advice or layout.log is not None:
            return []
        metrics, folded = self.app.metrics, self._folded or self.desks.drawer.up
        panel = lay_advice(self.advice, self.stage.free, metrics.unit, metrics.finger, folded=folded)
        return [replace(panel, act=self._fold)]

    def _fold(self) -> None:
        """Fold the advice, or unfold it."""
        self._folded = not (self._folded or self.desks.drawer.up)
        self.desks.turn_back()

    def _below(
        self, layout: TableLayout, specs: list[ButtonSpec], more: list[ButtonSpec]
    ) -> tuple[list[Button], bool]:
        """Lay out the buttons below the board; return also whether those of `more` do not fit there.

        They are next to the others, or above them if there is room, such as next to a phone's log.
        """
        metrics, actions, mine = self.app.metrics, layout.actions, self._affects()
        if not mine:
            buttons = action_rows(actions, metrics, [*specs, *more])
            if buttons[0].rect.y >= actions.y:
                return buttons, False
        kept = [layout.board, layout.status, *(place.rect for place in layout.desks if place.drawn)]
        room = actions.copy()
        if layout.lower is not None:  # the log leaves room for another row
            room.y, room.height = room.y - metrics.button * 1.2, room.height + metrics.button * 1.2
        buttons = self._rows(room, specs, mine)
        above = action_rows(actions.move(0, -actions.height), metrics, more)
        top = min(button.rect.y for button in buttons)
        if covered(above, kept) or (above and not actions.y - actions.height <= above[0].rect.y < top):
            return buttons, True
        return [*above, *buttons], False

    def _rows(self, actions: pygame.FRect, specs: list[ButtonSpec], mine: list[ButtonSpec]) -> list[Button]:
        """Lay out the buttons for steps, with `mine` at both ends of their row, above it, or in place of
        those for turns, which have keys as well. The bar has the places of the first and the last step."""
        metrics, few = self.app.metrics, [spec for spec in specs if spec.id not in ("first", "last")]
        steps = [spec for spec in few if not (mine and spec.id.startswith("turn-"))]
        upper = actions.move(0, -metrics.button * 1.1)
        ways = [
            [action_rows(actions, metrics, _around(specs, mine), 0.2)],
            [action_rows(actions, metrics, _around(few, mine), 0.2)],
            [action_rows(upper, metrics, mine, 0.2), action_rows(actions, metrics, specs, 0.2)],
            [action_rows(actions, metrics, _around(steps, mine), 0.2)],
        ]
        rows = next((rows for rows in ways if _fit_into(actions, rows)), ways[-1])
        return [button for row in rows for button in row]

    def _more(self) -> list[ButtonSpec]:
        """Return the buttons for variations, if there are any."""
        more = []
        if self._better is not None and self.step == self._since:
            short = finished("replay.better.short")
            more.append(
                ButtonSpec("better", finished("replay.better"), self._show_better, "primary", "hint", short)
            )
        if self.match.state.actor is not None:
            label = finished("replay.try", name=self._tried_as)
            short = finished("replay.try.short", name=self._tried_as)
            more.append(ButtonSpec("try", label, self._try, "sea", "new", short))
        if self.match.state.actor is not None and self.step < self.total:
            label, short = finished("rollout.open"), finished("rollout.open.short")
            more.append(ButtonSpec("rollouts", label, self._roll_out, "sea", "forecast", short))
        return more

    @property
    def advice(self) -> str:
        """Text about the current moment."""
        return self._advice if self.step == self._since else ""

    def heading(self) -> str:
        return t("replay.step", number=self.step, total=self.total)

    @property
    def _advice_on_board(self) -> bool:
        return any(isinstance(widget, AdvicePanel) for widget in self.widgets)

    def read_out(self) -> tuple[Element, ...]:
        advice = "" if self._advice_on_board else " ".join(self.advice.splitlines())  # the panel is read
        notes = [("replay.told", self.caption), ("replay.advice", advice)]
        told = (Element(name, words, NOWHERE, kind="note") for name, words in notes if words)
        return (*told, *super().read_out())

    def slide(self, happened: Gesture | Edited) -> bool:
        return self._sliding.handle(happened)

    def handle(self, gesture: Gesture) -> bool:
        if self.pulls(gesture):
            return True
        match gesture:
            case Press() if self._logged:
                self._logged = ""
                return True
            case Tap(x, y) if self._shows_logged(x, y):
                return True
            case Key(name="right" | "."):
                self._on()
                return True
            case Key(name="left" | ","):
                self._back()
                return True
            case Key(name="page down"):
                self._turn_on()
                return True
            case Key(name="page up"):
                self._turn_back()
                return True
            case Key(name="b"):
                self._mine_back()
                return True
            case Key(name="n"):
                self._mine_on()
                return True
            case Key(name="space" | "p"):
                self._play()
                return True
            case Tap(x, y) if self.desks.drawer.up and self.stage.camera.seen.collidepoint(x, y):
                self.desks.turn_back()
                return True
        return self.stage.steer(gesture, time.monotonic())

    def _shows_logged(self, x: float, y: float) -> bool:
        """Show where the step of the log at a point happened. Return True if there is such a step."""
        room = self._log_room()
        if not room.collidepoint(x, y):
            return False
        sentence = logged_near(y, room, self.lately, self.app.metrics.unit)
        found = sentence and self.logged_place(sentence)
        if found:
            self._logged, shape = found
            self.stage.glide_show(*shape.rect.center, time.monotonic())
        return bool(found)

    def lights(self) -> list[Lit]:
        """Return the highlight of the place of the step that was tapped, if any."""
        shape = self.view.shape(self._logged, self.match.state) if self._logged else None
        return [] if shape is None else [Lit(shape, POINTED_OUT)]

    def _log_room(self) -> pygame.FRect:
        """Return the room for the log, empty without a log."""
        layout = self.stage.layout
        shown = layout is not None and (layout.lower is not None or not self.advice)
        return (self._notice().log_room() if shown else None) or pygame.FRect(0, 0, 0, 0)

    def update(self, now: float) -> float | None:
        if self.desks.drawer.moves(now, self.app.pace):
            self.outdated = True
            return 0.0
        if self.stage.update(now):
            return 0.0
        if self.playing and self.step == self.total:
            self.match.paused = True
            self.app.platform.announce(sentence(self.heading()))
            self.app.refresh()
        return self.go_on(now)

    def went_on(self, now: float) -> None:
        self.forward()

    def draw(self, target: pygame.Surface) -> None:
        now, unit, state = time.monotonic(), self.app.metrics.unit, self.match.state
        self.stage.draw(target, state, self.match.version, now, self.lights())
        layout = self.stage.layout
        assert layout is not None
        bar = next(one for one in self.widgets if isinstance(one, StepBar))
        rect = pygame.FRect(layout.status.x, layout.status.y, bar.rect.width, unit)
        count = t("replay.step", number=self.step, total=self.total)
        paint.blit_text(target, count, "bold", unit * 0.9, theme.ui.glint, rect)
        notice = self._notice()
        room = notice.log_room() or pygame.FRect(0, 0, 0, 0)
        if layout.lower is not None or (room.height and not self.advice):
            draw_log(target, room, self.lately, unit, self.match.players)
        elif room.height:  # otherwise it is on the board
            self._draw_words(target, self.advice, room)
        if notice.note is not None:
            draw_note(target, notice.note, unit)
        self.stage.draw_flights(target, state, now)

    def _notice(self) -> NoticeLayout:
        """Lay out the advice as a notice over the log."""
        layout = self.stage.layout
        words = self.advice if layout and layout.lower else ""
        return NoticeLayout(self.stage, self.app.metrics, self.widgets, words, ())

    def draw_above(self, target: pygame.Surface) -> None:
        """Draw the description of the step in the place of the prompt; if it does not fit, as a notice there
        or over the board, unless that shows advice."""
        metrics, line = self.app.metrics, prompt_line(self.stage, self.app.metrics)
        if line is None:
            return
        pixels, lines = prompt_lines(self.caption, line, metrics)
        fits = pixels >= metrics.plain * READABLE and len(lines) * pixels <= line.height
        if fits or self._advice_on_board:
            self._draw_words(target, self.caption, line)
            return
        note = note_in_line(line, self.caption, metrics.unit, metrics.plain)
        if note.cut:
            note = laid_note(self.stage.free, self.caption, metrics.unit, self._places())
        draw_note(target, note, metrics.unit)

    def _draw_words(self, target: pygame.Surface, words: str, room: pygame.FRect) -> None:
        """Draw text as large as it fits, truncated with an ellipsis if it does not fit at all."""
        pixels, lines = prompt_lines(words, room, self.app.metrics)
        most = max(1, int(room.height / pixels))
        lines = (*lines[: most - 1], " ".join(lines[most - 1 :]))  # the last is truncated
        for index, line in enumerate(lines):
            row = pygame.FRect(room.x, room.y + index * pixels, room.width, pixels)
            paint.blit_text(target, line, "text", pixels, theme.ui.on_ground, row)
