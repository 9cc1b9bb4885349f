"""Resolution of a touch to an element."""

from __future__ import annotations

import pygame

from game.client.touch.hit_geometry import Hit, distance, hit
from game.client.views.view import Shape


def circle(x: float, y: float, radius: float) -> Shape:
    return Shape(pygame.FRect(x - radius, y - radius, 2 * radius, 2 * radius), round=True)


def box(x: float, y: float, width: float, height: float) -> Shape:
    return Shape(pygame.FRect(x, y, width, height))


def test_the_nearest_within_reach_is_meant() -> None:
    shapes = {"near": circle(0, 0, 10), "far": circle(100, 0, 10)}
    assert hit(shapes, 18, 0, reach=20, doubt=5) == Hit("near")
    assert hit(shapes, 50, 0, reach=20, doubt=5) == Hit(None)


def test_a_finger_between_two_is_not_guessed() -> None:
    shapes = {"left": circle(0, 0, 10), "right": circle(26, 0, 10)}
    assert set(hit(shapes, 12, 0, reach=20, doubt=5).rivals) == {"left", "right"}


def test_a_mouse_is_exact() -> None:
    shapes = {"left": circle(0, 0, 10), "right": circle(22, 0, 10)}
    assert hit(shapes, 11.5, 0, reach=4, doubt=0) == Hit("right")


def test_the_small_one_on_the_large_one_is_meant() -> None:
    shapes = {"town": box(0, 0, 100, 60), "office": box(10, 10, 20, 20)}
    assert hit(shapes, 20, 20, reach=10, doubt=5) == Hit("office")
    assert hit(shapes, 80, 40, reach=10, doubt=5) == Hit("town")


def test_a_route_is_a_line_and_a_province_an_area() -> None:
    route = Shape(pygame.FRect(0, 0, 100, 100), points=((0, 0), (100, 100)), open=True)
    assert distance(route, 50, 50) == 0
    assert distance(route, 100, 0) > 60
    area = Shape(pygame.FRect(0, 0, 100, 100), points=((0, 0), (100, 0), (0, 100)))
    assert distance(area, 20, 20) == 0
    assert distance(area, 90, 90) > 40
