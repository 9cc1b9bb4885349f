"""Target resolution: which selectable element a click or tap means, and dragging a piece from one to
another."""

from __future__ import annotations

from typing import NamedTuple

from game.client.app.gestures import Drag, Drop, Gesture, Pinch, Press
from game.client.touch.camera_control import CameraControl
from game.client.touch.hit_geometry import Hit, hit
from game.client.touch.hit_targets import HANDLE, HitTarget, shapes_of
from game.client.touch.pointing import Surface
from game.client.views.view import Shape


class HitTester:
    """Resolves a point to the element meant, or to those that a finger cannot tell apart."""

    def __init__(self, table: Surface, camera_control: CameraControl) -> None:
        self._table, self._camera_control = table, camera_control

    def at(self, x: float, y: float, touch: bool) -> HitTarget | None:
        """Return the spot meant at a point; None if no spot is near or several are too close together."""
        found = self._hit(x, y, touch)
        if found.element is None or self._camera_control.too_close(self._rivals(found)):
            return None
        return self._table.targets[found.element.removesuffix(HANDLE)]

    def too_close(self, x: float, y: float, touch: bool) -> list[HitTarget]:
        """Return the targets at a point that zooming in would tell apart; an empty list if one is meant."""
        rivals = self._rivals(self._hit(x, y, touch))
        return rivals if self._camera_control.too_close(rivals) else []

    def thing_at(self, x: float, y: float, touch: bool) -> str | None:
        """Return the element meant at a point, selectable or not, or None. On the board, items of a player
        board are not meant, and vice versa."""
        table, reach = self._table, self._table.app.metrics.finger * 0.25 if touch else 0
        over_board, state = bool(table.stage.camera.seen.collidepoint(x, y)), table.match.state
        shapes: dict[str, Shape] = {}
        for element in table.view.things(state):
            shape = table.view.shape(element, state) if table.view.on_board(element) == over_board else None
            if shape is not None:
                shapes[element] = shape
        return hit(shapes, x, y, reach).element

    def _hit(self, x: float, y: float, touch: bool) -> Hit:
        finger = self._table.app.metrics.finger
        on_board = bool(self._table.stage.camera.seen.collidepoint(x, y))
        shapes = shapes_of(self._table.targets, on_board)
        if touch:
            return hit(shapes, x, y, finger * 0.5, finger * 0.16, finger)
        return hit(shapes, x, y, finger * 0.16)

    def _rivals(self, found: Hit) -> list[HitTarget]:
        """Return the targets that a finger cannot tell apart."""
        return [
            self._table.targets[element] for element in {one.removesuffix(HANDLE) for one in found.rivals}
        ]


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
        spot = self._table.at(x, y, self._finger)
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
