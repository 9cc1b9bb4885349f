"""A teaching game at the table: after a turn that gave much away, a quiet offer to take it back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from game.client.draw.widgets import Spec
from game.client.frame.flow import Flow
from game.client.frame.page import Page
from game.client.frame.scene import Host
from game.client.table.computers import teaching_choice
from game.client.table.keeping import Keeper
from game.client.table.occasion import Game
from game.client.table.table import Table
from game.client.words.i18n import computers, t
from game.client.words.taught import offered, taught
from game.engine.core import ParseError
from game.match import Cursor, Match, Move, TakenBack
from game.match.judged import Verdict, reaches, request_soon, understood
from game.match.study import Taught
from game.match.tally import TRIED, setup_of
from game.match.teaching import OFF, SURE, Part, Teaching, just_played
from game.platform import StorageError, ThinkError

PATIENCE = 3.0
"""Whoever thinks has so many seconds for a turn; nothing is said of one that takes longer."""
LATEST, BEGINNING = 4.0, 10.0
"""So many seconds the computers wait at most, should the answer not come in time; longer after a game has
been opened, because whoever thinks has to start first."""
HURRY = 0.1
"""With fewer seconds left nothing more is asked."""


def teaching_table(app: Host, match: Match) -> Table:
    """The table of a game in which the only person may be taught."""
    return Table(app, match, TeachingGame(app, match))


class Offer(NamedTuple):
    """What is said of the turn that has just ended.

    seat  whose turn it was
    step  the moves before it, if it can be taken back
    """

    words: str
    seat: int
    step: int | None


class TeachingGame(Game):
    """A game that is kept and counted. While a turn of the person's is judged, and until what is said of it
    is answered, the computers wait."""

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self.teaching = Teaching(match.record)
        self._news = Cursor(len(match.log))
        self._end = 0
        """The number of moves after the turn that is judged or spoken of; 0: there is none."""
        self._run = 0
        """The number of the judgement under way, or of the next: another turn can end with as many moves."""
        self._latest = 0.0
        """When the computers go on, judged or not."""
        self._found: Offer | None = None
        """What there is to say."""
        self._shown = False
        """It is on the table."""

    @property
    def offer(self) -> Offer | None:
        """What is said now."""
        return self._found if self._shown else None

    # ---- judging ------------------------------------------------------------------------------

    def follow(self, match: Match, now: float) -> None:
        """A turn of the person's may have ended, or have been taken back."""
        new = self._news.new(match)
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
        """A game that was left with an offer open goes on with it."""
        super().opened()
        self._look(time.monotonic() + BEGINNING - LATEST)

    def _look(self, now: float) -> None:
        """See whether a turn has just ended, and have it judged."""
        match = self.match
        if self.teaching.size == OFF or self.teaching.done == len(match.moves):
            return
        if parts := just_played(match):
            self._end, self._latest, match.paused = len(match.moves), now + LATEST, True
            self.app.spawn(self._judge(parts, self._run), wakes=True)

    def _sum_up(self) -> None:
        """If the game is over, what was said in it stands among the person's results."""
        match, counts = self.match, self.teaching.counts
        if match.state.outcome is None or not any(counts) or match.record.tags.get(TRIED) == "yes":
            return
        try:
            self.app.shelf.keep_study(taught=[Taught(setup_of(match.record), *counts)])
        except StorageError as error:
            self.app.complain(error)

    async def _judge(self, parts: Sequence[Part], run: int) -> None:
        """The latest part first: what came before something was revealed cannot be taken back."""
        until = time.monotonic() + PATIENCE
        for part in parts:
            found = await self._verdict(part, until - time.monotonic())
            if run != self._run:
                return  # the turn was taken back, or its time is up
            if found is not None:
                step = part.step if self.match.undoes(part.step) else None
                ruleset, much = self.match.ruleset.id, found.given_away
                unused = part.unused(found.line)
                words = offered(ruleset, much, found.reason, back=step is not None, unused=unused)
                self._found = Offer(words, self.match.moves[part.step].seat, step)
                return
        self._let_go()

    async def _verdict(self, part: Part, seconds: float) -> Verdict | None:
        """What a part of a turn gave away, if it is worth a word and was found in time."""
        if seconds < HURRY:
            return None
        played, least = [action.text for action in part.played], self.teaching.least
        try:
            asked = request_soon(part.before, played, seconds)
            found = understood(await self.app.platform.think(asked)).worst
        except (ThinkError, ParseError):
            return None
        worth_it = found is not None and reaches(found.given_away, least) and found.sure >= SURE
        return found if worth_it else None

    def patience(self, now: float) -> float | None:
        if self.teaching.size == OFF or (self._found is None and now >= self._latest):
            self._let_go()
        return self._latest - now if self._end and self._found is None else None

    def due(self) -> bool:
        """Nothing flies any more: now it is said; results are shown once it is answered."""
        if self._found is None:
            return super().due()
        if self._shown:
            return False
        self._shown = True
        self.app.refresh()
        self.app.platform.announce(self._found.words)
        self.app.lead("teaching.on")
        return True

    def _let_go(self) -> None:
        """There is nothing to say, or no more: the computers go on."""
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

    def instead(self) -> list[Spec]:
        if self.offer is None:
            return super().instead()
        on = Spec("teaching.on", computers("teaching.on"), self.go_on, "primary")
        if self.offer.step is None:
            return [on]
        return [Spec("teaching.back", computers("teaching.back"), self.take_back, "brass"), on]

    def over(self) -> list[Spec]:
        return self.instead() or super().over()

    def go_on(self) -> None:
        """The turn stays as it is."""
        if self.offer is not None:
            note = self.teaching.told if self.offer.step is None else self.teaching.kept
            note(self._end)
            self._let_go()
            self.keeper.save()
            self._sum_up()

    def take_back(self) -> None:
        """Back to the beginning of the turn, or to where something was revealed in it."""
        if self.offer is not None and self.offer.step is not None:
            self.match.undo(self.offer.step)
            self.table.follow(time.monotonic())

    def _count_back(self) -> None:
        """The turn was taken back, in whichever way."""
        if self.offer is not None and self.offer.step is not None:
            self.teaching.taken()
        else:
            self.teaching.forget()

    # ---- words --------------------------------------------------------------------------------

    def greeting(self) -> str:
        return self.offer.words if self.offer is not None else super().greeting()

    def prompt(self, question: str) -> str:
        return self.offer.words if self.offer is not None else super().prompt(question)

    def status(self, question: str) -> str:
        return self._asked() or super().status(question)

    def heading(self, question: str) -> str:
        return self._asked() or super().heading(question)

    def _asked(self) -> str:
        """What is asked while something is said."""
        if self.offer is None:
            return ""
        return computers("teaching.asked" if self.offer.step is not None else "teaching.aside")


class TeachingPage(Page):
    """Of which mistakes the person in a game is told, and what became of those so far."""

    name = "teaching"
    column_units = 34.0

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match
        self.teaching = Teaching(match.record)

    def title(self) -> str:
        return computers("teaching")

    def build(self, flow: Flow) -> None:
        teaching_choice(flow, self.teaching.size, self._switch, titled=True)
        if words := taught(self.match.record):
            flow.gap()
            flow.text(words)

    def foot(self) -> list[Spec]:
        return [Spec("back", t("done"), self.cancel, "primary", icon="check")]

    def _switch(self, size: str) -> None:
        self.teaching.switch(size)
        Keeper(self.app, self.match).save()
