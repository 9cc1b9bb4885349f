"""Alternatives offered next to an element when one touch of it took the usual action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from game.client import theme
from game.client.theme import Metrics
from game.client.view import GameView, Shape
from game.client.widgets import Button
from game.engine.core import Action, State


class Beside(NamedTuple):
    """The element that was touched, and what else the touch could have meant."""

    element: str
    actions: Sequence[Action]


def beside_widgets(
    beside: Beside,
    shape: Shape | None,
    window: pygame.FRect,
    metrics: Metrics,
    view: GameView[State],
    act: Callable[[Action], None],
) -> Iterator[Button]:
    """A button for each alternative, next to the element and inside the board's window."""
    if shape is None:
        return
    unit, height = metrics.unit, max(metrics.finger, metrics.unit * 2.1)
    y = shape.rect.centery - height / 2
    for index, action in enumerate(beside.actions):
        words = view.instead(action)
        width = theme.font("bold", round(unit)).size(words)[0] + unit * 1.7
        rect = pygame.FRect(shape.rect.right + unit * 0.4, y, width, height)
        if rect.right > window.right:
            rect.right = shape.rect.left - unit * 0.4
        rect.clamp_ip(window)
        yield Button(f"instead.{index}", words, rect, partial(act, action), tone="brass")
        y += height + unit * 0.2
