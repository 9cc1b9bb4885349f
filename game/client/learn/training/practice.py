"""The page of practice: exercises on one kind of mistakes from all analysed games, then puzzles on it."""

from __future__ import annotations

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
from game.client.review.loading import load
from game.client.review.rating_table import kind_name, kind_text
from game.client.storage.save_store import SaveStore
from game.client.words.dates import when
from game.client.words.i18n import finished
from game.engine.core import ParseError
from game.match.analysis import kept
from game.match.exercise import Exercise, exercises, turns_of
from game.match.learning import KnownMistakes, read_entries
from game.match.loading import Loading
from game.match.mistake_sizes import SIZES
from game.match.practice import KindTotals, due_first, mistake_item, next_date, totals
from game.match.progress import DONE
from game.match.puzzle import Puzzle
from game.match.statistics import counting
from game.match.tally import own_seat
from game.platform import StorageError


class PracticePage(Page):
    """A page to practise the costliest kind of mistakes in a game, or another kind."""

    name = "practice"
    column_units = 36.0

    def __init__(self, app: Host, ruleset_id: str) -> None:
        super().__init__(app)
        self.ruleset_id = ruleset_id
        self.kind = ""
        self.message = ""
        self._saved: list[KnownMistakes] = []
        """The games that are saved with their analysis."""
        self._totals: tuple[KindTotals, ...] = ()

    def title(self) -> str:
        return finished("practice")

    def entered(self) -> None:
        try:
            known = read_entries(KnownMistakes, self.app.saves.results())
        except StorageError as error:
            self.app.complain(error)
            return
        games = [one for one in known if one.ruleset == self.ruleset_id]
        self._saved = [game for game in games if is_saved(self.app.saves, game)]
        self._totals = totals(games)

    # ---- what is to be done --------------------------------------------------------------------

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of mistakes in the player's games, the costliest first."""
        return tuple(one.kind for one in self._totals)

    @property
    def chosen(self) -> str:
        """The kind that is practised: the chosen one, or the costliest; "" without mistakes."""
        kinds = self.kinds
        return self.kind if self.kind in kinds else next(iter(kinds), "")

    @property
    def items(self) -> dict[str, tuple[KnownMistakes, int]]:
        """The mistakes of the chosen kind whose games are saved with their analysis, by item: the game and
        the step. The costliest come first."""
        chosen = self.chosen
        rows = [
            (one.loss, game, one.step) for game in self._saved for one in game.found if one.kind == chosen
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
        if len(self._totals) > 1:
            offers = [(one.kind, self._caption(one.kind, one.number)) for one in self._totals]
            flow.choice("kind", finished("practice.kind"), offers, self.chosen, self._choose)
        else:
            flow.text(kind_name(self.ruleset_id, self.chosen), "bold")

    def _caption(self, kind: str, count: int) -> str:
        return finished("practice.of", kind=kind_name(self.ruleset_id, kind), count=count)

    def _choose(self, kind: str) -> None:
        self.kind = kind

    # ---- setting up ---------------------------------------------------------------------------

    def _begin(self, due: Sequence[tuple[KnownMistakes, int]], tasks: Sequence[Puzzle]) -> None:
        """Open the due mistakes of the first game among them, or the first puzzle."""
        self.message = ""
        if not due:
            self.app.open(routes.PuzzleTable(tasks[0], theme=self._theme_of(tasks[0])))
            return
        game = due[0][0]
        steps = frozenset(step for other, step in due if other.setup == game.setup)
        load(self.app, exercises_of(self.app, game, steps), lambda route: route, self._gone)

    @property
    def _themes(self) -> tuple[str, ...]:
        """The themes of puzzles on the chosen kind."""
        from game.bots.mistakes import themes_of_kind  # the title need not import computer players

        return themes_of_kind(self.ruleset_id, self.chosen)

    def _theme_of(self, puzzle: Puzzle) -> str:
        return next(name for name in self._themes if name in puzzle.themes)

    def _gone(self, error: ValueError | StorageError) -> None:
        self.message = finished("practice.gone")
        self.app.platform.announce(self.message)
        self.app.refresh()


def is_saved(saves: SaveStore, game: KnownMistakes) -> bool:
    """Return True if a game is saved with its analysis."""
    try:
        return saves.exists(game.game) and saves.analysis(game.game) is not None
    except StorageError:
        return False


def exercises_of(app: Host, game: KnownMistakes, steps: frozenset[int]) -> Loading[routes.Route]:
    """Replay a saved game in slices; return the route to the exercises on its mistakes at these steps.

    Raises `ParseError` if the game or its analysis has changed.
    """
    match = yield from app.saves.opening(game.game)
    found = yield from counting(match.record)
    analysis = kept(match.record, found, app.saves.analysis(game.game))
    seat = own_seat(match.record, app.settings.name)
    if analysis is None or seat is None:
        raise ParseError("the analysis belongs to another course of the game")
    standings = found.standings
    rounds = [-(-one.turn // match.record.seats) for one in standings]
    turns = turns_of(match.record, standings, seat)
    least = min(SIZES.values())
    every = exercises(match.record, analysis, rounds, turns, least, yours=True)
    chosen: tuple[Exercise, ...] = tuple(one for one in every if one.mistake.step in steps)
    if not chosen:
        raise ParseError("the analysis has no mistakes at these steps")
    return routes.MistakeTable(match, chosen, 0)
