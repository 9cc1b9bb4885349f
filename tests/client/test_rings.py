"""What can be touched stands out from any ground of the boards, and more than what cannot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, inf, pi, sin
from statistics import median

import pygame
import pytest

from game.client.draw.sprites import hurry
from game.client.draw.theme import Colour
from game.client.frame import to
from game.client.frame.app import App
from game.client.stage.layers import LIGHT
from game.client.stage.outlines import ASKED, LATER, Lit, draw_light
from game.client.table.table import Table
from game.client.views.view import Shape
from tests.client.conftest import new_match
from tests.client.test_theme import contrast

ANGLES = 24
"""So many points of each ring are measured."""


def ground_of(app: App, game: str, seats: int) -> tuple[Table, pygame.Surface]:
    """A table, and its board without lights and pieces."""
    app.home(to.Title())
    table = Table(app, new_match(game, seats))
    app.push(table)
    app.step()
    ground = pygame.Surface(app.surface.get_size())
    with hurry(inf) as now:
        table.view.prepare_ground(pygame.FRect(table.stage.camera.window), now)
    table.view.draw_ground(ground, table.match.state)
    return table, ground


def strengths(shape: Shape, drawn: pygame.Surface, ground: pygame.Surface) -> list[float]:
    """Around a shape: the best contrast that anything drawn near its edge has to the ground beside it."""
    rect, found = shape.rect, list[float]()
    thick = rect.height * 0.2 if shape.round else 5
    for step in range(ANGLES):
        dx, dy = cos(2 * pi * step / ANGLES), sin(2 * pi * step / ANGLES)
        edge = rect.width / 2 if shape.round else _to_side(rect, dx, dy)
        if edge is not None:
            at = partial(_pixel, rect.center, dx, dy)
            beside = at(ground, edge + thick + 2)
            across = [at(drawn, edge + half / 2) for half in range(-6, round(2 * thick))]
            found.append(max(contrast(one, beside) for one in across))
    return sorted(found)


def _to_side(rect: pygame.FRect, dx: float, dy: float) -> float | None:
    """How far it is from the middle of a box to its edge; None at a corner, which is round."""
    if abs(abs(dx) * rect.height - abs(dy) * rect.width) < rect.width / 2:
        return None
    return min(rect.width / 2 / max(abs(dx), 1e-9), rect.height / 2 / max(abs(dy), 1e-9))


def _pixel(middle: tuple[float, float], dx: float, dy: float, drawn: pygame.Surface, far: float) -> Colour:
    r, g, b, _ = drawn.get_at((round(middle[0] + dx * far), round(middle[1] + dy * far)))
    return r, g, b


@pytest.mark.parametrize(("game", "seats"), [("hansa-teutonica", 3), ("hansa-teutonica", 5), ("hansa", 4)])
def test_the_ring_of_what_can_be_touched_has_a_contrast_of_3_and_is_stronger_than_what_is_printed(
    open_app: Callable[..., App], game: str, seats: int
) -> None:
    """Where one ring in ten touches another thing (a name, a tower), that may be as dark as the ring."""
    table, ground = ground_of(open_app(), game, seats)
    state, unit = table.match.state, table.stage.camera.board.height * LIGHT
    for thing in filter(table.view.on_board, table.view.things(state)):
        shape = table.view.shape(thing, state)
        if shape is None or shape.points:
            continue
        printed = strengths(shape, ground, ground)
        for light in (LATER, ASKED):
            lit = ground.copy()
            draw_light(lit, Lit(shape, light), unit)
            ring = strengths(shape, lit, ground)
            assert ring[len(ring) // 10] >= 3, (thing, light, ring)
            stronger = 1.5 if thing.startswith("house.") else 1.0
            assert median(ring) >= stronger * median(printed), (thing, light, ring, printed)
