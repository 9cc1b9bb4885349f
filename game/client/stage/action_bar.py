"""Fixed places for the buttons below the board.

The bar is a grid of equal cells. The lowest cell at the right belongs to the end of the turn alone. Answers
fill the grid from there to the left, ways back from the left end, and both continue in the rows above. The
answers of a list stand in reading order instead, in rows that they fill. A button keeps its cell during a
turn, and no other button takes the cell of the one activated last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import count
from typing import NamedTuple

import pygame

from game.client.draw import theme
from game.client.draw.theme import Metrics
from game.client.draw.widgets import SHRINKING, Button, ButtonSpec, make_button

BELOW = 0.25
"""Margin below the buttons in units, so that their highlights are not cut off."""
COLUMNS = (12.9, 26.0, 36.0)
"""Bar widths in units at which the grid gets a third, a fourth and a fifth column."""
CELL = 10.0
"""Maximum width of a cell in units."""
GAP, ROW_GAP = 0.35, 0.24
"""Space between the cells of a row, and between rows, in units."""
PARTS = (0.74, 0.68, 0.62)
"""Sizes of a caption, relative to the usual one, below which its button gets another cell or its brief
caption: the first at which the buttons need few rows."""
FEW_ROWS = 2
HIGHEST = 3
"""Number of rows in which a list may begin if other buttons are in its way."""
TINY = 2
"""Number of characters up to which a caption needs half a cell only."""
MOST = 0.3
"""Maximum part of a phone's height that the grid takes; with more buttons they are laid out densely."""


class Slot(NamedTuple):
    """A place in the grid: the row counted from below, the distance from the right end and the width, both in
    half cells."""

    row: int
    right: int
    span: int

    def overlaps(self, other: Slot) -> bool:
        """Return True if both share part of a cell."""
        beside = self.right + self.span <= other.right or other.right + other.span <= self.right
        return self.row == other.row and not beside


END = Slot(0, 0, 2)
"""The place of the button that ends the turn."""


class Grid(NamedTuple):
    """The cells of a bar."""

    bar: pygame.FRect
    metrics: Metrics
    columns: int

    @classmethod
    def of(cls, bar: pygame.FRect, metrics: Metrics) -> Grid:
        """Return the grid of a bar, whose number of columns depends on its width only."""
        return cls(bar, metrics, 2 + sum(bar.width / metrics.unit >= wide for wide in COLUMNS))

    def rect(self, slot: Slot) -> pygame.FRect:
        """Return the rectangle of a place."""
        unit, gap = self.metrics.unit, GAP * self.metrics.unit
        half = min((self.bar.width + gap) / self.columns, CELL * unit) / 2
        right = self.bar.right - slot.right * half
        y = self.bar.bottom - BELOW * unit - self.metrics.button - slot.row * self.high
        return pygame.FRect(right - slot.span * half + gap, y, slot.span * half - gap, self.metrics.button)

    @property
    def high(self) -> float:
        """Distance between two rows."""
        return self.metrics.button + ROW_GAP * self.metrics.unit

    def spans(self, spec: ButtonSpec) -> Iterator[int]:
        """Yield the possible widths of a button in half cells, the smallest first."""
        caption = spec.label if spec.caption is None else spec.caption
        if spec.apart:
            yield END.span
            return
        if len(caption) <= TINY:
            yield 1
        yield from range(2, 2 * self.columns + 1, 2)


class ActionSlots:
    """The buttons below the board in their places, which it remembers during a turn."""

    def __init__(self) -> None:
        self._key: tuple[object, int] = (None, 0)
        """The turn and the columns for which the places are remembered."""
        self._homes: dict[str, Slot] = {}
        """Places of the buttons shown in this turn, by id."""
        self._used: tuple[str, Slot] | None = None
        """The button activated last and its place, as long as no element elsewhere has been activated."""

    def elsewhere(self) -> None:
        """Note that a person has activated something that is not one of the buttons."""
        self._used = None

    def rows(self, bar: pygame.FRect, metrics: Metrics, specs: Sequence[ButtonSpec], drawn: float) -> int:
        """Return the number of rows that the buttons need, without placing them."""
        if not specs:
            return 1
        grid = Grid.of(bar, metrics)
        rows = _rows(self._assign(grid, specs, drawn))
        if rows > 1 and rows * grid.high > MOST * metrics.height:
            dense = densely(grid, specs, [], drawn)
            rows = min(rows, len({button.rect.y for button in dense}))
        return rows

    def buttons(
        self,
        bar: pygame.FRect,
        metrics: Metrics,
        specs: Sequence[ButtonSpec],
        kept: Sequence[pygame.FRect],
        drawn: float,
        turn: object,
    ) -> list[Button]:
        """Return the buttons in their places, with captions of one size.

        If they would cover something in `kept`, they are laid out in the fewest rows possible.
        kept: rectangles that no button may cover
        drawn: the unit with which captions are drawn
        turn: identifies the turn; the places of an earlier one are forgotten
        """
        grid = Grid.of(bar, metrics)
        if (turn, grid.columns) != self._key:
            self._key, self._homes = (turn, grid.columns), {}
        slots = self._assign(grid, specs, drawn)
        self._homes |= slots
        buttons = [self._made(spec, grid.rect(slots[spec.id]), slots[spec.id], drawn) for spec in specs]
        if covered(buttons, kept):
            acting = [spec._replace(act=button.act) for spec, button in zip(specs, buttons, strict=True)]
            buttons = densely(grid, acting, kept, drawn)
        return alike(buttons, drawn)

    def _made(self, spec: ButtonSpec, rect: pygame.FRect, slot: Slot, drawn: float) -> Button:
        """Return a button that notes its place when it is activated, with its brief caption if needed."""
        spec = readable(spec, rect, drawn)
        act = None if spec.act is None else partial(self._activate, spec.id, slot, spec.act)
        return make_button(spec._replace(act=act), rect)

    def _activate(self, element: str, slot: Slot, act: Callable[[], None]) -> None:
        self._used = element, slot
        act()

    def _assign(self, grid: Grid, specs: Sequence[ButtonSpec], drawn: float) -> dict[str, Slot]:
        """Return the place of each button, in few rows if a readable size of the captions allows."""
        usual = grid.metrics.plain / grid.metrics.unit
        first = max(PARTS[0], usual) if usual < 1 else PARTS[0]  # enlarged text is never smaller than usual
        found = [self._assigned(grid, specs, drawn, first)]
        for part in PARTS:
            if _rows(found[-1]) > FEW_ROWS:
                found.append(self._assigned(grid, specs, drawn, part))
        return min(found, key=_rows)

    def _assigned(
        self, grid: Grid, specs: Sequence[ButtonSpec], drawn: float, part: float
    ) -> dict[str, Slot]:
        """Return the place of each button: its own of this turn if that is free and wide enough, otherwise
        its place in a list if that is free, otherwise the next."""
        found: dict[str, Slot] = {spec.id: END for spec in specs if spec.apart}
        known = self._homes if self._key[1] == grid.columns else {}
        for find in (lambda: known, lambda: self._list_places(grid, specs, drawn, part, found), lambda: None):
            homes = find()
            for spec in specs:
                if spec.id not in found and (homes is None or spec.id in homes):
                    span = least_span(grid, spec, drawn, part)
                    home = homes.get(spec.id) if homes else None
                    place = self._free(grid, spec, span, [*found.values(), END], home)
                    if place is not None:
                        found[spec.id] = place
        return found

    def _list_places(
        self, grid: Grid, specs: Sequence[ButtonSpec], drawn: float, part: float, found: Mapping[str, Slot]
    ) -> dict[str, Slot]:
        """Return the places of a list in reading order, in the lowest rows where none of them is taken."""
        taken = [*found.values(), *([self._used[1]] if self._used else [])]
        for lowest in range(HIGHEST):
            order = in_reading_order(grid, specs, drawn, part, lowest)
            wanted = [slot for name, slot in order.items() if name not in found]
            if not any(slot.overlaps(other) for slot in wanted for other in taken):
                return order
        return in_reading_order(grid, specs, drawn, part)

    def _free(
        self, grid: Grid, spec: ButtonSpec, span: int, taken: list[Slot], home: Slot | None
    ) -> Slot | None:
        """Return `home` if it is given and free, or else the first free place of a width. The place of the
        button activated last is not free for another."""
        if self._used is not None and self._used[0] != spec.id:
            taken = [*taken, self._used[1]]
        if home is not None:
            return home if home.span >= span and not any(map(home.overlaps, taken)) else None
        return next(slot for slot in places(grid, span, spec.leads) if not any(map(slot.overlaps, taken)))


def _rows(slots: Mapping[str, Slot]) -> int:
    return 1 + max((slot.row for slot in slots.values()), default=0)


def least_span(grid: Grid, spec: ButtonSpec, drawn: float, part: float) -> int:
    """Return the smallest width, in half cells, at which the caption of a button fits."""
    for span in grid.spans(spec):
        if any(fits(each, grid.rect(Slot(1, 0, span)), drawn, part) for each in forms(spec)):
            return span
    return 2 * grid.columns


def in_reading_order(
    grid: Grid, specs: Sequence[ButtonSpec], drawn: float, part: float, lowest: int = 0
) -> dict[str, Slot]:
    """Return places of the buttons of a list in reading order, from row `lowest` upwards. If they need
    several rows, the buttons of each row fill it."""
    whole, found = 2 * grid.columns, dict[str, Slot]()
    named = [spec for spec in specs if spec.listed and not spec.apart]
    listed = [(spec.id, least_span(grid, spec, drawn, part)) for spec in named]
    rows = listed_rows(listed, whole, 0 if lowest else END.span)
    for row, spans in enumerate(rows, lowest):
        end = 0 if row else END.span
        taken, share = sum(span for _, span in spans), (whole - end) // max(1, len(spans))
        fill = len(rows) > 1 and all(span <= share for _, span in spans)
        left = end + (share * len(spans) if fill else taken)
        for name, span in spans:
            wide = share if fill else span
            left -= wide
            found[name] = Slot(row, left, wide)
    return found


def listed_rows(listed: Sequence[tuple[str, int]], whole: int, end: int) -> list[list[tuple[str, int]]]:
    """Break the names and widths of a list's buttons into few rows, the lowest first. The lowest gets those
    for which the rows above have no room, and at least the last.

    whole: width of a row above the lowest
    end: width of what is next to the lowest row
    """
    rest, above = [*listed], list[list[tuple[str, int]]]()
    while sum(span for _, span in rest) > whole - end:
        row = [rest.pop(0)]
        while len(rest) > 1 and sum(span for _, span in [*row, rest[0]]) <= whole:
            row.append(rest.pop(0))
        above.append(row)
    return [rest, *reversed(above)]


def places(grid: Grid, span: int, leads: bool) -> Iterator[Slot]:
    """Yield the places of a width in order: from the right end, or from the left end for a button that
    leads. A grid of two columns has ways back in the rows above the first only."""
    whole = 2 * grid.columns
    for row in count(1 if leads and grid.columns == 2 else 0):
        starts = range(0, whole - span + 1, min(span, 2))
        yield from (Slot(row, start, span) for start in (reversed(starts) if leads else starts))


def forms(spec: ButtonSpec) -> list[ButtonSpec]:
    """Return a button with its usual caption and, if it has one, with its brief caption."""
    return [spec, spec._replace(caption=spec.brief)] if spec.brief else [spec]


def readable(spec: ButtonSpec, rect: pygame.FRect, drawn: float) -> ButtonSpec:
    """Return a button with its usual caption if that fits into a rectangle at a readable size, otherwise with
    its brief one."""
    return next((each for each in forms(spec) if fits(each, rect, drawn)), forms(spec)[-1])


def fits(spec: ButtonSpec, rect: pygame.FRect, drawn: float, part: float = PARTS[0]) -> bool:
    """Return True if the caption fits into a rectangle at this part of its usual size."""
    return caption_part(make_button(spec, rect), drawn) >= part


def caption_part(button: Button, drawn: float) -> float:
    """Return the largest part of its usual size at which a button's caption fits; 0 if none does."""
    caption = button.label if button.caption is None else button.caption
    return _caption_part(caption, button.tone, button.icon, button.size, *button.rect.size, drawn)


@lru_cache(maxsize=2000)
def _caption_part(
    caption: str, tone: str, icon: str, size: float, width: float, height: float, drawn: float
) -> float:
    """Measure a caption for `caption_part`. Cached, because every frame lays out the same buttons while the
    board is panned."""
    button = Button("", caption, pygame.FRect(0, 0, width, height), tone=tone, icon=icon, size=size)
    usual = drawn * size
    parts = (pixels / usual for pixels in range(round(usual), round(usual * SHRINKING[-1]) - 1, -1))
    return next((part for part in parts if button.shows_all(drawn, (part,))), 0.0)


def alike(buttons: Sequence[Button], drawn: float) -> list[Button]:
    """Return the buttons with captions of one size: no action is in smaller type than another."""
    size = min((caption_part(button, drawn) or SHRINKING[-1] for button in buttons), default=1.0)
    return [replace(button, size=size) for button in buttons]


def densely(
    grid: Grid, specs: Sequence[ButtonSpec], kept: Sequence[pygame.FRect], drawn: float
) -> list[Button]:
    """Return the buttons in the fewest rows possible: next to the place of the end of the turn or, if there
    is no room, in all of the bar; with brief captions if they would still cover something in `kept`."""
    end = grid.rect(END)
    bar = pygame.FRect(grid.bar.x, grid.bar.y, end.x - GAP * grid.metrics.unit - grid.bar.x, grid.bar.height)
    brief = [forms(spec)[-1] for spec in specs]
    ends = [make_button(readable(spec, end, drawn), end) for spec in specs if spec.apart]
    buttons = list[Button]()
    for shown, room in ((specs, bar), (brief, bar), (specs, grid.bar), (brief, grid.bar)):
        beside = ends if room is bar else []
        others = [spec for spec in shown if not (beside and spec.apart)]
        found = [*tight_rows(room, grid.metrics, others, drawn), *beside]
        if len(found) == len(specs):
            buttons = found
            if not covered(buttons, kept):
                break
    return buttons or [make_button(spec, end) for spec in specs]


# ---- rows without fixed places --------------------------------------------------------------------


def covered(buttons: Sequence[Button], kept: Sequence[pygame.FRect]) -> bool:
    """Return True if any button overlaps one of the rectangles."""
    return any(button.rect.colliderect(rect) for button in buttons for rect in kept)


def action_rows(
    bar: pygame.FRect, metrics: Metrics, specs: Sequence[ButtonSpec], gap: float = 0.4
) -> list[Button]:
    """Lay out buttons as wide as their captions, in centred rows of which the last is in the bar.

    gap: space between two buttons, in units
    """
    unit = metrics.unit
    height, space = metrics.button, unit * gap
    rows, buttons = _broken(bar, metrics, specs, space), []
    for index, row in enumerate(rows):
        taken = sum(width for _, width in row) + space * (len(row) - 1)
        x = bar.x + max(0.0, (bar.width - taken) / 2)
        y = bar.bottom - (len(rows) - index) * (height + space * 0.8) + space * 0.8 - unit * BELOW
        for spec, width in row:
            buttons.append(make_button(spec, pygame.FRect(x, y, width, height)))
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
    return max(theme.font("bold", round(unit * spec.size)).size(caption)[0] + around, unit * 3.4)


def tight_rows(
    bar: pygame.FRect, metrics: Metrics, specs: Sequence[ButtonSpec], drawn: float
) -> list[Button]:
    """Lay out the buttons in the fewest rows possible, the last in the bar."""
    high = metrics.button + metrics.unit * 0.2
    for number in range(1, len(specs) + 1):
        most = -(-len(specs) // number)
        rows = [
            _tight_row(bar.move(0, -high * (number - 1 - index)), metrics, specs[start : start + most], drawn)
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
    """Lay out the buttons in a single row, up to the bar's right end, with all their captions. Empty if they
    do not fit."""
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
    return [replace(button, rect=button.rect.move(bar.right + space - x, 0)) for button in buttons]


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
