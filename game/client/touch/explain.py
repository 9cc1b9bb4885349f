"""Explanations for clicks and taps on elements that are not selectable."""

from __future__ import annotations

from typing import Any

from game.client.touch.hits import hit
from game.client.views.view import GameView, Shape
from game.engine.core import State


def thing_at(
    view: GameView[Any], state: State, x: float, y: float, reach: float, over_board: bool
) -> str | None:
    """Return the element meant at a point, within `reach` pixels, or None.

    over_board: True if the point is on the board: items of a player board are not meant there, and vice versa
    """
    shapes: dict[str, Shape] = {}
    for element in view.things(state):
        shape = view.shape(element, state) if view.on_board(element) == over_board else None
        if shape is not None:
            shapes[element] = shape
    return hit(shapes, x, y, reach, 0).element


def why_not(view: GameView[Any], state: State, x: float, y: float, reach: float, over_board: bool) -> str:
    """Explain in one sentence why the element found by `thing_at` is not selectable; empty if there is
    none."""
    element = thing_at(view, state, x, y, reach, over_board)
    return "" if element is None else view.why_not(element, state)
