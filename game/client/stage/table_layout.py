"""Layout of a table in a window of any size. Pure geometry; every length is in units."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from game.client.draw.theme import Metrics

DeskHeight = Callable[[float, bool, float], float]
"""Signature of `GameView.desk_height`: width, compact, unit -> height."""


class DeskPlace(NamedTuple):
    """Place of a seat's player board. If it is not drawn, only a tab represents it."""

    seat: int
    rect: pygame.FRect
    compact: bool
    drawn: bool
    strip: bool = False
    """True if it is folded into a compact bar."""


class TableLayout(NamedTuple):
    """Rectangles of the parts of a table; they do not overlap."""

    tools: pygame.FRect
    """Row whose right end holds the toolbar: the status row or a separate one."""
    status: pygame.FRect
    """Name of the player to decide, and the prompt below it."""
    board: pygame.FRect
    actions: pygame.FRect
    """Row of buttons below the board; further rows grow upwards, over the log if there is one."""
    desks: tuple[DeskPlace, ...]
    tabs: tuple[pygame.FRect, ...]
    """Tabs in seat order; empty if all player boards are drawn."""
    log: pygame.FRect | None
    """Room for the last sentences of the log, if any."""
    desk_unit: float
    end: pygame.FRect
    """Gauge of the end of the game."""
    strip: pygame.FRect | None = None
    """Place of the player board while it is folded into a compact bar; None if it never is."""
    rise: float = 0.0
    """Distance by which the drawer opens: player board, tabs and buttons move up over the board."""
    lift: float = 0.0
    """Distance by which the drawer is open."""

    @property
    def drawer(self) -> pygame.FRect | None:
        """The drawer with the player board, down to the window's edge; None if the player board is never
        folded."""
        if self.strip is None:
            return None
        return pygame.FRect(
            self.board.x, self.actions.y, self.board.width, self.strip.bottom - self.actions.y
        )

    @property
    def lower(self) -> pygame.FRect | None:
        """Player boards, log and buttons, if everything except the board is in one column next to it."""
        if self.tools.y == self.status.y:
            return None
        top = self.end.bottom
        return pygame.FRect(self.end.x, top, self.end.width, self.actions.bottom - top)

    @property
    def foot(self) -> pygame.FRect | None:
        """The part of `lower` below the tabs, without its lower edge."""
        lower = self.lower
        if lower is None:
            return None
        top = self.tabs[0].bottom if self.tabs else lower.y
        gap = self.status.y - self.tools.bottom
        return pygame.FRect(lower.x, top + gap, lower.width, lower.bottom - top - 2 * gap)

    @property
    def free_foot(self) -> float:
        """Height of the part of `foot` below the player boards; 0 without it."""
        foot = self.foot
        lowest = max((place.rect.bottom for place in self.desks if place.drawn), default=0.0)
        return 0.0 if foot is None else foot.bottom - max(foot.top, lowest)

    @property
    def tabs_lead(self) -> bool:
        """True if the tabs replace the player's name in the first row of the status."""
        return bool(self.tabs) and self.tabs[0].y == self.status.y

    def moved(self, x: float, y: float) -> TableLayout:
        """Return the layout moved by (x, y)."""
        return self._replace(
            tools=self.tools.move(x, y),
            status=self.status.move(x, y),
            board=self.board.move(x, y),
            actions=self.actions.move(x, y),
            desks=tuple(place._replace(rect=place.rect.move(x, y)) for place in self.desks),
            tabs=tuple(tab.move(x, y) for tab in self.tabs),
            log=None if self.log is None else self.log.move(x, y),
            end=self.end.move(x, y),
            strip=None if self.strip is None else self.strip.move(x, y),
        )


DESK_UNITS, LOG_UNITS = 20.0, 13.0
"""Minimum widths in units, on an upright tablet, of the player board and of a log next to it."""
END_HEIGHT, SLIM = 1.2, 0.7
"""Height of the gauge of the end of the game in units, and the fraction of it in a low window."""


def table_layout(
    m: Metrics,
    seats: int,
    shown: int,
    desk_height: DeskHeight,
    aspect: float = 1.5,
    asks: bool = True,
    tools: float = 0.0,
    card: float = 0.0,
    pull: float = 0.0,
    rows: int = 1,
) -> TableLayout:
    """Return the layout for a window.

    shown: the seat whose player board is shown in full
    aspect: aspect ratio of the board
    asks: True if the prompt is shown on the table
    tools: width of the toolbar if the tabs are to be next to it, in place of the player's name
    card: height of a card that takes the log's place in a wide window
    pull: how far the drawer of an upright phone is open, 0 (compact bar) to 1
    rows: number of rows of buttons below the board, in a window without a column that has room for them
    """
    if m.upright:
        side = m.width - 0.6 * m.unit - max(DESK_UNITS * m.plain, (m.width - 0.6 * m.unit) * 0.56)
        if side >= LOG_UNITS * m.plain:
            layouts = [_tablet(m, seats, shown, desk_height, asks, tools, side, rows)]
            if aspect < 1:
                layouts.append(_wide(m, seats, shown, desk_height, aspect, asks, card))
            layout = max(layouts, key=lambda one: fitted(one.board, aspect))
        else:
            layout = _phone(m, seats, shown, desk_height, asks, tools, pull, rows)
    elif m.low:
        layout = _lying(m, seats, shown, desk_height, aspect, asks, tools, rows)
    else:
        layout = _between(m, seats, shown, desk_height, aspect, asks, card) or _wide(
            m, seats, shown, desk_height, aspect, asks, card
        )
    return layout.moved(m.left, m.top)


def fitted(window: pygame.FRect, aspect: float) -> float:
    """Return the width of a board that is as large as fits into a window."""
    return min(window.width, window.height * aspect)


LEGIBLE_DESK, SMALL_DESK, SMALLEST_DESK = 0.5, 0.4, 0.16
"""Unit of a player board in a low window, relative to the text unit: the size below which a summary takes its
place next to several rows of buttons, the size that counts as small, and the minimum."""
COLUMN_UNITS, WIDEST_UNITS = 15.0, 24.0
"""Minimum and maximum width in units of the column next to the board; it is wider than the minimum only if
the board has its full height anyway."""
LEAST_LOG = 6.5
"""Height in units of the column left to log, notices and further rows of buttons; with less, player boards
are folded."""
LOG_BELOW = 8.0
"""Height in units below the board from which the log is placed there, in a window not much wider than
high."""


def bar_height(m: Metrics) -> float:
    """Return the height of a row of buttons with padding."""
    return m.button + m.unit * 0.5


def _reduced(unit: float, least: float, fits: Callable[[float], bool]) -> float:
    """Return the unit of a player board, reduced in small steps until it fits or reaches `least`."""
    while not fits(unit) and unit > least:
        unit *= 0.96
    return unit


def _wide(
    m: Metrics,
    seats: int,
    shown: int,
    desk_height: DeskHeight,
    aspect: float,
    asks: bool,
    card: float,
) -> TableLayout:
    """Lay out the board at full height, with everything else in one column from the toolbar to the buttons.

    The opponents' player boards are compact if there is room, else tabs. The choice does not depend on the
    text size.
    """
    gap = m.plain * 0.3
    side = max(COLUMN_UNITS * m.plain, min(WIDEST_UNITS * m.plain, m.width - 2 * gap - m.height * aspect))
    left = m.width - side - gap
    board = pygame.FRect(0, 0, left - gap, m.height)
    tools = pygame.FRect(left, gap, side, m.button)
    status = pygame.FRect(left, tools.bottom + gap, side, _column_status(m, asks))
    end = pygame.FRect(left, status.bottom + gap, side, END_HEIGHT * m.unit)
    actions = pygame.FRect(left, m.height - bar_height(m), side, bar_height(m))
    top = end.bottom + gap
    below = board.height - board.width / aspect
    log_below = below >= LOG_BELOW * m.plain
    least = 0.0 if log_below else max(card, LEAST_LOG * m.plain)
    usual = m._replace(unit=m.plain)

    def high(unit: float, folded: int) -> float:
        """Return the height of one player board and some folded ones."""
        return desk_height(side, False, unit) + folded * (desk_height(side, True, unit) + gap)

    folded, tabs = seats - 1, tuple[pygame.FRect, ...]()
    if _around_desks(usual, asks) + high(m.plain, folded) + least > m.height:
        tabs = _tabs(m, seats, pygame.FRect(left, top, side, _tab_height(m)), gap)
        top, folded = tabs[0].bottom + gap, 0
    unit = max(m.plain, min(m.unit, side / DESK_UNITS))  # large text alone does not make the desk too small
    room = actions.top - gap - top
    unit = _reduced(unit, m.plain * SMALLEST_DESK, lambda unit: high(unit, folded) <= room)
    all_fit = seats * (desk_height(side, False, unit) + gap) < actions.top - top
    desks, y = [], top
    for seat in range(seats):
        compact = seat != shown and not (log_below and all_fit)
        rect = pygame.FRect(left, y, side, desk_height(side, compact, unit))
        if tabs and seat != shown:
            desks.append(DeskPlace(seat, tabs[seat], True, False))
        else:
            desks.append(DeskPlace(seat, rect, compact, True))
            y = rect.bottom + gap
    log = pygame.FRect(left, y, side, max(0.0, actions.top - y))
    if log_below:
        board.height -= below
        log = pygame.FRect(gap, board.bottom + gap, board.width - 2 * gap, below - 2 * gap)
    return TableLayout(tools, status, board, actions, tuple(desks), tabs, log, unit, end)


def _between(
    m: Metrics,
    seats: int,
    shown: int,
    desk_height: DeskHeight,
    aspect: float,
    asks: bool,
    card: float,
) -> TableLayout | None:
    """Lay out a narrow board between two columns: the opponents' full player boards on the left, everything
    else on the right. None if there is no room for them."""
    gap, others = m.plain * 0.3, [seat for seat in range(seats) if seat != shown]
    wide = min(WIDEST_UNITS * m.plain, (m.width - 4 * gap - m.height * aspect) / 2)
    if wide < COLUMN_UNITS * m.plain:
        return None
    unit = max(m.plain, min(m.unit, wide / DESK_UNITS))
    while len(others) * (desk_height(wide, False, unit) + gap) + gap > m.height:
        wide *= 0.98
    left = round(wide + 2 * gap)
    rest = _wide(m._replace(width=m.width - left), 1, 0, desk_height, aspect, asks, card).moved(left, 0)
    if rest.tabs:  # the card of a lesson or puzzle leaves no room for the full player board
        return None
    (own,) = rest.desks
    high = desk_height(wide, False, rest.desk_unit)
    desks = [own._replace(seat=shown)]
    for place, seat in enumerate(others):
        rect = pygame.FRect(gap, gap + place * (high + gap), wide, high)
        desks.append(DeskPlace(seat, rect, False, True))
    return rest._replace(desks=tuple(sorted(desks)))


def _column_status(m: Metrics, asks: bool) -> float:
    """Return the height of a row with the player's name, plus three lines of the prompt."""
    return upright_status(m, asks) + (m.unit * 0.7 if asks else 0.0)


def _around_desks(m: Metrics, asks: bool) -> float:
    """Return the height of everything in the column except player boards and log."""
    return m.button + _column_status(m, asks) + END_HEIGHT * m.unit + bar_height(m) + m.plain * 1.5


LYING_UNITS, LYING_SHARE = 12.5, 0.31
"""Width of the column next to the board on a phone in landscape: the minimum in units, and the maximum as a
fraction of the window's width, even if the board needs less than the rest."""


def more_rows(m: Metrics, rows: int) -> float:
    """Return the height of the rows of buttons above the first."""
    return (rows - 1) * (m.button + m.unit * 0.24)


def _lying(
    m: Metrics,
    seats: int,
    shown: int,
    desk_height: DeskHeight,
    aspect: float,
    asks: bool,
    tools: float,
    rows: int,
) -> TableLayout:
    """Lay out a phone in landscape: the board at full height; next to it prompt, tabs, a player board and
    buttons."""
    gap = m.unit * 0.3
    bar = bar_height(m)
    least = min(m.unit * LYING_UNITS, m.width * 0.46)
    spare = m.width - 3 * gap - (m.height - 2 * gap) * aspect
    side = max(least, min(spare, m.width * LYING_SHARE))
    left = m.width - side - gap
    board = pygame.FRect(gap, gap, left - 2 * gap, m.height - 2 * gap)
    status = pygame.FRect(left, gap, side, upright_status(m, asks))
    row = pygame.FRect(left, status.bottom + gap, side, _tab_height(m))
    beside = _beside_tools(m, seats, status, tools)
    tabs = _tabs(m, seats, beside or row, gap)
    under = status.bottom if beside else row.bottom
    actions = pygame.FRect(left, m.height - bar, side, bar)
    end = pygame.FRect(left, under + gap, side, END_HEIGHT * m.unit)
    if desk_height(side, False, m.unit * SMALL_DESK) > actions.top - end.bottom - gap:
        board.height -= end.height + gap  # the gauge moves below the board: the player board needs its place
        end = pygame.FRect(board.x, board.bottom + gap, board.width, end.height)
        top = under + gap
    else:
        top = end.bottom + gap
    room = actions.top - top - more_rows(m, rows)
    compact = rows > 1 and desk_height(side, False, m.unit * LEGIBLE_DESK) > room
    unit = _reduced(m.unit, m.unit * SMALLEST_DESK, lambda unit: desk_height(side, compact, unit) <= room)
    desk = pygame.FRect(left, top, side, min(room, desk_height(side, compact, unit)))
    desks = _one_desk(desk, tabs, shown, compact=compact)
    return TableLayout(status, status, board, actions, desks, tabs, None, unit, end)


def upright_status(m: Metrics, asks: bool) -> float:
    """Return the height of a row with the player's name and the toolbar, plus two lines of the prompt."""
    return m.unit * (2.3 if asks else 0.2) + m.button


def _beside_tools(m: Metrics, seats: int, status: pygame.FRect, tools: float) -> pygame.FRect | None:
    """Return the place of tabs next to the toolbar, if requested; None if a tab would be narrower than a
    finger."""
    room = pygame.FRect(status.x, status.y, status.width - tools - m.unit * 0.5, _tab_height(m))
    return room if tools and room.width >= seats * (m.finger + m.unit * 0.3) else None


def _tab_height(m: Metrics) -> float:
    return max(m.finger, m.plain * 1.9, m.unit * 1.6)


def _tabs(m: Metrics, seats: int, row: pygame.FRect, gap: float) -> tuple[pygame.FRect, ...]:
    width = (row.width - gap * (seats - 1)) / seats
    return tuple(
        pygame.FRect(row.x + seat * (width + gap), row.y, width, row.height) for seat in range(seats)
    )


def _one_desk(
    desk: pygame.FRect,
    tabs: tuple[pygame.FRect, ...],
    shown: int,
    *,
    compact: bool = False,
    strip: bool = False,
) -> tuple[DeskPlace, ...]:
    return tuple(
        DeskPlace(seat, desk, compact, True, strip) if seat == shown else DeskPlace(seat, tab, True, False)
        for seat, tab in enumerate(tabs)
    )


def _tablet(
    m: Metrics,
    seats: int,
    shown: int,
    desk_height: DeskHeight,
    asks: bool,
    tools: float,
    side: float,
    rows: int,
) -> TableLayout:
    """Lay out an upright tablet, from top to bottom: prompt, board, buttons, tabs, the shown player board and
    the log.

    side: width of the log
    """
    gap, bar = m.unit * 0.3, bar_height(m)
    status = pygame.FRect(gap, gap, m.width - 2 * gap, upright_status(m, asks))
    wide = m.width - 2 * gap - side
    low = m.height < 24 * m.plain
    beside, tab = _beside_tools(m, seats, status, tools), _tab_height(m)
    most = m.height * (0.22 if low else 0.3 if m.height <= 32 * m.plain else 0.34) + (tab if beside else 0.0)
    least = m.unit * (SMALL_DESK if low else 0.55)
    unit = _reduced(m.unit, least, lambda unit: desk_height(wide, False, unit) <= most)
    high = desk_height(wide, False, unit)
    desk = pygame.FRect(gap, m.height - gap - high, wide, high)
    row = pygame.FRect(gap, desk.top - tab - gap * 0.5, m.width - 2 * gap, tab)
    tabs = _tabs(m, seats, beside or row, gap)
    actions = pygame.FRect(gap, (desk.top if beside else row.top) - bar, m.width - 2 * gap, bar)
    slim = 1.0 if m.height > 32 * m.plain else SLIM
    end = pygame.FRect(gap, status.bottom + gap * 0.4, m.width - 2 * gap, END_HEIGHT * slim * m.unit)
    board = pygame.FRect(gap, end.bottom + gap * slim, m.width - 2 * gap, 0)
    board.height = actions.top - board.top - more_rows(m, rows)
    log = pygame.FRect(desk.right + m.unit, desk.y, side - m.unit * 1.3, high)
    return TableLayout(status, status, board, actions, _one_desk(desk, tabs, shown), tabs, log, unit, end)


STRIP = 64
"""Height of a folded player board, in CSS pixels."""
MOST_DESK = 0.5
"""Maximum height of an unfolded player board relative to the window, unless it would get too small."""


def _phone(
    m: Metrics,
    seats: int,
    shown: int,
    desk_height: DeskHeight,
    asks: bool,
    tools: float,
    pull: float,
    rows: int,
) -> TableLayout:
    """Lay out an upright phone, from top to bottom: prompt, board, buttons, tabs, the player board as a
    compact bar.

    An open drawer moves player board, tabs and buttons over the lower part of the board, which does not
    change.
    """
    gap, bar = m.unit * 0.3, bar_height(m)
    wide = m.width - 2 * gap
    status = pygame.FRect(gap, gap, wide, upright_status(m, asks))
    most = m.height * MOST_DESK
    unit = _reduced(m.unit, m.unit * SMALL_DESK, lambda unit: desk_height(wide, False, unit) <= most)
    high = desk_height(wide, False, unit)
    strip = pygame.FRect(gap, m.height - gap - STRIP * m.ratio, wide, STRIP * m.ratio)
    rise = max(0.0, high - strip.height)
    lift = float(round(rise * pull))
    desk = pygame.FRect(gap, strip.y - lift, wide, high) if pull else strip
    beside, tab = _beside_tools(m, seats, status, tools), _tab_height(m)
    row = pygame.FRect(gap, strip.y - tab - gap * 0.5, wide, tab)
    below = (strip.y if beside else row.y) - bar
    tabs = _tabs(m, seats, beside or row.move(0, -lift), gap)
    actions = pygame.FRect(gap, below - lift, wide, bar)
    slim = 1.0 if m.height > 32 * m.plain else SLIM
    end = pygame.FRect(gap, status.bottom + gap * 0.4, wide, END_HEIGHT * slim * m.unit)
    board = pygame.FRect(gap, end.bottom + gap * slim, wide, 0)
    board.height = below - board.y - more_rows(m, rows)
    desks = _one_desk(desk, tabs, shown, strip=not pull)
    return TableLayout(status, status, board, actions, desks, tabs, None, unit, end, strip, rise, lift)
