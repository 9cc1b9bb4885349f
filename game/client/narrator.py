"""Every event in words: for the log on the table and for those who do not see it."""

from __future__ import annotations

from collections.abc import Sequence

from game.client.i18n import t
from game.client.session import Session
from game.client.view import GameView
from game.engine.core import Action, Event, State
from game.engine.record import steps
from game.platform import Platform


class Narrator:
    """Keeps the sentences of the game, the latest last, and has new ones announced."""

    def __init__(self, view: GameView, platform: Platform) -> None:
        self._view = view
        self._platform = platform
        self.sentences: list[str] = []
        self.primed = False
        """What happened before this table was opened is told."""

    def prime(self, session: Session) -> None:
        """Tell what happened before (a game that is continued)."""
        self.primed = True
        for state, _, events in steps(session.record):
            self.sentences += self._told_by(events, state)

    def events(self, events: Sequence[Event], state: State, then: str) -> None:
        """Tell what an action did and, in one breath, what is asked `then`."""
        told = self._told_by(events, state)
        self.sentences += told
        self._platform.announce(" ".join([*told, then]))

    def taken_back(self, action: Action, state: State, then: str) -> None:
        """Tell that an action was undone and what is asked `then`."""
        sentence = t("table.undone", action=self._view.tell_action(action, state))
        self.sentences.append(sentence)
        self._platform.announce(f"{sentence} {then}")

    def _told_by(self, events: Sequence[Event], state: State) -> list[str]:
        told = (self._view.tell_event(event, state) for event in events)
        return [sentence for sentence in told if sentence]
