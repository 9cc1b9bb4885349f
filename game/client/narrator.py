"""Every event in words: for the log on the table and for those who do not see it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.client.i18n import t
from game.client.view import GameView
from game.engine.core import Event, State
from game.match import Match, TakenBack, Told, Why
from game.platform import Platform


class Narrator:
    """Turns the log of a match into sentences, the latest last, and has new ones announced."""

    def __init__(self, view: GameView[Any], platform: Platform) -> None:
        self._view = view
        self._platform = platform
        self._read = 0
        """So many entries of the log are told."""
        self.sentences: list[str] = []

    def catch_up(self, match: Match) -> list[str]:
        """Tell what was not told yet, silently; returns the new sentences."""
        new = match.log[self._read :]
        self._read = len(match.log)
        told = [sentence for entry in new for sentence in self._told_by(entry, match.state)]
        self.sentences += told
        return told

    def tell(self, match: Match, then: str) -> None:
        """Tell what happened since the last time and, in one breath, what is asked `then`."""
        self._platform.announce(" ".join([*self.catch_up(match), then]))

    def in_words(self, events: Iterable[Event], state: State) -> list[str]:
        """A sentence for each event that is worth one."""
        told = (self._view.tell_event(event, state) for event in events)
        return [sentence for sentence in told if sentence]

    def _told_by(self, entry: Told, state: State) -> list[str]:
        if isinstance(entry, TakenBack):
            action = entry.moves[0].action
            return [t("table.undone", action=self._view.tell_action(action, state))]
        if isinstance(entry, Why):
            return [words] if (words := self._view.why(entry.reason, entry.seat, state)) else []
        return self.in_words(entry.events, state)
