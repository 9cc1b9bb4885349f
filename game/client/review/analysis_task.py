"""The progress of a game analysis: replays the game in slices, evaluates it turn by turn, saves partial
results."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.client.app.flow import Flow
from game.client.app.scene import Host, complaining
from game.client.draw import paint, theme
from game.client.draw.widgets import ButtonSpec, Look, Widget
from game.client.storage.results import add_entries
from game.client.words.i18n import finished
from game.client.words.numbers import percent
from game.engine.core import ParseError
from game.match import Match
from game.match.analysis import MOST_TURNS, Analysis, AnalysisRun
from game.match.practice import mistakes_of
from game.match.rating import of_persons, phases_of, rated_of
from game.match.rating import ratings as ratings_of
from game.match.statistics import TurnStanding, counting
from game.platform import StorageError, ThinkError

SLICE = 0.008
"""Seconds per frame spent on replaying the game, so that the page stays responsive."""
SILENCE = 3.0
"""Minimum time in seconds between two announcements of progress."""
EVERY = 10
"""Number of turns after which partial results are saved."""


class AnalysisTask:
    """An analysis of one game. Turns that were evaluated and saved earlier are not evaluated again."""

    def __init__(self, app: Host, match: Match, done: Callable[[Analysis], None]) -> None:
        """`done`: called with the complete analysis."""
        self.app, self.match = app, match
        self.found: Analysis | None = None
        self.trouble = ""
        """Message to show if there is no analysis."""
        self._done = done
        self._counting = counting(match.record)
        self._course: AnalysisRun | None = None
        self._progress = Progress(app)
        self._task: asyncio.Future[None] | None = None

    @property
    def standings(self) -> Sequence[TurnStanding]:
        """Standings after each turn, empty until the game has been replayed."""
        return self._course.standings if self._course is not None else ()

    @property
    def share(self) -> float:
        """Progress, 0 to 1."""
        if self._course is None:
            return 0.0
        at = self._course.next
        return 1.0 if at is None else at / len(self.standings)

    @property
    def too_long(self) -> bool:
        """True if the game has too many turns for an analysis."""
        return len(self.standings) > MOST_TURNS

    def update(self) -> float | None:
        """Replay the game in slices, then start the evaluation. Return the seconds until the next call, or
        None."""
        if self._course is not None:
            return None
        until = time.perf_counter() + SLICE
        try:
            while time.perf_counter() < until:
                next(self._counting)
        except StopIteration as done:
            self._course = AnalysisRun(self.match.record, done.value, self._kept())
            self._begin(self._course)
        return 0.0

    def _kept(self) -> str | None:
        try:
            return self.app.saves.analysis(self.match.id)
        except StorageError:
            return None

    def _begin(self, course: AnalysisRun) -> None:
        if (found := course.whole()) is not None:
            self._show(found)
        elif self.too_long:
            turns = len(self.standings)
            self.trouble = finished("analysis.long", turns=turns, most=MOST_TURNS)
        else:
            self.ask()
        self.app.refresh()

    def ask(self) -> None:
        """Start or resume the evaluation."""
        assert self._course is not None
        self.trouble = ""
        self._task = self.app.spawn(self._think(self._course), wakes=True)

    async def _think(self, course: AnalysisRun) -> None:
        try:
            while (at := course.next) is not None:
                course.take(at, await self.app.platform.think(course.request(at), None))
                if at % EVERY == EVERY - 1:
                    self._keep(course)
                self._progress.reached(self.share, finished("analysis.progress", percent=percent(self.share)))
                self.app.refresh()
        except (ThinkError, ParseError):
            self.trouble = finished("analysis.failed")
            self.app.platform.announce(self.trouble)
        else:
            if (found := course.whole()) is not None:
                self._show(found)
        self._keep(course)
        self._task = None
        self.app.refresh()

    def _show(self, found: Analysis) -> None:
        self.found = found
        self._rate(found)
        self._done(found)

    def _rate(self, found: Analysis) -> None:
        """Record the quality of play in the person's own results if they took part in the game and it is
        over."""
        match = self.match
        outcome = match.state.outcome
        if outcome is None or match.from_position:
            return
        own = of_persons(match.record, found.turns, self.standings)
        name = self.app.settings.name
        entries = (
            rated_of(match.record, ratings_of(own, outcome.winners, match.record.seats), name),
            phases_of(match.record, own, name),
            mistakes_of(match.record, found, self.standings, match.id, name) if match.id else None,
        )
        with complaining(self.app):
            add_entries(self.app.saves, [entry for entry in entries if entry is not None])

    def _keep(self, course: AnalysisRun) -> None:
        if self.match.id:
            with complaining(self.app):
                self.app.saves.keep_analysis(self.match.id, course.to_keep())

    def stop(self) -> None:
        """Cancel the evaluation and save partial results."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            assert self._course is not None
            self._keep(self._course)


class Progress:
    """Announces the progress of long work at each quarter, while it takes longer than a few seconds."""

    def __init__(self, app: Host) -> None:
        self._app = app
        self._quarter = 0
        self._last = time.monotonic()

    def reached(self, share: float, words: str) -> None:
        """Announce `words` if another quarter of the work is done; `share` is from 0 to 1."""
        quarter, now = int(4 * share), time.monotonic()
        if self._quarter < quarter < 4 and now >= self._last + SILENCE:
            self._quarter, self._last = quarter, now
            self._app.platform.announce(words)


@dataclass
class ProgressBar(Widget):
    """A progress bar; `share` is from 0 to 1. The text above it tells screen readers the same."""

    share: float = 0.0

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit = look.unit
        edge = max(1, unit * 0.07)
        paint.blit_rounded(target, self.rect, unit * 0.4, theme.ui.paper_high, theme.ui.frame, edge)
        done = self.rect.inflate(-unit * 0.3, -unit * 0.3)
        done.width = max(done.height, done.width * self.share)
        paint.blit_rounded(target, done, unit * 0.3, theme.ui.line)


def add_progress(flow: Flow, words: str, share: float) -> None:
    """Add a text and, below it, a progress bar; `share` is from 0 to 1."""
    flow.text(words, "bold")
    flow.gap(0.3)
    flow.add(ProgressBar("", "", flow.place(flow.unit * 1.1), share=share))


def add_task(flow: Flow, task: AnalysisTask) -> None:
    """Add what a page shows until the analysis is complete: its progress, or the error message."""
    if task.trouble:
        flow.message(task.trouble)
        if not task.too_long:
            flow.buttons([ButtonSpec("again", finished("analysis.again"), task.ask, icon="again")])
        return
    flow.text(finished("analysis.text"))
    flow.gap()
    add_progress(flow, finished("analysis.progress", percent=percent(task.share)), task.share)
