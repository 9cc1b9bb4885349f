"""The card of a guided game: one place and one height for all its texts, which are divided into pages."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from math import ceil

import pygame

from game.client.draw import paint, theme
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Paragraph, Widget
from game.client.learn.coach import Coach
from game.client.learn.guide.texts import Passage
from game.client.stage.changes import draw_arrow, lane_of, lies_on_board
from game.client.stage.table_layout import TableLayout, bar_height

BOARD = 0.64
"""Minimum height of the board on a phone, as a fraction of its height at a table without a guide."""
LINES, FEW_LINES = 7, 4
"""Lines of text that the card has room for if possible, and the number below which the log's place is too
small for it."""
TITLED = 5
"""Number of lines from which the card has a heading."""
CARD = 15.0
"""Room reserved for the card next to the board, in units of normal text size."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_a-z])")
"""The space between two sentences: before a capital letter."""
_CLAUSE = re.compile(r"(?<=[,;:])\s+")
"""The space between two parts of a sentence: after a punctuation mark."""


class GuideCard(Coach):
    """A card that is as large for a long text as for a short one, and leaves the board its size.

    It takes the log's place. In a layout without a log it covers the player board, which an upright phone
    folds into a compact bar.
    """

    _page_key: object = None
    """Cache key of `_pages`."""
    _pages: Sequence[tuple[str, Passage]] = ()
    page = 0
    """Index of the page on the card."""
    _over = False
    """True if the card covers the player board."""
    _covers = 0.0
    """Height of the compact bar that the card covers on an upright phone."""

    @abstractmethod
    def passages(self) -> tuple[Passage, ...]:
        """Return the texts for the card, in order."""

    @property
    @abstractmethod
    def has_card(self) -> bool:
        """True while the card is shown."""

    # ---- pages --------------------------------------------------------------------------------

    @property
    def pages(self) -> Sequence[tuple[str, Passage]]:
        """The texts divided into pages that fit on the card, each with the passage it belongs to."""
        passages = self.passages()
        key = passages, self.app.metrics, tuple(self.card)
        if key != self._page_key:
            self._page_key = key
            width, lines = self._column, self._lines
            self._pages = [
                (words, one)
                for one in passages
                for words in divided(one.words, self.app.metrics, width, lines)
            ]
        return self._pages

    @property
    def current(self) -> tuple[str, Passage] | None:
        """The page on the card and its passage; None if there is nothing to say."""
        pages = self.pages
        return pages[min(self.page, len(pages) - 1)] if pages else None

    @property
    def last_page(self) -> bool:
        """True if no further page follows."""
        return self.page + 1 >= len(self.pages)

    def words(self) -> str:
        return "" if self.current is None else self.current[0]

    def longest(self) -> Iterator[str]:
        """Yield the text on the card, to which its height does not adapt."""
        yield self.words()

    def pointed_out(self) -> Sequence[str]:
        return self.current[1].places if self.has_card and self.current is not None else ()

    def dots(self) -> tuple[int, int]:
        pages = len(self.pages)
        return (self.page, pages) if pages > 1 else (0, 0)

    # ---- the place ----------------------------------------------------------------------------

    @property
    def _stacked(self) -> bool:
        return True

    @property
    def _titled(self) -> bool:
        """True if there is room for the heading."""
        return self.folded or self._free >= (TITLED + 1.2) * self.app.metrics.unit

    @property
    def _free(self) -> float:
        """Height of the card without its buttons and margins, in pixels."""
        return self.card.height - self.app.metrics.plain * 0.9 - self._bar(self.app.metrics)

    @property
    def _lines(self) -> int:
        """Number of lines of text on the card."""
        head = self._head_height() if self._titled else 0.0
        return max(1, int((self._free - head) / round(self.app.metrics.unit)))

    def _head_height(self) -> float:
        metrics = self.app.metrics
        high = Paragraph.height(self.headline(), "bold", self._headline_size(), metrics.unit, self._column)
        return max(high, metrics.plain * 1.2)

    def _tall(self, metrics: Metrics, lines: float) -> float:
        """Return the height of a card with a heading and this many lines."""
        return (lines + 1.2) * metrics.unit + metrics.plain * 0.9 + self._bar(metrics)

    def _place_card(self, metrics: Metrics) -> None:
        layout = self.table.stage.plan(metrics, self.table.shown_seat)
        self._folds, self._beside = layout.strip is not None, layout.strip is None
        self._over, self._covers = False, 0.0
        if self.folded:
            super()._place_card(metrics)
        elif layout.strip is not None:
            self._over, self._covers = True, metrics.rect.bottom - layout.strip.y
            most = self._covers + (1 - BOARD) * layout.board.height
            high = max(self._covers + self._bar(metrics), min(self._tall(metrics, LINES), most))
            self._card = pygame.FRect(metrics.left, metrics.rect.bottom - high, metrics.width, high)
        else:
            self._card = self._in_log(metrics, layout)
            if self._card.height < self._tall(metrics, FEW_LINES):
                self._card, self._over = self._over_desk(layout), True

    def _in_log(self, metrics: Metrics, layout: TableLayout) -> pygame.FRect:
        """Return the log's place above a second row of buttons. Empty if there is no log."""
        if layout.log is None:
            return pygame.FRect(0, 0, 0, 0)
        log, below = layout.log.copy(), layout.lower is not None and layout.lower.contains(layout.log)
        log.height = max(0.0, log.height - bar_height(metrics)) if below else log.height
        return log

    def _over_desk(self, layout: TableLayout) -> pygame.FRect:
        """Return the place of the player board and of what is below it, down to the buttons, with the tabs
        above it if that is little room. On a tablet, where the buttons are above it, the log's is added."""
        desk = next(place.rect for place in layout.desks if place.drawn and not place.compact)
        if desk.y > layout.actions.y:
            return desk if layout.log is None else desk.union(layout.log)
        bottom = layout.actions.y - self.app.metrics.plain * 0.1
        few = bottom - desk.y < self._tall(self.app.metrics, LINES)
        top = layout.tabs[0].y if few and layout.tabs and not layout.tabs_lead else desk.y
        return pygame.FRect(desk.x, top, desk.width, bottom - top)

    @property
    def place(self) -> float:
        """Upper edge of the area below the table on an upright phone, which stays free while the card is
        empty."""
        return self.card.y + self._covers

    @property
    def sheet(self) -> pygame.FRect:
        card = self.card
        if self.has_card or self.folded:
            return card
        return pygame.FRect(card.x, self.place, card.width, card.bottom - self.place)

    def covered(self) -> pygame.FRect | None:
        return self.card if self.has_card and self._over and not self.folded else None

    # ---- drawing ------------------------------------------------------------------------------

    def widgets(self) -> Iterator[Widget]:
        metrics, card = self.app.metrics, self.card
        pad = metrics.plain
        if self._folds:
            yield self._handle()
        top = card.y + pad * 0.5
        if self._titled:
            high = self._head_height()
            head = pygame.FRect(card.x + pad, top, self._column, high)
            head.y = card.centery - high / 2 if self.folded else top
            size, colour = self._headline_size(), theme.ui.title
            yield Paragraph("", self.headline(), head, role="bold", size=size, colour=colour)
            top = head.bottom
        if self.folded:
            return
        remark = self.table.choice.remark
        foreseen = self.table.chooser.certain is not None
        room = pygame.FRect(card.x + pad, top, self._column, card.y + pad * 0.5 + self._free - top)
        size = self._remark_size(remark, room.height) if remark else 1.0
        colour = theme.ui.stress if remark and not foreseen else theme.ui.ink
        yield Paragraph("", remark or self.words(), room, role="text", size=size, colour=colour)
        yield from sorted(self._card_buttons(), key=lambda button: button.tone != "primary")

    def _remark_size(self, remark: str, room: float) -> float:
        """Return the text size at which the response to a tap, which has no pages, fits."""
        sizes = paint.shrinking(1.0, 0.5)
        return next((size for size in sizes if self._high(remark, size) <= room), sizes[-1])

    def _draw_dots(self, target: pygame.Surface) -> None:
        if self._titled and self.has_card:
            super()._draw_dots(target)

    def draw_way(self, target: pygame.Surface) -> None:
        """Draw the way of the plan on the card as arrows on the map."""
        stage, view = self.table.stage, self.table.view
        if not self.has_card or self.current is None or not self.current[1].way:
            return
        target.set_clip(pygame.Rect(stage.camera.seen))
        for step in self.current[1].way:
            for event in step.events:
                ends = event.source, event.target
                if all(ends) and all(lies_on_board(view, end, step.before) for end in ends):
                    start, end = (view.anchor(end, step.before) for end in ends)
                    mark, lane = stage.mark(self.app.metrics.unit), lane_of(view, event, step.before)
                    draw_arrow(target, start, end, mark, around=view.towns(), lane=lane)
        target.set_clip(None)


def divided(words: str, metrics: Metrics, width: float, lines: int) -> list[str]:
    """Divide a text into pages of at most `lines` lines: between sentences, and in a longer sentence after a
    colon, semicolon or comma."""

    def wrapped(text: str, narrower: int = 0) -> Sequence[str]:
        return paint.wrap(text, "text", round(metrics.unit), int(width) - narrower)

    def pages(text: str, *cuts: re.Pattern[str]) -> list[str]:
        if len(wrapped(text)) <= lines:
            return [text]
        if not cuts:
            return _lines_of(wrapped(text, round(metrics.unit)), lines)
        found = list[str]()
        for part in cuts[0].split(text):
            together = " ".join([*found[-1:], part])
            if found and len(wrapped(together)) <= lines:
                found[-1] = together
            else:
                found += pages(part, *cuts[1:])
        return found

    return pages(words, _SENTENCE, _CLAUSE)


def _lines_of(wrapped: Sequence[str], lines: int) -> list[str]:
    """Divide the lines of a text without punctuation into pages of equal length."""
    each = ceil(len(wrapped) / ceil(len(wrapped) / lines))
    found = [" ".join(wrapped[start : start + each]) for start in range(0, len(wrapped), each)]
    return [f"{page} …" for page in found[:-1]] + found[-1:]
