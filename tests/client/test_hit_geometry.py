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
    assert hit(shapes, 18, 0, reach=20, lead=5) == Hit("near", outside=8)
    assert hit(shapes, 50, 0, reach=20, lead=5) == Hit(None)


def test_inside_one_it_counts_how_much_further_the_next_is() -> None:
    shapes = {"left": circle(0, 0, 5), "right": circle(13, 0, 5)}
    assert hit(shapes, 0, 0, reach=20, lead=6) == Hit("left"), "8 pixels from the other"
    assert hit(shapes, 3, 0, reach=20, lead=6) == Hit("left")
    assert hit(shapes, 4, 0, reach=20, lead=6) == Hit("left", ("right",))


def test_a_finger_between_two_is_not_guessed() -> None:
    shapes = {"left": circle(0, 0, 10), "right": circle(26, 0, 10)}
    assert hit(shapes, 12, 0, reach=20, lead=5) == Hit("left", ("right",), 2)


def test_a_mouse_is_exact() -> None:
    shapes = {"left": circle(0, 0, 10), "right": circle(22, 0, 10)}
    assert hit(shapes, 11.5, 0, reach=4) == Hit("right", outside=0.5)


def test_the_small_one_on_the_large_one_is_meant() -> None:
    shapes = {"town": box(0, 0, 100, 60), "office": box(10, 10, 20, 20)}
    assert hit(shapes, 20, 20, reach=10, lead=5) == Hit("office")
    assert hit(shapes, 80, 40, reach=10, lead=5) == Hit("town")


def test_of_two_that_overlap_the_one_is_meant_in_which_the_point_is_deeper() -> None:
    shapes = {"left": circle(0, 0, 10), "right": circle(12, 0, 9)}
    assert hit(shapes, 5, 0, reach=10).element == "left"
    assert hit(shapes, 8, 0, reach=10).element == "right"


def test_nothing_is_hit_from_inside_of_another_item_that_cannot_be_meant() -> None:
    shapes, others = {"empty": circle(0, 0, 10)}, {"taken": circle(24, 0, 10), "town": box(-20, -20, 90, 40)}
    assert hit(shapes, 16, 0, 20, 5, others) == Hit(None)
    assert hit(shapes, 16, 0, 20, 0, others) == Hit(None), "nor by a mouse"
    assert hit(shapes, 13, 0, 20, 5, others) == Hit("empty", ("taken",), 3)
    assert hit(shapes, 11, 0, 20, 5, others) == Hit("empty", outside=1), "both lie on the town"
    assert hit(shapes, 9.5, 0, 20, 5, others) == Hit("empty")


def test_a_route_is_a_line_and_a_province_an_area() -> None:
    route = Shape(pygame.FRect(0, 0, 100, 100), points=((0, 0), (100, 100)), open=True)
    assert distance(route, 50, 50) == 0
    assert distance(route, 100, 0) > 60
    area = Shape(pygame.FRect(0, 0, 100, 100), points=((0, 0), (100, 0), (0, 100)))
    assert distance(area, 20, 20) == 0
    assert distance(area, 90, 90) > 40
