"""Which of the elements on offer a touch means."""

from __future__ import annotations

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
