"""A first game with a guide at the table: a game like any other, and a card that says what is new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pygame

from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, Widget
from game.client.frame.flow import Spec
from game.client.frame.gestures import Gesture, Key
from game.client.frame.scene import Host
from game.client.frame.setup import ALONE, Setup
from game.client.learn.coach import Coach
from game.client.stage.outlines import Lit
from game.client.table.occasion import Game, Occasion
from game.client.table.table import Table
from game.client.touch.chooser import Chooser
from game.client.words.i18n import guide
from game.engine.core import Action
from game.match import Cursor, Match, Move
from game.match.guide import GUIDE, LEVEL, TURNS, Guide, Note


def first_game(app: Host, ruleset_id: str) -> Table:
    """The table laid for a new game against two computers of the easiest level, with a guide."""
    settings = app.settings
    setup = Setup(ruleset_id, level=LEVEL, name=settings.name, lot=app.platform.random_seed())
    setup.invite(ALONE)
    match = setup.begin(app)
    match.record.tags[GUIDE] = "yes"
    return guided_table(app, match)


def guided_table(app: Host, match: Match) -> Table:
    """The table of a game whose record says that there is a guide."""
    return Table(app, match, GuidedGame(app, match))


class GuidedGame(Coach, Game):
    """A game that is kept and counted, with a coach's card on the table while there is something to say."""

    name = "table"
    hints = True

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self.guide = Guide(match)
        self._acted = Cursor(len(match.log))
        self._note: Note | None = None
        self._key: object = None
        """What the note was found for."""
        self._said: Note | None = None
        """The note that was announced last."""

    # ---- what there is to say -----------------------------------------------------------------

    @property
    def note(self) -> Note | None:
        """What the card says now."""
        key = self.match.version, tuple(self.guide.told)
        if key != self._key:
            self._key, self._card_key = key, None
            due = self.guide.due()
            self._note = due[0] if due else None
        return self._note

    def follow(self, match: Match, now: float) -> None:
        """Whoever acts has read what the card said."""
        shown, seat = self._note, self.guide.seat
        if any(isinstance(entry, Move) and entry.seat == seat for entry in self._acted.new(match)) and shown:
            self.guide.tell(shown)
        super().follow(match, now)

    def read_on(self) -> None:
        """On to the next note, or back to the game alone."""
        if self.note is not None:
            self.guide.tell(self.note)
            self._turned()

    def stop(self) -> None:
        """No more is wanted."""
        self.guide.switch(False)
        self._turned()

    def _turned(self) -> None:
        self.keeper.save()
        self.app.refresh()
        if self.note is not None:
            self.app.platform.announce(self._anew())

    def _anew(self) -> str:
        """The words of the note, if they have not been announced before."""
        if self.note is None or self.note == self._said:
            return ""
        self._said = self.note
        return self.words()

    # ---- the coach ----------------------------------------------------------------------------

    def headline(self) -> str:
        return guide("title")

    def words(self) -> str:
        return "" if self.note is None else self._worded(self.note)

    def _worded(self, note: Note) -> str:
        view, state = self.table.view, self.match.state
        return guide(f"{self.match.ruleset.id}.{note.id}", **view.in_words(note.facts, state))

    def longest(self) -> Iterable[str]:
        return [self.words()]

    def dots(self) -> tuple[int, int]:
        """The turns before which it was said what matters."""
        return sum(each.startswith("turn.") for each in self.guide.told), TURNS

    def coach_buttons(self) -> list[Spec]:
        go_on = guide("next") if len(self.guide.due()) > 1 else guide("done")
        return [
            Spec("coach.stop", guide("stop"), self.stop),
            Spec("coach.next", go_on, self.read_on, "primary"),
        ]

    # ---- the game -----------------------------------------------------------------------------

    def prompt(self, question: str) -> str:
        return f"{self._anew()} {question}".strip()

    def heading(self, question: str) -> str:
        return question

    def greeting(self) -> str:
        return "" if self.note else super().greeting()

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        return Chooser(actions)

    def tool(self, button: Button) -> Button | None:
        return button

    def handle(self, gesture: Gesture) -> bool | None:
        match gesture:
            case Key(name="return" | "enter" | "keypad enter") if self.note is not None:
                self.read_on()
                return True
        return super().handle(gesture)

    # ---- the table ----------------------------------------------------------------------------

    def room(self, metrics: Metrics) -> Metrics:
        return metrics if self.note is None else super().room(metrics)

    def prepare(self) -> None:
        """While there is a card, the answer to a touch is on it."""
        self.answers_at_board = self.note is None

    def shows(self, widget: Widget) -> bool:
        return self.note is None or super().shows(widget)

    def widgets(self) -> Iterator[Widget]:
        return iter(()) if self.note is None else super().widgets()

    def lights(self) -> Iterator[tuple[bool, Lit]]:
        return Occasion.lights(self)

    def draw(self, target: pygame.Surface) -> None:
        if self.note is not None:
            super().draw(target)
