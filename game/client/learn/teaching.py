"""The teaching game: after a costly turn, offer to take it back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host, complaining
from game.client.draw.widgets import ButtonSpec
from game.client.learn.danger import Danger, after_turn
from game.client.storage.results import add_entries
from game.client.table.computers import facts_in_words, teaching_choice
from game.client.table.table_mode import LocalGame, MatchSaver
from game.client.words.i18n import computers, t
from game.client.words.taught import offered, taught
from game.match import Cursor, Match, Move, TakenBack
from game.match.learning import TeachingStats
from game.match.mistake_sizes import reaches
from game.match.tally import TRIED, setup_of
from game.match.teaching import OFF, SURE, TeachingTags, TurnSegment, just_played
from game.platform import ThinkError
from game.worker_messages import (
    DecisionEvaluation,
    MessageError,
    TurnEvaluation,
    from_json,
    request,
)

EVALUATION_TIMEOUT = 3.0
"""Time limit in seconds for evaluating a turn. Turns that take longer are not commented on."""
LATEST, BEGINNING = 4.0, 10.0
"""Maximum delay of the computer players in seconds if an evaluation is late. It is longer after a game has
been opened, because the AI worker has to start."""
LEAST_EVALUATION_TIME = 0.1
"""Remaining seconds below which no further evaluation is requested."""


class Offer(NamedTuple):
    """A comment on the turn that has just ended.

    words: the text
    seat: the player whose turn it was
    step: number of moves to return to, or None if the turn cannot be taken back
    """

    words: str
    seat: int
    step: int | None


class TeachingGame(LocalGame):
    """A game that counts in the results. The computer players wait while the person's turn is evaluated and
    until the comment on it is answered."""

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self.teaching = TeachingTags(match.record)
        self._news = Cursor(len(match.log))
        self._end = 0
        """Number of moves after the turn that is evaluated or commented on; 0: none."""
        self._run = 0
        """Number of the current evaluation, or of the next. It tells turns apart that end after equally many
        moves."""
        self._latest = 0.0
        """Time at which the computer players continue, with or without an evaluation."""
        self._found: Offer | None = None
        """The comment on the turn, if any."""
        self._shown = False
        """True once the comment is shown."""
        self.danger = Danger(app, match)

    @property
    def offer(self) -> Offer | None:
        """The comment shown now, or None."""
        return self._found if self._shown else None

    # ---- evaluation ---------------------------------------------------------------------------

    def follow(self, match: Match, now: float) -> None:
        """React to new moves: the person's turn may have ended or been taken back."""
        new = self._news.new(match.log)
        taken_back = any(isinstance(entry, TakenBack) for entry in new)
        if taken_back:
            self._count_back()
        if taken_back or len(match.moves) != self._end:
            self._let_go()
        super().follow(match, now)
        if any(isinstance(entry, Move) for entry in new):
            self._look(now)
            self._sum_up()

    def opened(self) -> None:
        """Show the comment again if the game was left before it was answered."""
        super().opened()
        self._look(time.monotonic() + BEGINNING - LATEST)

    def _look(self, now: float) -> None:
        """Start the evaluation if a turn has just ended."""
        match = self.match
        if self.teaching.size == OFF or self.teaching.done == len(match.moves):
            return
        if parts := just_played(match):
            self._end, self._latest, match.paused = len(match.moves), now + LATEST, True
            self.app.spawn(self._evaluate(parts, self._run), wakes=True)

    def _sum_up(self) -> None:
        """Save the counts of comments with the player's results once the game is over."""
        match, counts = self.match, self.teaching.counts
        if match.state.outcome is None or not any(counts) or match.record.tags.get(TRIED) == "yes":
            return
        with complaining(self.app):
            add_entries(self.app.saves, [TeachingStats(setup_of(match.record), *counts)])

    async def _evaluate(self, parts: Sequence[TurnSegment], run: int) -> None:
        """Evaluate the parts of a turn, the last first. Parts before a reveal cannot be taken back."""
        until = time.monotonic() + EVALUATION_TIMEOUT
        for part in parts:
            found = await self._verdict(part, until - time.monotonic())
            if run != self._run:
                return  # the turn was taken back, or its time is up
            if found is not None:
                step = part.step if self.match.undoes(part.step) else None
                ruleset, much = self.match.ruleset.id, found.given_away
                unused, seat = part.unused(found.line), self.match.moves[part.step].seat
                danger = await after_turn(self.app, self.table.view, self.match.state, seat)
                if run != self._run:
                    return
                facts, back = facts_in_words(self.table.view, found.reason, part.before), step is not None
                words = offered(ruleset, much, found.reason, facts, back=back, unused=unused, danger=danger)
                self._found = Offer(words, seat, step)
                return
        self._let_go()

    async def _verdict(self, part: TurnSegment, seconds: float) -> DecisionEvaluation | None:
        """Return the evaluation of a part of a turn if it was costly enough and found in time."""
        if seconds < LEAST_EVALUATION_TIME:
            return None
        played = tuple(action.text for action in part.played)
        asked = request("judge", part.before, played=played, seconds=seconds)
        try:
            worst = from_json(TurnEvaluation, await self.app.platform.think(asked)).worst
        except (ThinkError, MessageError):
            return None
        found = None if worst is None else worst.decision
        worth_it = found is not None and reaches(found.given_away, self.teaching.least) and found.sure >= SURE
        return found if worth_it else None

    def due(self, now: float) -> float | None:
        """Show the comment once all animations have finished. Results follow after it is answered."""
        if self.teaching.size != OFF:
            self.danger.look(self.table.view, self._warn)
        if self.teaching.size == OFF or (self._found is None and now >= self._latest):
            self._let_go()
        if self._found is None:
            return self._latest - now if self._end else super().due(now)
        if self._shown:
            return None
        self._shown = True
        self.app.refresh()
        self.app.platform.announce(self._found.words)
        self.app.lead("teaching.on")
        return 0.0

    def _warn(self) -> None:
        """Show and announce that an opponent can end the game and win."""
        if not self.table.threats.on:
            self.app.platform.announce(self.danger.words)
        self.app.refresh()

    def left(self) -> None:
        self.danger.stop()
        super().left()

    def _let_go(self) -> None:
        """Drop the comment and let the computer players continue."""
        if self._end:
            self._end, self._found, self._shown = 0, None, False
            self._run += 1
            self.match.paused = False
            self.app.refresh()

    # ---- answering ----------------------------------------------------------------------------

    def asked(self) -> int | None:
        return self.offer.seat if self.offer is not None else super().asked()

    def seated(self) -> int | None:
        return self.offer.seat if self.offer is not None else super().seated()

    def instead(self) -> list[ButtonSpec]:
        if self.offer is None:
            return super().instead()
        on = ButtonSpec("teaching.on", computers("teaching.on"), self.go_on, "primary")
        if self.offer.step is None:
            return [on]
        return [ButtonSpec("teaching.back", computers("teaching.back"), self.take_back, "brass"), on]

    def over(self) -> list[ButtonSpec]:
        return self.instead() or super().over()

    def go_on(self) -> None:
        """Keep the turn as it is."""
        if self.offer is not None:
            self.teaching.count("told" if self.offer.step is None else "kept", self._end)
            self._let_go()
            self.keeper.save()
            self._sum_up()

    def take_back(self) -> None:
        """Return to the beginning of the turn, or to the last reveal in it."""
        if self.offer is not None and self.offer.step is not None:
            self.match.undo(self.offer.step)
            self.table.follow(time.monotonic())

    def _count_back(self) -> None:
        """Count a turn that was taken back by any means."""
        if self.offer is not None and self.offer.step is not None:
            self.teaching.count("taken")
        else:
            self.teaching.forget()

    # ---- texts --------------------------------------------------------------------------------

    def greeting(self) -> str:
        if self.offer is not None:
            return self.offer.words
        listed = self.table.threats.on  # the list begins with it
        return "" if listed else self.danger.words or super().greeting()

    def prompt(self, question: str) -> str:
        return self.offer.words if self.offer is not None else super().prompt(question)

    def status(self, question: str) -> str:
        return self._asked() or super().status(question)

    def heading(self, question: str) -> str:
        return self._asked() or super().heading(question)

    def _asked(self) -> str:
        """Return the question to answer while a comment is shown, otherwise ""."""
        if self.offer is None:
            return ""
        return computers("teaching.asked" if self.offer.step is not None else "teaching.aside")


class TeachingPage(Page):
    """A page to choose the size of mistakes that are commented on, with the counts so far."""

    name = "teaching"
    column_units = 34.0

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match
        self.teaching = TeachingTags(match.record)

    def title(self) -> str:
        return computers("teaching")

    def build(self, flow: Flow) -> None:
        teaching_choice(flow, self.teaching.size, self._switch, titled=True)
        if words := taught(self.match.record):
            flow.gap()
            flow.text(words)

    def foot(self) -> list[ButtonSpec]:
        return [ButtonSpec("back", t("done"), self.cancel, "primary", icon="check")]

    def _switch(self, size: str) -> None:
        self.teaching.switch(size)
        MatchSaver(self.app, self.match).save()
