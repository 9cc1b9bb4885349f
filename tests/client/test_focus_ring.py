"""The ring of the keyboard focus is visible on the games' graphics (WCAG 2.2, 1.4.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest

from game import engine
from game.client.app.app import App
from game.client.draw import theme
from game.client.draw.theme import Colour
from game.client.draw.widgets import Look
from game.client.table.table import TableScene
from tests.client.gallery import half_played
from tests.client.pairwise import pairwise
from tests.client.test_theme import contrast

Open = Callable[..., App]
STEP = 3
"""Distance in pixels between measured points of the ring."""


def around(rect: pygame.FRect, window: pygame.Rect) -> Iterator[tuple[float, float, float, float]]:
    """Yield points on the straight sides of a rectangle in the window, with the direction outwards."""
    corner = min(rect.width, rect.height) * 0.3
    for part in range(int(corner), int(rect.width - corner), STEP):
        yield from ((rect.x + part, rect.y, 0, -1), (rect.x + part, rect.bottom - 1, 0, 1))
    for part in range(int(corner), int(rect.height - corner), STEP):
        yield from ((rect.x, rect.y + part, -1, 0), (rect.right - 1, rect.y + part, 1, 0))


def colour(picture: pygame.Surface, x: float, y: float) -> Colour:
    r, g, b, _ = picture.get_at((round(x), round(y)))
    return r, g, b


@pytest.mark.parametrize(
    ("game", "screen", "chosen"),
    pairwise(engine.rulesets(), [((1280, 720), 1), ((1170, 2532), 3)], theme.THEMES),
    ids=str,
)
def test_the_ring_is_seen_all_the_way_round_on_the_picture_of_a_table(
    open_app: Open, game: str, screen: tuple[tuple[int, int], float], chosen: str
) -> None:
    """At every point one of its tones has 3:1 to the frame without it, both under it and next to it."""
    app = open_app(*screen)
    app.settings.theme = chosen
    app.keep_settings()
    table = TableScene(app, half_played(game))
    app.push(table)
    app.step()
    while table.unfinished:
        app.step()
    app.refresh()
    app.step()
    bare, unit = app.surface.copy(), app.metrics.unit
    window, thick = bare.get_rect(), max(2.0, unit * (0.05 + theme.ui.edge))
    measured = 0
    for widget in table.widgets:
        if widget.act is None or not widget.in_sight:
            continue
        ringed = bare.copy()
        widget.draw_focus(ringed, Look(unit, focus=True))
        ring = widget.rect.inflate(unit * 0.36, unit * 0.36)
        for x, y, dx, dy in around(ring, window):
            reach = round(2 * thick)
            across = [(round(x + dx * far), round(y + dy * far)) for far in range(-reach, reach + 1)]
            inside = [at for at in across if window.collidepoint(at)]
            if len(inside) < len(across):
                continue
            beside = colour(bare, *across[-1])
            both = [(colour(bare, *at), colour(ringed, *at)) for at in inside]
            tones = [(before, after) for before, after in both if before != after]
            assert max(contrast(before, after) for before, after in tones) >= 3, (widget.id, x, y)
            assert max(contrast(beside, after) for _, after in tones) >= 3, (widget.id, x, y)
            measured += 1
    assert measured > 500
