"""The gauges of the ends of the game: equal letters in the middle, and a bar only once there is progress."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from game.client.draw import paint, theme
from game.client.draw.canvas import Canvas
from game.client.draw.widgets import Look
from game.client.views.standing import Gauge, GaugeWidget, gauge_widgets

LABELS = ("Prestige 0/20", "Towns 2/10", "Markers 14")
ROWS = [(360, 16, 20), (290, 24, 20), (1100, 60, 50), (280, 14, 28)]
"""Width and height of a row of gauges in pixels, and the unit."""


def row_of(width: float, high: float, unit: float, parts: tuple[float, ...]) -> list[GaugeWidget]:
    gauges = [Gauge(label, label, part) for label, part in zip(LABELS, parts, strict=True)]
    found = gauge_widgets(pygame.FRect(5, 5, width, high), gauges, unit, lambda _: None)
    return [widget for widget in found if isinstance(widget, GaugeWidget)]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_all_gauges_are_written_in_one_size_in_the_middle(
    monkeypatch: pytest.MonkeyPatch, row: tuple[int, int, int]
) -> None:
    pygame.font.init()
    width, high, unit = row
    written = list[tuple[float, float, float]]()

    def write(target: object, words: str, role: str, pixels: float, *rest: object) -> None:
        rect = rest[1]
        assert isinstance(rect, pygame.FRect) and words in LABELS
        written.append((pixels, rect.centery, theme.font(role, round(pixels)).size(words)[0] / rect.width))

    monkeypatch.setattr(paint, "blit_text", write)
    gauges = row_of(width, high, unit, (0.0, 0.2, 0.8))
    for gauge in gauges:
        gauge.draw(Canvas((width + 10, high + 10)), Look(unit))
    assert len({pixels for pixels, _, _ in written}) == 1
    assert {middle for _, middle, _ in written} == {gauges[0].rect.centery}
    assert max(share for _, _, share in written) < 1
    assert [after.rect.left > before.rect.right for before, after in pairwise(gauges)] == [True, True]


@pytest.mark.parametrize(("part", "drawn"), [(0.0, False), (0.05, True), (1.0, True)])
def test_an_empty_gauge_has_no_bar(part: float, drawn: bool) -> None:
    pygame.font.init()
    target = pygame.Surface((400, 40))
    (_, gauge, _) = row_of(380, 24, 20, (0.5, part, 0.5))
    gauge.draw(target, Look(20))
    lower = pygame.Rect(gauge.rect.x + 4, gauge.rect.centery + 5, gauge.rect.width - 8, 0)
    lower.height = round(gauge.rect.bottom) - lower.y
    found = {
        tuple(target.get_at((x, y))[:3])
        for x in range(*lower.topleft[:1], lower.right)
        for y in range(lower.top, lower.bottom)
    }
    near = theme.ui.gauge_near if part >= 0.75 else theme.ui.gauge_filled
    assert (near in found) == drawn
