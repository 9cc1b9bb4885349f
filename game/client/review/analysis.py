"""A look back at a game: everybody's chances after every turn, and the costliest turns."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.client.draw import paint, theme
from game.client.draw.widgets import Look, Spec, Widget, make_button
from game.client.frame import to
from game.client.frame.flow import Flow
from game.client.frame.gestures import Gesture, Key, Tap
from game.client.frame.page import Page
from game.client.frame.scene import Host
from game.client.review.chart import Chart, Pin
from game.client.table.computers import reason_given
from game.client.views import make_view
from game.client.words.i18n import finished, t
from game.engine.core import ParseError, State
from game.match import Match
from game.match.analysis import (
    MOST_TURNS,
    Analysis,
    TurningPoint,
    fits,
    kept,
    played,
    request,
    to_keep,
    understood,
    with_plan,
)
from game.match.statistics import Standing, counted
from game.platform import StorageError, ThinkError

SLICE = 0.008
"""The game is replayed for so many seconds in each frame, so that the page stays responsive meanwhile."""
END_TURN = "end-turn"
"""Needs no words in a plan."""
MOST_TOLD = 6
"""How many actions of a plan are listed."""
EVEN, LITTLE = 0.1, 0.05
"""Chances that differ by so little are about even, and so little lost is a little: the estimates are not good
enough for numbers then."""


@dataclass
class Progress(Widget):
    """How far along something is: `share` from 0 to 1."""

    share: float = 0.0

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit = look.unit
        paint.blit_rounded(
            target, self.rect, unit * 0.4, theme.ui.paper_high, theme.ui.frame, max(1, unit * 0.07)
        )
        done = self.rect.inflate(-unit * 0.3, -unit * 0.3)
        done.width = max(done.height, done.width * self.share)
        paint.blit_rounded(target, done, unit * 0.3, theme.ui.line)


class AnalysisPage(Page):
    """Runs the analysis if none is kept, and shows it."""

    name = "analysis"
    column_units = 46.0

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match
        self.view = make_view(match.ruleset, match.players, match.state.options)
        self.standings: Sequence[Standing] = ()
        self.found: Analysis | None = None
        self.moment = 0
        """The selected standing."""
        self._counting = counted(match.record)
        self._task: asyncio.Future[None] | None = None
        self._done, self._of = 0, 0
        self._trouble = ""
        self._chart: Chart | None = None

    # ---- analysing --------------------------------------------------------------------------

    def update(self, now: float) -> float | None:
        """Replay the game in slices, then analyse it."""
        if self.standings:
            return None
        until = time.perf_counter() + SLICE
        while time.perf_counter() < until:
            if (numbers := next(self._counting)) is not None:
                self.standings = numbers.standings
                self._begin()
                break
        return 0.0

    def _begin(self) -> None:
        """Use the kept analysis, or run one."""
        try:
            found = kept(self.match.record, self.app.shelf.analysis(self.match.id))
        except StorageError:
            found = None
        if found is not None and fits(found, self.match.record, self.standings):
            self._show(found)
        elif self._too_long:
            turns = len(self.standings)
            self._trouble = finished("analysis.long", turns=turns, most=MOST_TURNS)
        else:
            self._ask()
        self.app.refresh()

    @property
    def _too_long(self) -> bool:
        return len(self.standings) > MOST_TURNS

    def _ask(self) -> None:
        self._trouble, self._done, self._of = "", 0, 0
        self._task = self.app.spawn(self._think(), wakes=True)

    async def _think(self) -> None:
        asked = request(self.match.record, self.standings)
        try:
            answer = await self.app.platform.think(asked, self._heard)
            found = understood(answer)
            if not fits(found, self.match.record, self.standings):
                raise ParseError("this is the analysis of another game")
        except (ThinkError, ParseError):
            self._trouble = finished("analysis.failed")
        else:
            self._show(found)
            self._keep(answer)
        self._task = None
        self.app.refresh()

    def _heard(self, line: str) -> None:
        """Progress: "3/40"."""
        done, _, total = line.partition("/")
        if done.isdigit() and total.isdigit():
            self._done, self._of = int(done), int(total)
            self.app.refresh()

    def _show(self, found: Analysis) -> None:
        self.found = found
        self.moment = found.turning[0].at + 1 if found.turning else len(self.standings) - 1
        self.app.platform.announce(finished("analysis.done"))

    def _keep(self, answer: str) -> None:
        if self.match.id:
            try:
                self.app.shelf.keep_analysis(self.match.id, to_keep(self.match.record, answer))
            except StorageError as error:
                self.app.complain(error)

    def left(self) -> None:
        if self._task is not None:
            self._task.cancel()

    # ---- the page ---------------------------------------------------------------------------

    def title(self) -> str:
        return finished("analysis")

    def build(self, flow: Flow) -> None:
        if self.found is not None:
            self._course(flow, self.found)
            for number, point in enumerate(self.found.turning, 1):
                self._card(flow, number, point)
            if not self.found.turning:
                flow.text(finished("analysis.none"))
        elif self._trouble:
            flow.text(self._trouble, "bold")
            flow.gap()
            if not self._too_long:
                flow.buttons([Spec("again", finished("analysis.again"), self._ask, icon="replay")])
        else:
            flow.text(finished("analysis.text"))
            flow.gap()
            share = self._done / self._of if self._of else 0.0
            words = finished("analysis.progress", percent=finished("chart.percent", value=round(share * 100)))
            flow.text(words, "bold")
            flow.gap(0.3)
            rect = pygame.FRect(flow.column.x, flow.y, flow.column.width, flow.unit * 1.1)
            flow.add(Progress("", words, rect, share=share))
            flow.y += rect.height
        flow.gap()

    def _course(self, flow: Flow, found: Analysis) -> None:
        """The chart, and the selected moment."""
        flow.text(finished("analysis.chart"), colour=theme.ui.ink_soft)
        flow.gap(0.4)
        rect = pygame.FRect(
            flow.column.x, flow.y, flow.column.width, Chart.height(flow.unit, flow.column.width) * 0.82
        )
        pins = [Pin(point.at + 1, point.seat, str(number)) for number, point in enumerate(found.turning, 1)]
        self._chart = Chart(
            "",
            finished("analysis.chances"),
            rect,
            players=self.match.players,
            values=found.chances,
            per_cent=True,
            rounds=[self._round(at) for at in range(len(self.standings))],
            pins=pins,
            chosen=self.moment,
        )
        flow.add(self._chart)
        flow.y += rect.height
        flow.gap(0.5)
        flow.text(self._words(found), align="center")
        flow.gap(0.4)
        self._steps(flow)
        if found.turning:
            flow.heading(finished("analysis.points"))

    def _steps(self, flow: Flow) -> None:
        """Back, forward and to the board, side by side."""
        side, high, space = flow.button_height * 1.3, flow.button_height, flow.unit * 0.5
        left = pygame.FRect(flow.column.x, flow.y, side, high)
        right = pygame.FRect(flow.column.right - side, flow.y, side, high)
        middle = pygame.FRect(left.right + space, flow.y, flow.column.width - 2 * (side + space), high)
        back, on = partial(self._move, -1), partial(self._move, 1)
        flow.add(
            make_button(
                Spec("earlier", finished("analysis.earlier"), back, icon="previous", caption=""), left
            )
        )
        fits = (
            theme.font("bold", round(flow.unit)).size(finished("analysis.see"))[0]
            < middle.width - flow.unit * 3.4
        )
        caption = None if fits else finished("analysis.see.short")
        see = Spec("see", finished("analysis.see"), self._see, "primary", "replay", caption)
        flow.add(make_button(see, middle))
        flow.add(make_button(Spec("later", finished("analysis.later"), on, icon="next", caption=""), right))
        flow.y += high

    def _words(self, found: Analysis) -> str:
        """The chances at the selected moment, in words."""
        chances = found.chances[self.moment]
        each = ", ".join(
            f"{player.name}: {self._percent(chance)}"
            for player, chance in zip(self.match.players, chances, strict=True)
        )
        if max(chances) - min(chances) < EVEN:
            each = finished("analysis.even")
        if not self.moment:
            return finished("analysis.start", chances=each)
        return finished("analysis.moment", round=self._round(self.moment), chances=each)

    def _card(self, flow: Flow, number: int, point: TurningPoint) -> None:
        """A turning point: what it cost, what would have been better, and why."""
        name = self.match.players[point.seat].name
        title = finished("analysis.point", number=number, name=name, round=self._round(point.at + 1))
        flow.card(f"point.{number}", title, "\n".join(self._advice(point)), partial(self._turning, point))

    def _advice(self, point: TurningPoint) -> list[str]:
        """What was played, what would have been better and why, then what it cost: all as computers see it.
        What they have no words for, or the same for both, is told action by action."""
        state = self.match.ruleset.parse_position(self.standings[point.at].position)
        did = reason_given(self.view, point.did, point.seat, state)
        better = reason_given(self.view, point.reason, point.seat, state)
        if did == better:
            did = better = ""
        took = played(self.match.record, self.standings, point.at)
        cost = finished(
            "analysis.cost", better=self._percent(point.chance), played=self._percent(point.played)
        )
        if point.chance - point.played < LITTLE:
            cost = finished("analysis.little")
        return [
            finished("analysis.played", plan=did or self._plan(point.seat, took, state)),
            finished("analysis.better", plan=better or self._plan(point.seat, point.line, state)),
            cost,
        ]

    def _plan(self, seat: int, line: Sequence[str], state: State) -> str:
        """A seat's own actions in words."""
        words = list[str]()
        state = state.copy()
        for text in line:
            try:
                action = state.parse_action(text)
            except ParseError:
                break
            if action not in state.legal_actions():
                break
            if state.actor == seat and text != END_TURN:
                words.append(self.view.tell_action(action, state))
            state.apply(action)
        if len(words) > MOST_TOLD:
            return " · ".join([*words[:MOST_TOLD], "…"])
        return f"{' · '.join(words)}."

    def foot(self) -> list[Spec]:
        done = self.found is not None or bool(self._trouble)
        label = t("back") if done else finished("analysis.cancel")
        return [Spec("back", label, self.cancel, icon="back" if done else "close")]

    def _percent(self, chance: float) -> str:
        return finished("chart.percent", value=round(chance * 100))

    def _round(self, at: int) -> int:
        return -(-self.standings[at].turn // self.match.record.seats)

    # ---- actions ----------------------------------------------------------------------------

    def handle(self, gesture: Gesture) -> bool:
        match gesture:
            case Tap(x, y) if self._chart is not None and self._chart.rect.collidepoint(x, y):
                if not self._body.collidepoint(x, y):
                    return False
                self.moment = self._near(self._chart.index_at(x, self.app.metrics.unit))
                self._see()
                return True
            case Key(name="left" | "right" as way):
                self._move(-1 if way == "left" else 1)
                return True
        return super().handle(gesture)

    def _near(self, at: int) -> int:
        """The turning point under a tap, if it is within a finger's reach."""
        assert self._chart is not None
        plot = self._chart.plot(self.app.metrics.unit)
        reach = self.app.metrics.finger * 0.5 * len(self.standings) / plot.width
        points = self.found.turning if self.found is not None else ()
        close = [point.at + 1 for point in points if abs(point.at + 1 - at) <= reach]
        return min(close, key=lambda each: abs(each - at), default=at)

    def _move(self, by: int) -> None:
        """Select another moment."""
        if self.found is not None:
            self.moment = max(0, min(len(self.standings) - 1, self.moment + by))

    def _see(self) -> None:
        """The selected moment, on the board."""
        points = self.found.turning if self.found is not None else ()
        point = next((point for point in points if point.at + 1 == self.moment), None)
        if point is not None:
            self._turning(point)
        else:
            self.app.open(to.Replay(self.match.record, self.standings[self.moment].step, paused=True))

    def _turning(self, point: TurningPoint) -> None:
        """A turning point on the board: the moment before, where the better plan can be watched and tried."""
        self.moment = point.at + 1
        step = self.standings[point.at].step
        better = with_plan(self.match.record, step, point.line)
        advice = " ".join(self._advice(point))
        self.app.open(to.Replay(self.match.record, step, paused=True, better=better, advice=advice))
