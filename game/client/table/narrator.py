"""The match's log as sentences, for the log on the table and for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from game.client.table.computers import lately, reason_given
from game.client.views.view import GameView
from game.client.words.i18n import t
from game.client.words.sentence import Sentence
from game.engine.core import Event, State
from game.match import Cursor, Entry, Match, Move, PlayerFailure, TakenBack, Why

LONGEST_REASON = 120
"""Maximum number of characters of an error message."""


class Narrator:
    """Turns a match's log into sentences, the latest last."""

    def __init__(
        self,
        view: GameView[Any],
        undone: Callable[[int, list[str]], str] = lambda place, actions: "",
    ) -> None:
        """Create a narrator that has read nothing yet.

        undone: returns the sentence about undone actions for an entry of the log; empty for the usual one
        """
        self._view = view
        self._undone = undone
        self._cursor = Cursor()
        self.sentences: list[Sentence] = []
        self.failure = ""
        """Message about a computer player that has just failed; cleared when a person plays."""
        self._starts: list[int] = []
        """Number of sentences before each entry of the log."""
        self._ends: list[int] = []
        """Number of sentences up to the end of each entry; sentences from other sources may follow."""

    @property
    def read(self) -> int:
        """Number of entries of the log that have been read."""
        return self._cursor.read

    def catch_up(self, match: Match) -> list[Sentence]:
        """Read the log on; return the new sentences."""
        before = len(self.sentences)
        for entry in self._cursor.new(match.log):
            self._starts.append(len(self.sentences))
            self.sentences += self._told_by(entry, match)
            self._ends.append(len(self.sentences))
        return self.sentences[before:]

    def lately(self, match: Match) -> range:
        """Return the indices of the sentences about other players' moves since the previous turn of the
        person to decide."""
        moves = lately(match)
        if not moves:
            return range(0)
        first, end = self._place(match, moves.start), self._end(match, moves.stop - 1)
        # The log announces the next player's turn together with the action that ends one's own.
        return range(first - 1 if first and self.sentences[first - 1].begins else first, end)

    def _place(self, match: Match, step: int) -> int:
        """Return the index of the first sentence about a move, including its reason if it has one."""
        entry = _entry(match, step)
        return self._start(entry - 1 if entry and isinstance(match.log[entry - 1], Why) else entry)

    def _end(self, match: Match, step: int) -> int:
        """Return the index after the last sentence about a move."""
        return self._start(_entry(match, step) + 1)

    def _start(self, entry: int) -> int:
        """Return the index of the first sentence about an entry of the log, read already or not."""
        return self._starts[entry] if entry < len(self._starts) else len(self.sentences)

    def _told_by(self, entry: Entry, match: Match) -> list[Sentence]:
        state = match.state
        if isinstance(entry, TakenBack):
            self._strike(entry.moves, match)
            actions = [self._view.tell_action(move.action, state) for move in entry.moves]
            words = self._undone(len(self._starts) - 1, actions)
            return [Sentence(words or t("table.undone", action=actions[0]))]
        if isinstance(entry, Why):
            words = reason_given(self._view, entry.reason, entry.seat, state)
            return [Sentence(t("table.plan", why=words), entry.seat, plan=True)] if words else []
        if isinstance(entry, PlayerFailure):
            self.failure = self._failed(entry)
            return [Sentence(self.failure, entry.seat)]
        if isinstance(entry, Move):
            if match.controllers[entry.seat].by_hand:
                self.failure = ""
            return in_words(self._view, entry.events, state)
        return []

    def _strike(self, moves: Iterable[Move], match: Match) -> None:
        """Mark the sentences about undone moves, and about the plans they started, as no longer valid."""
        gone = {id(move) for move in moves}
        for place in range(len(self._ends)):
            if id(match.log[place]) in gone:
                planned = place and isinstance(match.log[place - 1], Why)
                for entry in (place - 1, place) if planned else (place,):
                    for sentence in self.sentences[self._starts[entry] : self._ends[entry]]:
                        sentence.undone = True

    def _failed(self, entry: PlayerFailure) -> str:
        """Return the message about a computer player's failure, with the last line of the error."""
        why = entry.details.strip().splitlines()[-1][:LONGEST_REASON]
        return t("table.failed", name=self._view.players[entry.seat].name, why=why)


def in_words(view: GameView[Any], events: Iterable[Event], state: State) -> list[Sentence]:
    """Return a sentence for each event worth one."""
    told = view.tell_events(events, state)
    return [Sentence(words, event.seat, event.kind == "turn") for words, event in told if words]


def _entry(match: Match, step: int) -> int:
    """Return the index in the log of a move of the match."""
    entry = len(match.log) - 1
    while match.log[entry] is not match.moves[step]:
        entry -= 1
    return entry
