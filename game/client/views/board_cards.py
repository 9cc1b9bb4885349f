"""Rows of cards with images of boards: the games and boards to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from game import engine
from game.client.app.flow import Flow
from game.client.app.setup import BOARD
from game.client.draw import paint, theme
from game.client.draw.widgets import TITLES, ChoiceCard, Look, tone_of
from game.client.views import make_view
from game.client.views.thumbnail import Thumbnail, Thumbnails, WithBoard
from game.client.words.i18n import t
from game.engine.record import Record
from game.match import players_of

PICTURE = 0.71
"""Height of a board's image relative to its width."""
NARROWEST = 5.0
"""Minimum width of a board's card in units, with room for its name and a few words."""
SHOWN = 4
"""Number of players in the games that the images show."""


class PreviewKey(NamedTuple):
    """The cache key of a board's image."""

    game: str
    board: str
    """Id of one of the game's boards; "": the default."""
    room: tuple[int, int]
    """Size of the image in pixels."""
    theme: str
    language: str


class Offer(NamedTuple):
    """A game or board to choose.

    text: an explanation for screen readers
    aside: a few words below the name
    """

    id: str
    game: str
    board: str
    name: str
    text: str
    aside: str
    act: Callable[[], None]
    chosen: bool


@dataclass
class BoardCard(WithBoard, ChoiceCard):
    """A choice with an image of its board, above the title or, in a wide card, next to it."""

    @staticmethod
    def title_sizes(names: Iterable[str], unit: float, width: float) -> tuple[float, ...]:
        """Return the sizes of the titles of cards of this width."""
        room = width - unit * (9.05 if width > unit * 15 else 1.05)
        return paint.common_sizes(names, "display", [unit * part for part in TITLES], room)

    @staticmethod
    def board(unit: float, width: float) -> pygame.FRect:
        """Return the rectangle of the image in a card of this width."""
        wide = unit * 7.2 if width > unit * 15 else width - unit * 0.9
        return pygame.FRect(unit * 0.45, unit * 0.45, wide, wide * PICTURE)

    @classmethod
    def height(cls, unit: float, width: float) -> float:
        """Return the height of a card of this width."""
        board = cls.board(unit, width)
        return board.height + unit * (0.9 if width > unit * 15 else 3.7)

    def draw(self, target: pygame.Surface, look: Look) -> None:
        chosen, unit, ui = self.state == "chosen", look.unit, theme.ui
        tone = tone_of("chosen" if chosen else "paper")
        edge = max(1, unit * ui.edge * (1 + chosen))
        paint.blit_rounded(
            target, self.rect, unit * 0.42, tone.hover if look.hover else tone.fill, tone.edge, edge
        )
        board = self.board(unit, self.rect.width).move(self.rect.topleft)
        self.draw_board(target, board, unit)
        x, y, align = board.x, board.bottom + unit * 0.35, "center"
        if self.rect.width > unit * 15:
            x, y, align = board.right + unit * 0.8, self.rect.centery - unit * 1.4, "left"
        title = pygame.FRect(x, y, self.rect.right - unit * 0.6 - x, unit * 1.5)
        paint.blit_lines(target, self.label, "display", self.titles, tone.ink, title, align)
        soft = ui.on_chosen_soft if chosen else ui.ink_soft
        aside = pygame.FRect(x, title.bottom + unit * 0.1, title.width, unit)
        size = paint.largest(self.aside, "text", paint.shrinking(unit, unit * 0.7), aside.width)
        paint.blit_text(target, self.aside, "text", size, soft, aside, align)
        self.draw_focus(target, look)


def preview(key: PreviewKey) -> Thumbnail:
    """Start the image of a game before its first turn."""
    record = _shown(key.game, key.board)
    return Thumbnail(iter([record.new_game()]), players_of(record), key.room)


PREVIEWS = Thumbnails(preview)
"""The images of boards before the first turn, for all pages on which a game or board is chosen."""


def set_up_boards() -> None:
    """Compute once what the images of all boards need, without drawing them."""
    for game in engine.rulesets():
        options = engine.ruleset(game).options
        for board in next((option.offered() for option in options if option.id == BOARD), ("",)):
            record = _shown(game, board)
            make_view(record.ruleset, players_of(record), record.new_game().options)


def _shown(game: str, board: str) -> Record:
    return Record(engine.ruleset(game), SHOWN, {BOARD: board} if board else {}, 1)


def add_cards(flow: Flow, offers: Sequence[Offer], group: str, *, least: int = 1, gap: float = 0.5) -> None:
    """Add cards in rows, all equally wide.

    least: minimum number of cards in a row, however narrow the page
    gap: space between them, in units
    """
    unit, space = flow.unit, flow.unit * gap
    fitting = int((flow.column.width + space) / (NARROWEST * unit + space))
    abreast = min(len(offers), max(least, fitting))
    width = (flow.column.width - space * (abreast - 1)) / abreast
    picture, height = BoardCard.board(unit, width), BoardCard.height(unit, width)
    titles = BoardCard.title_sizes((offer.name for offer in offers), unit, width)
    room = round(picture.width), round(picture.height)
    for number, offer in enumerate(offers):
        key = PreviewKey(offer.game, offer.board, room, theme.ui.name, t.language)
        row, place = divmod(number, abreast)
        x, y = flow.column.x + place * (width + space), flow.y + row * (height + space)
        card = BoardCard(
            offer.id, offer.name, pygame.FRect(x, y, width, height), offer.act, text=offer.text,
            aside=offer.aside, boards=PREVIEWS, key=key, titles=titles, group=group,
        )  # fmt: skip
        card.state = "chosen" if offer.chosen else ""
        flow.add(card)
    rows = -(-len(offers) // abreast)
    flow.y += rows * (height + space) - space
    flow.gap(0.4)
