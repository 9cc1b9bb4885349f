"""Layout of the buttons below the board: as wide as their captions if there is room, otherwise closer
together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from game.client.draw import theme
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, ButtonSpec, make_button

LARGE = 12.0
"""Minimum width of a button with a large caption, in units, if there is room."""
COLUMN = 20.0
"""Bar width in units below which such a button fills the bar."""
BELOW = 0.25
"""Margin below the buttons in units, so that their highlights are not cut off."""


def action_buttons(
    bar: pygame.FRect,
    metrics: Metrics,
    specs: Sequence[ButtonSpec],
    kept: Sequence[pygame.FRect],
    drawn: float,
) -> list[Button]:
    """Lay out the buttons in the bar below the board, with further rows above it.

    If the buttons would cover something in `kept`, denser layouts are tried in turn: pairs in a narrow
    column, a single row with smaller captions, icons without captions, and finally the fewest rows possible,
    with brief captions if needed.
    kept: rectangles that no button may cover
    drawn: the unit with which captions are drawn
    """
    for buttons in (
        action_rows(bar, metrics, specs),
        _in_twos(bar, metrics, specs, drawn),
        _in_a_row(bar, metrics, specs, drawn),
        action_rows(bar, metrics, _icons(specs)),
    ):
        if (buttons or not specs) and not covered(buttons, kept):
            return buttons
    brief = [spec._replace(caption=spec.brief) if spec.brief else spec for spec in specs]
    for shown in (specs, brief):
        buttons = _tight_rows(bar, metrics, shown, drawn) or buttons
        if not covered(buttons, kept):
            break
    return buttons


def rows_of(bar: pygame.FRect, metrics: Metrics, specs: Sequence[ButtonSpec], drawn: float) -> int:
    """Return the number of rows that the buttons need if they may be denser and have smaller captions."""
    full, tight = action_rows(bar, metrics, specs), _tight_rows(bar, metrics, specs, drawn)
    return max(1, min(len({button.rect.y for button in buttons}) for buttons in (full, tight or full)))


def covered(buttons: Sequence[Button], kept: Sequence[pygame.FRect]) -> bool:
    """Return True if any button overlaps one of the rectangles."""
    return any(button.rect.colliderect(rect) for button in buttons for rect in kept)


def action_rows(
    bar: pygame.FRect, metrics: Metrics, specs: Sequence[ButtonSpec], gap: float = 0.4
) -> list[Button]:
    """Lay out buttons as wide as their captions, in rows of which the last is in the bar.

    In a narrow column all rows are justified; otherwise their ends would form a staircase.
    gap: space between two buttons, in units
    """
    unit = metrics.unit
    height, space = metrics.button, unit * gap
    rows, buttons = _broken(bar, metrics, specs, space), []
    column = len(rows) > 1 and bar.width < COLUMN * unit
    for index, row in enumerate(rows):
        taken = sum(width for _, width in row) + space * (len(row) - 1)
        if column and len({spec.apart for spec, _ in row}) == 1:
            more = (bar.width - taken) / len(row)
            row = [(spec, width + more) for spec, width in row]
        right = sum(width + space for spec, width in row if spec.apart)
        left = 0.0 if column else max(0.0, min((bar.width - taken + right) / 2, bar.width - taken))
        x = bar.x + left
        far = bar.right - right + space
        y = bar.bottom - (len(rows) - index) * (height + space * 0.8) + space * 0.8 - unit * BELOW
        for spec, width in row:
            buttons.append(make_button(spec, pygame.FRect(far if spec.apart else x, y, width, height)))
            if spec.apart:
                far += width + space
            else:
                x += width + space
    return buttons


def _broken(
    bar: pygame.FRect, metrics: Metrics, specs: Sequence[ButtonSpec], space: float
) -> list[list[tuple[ButtonSpec, float]]]:
    """Break the buttons, with their widths, into rows that fit into the bar."""
    rows: list[list[tuple[ButtonSpec, float]]] = [[]]
    used = 0.0
    for spec in specs:
        width = min(bar.width, _full_width(spec, metrics))
        if len(specs) == 1 and spec.size > 1 and bar.width < COLUMN * metrics.unit:
            width = bar.width
        if rows[-1] and used + space + width > bar.width:
            rows.append([])
            used = 0.0
        used += width + (space if rows[-1] else 0)
        rows[-1].append((spec, width))
    return rows


def _icons(specs: Sequence[ButtonSpec]) -> list[ButtonSpec]:
    """Drop the captions of buttons with an icon, except the recommended button: a tick alone says too
    little."""
    return [spec._replace(caption="") if spec.icon and spec.tone != "brass" else spec for spec in specs]


def _full_width(spec: ButtonSpec, metrics: Metrics) -> float:
    """Return the width of a button with its caption in one line at full size."""
    unit, caption = metrics.unit, spec.label if spec.caption is None else spec.caption
    if not caption:
        return metrics.button
    around = unit * (3.2 if spec.icon else 1.7)
    least = unit * (LARGE if spec.size > 1 else 3.4)
    return max(theme.font("bold", round(unit * spec.size)).size(caption)[0] + around, least)


def _in_twos(bar: pygame.FRect, metrics: Metrics, specs: Sequence[ButtonSpec], drawn: float) -> list[Button]:
    """Lay out buttons of a narrow column in pairs, in justified rows. Empty if the captions do not fit, or if
    the bar is no narrow column."""
    if bar.width >= COLUMN * metrics.unit or len(specs) <= 2:
        return []
    high, first = metrics.button + metrics.unit * 0.2, len(specs) % 2
    pairs = [specs[:first], *(specs[start : start + 2] for start in range(first, len(specs), 2))]
    pairs, buttons = [pair for pair in pairs if pair], list[Button]()
    for index, pair in enumerate(pairs):
        row = _in_a_row(bar.move(0, -high * (len(pairs) - 1 - index)), metrics, pair, drawn)
        if not row:
            return []
        more = (bar.width - (row[-1].rect.right - row[0].rect.left)) / len(row)
        left = bar.x - row[0].rect.x
        for place, button in enumerate(row):
            x, y, wide, tall = button.rect
            buttons.append(replace(button, rect=pygame.FRect(x + left + place * more, y, wide + more, tall)))
    return buttons


def _tight_rows(
    bar: pygame.FRect, metrics: Metrics, specs: Sequence[ButtonSpec], drawn: float
) -> list[Button]:
    """Lay out the buttons in the fewest rows possible, the last in the bar."""
    high = metrics.button + metrics.unit * 0.2
    for count in range(1, len(specs) + 1):
        most = -(-len(specs) // count)
        rows = [
            _tight_row(bar.move(0, -high * (count - 1 - index)), metrics, specs[start : start + most], drawn)
            for index, start in enumerate(range(0, len(specs), most))
        ]
        if all(rows):
            return [button for row in rows for button in row]
    return []


def _tight_row(
    bar: pygame.FRect, metrics: Metrics, specs: Sequence[ButtonSpec], drawn: float
) -> list[Button]:
    """Lay out the buttons in a single row, with captions reduced, on two lines or replaced by icons as
    needed.

    Empty if they do not fit even so.
    """
    return _in_a_row(bar, metrics, specs, drawn) or _in_a_row(bar, metrics, _icons(specs), drawn)


def _in_a_row(bar: pygame.FRect, metrics: Metrics, specs: Sequence[ButtonSpec], drawn: float) -> list[Button]:
    """Lay out the buttons in a single row with all their captions. Empty if they do not fit."""
    unit = metrics.unit
    height, space = metrics.button, unit * 0.3
    room = bar.width - space * (len(specs) - 1)
    full = [_full_width(spec, metrics) for spec in specs]
    least = [_least_width(spec, metrics, height, drawn) for spec in specs]
    if sum(least) > room:
        return []
    spare = min(1.0, (room - sum(least)) / max(1.0, sum(full) - sum(least)))
    x, y, buttons = bar.x, bar.bottom - height - unit * BELOW, []
    for spec, wide, narrow in zip(specs, full, least, strict=True):
        width = narrow + spare * (wide - narrow)
        buttons.append(make_button(spec, pygame.FRect(x, y, width, height)))
        x += width + space
    left = (bar.right + space - x) / 2
    return [replace(button, rect=button.rect.move(left, 0)) for button in buttons]


def _least_width(spec: ButtonSpec, metrics: Metrics, height: float, drawn: float) -> float:
    """Return the smallest width at which a button of this height shows its whole caption."""
    full = width = _full_width(spec, metrics)
    step = metrics.unit * 0.25
    while width - step >= metrics.finger:
        button = make_button(spec, pygame.FRect(0, 0, width - step, height))
        if not button.shows_all(drawn):
            break
        width -= step
    return min(full, width)
