"""The layout of any window: nothing overlaps or exceeds the window."""

from __future__ import annotations

from itertools import combinations, pairwise

import pygame
import pytest

from game.client.draw import theme
from game.client.stage.table_layout import table_layout

WINDOWS = [
    (390, 844, 1), (780, 1688, 2), (1170, 2532, 3), (360, 640, 1), (768, 1024, 1), (1024, 768, 1),
    (1280, 720, 1), (1366, 768, 1), (1920, 1080, 1), (2560, 1440, 2), (3840, 2160, 1), (3840, 2160, 2),
    (844, 390, 1), (640, 360, 1), (1280, 720, 2), (320, 568, 1), (640, 1136, 2),
]  # fmt: skip


def desk_height(width: float, compact: bool, unit: float) -> float:
    """Return the approximate height of the player boards of Hansa Teutonica."""
    return unit * (3.4 if compact else 10.5)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("tools", [0.0, 2.0], ids=["tabs", "tabs beside two tools"])
def test_nothing_overlaps_and_nothing_lies_outside(
    window: tuple[int, int, int], seats: int, tools: float
) -> None:
    metrics = theme.metrics(*window)
    for shown in range(seats):
        layout = table_layout(
            metrics, seats, shown, desk_height, tools=tools * (metrics.finger + metrics.unit)
        )
        status = [] if layout.tabs_lead else [layout.status]
        assert not layout.tabs_lead or tools
        parts = [*status, layout.board, layout.actions, *layout.tabs]
        parts += [place.rect for place in layout.desks if place.drawn]
        parts += [layout.log] if layout.log else []
        whole = pygame.FRect(0, 0, metrics.width, metrics.height)
        for part in parts:
            assert whole.contains(part), (part, whole)
        for one, other in combinations(parts, 2):
            shared = one.clip(other)
            assert shared.width * shared.height < 1, (one, other)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("window", [(390, 844, 1), (844, 390, 1)], ids=str)
def test_the_tabs_of_a_phone_are_alike_and_leave_no_room_but_equal_gaps(
    window: tuple[int, int, int], seats: int
) -> None:
    layout = table_layout(theme.metrics(*window), seats, 0, desk_height)
    tabs = layout.tabs
    assert len(tabs) == seats and len({round(tab.width, 2) for tab in tabs}) == 1
    desk = next(place.rect for place in layout.desks if place.seat == 0)
    assert (tabs[0].left, tabs[-1].right) == pytest.approx((desk.left, desk.right), abs=0.01)
    gaps = [after.left - before.right for before, after in pairwise(tabs)]
    assert gaps == pytest.approx([gaps[0]] * len(gaps), abs=0.01) and gaps[0] > 0


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_the_board_gets_the_most_room(window: tuple[int, int, int]) -> None:
    metrics = theme.metrics(*window)
    layout = table_layout(metrics, 4, 0, desk_height)
    assert layout.board.width * layout.board.height > 0.3 * metrics.width * metrics.height


DESKS = [(1280, 720, 1), (1366, 768, 1), (1920, 1080, 1), (2560, 1440, 1), (2560, 1440, 2)]
ASPECT = 1.42
"""Approximate aspect ratio of a board."""


def narrow_desk_height(width: float, compact: bool, unit: float) -> float:
    """Return the height of the player boards of Hansa Teutonica in a narrow column."""
    return min(unit, width / 20) * (4.0 if compact else 12.1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("window", DESKS, ids=str)
def test_on_a_desk_the_board_has_the_full_height_and_everything_else_is_one_column(
    window: tuple[int, int, int], seats: int
) -> None:
    metrics = theme.metrics(*window)
    layout = table_layout(metrics, seats, 0, narrow_desk_height, ASPECT)
    assert layout.board.topleft == (0, 0) and layout.board.height == metrics.height
    assert min(layout.board.height, layout.board.width / ASPECT) > 0.93 * metrics.height
    assert layout.log is not None and layout.log.height > 6 * metrics.unit
    parts = [layout.tools, layout.status, layout.end, layout.actions, layout.log]
    parts += [place.rect for place in layout.desks if place.seat == 0]
    assert len({(part.x, part.width) for part in parts}) == 1
    assert all(place.rect.left >= layout.actions.left for place in layout.desks)


def test_the_column_beside_the_board_is_narrow() -> None:
    layout = table_layout(theme.metrics(1280, 720, 1), 3, 0, narrow_desk_height, ASPECT)
    assert 280 <= layout.actions.width <= 300
    assert 970 <= layout.board.width <= 990


def test_others_desks_are_tabs_where_they_would_leave_the_log_no_room() -> None:
    three, five = (
        table_layout(theme.metrics(1280, 720, 1), n, 0, narrow_desk_height, ASPECT) for n in (3, 5)
    )
    assert not three.tabs and all(place.drawn for place in three.desks)
    assert len(five.tabs) == 5 and [place.drawn for place in five.desks] == [True, *[False] * 4]
    large = table_layout(theme.metrics(2560, 1440, 1), 5, 0, narrow_desk_height, ASPECT)
    assert not large.tabs


@pytest.mark.parametrize("text", [1.2, 1.4])
def test_larger_text_folds_no_desk(text: float) -> None:
    for width, height, ratio in DESKS:
        for seats in (2, 3, 4, 5):
            usual, larger = (
                table_layout(theme.metrics(width, height, ratio, size), seats, 0, narrow_desk_height, ASPECT)
                for size in (1.0, text)
            )
            assert bool(usual.tabs) == bool(larger.tabs) and larger.board == usual.board


UPRIGHT_BOARD = 0.71


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("window", [(1280, 720, 1), (1920, 1080, 1), (2560, 1440, 1)], ids=str)
@pytest.mark.parametrize("text", [1.0, 1.4])
def test_beside_an_upright_board_all_desks_lie_unfolded(
    window: tuple[int, int, int], seats: int, text: float
) -> None:
    metrics = theme.metrics(*window, text)
    layout = table_layout(metrics, seats, 1, narrow_desk_height, UPRIGHT_BOARD)
    assert not layout.tabs and all(place.drawn and not place.compact for place in layout.desks)
    assert [place.seat for place in layout.desks] == list(range(seats))
    assert layout.board.height == metrics.height and layout.board.width > metrics.height * UPRIGHT_BOARD - 1
    others = [place.rect for place in layout.desks if place.seat != 1]
    assert all(rect.right < layout.board.left for rect in others), "to the left"
    parts = [layout.tools, layout.status, layout.end, layout.actions, layout.desks[1].rect]
    assert layout.log is not None and layout.log.height > 6 * metrics.plain
    parts.append(layout.log)
    assert all(part.left > layout.board.right for part in parts), "to the right"
    window_rect = pygame.Rect(0, 0, *window[:2])
    for one, other in combinations([layout.board, *others, *parts], 2):
        assert not one.colliderect(other) and window_rect.contains(pygame.Rect(one))


def test_in_a_window_too_narrow_for_two_columns_there_is_one() -> None:
    layout = table_layout(theme.metrics(1024, 768, 1), 5, 0, narrow_desk_height, UPRIGHT_BOARD)
    assert all(place.rect.left > layout.board.left for place in layout.desks)


def test_in_a_large_window_text_grows_with_the_window_like_the_board() -> None:
    usual, high, large, huge = (
        theme.metrics(*size, 1) for size in ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))
    )
    assert usual.unit < high.unit < 1.5 * usual.unit, "most of the room goes to the board"
    assert large.unit == pytest.approx(high.unit * 1440 / 1080, rel=0.01)
    assert huge.unit == pytest.approx(high.unit * 2, rel=0.01)
    assert theme.metrics(2560, 1440, 2).unit == pytest.approx(2 * usual.unit)
    assert theme.metrics(2560, 1440, 1, 1.4).unit == pytest.approx(1.4 * large.unit), "larger if asked for"


@pytest.mark.parametrize("aspect", [UPRIGHT_BOARD, ASPECT])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_on_a_phone_in_landscape_any_board_has_two_thirds_of_the_width(seats: int, aspect: float) -> None:
    for window in ((844, 390, 1), (2532, 1170, 3)):
        metrics = theme.metrics(*window)
        layout = table_layout(metrics, seats, 0, narrow_desk_height, aspect)
        assert layout.board.width >= metrics.width * 2 / 3
        assert layout.board.right < layout.actions.left, "everything else is next to it"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("window", [(844, 390, 1), (1334, 750, 2), (2532, 1170, 3)], ids=str)
def test_next_to_further_rows_of_buttons_a_phone_in_landscape_has_a_legible_player_board(
    window: tuple[int, int, int], seats: int
) -> None:
    metrics = theme.metrics(*window)
    for rows in (2, 3):
        layout = table_layout(metrics, seats, 0, desk_height, rows=rows)
        (desk,) = (place for place in layout.desks if place.drawn)
        assert min(layout.desk_unit, desk.rect.width / 20) >= metrics.unit * 0.5, rows
        assert desk.rect.bottom <= layout.actions.top - (rows - 1) * metrics.button
    assert desk.compact, "three rows leave room for a summary only"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("window", [(768, 1024, 1), (1536, 2048, 2), (834, 1112, 1)], ids=str)
def test_on_an_upright_tablet_an_upright_board_has_the_desks_beside_it(
    window: tuple[int, int, int], seats: int
) -> None:
    metrics = theme.metrics(*window)
    upright, wide = (
        table_layout(metrics, seats, 0, narrow_desk_height, aspect) for aspect in (UPRIGHT_BOARD, ASPECT)
    )
    assert all(place.rect.left > upright.board.right for place in upright.desks if place.drawn)
    assert min(upright.board.width, upright.board.height * UPRIGHT_BOARD) > 0.6 * metrics.width
    assert all(place.rect.top > wide.board.bottom for place in wide.desks if place.drawn), "below it"
    parts = [upright.tools, upright.status, upright.end, upright.actions, *upright.tabs]
    parts += [place.rect for place in upright.desks if place.drawn]
    parts += [upright.log] if upright.log else []
    for one, other in combinations([upright.board, *parts], 2):
        assert not one.colliderect(other)


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_every_seat_can_be_reached(window: tuple[int, int, int]) -> None:
    layout = table_layout(theme.metrics(*window), 5, 2, desk_height)
    assert [place.seat for place in layout.desks] == [0, 1, 2, 3, 4]
    assert not layout.desks[2].compact and layout.desks[2].drawn


def test_text_can_be_read_in_every_window() -> None:
    for width, height, ratio in WINDOWS:
        assert theme.metrics(width, height, ratio).unit / ratio >= 19


@pytest.mark.parametrize("window", [(320, 568, 1), (640, 1136, 2), (844, 390, 1)], ids=str)
def test_tabs_beside_the_tools_leave_their_room_to_desk_or_board(window: tuple[int, int, int]) -> None:
    metrics = theme.metrics(*window)
    low = metrics._replace(height=round(metrics.height * 0.74))  # above a coach's card
    tools = 2 * (metrics.finger + metrics.unit * 0.3)
    plain = table_layout(low, 3, 0, desk_height, asks=False)
    led = table_layout(low, 3, 0, desk_height, asks=False, tools=tools)
    assert led.tabs_lead and not plain.tabs_lead
    assert all(tab.width >= metrics.finger and tab.right <= led.status.right - tools for tab in led.tabs)
    area, before = (one.board.width * one.board.height for one in (led, plain))
    if low.upright:
        assert area > before * 1.2
    else:
        assert led.desk_unit > plain.desk_unit * 1.2 and area >= before * 0.95


PHONES = [(390, 844, 1), (780, 1688, 2), (1170, 2532, 3), (360, 640, 1), (320, 568, 1), (640, 1136, 2)]


@pytest.mark.parametrize("window", PHONES, ids=str)
def test_the_desk_of_an_upright_phone_folds_into_a_strip_of_64_pixels(window: tuple[int, int, int]) -> None:
    metrics = theme.metrics(*window)
    folded, pulled = (table_layout(metrics, 3, 1, desk_height, pull=pull) for pull in (0, 1))
    (strip,) = (place for place in folded.desks if place.drawn)
    (desk,) = (place for place in pulled.desks if place.drawn)
    assert strip.strip and strip.rect.height == pytest.approx(64 * metrics.ratio, abs=0.01)
    assert not desk.strip and desk.rect.height > 1.5 * strip.rect.height
    assert abs(desk.rect.bottom - strip.rect.bottom) <= 1 and desk.rect.width == strip.rect.width
    assert pulled.board == folded.board, "the board stays as it is, and is covered"
    assert pulled.actions.bottom <= pulled.tabs[0].top and pulled.tabs[0].bottom <= desk.rect.top
    assert pulled.actions.top > folded.board.top, "some of the board is still seen"


def test_the_board_of_an_upright_phone_has_most_of_its_height() -> None:
    layout = table_layout(theme.metrics(390, 844, 1), 3, 0, desk_height)
    assert layout.board.height > 500
    assert table_layout(theme.metrics(320, 568, 1), 3, 0, desk_height).board.height > 250


@pytest.mark.parametrize("window", [(768, 1024, 1), (844, 390, 1), (1280, 720, 1)], ids=str)
def test_where_there_is_room_the_desk_is_never_folded(window: tuple[int, int, int]) -> None:
    layout = table_layout(theme.metrics(*window), 3, 0, desk_height)
    assert layout.strip is None and not any(place.strip for place in layout.desks)


def test_further_rows_of_buttons_take_their_room_from_a_phones_board() -> None:
    metrics = theme.metrics(390, 844, 1)
    one, three = (table_layout(metrics, 3, 0, desk_height, rows=rows) for rows in (1, 3))
    assert one.actions == three.actions
    assert one.board.height - three.board.height >= 2 * metrics.button
