"""A move as it is shown: its pieces fly, what a computer touched shines, the next player's name unrolls."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import pygame

from game.client.frame.scene import Host
from game.client.stage.stage import Stage
from game.client.table.computers import pause
from game.client.table.table_parts import draw_banner
from game.client.touch.gaze import Gaze
from game.client.touch.spots import Spot
from game.match import Cursor, Match
from game.match.cursor import last_move

BANNER_SECONDS = 0.9


class Showing:
    """Shows each move once, and keeps whoever does not decide by touch waiting meanwhile."""

    def __init__(
        self, app: Host, match: Match, stage: Stage, gaze: Gaze, spots: Callable[[], Iterable[Spot]]
    ) -> None:
        """`spots`: what can be touched now, and is to be seen."""
        self._app, self._match, self._stage = app, match, stage
        self._gaze, self._spots = gaze, spots
        self._cursor = Cursor(len(match.log))
        self.touched: tuple[str, ...] = ()
        """The elements a computer player last acted on."""
        self.banner_until = 0.0
        """Until then the name of the player to decide is shown across the board."""
        self.handed_over = False
        """The last move passed the decision to another seat: a tap while its pieces fly only skips that."""

    def follow(self, match: Match, now: float) -> None:
        """Show the move that came last; what was under way is over."""
        entries = self._cursor.new(match)
        if not entries:
            return
        animator, move = self._stage.animator, last_move(entries)
        animator.skip()
        self.touched, self.handed_over = (), False
        if move is None:
            return
        by_hand = match.controllers[move.seat].by_hand
        self.touched = () if by_hand else move.action.path
        self._stage.show(move.events, match.state, now, self._app.pace)
        landed = animator.ends(now)
        match.rest(landed + pause(self._app, match))
        actor = match.state.actor
        self.handed_over = actor != move.seat
        if actor is None:
            self.banner_until = now
        if self.handed_over and actor is not None and match.controllers[actor].by_hand and self._app.pace > 0:
            self.banner_until = landed + BANNER_SECONDS
        if actor is not None:
            self.look_there(now)
        self._gaze.at_elements(self.touched, match.state, now)

    def look_there(self, now: float) -> None:
        """Pan to what is asked."""
        self._gaze.at_asked(self._spots(), self._app.metrics.finger, now)

    def hurry(self, now: float) -> None:
        """Everything has landed, and the next may go on."""
        self._stage.animator.skip()
        self.banner_until = now
        self._match.rest(now)

    @property
    def takes_no_touch(self) -> bool:
        """Whether pieces still fly to where the next player will find them: a touch is none of theirs yet."""
        return bool(self._stage.animator.flights) and self.handed_over

    def draw_banner(self, target: pygame.Surface, unit: float) -> None:
        """The ribbon with the name of whoever decides now."""
        left = (self.banner_until - time.monotonic()) / BANNER_SECONDS
        actor = self._match.state.actor
        if 0 < left <= 1 and actor is not None:
            draw_banner(target, self._stage.camera.window, self._match.players[actor], 1 - left, unit)
