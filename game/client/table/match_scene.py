"""A match on a stage: what the table and the replay have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from game.client.draw.theme import Metrics
from game.client.frame.gestures import Drag, Drop, Gesture, Key
from game.client.frame.scene import Host, Scene
from game.client.stage.stage import Stage
from game.client.stage.table_layout import TableLayout
from game.client.table.desks import Desks
from game.client.views import make_view
from game.client.words.chapters import Chapter, as_elements
from game.client.words.i18n import t
from game.match import Match, Timer
from game.platform import Element

Follower = Callable[[Match, float], None]
"""Reads on in a match; the time is in seconds."""


class MatchScene(Scene, ABC):
    """Shows a match, plays whatever needs no touch, and lets a person look at every desk."""

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match
        self.view = make_view(match.ruleset, match.players, match.state.options)
        self.stage = Stage(self.view, match.record.seats)
        self.desks = Desks(match, self.view)
        self.followers: Sequence[Follower] = ()
        """The parts that read on in the match's log whenever something has been done to it, in this order."""
        self._told_key: object = None
        self._told: tuple[Element, ...] = ()

    # ---- what a kind of match scene says ------------------------------------------------------

    @abstractmethod
    def arrange(self) -> None:
        """Lay everything out for the current state and window."""

    @abstractmethod
    def went_on(self, now: float) -> None:
        """It is time for the match's next step (`Timer`)."""

    # ---- following ----------------------------------------------------------------------------

    def follow(self, now: float) -> None:
        """Something was done to the match: every part reads on, one after the other."""
        for follower in self.followers:
            follower(self.match, now)

    @property
    def shown_seat(self) -> int:
        """Whose desk is unfolded."""
        return self.desks.shown

    # ---- the desk of an upright phone ---------------------------------------------------------

    def slid(self, layout: TableLayout, rows: int = 1) -> TableLayout:
        """The layout while the desk is on its way up or down."""
        part = self.desks.drawer.part(self.app.pace)
        if layout.strip is None or part == self.desks.drawer.up:
            return layout
        return self.stage.slide(self.shown_seat, part, rows)

    def pulls(self, gesture: Gesture) -> bool:
        """Follow a finger that pulls the desk up or down, and the key that does."""
        layout, drawer = self.stage.layout, self.desks.drawer
        if layout is None or layout.drawer is None or not layout.rise:
            return False
        match gesture:
            case Drag(_, _, _, dy, x, y) if drawer.dragged or layout.drawer.collidepoint(x, y):
                drawer.drag(-dy / layout.rise)
                return True
            case Drop():
                return drawer.drop()
            case Key(name="d", control=False):
                self.desks.toggle()
                return True
        return False

    # ---- words --------------------------------------------------------------------------------

    def read_out(self) -> tuple[Element, ...]:
        """The state of the game in words; computed once per state."""
        key = (self.match.version, t.language, t.letters)
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

    @property
    def whole(self) -> bool:
        return not self.stage.steady

    def entered(self) -> None:
        self.stage.still = self.app.pace == 0

    def layout(self, metrics: Metrics) -> None:
        self.arrange()

    def go_on(self, now: float) -> float | None:
        """Play the match's next step if it is due; returns what `update` returns."""
        wait = self.match.waits()
        if not isinstance(wait, Timer):
            return None
        if now < wait.at:
            return wait.at - now
        self.went_on(now)
        return 0.0
