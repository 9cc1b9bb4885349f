"""Which of the elements on offer a touch means, and a piece that is dragged from one to another."""

from __future__ import annotations

from collections.abc import Callable

from game.client.frame.gestures import Drag, Drop, Gesture, Pinch, Press
from game.client.touch.gaze import Gaze
from game.client.touch.hits import Hit, hit
from game.client.touch.pointing import Surface
from game.client.touch.spots import GRIP, Spot, shapes_of


class Aim:
    """Finds what a finger or the mouse means, and what it cannot tell apart."""

    def __init__(self, table: Surface, gaze: Gaze) -> None:
        self._table, self._gaze = table, gaze

    def at(self, x: float, y: float, touch: bool) -> Spot | None:
        """The spot meant at a point; None if there is none, or several too close together."""
        found = self._hit(x, y, touch)
        if found.element is None or self._gaze.too_close(self._rivals(found)):
            return None
        return self._table.spots[found.element.removesuffix(GRIP)]

    def too_close(self, x: float, y: float, touch: bool) -> list[Spot]:
        """The spots at a point that could be told apart from nearer by; none if one is meant."""
        rivals = self._rivals(self._hit(x, y, touch))
        return rivals if self._gaze.too_close(rivals) else []

    def _hit(self, x: float, y: float, touch: bool) -> Hit:
        finger = self._table.app.metrics.finger
        on_board = bool(self._table.stage.camera.seen.collidepoint(x, y))
        shapes = shapes_of(self._table.spots, on_board)
        if touch:
            return hit(shapes, x, y, finger * 0.5, finger * 0.16, finger)
        return hit(shapes, x, y, finger * 0.16)

    def _rivals(self, found: Hit) -> list[Spot]:
        """The spots a finger cannot tell apart."""
        return [self._table.spots[element] for element in {one.removesuffix(GRIP) for one in found.rivals}]


class Carry:
    """Drags a piece to where it goes: a touch of the place it is taken from, and one of where it is let go.

    A drag that begins elsewhere moves the board.
    """

    def __init__(
        self, table: Surface, back: Callable[[], object], miss: Callable[[float, float, bool], None]
    ) -> None:
        """`back`: puts the piece back; `miss`: answers when it is let go where nothing is on offer."""
        self._table, self._back, self._miss = table, back, miss
        self.at: tuple[float, float] | None = None
        """Where the piece is while it is dragged."""
        self._begun = False
        """It is known whether this drag carries anything."""
        self._from, self._version = "", 0
        """The place it was taken from, and the version of the match after that."""

    def follow(self, gesture: Gesture) -> bool:
        """Whether the gesture was one with a piece."""
        match gesture:
            case Drag(x, y, _, _, start_x, start_y):
                if not self._begun:
                    self._begun = True
                    self._take(start_x, start_y)
                if self.at is not None:
                    self.at = x, y
                    over = self._table.at(x, y, self._finger)
                    self._table.app.hover = over.id if isinstance(over, Spot) else ""
                return self.at is not None
            case Drop(x, y):
                carried, self.at, self._begun = self.at is not None, None, False
                if carried:
                    self._table.app.hover = ""
                    self._let_go(x, y)
                return carried
            case Press() | Pinch():
                self.at, self._begun = None, isinstance(gesture, Pinch)
        return False

    def _take(self, x: float, y: float) -> None:
        spot = self._table.at(x, y, self._finger)
        if isinstance(spot, Spot) and spot.act is not None and spot.asked and self._takes_up(spot.id):
            spot.act()
            self._from, self._version, self.at = spot.id, self._table.match.version, (x, y)

    @property
    def _finger(self) -> bool:
        return not self._table.app.mouse.exact

    def _takes_up(self, element: str) -> bool:
        """Whether a touch of an element takes a piece into an empty hand."""
        table, state = self._table, self._table.match.state
        chosen, actions = table.chooser.chosen, table.chooser.actions_with(element)
        if table.view.in_hand(chosen, state) is not None or not actions:
            return False
        if len(actions) > 1:
            return table.view.in_hand((*chosen, element), state) is not None
        after = state.copy()
        after.apply(actions[0])
        return after.actor == state.actor and table.view.in_hand((), after) is not None

    def _let_go(self, x: float, y: float) -> None:
        """Where something is on offer it is set down; where it was taken it stays in hand."""
        spot, table = self._table.at(x, y, self._finger), self._table
        if isinstance(spot, Spot) and spot.id == self._from:
            return
        if isinstance(spot, Spot) and spot.act is not None:
            spot.act()
            return
        if table.match.version == self._version:
            self._back()
        self._miss(x, y, self._finger)
