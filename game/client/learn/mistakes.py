"""The page of mistakes: the costly turns of a game, each an exercise."""

from __future__ import annotations

from functools import partial

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec
from game.client.review.analysis_task import AnalysisTask, add_task
from game.client.words.i18n import finished
from game.client.words.numbers import points
from game.match import Match
from game.match.analysis import Analysis
from game.match.controllers import handed_over
from game.match.exercise import Exercise, Turns, exercises, turns_of
from game.match.learning import SolvedMistakes, read_entries
from game.match.mistake_sizes import SIZES
from game.match.tally import own_seat, setup_of
from game.platform import StorageError


class MistakesPage(Page):
    """A page to choose player and size of mistakes, with the exercises and their state. It runs the analysis
    first if needed."""

    name = "mistakes"
    column_units = 36.0

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match
        self.task = AnalysisTask(app, match, self._ready)
        self._chosen: int | None = None
        self._known: dict[int, Turns] = {}
        """The turns of each seat, by seat, once they have been needed."""

    def update(self, now: float) -> float | None:
        return self.task.update()

    def left(self) -> None:
        self.task.stop()

    def _ready(self, found: Analysis) -> None:
        self.app.platform.announce(finished("analysis.done"))

    # ---- the page ---------------------------------------------------------------------------

    def title(self) -> str:
        return finished("mistakes")

    def build(self, flow: Flow) -> None:
        if self.task.found is None:
            add_task(flow, self.task)
            flow.gap()
            return
        flow.text(finished("mistakes.text"))
        flow.gap()
        seats = [(str(seat), self.match.players[seat].name) for seat in self._seats]
        if len(seats) > 1:
            flow.choice("seat", finished("mistakes.whose"), seats, str(self.seat), self._take_seat)
        sizes = [
            (size, finished(f"mistakes.{size}", cost=round(least * 100))) for size, least in SIZES.items()
        ]
        chosen = self.app.settings.mistakes
        flow.choice("size", finished("mistakes.size"), sizes, chosen, self._take_size)
        if self._turns(self.seat).mixed:
            flow.text(finished("mistakes.computers"), colour=theme.ui.ink_soft)
            flow.gap(0.4)
        self._list(flow, self.exercises)
        flow.gap()

    @property
    def seat(self) -> int:
        """The seat whose turns are listed: the chosen one, or the reader's, or the first of a person."""
        if self._chosen is not None:
            return self._chosen
        return self._own if self._own is not None else next(iter(self._by_hand), 0)

    @property
    def _own(self) -> int | None:
        """The reader's seat, even if a computer player has taken it over; None if it is not known."""
        own = own_seat(self.match.record, self.app.settings.name)
        if own is not None or self._by_hand or self.task.found is None:
            return own
        seats = range(self.match.record.seats)
        taken = [seat for seat in seats if handed_over(self.match.record, seat)]
        taken = taken or [seat for seat in seats if self._turns(seat).mixed]
        return taken[0] if len(taken) == 1 else None

    @property
    def _by_hand(self) -> list[int]:
        """The seats of people on this device."""
        return [seat for seat, controller in enumerate(self.match.controllers) if controller.by_hand]

    def _turns(self, seat: int) -> Turns:
        """Return the turns of a seat, once the analysis is complete."""
        if seat not in self._known:
            self._known[seat] = turns_of(self.match.record, self.task.standings, seat)
        return self._known[seat]

    @property
    def _seats(self) -> list[int]:
        """Seats whose turns can be listed. While the game is in progress, only those of people on this
        device."""
        over = self.match.state.outcome is not None
        return list(range(self.match.record.seats)) if over else self._by_hand or [self.seat]

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """Exercises for the chosen seat and size."""
        task = self.task
        if task.found is None:
            return ()
        rounds = [-(-one.turn // self.match.record.seats) for one in task.standings]
        amount = SIZES[self.app.settings.mistakes]
        seat = self.seat
        return exercises(
            self.match.record, task.found, rounds, self._turns(seat), amount, yours=seat == self._own
        )

    def _list(self, flow: Flow, found: tuple[Exercise, ...]) -> None:
        if not found:
            flow.text(finished("mistakes.none"), "bold")
            return
        solved = self._solved_steps()
        done = sum(one.mistake.step in solved for one in found)
        flow.text(finished("mistakes.mended", done=done, total=len(found)), colour=theme.ui.ink_soft)
        flow.gap(0.5)
        first = next((at for at, one in enumerate(found) if one.mistake.step not in solved), 0)
        begin = partial(self._begin, found, first)
        flow.buttons([ButtonSpec("begin", finished("mistakes.begin"), begin, "primary", "play")])
        flow.gap(0.5)
        flow.buttons([self._spec(found, at, one, solved) for at, one in enumerate(found)], grid=True)

    def _spec(
        self, found: tuple[Exercise, ...], at: int, one: Exercise, solved: frozenset[int]
    ) -> ButtonSpec:
        cost, done = points(one.mistake.verdict.given_away), one.mistake.step in solved
        caption = finished("mistakes.one", round=one.round, cost=cost)
        label = caption + (f" ({finished('mistakes.done')})" if done else "")
        act = partial(self._begin, found, at)
        return ButtonSpec(f"mistake.{at + 1}", label, act, icon="check" if done else "", caption=caption)

    def _solved_steps(self) -> frozenset[int]:
        """Return the action indices at which the solved mistakes begin."""
        setup = setup_of(self.match.record)
        try:
            known = read_entries(SolvedMistakes, self.app.saves.results())
        except StorageError:
            return frozenset()
        return next((one.steps for one in reversed(known) if one.setup == setup), frozenset())

    # ---- actions ----------------------------------------------------------------------------

    def _take_seat(self, seat: str) -> None:
        self._chosen = int(seat)

    def _take_size(self, size: str) -> None:
        self.app.settings.mistakes = size
        self.app.keep_settings()

    def _begin(self, found: tuple[Exercise, ...], at: int) -> None:
        self.app.open(routes.MistakeTable(self.match, found, at))
