"""What a table is laid for: here, a game that is kept and counted. Lessons and puzzles have coaches."""

from __future__ import annotations

import time
from collections.abc import Container, Iterator, Sequence
from typing import Protocol

import pygame

from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, Spec, Widget
from game.client.frame import to
from game.client.frame.gestures import Gesture
from game.client.frame.scene import Host
from game.client.stage.outlines import Lit
from game.client.table.choice import Choice
from game.client.table.desks import Desks
from game.client.table.keeping import Keeper
from game.client.table.narrator import Narrator
from game.client.touch.chooser import Chooser
from game.client.touch.gaze import Gaze
from game.client.touch.pointing import Surface
from game.client.touch.reading import Reading
from game.client.words.i18n import finished, t
from game.engine.core import Action
from game.match import Cursor, Match
from game.match.tally import TRIED


class Laid(Surface, Protocol):
    """The table, as far as what it is laid for knows it."""

    choice: Choice
    desks: Desks
    gaze: Gaze
    narrator: Narrator
    reading: Reading

    def play(self, action: Action) -> None:
        """Play what a person decided."""

    def follow(self, now: float) -> None:
        """Let every part read on in the match."""

    def prompt(self) -> str:
        """What is asked, as it is announced."""


class Occasion:
    """Says what differs from one table to another; by default, nothing does.

    A table tells it what happens before (`follow`) and after (`followed`) all other parts have read on.
    """

    name = "table"
    """Of the scene."""
    passes = False
    """Whether the next person at the same screen is asked to begin."""
    hints = True
    """Whether a computer player may be asked for advice."""
    answers_at_board = True
    """Whether the answer to a touch is said at the board."""

    def __init__(self, app: Host, match: Match) -> None:
        self.app, self.match = app, match

    def join(self, table: Laid) -> None:
        """The table that has been laid."""
        self.table = table

    # ---- the game -----------------------------------------------------------------------------

    def play(self, action: Action) -> None:
        """Play what a person decided here."""
        self.match.play(action)
        self.table.follow(time.monotonic())

    def awaited(self) -> str:
        """What must happen elsewhere before the person to decide is asked, in words; empty: nothing."""
        return ""

    def asked(self) -> int | None:
        """Whose decision it is; None: nobody's."""
        return self.match.state.actor

    def seated(self) -> int | None:
        """Whose desk lies before the person here; None: nobody's."""
        return self.match.state.actor

    def follow(self, match: Match, now: float) -> None:
        """Something may have happened, and no other part has read on yet."""

    def followed(self, match: Match, now: float) -> None:
        """All other parts have read on."""

    def opened(self) -> None:
        """The table is on top for the first time, and about to be shown."""

    def announced(self) -> None:
        """It is shown, and what is asked has been said."""

    def left(self) -> None:
        """The table was taken away."""

    def changed_elsewhere(self) -> None:
        """Another window has saved something."""

    def moves(self, now: float) -> bool:
        """Whether something beside the table still moves."""
        return False

    def due(self) -> bool:
        """Do what is due when nothing moves and the match waits for nothing; whether anything was."""
        return False

    def patience(self, now: float) -> float | None:
        """Do what is due by the clock while the match waits for nothing; returns the seconds until that, or
        None."""
        return None

    def over(self) -> list[Spec]:
        """The buttons when the game is over."""
        return []

    def instead(self) -> list[Spec]:
        """The buttons that take the place of the decision's; none: nothing is in its way."""
        return []

    @property
    def open(self) -> bool:
        """Whether something else may still be done instead of what was done last."""
        return True

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        """What a person chooses with, among the legal actions."""
        return Chooser(actions, self.table.view.wide)

    def refusal(self, element: str) -> str:
        """One sentence on why an element is not on offer; empty if there is nothing to say."""
        return self.table.choice.refusal(element)

    @property
    def undoes(self) -> bool:
        """Whether what was done last can be taken back."""
        return self.match.can_undo

    def undo(self) -> None:
        """Take back what was done last."""

    def leave(self) -> None:
        """Leave the table, or ask how."""
        self.app.pop()

    # ---- words --------------------------------------------------------------------------------

    def prompt(self, question: str) -> str:
        """What is announced as being asked; `question`: what the choice asks."""
        return question

    def status(self, question: str) -> str:
        """What the status bar asks."""
        return question

    def heading(self, question: str) -> str:
        """What the table is about."""
        return question

    def undone(self, place: int, actions: list[str]) -> str:
        """What is said of actions taken back by the entry at that place of the log; empty: the usual."""
        return ""

    def greeting(self) -> str:
        """How to play, in a sentence, to somebody who has never done it here."""
        return ""

    # ---- the table ----------------------------------------------------------------------------

    def room(self, metrics: Metrics) -> Metrics:
        """The part of the window the table fills, from the top left corner."""
        return metrics

    def kept(self) -> list[pygame.FRect]:
        """What lies on the table where no button of it may lie."""
        return []

    def prepare(self) -> None:
        """The table is about to be laid out."""

    def needs_desk(self) -> bool:
        """Whether something on the desk is spoken of that is not seen while it is folded."""
        return False

    def seats_told(self) -> Container[int]:
        """The seats that are spoken of: their tabs say more, and those of folded desks shine."""
        return ()

    def widgets(self) -> Iterator[Widget]:
        """What lies beside the table, and is read out first."""
        return iter(())

    def tools(self) -> list[Spec]:
        """Further tools in the status bar, as icons."""
        return []

    def tool(self, button: Button) -> Button | None:
        """A tool of the table, or what takes its place; None: there is none."""
        return button

    def shows(self, widget: Widget) -> bool:
        """Whether a gauge of the end, or a widget of the layer that reads the board, has its place."""
        return True

    def veil(self, target: pygame.Surface) -> bool:
        """Dim what is not in play, above the board and below what flies over it; whether that was done."""
        return False

    def lights(self) -> Iterator[tuple[bool, Lit]]:
        """What shines besides what can be touched, and whether it is on the board."""
        return iter(())

    def handle(self, gesture: Gesture) -> bool | None:
        """A gesture of its own; None: it is for the table."""
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw what lies beside the table."""

    def draw_above(self, target: pygame.Surface) -> None:
        """Draw what lies above all widgets."""


class Game(Occasion):
    """A game of one's own: saved after everything that happens, its end shown and counted."""

    passes = True

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self.keeper = Keeper(app, match)
        self.results_shown = match.state.outcome is not None
        self._cursor, self._begun = Cursor(len(match.log)), len(match.moves)

    def follow(self, match: Match, now: float) -> None:
        """Save it; if it has come to its end, for the first time or once more, that is still to be shown."""
        self.keeper.follow(match, now)
        if self._cursor.new(match) and match.state.outcome is not None:
            self.results_shown = False

    def opened(self) -> None:
        self.keeper.save()

    def changed_elsewhere(self) -> None:
        self.keeper.look()

    def due(self) -> bool:
        ended = self.match.state.outcome is not None and not self.results_shown
        if ended:
            self.results()
        return ended

    def over(self) -> list[Spec]:
        return [Spec("results", t("table.results"), self.results, "primary")]

    def results(self) -> None:
        """The scoring, shown over the table; counted before everybody's eyes when the game has just ended."""
        ended, self.results_shown = not self.results_shown, True
        self.app.open(to.Results(self.match, ended=ended))

    def undo(self) -> None:
        """Back to a person's last decision."""
        if self.match.can_undo:
            self.match.undo(self.table.choice.since)
            self.table.follow(time.monotonic())

    def leave(self) -> None:
        narrator = self.table.narrator
        self.app.open(to.Menu(self.match, narrator.sentences, narrator.lately(self.match)))

    def greeting(self) -> str:
        settings = self.app.settings
        known = settings.played or settings.lessons
        asked = self.table.choice.by_hand and not self.table.reading.on
        if asked and not known:
            glows = any(spot.asked for spot in self.table.spots.values())
            return t("table.first" if glows else "table.first.buttons")
        return self._seated() if asked else ""

    def _seated(self) -> str:
        """In a game tried from the middle of another, whose seat one has taken, until something is played."""
        match = self.match
        if match.record.tags.get(TRIED) != "yes" or len(match.moves) != self._begun:
            return ""
        own = (seat for seat, controller in enumerate(match.controllers) if controller.by_hand)
        return finished("replay.seated", name=match.players[next(own)].name)
