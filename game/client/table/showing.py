"""A move as it is shown: its pieces fly, what a computer touched shines, the next player's name unrolls."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import pygame

from game.client.frame.scene import Host
from game.client.stage.changes import Change, changes_of, draw_ways, lights_of
from game.client.stage.layers import LIGHT
from game.client.stage.outlines import CHOSEN, Lit
from game.client.stage.slip import HandOver
from game.client.stage.stage import Stage
from game.client.table.computers import missed, pause
from game.client.table.table_parts import draw_banner
from game.client.touch.gaze import Gaze
from game.client.touch.spots import Spot
from game.match import Cursor, Match, Move
from game.match.cursor import last_move

BANNER_SECONDS = 0.9


def goes_on(match: Match, move: Move) -> bool:
    """Whether a move of another has only interrupted the turn of somebody who plays here alone."""
    alone = sum(controller.by_hand for controller in match.controllers) == 1
    begun = any(event.kind == "turn" for event in move.events)
    return alone and not begun and match.state.turn_seat == match.state.actor != move.seat


class Showing:
    """Shows each move once, and keeps whoever does not decide by touch waiting meanwhile."""

    def __init__(
        self,
        app: Host,
        match: Match,
        stage: Stage,
        gaze: Gaze,
        spots: Callable[[], Iterable[Spot]],
        handover: HandOver,
    ) -> None:
        """`spots`: what can be touched now, and is to be seen; `handover`: says by itself who is next."""
        self._app, self._match, self._stage = app, match, stage
        self._gaze, self._spots, self._handover = gaze, spots, handover
        self._cursor = Cursor(len(match.log))
        self._fresh = True
        """Nothing has been touched since the others moved."""
        self._changes: tuple[object, list[Change]] = (None, [])
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
        self.touched, self.handed_over, self._fresh = (), False, True
        if move is None:
            return
        by_hand = match.controllers[move.seat].by_hand
        self.touched = () if by_hand else move.action.path
        self._stage.show(move.events, match.state, now, self._app.pace)
        landed = animator.ends(now)
        match.rest(landed + pause(self._app, match))
        actor = match.state.actor
        self.handed_over = actor != move.seat
        if actor is None or self._handover.up:
            self.banner_until = now
        elif match.controllers[actor].by_hand and self._is_named(move) and self._app.pace > 0:
            self.banner_until = landed + BANNER_SECONDS
        if actor is not None:
            self.look_there(now)
        self._gaze.at_elements(self.touched, match.state, now)

    def _is_named(self, move: Move) -> bool:
        """Whether the next to decide is somebody else, for whom more begins than the rest of a turn."""
        return self.handed_over and not goes_on(self._match, move)

    def dismiss(self) -> bool:
        """Something was touched: what the others did has been seen; whether it was shown until now."""
        shown = bool(self.changes)
        if self._match.state.actor is not None and self._by_hand:
            self._fresh, self.touched = False, ()
        return shown

    @property
    def _by_hand(self) -> bool:
        actor = self._match.state.actor
        return actor is not None and self._match.controllers[actor].by_hand

    @property
    def changes(self) -> list[Change]:
        """What others have changed since the person to decide last did anything, until that person does."""
        since, match = missed(self._match) if self._fresh else None, self._match
        if since is None or self._stage.animator.flights:
            return []
        if self._changes[0] != match.version:
            moves = match.moves[since:]
            self._changes = match.version, changes_of(self._stage.view, moves, match.state)
        return self._changes[1]

    def lights(self) -> list[Lit]:
        """Rings around what others have changed, or around what a computer does at the moment."""
        stage, state = self._stage, self._match.state
        if self.changes:
            beside = {spot.id for spot in self._spots()}
            unit = stage.camera.board.height * LIGHT
            return lights_of(stage.view, self.changes, state, unit, beside)
        touched = () if self._by_hand else self.touched
        return [Lit(shape, CHOSEN) for shape in self._gaze.on_board(touched, state)]

    def draw_ways(self, target: pygame.Surface, unit: float) -> None:
        """Arrows where others have moved pieces."""
        stage = self._stage
        draw_ways(target, stage.view, self.changes, self._match.state, stage.camera.seen, unit)

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
