"""The table on screen: the board behind the camera, the player boards, pieces in flight.

Board and player boards are recorded again only after changes, a part per frame (layers.py). Pieces in flight
and pop-up numbers are drawn above them in every frame.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import hypot, pi, sin
from typing import Any

import pygame

from game.client.app.gestures import Drag, Drop, Gesture, Key, Pinch, Tap, Wheel
from game.client.draw import paint, theme
from game.client.draw.canvas import Mark
from game.client.draw.scenery import draw_sea
from game.client.draw.sprites import hurry
from game.client.draw.theme import Metrics
from game.client.stage.animator import Animator
from game.client.stage.camera import Camera, Pose
from game.client.stage.layers import BoardLayer, DesksLayer
from game.client.stage.moments import draw_homing, draw_moment
from game.client.stage.outlines import Lit
from game.client.stage.table_layout import TableLayout, table_layout
from game.client.views.view import GameView, Read
from game.client.words.i18n import t
from game.engine.core import Event, State

HOME = 1.0
"""Zoom at which the whole board is visible."""
NEAREST = 2.4
"""Maximum zoom of the initial view if that fills the window."""
EMPTY = 1.5
"""Zoom needed to fill the window from which an upright board would leave too much of it empty."""
APART, FURTHER = 0.75, 1.5
"""For a tap in doubt, the item size in fingers to zoom to, and the minimum zoom factor."""
SETTLE_SECONDS = 0.25
"""Delay after the last change of zoom before the board is drawn sharply."""
GLIDE_SECONDS = 0.32
SHARE = 0.004
"""Seconds of a frame available for drawing missing parts, the first half of them for player boards."""
FIRST_SHARE = 0.005
"""Drawing time per frame until the first view is complete, when nothing moves yet."""
LEAST_BELOW = 4.0
"""Minimum height in units of the room below the whole board that is worth using."""
MOST_COPIES = 5
TRAIL = 0.16
"""Gap between the pieces of one event, as a fraction of their path; at most `MOST_COPIES` pieces fly."""
MARK, SMALL_MARK = 0.045, 0.55
"""Limits of the unit for text on the board: the maximum relative to the board's height, and the minimum
relative to the window's unit."""

LEGIBLE = 0.68
"""Minimum height in units of the figures of the board overlay."""


class Stage:
    """The renderer of a table: draws a state with a view, moves the camera, animates moves."""

    def __init__(self, view: GameView[Any], seats: int) -> None:
        self.view = view
        self.seats = seats
        self.camera = Camera(view.board_aspect)
        self.animator = Animator(view.flight_seconds)
        self.asks = True
        """True if the prompt is shown on the table and not elsewhere."""
        self.tools = 0.0
        """Width of the toolbar if the tabs are next to it (table_layout.py)."""
        self.card = 0.0
        """Height of a card that takes the log's place in a wide window."""
        self.layout: TableLayout | None = None
        self._metrics = theme.metrics(1, 1, 1)
        self._board, self._desks = BoardLayer(view), DesksLayer(view)
        self._drawn = False
        """True after the first frame, in which everything else is drawn for the first time as well."""
        self._begun = False
        """True once the first view is complete."""
        self._missing: dict[object, Callable[[], object]] = {}
        """Functions that draw the sprites left out of the last frames."""
        self._prepared = False
        """True if sprites and tiles have been drawn since the last frame (`prepare`)."""
        self.rehearses = False
        """True while the scene is drawn for its texts and images only: `draw` does nothing."""
        self.steered = False
        """True if the camera has been moved by hand since the first view."""
        self._settle_at = 0.0
        self._settled = False
        """True if the camera had rested long enough at the last drawing."""
        self._glide: tuple[float, Pose, Pose] | None = None
        self._middle = 0.5
        self.first = self.camera.pose
        """Pose of the camera when the table opened in the current window."""
        self.views: dict[int, Pose] = {}
        """Pose of the camera when each person at this device last acted, by seat, in the current window."""
        self.landed: list[Event] = []
        """Events seen to happen at the last update."""

    # ---- layout -----------------------------------------------------------------------------

    def arrange(self, metrics: Metrics, shown: int, pull: float = 0.0, rows: int = 1) -> TableLayout:
        """Lay out the table for a window.

        shown: the seat whose player board is shown
        pull: how far a folded player board is pulled up, 0 to 1
        rows: number of rows of buttons below the board
        """
        layout = self.plan(metrics, shown, pull, rows)
        fresh = metrics != self._metrics
        grown = self.layout is not None and metrics._replace(height=self._metrics.height) == self._metrics
        filled = self.camera.zoom > self.camera.filling * 0.99
        self.layout, self._metrics = layout, metrics
        self.camera.look_through(layout.board)
        self.camera.covered = layout.lift
        self.camera.above = None
        if layout.strip is not None:  # the button above it ends where the board begins
            self.camera.above = max(0.0, layout.end.y + metrics.button - layout.board.y) + metrics.unit * 0.3
        if fresh:
            self.camera.closest = self._closest()
            if layout.strip is not None and grown:
                self._stay_filled(filled)
            else:
                self._board, self._desks = BoardLayer(self.view), DesksLayer(self.view)
                self._first_picture()
            self._glide = None
        self._place_desks()
        self.place_board()
        return layout

    def slide(self, shown: int, pull: float, rows: int) -> TableLayout:
        """Lay out the table while the drawer moves; the visible part of the board is already the final
        one."""
        self.layout = self.plan(self._metrics, shown, pull, rows)
        self._place_desks()
        return self.layout

    def plan(self, metrics: Metrics, shown: int, pull: float = 0.0, rows: int = 1) -> TableLayout:
        """Return the layout for a window without applying it."""
        view = self.view
        return table_layout(
            metrics,
            self.seats,
            shown,
            view.desk_height,
            view.board_aspect,
            self.asks,
            self.tools,
            self.card,
            pull,
            rows,
        )

    def _place_desks(self) -> None:
        assert self.layout is not None
        unit, text = self.layout.desk_unit, self._metrics.unit
        for seat, rect, compact, _, strip in self.layout.desks:
            self.view.set_desk(seat, rect, compact, unit, strip=strip, text=text)

    def place_board(self) -> None:
        """Tell the view the board's position behind the camera."""
        self.view.set_board(self.camera.board)
        self.view.geometry.least = self._metrics.unit * LEGIBLE

    @property
    def at_home(self) -> bool:
        """True if the whole board is in view."""
        return self.camera.zoom <= HOME * 1.05

    @property
    def smallest(self) -> float:
        """Size in pixels of the smallest items while the whole board is visible: 2 % of its width."""
        return 0.02 * min(self.camera.window.width, self.camera.window.height * self.camera.aspect)

    def mark(self, unit: float) -> float:
        """Return the unit for text and marks drawn over the board, smaller if the board is small."""
        return max(unit * SMALL_MARK, min(unit, self.camera.board.height * MARK))

    def _closest(self) -> float:
        """Return the zoom at which the smallest items are as large as a finger."""
        return max(1.5, min(8.0, self._metrics.finger * 1.1 / self.smallest))

    # ---- camera -----------------------------------------------------------------------------

    def steer(self, gesture: Gesture, now: float) -> bool:
        """Handle gestures that move the camera; return True if it moved."""
        camera = self.camera
        match gesture:
            case Wheel(x, y, amount) if camera.seen.collidepoint(x, y):
                camera.scale(1.2**amount, x, y)
            case Pinch(x, y, dx, dy, factor):
                camera.move(dx, dy)
                camera.scale(factor, x, y)
            case Drag(_, _, dx, dy, start_x, start_y) if camera.seen.collidepoint(start_x, start_y):
                camera.move(dx, dy)
            case Tap(x, y, _, taps=2) if camera.seen.collidepoint(x, y):
                return self.toggle(x, y, now)
            case Key(name="+" | "=" | "keypad +" | "[+]"):
                camera.scale(1.3, *camera.window.center)
            case Key(name="-" | "keypad -" | "[-]"):
                camera.scale(1 / 1.3, *camera.window.center)
            case Key(name="0" | "home"):
                return self.glide_home(now)
            case Key(name="left" | "right" | "up" | "down" as way) if camera.zoom > 1:
                step = self._metrics.unit * 4
                camera.move(
                    step * ((way == "left") - (way == "right")), step * ((way == "up") - (way == "down"))
                )
            case Drop() | _:
                return False
        self._glide, self.steered = None, True
        self._moved(now)
        return True

    def toggle(self, x: float, y: float, now: float) -> bool:
        """Zoom in on (x, y), or back out to the whole board."""
        if not self.at_home:
            return self.glide_home(now)
        start, self.steered = self.camera.pose, True
        self.camera.scale(2.2, x, y)
        return self._glide_from(start, now)

    def glide_home(self, now: float) -> bool:
        """Animate the camera back to the whole board."""
        start = self.camera.pose
        self._at_home()
        return self._glide_from(start, now)

    @property
    def fills(self) -> bool:
        """True if the first view is enlarged to fill the window, because the player board is folded or an
        upright board would leave much of the window empty."""
        folds = self.layout is not None and self.layout.strip is not None
        return folds or (self.camera.aspect < 1 and self.camera.filling >= EMPTY)

    def _first_picture(self) -> None:
        """Show the whole board, or its middle part enlarged to fill the window."""
        self._at_home()
        self.steered = False
        self.views.clear()
        if self.fills:
            self._fill()
        self.first = self.camera.pose

    def begin_at(self, middle: float) -> None:
        """Set the centre of the view that fills the window, in fractions of the board's width, and show it if
        it is the first view."""
        shown, self._middle = self.camera.pose == self.first, middle
        if shown and self.fills:
            self._fill()
            self.first = self.camera.pose
            self.place_board()

    def _fill(self) -> None:
        self.camera.go_to((min(NEAREST, self.camera.filling), self._middle, 0.5))

    def _stay_filled(self, filled: bool) -> None:
        """Adapt to a new window height: a board that filled the window fills it again and never shrinks."""
        if filled:
            self.camera.zoom = max(self.camera.zoom, min(NEAREST, self.camera.filling))
        self.camera.go_to(self.camera.pose)

    def _at_home(self) -> None:
        """Show the whole board, centred."""
        self.camera.zoom = HOME
        self.camera.go_to(self.camera.pose)

    def glide_filled(self, now: float) -> bool:
        """Animate the camera to the zoom at which the board fills its window, as a player's own choice."""
        start, self.steered = self.camera.pose, True
        self._fill()
        return self._glide_from(start, now)

    def glide_near(
        self,
        rects: Sequence[pygame.FRect],
        x: float,
        y: float,
        now: float,
        at: tuple[float, float] | None = None,
    ) -> bool:
        """Zoom in about (x, y) until a finger can tell these items apart, but no closer, where players would
        lose their orientation.

        at: the place to which (x, y) moves
        """
        start, least = self.camera.pose, min(min(rect.size) for rect in rects)
        self.camera.zoom_about(max(FURTHER, self._metrics.finger * APART / least), x, y, at)
        return self._glide_from(start, now)

    def glide_within(self, now: float) -> bool:
        """Move a resting board back to its usual limits, so that no part of it is cut off next to empty
        space."""
        start = self.camera.pose
        return self._glide is None and self.camera.within() and self._glide_from(start, now)

    def glide_close(self, rect: pygame.FRect, margin: float, now: float) -> bool:
        """Animate the camera to show `rect` as large as fits with a margin."""
        start = self.camera.pose
        self.camera.frame(rect, margin)
        return self._glide_from(start, now)

    def glide_show(self, x: float, y: float, now: float) -> bool:
        """Pan by the least distance that brings a point into view."""
        start = self.camera.pose
        return self.camera.show(x, y, self._metrics.finger) and self._glide_from(start, now)

    def glide_include(self, rect: pygame.FRect, now: float, margin: float = 0.4) -> bool:
        """Pan by the least distance that brings all of `rect` into view with a margin in units; False if it
        does not fit."""
        start = self.camera.pose
        if not self.camera.include(rect, self._metrics.unit * margin):
            return False
        self._glide_from(start, now)
        return True

    def glide_back(self, rect: pygame.FRect, now: float, margin: float, above: float) -> None:
        """Bring all of `rect` into view with a margin in units, zooming out if it does not fit.

        above: covered height at the top of the visible area, in pixels
        """
        start = self.camera.pose
        self.camera.encompass(rect, self._metrics.unit * margin, above)
        self._glide_from(start, now)

    @property
    def aim(self) -> Pose:
        """Pose in which the camera rests, or will rest after its movement."""
        return self.camera.pose if self._glide is None else self._glide[2]

    def glide_to(self, pose: Pose, now: float) -> bool:
        """Animate the camera to a pose that it had before."""
        start = self.camera.pose
        self.camera.go_to(pose)
        return self._glide_from(start, now)

    def _glide_from(self, start: Pose, now: float) -> bool:
        """Animate the camera from a pose to its current one; jump if animations are off. False if there is no
        difference."""
        end = self.camera.pose
        if end == start:
            return False
        if self.still or not self._begun:
            self._glide = None
        else:
            self._glide = (now, start, end)
            self.camera.go_to(start)
        self._moved(now)
        return True

    read: Read | None = None
    """The board overlay shown, if any."""
    still = False
    """True if nothing may move by itself; set by the scene."""

    def _moved(self, now: float) -> None:
        self._missing.clear()  # another size needs others
        self._settle_at = now + SETTLE_SECONDS
        self.place_board()

    # ---- time -------------------------------------------------------------------------------

    def show(self, events: Sequence[Event], state: State, now: float, pace: float) -> None:
        """Animate the moves of events; `state` is the state after them."""
        moments = [self.view.moment(event, state) for event in events]
        self.animator.show(events, now, pace, moments)

    def update(self, now: float) -> bool:
        """Advance the animations; return True if another frame is needed."""
        self.landed = self.animator.advance(now)
        if self._glide is not None:
            begun, start, end = self._glide
            part = min(1.0, (now - begun) / GLIDE_SECONDS)
            eased = part * part * (3 - 2 * part)
            between = [a + (b - a) * eased for a, b in zip(start, end, strict=True)]
            self.camera.go_to((between[0], between[1], between[2]))
            self._moved(now)
            if part >= 1:
                self._glide, self._settle_at = None, now
        return self.animator.busy or self._glide is not None

    @property
    def finished(self) -> bool:
        """True if everything has been drawn at its current place."""
        return self._board.sharp(self.camera) and self._desks.ready

    @property
    def steady(self) -> bool:
        """True if board and player boards rest and no highlight animation runs."""
        layout = self.layout
        lies = layout is None or layout.lift in (0, round(layout.rise))
        return self._settled and lies and not self.animator.moments

    @property
    def below(self) -> pygame.FRect | None:
        """The part of an upright phone's window below the whole board; None if that is not in view or
        nothing fits there."""
        layout, free, unit = self.layout, self.free, self._metrics.unit
        if layout is None or layout.strip is None or self._glide is not None or not self.at_home:
            return None
        top = self.camera.board.bottom + unit * 0.5
        room = pygame.FRect(free.x, top, free.width, free.bottom - unit * 0.5 - top)
        return room if room.height >= LEAST_BELOW * unit else None

    @property
    def free(self) -> pygame.FRect:
        """The part of the board's window that is not covered at the moment."""
        assert self.layout is not None
        free = self.layout.board.copy()
        free.height -= self.layout.lift
        return free

    @property
    def desks_rest(self) -> bool:
        """True if the player boards rest and are drawn completely."""
        layout = self.layout
        return layout is None or (layout.lift in (0, round(layout.rise)) and self._desks.ready)

    # ---- drawing ----------------------------------------------------------------------------

    def draw(
        self,
        target: pygame.Surface,
        state: State,
        version: int,
        now: float,
        lights: Sequence[Lit] = (),
        ways: Sequence[Mark] = (),
    ) -> None:
        """Draw board and player boards. `version` is the match's; a new one causes a new recording.

        lights: highlights on the ground of the board, below the pieces; later ones are drawn on top
        ways: arrows above the highlights, below name plates and pieces
        """
        assert self.layout is not None, "arrange() comes first"
        if self.rehearses:
            return
        hidden = self.animator.hidden()
        draw_sea(target)
        shown = (version, theme.ui.name, t.language)
        look = (shown, hidden, self.read)
        self._settled = self._glide is None and now >= self._settle_at
        begun, share = time.perf_counter(), SHARE if self._begun else FIRST_SHARE
        settled, fades = self._settled, not self.still
        with hurry(begun + share) as time_left:
            time_left.draw_missing(self._missing)
            if not self._drawn:
                time_left.stop()
            time_left.until -= share / 2
            self._desks.note(target, state, self.layout, (shown, hidden), time_left)
            time_left.until += share / 2
            if self._prepared:
                time_left.stop()
            self._board.draw(
                target, state, self.camera, look, lights, ways, time_left, settled=settled, fades=fades
            )
        self._drawn, self._prepared = True, False
        self._missing |= time_left.missing
        if self.layout.lift:
            self._draw_under_desk(target, self.layout)
        self._desks.draw(target)
        self._begun = self._begun or self.finished

    def prepare_first(self) -> Iterator[None]:
        """Prepare the ground of the board for the first frame, in steps."""
        yield from self._board.prepare(self.camera)

    def prepare(self, until: float) -> bool:
        """Draw missing sprites, then missing tiles of a board at rest, for later frames up to a time. Return
        True if something was drawn, False as well if a player board has to be recorded first."""
        if not self._settled or self.finished or not (self._missing or self._desks.ready):
            return False
        with hurry(until) as time_left:
            time_left.draw_missing(self._missing)
            self._board.prepare_ground(self.camera, time_left)
        self._missing |= time_left.missing
        self._prepared = time_left.drawn > 0
        return self._prepared

    def _draw_under_desk(self, target: pygame.Surface, layout: TableLayout) -> None:
        """Draw the ground and the edge of the drawer that covers the lower part of the board."""
        top = layout.board.bottom - layout.lift
        ground = pygame.Rect(0, round(top), target.get_width(), target.get_height() - round(top))
        target.set_clip(ground)
        draw_sea(target)
        target.set_clip(None)
        target.fill(theme.ui.line, (ground.x, ground.y, ground.width, max(1, round(self._metrics.ratio))))

    def draw_flights(self, target: pygame.Surface, state: State, now: float) -> None:
        """Draw the pieces in flight and the pop-up numbers."""
        target.set_clip(self.camera.seen)
        for moment, start, end in self.animator.moments:
            if start <= now:
                part = (now - start) / (end - start)
                draw_moment(target, moment, part, self.view, state, self.camera.board.height)
        target.set_clip(None)
        for event, part in self.animator.sprites(now):
            way, image = self.view.course(event, state), self.view.flying(event)
            copies = max(1, min(event.amount, MOST_COPIES))
            for copy in range(copies):
                own = min(1.0, max(0.0, part * (1 + TRAIL * (copies - 1)) - TRAIL * copy))
                if self.view.homing(event):
                    draw_homing(target, image, way, own)
                    continue
                x, y = along(way, own)
                lift = sin(own * pi) * self._metrics.unit * 0.9 if len(way) == 2 else 0.0
                target.blit(image, image.get_rect(center=(round(x), round(y - lift))))
        for pop in self.animator.pops:
            if pop.start <= now:
                self._draw_pop(target, state, pop.event, (now - pop.start) / (pop.end - pop.start))

    def _draw_pop(self, target: pygame.Surface, state: State, event: Event, part: float) -> None:
        unit = self._metrics.unit
        x, y = self.view.anchor(event.target, state)
        words = f"{event.amount:+d}"
        width = theme.font("bold", round(unit * 1.2)).size(words)[0] + unit * 0.8
        rect = pygame.FRect(x - width / 2, y - unit * (0.9 + 1.6 * part), width, unit * 1.6)
        rect.clamp_ip(pygame.FRect(target.get_rect()))
        paint.blit_rounded(target, rect, unit * 0.8, theme.BRASS_LIGHT, theme.BRASS_DARK, max(1, unit * 0.08))
        paint.blit_text(target, words, "bold", unit * 1.2, theme.INK, rect, "center")


def along(way: Sequence[tuple[float, float]], part: float) -> tuple[float, float]:
    """Return the point at the fraction `part` of a polyline's length."""
    steps = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(way)]
    left = sum(steps) * part
    for step, ((ax, ay), (bx, by)) in zip(steps, pairwise(way), strict=True):
        if left <= step and step:
            return ax + (bx - ax) * left / step, ay + (by - ay) * left / step
        left -= step
    return way[-1]
