"""The card of a table: its board, its players and their points, whose turn it is and for how long, what
happened since the last visit, and the person's note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil
from typing import NamedTuple

import pygame

from game.client.draw import paint, theme
from game.client.draw.widgets import Button, ChoiceCard, Look, draw_swatch, tone_of
from game.client.storage.save_store import Saved
from game.client.storage.saved_text import played
from game.client.tables.entry import MINE, TableEntry
from game.client.views.standing import Standing, draw_points, points_width
from game.client.views.thumbnail import WithBoard
from game.client.words.dates import when
from game.client.words.i18n import capitalised, t
from game.platform import Element

ROW = 1.3
"""Height of a row of players in units."""
TITLE = 1.5
WORDS = 5.6
"""Minimum width of the text next to the board in units. In a narrow window the board is smaller."""


class PlayerScore(NamedTuple):
    """A player on the card.

    standing: the points, known once the board has been drawn or if the game is over
    total: the points if the game ended now, or "" if they are unknown
    """

    name: str
    colour: str
    standing: Standing | None
    total: str
    leads: bool

    @property
    def words(self) -> str:
        """Return the name and the points for screen readers."""
        if self.standing is not None:
            return f"{self.name} {self.standing.points}"
        return f"{self.name} {self.total} ({t('legend.total')})" if self.total else self.name

    def shown(self, *, wide: bool) -> Standing | None:
        """Return the points as drawn: a narrow card has room for the first number only."""
        return self.standing if wide or self.standing is None else self.standing._replace(total="")


class ThumbnailKey(NamedTuple):
    """The cache key of a board's image."""

    game: str
    date: str
    actions: int
    room: tuple[int, int]
    """Size of the image in pixels."""
    theme: str
    language: str


Rows = tuple[tuple[tuple[float, PlayerScore], ...], ...]
"""Rows of players, each player with the distance from the left in pixels."""


def players(game: Saved, standings: Sequence[Standing] = ()) -> tuple[PlayerScore, ...]:
    """Return the players of a game with their points.

    standings: as the game's view counts them, if they are known
    """
    totals, most = [str(total) for total in game.totals], max(game.totals, default=None)
    if game.over and not standings:
        standings = [Standing(name, total, "") for name, total in zip(game.names, totals, strict=False)]
    return tuple(
        PlayerScore(
            name,
            game.colours[seat],
            standings[seat] if seat < len(standings) else None,
            totals[seat] if totals else "",
            bool(totals) and game.totals[seat] == most,
        )
        for seat, name in enumerate(game.names)
    )


def progress(entry: TableEntry, now: str) -> str:
    """Return the game's progress and when something last happened at the table."""
    game = entry.game
    if game is None:
        return capitalised(when(entry.date, now))
    if entry.over:
        state = t("games.over")
    else:
        state = t("games.round", round=game.round) if game.round else t("games.actions", n=game.actions)
    name = [played(game)] if game.title else []
    return capitalised(" · ".join(filter(None, (*name, state, when(entry.date, now)))))


@dataclass
class SummaryCard(WithBoard, ChoiceCard):
    """A card with the image of a board and what is known of its table.

    seated: the players as text, if their colours are unknown
    trouble: why the card shows an earlier state
    news: what has happened since the last visit
    noted: the person's note, shortened to a line
    """

    standings: tuple[PlayerScore, ...] = ()
    turn: str = ""
    progress: str = ""
    seated: str = ""
    trouble: str = ""
    news: str = ""
    noted: str = ""
    strip: float = field(kw_only=True)
    """Width of the strip at the right of the card that belongs to a button. The card is drawn below it."""

    @staticmethod
    def board(unit: float, width: float) -> tuple[int, int]:
        """Return the size of the board in a card of this width, in pixels."""
        wide = unit * (7.4 if _is_wide(unit, width) else 5.3)
        wide = max(0.0, min(wide, width - unit * (WORDS + 1.8)))
        return round(wide), round(wide * 0.71)

    @staticmethod
    def title_room(unit: float, width: float, strip: float) -> float:
        """Return the width of the title in a card of this width."""
        return max(unit, _room(unit, width) + unit * 0.6 - strip)

    @property
    def panel(self) -> pygame.FRect:
        """The whole card, with the strip of the button."""
        return pygame.FRect(self.rect.x, self.rect.y, self.rect.width + self.strip, self.rect.height)

    @property
    def waits(self) -> bool:
        """True if the table waits for the player."""
        return False

    def element(self) -> Element:
        named = ", ".join(one.words for one in self.standings)
        note = f"{t('note')}: {self.noted}" if self.noted else ""
        parts = (self.label, self.turn, named or self.seated, self.progress, self.trouble, self.news, note)
        told = (words.rstrip(".") for words in filter(None, parts))
        return super().element()._replace(label=". ".join(told))

    def needed(self, unit: float) -> int:
        """Return the required height in pixels."""
        width = self.panel.width
        board, room = float(self.board(unit, width)[1]), _room(unit, width)
        words = unit * (TITLE + 0.2 + len(self._told(unit, room)))
        seats, below = unit * ROW * len(self._rows(unit)), unit * len(self._below(unit))
        if _is_wide(unit, width):
            return ceil(unit * 0.9 + max(board, words + seats + below))
        return ceil(unit * 1.2 + max(board, words) + seats + below)

    def draw(self, target: pygame.Surface, look: Look) -> None:
        tone, unit, wide = tone_of("paper"), look.unit, self.panel.width
        fill = tone.hover if look.hover else tone.fill
        paint.blit_rounded(target, self.panel, unit * 0.42, fill, tone.edge, max(1, unit * theme.ui.edge))
        self._draw_board(target, unit)
        room = _room(unit, wide)
        x, y = self.panel.right - unit * 0.6 - room, self.panel.y + unit * 0.45
        title = pygame.FRect(x, y, self.title_room(unit, wide, self.strip), unit * TITLE)
        paint.blit_lines(target, self.label, "display", self.titles, tone.ink, title)
        y = title.bottom
        seats, below = self._rows(unit), self._below(unit)
        high = unit * ROW * len(seats)
        if _is_wide(unit, wide):
            self._draw_players(target, seats, x, y, unit)
            y += high
        y = self._draw_lines(target, self._told(unit, room), x, y + unit * 0.2, unit)
        if not _is_wide(unit, wide):
            x, y = self.panel.x + unit * 0.6, self.panel.bottom - unit * (0.45 + len(below)) - high
            self._draw_players(target, seats, x, y, unit)
            y += high
        self._draw_lines(target, below, x, y, unit)
        self.draw_focus(target, look)

    def _draw_lines(
        self, target: pygame.Surface, lines: list[tuple[str, str]], x: float, y: float, unit: float
    ) -> float:
        """Draw lines of text; return the height below them."""
        for line, role in lines:
            bold = theme.ui.stress if self.waits else theme.ui.ink
            colour = theme.ui.ink_soft if role == "text" else bold
            paint.blit_text(target, line, role, unit, colour, pygame.FRect(x, y, self.panel.right - x, unit))
            y += unit
        return y

    def _rows(self, unit: float) -> Rows:
        """Return the players in rows."""
        width = self.panel.width
        room = int(_seats_room(unit, width))
        return _arranged(self.standings, round(unit), room, wide=_is_wide(unit, width))

    def _told(self, unit: float, room: float) -> list[tuple[str, str]]:
        """Return the turn, the progress and the players in lines of this width, each with its font role."""
        return _lines([(self.turn, "bold"), (self.progress, "text"), (self.seated, "text")], unit, room)

    def _below(self, unit: float) -> list[tuple[str, str]]:
        """Return what follows the players, in lines as wide as they are."""
        parts = [(self.trouble, "text"), (self.news, "text")]
        room = _seats_room(unit, self.panel.width)
        noted = _lines([(f"{t('note')}: {self.noted}" if self.noted else "", "text")], unit, room)
        first = [(f"{words.rstrip('.,;:')}…" if len(noted) > 1 else words, role) for words, role in noted[:1]]
        return [*_lines(parts, unit, room), *first]

    def _draw_board(self, target: pygame.Surface, unit: float) -> None:
        """Draw the image of the board, or its empty place until the image is ready."""
        wide, high = self.board(unit, self.panel.width)
        place = pygame.FRect(self.panel.x + unit * 0.45, self.panel.y + unit * 0.45, wide, high)
        self.draw_board(target, place, unit)

    def _draw_players(self, target: pygame.Surface, rows: Rows, left: float, top: float, unit: float) -> None:
        """Draw the players' colours, names and points, the leader in bold."""
        room = _seats_room(unit, self.panel.width)
        for number, row in enumerate(rows):
            y = top + unit * ROW * number
            for x, one in row:
                shield = pygame.FRect(left + x, y + unit * (ROW - 1.1) / 2, unit * 1.1, unit * 1.1)
                draw_swatch(target, shield, one.colour)
                place = pygame.FRect(shield.right + unit * 0.3, y, room - x - unit * 1.4, unit * ROW)
                role = "bold" if one.leads else "text"
                shown = one.shown(wide=_is_wide(unit, self.panel.width))
                if shown is not None:
                    place.width -= points_width(shown, unit)
                paint.blit_text(target, one.name, role, unit, theme.ui.ink, place)
                if shown is not None:
                    name = min(place.width, theme.font(role, round(unit)).size(one.name)[0])
                    points = pygame.FRect(place.x + name + unit * 0.4, y, room, unit * ROW)
                    draw_points(target, shown, points, unit, theme.ui.ink)


@dataclass
class TableCard(SummaryCard):
    """The card of a table of this device. Activating it opens the table."""

    entry: TableEntry = field(kw_only=True)

    @property
    def waits(self) -> bool:
        return self.entry.group == MINE


@dataclass
class CornerButton(Button):
    """An icon at the right end of a card, for what else can be done with its table."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        if look.hover:
            inside = self.rect.inflate(-look.unit * 0.4, -look.unit * 0.4)
            paint.blit_rounded(target, inside, look.unit * 0.42, theme.ui.paper_hover)
        size = round(look.unit * 1.4)
        sign = paint.icon(self.icon, size, theme.ui.ink)
        target.blit(sign, (round(self.rect.centerx - size / 2), round(self.rect.y + look.unit * 0.5)))
        self.draw_focus(target, look)


def _lines(parts: list[tuple[str, str]], unit: float, room: float) -> list[tuple[str, str]]:
    """Break texts with their font roles into lines of a width."""
    return [
        (line, role)
        for words, role in parts
        for line in (paint.wrap(words, role, round(unit), int(room)) if words else ())
    ]


def _is_wide(unit: float, width: float) -> bool:
    """Return True if a card of this width shows the players next to the board and not below it."""
    return width > unit * 30


def _room(unit: float, width: float) -> float:
    """Return the width of the text next to the board."""
    return width - SummaryCard.board(unit, width)[0] - unit * 1.8


def _seats_room(unit: float, width: float) -> float:
    """Return the width of the rows of players."""
    return _room(unit, width) if _is_wide(unit, width) else width - unit * 1.2


UNKNOWN = "00+"
"""Points for which a card leaves room before they are known, so that nothing moves."""


@lru_cache(maxsize=400)
def _arranged(standings: tuple[PlayerScore, ...], unit: int, room: int, *, wide: bool) -> Rows:
    """Arrange the players in rows, with columns of one width."""
    widths = [0.0]
    for one in standings:
        points = Standing("", UNKNOWN, UNKNOWN if wide else "") if one.total else Standing("", "", "")
        widths.append(theme.font("bold", unit).size(one.name)[0] + points_width(points, unit))
    column = max(widths) + unit * 2.4
    abreast = max(1, int((room + unit * 0.6) / column))
    placed = [(place % abreast * column, one) for place, one in enumerate(standings)]
    return tuple(tuple(placed[start : start + abreast]) for start in range(0, len(placed), abreast))
