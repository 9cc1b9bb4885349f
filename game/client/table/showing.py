"""Presentation of moves: flying pieces, highlights of a computer's elements, the banner of the next
player."""

from __future__ import annotations

import time
from collections.abc import Mapping

import pygame

from game.client.app.scene import Host
from game.client.stage.camera import Pose
from game.client.stage.changes import BoardChange, changes_of, draw_ways, lights_of, losses_of
from game.client.stage.layers import LIGHT
from game.client.stage.moments import MOST_PULSING, Pulse
from game.client.stage.notice_layout import HandOver
from game.client.stage.outlines import CHOSEN, Lit
from game.client.stage.stage import Stage
from game.client.table.computers import missed, pause
from game.client.table.table_parts import draw_banner
from game.client.touch.camera_control import CameraControl
from game.client.touch.hit_targets import HitTarget
from game.client.words.i18n import t
from game.match import Cursor, Match, Move
from game.match.log import last_move

BANNER_SECONDS = 0.9


def goes_on(match: Match, move: Move) -> bool:
    """Return True if an opponent's move merely interrupted the turn of the only person playing here."""
    alone = sum(controller.by_hand for controller in match.controllers) == 1
    begun = any(event.kind == "turn" for event in move.events)
    return alone and not begun and match.state.turn_seat == match.state.actor != move.seat


class Showing:
    """Shows each move once, and delays players other than persons at this table meanwhile."""

    def __init__(
        self,
        app: Host,
        match: Match,
        stage: Stage,
        camera_control: CameraControl,
        targets: Mapping[str, HitTarget],
        handover: HandOver,
    ) -> None:
        """`targets`: interactive elements, to be brought into view; `handover`: replaces the banner."""
        self._app, self._match, self._stage = app, match, stage
        self._camera_control, self._spots, self._handover = camera_control, targets, handover
        self._cursor = Cursor(len(match.log))
        self._fresh = True
        """True until the first input after the opponents' moves."""
        self._looks = False
        """True from a move until the camera has followed it."""
        self._changes: tuple[object, list[BoardChange]] = (None, [])
        self._losses: tuple[object, str] = (None, "")
        self.touched: tuple[str, ...] = ()
        """Elements on which a computer player last acted."""
        self._returns: tuple[int, Pose] | None = None
        """The person whose decision is next, and where the camera was led before, until it has returned."""
        self._arrives = False
        """True from the return of the camera until what the prompt asks for has been brought into view."""
        self.banner_until = 0.0
        """Time until which the banner with the name of the player to decide is shown."""
        self.pulse = Pulse()
        self.handed_over = False
        """True if the last move passed the decision to another seat; input during its animation only skips
        that."""

    def follow(self, match: Match, now: float) -> None:
        """Show the latest move, and end the presentation of earlier ones."""
        entries = self._cursor.new(match.log)
        if not entries:
            return
        animator, move = self._stage.animator, last_move(entries)
        animator.skip()
        self.touched, self.handed_over, self._fresh = (), False, True
        self._looks, self._returns, self._arrives = False, None, False
        if move is None:
            return
        self.touched = () if match.controllers[move.seat].by_hand else move.action.path
        self._stage.show(move.events, match.state, now, self._app.pace)
        landed = animator.ends(now)
        match.rest(landed + pause(self._app, match))
        actor = match.state.actor
        self.handed_over = actor != move.seat
        if actor is None or self._handover.up:
            self.banner_until = now
        elif match.by_hand and self._is_named(move) and self._app.pace > 0:
            self.banner_until = landed + BANNER_SECONDS
        self.pulse.end()
        if any(event.kind == "turn" for event in move.events) and not self._handover.up:
            self.start_pulse(max(landed, self.banner_until))
        self._looks = True

    def look(self, now: float) -> None:
        """Let the camera follow the latest move, once the table is laid out for the new prompt."""
        if not self._looks:
            return
        self._looks, match = False, self._match
        actor, mover = match.state.actor, match.moves[-1].seat
        if match.controllers[mover].by_hand:
            self._stage.views[mover] = self._stage.aim
        returns = self.handed_over and match.by_hand
        if actor is not None and not returns:
            self.look_there(now)
        if not returns or self._app.pace > 0:
            self._camera_control.at_elements(self.touched, match.state, now)
        if returns and actor is not None:
            self._returns = actor, self._stage.aim

    def _is_named(self, move: Move) -> bool:
        """Return True if the next player to decide is another one, and starts more than the rest of a
        turn."""
        return self.handed_over and not goes_on(self._match, move)

    def start_pulse(self, at: float) -> None:
        """Let the targets pulse once when a person's turn begins, unless animations are off."""
        if self._by_hand and self._app.pace > 0:
            self.pulse.begin(at)

    def draw_pulse(self, target: pygame.Surface, now: float) -> None:
        """Draw the pulse of the targets in sight; where most are empty places, that of the others only."""
        spots = [spot for spot in self._spots.values() if spot.in_sight and not spot.folded]
        if len(spots) > MOST_PULSING:
            spots = [spot for spot in spots if spot.effect != "fill"][:MOST_PULSING]
        boxes = (spot.touch_handle or spot.shape for spot in spots)
        self.pulse.draw(target, filter(None, boxes), now)

    def losses(self) -> str:
        """Return the sentences about the pieces that others have removed from the board since the last
        decision of the person to decide, until that person's next input. Those about the person's own pieces
        come first."""
        match, view = self._match, self._stage.view
        since = missed(match) if self._fresh else None
        if since is None:
            return ""
        if self._losses[0] != (match.version, t.language):
            found = losses_of(view, match.moves[since:])
            own_first = sorted(found, key=lambda seats: seats[1] != match.state.actor)
            told = (view.tell_losses(*seats, found[seats], match.state) for seats in own_first)
            self._losses = (match.version, t.language), " ".join(filter(None, told))
        return self._losses[1]

    def dismiss(self) -> bool:
        """Hide the opponents' changes after an input; return True if any were shown."""
        shown = bool(self.changes)
        self.pulse.end()
        if self._match.state.actor is not None and self._by_hand:
            self._fresh, self.touched = False, ()
        return shown

    @property
    def _by_hand(self) -> bool:
        return self._match.by_hand

    @property
    def changes(self) -> list[BoardChange]:
        """The opponents' changes since the last decision of the person to decide, until that person's next
        input."""
        since, match = missed(self._match) if self._fresh else None, self._match
        if since is None or self._stage.animator.flights:
            return []
        if self._changes[0] != match.version:
            moves = match.moves[since:]
            self._changes = match.version, changes_of(self._stage.view, moves, match.state)
        return self._changes[1]

    def lights(self) -> list[Lit]:
        """Return rings around the opponents' changes, or around the elements of a computer's current
        action."""
        stage, state = self._stage, self._match.state
        if self.changes:
            beside = set(self._spots)
            unit = stage.camera.board.height * LIGHT
            return lights_of(stage.view, self.changes, state, unit, beside)
        touched = () if self._by_hand else self.touched
        return [Lit(shape, CHOSEN) for shape in self._camera_control.on_board(touched, state)]

    def draw_ways(self, target: pygame.Surface, unit: float) -> None:
        """Draw arrows where opponents have moved pieces."""
        stage = self._stage
        draw_ways(target, stage.view, self.changes, self._match.state, stage.camera.seen, unit)

    def look_there(self, now: float) -> None:
        """Pan to the elements that the prompt asks for, unless the camera is about to return."""
        if self._returns is None:
            self._stage.glide_within(now)
            self._camera_control.at_asked(self._spots.values(), self._app.metrics.finger, now)

    def look_back(self, now: float) -> bool:
        """After the moves of others have been shown, return the camera to the view that the person to decide
        had before, unless it has been moved since. Then pan to what the prompt asks for. Return True if
        another frame is needed."""
        if self._returns is not None and not self._stage.animator.flights and not self._handover.up:
            (seat, led), self._returns = self._returns, None
            self._arrives = self._stage.aim == led
            if self._arrives:
                self._stage.glide_to(self._stage.views.get(seat, self._stage.first), now)
            return True
        if self._arrives and self._stage.aim == self._stage.camera.pose:
            self._arrives = False
            self.look_there(now)
            return True
        return self._arrives

    def hurry(self, now: float) -> None:
        """Skip the presentation, so that the next step can follow."""
        self._stage.animator.skip()
        self.banner_until = now
        self._match.rest(now)

    @property
    def takes_no_touch(self) -> bool:
        """True while pieces are moving before another seat's decision, when that player's input is
        ignored."""
        return bool(self._stage.animator.flights) and self.handed_over

    def draw_banner(self, target: pygame.Surface, unit: float) -> None:
        """Draw the banner with the name of the player to decide."""
        left = (self.banner_until - time.monotonic()) / BANNER_SECONDS
        actor = self._match.state.actor
        if 0 < left <= 1 and actor is not None:
            draw_banner(target, self._stage.camera.window, self._match.players[actor], 1 - left, unit)
