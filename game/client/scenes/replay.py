"""A game seen again, step by step, from its record."""

from __future__ import annotations

import time
from functools import partial

import pygame

from game.client import paint, theme
from game.client.app import App
from game.client.gestures import Drag, Gesture, Key, Tap
from game.client.i18n import t
from game.client.scene import Scene, Spec
from game.client.session import players_of
from game.client.stage import Stage
from game.client.table_parts import Tab, action_rows
from game.client.theme import Metrics
from game.client.views import make_view
from game.client.widgets import Button, Widget
from game.engine.core import Event, State
from game.engine.record import Record

PAUSE_SECONDS = 0.5
"""Between two steps of a running replay, at normal speed."""


class Replay(Scene):
    """Steps forward with movement, back and far at once."""

    name = "replay"

    def __init__(self, app: App, record: Record) -> None:
        super().__init__(app)
        self.record = record
        self.players = players_of(record)
        self.view = make_view(record.ruleset, self.players)
        self.peeked: int | None = None
        """The seat whose desk was asked for; None: the actor's."""
        self.stage = Stage(self.view, record.seats)
        self.step = 0
        self.state: State = record.new_game()
        self.told = ""
        self.playing = False
        self.version = 0
        self._next_at = 0.0
        self._bar = pygame.FRect(0, 0, 1, 1)
        self._kept = {0: self.state.copy()}
        """States along the way, every twentieth, so that stepping back is quick."""

    @property
    def total(self) -> int:
        """How many steps there are."""
        return len(self.record.actions)

    @property
    def shown_seat(self) -> int:
        """Whose desk is full."""
        if self.peeked is not None:
            return self.peeked
        return self.state.actor or 0

    def _peek(self, seat: int) -> None:
        self.peeked = None if seat == self.state.actor else seat
        self.version += 1

    # ---- steps ------------------------------------------------------------------------------

    def go_to(self, step: int) -> None:
        """Show the game after so many steps, at once."""
        step = max(0, min(self.total, step))
        start = max(kept for kept in self._kept if kept <= step)
        self.state = self._kept[start].copy()
        events: list[Event] = []
        for number in range(start, step):
            events = self._apply(number)
        self.step = step
        self.stage.animator.skip()
        self._tell(events)

    def forward(self) -> None:
        """One step, with its movement."""
        if self.step < self.total:
            events = self._apply(self.step)
            self.step += 1
            self.app.refresh()
            self.stage.animator.skip()
            self.stage.show(events, time.monotonic(), self.app.pace)
            self._tell(events)

    def _apply(self, number: int) -> list[Event]:
        events = self.state.apply(self.record.actions[number])
        if (number + 1) % 20 == 0:
            self._kept.setdefault(number + 1, self.state.copy())
        return events

    def _tell(self, events: list[Event]) -> None:
        self.version += 1
        told = (self.view.tell_event(event, self.state) for event in events)
        self.told = " ".join(sentence for sentence in told if sentence)
        if self.told:
            self.app.platform.announce(self.told)

    def _back(self) -> None:
        self.playing = False
        self.go_to(self.step - 1)

    def _on(self) -> None:
        self.playing = False
        self.forward()

    def _first(self) -> None:
        self.playing = False
        self.go_to(0)

    def _last(self) -> None:
        self.playing = False
        self.go_to(self.total)

    def _play(self) -> None:
        self.playing = not self.playing
        if self.playing and self.step == self.total:
            self.go_to(0)
        self._next_at = time.monotonic()

    # ---- scene ------------------------------------------------------------------------------

    def entered(self) -> None:
        self.stage.still = self.app.pace == 0

    def layout(self, metrics: Metrics) -> None:
        actor = self.state.actor
        layout = self.stage.arrange(metrics, self.shown_seat)
        play = Spec("play", t("replay.pause" if self.playing else "replay.play"), self._play, "brass",
                    "pause" if self.playing else "play", "")  # fmt: skip
        specs = [
            Spec("first", t("replay.first"), self._first, "sea", "first", ""),
            Spec("previous", t("replay.previous"), self._back, "sea", "previous", ""),
            play,
            Spec("next", t("replay.next"), self._on, "sea", "next", ""),
            Spec("last", t("replay.last"), self._last, "sea", "last", ""),
            Spec("leave", t("replay.leave"), self.cancel, "sea", "close", ""),
        ]
        buttons: list[Button] = action_rows(layout.actions, metrics, specs)
        self.widgets = list[Widget](buttons)
        for seat, rect in enumerate(layout.tabs):
            player, show = self.players[seat], partial(self._peek, seat)
            label, chosen = t("table.desk", name=player.name), "chosen" if seat == self.shown_seat else ""
            tab = Tab(f"desk.{seat}", label, rect, show, state=chosen, player=player, acts=seat == actor)
            self.widgets.append(tab)
        thick = metrics.unit * 0.5
        self._bar = pygame.FRect(
            layout.status.x, layout.status.bottom - thick * 1.4, layout.status.width, thick
        )

    def handle(self, gesture: Gesture) -> bool:
        match gesture:
            case Drag(x, _, _, _, start_x, start_y) if self._near_bar(start_x, start_y):
                self._scrub(x)
                return True
            case Tap(x, y) if self._near_bar(x, y):
                self._scrub(x)
                return True
            case Key(name="right" | "."):
                self._on()
                return True
            case Key(name="left" | ","):
                self._back()
                return True
            case Key(name="space" | "p"):
                self._play()
                return True
        return self.stage.steer(gesture, time.monotonic())

    def _scrub(self, x: float) -> None:
        """Go to the step that lies at `x` on the bar."""
        self.playing = False
        self.go_to(round((x - self._bar.x) / self._bar.width * self.total))

    def _near_bar(self, x: float, y: float) -> bool:
        return bool(self._bar.inflate(0, self.app.metrics.finger).collidepoint(x, y))

    def update(self, now: float) -> bool:
        moving = self.stage.update(now)
        if self.playing and not moving:
            if self.step == self.total:
                self.playing = False
                self.app.refresh()
            elif now >= self._next_at:
                self.forward()
                self._next_at = now + PAUSE_SECONDS * max(0.3, self.app.pace)
        return moving or self.playing

    def draw(self, target: pygame.Surface) -> None:
        now, unit = time.monotonic(), self.app.metrics.unit
        self.stage.draw(target, self.state, self.version, now)
        layout = self.stage.layout
        assert layout is not None
        rect = pygame.FRect(layout.status.x, layout.status.y, layout.status.width, unit)
        count = t("replay.step", number=self.step, total=self.total)
        paint.blit_text(target, count, "bold", unit * 0.9, theme.BRASS_LIGHT, rect)
        rest = pygame.FRect(rect.x, rect.bottom, rect.width, self._bar.y - rect.bottom)
        lines = paint.wrap(self.told, "text", round(unit), int(rest.width))
        for index, line in enumerate(lines[: max(1, int(rest.height / unit))]):
            row = pygame.FRect(rest.x, rest.y + index * unit, rest.width, unit)
            paint.blit_text(target, line, "text", unit, theme.FOAM, row)
        paint.blit_rounded(target, self._bar, unit, theme.SEA_DEEP, theme.SEA_LIGHT, max(1, unit * 0.06))
        done = self._bar.copy()
        done.width = max(done.height, done.width * (self.step / self.total if self.total else 1))
        paint.blit_rounded(target, done, unit, theme.BRASS)
        self.stage.draw_flights(target, self.state, now)
