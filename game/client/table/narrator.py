"""The match's log as sentences, for the log on the table and, in few words, for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from game.client.draw.widgets import sentence
from game.client.table.computers import lately, reason_given
from game.client.views.view import GameView
from game.client.words.i18n import computers, t
from game.client.words.sentence import Sentence
from game.engine.core import Event, State
from game.match import Cursor, Entry, Match, Move, PlayerFailure, TakenBack, Why
from game.match.standing import IN_ADVANCE

LONGEST_REASON = 120
"""Maximum number of characters of an error message."""
MAX_SENTENCES = 4
"""Maximum number of sentences about a computer's turn. The log has all of them, and the plans."""


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

    def about(self, entry: int) -> Sequence[Sentence]:
        """Return the sentences about an entry of the log that has been read."""
        return self.sentences[self._starts[entry] : self._ends[entry]]

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
            return [Sentence(sentence(words or t("table.undone", action=actions[0])))]
        if isinstance(entry, Why) and entry.reason == IN_ADVANCE:
            words = computers("advance.told", name=self._view.players[entry.seat].name)
            return [Sentence(words, entry.seat, plan=True)]
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
                    for told in self.sentences[self._starts[entry] : self._ends[entry]]:
                        told.undone = True

    def _failed(self, entry: PlayerFailure) -> str:
        """Return the message about a computer player's failure, with the last line of the error."""
        why = entry.details.strip().splitlines()[-1][:LONGEST_REASON]
        return t("table.failed", name=self._view.players[entry.seat].name, why=why)


def in_words(view: GameView[Any], events: Iterable[Event], state: State) -> list[Sentence]:
    """Return a sentence for each event worth one."""
    told = view.tell_events(events, state)
    return [
        Sentence(words, event.seat, event.kind == "turn", places=(event.target, event.source))
        for words, event in told
        if words
    ]


def _entry(match: Match, step: int) -> int:
    """Return the index in the log of a move of the match."""
    entry = len(match.log) - 1
    while match.log[entry] is not match.moves[step]:
        entry -= 1
    return entry


class Announcer:
    """Selects the sentences of a match's log that are announced: few, because speech takes time."""

    def __init__(self, view: GameView[Any], narrator: Narrator) -> None:
        self._view, self._narrator = view, narrator
        self._cursor = Cursor()
        self._turn: list[Sequence[Event]] = []
        """Events of the actions of a computer's turn that has not ended yet."""
        self._told: list[str] = []
        """Sentences to announce next."""

    def skip(self, match: Match) -> None:
        """Announce nothing about the entries so far."""
        self._cursor.new(match.log)

    def read(self, match: Match) -> bool:
        """Read the log on. Return True if there were new entries."""
        before = self._cursor.read
        for place, entry in enumerate(self._cursor.new(match.log), before):
            self._told += self._about(place, entry, match)
        if _decides_here(match):
            self._told += self._summary(match)
        return self._cursor.read > before

    def take(self) -> list[str]:
        """Return the sentences to announce, each once."""
        told, self._told = self._told, []
        return told

    def _about(self, place: int, entry: Entry, match: Match) -> Iterator[str]:
        """Yield the sentences that an entry completes. A computer's action waits for the end of its turn."""
        if isinstance(entry, Why):
            return
        if isinstance(entry, Move) and _is_computer(match, entry.seat):
            self._turn.append(entry.events)
            if any(event.kind == "turn" for event in entry.events):
                yield from self._summary(match)
            return
        yield from self._summary(match)
        yield from (words for words in self._narrator.about(place) if not words.begins)

    def _summary(self, match: Match) -> list[str]:
        """Return the most telling sentences about the computer's actions that have not been announced."""
        turn, self._turn = self._turn, []
        return self._view.most_telling(turn, match.state, MAX_SENTENCES)


def _is_computer(match: Match, seat: int) -> bool:
    """Return True if a computer of this device plays a seat, which takes a whole turn within seconds."""
    controller = match.controllers[seat]
    return not (controller.by_hand or controller.elsewhere)


def _decides_here(match: Match) -> bool:
    """Return True if a person at this device decides now, or the game is over."""
    return match.state.actor is None or match.by_hand
