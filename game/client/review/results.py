"""The results page: scoring, ranking, the tie-breaker, the reason for the end, and statistics."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

import pygame

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.gestures import Gesture, Key, Tap
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.app.setup import Setup
from game.client.draw import paint, theme
from game.client.draw.skyline import Counting, Skyline, storey
from game.client.draw.theme import Colour
from game.client.draw.widgets import ButtonSpec, Look, Widget, draw_swatch
from game.client.review.chart import Chart
from game.client.review.marking import marks_kept
from game.client.views import make_view
from game.client.words.i18n import Translator, finished, t
from game.client.words.taught import taught
from game.engine.core import ParseError
from game.match import Match, PlayerInfo
from game.match.statistics import Statistics, counting

SLICE = 0.008
"""Seconds per frame spent on computing the course of the game."""

BESIDE = 40.0
"""Column width in units from which the scoring is next to the skyline."""


LABELS = (1.0, 0.85, 0.76, 0.68, 0.6, 0.54)
NUMBERS = (1.0, 0.9, 0.8, 0.7, 0.62, 0.54)
ROW_PAD = 0.45
"""Room above and below the lines of a table's label, together, in units."""


@dataclass
class ScoreRow(Widget):
    """A table row with a label and a number for each seat."""

    cells: tuple[str, ...] = ()
    strong: bool = False
    shade: bool = False
    best: tuple[int, ...] = ()
    """Seats whose number is emphasised."""
    names: tuple[str, ...] = ()
    """Names to announce with the numbers, for screen readers."""
    chip: Colour | None = None
    """Colour of the row in the skyline."""
    hidden: Callable[[], bool] = field(default=lambda: False)
    """Returns True while the numbers are hidden."""
    sizes: tuple[float, ...] = LABELS
    """Text sizes of the label in units; the first that fits is used."""

    def spoken(self) -> str:
        named = zip(self.names, self.cells, strict=True) if self.names else ()
        cells = [f"{name} {cell}" for name, cell in named] or self.cells
        return f"{self.label}: {', '.join(cells)}"

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit = look.unit
        if self.shade:
            paint.blit_rounded(target, self.rect, unit * 0.2, theme.ui.shade)
        if self.strong:
            rule = pygame.Rect(
                round(self.rect.x), round(self.rect.y), round(self.rect.width), max(1, round(unit * 0.08))
            )
            target.fill(theme.ui.frame, rule)
        role = "bold" if self.strong else "text"
        label, columns = self.places(unit)
        if self.chip is not None:
            square = pygame.FRect(label.x - unit, label.centery - unit * 0.35, unit * 0.7, unit * 0.7)
            paint.blit_rounded(target, square, unit * 0.12, self.chip, theme.ui.frame, max(1, unit * 0.06))
        paint.blit_lines(target, self.label, role, [unit * part for part in self.sizes], theme.ui.ink, label)
        cells = ("",) * len(self.cells) if self.hidden() else self.cells
        sizes = tuple(unit * (1.15 if self.strong else 1.0) * part for part in NUMBERS)
        room = columns[0].width - unit * 0.2
        styles = ["bold" if self.strong or seat in self.best else "text" for seat in range(len(cells))]
        pixels = min(paint.largest(*one, sizes, room) for one in zip(cells, styles, strict=True))
        for seat, (cell, column, style) in enumerate(zip(cells, columns, styles, strict=True)):
            colour: Colour = theme.ui.stress if seat in self.best else theme.ui.ink
            paint.blit_text(target, cell, style, pixels, colour, column, "center")

    def places(self, unit: float) -> tuple[pygame.FRect, list[pygame.FRect]]:
        """Return the rectangle of the label and those of the numbers."""
        label, columns = columns_of(self.rect, len(self.cells), unit)
        if self.chip is not None:
            label.x, label.width = label.x + unit, label.width - unit
        return label, columns

    def label_size(self, unit: float) -> float:
        """Return the label's text size in units at its place."""
        label, _ = self.places(unit)
        sizes = {round(unit * part): part for part in reversed(LABELS)}
        role = "bold" if self.strong else "text"
        size, _ = paint.lines_within(self.label, role, tuple(reversed(sizes)), int(label.width), label.height)
        return sizes[size]


def add_row(
    flow: Flow,
    label: str,
    cells: Sequence[object],
    names: Sequence[str] = (),
    *,
    strong: bool = False,
    shade: bool = False,
    best: tuple[int, ...] = (),
    chip: Colour | None = None,
) -> ScoreRow:
    """Add a row of a table, high enough for its label. `names` are announced with the numbers."""
    top = flow.y
    rect = flow.place(flow.unit * (2.1 if strong else 1.75))
    row = ScoreRow("", label, rect, cells=tuple(map(str, cells)), names=tuple(names), chip=chip)
    row.strong, row.shade, row.best = strong, shade, best
    words, _ = row.places(flow.unit)
    size, role = flow.unit * LABELS[1], "bold" if strong else "text"
    lines = len(paint.wrap(label, role, round(size), int(words.width))) if label else 0
    row.rect.height = max(rect.height, size * lines + flow.unit * ROW_PAD)
    flow.add(row)
    flow.y = top + row.rect.height
    return row


def add_rows(flow: Flow, rows: Iterable[tuple[str, Sequence[object]]], names: Sequence[str]) -> None:
    """Add the rows of a table, every other one shaded."""
    for index, (label, cells) in enumerate(rows):
        add_row(flow, label, cells, names, shade=index % 2 == 0)


def add_players(flow: Flow, players: Sequence[PlayerInfo]) -> tuple[str, ...]:
    """Add the column headings of a table; return the names of the players."""
    names = tuple(player.name for player in players)
    flow.add(NameRow("", ", ".join(names), flow.place(flow.unit * 2.8), players=tuple(players)))
    return names


def even(flow: Flow) -> list[ScoreRow]:
    """Give all table labels of a page one text size; return the rows."""
    rows = [row for row in flow.widgets if isinstance(row, ScoreRow)]
    size = min((row.label_size(flow.unit) for row in rows), default=1.0)
    for row in rows:
        row.sizes = (size,)
    return rows


@dataclass
class NameRow(Widget):
    """The column headings: a shield and a name for each player."""

    players: tuple[PlayerInfo, ...] = ()

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit = look.unit
        _, columns = columns_of(self.rect, len(self.players), unit)
        sizes, room = (0.9 * unit, 0.8 * unit, 0.7 * unit), columns[0].width - unit * 0.4
        pixels = min(paint.largest(player.name, "bold", sizes, room) for player in self.players)
        for player, column in zip(self.players, columns, strict=True):
            size = unit * 1.5
            square = pygame.FRect(column.centerx - size / 2, column.y, size, size)
            draw_swatch(target, square, player.colour)
            name = pygame.FRect(column.x, column.y + size + unit * 0.1, column.width, unit * 1.1)
            name.inflate_ip(-unit * 0.4, 0)
            paint.blit_text(target, player.name, "bold", pixels, theme.ui.ink, name, "center")


def columns_of(rect: pygame.FRect, seats: int, unit: float) -> tuple[pygame.FRect, list[pygame.FRect]]:
    """Return the rectangles of the label and of each seat's number."""
    wide = min(unit * 6, rect.width * (0.56 if seats < 4 else 0.66) / seats)
    label = pygame.FRect(rect.x + unit * 0.4, rect.y, rect.width - wide * seats - unit * 0.6, rect.height)
    first = rect.right - wide * seats
    return label, [pygame.FRect(first + seat * wide, rect.y, wide, rect.height) for seat in range(seats)]


class Sequel:
    """Follow-up of a finished game: how fairly it was dealt, and what can follow. The defaults suit a local
    game."""

    def vouch(self, flow: Flow) -> None:
        """Add a statement on how fairly the game was dealt."""

    def ways(self, usual: list[ButtonSpec]) -> list[ButtonSpec]:
        """Return the buttons; `usual`: those after a local game, the second of which plays it again."""
        return usual


class ResultsPage(Page):
    """The results of the game on a table."""

    name = "results"
    column_units = 60.0
    whole = True

    def __init__(self, app: Host, match: Match, *, ended: bool = False, sequel: Sequel | None = None) -> None:
        """`ended`: True if the game has just ended, which animates the counting of the points."""
        super().__init__(app)
        self.sequel = sequel or Sequel()
        self.match: Match = match
        self.view = make_view(match.ruleset, match.players, match.state.options)
        outcome = match.state.outcome
        assert outcome is not None, "results are for games that are over"
        self.outcome = outcome
        self.statistics: Statistics | None = None
        self._counting = counting(match.record)
        self.counting = Counting(outcome, app.pace if ended else 0.0)

    def introduction(self) -> str:
        return self.verdict()

    def title(self) -> str:
        return t("results.title")

    def verdict(self) -> str:
        """Return a sentence that names the winners."""
        names = [self.match.players[seat].name for seat in self.outcome.winners]
        points = self.outcome.totals[self.outcome.winners[0]]
        if len(names) == 1:
            return t("results.wins", name=names[0], points=points, n=points)
        return t("results.shared", names=", ".join(names), points=points, n=points)

    def build(self, flow: Flow) -> None:
        flow.text("" if self.counting.running else self.verdict(), "display", 1.5, theme.ui.title, "center")
        flow.gap(0.3)
        reason = self.view.reason_text(self.outcome.reason)
        flow.text(reason, align="center", colour=theme.ui.ink_soft)
        self.sequel.vouch(flow)
        if words := taught(self.match.record):
            flow.gap(0.3)
            flow.text(words, align="center", colour=theme.ui.ink_soft)
        flow.gap(0.8)
        if flow.column.width > flow.unit * BESIDE:
            self._side_by_side(flow)
        else:
            room = self._body.bottom - flow.y - self.scroll - flow.unit * 0.5
            high = Skyline.height(flow.unit, flow.column.width, room)
            self._picture(flow, flow.place(high))
            flow.gap()
            self._scoring(flow)
        flow.gap()
        flow.buttons(self._ways(), abreast=2, level=True)
        if self.statistics is not None:
            self._course(flow, self.statistics)
            self._numbers(flow, self.statistics)
        for row in even(flow):
            if row.chip is None:
                row.hidden = partial(getattr, self.counting, "running")

    def _side_by_side(self, flow: Flow) -> None:
        """Lay out the skyline, and the scoring at its right with equal height."""
        whole, top, gap = flow.column, flow.y, flow.unit * 1.5
        wide = (whole.width - gap) / 2
        flow.column = pygame.FRect(whole.right - wide, top, wide, 0)
        self._scoring(flow)
        high = min(max(flow.y - top, flow.unit * 13), self._body.height - flow.unit)
        self._picture(flow, pygame.FRect(whole.x, top, wide, high))
        flow.column, flow.y = whole, max(flow.y, top + high)

    def _scoring(self, flow: Flow) -> None:
        view, outcome = self.view, self.outcome
        names, winners = add_players(flow, self.match.players), outcome.winners
        for index, line in enumerate(outcome.lines):
            label, shade = view.score_label(line.id), index % 2 == 0
            row = add_row(flow, label, line.points, names, shade=shade, chip=storey(index))
            row.hidden = partial(self._uncounted, index)
        add_row(flow, t("results.total"), outcome.totals, names, strong=True, best=winners)
        for line in outcome.tiebreaks:
            add_row(flow, t("results.tiebreak", line=view.score_label(line.id)), line.points, names)
        ranks = [t(f"rank.{rank}") for rank in outcome.ranks]
        add_row(flow, t("results.rank"), ranks, names, best=winners)

    def _picture(self, flow: Flow, rect: pygame.FRect) -> None:
        """Add the skyline, which shows the points of each player as a house."""
        labels = tuple(self.view.score_label(line.id) for line in self.outcome.lines)
        players, winners = self.match.players, self.outcome.winners
        flow.add(
            Skyline("", "", rect, players=players, labels=labels, winners=winners, counting=self.counting)
        )

    def _uncounted(self, row: int) -> bool:
        return self.counting.part(row) < 1

    def _course(self, flow: Flow, found: Statistics) -> None:
        """Add a chart of the points by round."""
        flow.heading(finished("course"))
        points = [standing.points for standing in found.standings]
        chart = Chart("", finished("course"), flow.place(Chart.height(flow.unit, flow.column.width)))
        chart.players, chart.values = self.match.players, points
        chart.top = float(max(1, *(max(values) for values in points)))
        chart.rounds = [-(-standing.turn // self.match.record.seats) for standing in found.standings]
        flow.add(chart)

    def _numbers(self, flow: Flow, found: Statistics) -> None:
        """Add the number of actions of each kind by player."""
        words = Translator(self.match.ruleset.id)
        flow.heading(finished("numbers"))
        rows = [(words(f"stat.{count}"), by_seat) for count, by_seat in found.counts]
        add_rows(flow, rows, add_players(flow, self.match.players))

    def update(self, now: float) -> float | None:
        """Animate the counting of the points, and compute the statistics in slices meanwhile."""
        was_running = self.counting.running
        if was_running and not self.counting.advance(now):
            self._counted()
        if self.statistics is not None:
            return 0.0 if was_running else None
        until = time.perf_counter() + SLICE
        try:
            while time.perf_counter() < until:
                next(self._counting)
        except StopIteration as done:
            self.statistics = done.value
            self.app.refresh()
        return 0.0

    def _ways(self) -> list[ButtonSpec]:
        return self.sequel.ways(
            [
                ButtonSpec("board", t("results.board"), self.cancel, icon="board"),
                ButtonSpec("again", t("results.new"), self._again, "primary", "play"),
                ButtonSpec("replay", t("results.replay"), self._replay, icon="replay"),
                ButtonSpec(
                    "analysis", finished("analysis"), self.to(routes.Analysis(self.match)), icon="analysis"
                ),
                ButtonSpec(
                    "mistakes", finished("mistakes"), self.to(routes.Mistakes(self.match)), icon="target"
                ),
                ButtonSpec("new", t("title.new"), self._new, icon="new"),
                ButtonSpec("home", t("results.home"), partial(self.app.home, routes.Title()), icon="back"),
            ]
        )

    def handle(self, gesture: Gesture) -> bool:
        """Skip the counting on any tap or key."""
        if self.counting.running and isinstance(gesture, Tap | Key):
            self._counted()
            return True
        return super().handle(gesture)

    def _counted(self) -> None:
        self.counting.finish()
        self.app.refresh()

    def _replay(self) -> None:
        """Replay the game, with the known errors as markers."""
        found = self.statistics
        marks = marks_kept(self.app.saves, self.match, found) if found is not None else ()
        self.app.open(routes.Replay(self.match.record, marks=marks))

    def _again(self) -> None:
        """Start a new game with equal players and rules."""
        try:
            match = Setup.of(self.match).begin(self.app)
        except ParseError:  # a rule no longer exists: the page of the new game says which
            self._new()
            return
        self.app.home(routes.Title())
        self.app.open(routes.Table(match))

    def _new(self) -> None:
        """Open the page of a new game, filled in with these players and rules."""
        self.app.open(routes.NewGame(Setup.of(self.match)))
