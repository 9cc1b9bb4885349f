"""The page of practice: exercises on one kind of mistakes from all analysed games, then puzzles on it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec
from game.client.learn.courses import progress_of, puzzles
from game.client.learn.training.reviews import reviews
from game.client.review.analysis_task import add_progress
from game.client.review.rating_table import kind_name, kind_text
from game.client.storage.save_store import SaveStore
from game.client.words.dates import when
from game.client.words.i18n import finished
from game.client.words.numbers import percent
from game.engine.core import ParseError
from game.match.analysis import kept
from game.match.exercise import Exercise, exercises, turns_of
from game.match.learning import KnownMistakes, read_entries
from game.match.loading import Loading
from game.match.mistake_sizes import SIZES
from game.match.practice import due_first, mistake_item, next_date, totals
from game.match.progress import DONE
from game.match.puzzle import Puzzle
from game.match.statistics import counting
from game.match.tally import own_seat
from game.platform import StorageError

SLICE = 0.008
"""Seconds per frame spent on replaying a game."""


class PracticePage(Page):
    """A page to practise the costliest kind of mistakes in a game, or another kind."""

    name = "practice"
    column_units = 36.0

    def __init__(self, app: Host, ruleset_id: str) -> None:
        super().__init__(app)
        self.ruleset_id = ruleset_id
        self.kind = ""
        self.message = ""
        self.share: float | None = None
        """Progress of a game that is replayed for its exercises, 0 to 1, or None."""
        self._games: list[KnownMistakes] = []
        self._setting_up: Loading[routes.Route | None] | None = None

    def title(self) -> str:
        return finished("practice")

    def entered(self) -> None:
        try:
            known = read_entries(KnownMistakes, self.app.saves.results())
            self._games = [one for one in known if one.ruleset == self.ruleset_id]
        except StorageError as error:
            self.app.complain(error)

    # ---- what is to be done --------------------------------------------------------------------

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of mistakes in the player's games, the costliest first."""
        return tuple(one.kind for one in totals(self._games))

    @property
    def chosen(self) -> str:
        """The kind that is practised: the chosen one, or the costliest; "" without mistakes."""
        kinds = self.kinds
        return self.kind if self.kind in kinds else next(iter(kinds), "")

    @property
    def items(self) -> dict[str, tuple[KnownMistakes, int]]:
        """The mistakes of the chosen kind whose games are saved with their analysis, by item: the game and
        the step. The costliest come first."""
        rows = [
            (one.loss, game, one.step)
            for game in self._games
            if is_saved(self.app.saves, game)
            for one in game.found
            if one.kind == self.chosen
        ]
        rows.sort(key=lambda row: -row[0])
        return {mistake_item(game.setup, step): (game, step) for _, game, step in rows}

    @property
    def puzzles(self) -> dict[str, Puzzle]:
        """The puzzles on the chosen kind, by id: unsolved ones, and those that are repeated."""
        about, known = {*self._themes}, reviews(self.app)
        return {
            one.id: one
            for one in puzzles(self.ruleset_id)
            if about & {*one.themes} and (one.id in known or progress_of(self.app, one.id) != DONE)
        }

    # ---- the page ---------------------------------------------------------------------------

    def build(self, flow: Flow) -> None:
        flow.message(self.message)
        if self.share is not None:
            add_progress(flow, finished("practice.setting-up", percent=percent(self.share)), self.share)
            return
        if not self.chosen:
            flow.text(finished("practice.none"))
            return
        self._choice(flow)
        flow.text(kind_text(self.ruleset_id, self.chosen))
        flow.gap(0.5)
        items, tasks, known = self.items, self.puzzles, reviews(self.app)
        today = self.app.platform.today()
        due, more = due_first(items, known, today), due_first(tasks, known, today)
        flow.text(finished("practice.due", n=len(due)), "bold")
        if more:
            flow.text(finished("practice.puzzles", n=len(more)))
        if not due and not more and (date := next_date([*items, *tasks], known)):
            flow.text(finished("practice.next", date=when(date, today)))
        flow.gap(0.3)
        flow.text(finished("practice.intervals"), colour=theme.ui.ink_soft)
        flow.gap()
        if due or more:
            act = partial(self._begin, [items[item] for item in due], [tasks[item] for item in more])
            flow.buttons([ButtonSpec("begin", finished("mistakes.begin"), act, "primary", "play")])
        flow.gap()

    def _choice(self, flow: Flow) -> None:
        rows = totals(self._games)
        if len(rows) > 1:
            offers = [(one.kind, self._caption(one.kind, one.number)) for one in rows]
            flow.choice("kind", finished("practice.kind"), offers, self.chosen, self._choose)
        else:
            flow.text(kind_name(self.ruleset_id, self.chosen), "bold")

    def _caption(self, kind: str, count: int) -> str:
        return finished("practice.of", kind=kind_name(self.ruleset_id, kind), count=count)

    def _choose(self, kind: str) -> None:
        self.kind = kind

    def foot(self) -> list[ButtonSpec]:
        if self.share is None:
            return super().foot()
        return [ButtonSpec("cancel", finished("analysis.cancel"), self._stop, icon="close")]

    # ---- setting up ---------------------------------------------------------------------------

    def _begin(self, due: Sequence[tuple[KnownMistakes, int]], tasks: Sequence[Puzzle]) -> None:
        """Open the due mistakes of the first game among them, or the first puzzle."""
        self.message = ""
        if not due:
            self.app.open(routes.PuzzleTable(tasks[0], theme=self._theme_of(tasks[0])))
            return
        game = due[0][0]
        steps = frozenset(step for other, step in due if other.setup == game.setup)
        self._setting_up, self.share = exercises_of(self.app, game, steps), 0.0

    @property
    def _themes(self) -> tuple[str, ...]:
        """The themes of puzzles on the chosen kind."""
        from game.bots.mistakes import themes_of_kind  # the title need not import computer players

        return themes_of_kind(self.ruleset_id, self.chosen)

    def _theme_of(self, puzzle: Puzzle) -> str:
        return next(name for name in self._themes if name in puzzle.themes)

    def _stop(self) -> None:
        self._setting_up = self.share = None

    def left(self) -> None:
        self._stop()

    def update(self, now: float) -> float | None:
        """Replay the game in slices, then open its exercises."""
        until = time.perf_counter() + SLICE
        while self._setting_up is not None and time.perf_counter() < until:
            try:
                self.share = next(self._setting_up)
            except StopIteration as done:
                self._stop()
                self._open(done.value)
            except (ParseError, StorageError):
                self._stop()
                self._open(None)
            self.app.refresh()
        return None if self._setting_up is None else 0.0

    def _open(self, route: routes.Route | None) -> None:
        if route is not None:
            self.app.open(route)
            return
        self.message = finished("practice.gone")
        self.app.platform.announce(self.message)


def is_saved(saves: SaveStore, game: KnownMistakes) -> bool:
    """Return True if a game is saved with its analysis."""
    try:
        return saves.exists(game.game) and saves.analysis(game.game) is not None
    except StorageError:
        return False


def exercises_of(app: Host, game: KnownMistakes, steps: frozenset[int]) -> Loading[routes.Route | None]:
    """Replay a saved game in slices; return the route to the exercises on its mistakes at these steps, or
    None if the game or its analysis has changed."""
    match = yield from app.saves.opening(game.game)
    found = yield from counting(match.record)
    analysis = kept(match.record, found, app.saves.analysis(game.game))
    seat = own_seat(match.record, app.settings.name)
    if analysis is None or seat is None:
        return None
    standings = found.standings
    rounds = [-(-one.turn // match.record.seats) for one in standings]
    turns = turns_of(match.record, standings, seat)
    least = min(SIZES.values())
    every = exercises(match.record, analysis, rounds, turns, least, yours=True)
    chosen: tuple[Exercise, ...] = tuple(one for one in every if one.mistake.step in steps)
    return routes.MistakeTable(match, chosen, 0) if chosen else None
