"""The statistics page over all games, and the export and import of all data as a file."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import ceil

from game import engine
from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec
from game.client.review.chart import Chart
from game.client.review.rating_table import add_grades, add_kinds
from game.client.review.results import add_row, add_rows, even
from game.client.storage.backup import ImportResult, everything, in_files, parts, results_in, take_in
from game.client.storage.results import look_back, looked_back
from game.client.storage.save_store import by_age
from game.client.words.i18n import Translator, dated, finished, t
from game.client.words.numbers import tenths
from game.client.words.taught import all_taught
from game.engine.record import head, read
from game.match import COLOURS, PlayerInfo
from game.match.learning import (
    KnownMistakes,
    RatedGame,
    RatedPhases,
    Result,
    SolvedMistakes,
    TeachingStats,
    read_entries,
)
from game.match.loading import Loading
from game.match.players import player_name
from game.match.practice import totals
from game.match.rating import LEAST_GAMES, grades, mean_of
from game.match.tally import ResultsRow, ending, rows
from game.platform import StorageError

SLICE = 0.008
"""Seconds per frame spent on the import, or on games that ended before results were recorded."""
CURVE = 20
"""Maximum number of games in the curve, the latest ones."""
LEAST_TOP = 0.02
"""Minimum upper end of the curve's scale."""
LATEST = 10
"""Number of games listed individually."""


class TallyPage(Page):
    """Totals by game, players and opponents; the latest games; export of everything as a file."""

    name = "tally"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.results: list[Result] = []
        self.ratings: list[RatedGame] = []
        self.solved: list[SolvedMistakes] = []
        self.taught: list[TeachingStats] = []
        self.phases: list[RatedPhases] = []
        self.mistakes: list[KnownMistakes] = []
        self.message = ""
        self._looking: Loading[None] | None = None

    def entered(self) -> None:
        try:
            text = self.app.saves.results()
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
            return
        self.results = [one for one in read_entries(Result, text) if one.ruleset in engine.rulesets()]
        self.ratings = read_entries(RatedGame, text)
        self.solved = read_entries(SolvedMistakes, text)
        self.taught = read_entries(TeachingStats, text)
        self.phases = read_entries(RatedPhases, text)
        self.mistakes = read_entries(KnownMistakes, text)
        if not looked_back(self.app.saves) and self._looking is None:
            self._looking = self._look_back()

    # ---- games that ended earlier -------------------------------------------------------------

    def _look_back(self) -> Loading[None]:
        """Record, once only, the results of saved games that were finished before results were recorded."""
        found: list[Result] = []
        for game, text in self.app.saves.texts():
            try:
                if head(text).tags.get("over") != "yes":
                    continue
                result = yield from ending(read(text), game, self.app.settings.name)
            except ValueError:
                continue  # the list of games shows the error
            if result is not None:
                found.append(result)
        look_back(self.app.saves, sorted(found))

    def update(self, now: float) -> float | None:
        until = time.perf_counter() + SLICE
        try:
            while self._looking is not None and time.perf_counter() < until:
                if next(self._looking, self) is self:
                    self._looking = None
                    self.entered()
                    self.app.refresh()
        except StorageError as error:
            self._looking = None
            self.app.complain(error)
        return None if self._looking is None else 0.0

    # ---- the page ---------------------------------------------------------------------------

    def title(self) -> str:
        return finished("tally")

    def build(self, flow: Flow) -> None:
        flow.message(self.message)
        flow.text(finished("tally.text"), colour=theme.ui.ink_soft)
        now = self.app.platform.today()
        if not self.results:
            flow.ship()
            flow.text(finished("tally.none"), "bold", align="center")
            flow.gap()
            flow.buttons([ButtonSpec("new", t("title.new"), self.to(routes.NewGame()), "primary", "new")])
        for game in engine.rulesets():
            own = [one for one in self.results if one.ruleset == game]
            if own:
                flow.heading(Translator(game)("game.name"))
                self._sums(flow, rows(own))
            rated = [one for one in self.ratings if one.ruleset == game]
            if rated:
                self._play(flow, sorted(rated, key=lambda one: by_age(one.date, now))[-CURVE:])
            add_grades(flow, [one for one in self.phases if one.ruleset == game])
            self._kinds(flow, game)
        even(flow)
        self._errors(flow)
        if self.results:
            flow.heading(finished("tally.latest"))
            latest = sorted(self.results, key=lambda one: by_age(one.date, now))[: -LATEST - 1 : -1]
            for result in latest:
                flow.text(self._line(result))
                flow.gap(0.3)
        flow.gap(1.2)
        flow.buttons([ButtonSpec("file", finished("tally.file"), self._save, icon="save")])
        flow.gap(0.2)
        about = finished("tally.file.text", open=t("games.paste"), page=t("games.title"))
        flow.text(about, colour=theme.ui.ink_soft)
        flow.gap()

    def _play(self, flow: Flow, rated: list[RatedGame]) -> None:
        """Add the loss per decision, game by game."""
        flow.gap(0.6)
        flow.text(finished("tally.play"), "bold")
        mean, error = mean_of(rated)
        words = finished("tally.play.text", n=len(rated), mean=tenths(mean), error=tenths(error))
        flow.text(words, colour=theme.ui.ink_soft)
        flow.text(self._level(rated))
        if len(rated) < 2:
            return
        flow.gap(0.3)
        name = player_name(self.app.settings.name) or finished("tally")
        rect = flow.place(Chart.height(flow.unit, flow.column.width) * 0.7)
        chart = Chart("", finished("tally.play"), rect, per_cent=True, fine=True)
        chart.players = (PlayerInfo(name, COLOURS[0]),)
        chart.values = [[one.mean] for one in rated]
        chart.top = max(LEAST_TOP, ceil(max(one.mean for one in rated) * 100) / 100)
        chart.rounds, chart.scale = range(1, len(rated) + 1), finished("tally.game")
        flow.add(chart)

    def _kinds(self, flow: Flow, game: str) -> None:
        """Add the mistakes in a game's analyses by kind, and the way to practise the costliest."""
        found = totals([one for one in self.mistakes if one.ruleset == game])
        if found:
            add_kinds(flow, game, found)
            flow.gap(0.4)
            act = self.to(routes.Practice(game))
            flow.buttons([ButtonSpec(f"practise.{game}", finished("kinds.practise"), act, icon="target")])

    @staticmethod
    def _level(rated: list[RatedGame]) -> str:
        """Return the level of play, a range if several grades fit the games."""
        found = [finished(f"grade.{name}") for name in grades(rated)]
        if not found:
            return finished("rating.few", least=LEAST_GAMES)
        if len(found) == 1:
            return finished("rating.grade", grade=found[0])
        return finished("rating.grades", grade=found[0], worst=found[-1])

    def _errors(self, flow: Flow) -> None:
        """Add how many errors were solved since and how the teaching offers were used, in all games. The
        separate heading keeps this apart from the last of the listed games."""
        total = sum(one.errors for one in self.solved)
        done = sum(len(one.steps) for one in self.solved)
        solved = finished("tally.mended", done=done, total=total) if total else ""
        told = [words for words in (solved, all_taught(self.taught)) if words]
        if self.results and not self.ratings:
            flow.gap(0.6)
            flow.text(finished("tally.play.none"), colour=theme.ui.ink_soft)
        if told:
            flow.heading(finished("mistakes"))
        for words in told:
            flow.text(words)
            flow.gap(0.3)

    def _sums(self, flow: Flow, sums: list[ResultsRow]) -> None:
        heads = tuple(finished(f"tally.{name}") for name in ("games", "won", "mean", "best"))
        add_row(flow, "", heads)
        cells = [(row.games, row.won, round(row.mean), row.best) for row in sums]
        add_rows(flow, zip(map(self._kind, sums), cells, strict=True), heads)

    @staticmethod
    def _kind(of: ResultsRow | Result) -> str:
        return finished("tally.kind", seats=of.seats, against=finished(f"tally.{of.against}"))

    def _line(self, result: Result) -> str:
        return finished(
            "tally.line",
            date=dated(result.date),
            game=Translator(result.ruleset)("game.name"),
            kind=self._kind(result),
            rank=result.rank,
            points=result.points,
            n=result.points,
        )

    # ---- as a file --------------------------------------------------------------------------

    def _save(self) -> None:
        name = f"kontor-{self.app.platform.today()[:10]}.txt"
        try:
            _, refused = self.app.saves.look_through()
            files = in_files(everything(self.app.saves))
            names = [self.app.platform.save_file(name, text) for text in files]
            words = t("share.file.done", name=", ".join(names))
            if refused:
                words += f" {finished('taken.broken', number=len(refused))}."
        except StorageError as error:
            words = t(f"share.file.failed.{error.reason}")
        self.message = words
        self.scroll = 0
        self.app.platform.announce(words)
        self.app.refresh()


class ImportPage(Page):
    """Import of several games, or results, from a file: adds what is not saved yet."""

    name = "take-in"
    from_outside = True
    column_units = 30.0

    def __init__(self, app: Host, text: str) -> None:
        super().__init__(app)
        self.text = text
        self.games = sum(part.startswith("kontor-record ") for part in parts(text))
        self.results = results_in(text)
        self.taken: ImportResult | None = None
        self.message = ""
        self._taking: Iterator[ImportResult] | None = None

    def title(self) -> str:
        return finished("take-in")

    def build(self, flow: Flow) -> None:
        flow.message(self.message)
        if self.taken is None:
            flow.text(finished("take-in.holds", games=self.games, results=self.results), "bold")
            flow.gap()
            flow.text(finished("take-in.text"))
            flow.gap()
            flow.buttons([ButtonSpec("add", finished("take-in.add"), self._add, "primary", "check")])
            return
        counts = [("added", self.taken.games), ("counted", self.taken.results), ("known", self.taken.known)]
        for name, number in [*counts, ("broken", self.taken.broken)]:
            if number or name in ("added", "counted"):
                flow.text(finished(f"taken.{name}", number=number), "bold")
                flow.gap(0.3)

    def _add(self) -> None:
        self.message = ""
        self.taken, self._taking = ImportResult(), take_in(self.app.saves, self.text)

    def update(self, now: float) -> float | None:
        until = time.perf_counter() + SLICE
        try:
            while self._taking is not None and time.perf_counter() < until:
                done = next(self._taking, None)
                if done is None:
                    self._taking = None
                    self.app.platform.announce(finished("take-in.done"))
                else:
                    self.taken = done
                self.app.refresh()
        except StorageError as error:
            self.taken = self._taking = None
            self.message = finished(f"untaken.{'full' if error.reason == 'full' else 'blocked'}")
            self.app.platform.announce(self.message)
            self.app.refresh()
        return None if self._taking is None else 0.0
