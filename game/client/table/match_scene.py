"""The common base of the table and the replay: a match on a stage."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

from game.client.app.gestures import Drag, Drop, Gesture, Key
from game.client.app.scene import Host, Scene
from game.client.draw.canvas import Canvas
from game.client.draw.widgets import Look
from game.client.stage.stage import Stage
from game.client.stage.table_layout import TableLayout
from game.client.table.desks import DeskSelection
from game.client.views import make_view
from game.client.views.view import Shape
from game.client.words.chapters import Chapter, as_elements
from game.client.words.i18n import t
from game.client.words.sentence import Sentence
from game.match import AwaitingTimer, Match
from game.platform import Element

Follower = Callable[[Match, float], None]
"""Observer of a match's log; the second argument is the time in seconds."""


class MatchScene(Scene, ABC):
    """Shows a match, plays steps that need no input, and lets a person view every player board."""

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match
        self.view = make_view(match.ruleset, match.players, match.state.options)
        self.stage = Stage(self.view, match.record.seats)
        self.desks = DeskSelection(match, self.view)
        self.followers: Sequence[Follower] = ()
        """Observers called in this order after every change of the match."""
        self._told_key: object = None
        self._told: tuple[Element, ...] = ()
        self._rehearsal: Iterator[None] | None = None

    # ---- interface of the subclasses ---------------------------------------------------------

    @abstractmethod
    def went_on(self, now: float) -> None:
        """Play the match's next step, which is due (`AwaitingTimer`)."""

    # ---- observers ----------------------------------------------------------------------------

    def follow(self, now: float) -> None:
        """Notify all observers after a change of the match, or of the names of its players."""
        if self.view.players != self.match.players:
            self.view.set_players(self.match.players)
        for follower in self.followers:
            follower(self.match, now)

    @property
    def shown_seat(self) -> int:
        """The seat whose player board is unfolded."""
        return self.desks.shown

    # ---- the drawer of an upright phone -------------------------------------------------------

    def slid(self, layout: TableLayout, rows: int = 1) -> TableLayout:
        """Return the layout while the drawer is moving."""
        part = self.desks.drawer.part(self.app.pace)
        if layout.strip is None or part == self.desks.drawer.up:
            return layout
        return self.stage.slide(self.shown_seat, part, rows)

    def pulls(self, gesture: Gesture) -> bool:
        """Handle gestures and the key that move the drawer; return True if there was one."""
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

    # ---- text ---------------------------------------------------------------------------------

    def read_out(self) -> tuple[Element, ...]:
        """Return the state of the game as text for screen readers, cached per state."""
        key = (self.match.version, t.language, t.letters)
        if key != self._told_key:
            state = self.match.state
            ends = Chapter(t("told.end"), tuple(gauge.label for gauge in self.view.gauges(state)))
            chapters = self.view.chapters(state)
            self._told_key = key
            self._told = as_elements([*chapters[:1], *([ends] if ends.lines else []), *chapters[1:]])
        return self._told

    # ---- preparation --------------------------------------------------------------------------

    def prepare(self, until: float) -> bool:
        """Prepare the first frame, later missing sprites and tiles."""
        if self.drawn:
            return self.stage.prepare(until)
        if self._rehearsal is None:
            self._rehearsal = self._rehearse()
        worked = False
        for _ in self._rehearsal:
            worked = True
            if time.perf_counter() >= until:
                break
        return worked

    def _rehearse(self) -> Iterator[None]:
        """Prepare the first frame in steps: stretch the picture of the board, and draw everything else on a
        canvas that is thrown away, so that texts and images are cached."""
        yield from self.stage.prepare_first()
        metrics = self.app.metrics
        canvas, look = Canvas((metrics.width, metrics.height)), Look(metrics.unit)
        for widget in self.widgets:
            if widget.drawn and widget.in_part:
                widget.draw(canvas, look)
                yield
        for draw in (self.draw, self.draw_above):
            self.stage.rehearses = True
            draw(canvas)
            self.stage.rehearses = False
            yield

    def logged_place(self, sentence: Sentence) -> tuple[str, Shape] | None:
        """Return the element on the board at which a step of the log happened, with its shape, or None."""
        elements = (one for one in sentence.places if one and self.view.on_board(one))
        found = ((one, self.view.shape(one, self.match.state)) for one in elements)
        return next(((one, shape) for one, shape in found if shape is not None), None)

    # ---- time ---------------------------------------------------------------------------------

    @property
    def unfinished(self) -> bool:
        return not self.stage.finished

    @property
    def whole(self) -> bool:
        return not self.stage.steady

    def entered(self) -> None:
        self.stage.still = self.app.pace == 0

    def go_on(self, now: float) -> float | None:
        """Play the match's next step if it is due. Return the seconds until the next call, as `update`
        does."""
        wait = self.match.waits()
        if not isinstance(wait, AwaitingTimer):
            return None
        if now < wait.at:
            return wait.at - now
        self.went_on(now)
        return 0.0
