"""Target resolution: which selectable element a click or tap means, and dragging a piece from one to
another."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

import pygame

from game.client.app.gestures import Drag, Drop, Gesture, Pinch, Press
from game.client.touch.camera_control import CameraControl
from game.client.touch.hit_geometry import depth, hit, well_inside
from game.client.touch.hit_targets import HANDLE, HitTarget, shapes_of
from game.client.touch.pointing import Surface
from game.client.views.view import Shape

NEAR, LEAD = 0.14, 0.1
"""Limits of a certain tap, in fingers (44 CSS pixels): the maximum distance from the element, and the minimum
by which the next is further."""
FAR = 0.25
"""Maximum distance of a tap in doubt, in fingers. From a small element it is half a finger to its centre."""
MOUSE_NEAR = 0.16
"""Maximum distance of the mouse from the element it means, in fingers."""
SPOT = 0.25
"""Maximum distance in fingers of two taps on one spot."""


class Doubt(NamedTuple):
    """A tap that may have meant several elements, for which the board was zoomed in.

    element: the nearest, which is marked: another tap at (x, y) activates it
    situation: the decision and the window in which this holds
    """

    element: str
    x: float
    y: float
    situation: object


class HitTester:
    """Resolves a point to the element meant, or to those among which a finger is in doubt."""

    def __init__(self, table: Surface, camera_control: CameraControl) -> None:
        self._table, self._camera_control = table, camera_control
        self._doubt: Doubt | None = None

    def at(self, x: float, y: float, touch: bool, *, drags: bool = False) -> HitTarget | None:
        """Return the target meant at a point; None if none is near or the point is in doubt.

        drags: True at the start of a drag, which takes up a piece even where a tap on it means its line
        """
        near, certain = self._near(x, y, touch)
        if certain:
            return near[0] if drags else self.line_of(near[0])
        below = (shape for shape in self._others(x, y).values() if depth(shape, x, y) <= 0)
        if (line := next(filter(None, map(self._line_through, below)), None)) is not None:
            return line
        doubt, spot = self.doubt, SPOT * self._table.app.metrics.finger
        again = touch and doubt is not None and hypot(x - doubt.x, y - doubt.y) <= spot
        return self._table.targets[doubt.element] if again and doubt is not None else None

    def line_of(self, target: HitTarget) -> HitTarget:
        """Return the line that is meant by a tap on a piece, or else the target itself: a tap on a piece of a
        route that can be claimed claims it."""
        line = None if target.shape is None or target.effect else self._line_through(target.shape)
        return target if line is None else line

    def _line_through(self, shape: Shape) -> HitTarget | None:
        """Return the line through a house or the piece in it, if the prompt asks for that line."""
        for line in self._table.targets.values() if shape.round else ():
            open_line = line.shape if line.asked and line.shape is not None and line.shape.open else None
            if open_line is not None and depth(open_line, *shape.rect.center) <= shape.rect.width / 2:
                return line
        return None

    def in_doubt(self, x: float, y: float, touch: bool) -> list[HitTarget]:
        """Return the targets among which zooming in would decide, the nearest first; empty if there is no
        doubt."""
        near, certain = self._near(x, y, touch)
        return [] if certain else near

    @property
    def doubt(self) -> Doubt | None:
        """The last tap in doubt, until anything else happens."""
        doubt = self._doubt
        holds = doubt is not None and doubt.situation == self._situation
        return doubt if doubt is not None and holds and doubt.element in self._table.targets else None

    def ask(self, target: HitTarget, x: float, y: float) -> tuple[float, float]:
        """Mark a target as the one that a tap in doubt probably meant. Return the point on it that belongs
        under the finger."""
        self._doubt = Doubt(target.id, x, y, self._situation)
        shapes = [shape for shape in (target.touch_handle, target.shape) if shape is not None]
        return well_inside(min(shapes, key=lambda shape: depth(shape, x, y)), x, y)

    def forget(self) -> None:
        """Withdraw the mark, because the player looks elsewhere."""
        self._doubt = None

    @property
    def _situation(self) -> object:
        table = self._table
        return table.match.version, table.chooser, table.chooser.chosen, table.app.metrics

    def thing_at(self, x: float, y: float, touch: bool) -> str | None:
        """Return the element meant at a point, selectable or not, or None. On the board, items of a player
        board are not meant, and vice versa."""
        reach = self._table.app.metrics.finger * FAR if touch else 0
        return hit(self._things(x, y), x, y, reach).element

    def _things(self, x: float, y: float) -> dict[str, Shape]:
        """Return the shapes of all items that have an explanation, on the same board as a point."""
        table = self._table
        over_board, state = self._over_board(x, y), table.match.state
        shapes: dict[str, Shape] = {}
        for element in table.view.things(state):
            shape = table.view.shape(element, state) if table.view.on_board(element) == over_board else None
            if shape is not None:
                shapes[element] = shape
        return shapes

    def _over_board(self, x: float, y: float) -> bool:
        """Return True if a point is over the visible board, in whole pixels, to which targets are clipped."""
        return bool(pygame.Rect(self._table.stage.camera.seen).collidepoint(x, y))

    def _near(self, x: float, y: float, touch: bool) -> tuple[list[HitTarget], bool]:
        """Return the targets that a point may mean, the nearest first, and whether that one is meant."""
        finger = self._table.app.metrics.finger
        shapes = shapes_of(self._table.targets, self._over_board(x, y))
        reach, lead = (finger / 2, finger * LEAD) if touch else (finger * MOUSE_NEAR, 0.0)
        found = hit(shapes, x, y, reach, lead)
        if found.element is not None and found.outside > 0:
            found = hit(shapes, x, y, reach, lead, self._others(x, y))
        if found.element is None:
            return [], False
        names = dict.fromkeys(one.removesuffix(HANDLE) for one in (found.element, *found.rivals))
        near = [self._table.targets[name] for name in names if name in self._table.targets]
        if not touch or (len(names) == 1 and found.outside <= finger * NEAR):
            return near, True
        limit, certain = finger * FAR, not self._camera_control.tells_apart(near)
        if not certain:
            limit = max(limit, reach - min(shapes[found.element].rect.size) / 2)
        return (near, certain) if found.outside <= limit else ([], False)

    def _others(self, x: float, y: float) -> dict[str, Shape]:
        """Return the small items near a point that cannot be activated now."""
        return {
            name: shape
            for name, shape in self._things(x, y).items()
            if name not in self._table.targets and not shape.points
        }


class Dragged(NamedTuple):
    """The effect of a gesture on a piece being dragged.

    handled: True if the gesture was part of dragging a piece
    missed_at: where the piece was dropped on nothing selectable: x, y and True for a finger
    returns: True if the piece goes back to its place then
    """

    handled: bool = False
    missed_at: tuple[float, float, bool] | None = None
    returns: bool = False


class PieceDrag:
    """Drag and drop of a piece: activates the place it is taken from, then the one where it is dropped.

    A drag that does not start on a piece pans the board.
    """

    def __init__(self, table: Surface) -> None:
        self._table = table
        self.at: tuple[float, float] | None = None
        """Position of the piece while it is dragged."""
        self._begun = False
        """True once it is known whether the current drag carries a piece."""
        self._from, self._version = "", 0
        """The place the piece was taken from, and the version of the match after that."""

    def follow(self, gesture: Gesture) -> Dragged:
        """Handle a gesture."""
        match gesture:
            case Drag(x, y, _, _, start_x, start_y):
                if not self._begun:
                    self._begun = True
                    self._take(start_x, start_y)
                if self.at is not None:
                    self.at = x, y
                    over = self._table.at(x, y, self._finger)
                    self._table.app.hover = over.id if isinstance(over, HitTarget) else ""
                return Dragged(self.at is not None)
            case Drop(x, y):
                carried, self.at, self._begun = self.at is not None, None, False
                if carried:
                    self._table.app.hover = ""
                    return self._let_go(x, y)
            case Press() | Pinch():
                self.at, self._begun = None, isinstance(gesture, Pinch)
        return Dragged()

    def _take(self, x: float, y: float) -> None:
        spot = self._table.at(x, y, self._finger, drags=True)
        if isinstance(spot, HitTarget) and spot.act is not None and spot.asked and self._takes_up(spot.id):
            spot.act()
            self._from, self._version, self.at = spot.id, self._table.match.version, (x, y)

    @property
    def _finger(self) -> bool:
        return not self._table.app.mouse.exact

    def _takes_up(self, element: str) -> bool:
        """Return True if activating an element would pick up a piece."""
        table, state = self._table, self._table.match.state
        chosen, actions = table.chooser.chosen, table.chooser.actions_with(element)
        if table.view.in_hand(chosen, state) is not None or not actions:
            return False
        if len(actions) > 1:
            return table.view.in_hand((*chosen, element), state) is not None
        after = state.copy()
        after.apply(actions[0])
        return after.actor == state.actor and table.view.in_hand((), after) is not None

    def _let_go(self, x: float, y: float) -> Dragged:
        """Drop the piece on a selectable element. Dropped on its origin, it remains in hand."""
        spot, table = self._table.at(x, y, self._finger), self._table
        if isinstance(spot, HitTarget) and spot.id == self._from:
            return Dragged(True)
        if isinstance(spot, HitTarget) and spot.act is not None:
            spot.act()
            return Dragged(True)
        return Dragged(True, (x, y, self._finger), table.match.version == self._version)
