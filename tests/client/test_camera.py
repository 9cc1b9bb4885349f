"""Zoom and pan: the board never leaves its window."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.stage.camera import Camera


def camera() -> Camera:
    made = Camera(1.4)
    made.look_through(pygame.FRect(10, 20, 700, 400))
    return made


steps = st.lists(
    st.one_of(
        st.tuples(st.just("move"), st.floats(-900, 900), st.floats(-900, 900)),
        st.tuples(st.just("scale"), st.floats(0.3, 3), st.floats(10, 700)),
    ),
    max_size=12,
)


@given(steps)
def test_no_empty_space_beside_a_board_that_fills_the_window(steps: list[tuple[str, float, float]]) -> None:
    made = camera()
    for kind, a, b in steps:
        if kind == "move":
            made.move(a, b)
        else:
            made.scale(a, b, 200)
        board, window = made.board, made.window
        for low, high, start, end in (
            (board.left, board.right, window.left, window.right),
            (board.top, board.bottom, window.top, window.bottom),
        ):
            if high - low >= end - start - 0.01:
                assert low <= start + 0.5 and high >= end - 0.5
            else:
                assert low >= start - 0.5 and high <= end + 0.5


@given(st.floats(1.1, 3), st.floats(200, 500), st.floats(120, 320))
def test_what_is_under_the_fingers_stays_there(factor: float, x: float, y: float) -> None:
    made = camera()
    made.scale(2, 360, 220)
    before = made.board
    share = ((x - before.x) / before.width, (y - before.y) / before.height)
    made.scale(factor, x, y)
    after = made.board
    if made.zoom < made.closest:
        assert after.x + share[0] * after.width == pytest.approx(x, abs=0.6)
        assert after.y + share[1] * after.height == pytest.approx(y, abs=0.6)


def test_a_framed_part_lies_in_the_middle_of_the_window() -> None:
    made = camera()
    part = pygame.FRect(made.board.centerx - 60, made.board.centery - 40, 40, 30)
    share = (
        (part.centerx - made.board.x) / made.board.width,
        (part.centery - made.board.y) / made.board.height,
    )
    made.frame(part, 20)
    x = made.board.x + share[0] * made.board.width
    y = made.board.y + share[1] * made.board.height
    assert (x, y) == pytest.approx(made.window.center, abs=1)
    assert made.zoom > 2


def test_a_part_of_the_board_comes_into_sight_by_the_shortest_way_if_there_is_room_for_it() -> None:
    made = camera()
    made.scale(3, 360, 220)
    before = made.board
    part = pygame.FRect(made.window.right + 40, made.window.y + 100, 200, 100)
    assert made.include(part, 10)
    moved = made.board.x - before.x
    assert moved == pytest.approx(made.window.right - 10 - part.right) and made.board.y == before.y
    assert not made.include(pygame.FRect(0, 0, made.window.width, 50), 10), "wider than there is room"


poses = st.tuples(st.floats(1, 4), st.floats(0, 1), st.floats(0, 1))


@given(poses, st.floats(1.1, 5), st.floats(15, 700), st.floats(25, 415), st.floats(0.4, 3))
def test_zooming_about_a_finger_leaves_exactly_the_same_point_under_it(
    pose: tuple[float, float, float], factor: float, x: float, y: float, aspect: float
) -> None:
    made = Camera(aspect)
    made.look_through(pygame.FRect(10, 20, 700, 400))
    made.closest = 8.0
    made.zoom, made._x, made._y = pose
    made.move(0, 0)
    before = made.board
    if not before.collidepoint(x, y):
        return
    share = (x - before.x) / before.width, (y - before.y) / before.height
    made.zoom_about(factor, x, y)
    after = made.board
    assert after.x + share[0] * after.width == pytest.approx(x, abs=0.6)
    assert after.y + share[1] * after.height == pytest.approx(y, abs=0.6)
    assert made.zoom > pose[0]


@given(st.floats(1.5, 6), st.floats(15, 700), st.floats(25, 415), steps)
def test_the_margin_that_zooming_about_a_finger_leaves_never_jumps_and_only_shrinks(
    factor: float, x: float, y: float, moves: list[tuple[str, float, float]]
) -> None:
    made = Camera(0.6)  # in a wide window
    made.look_through(pygame.FRect(10, 20, 700, 400))
    made.closest = 8.0
    made.zoom_about(factor, x, y)
    pose = made.pose
    made.look_through(pygame.FRect(10, 20, 700, 400))
    assert made.pose == pytest.approx(pose), "laying out again moves nothing"

    def margin() -> float:
        board, window = made.board, made.window
        return max(0.0, board.left - window.left, window.right - board.right)

    for kind, dx, dy in moves:
        if kind == "move":
            before = margin()
            made.move(dx, dy)
            assert margin() <= before + 0.5
