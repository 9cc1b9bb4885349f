"""A match on a stage: what the table and the replay have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import partial

from game.client.draw.theme import Metrics
from game.client.draw.widgets import Widget
from game.client.frame.scene import Host, Scene
from game.client.stage.stage import Stage
from game.client.stage.table_layout import TableLayout
from game.client.table.narrator import Narrator
from game.client.table.table_parts import desk_widget
from game.client.views import make_view
from game.client.words.chapters import Chapter, as_elements
from game.client.words.i18n import t
from game.engine.core import Event
from game.match import Match, Timer
from game.platform import Element


class MatchScene(Scene, ABC):
    """Shows a match, plays whatever needs no touch, and lets a person look at every desk."""

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match
        self.view = make_view(match.ruleset, match.players, match.state.options)
        self.stage = Stage(self.view, match.record.seats)
        self.narrator = Narrator(self.view, app.platform)
        self._told_key: object = None
        self._told: tuple[Element, ...] = ()
        self.peeked: int | None = None
        """The seat whose desk was asked for; None: the actor's."""

    # ---- what a kind of match scene says ------------------------------------------------------

    @abstractmethod
    def arrange(self) -> None:
        """Lay everything out for the current state and window."""

    @abstractmethod
    def went_on(self, now: float) -> None:
        """It is time for the match's next step (`Timer`): play and show it."""

    # ---- desks --------------------------------------------------------------------------------

    @property
    def shown_seat(self) -> int:
        """Whose desk is unfolded."""
        if self.peeked is not None:
            return self.peeked
        return self.match.state.actor or 0

    def desks(self, layout: TableLayout) -> Iterator[Widget]:
        """Touching a folded desk or a tab unfolds it."""
        for place in layout.desks:
            tab = layout.tabs[place.seat] if layout.tabs else None
            player, show = self.match.players[place.seat], partial(self._peek, place.seat)
            if tab is not None or place.compact:
                shown, acts = place.seat == self.shown_seat, place.seat == self.match.state.actor
                points = self.view.points(place.seat, self.match.state)
                names = tuple(player.name for player in self.match.players)
                yield desk_widget(
                    place, tab, player, show, shown=shown, acts=acts, points=points, names=names
                )

    def _peek(self, seat: int) -> None:
        self.peeked = None if seat == self.match.state.actor else seat

    # ---- words --------------------------------------------------------------------------------

    def read_out(self) -> tuple[Element, ...]:
        """The state of the game in words; computed once per state."""
        key = (self.match.version, t.language)
        if key != self._told_key:
            state = self.match.state
            ends = Chapter(t("told.end"), tuple(gauge.label for gauge in self.view.gauges(state)))
            chapters = self.view.chapters(state)
            self._told_key = key
            self._told = as_elements([*chapters[:1], *([ends] if ends.lines else []), *chapters[1:]])
        return self._told

    # ---- time ---------------------------------------------------------------------------------

    @property
    def unfinished(self) -> bool:
        return not self.stage.finished

    def entered(self) -> None:
        self.stage.still = self.app.pace == 0

    def layout(self, metrics: Metrics) -> None:
        self.arrange()

    def show(self, events: Sequence[Event], now: float) -> float:
        """Replace the flights in progress with new ones; returns when the last piece lands."""
        self.stage.animator.skip()
        self.stage.show(events, self.match.state, now, self.app.pace)
        return self.stage.animator.ends(now)

    def go_on(self, now: float) -> float | None:
        """Play the match's next step if it is due; returns what `update` returns."""
        wait = self.match.waits()
        if not isinstance(wait, Timer):
            return None
        if now < wait.at:
            return wait.at - now
        self.went_on(now)
        return 0.0
