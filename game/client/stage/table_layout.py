"""Where the parts of a table lie in a window of any size. Pure geometry; every length is in units."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from game.client.draw.theme import Metrics

DeskHeight = Callable[[float, bool, float], float]
"""`GameView.desk_height`: width, compact, unit -> height."""


class DeskPlace(NamedTuple):
    """Where a seat's desk lies. If not drawn, only a tab stands for it."""

    seat: int
    rect: pygame.FRect
    compact: bool
    drawn: bool
    strip: bool = False
    """It is folded into a strip."""


class TableLayout(NamedTuple):
    """The parts of the table; no two overlap."""

    tools: pygame.FRect
    """The row at whose right end the tools stand: that of who decides, or one of their own."""
    status: pygame.FRect
    """Who decides, and below that what is asked."""
    board: pygame.FRect
    actions: pygame.FRect
    """The row of buttons below the board; more rows grow upwards, over the log if there is one."""
    desks: tuple[DeskPlace, ...]
    tabs: tuple[pygame.FRect, ...]
    """In seat order; empty if all desks are drawn."""
    log: pygame.FRect | None
    """Room for the last sentences, where there is some."""
    desk_unit: float
    end: pygame.FRect
    """The strip that says how near the end of the game is."""
    strip: pygame.FRect | None = None
    """Where the desk lies while it is folded into a strip; None: it never is."""
    rise: float = 0.0
    """So far the desk comes up from there, and with it tabs and buttons, over the board."""
    lift: float = 0.0
    """So far it has come up."""

    @property
    def drawer(self) -> pygame.FRect | None:
        """All that comes up with the desk, down to the window's edge; None: the desk is never folded."""
        if self.strip is None:
            return None
        return pygame.FRect(
            self.board.x, self.actions.y, self.board.width, self.strip.bottom - self.actions.y
        )

    @property
    def lower(self) -> pygame.FRect | None:
        """Desks, log and buttons, where everything but the board lies in one column beside it."""
        if self.tools.y == self.status.y:
            return None
        top = self.end.bottom
        return pygame.FRect(self.end.x, top, self.end.width, self.actions.bottom - top)

    @property
    def foot(self) -> pygame.FRect | None:
        """The part of that below the tabs, without its lower edge."""
        lower = self.lower
        if lower is None:
            return None
        top = self.tabs[0].bottom if self.tabs else lower.y
        gap = self.status.y - self.tools.bottom
        return pygame.FRect(lower.x, top + gap, lower.width, lower.bottom - top - 2 * gap)

    @property
    def tabs_lead(self) -> bool:
        """Whether the tabs stand in the first row of the status, in place of the name of whoever decides."""
        return bool(self.tabs) and self.tabs[0].y == self.status.y

    def moved(self, x: float, y: float) -> TableLayout:
        """The same parts elsewhere."""
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
"""The desk of a tablet held upright is at least so many units wide, and a log beside it so many."""
END_HEIGHT = 1.2
"""Of the strip of the end, in units."""


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
    """The layout for a window.

    shown   the seat whose desk is unfolded
    aspect  the board's
    asks    whether what is asked is told on the table, not elsewhere
    tools   the width of the tools, if the tabs are to stand beside them, in place of who decides
    card    how high a card is that shall have its place where the log is, in a wide window
    pull    how far the desk of an upright phone is pulled up, from 0 (a strip) to 1 (all of it)
    rows    so many rows of buttons are to have room below the board there
    """
    if m.upright:
        side = m.width - 0.6 * m.unit - max(DESK_UNITS * m.plain, (m.width - 0.6 * m.unit) * 0.56)
        if side >= LOG_UNITS * m.plain:
            layout = _tablet(m, seats, shown, desk_height, asks, tools, side)
        else:
            layout = _phone(m, seats, shown, desk_height, asks, tools, pull, rows)
    elif m.low:
        layout = _lying(m, seats, shown, desk_height, aspect, asks, tools)
    else:
        layout = _between(m, seats, shown, desk_height, aspect, asks, card) or _wide(
            m, seats, shown, desk_height, aspect, asks, card
        )
    return layout.moved(m.left, m.top)


SMALL_DESK, SMALLEST_DESK = 0.4, 0.16
"""The unit of a desk in a low window, as a part of the text's: where it begins to be small, and at least."""
COLUMN_UNITS, WIDEST_UNITS = 15.0, 24.0
"""The column beside the board of a wide window has so many units of text of normal size, and more, up to so
many, where the board has its full height anyway."""
LEAST_LOG = 6.5
"""So many units of the column are left to log, notes and further rows of buttons: else desks are folded."""
LOG_BELOW = 8.0
"""In a window so little wider than high that so many units are free below the board, the log lies there."""


def bar_height(m: Metrics) -> float:
    """The height of a row of buttons with padding."""
    return m.button + m.unit * 0.5


def _wide(
    m: Metrics,
    seats: int,
    shown: int,
    desk_height: DeskHeight,
    aspect: float,
    asks: bool,
    card: float,
) -> TableLayout:
    """The board at full height; everything else in one column, from the tools to the buttons.

    The others' desks are compact where there is room for that, else tabs. Whether there is does not depend
    on the size of text.
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
        """Of a desk and some folded ones."""
        return desk_height(side, False, unit) + folded * (desk_height(side, True, unit) + gap)

    folded, tabs = seats - 1, tuple[pygame.FRect, ...]()
    if _around_desks(usual, asks) + high(m.plain, folded) + least > m.height:
        tabs = _tabs(m, seats, pygame.FRect(left, top, side, _tab_height(m)), gap)
        top, folded = tabs[0].bottom + gap, 0
    unit = max(m.plain, min(m.unit, side / DESK_UNITS))  # larger text does not make a desk count as too small
    while high(unit, folded) > actions.top - gap - top and unit > m.plain * SMALLEST_DESK:
        unit *= 0.96
    desks, y = [], top
    for seat in range(seats):
        rect = pygame.FRect(left, y, side, desk_height(side, seat != shown, unit))
        if tabs and seat != shown:
            desks.append(DeskPlace(seat, tabs[seat], True, False))
        else:
            desks.append(DeskPlace(seat, rect, seat != shown, True))
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
    """A board so narrow that there is a column on either side of it: to the left the others' desks, all
    unfolded, to the right everything else. None: there is no room for that."""
    gap, others = m.plain * 0.3, [seat for seat in range(seats) if seat != shown]
    wide = min(WIDEST_UNITS * m.plain, (m.width - 4 * gap - m.height * aspect) / 2)
    if wide < COLUMN_UNITS * m.plain:
        return None
    unit = max(m.plain, min(m.unit, wide / DESK_UNITS))
    while len(others) * (desk_height(wide, False, unit) + gap) + gap > m.height:
        wide *= 0.98
    left = round(wide + 2 * gap)
    rest = _wide(m._replace(width=m.width - left), 1, 0, desk_height, aspect, asks, card).moved(left, 0)
    if rest.tabs:  # the card of a lesson or puzzle leaves no room for the desk as it is
        return None
    (own,) = rest.desks
    high = desk_height(wide, False, rest.desk_unit)
    top = min(own.rect.y, m.height - len(others) * (high + gap))
    desks = [own._replace(seat=shown)]
    for place, seat in enumerate(others):
        rect = pygame.FRect(gap, top + place * (high + gap), wide, high)
        desks.append(DeskPlace(seat, rect, False, True))
    return rest._replace(desks=tuple(sorted(desks)))


def _column_status(m: Metrics, asks: bool) -> float:
    """The height of a row with who decides, plus three lines of what is asked."""
    return upright_status(m, asks) + (m.unit * 0.7 if asks else 0.0)


def _around_desks(m: Metrics, asks: bool) -> float:
    """The height of everything in the column but desks and log."""
    return m.button + _column_status(m, asks) + END_HEIGHT * m.unit + bar_height(m) + m.plain * 1.5


def _lying(
    m: Metrics, seats: int, shown: int, desk_height: DeskHeight, aspect: float, asks: bool, tools: float
) -> TableLayout:
    """The board at full height; beside it what is asked, a tab for each seat, a desk, buttons."""
    gap = m.unit * 0.3
    bar = bar_height(m)
    side = max(min(m.unit * 12.5, m.width * 0.46), m.width - 3 * gap - (m.height - 2 * gap) * aspect)
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
        board.height -= end.height + gap  # the desk needs their place: they lie below the board
        end = pygame.FRect(board.x, board.bottom + gap, board.width, end.height)
        top = under + gap
    else:
        top = end.bottom + gap
    room = actions.top - top
    unit = m.unit
    while desk_height(side, False, unit) > room and unit > m.unit * SMALLEST_DESK:
        unit *= 0.96
    desk = pygame.FRect(left, top, side, min(room, desk_height(side, False, unit)))
    return TableLayout(status, status, board, actions, _one_desk(desk, tabs, shown), tabs, None, unit, end)


def upright_status(m: Metrics, asks: bool) -> float:
    """The height of a row with who decides and the tools, plus two lines of what is asked."""
    return m.unit * (2.3 if asks else 0.2) + m.button


def _beside_tools(m: Metrics, seats: int, status: pygame.FRect, tools: float) -> pygame.FRect | None:
    """The place of tabs beside the tools, if asked for; None if one would be less than a finger wide."""
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
    desk: pygame.FRect, tabs: tuple[pygame.FRect, ...], shown: int, *, strip: bool = False
) -> tuple[DeskPlace, ...]:
    return tuple(
        DeskPlace(seat, desk, False, True, strip) if seat == shown else DeskPlace(seat, tab, True, False)
        for seat, tab in enumerate(tabs)
    )


def _tablet(
    m: Metrics, seats: int, shown: int, desk_height: DeskHeight, asks: bool, tools: float, side: float
) -> TableLayout:
    """From top to bottom: what is asked, the board, buttons, a tab for each seat, the shown desk and the log.

    side  how wide the log is
    """
    gap, bar = m.unit * 0.3, bar_height(m)
    status = pygame.FRect(gap, gap, m.width - 2 * gap, upright_status(m, asks))
    unit, wide = m.unit, m.width - 2 * gap - side
    low = m.height < 24 * m.plain
    beside, tab = _beside_tools(m, seats, status, tools), _tab_height(m)
    most = m.height * (0.22 if low else 0.3 if m.height <= 32 * m.plain else 0.34) + (tab if beside else 0.0)
    while desk_height(wide, False, unit) > most and unit > m.unit * (SMALL_DESK if low else 0.55):
        unit *= 0.96
    high = desk_height(wide, False, unit)
    desk = pygame.FRect(gap, m.height - gap - high, wide, high)
    row = pygame.FRect(gap, desk.top - tab - gap * 0.5, m.width - 2 * gap, tab)
    tabs = _tabs(m, seats, beside or row, gap)
    actions = pygame.FRect(gap, (desk.top if beside else row.top) - bar, m.width - 2 * gap, bar)
    slim = 1.0 if m.height > 32 * m.plain else 0.7
    end = pygame.FRect(gap, status.bottom + gap * 0.4, m.width - 2 * gap, END_HEIGHT * slim * m.unit)
    board = pygame.FRect(gap, end.bottom + gap * slim, m.width - 2 * gap, 0)
    board.height = actions.top - board.top
    log = pygame.FRect(desk.right + m.unit, desk.y, side - m.unit * 1.3, high)
    return TableLayout(status, status, board, actions, _one_desk(desk, tabs, shown), tabs, log, unit, end)


STRIP = 64
"""The height of a folded desk, in CSS pixels."""
MOST_DESK = 0.5
"""Of the window's height an unfolded desk takes at most so much, if it need not be too small for that."""


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
    """From top to bottom: what is asked, the board, buttons, a tab for each seat, the shown desk in a strip.

    Pulled up, the desk takes tabs and buttons along over the lower part of the board, which stays as it is.
    """
    gap, bar, unit = m.unit * 0.3, bar_height(m), m.unit
    wide = m.width - 2 * gap
    status = pygame.FRect(gap, gap, wide, upright_status(m, asks))
    while desk_height(wide, False, unit) > m.height * MOST_DESK and unit > m.unit * SMALL_DESK:
        unit *= 0.96
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
    slim = 1.0 if m.height > 32 * m.plain else 0.7
    end = pygame.FRect(gap, status.bottom + gap * 0.4, wide, END_HEIGHT * slim * m.unit)
    board = pygame.FRect(gap, end.bottom + gap * slim, wide, 0)
    board.height = below - board.y - (rows - 1) * (m.button + m.unit * 0.24)
    desks = _one_desk(desk, tabs, shown, strip=not pull)
    return TableLayout(status, status, board, actions, desks, tabs, None, unit, end, strip, rise, lift)
