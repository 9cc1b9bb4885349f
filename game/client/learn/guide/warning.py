"""The warning before a guided player ends a turn that is as poor as a clear mistake, or an idle one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.client.app.scene import Host
from game.client.learn.guide.texts import GuideWords, Passage
from game.client.learn.teaching import EVALUATION_TIMEOUT
from game.client.words.i18n import guide
from game.engine.core import Action, Reason
from game.match import Match
from game.match.analysis import END_TURN
from game.match.mistake_sizes import SIZES, reaches
from game.match.teaching import SURE, TurnSegment, about_to_end
from game.platform import ThinkError
from game.worker_messages import MessageError, TurnEvaluation, from_json, request

LEAST = SIZES["clear"]
"""Minimum loss of win probability to warn of."""


class PoorTurn(NamedTuple):
    """A turn to warn of: the part that can be taken back, and a better plan with its reason.

    idle: True if nothing has been done in it
    """

    part: TurnSegment
    reason: Reason | None
    plan: Sequence[str]
    idle: bool = False


class TurnWarning:
    """Evaluates a turn before it is ended: as soon as nothing else can be done, or when the player ends it.

    The table never waits: only the action that ends the turn is held back, for three seconds at most.
    """

    def __init__(self, app: Host, match: Match) -> None:
        self._app, self._match = app, match
        self._version = match.version
        self._looked = -1
        """Version of the match in which it was last checked whether anything else can be done."""
        self._task: asyncio.Future[None] | None = None
        self._held: Action | None = None
        """The action that ends the turn, once the player has chosen it."""
        self._known = False
        """True if the turn has been evaluated and the warning, if any, was accepted."""
        self.offer: PoorTurn | None = None
        """The turn to warn of."""
        self.advised: Sequence[str] = ()
        """The actions that the guide has suggested for this turn; following them is never called poor."""

    @property
    def pending(self) -> bool:
        """True while the player waits for the evaluation."""
        return self._held is not None and self._task is not None

    @property
    def speaks(self) -> bool:
        """True while there is a warning, or the player waits for the evaluation."""
        return self.pending or self.offer is not None

    @property
    def said(self) -> object:
        """Key of what the card has to say about the turn."""
        return self.pending, self.offer

    def follow(self, match: Match) -> None:
        """Start again after any event."""
        if match.version == self._version:
            return
        self._version = match.version
        self.stop()
        self._held, self._known, self.offer = None, False, None

    def stop(self) -> None:
        """Cancel a pending evaluation."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def look_ahead(self, then: Callable[[], None]) -> None:
        """Evaluate the turn if nothing is left but to end it."""
        if self._looked == self._match.version:
            return
        self._looked = self._match.version
        legal = self._match.state.legal_actions() if self._own_turn else ()
        if len(legal) == 1:
            self._evaluate(legal[0], then)

    def allows(self, action: Action, then: Callable[[], None], reason: Reason | None) -> bool:
        """Return True if an action may be played now. Otherwise it is held back, and `then` is called when
        the turn has been evaluated. Ending the turn in spite of the warning is allowed.

        reason: that of the suggestion for the position; None if there is no suggestion
        """
        if action.text != END_TURN or self.offer is not None or not self._own_turn:
            return True
        if not self._known:
            self._held = action
            part = about_to_end(self._match, action)
            if reason is not None and part is not None and self._is_idle(part):
                self.offer = PoorTurn(part, reason, self.advised, idle=True)
                then()
            else:
                self._evaluate(action, then)
        return self._known

    def _is_idle(self, part: TurnSegment) -> bool:
        """Return True if a turn ends before anything was done, although something was suggested."""
        return len(part.played) == 1 and any(text != END_TURN for text in self.advised)

    def granted(self) -> Action | None:
        """Return the action that was held back if it may be played now."""
        return self._held if self._known else None

    def withdraw(self) -> None:
        """Forget the warning and the end of the turn."""
        self._held, self.offer = None, None

    def accept(self) -> None:
        """Let the turn stand in spite of the warning."""
        self._known, self.offer = True, None

    @property
    def _own_turn(self) -> bool:
        state = self._match.state
        seat = state.actor
        return seat is not None and seat == state.turn_seat and self._match.controllers[seat].by_hand

    def _evaluate(self, action: Action, then: Callable[[], None]) -> None:
        """Begin to evaluate the turn that an action would end."""
        part = about_to_end(self._match, action)
        if part is None or action.text != END_TURN or self._as_advised(part):
            self._known = True
        elif self._task is None:
            self._task = self._app.spawn(self._judge(part, then), wakes=True)

    def _as_advised(self, part: TurnSegment) -> bool:
        moves, seat = self._match.moves[part.step :], self._match.state.actor
        played = sorted(move.action.text for move in moves if move.seat == seat)
        return bool(played) and played == sorted(text for text in self.advised if text != END_TURN)

    async def _judge(self, part: TurnSegment, then: Callable[[], None]) -> None:
        played, version = tuple(action.text for action in part.played), self._match.version
        asked = request("judge", part.before, played=played, seconds=EVALUATION_TIMEOUT)
        try:
            worst = from_json(TurnEvaluation, await self._app.platform.think(asked)).worst
        except (ThinkError, MessageError):
            worst = None
        if version != self._match.version:
            return
        self._task = None
        found = None if worst is None else worst.decision
        if found is not None and reaches(found.given_away, LEAST) and found.sure >= SURE:
            unplayed = part.step == len(self._match.moves)
            possible = unplayed or self._match.undoes(part.step)
            self.offer = PoorTurn(part, found.reason, found.plan) if possible else None
        self._known = self.offer is None
        then()

    def passage(self, words: GuideWords) -> Passage:
        """Return the warning with what would be better, and where."""
        assert self.offer is not None
        part, reason, plan, idle = self.offer
        rather = None if reason is None else words.suggestion("rather", reason, plan, part.before, more=False)
        better = rather or Passage(words.clue(reason, part.before))
        return better._replace(words=f"{guide('idle' if idle else 'poor')} {better.words}", way=())
