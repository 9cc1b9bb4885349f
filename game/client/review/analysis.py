"""The game analysis page: all players' win probabilities after every turn, and the costliest turns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.gestures import Gesture, Key, Tap
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec, Paragraph, make_button
from game.client.review.advice import advice
from game.client.review.analysis_task import AnalysisTask, add_task
from game.client.review.chart import Blot, Chart, Legend, Pin
from game.client.review.marking import in_words, marks
from game.client.review.rating_table import add_course, add_ratings
from game.client.review.results import even
from game.client.views import make_view
from game.client.words.i18n import finished, t
from game.client.words.numbers import percent
from game.match import Match
from game.match.analysis import Analysis, Mistake, with_plan
from game.match.mistake_sizes import SIZES
from game.match.rating import Rating, ratings
from game.match.statistics import TurnStanding
from game.match.tally import own_seat

BLOTS = {"small": 0.0, "clear": 0.5, "large": 1.0}
"""Sizes of the blots that mark errors, 0 to 1."""
EVEN = 0.1
"""Difference in win probability below which no numbers are given, because the estimates are not precise
enough."""


class AnalysisPage(Page):
    """Runs the analysis unless a saved one is complete, and shows it."""

    name = "analysis"
    column_units = 46.0

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match
        self.view = make_view(match.ruleset, match.players, match.state.options)
        self.moment = 0
        """Index of the selected standing."""
        self.task = AnalysisTask(app, match, self._ready)
        self._chart: Chart | None = None

    @property
    def standings(self) -> Sequence[TurnStanding]:
        """Standings after each turn, empty until the game has been replayed."""
        return self.task.standings

    @property
    def found(self) -> Analysis | None:
        """The complete analysis, or None."""
        return self.task.found

    def update(self, now: float) -> float | None:
        return self.task.update()

    def left(self) -> None:
        self.task.stop()

    def _ready(self, found: Analysis) -> None:
        self.moment = found.turning[0].at + 1 if found.turning else len(self.standings) - 1
        self.app.platform.announce(finished("analysis.done"))

    # ---- the page ---------------------------------------------------------------------------

    def title(self) -> str:
        return finished("analysis")

    def build(self, flow: Flow) -> None:
        if self.found is not None:
            self._course(flow, self.found)
            if self.found.turning:
                flow.heading(finished("analysis.points"))
            for number, point in enumerate(self.found.turning, 1):
                self._card(flow, number, point)
            if not self.found.turning:
                flow.gap()
                flow.text(finished("analysis.none"))
            flow.gap(0.3)
            flow.buttons(
                [
                    ButtonSpec(
                        "mistakes", finished("mistakes"), self.to(routes.Mistakes(self.match)), icon="target"
                    )
                ]
            )
            seat = own_seat(self.match.record, self.app.settings.name)
            if seat is not None and self.match.state.outcome is not None:
                add_course(flow, self.found.turns, seat)
            add_ratings(flow, self.match.players, self._ratings(self.found))
            even(flow)
        else:
            add_task(flow, self.task)
        flow.gap()

    def _course(self, flow: Flow, found: Analysis) -> None:
        """Add the chart and the text about the selected moment."""
        flow.text(finished("analysis.chart"), colour=theme.ui.ink_soft)
        flow.gap(0.4)
        rect = flow.place(Chart.height(flow.unit, flow.column.width) * 0.82)
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
            blots=[Blot(one.at + 1, one.seat, BLOTS[one.size]) for one in found.mistakes],
            remark=self._errors(found),
        )
        flow.add(self._chart)
        self._legend(flow, found)
        flow.gap(0.5)
        high = Paragraph.height(self._longest(), "text", 1.0, flow.unit, flow.column.width)
        flow.add(Paragraph("", self._words(found), flow.place(high), align="center"))
        flow.gap(0.4)
        self._steps(flow)

    def _legend(self, flow: Flow, found: Analysis) -> None:
        """Add the legend of the chart's blots, if there are any."""
        made = {one.size for one in found.mistakes}
        if not made or self._chart is None:
            return
        flow.gap(0.3)
        sizes = [
            (BLOTS[size], finished(f"mistakes.{size}", cost=round(least * 100)))
            for size, least in SIZES.items()
            if size in made
        ]
        scale = self._chart.blot_unit(flow.unit) / flow.unit
        legend = Legend("", finished("mistake.legend"), flow.place(0), sizes=sizes, scale=scale)
        legend.rect.height = legend.high(flow.unit)
        flow.add(legend)
        flow.y += legend.rect.height

    def _errors(self, found: Analysis) -> str:
        """Return all errors as text, for screen readers."""
        told = ((self._round(one.at + 1), in_words(one, self.match.players)) for one in found.mistakes)
        return " ".join(finished("analysis.moment", round=at, chances=words) for at, words in told)

    def _ratings(self, found: Analysis) -> tuple[Rating, ...]:
        outcome = self.match.state.outcome
        winners = outcome.winners if outcome is not None else ()
        return ratings(found.turns, winners, self.match.record.seats)

    def _steps(self, flow: Flow) -> None:
        """Add the buttons back, board and forward, side by side."""
        side, high, space = flow.button_height * 1.3, flow.button_height, flow.unit * 0.5
        left = pygame.FRect(flow.column.x, flow.y, side, high)
        right = pygame.FRect(flow.column.right - side, flow.y, side, high)
        middle = pygame.FRect(left.right + space, flow.y, flow.column.width - 2 * (side + space), high)
        back, on = partial(self._move, -1), partial(self._move, 1)
        flow.add(
            make_button(
                ButtonSpec("earlier", finished("analysis.earlier"), back, icon="previous", caption=""), left
            )
        )
        fits = (
            theme.font("bold", round(flow.unit)).size(finished("analysis.see"))[0]
            < middle.width - flow.unit * 3.4
        )
        caption = None if fits else finished("analysis.see.short")
        see = ButtonSpec("see", finished("analysis.see"), self._see, "primary", "replay", caption)
        flow.add(make_button(see, middle))
        flow.add(
            make_button(ButtonSpec("later", finished("analysis.later"), on, icon="next", caption=""), right)
        )
        flow.y += high

    def _words(self, found: Analysis) -> str:
        """Return the win probabilities at the selected moment as text."""
        chances = found.chances[self.moment]
        each = self._each(chances)
        if max(chances) - min(chances) < EVEN:
            each = finished("analysis.even")
        if not self.moment:
            return finished("analysis.start", chances=each)
        return finished("analysis.moment", round=self._round(self.moment), chances=each)

    def _each(self, chances: Sequence[float]) -> str:
        """Return every player's win probability; a line never ends between a name and its number."""
        pairs = zip(self.match.players, chances, strict=True)
        told = (f"{player.name}: {percent(chance)}" for player, chance in pairs)
        return ", ".join(words.replace(" ", "\N{NO-BREAK SPACE}") for words in told)

    def _longest(self) -> str:
        """Return a text as long as that of any moment, so that the buttons below never move."""
        each, last = self._each([1.0] * len(self.match.players)), len(self.standings) - 1
        moment = finished("analysis.moment", round=self._round(last), chances=each)
        return max(moment, finished("analysis.start", chances=each), key=len)

    def _card(self, flow: Flow, number: int, point: Mistake) -> None:
        """Add the card of a turning point: its cost, the better plan, and the reason."""
        name = self.match.players[point.seat].name
        title = finished("analysis.point", number=number, name=name, round=self._round(point.at + 1))
        sure = finished("analysis.sure", sure=percent(min(0.99, point.verdict.sure)))
        words = "\n".join(advice(self.view, self.match.ruleset, point)) + f" {sure}"
        flow.card(f"point.{number}", title, words, partial(self._turning, point))

    def foot(self) -> list[ButtonSpec]:
        done = self.found is not None or bool(self.task.trouble)
        label = t("back") if done else finished("analysis.cancel")
        return [ButtonSpec("back", label, self.cancel, icon="back" if done else "close")]

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
        """Return the turning point within a finger's reach of a tap, or else the tapped moment."""
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
            self.app.platform.announce(self._words(self.found))

    def _see(self) -> None:
        """Show the selected moment on the board."""
        points = self.found.mistakes if self.found is not None else ()
        point = next((point for point in points if point.at + 1 == self.moment), None)
        if point is not None:
            self._turning(point)
        else:
            step = self.standings[self.moment].step
            self.app.open(routes.Replay(self.match.record, step, paused=True, marks=self._marks()))

    def _turning(self, point: Mistake) -> None:
        """Show the position before a turning point, where the better plan can be replayed and tried out."""
        self.moment = point.at + 1
        step = point.step
        better = with_plan(self.match.record, step, point.verdict.line)
        words = "\n".join(advice(self.view, self.match.ruleset, point))
        known = self._marks()
        replay = routes.Replay(self.match.record, step, paused=True, better=better, advice=words, marks=known)
        self.app.open(replay)

    def _marks(self) -> tuple[routes.Mark, ...]:
        return marks(self.found, self.standings, self.match.players) if self.found is not None else ()
