"""Prompts and notices on the table: the hand-over prompt of pass-and-play games, and the notice at the
board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pygame

from game.client.app.scene import Host
from game.client.draw import paint, theme
from game.client.draw.canvas import Canvas
from game.client.draw.notice import (
    PlacedNotice,
    laid_note,
    least_at_foot,
    note_at_foot,
    note_in_line,
    whole_note,
)
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, Look, Paragraph, Widget, draw_swatch, swatch, tone_of
from game.client.stage.stage import Stage
from game.client.stage.table_layout import TableLayout
from game.client.views.view import GameView
from game.client.words.i18n import computers, t
from game.match import Cursor, Match, PlayerInfo
from game.match.log import last_move
from game.match.passing import passed

MAX_SENTENCES = 3
"""Maximum number of sentences that say what has happened."""
WIDE, PAD, GAP = 25.0, 0.9, 0.3
"""Width, padding and gap of a prompt, in units."""
TITLE, HEADING, TEXT = 1.5, 0.85, 0.95
"""Text sizes in units."""
SHIELD, SMALL_SHIELD = 2.6, 1.4
UNDO_LEAST, UNDO_MOST = 0.34, 0.5
"""Limits of the width of the link that undoes the last move, relative to its row in the prompt."""
MAX_UNDRAWN_FRAMES = 4
"""Number of frames without spare time after which part of the prompt is drawn all the same."""


@dataclass
class Link(Button):
    """A quiet button without an edge: underlined words."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, ink = look.unit, theme.ui.stress if look.hover else theme.ui.ink
        role, sizes, wide, high = self._type(unit)
        size, lines = paint.lines_within(self.label, role, sizes, int(wide), high)
        thin = max(1, round(unit * 0.05))
        row = pygame.FRect(self.rect.x, self.rect.centery - size * len(lines) / 2, self.rect.width, size)
        for line in lines:
            paint.blit_text(target, line, role, size, ink, row, "center")
            width = min(theme.font(role, size).size(line)[0], row.width)
            target.fill(ink, (round(row.centerx - width / 2), round(row.bottom - thin), round(width), thin))
            row.y += size
        self.draw_focus(target, look)


@dataclass
class HandSlip(Widget):
    """The hand-over prompt with its button. Activating it, or anything that is not a button, starts the
    turn."""

    lines: Sequence[str] = ()
    """Sentences about what has happened."""
    heading: str = ""
    """Heading above the sentences."""
    aside: bool = False
    """True for a one-line prompt that asks for an answer during another player's turn and leaves the board
    visible."""
    player: PlayerInfo = field(default_factory=lambda: PlayerInfo("", "red"))
    start: pygame.FRect | None = None
    """Place of the button drawn on a full-size prompt; a one-line prompt is a button itself."""

    def shield(self, unit: float) -> float:
        """Return the size of the shield in pixels."""
        return unit * (SMALL_SHIELD if self.aside else SHIELD)

    def spoken(self) -> str:
        heading = [f"{self.heading}:"] if self.heading else []
        return " ".join([f"{self.label.rstrip('.')}.", *heading, *self.lines])

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, primary = look.unit, tone_of("primary")
        self.draw_shadow(target, unit)
        ground, ink = theme.ui.paper_high, theme.ui.title
        if self.aside:
            ground, ink = primary.hover if look.hover else primary.fill, primary.ink
        edge = theme.SEAT_COLOURS[self.player.colour].edge_on(ground)
        thick = max(2.0, unit * theme.ui.edge * 2)
        paint.blit_rounded(target, self.rect, unit * 0.6, ground, edge, thick)
        inside = self.rect.inflate(-2 * PAD * unit, -2 * PAD * unit * (0.5 if self.aside else 1))
        size = self.shield(unit)
        head = pygame.FRect(inside.x, inside.y, inside.width, inside.height if self.aside else size)
        shield = pygame.FRect(head.x, head.centery - size / 2, size, size)
        draw_swatch(target, shield, self.player.colour)
        words = pygame.FRect(shield.right + unit * 0.5, head.y, head.right - shield.right - unit * 0.5, 0)
        words.height = head.height
        largest, role = (TEXT, "bold") if self.aside else (TITLE, "display")
        sizes = paint.shrinking(unit * largest, unit * 0.72)
        title = self.label if self.aside else t("games.turn.name", name=self.player.name)
        paint.blit_lines(target, title, role, sizes, ink, words)
        self._draw_lines(target, pygame.FRect(inside.x, head.bottom + unit * GAP, inside.width, unit), unit)
        if self.start is not None:
            Button("", t("handover.start"), self.start, self.act, tone="primary").draw(target, look)
        else:
            self.draw_focus(target, look)

    def draw_shadow(self, target: pygame.Surface, unit: float) -> None:
        """Draw the prompt's shadow on the table."""
        paint.blit_shadow(target, self.rect, round(unit * 0.5), 120)

    def _draw_lines(self, target: pygame.Surface, row: pygame.FRect, unit: float) -> None:
        """Draw what has happened, below its heading."""
        rows = [(self.heading, HEADING, theme.ui.ink_soft)] if self.heading else []
        for words, size, ink in [*rows, *((line, TEXT, theme.ui.ink) for line in self.lines)]:
            pixels = round(unit * size)
            row.height = pixels
            for line in paint.wrap(words, "text", pixels, int(row.width)):
                paint.blit_text(target, line, "text", pixels, ink, row)
                row.y += pixels
            row.y += unit * GAP


class HandOver:
    """Pass and play: blocks the table until the next person at the device starts their turn."""

    def __init__(self, app: Host, match: Match, view: GameView[Any], *, usual: bool) -> None:
        """`usual`: True for a game, False for a lesson or puzzle."""
        self._app, self._match, self._view, self._usual = app, match, view, usual
        self._cursor = Cursor(len(match.log))
        self._passing = passed(match) if usual else None
        self.shown = False
        """True once all animations have ended and the prompt is shown."""
        self._making: Iterator[None] | None = None
        """Generator that draws the prompt's parts in advance."""
        self._waited = 0
        """Number of frames without time for the next part."""

    def follow(self, match: Match, now: float) -> None:
        """Read the log on. A move may hand the device over; other entries, such as an undo, do not."""
        entries = self._cursor.new(match.log)
        if entries:
            moved = self._usual and last_move(entries) is not None
            self._passing, self.shown = passed(match) if moved else None, False
            self._making = None

    @property
    def up(self) -> bool:
        """True while the table waits for the next person to start."""
        passing, match = self._passing, self._match
        if passing is None or self._app.settings.handover != "on":
            return False
        return match.state.actor == passing.seat and match.by_hand

    @property
    def due(self) -> bool:
        """True if the prompt is to be shown as soon as nothing moves."""
        return self.up and not self.shown

    def ready(self, stage: Stage) -> bool:
        """Draw the prompt's parts in advance, one per frame with spare time; return True when all are cached.

        The frame that first shows the prompt has to draw the board as well.
        """
        if self._making is None:
            self._making = self._make(stage)
        self._waited += 1
        while self._app.at_leisure or self._waited > MAX_UNDRAWN_FRAMES:
            self._waited = 0
            if next(self._making, self) is self:
                return True
        return False

    def _make(self, stage: Stage) -> Iterator[None]:
        """Draw shield, shadow, text and buttons one by one, so that they are cached."""
        look, canvas = Look(self._app.metrics.unit), Canvas(self._app.metrics.rect.size)
        for widget in self._laid(stage, self._app.metrics, self.begin, self.begin):  # drawn, never activated
            yield
            if isinstance(widget, HandSlip):
                swatch(widget.shield(look.unit), widget.player.colour)
                yield
                widget.draw_shadow(canvas, look.unit)
                yield
            widget.draw(canvas, look)

    @property
    def full(self) -> bool:
        """True if a full-size prompt is shown, which includes the undo button."""
        return self.up and self.shown and self._passing is not None and self._passing.during is None

    def begin(self) -> None:
        """Start the next person's turn."""
        self._passing, self.shown, self._making = None, False, None

    def words(self) -> str:
        """Return the sentence that names the person to start; empty unless the table waits for one."""
        if not self.up or self._passing is None:
            return ""
        name, during = self._match.players[self._passing.seat].name, self._passing.during
        if during is None:
            return t("handover.begin", name=name)
        return t("handover.answer", name=name, other=self._match.players[during].name)

    def spoken(self) -> str:
        """Return the prompt's text for screen readers, including what has happened."""
        nowhere = pygame.FRect(0, 0, 0, 0)
        return self._slip(nowhere, self._lines(MAX_SENTENCES)).spoken() if self.up else ""

    def _lines(self, most: int) -> list[str]:
        if self._passing is None:
            return []
        since = (self._match.moves[number].events for number in self._passing.since)
        return self._view.most_telling(since, self._match.state, most)

    def _heading(self, lines: Sequence[str]) -> str:
        """Return the heading of the sentences; empty if the next person has not had a turn yet, and for a
        single sentence, which needs none."""
        begun = self._passing is not None and self._passing.since.start > 0
        return computers("lately") if len(lines) > 1 and begun else ""

    def _slip(
        self,
        rect: pygame.FRect,
        lines: Sequence[str],
        act: Callable[[], None] | None = None,
        start: pygame.FRect | None = None,
    ) -> HandSlip:
        assert self._passing is not None
        player, aside = self._match.players[self._passing.seat], self._passing.during is not None
        heading = self._heading(lines)
        return HandSlip(
            "begin", self.words(), rect, act,
            lines=lines, heading=heading, aside=aside, player=player, start=start,
        )  # fmt: skip

    # ---- layout -------------------------------------------------------------------------------

    def widgets(
        self, stage: Stage, metrics: Metrics, begin: Callable[[], None], undo: Callable[[], None]
    ) -> Iterator[Widget]:
        """Return the prompt and the button that undoes the previous move. They are at the foot of the column
        next to the board, or over the visible part of the board if there is no column.

        begin: action of the prompt
        undo: takes back the previous person's last move
        """
        if not (self.up and self.shown):
            return
        for widget in self._laid(stage, metrics, begin, undo):
            yield widget
            if isinstance(widget, HandSlip):
                told = [widget.heading, *widget.lines]
                yield from (Widget("", words, pygame.FRect(0, 0, 0, 0)) for words in filter(None, told))

    def _laid(
        self, stage: Stage, metrics: Metrics, begin: Callable[[], None], undo: Callable[[], None]
    ) -> Iterator[Widget]:
        assert self._passing is not None
        foot = None if stage.layout is None else stage.layout.foot
        unit, window = metrics.unit, stage.camera.window
        if self._passing.during is not None:
            place, corner = self._one_line(foot or window, unit), metrics.button + unit * GAP
            if foot is None and place.right > window.right - corner:  # button for the whole board is there
                beside = pygame.FRect(window.topleft, (window.width - corner, window.height))
                place = self._one_line(beside, unit)
            if foot is not None:
                place = pygame.FRect(foot.x, foot.bottom - place.height, foot.width, place.height)
            yield self._slip(place, (), begin)
            return
        room = foot or window.inflate(-unit, -unit)
        width = min(room.width, WIDE * unit)
        button = metrics.button + unit * 0.6
        free = room.height if foot is None or stage.layout is None else stage.layout.free_foot
        for most in range(MAX_SENTENCES, -1, -1):
            lines = self._lines(most)
            height = self._height(self._heading(lines), lines, width - 2 * PAD * unit, unit) + button
            if height <= (free if most > 1 else room.height):  # one sentence can cover player boards
                break
        top = room.centery - height / 2 if foot is None else foot.bottom - height
        slip = pygame.FRect(room.centerx - width / 2, top, width, height)
        slip.clamp_ip(metrics.rect)
        start = slip.inflate(-2 * PAD * unit, 0)
        start.y, start.height = slip.bottom - unit * PAD - metrics.button, metrics.button
        if not self._match.can_undo:
            yield self._slip(slip, lines, begin, start)
            return
        words = t("handover.undo", name=self._match.players[self._passing.before].name)
        needed = theme.font("text", round(unit)).size(words)[0] + unit
        wide = min(max(needed, UNDO_LEAST * start.width), UNDO_MOST * start.width)
        link = pygame.FRect(start.x, start.y, wide, start.height)
        start.x, start.width = link.right + unit * GAP, start.width - wide - unit * GAP
        yield self._slip(slip, lines, begin, start)
        yield Link("undo", words, link, undo)

    @staticmethod
    def _height(heading: str, lines: Sequence[str], width: float, unit: float) -> float:
        """Return the height of a prompt with these sentences and without a button."""
        rows = [(heading, HEADING)] if heading else []
        rows += [(line, TEXT) for line in lines]
        high = (Paragraph.height(words, "text", size, unit, width) + unit * GAP for words, size in rows)
        return unit * (SHIELD + 2 * PAD) + sum(high)

    def _one_line(self, window: pygame.FRect, unit: float) -> pygame.FRect:
        """Return the rectangle of a one-line prompt at the top edge of the board; it has more lines in a
        narrow window."""
        beside, words = unit * (SMALL_SHIELD + 0.5 + 2 * PAD) + 2, self.words()
        room = window.width - unit - beside
        pixels = round(paint.largest(words, "bold", paint.shrinking(unit * TEXT, unit * 0.8), room))
        lines = paint.wrap(words, "bold", pixels, int(room))
        if len(lines) > 1:
            pixels = round(unit * TEXT)
            lines = paint.wrap(words, "bold", pixels, int(room))
        wide = max(theme.font("bold", pixels).size(line)[0] for line in lines) + beside
        high = max(SMALL_SHIELD * unit, pixels * len(lines)) + PAD * unit
        return pygame.FRect(window.centerx - wide / 2, window.y + unit * 0.4, wide, high)


class NoticeLayout:
    """Layout of the notice at the board, if there is a text, around the widgets of a frame."""

    def __init__(
        self,
        stage: Stage,
        metrics: Metrics,
        widgets: Sequence[Widget],
        words: str,
        where: Sequence[pygame.FRect],
        *,
        unfolded: bool = False,
    ) -> None:
        """Lay out the notice.

        where: areas of the board that must not be covered
        unfolded: True if the player has asked for the whole text, which covers more than the prompt's place
        """
        self._unit = metrics.unit
        self._buttons = [one for one in widgets if isinstance(one, Button | Paragraph | HandSlip)]
        self._log = None if stage.layout is None else stage.layout.log
        self._board = stage.camera.seen
        line = prompt_line(stage, metrics)
        self.in_line = False
        """True if the notice replaces the prompt."""
        self.note: PlacedNotice | None = None
        if not words:
            return
        below, lower = self._below_board(), None if stage.layout is None else stage.layout.lower
        if line is not None:
            fixed = note_in_line(line, words, metrics.unit, metrics.plain)
            self.note = whole_note(line, words, metrics.unit) if unfolded and fixed.cut else fixed
            self.in_line = True
        elif lower is None or below is not None:
            self.note = laid_note(self._board, words, metrics.unit, where, below)
        else:
            room, free = self._above_buttons(lower), self.log_room()
            foot, line = (
                note_at_foot(room, words, metrics.unit, metrics.plain, free),
                _below_name(stage, metrics),
            )
            above = None if line is None else note_in_line(line, words, metrics.unit, metrics.plain)
            fits = free is not None and foot.rect.height <= free.height + 1
            better = above is not None and (not fits or (above.pixels > foot.pixels and not above.cut))
            self.note, self.in_line = (above, True) if better else (foot, False)  # a card can leave no log

    def log_room(self) -> pygame.FRect | None:
        """Return the room for the log, clear of the notice; None if the layout has no room for a log."""
        if self._log is None:
            return None
        room = self._above_buttons(self._log)
        if self.note is None or not self.note.rect.colliderect(room):
            return room
        if self.note.rect.centery > room.centery:
            bottom = max(room.y, self.note.rect.y - self._unit * 0.3)
            return pygame.FRect(room.x, room.y, room.width, bottom - room.y)
        top = min(room.bottom, self.note.rect.bottom + self._unit * 0.3)
        return pygame.FRect(room.x, top, room.width, room.bottom - top)

    def _above_buttons(self, log: pygame.FRect) -> pygame.FRect:
        """Return the part of the log's room above the buttons, whose rows grow upwards."""
        tops = (one.rect.top - self._unit * 0.3 for one in self._buttons if one.rect.colliderect(log))
        bottom = min(tops, default=log.bottom)
        return pygame.FRect(log.x, log.y, log.width, max(0.0, bottom - log.y))

    def _below_board(self) -> pygame.FRect | None:
        """Return the room below the board if only the log uses it."""
        log, board = self._log, self._board
        if log is None or log.y < board.bottom or log.width < board.width * 0.9:
            return None
        return pygame.FRect(
            board.x, board.bottom, board.width, self._above_buttons(log).bottom - board.bottom
        )


def kept_for_note(layout: TableLayout, words: str, unit: float) -> list[pygame.FRect]:
    """Return the area that buttons leave to a notice with this text, so that it covers no player board next
    to the board."""
    log, lower = layout.log, layout.lower
    if not words or log is None or lower is None or not lower.contains(log):
        return []
    return [pygame.FRect(log.x, log.y, log.width, least_at_foot(words, unit, log.width))]


def prompt_line(stage: Stage, metrics: Metrics) -> pygame.FRect | None:
    """Return the place of the prompt and of notices in a phone's or upright tablet's window: two lines below
    the toolbar. None if it has no such place."""
    layout = stage.layout
    return _below_name(stage, metrics) if layout is not None and layout.lower is None else None


def _below_name(stage: Stage, metrics: Metrics) -> pygame.FRect | None:
    """Return the place of the prompt below the name of the player to decide; None if it is elsewhere."""
    layout = stage.layout
    if layout is None or not stage.asks:
        return None
    top = layout.status.y + metrics.button + metrics.unit * 0.1
    return pygame.FRect(layout.status.x, top, layout.status.width, layout.status.bottom - top)


class NoticeHandle(Widget):
    """A notice that is longer than its place. Activating it shows all of it, or folds it again."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        self.draw_focus(target, look)
