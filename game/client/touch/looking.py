"""Looking around by keyboard: while it lasts, everything that has a card can be reached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

import pygame

from game.client.draw.widgets import Look, Widget, draw_ring
from game.client.touch.pointing import Pointing, Surface
from game.client.words.i18n import t

GROUP = "things"
"""Tab stops once at all the things; the arrow keys go from one to the next."""


@dataclass
class Lookout(Widget):
    """Begins and ends looking around, for the keyboard and the page's list; the mouse points anyway.

    It takes no room: the board is its frame.
    """

    frame: pygame.FRect = field(kw_only=True)

    def draw(self, target: pygame.Surface, look: Look) -> None:
        if look.focus:
            draw_ring(target, self.frame.inflate(-look.unit * 0.4, -look.unit * 0.4), look.unit)


@dataclass
class Thing(Widget):
    """Something that can only be looked at."""

    group: str = GROUP

    def draw(self, target: pygame.Surface, look: Look) -> None:
        if look.focus:
            draw_ring(target, self.rect.inflate(look.unit * 0.3, look.unit * 0.3), look.unit)


class Looking:
    """Begins and ends looking around, and brings everything that has a card within reach meanwhile."""

    def __init__(self, table: Surface, pointing: Pointing) -> None:
        self._table, self._pointing = table, pointing
        self.on = False

    def toggle(self) -> None:
        """Begin or end reaching everything that has a card by keyboard."""
        app, self.on = self._table.app, not self.on
        app.platform.announce(t("look.on" if self.on else "look.off"))
        first = next(self._lookable(), None) if self.on else None
        if first is not None:
            app.focus, app.show_focus = first.id, True
            self._table.reveal(first)
            app.platform.focus(first.id)

    def widgets(self, window: pygame.FRect) -> Iterator[Widget]:
        """What begins and ends looking around, and while it lasts, what can be looked at."""
        state = "chosen" if self.on else ""
        corner = pygame.FRect(window.x, window.y, 0, 0)
        yield Lookout("look", t("look"), corner, self.toggle, state=state, frame=window)
        if self.on:
            yield from self._lookable()

    def _lookable(self) -> Iterator[Thing]:
        """Everything that has a card and cannot be touched now."""
        board = pygame.Rect(self._table.stage.camera.window)
        for element, shape in self._pointing.things().items():
            card = self._pointing.card(element)
            if card is not None:
                clip = board if self._table.view.on_board(element) else None
                show = partial(self._pointing.tell, element)
                yield Thing(element, card.title, shape.rect, show, clip=clip)
