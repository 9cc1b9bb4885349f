"""The warning that an opponent can end the game and win, for the guide and the teaching game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from game.client.app.scene import Host
from game.client.touch.threats import threats_to, wins_next
from game.client.views.view import GameView
from game.engine.core import State
from game.match import Match
from game.platform import ThinkError


async def after_turn(app: Host, view: GameView[Any], state: State, seat: int) -> str:
    """Return the sentence that an opponent can now end the game and win, after the turn of a seat; empty if
    none can, or if that is unknown."""
    if not view.threatens or state.actor is None or not any(gauge.near for gauge in view.gauges(state)):
        return ""
    try:
        return wins_next(view, await threats_to(app, state, seat), "now")
    except ThinkError:
        return ""


class Danger:
    """Asks at each decision in a person's own turn, once the end of the game is near, whether an opponent can
    end it and win."""

    def __init__(self, app: Host, match: Match) -> None:
        self._app, self._match = app, match
        self._asked = self._told = -1
        """Versions of the match of the last request, and of the last answer."""
        self._words = ""
        self._read: tuple[int, str] | None = None
        """The turn and the sentence that the player has read."""
        self._task: asyncio.Future[None] | None = None
        self.places: tuple[str, ...] = ()
        """Elements of the board where the game would end."""

    @property
    def words(self) -> str:
        """The sentence for the current decision, unless it has been read in this turn; otherwise ""."""
        match = self._match
        if self._told != match.version or self._read == (match.state.turn_number, self._words):
            return ""
        return self._words

    def look(self, view: GameView[Any], then: Callable[[], None]) -> None:
        """Ask, if that is due. `then` is called when there is something to say."""
        match, state = self._match, self._match.state
        seat, version = state.actor, match.version
        if self._asked == version or seat is None or seat != state.turn_seat:
            return
        if not view.threatens or not match.controllers[seat].by_hand:
            return
        self._asked = version
        if any(gauge.near for gauge in view.gauges(state)):
            self.stop()
            self._task = self._app.spawn(self._ask(view, seat, version, then), wakes=True)

    async def _ask(self, view: GameView[Any], seat: int, version: int, then: Callable[[], None]) -> None:
        try:
            found = await threats_to(self._app, self._match.state, seat)
        except ThinkError:
            return
        if version != self._match.version:
            return
        self._told, self._words = version, wins_next(view, found)
        self.places = tuple(one.place for one in found if one.wins and one.place)[:1]
        if self.words:
            then()

    def read(self) -> None:
        """Note that the player has read the sentence."""
        self._read = self._match.state.turn_number, self._words

    def stop(self) -> None:
        """Cancel a pending request."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
