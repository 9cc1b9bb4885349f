"""The coach at a table: a card explains the situation, and only the intended actions can be chosen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence

import pygame

from game.client.app.gestures import Drag, Drop, Gesture
from game.client.app.scene import Host
from game.client.draw import paint, theme
from game.client.draw.scenery import draw_sea
from game.client.draw.theme import Metrics
from game.client.draw.widgets import SILENT, Button, ButtonSpec, Paragraph, Widget, make_button, sentence
from game.client.stage.table_layout import bar_height
from game.client.table.desks import Handle
from game.client.table.table_mode import BESIDE, TableMode
from game.client.touch.chooser import CHOICE, Chooser
from game.client.words.i18n import lessons
from game.engine.core import Action
from game.match import Match

SIDE = 17.4
"""Width of the button row next to the text in a landscape window, in units of normal text size."""
TOO_SMALL = 0.6
"""Minimum size of board items in units. A board with smaller items is zoomed towards what the text refers to.
"""
NARROW = 36.0
"""Width in units below which a landscape window has little room for text next to the buttons, so that the
card gets more height."""
DOTS = (0.75, 0.6, 0.5, 0.4)
"""Possible distances between two progress dots in units. The widest that fits next to the headline is used.
"""
KEPT_TOOLS = ("log", "whole")
TIGHT = 28.0
"""Height in units below which a portrait window is tight."""
SHORT = 32.0
"""Height in units below which a portrait window moves the tabs next to the tools, to leave their room to the
player board."""
SMALLER = 0.82
"""Minimum text size of a card in the log's place, as a fraction of the normal size."""
APART = 0.3
"""Space between two paragraphs on the card, in units."""
SIZES = paint.shrinking(1.0, 0.5)


class GuidedChooser(Chooser):
    """A chooser that knows all legal actions but offers only the allowed ones."""

    def __init__(self, actions: Sequence[Action], allowed: Collection[Action]) -> None:
        super().__init__(actions)
        self._allowed = set(allowed)

    @property
    def playable(self) -> list[Action]:
        return [action for action in self.actions if action in self._allowed]

    def _offer(self) -> tuple[str, ...]:
        return tuple(self._leading(super()._offer()))

    def _reach(self) -> tuple[str, ...]:
        return tuple(self._leading(super()._reach()))

    def _leading(self, elements: Iterable[str]) -> Iterator[str]:
        """Yield the elements that lead to an allowed action."""
        near = {element for action, path in self._left if action in self._allowed for element in path}
        near.update(self.chosen)
        for element in elements:
            if element not in near and not element.startswith(CHOICE):
                continue  # checking each of them would be slow
            if any(action in self._allowed for action in self.actions_with(element)):
                yield element


class TaughtChooser(GuidedChooser):
    """A chooser for lessons. It offers an element of a later stage only if every possible first choice leads
    to it.

    Otherwise, with two markers to choose from, the next elements of one marker would be offered before the
    choice.
    """

    def _reach(self) -> tuple[str, ...]:
        found = super()._reach()
        if self.certain:
            return found
        allowed = [path for action, path in self._left if path and action in self._allowed]
        ways = [{one for path in allowed if path[0] == first for one in path} for first in self.offered]
        return tuple(element for element in found if all(element in way for way in ways))


class Coach(TableMode, ABC):
    """Base class of the coaches of lessons and puzzles. Nothing is saved, and the coach handles undo."""

    hints = False
    """No hints by a computer player: the coach knows better which action is intended."""
    answers_at_board = False
    """The card shows the response to a tap."""

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self._card_key: object = None
        self._card = pygame.FRect(0, 0, 1, 1)
        self._beside = False
        """True if the card is below the player boards, so that the table fills the whole window."""
        self._folds = False
        """True on a portrait phone, where the card can be folded to its heading."""
        self._read = ""
        """The text that was folded away. Any other text unfolds the card."""
        self._heard = ""
        """The coach's text that was announced last. It is not repeated after every action."""
        self._pulled = 0.0
        """Distance in pixels by which a finger has dragged the card down."""

    # ---- texts of the coach -------------------------------------------------------------------

    @abstractmethod
    def headline(self) -> str:
        """Return the heading above the text."""

    @abstractmethod
    def words(self) -> str:
        """Return the coach's current text."""

    @abstractmethod
    def longest(self) -> Iterable[str]:
        """Return the texts that the card must have room for. Its height stays the same throughout a
        lesson."""

    def response(self) -> str:
        """Return the response to the last tap, which the card shows above its text."""
        return self.table.choice.remark

    def dots(self) -> tuple[int, int]:
        """Return the progress: the number of completed steps and the total."""
        return 0, 0

    @abstractmethod
    def coach_buttons(self) -> Sequence[ButtonSpec | None]:
        """Return the buttons of the card: back and the ways forward, at most three. None leaves a place
        empty, so that no button appears where another was."""

    def way_out(self) -> str:
        """Return the caption of the button that leaves the table."""
        return lessons("leave")

    # ---- hooks of the table -------------------------------------------------------------------

    def prompt(self, question: str) -> str:
        """Return the coach's text unless it has been announced, and the question."""
        if not (self.table.choice.by_hand or self.match.state.actor is None):
            return question
        return f"{self.unheard()} {self.asked_now(question)}".strip()

    def whole_prompt(self, question: str) -> str:
        return f"{self.words()} {self.asked_now(question)}".strip()

    def unheard(self) -> str:
        """Return the coach's text and mark it as announced; "" if it has been announced already."""
        words, before = self.words(), self._heard
        self._heard = words
        return words if words != before else ""

    def speak(self) -> None:
        """Announce the coach's text and the question."""
        if words := self.table.prompt():
            self.app.platform.announce(words)

    def asked_now(self, question: str) -> str:
        """Return the question that the learner is to answer on the board, or an empty string."""
        return question if self.table.choice.chooser.playable else ""

    def heading(self, question: str) -> str:
        return self.headline()

    def subheading(self, question: str) -> str:
        return self.asked_now(question)

    def introduction(self) -> str:
        return sentence(self.heading(""))

    def window_title(self) -> str:
        return self.headline()

    def tool(self, button: Button) -> Button | None:
        """Omit undo and replace the menu with the button that leaves."""
        if button.id == "menu":
            return Button(
                "leave", self.way_out(), button.rect, self.leave, tone="sea", icon="close", caption=""
            )
        return button if button.id in KEPT_TOOLS else None

    def shows(self, widget: Widget) -> bool:
        """Hide the board-overlay button in a low landscape window, where the card needs its room."""
        return widget.id != "reading" or not self.app.metrics.low

    def in_play(self) -> list[str]:
        """Return the elements on the board that the text refers to or that can be activated."""
        view = self.table.view
        touched = [spot.id for spot in self.table.targets.values() if spot.on_board]
        shown = [one for one in self.pointed_out() if view.on_board(one) and not one.startswith(BESIDE)]
        return list(dict.fromkeys([*shown, *touched]))

    def around(self) -> list[str]:
        """Return the context of the elements in play, such as the towns of a route, which should be visible
        together with them."""
        view, near, state = self.table.view, self.in_play(), self.match.state
        return list(dict.fromkeys(one for element in near for one in view.around(element, state)))

    def look(self, now: float) -> None:
        """Show the elements that the text refers to or that can be activated, enlarged on a small board.
        Without any, show the whole board; leave the view as it is if the step requires a button, such as the
        one that ends the turn."""
        self.table.update_layout()
        metrics, state, camera_control = self.app.metrics, self.match.state, self.table.camera_control
        rects = [shape.rect for shape in camera_control.on_board(self.pointed_out(), state)]
        rects += [spot.rect for spot in self.table.targets.values() if spot.on_board]
        if not rects and not self.pointed_out() and not self.table.chooser.offered:
            self.table.stage.glide_home(now)
        around = [shape.rect for shape in camera_control.on_board(self.around(), state)]
        camera_control.close_to(rects, around, metrics.unit * TOO_SMALL, metrics.finger, now)

    # ---- the card -----------------------------------------------------------------------------

    def kept(self) -> list[pygame.FRect]:
        return [self.card] if self._beside else []

    def room(self, metrics: Metrics) -> Metrics:
        """Return the metrics of the area above the card. If that area is small, text is limited to normal
        size, so that the board keeps its room."""
        card = self.card  # sets `_beside`
        if self._beside:
            return metrics
        room = metrics.above(card.y)
        return room._replace(unit=metrics.plain) if self._tight else room

    @property
    def _tight(self) -> bool:
        """True if board, player board and card have hardly any room."""
        metrics = self.app.metrics
        return metrics.upright and metrics.height < TIGHT * metrics.unit

    @property
    def card(self) -> pygame.FRect:
        """Rectangle of the card: below the player boards if there is room, otherwise at the bottom of the
        window."""
        metrics = self.app.metrics
        key = (metrics, self.table.shown_seat, self.headline(), self.folded)
        if key != self._card_key:
            self._card_key = key
            self._place_card(metrics)
        return self._card

    @property
    def sheet(self) -> pygame.FRect:
        """The part of the card's place that is drawn as a sheet of paper."""
        return self.card

    @property
    def folded(self) -> bool:
        """True if only the heading is shown: the text was folded away and no response has come since."""
        return self._folds and self._read == self.words() and not self.table.choice.remark

    def fold(self) -> None:
        """Fold or unfold the card."""
        self._read = "" if self.folded else self.words()
        self.table.choice.remark = ""

    def _place_card(self, metrics: Metrics) -> None:
        self._folds = self.table.stage.plan(metrics, self.table.shown_seat).strip is not None
        if self.folded:
            height = metrics.finger + metrics.plain * 0.2
            self._beside = False
            self._card = pygame.FRect(metrics.left, metrics.rect.bottom - height, metrics.width, height)
            return
        unit, bar = metrics.unit, self._bar(metrics)
        self._card, self._beside = self._log_place(metrics), True
        if self._card.height > bar and self._card.height >= self._least(self._card.width) + bar:
            return
        self._beside, self.table.stage.card = False, 0.0
        least, most = bar, 0.33 if self._tight else 0.27
        if not metrics.upright:
            least, most = bar + unit * 0.9, 0.24 if metrics.width >= NARROW * metrics.plain else 0.42
        width = metrics.width if metrics.upright else metrics.width - self._side - unit * 1.2
        height = self._wanted(width) + (bar if metrics.upright else 0.0)
        height = max(least, min(height, metrics.height * most))
        self._card = pygame.FRect(metrics.left, metrics.rect.bottom - height, metrics.width, height)

    def _log_place(self, metrics: Metrics) -> pygame.FRect:
        """Return the log's rectangle, enlarged to the card's height if possible and above a second row of
        buttons if both fit. Empty if there is no log."""
        stage, seat = self.table.stage, self.table.shown_seat
        stage.card = 0.0
        layout = stage.plan(metrics, seat)
        if layout.log is None:
            return pygame.FRect(0, 0, 0, 0)
        wanted = self._wanted(layout.log.width) + self._bar(metrics)
        above_buttons = layout.lower is not None and layout.lower.contains(layout.log)
        row = bar_height(metrics) if above_buttons else 0.0
        stage.card = wanted + row
        log = stage.plan(metrics, seat).log or layout.log
        return pygame.FRect(log.x, log.y, log.width, max(min(log.height, wanted), log.height - row))

    def _wanted(self, width: float, size: float = 1.0) -> float:
        """Return the height of a card of this width without its buttons, with room for its longest text.

        size: text size as a fraction of the normal size
        """
        unit = self.app.metrics.unit
        pixels = round(unit * size)
        texts = [paint.wrap(text, "text", pixels, int(width - 2 * unit)) for text in self.longest()]
        apart = max(text.count("\n") for text in self.longest()) * self._apart
        return pixels * max(map(len, texts)) + apart + unit * 2.2

    @property
    def _apart(self) -> float:
        """Space between two paragraphs, in pixels."""
        return 0.0 if self._tight else self.app.metrics.unit * APART

    def _least(self, width: float) -> float:
        """Return the minimum height of a card in the log's place, which leaves the board's size unchanged."""
        return self._wanted(width, SMALLER)

    @property
    def _stacked(self) -> bool:
        """True if the buttons are below the text and not to its right."""
        return self._beside or self.app.metrics.upright

    @property
    def _column(self) -> float:
        """Width of the text in pixels."""
        pad = self.app.metrics.plain
        return self.card.width - pad * 2.0 - (0.0 if self._stacked else self._side + pad * 0.6)

    @property
    def _side(self) -> float:
        """Width of the button row next to the text, in pixels."""
        metrics = self.app.metrics
        return min(SIDE * metrics.plain, metrics.width * 0.36)

    @staticmethod
    def _bar(metrics: Metrics) -> float:
        return metrics.button + metrics.unit * 0.3

    def prepare(self) -> None:
        metrics = self.app.metrics
        size = metrics.button
        few = metrics.low or (metrics.upright and metrics.height < SHORT * metrics.plain)
        self.table.stage.tools = len(KEPT_TOOLS) * (size + metrics.plain * 0.3) if few else 0.0

    def widgets(self) -> Iterator[Widget]:
        metrics, card = self.app.metrics, self.card
        unit, pad, width = metrics.unit, metrics.plain, self._column
        x, y = card.x + pad, card.y + pad * 0.5
        size = self._headline_size()
        high = Paragraph.height(self.headline(), "bold", size, unit, width)
        head = pygame.FRect(x, y, width, max(high, pad * 1.2))
        if self._folds:
            yield self._handle()
        if self.folded:
            head.y = card.centery - high / 2
        title = Paragraph("", self.headline(), head, role="bold", size=size, colour=theme.ui.title)
        if self.headline() in self.heading(""):
            title.kind = SILENT
        yield title
        if self.folded:
            return
        top = head.bottom + pad * 0.05
        bottom = card.bottom - pad * 0.4 - (self._bar(metrics) if self._stacked else 0)
        remark = self.response()
        foreseen = self.table.chooser.certain is not None
        spoken = [(remark, theme.ui.ink if foreseen else theme.ui.stress)] if remark else []
        parts = [self.words()] if self._tight else self.words().split("\n")
        spoken += [(part, theme.ui.ink) for part in parts]
        apart, free = self._apart, bottom - top
        free -= apart * (len(spoken) - 1)
        size = next((s for s in SIZES if sum(self._high(text, s) for text, _ in spoken) <= free), SIZES[-1])
        for text, colour in spoken:
            high = self._high(text, size)
            rect = pygame.FRect(x, top, width, high)
            yield Paragraph("", text, rect, role="text", size=size, colour=colour)
            top += high + apart
        if self._goes_on:
            yield from sorted(self._card_buttons(), key=lambda button: button.tone != "primary")

    def helpers(self) -> Iterator[Widget]:
        if not (self.folded or self._goes_on):
            yield from self._card_buttons()

    @property
    def _goes_on(self) -> bool:
        """True if one of the card's buttons is the way forward. Otherwise that is an answer on the board."""
        return any(spec is not None and spec.tone == "primary" for spec in self.coach_buttons())

    def _handle(self) -> Handle:
        """Return the handle at the upper edge that folds the card."""
        card, caption = self.sheet, lessons("unfold" if self.folded else "fold")
        grip = pygame.FRect(card.x, card.y, card.width, self.app.metrics.finger)
        return Handle("card", caption, grip, self.fold, state="" if self.folded else "chosen")

    def _headline_size(self) -> float:
        """Return a font size that leaves room for the dots, unless that would be too small."""
        unit, words = self.app.metrics.unit, self.headline()
        beside = paint.shrinking(unit, unit * 0.8)
        size = paint.largest(words, "bold", beside, self._column - self._dots_width())
        if theme.font("bold", round(size)).size(words)[0] > self._column - self._dots_width():
            size = paint.largest(words, "bold", paint.shrinking(unit, unit * 0.7), self._column)
        return size / unit

    def _dots_width(self) -> float:
        """Return the width of the dots with the gap before them, in pixels."""
        return self.app.metrics.unit * (self._dot() * self.dots()[1] + 0.5)

    def _dot(self) -> float:
        """Return the distance between two dots in units."""
        unit = self.app.metrics.unit
        room = self._column / unit - theme.font("bold", round(unit)).size(self.headline())[0] / unit - 0.5
        return next((dot for dot in DOTS if dot * self.dots()[1] <= room), DOTS[-1])

    def _high(self, text: str, size: float) -> float:
        metrics = self.app.metrics
        return Paragraph.height(text, "text", size, metrics.unit, self._column)

    def _card_buttons(self) -> Iterator[Button]:
        metrics, card = self.app.metrics, self.card
        unit, specs = metrics.unit, self.coach_buttons()
        height, space = self._bar(metrics) - unit * 0.3, unit * 0.4
        if self._stacked:
            width = (card.width - 2 * unit - space * (len(specs) - 1)) / len(specs)
            y = card.bottom - height - unit * 0.5
            for index, spec in enumerate(specs):
                rect = pygame.FRect(card.x + unit + index * (width + space), y, width, height)
                if spec is not None:
                    yield make_button(spec, rect)
            return
        x, y = card.right - self._side - metrics.plain * 1.2, card.centery - height / 2
        width = (self._side - space * (len(specs) - 1)) / len(specs)
        for index, spec in enumerate(specs):
            if spec is not None:
                yield make_button(spec, pygame.FRect(x + index * (width + space), y, width, height))

    def draw(self, target: pygame.Surface) -> None:
        card, unit = self.sheet, self.app.metrics.unit
        target.set_clip(pygame.Rect(card))
        draw_sea(target)
        target.set_clip(None)
        sheet = card if self._beside else card.inflate(-unit * 0.5, -unit * 0.4)
        paint.blit_rounded(
            target, sheet, unit * 0.5, theme.ui.paper, theme.ui.frame, max(1, unit * theme.ui.edge)
        )
        if self._folds:
            px = self.app.metrics.ratio
            grip = pygame.FRect(card.centerx - 18 * px, sheet.y + 3 * px, 36 * px, 3 * px)
            paint.blit_rounded(target, grip, 1.5 * px, theme.ui.frame)
        self._draw_dots(target)

    def handle(self, gesture: Gesture) -> bool | None:
        """Fold or unfold the card when a finger drags it."""
        match gesture:
            case Drag(_, _, _, dy, x, y) if self._folds and self.sheet.collidepoint(x, y):
                self._pulled += dy
                return False
            case Drop() if self._pulled:
                far, self._pulled = self._pulled, 0.0
                if abs(far) > self.app.metrics.finger * 0.3 and (far > 0) != self.folded:
                    self.fold()
                return True
        return super().handle(gesture)

    def _draw_dots(self, target: pygame.Surface) -> None:
        """Draw the progress dots if the headline leaves room for them."""
        done, total = self.dots()
        unit, card = self.app.metrics.unit, self.card
        headline = theme.font("bold", round(unit * self._headline_size())).size(self.headline())[0]
        if headline > self._column - self._dots_width():
            return
        dot = self._dot()
        radius = unit * dot * 0.29
        right = card.x + self.app.metrics.plain + self._column
        for number in range(total):
            x = right - (total - number) * unit * dot
            colour = theme.ui.stress if number <= done else theme.ui.paper_line
            y = (card.centery if self.folded else card.y + unit * 1.1) - radius
            rect = pygame.FRect(x, y, radius * 2, radius * 2)
            paint.blit_rounded(target, rect, radius, colour)
