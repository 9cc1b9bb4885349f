"""Inspect mode for the keyboard: while it is on, every item that has a card can be focused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

import pygame

from game.client.draw.widgets import Look, Widget, draw_ring, headed
from game.client.touch.pointing import Pointing, Surface
from game.client.words.i18n import t

GROUP = "things"
"""Focus group of the inspectable items: Tab stops at it once, the arrow keys move within it."""


@dataclass
class Lookout(Widget):
    """Toggle of inspect mode for the keyboard and the accessibility list; a mouse can always point at items.

    It takes no room: its focus ring is drawn around the board.
    """

    frame: pygame.FRect = field(kw_only=True)

    def draw(self, target: pygame.Surface, look: Look) -> None:
        if look.focus:
            draw_ring(target, self.frame.inflate(-look.unit * 0.4, -look.unit * 0.4), look.unit)


@dataclass
class Thing(Widget):
    """An item that can be inspected but not activated."""

    group: str = GROUP

    def draw(self, target: pygame.Surface, look: Look) -> None:
        if look.focus:
            draw_ring(target, self.rect.inflate(look.unit * 0.3, look.unit * 0.3), look.unit)


class InspectMode:
    """Turns inspect mode on and off, and makes every item with a card reachable meanwhile."""

    def __init__(self, table: Surface, pointing: Pointing) -> None:
        self._table, self._pointing = table, pointing
        self.on = False

    def show(self) -> None:
        """Turn inspect mode on without moving the focus."""
        self.on = True

    def toggle(self) -> None:
        """Turn inspect mode on or off."""
        app, self.on = self._table.app, not self.on
        app.platform.announce(t("look.on" if self.on else "look.off"))
        first = next(self._lookable(), None) if self.on else None
        if first is not None:
            app.focus, app.show_focus = first.id, True
            self._table.reveal(first)
            app.platform.focus(first.id)

    def widgets(self, window: pygame.FRect) -> Iterator[Widget]:
        """Return the toggle and, in inspect mode, the inspectable items."""
        state = "chosen" if self.on else ""
        corner = pygame.FRect(window.x, window.y, 0, 0)
        yield Lookout("look", t("look"), corner, self.toggle, state=state, frame=window)
        if self.on:
            yield from self._headed()

    def _lookable(self) -> Iterator[Thing]:
        """Yield every item that has a card and cannot be activated now."""
        board = pygame.Rect(self._table.stage.camera.window)
        for element, shape in self._pointing.things().items():
            card = self._pointing.card(element)
            if card is not None:
                clip = board if self._table.view.on_board(element) else None
                yield Thing(element, card.title, shape.rect, partial(self._tell, element), clip=clip)

    def _tell(self, element: str) -> None:
        """Show and announce the card of an item."""
        self._pointing.tell(element)
        card = self._pointing.card(element)
        if card is not None:
            self._table.app.platform.announce(card.spoken)

    def _headed(self) -> Iterator[Widget]:
        """Yield the inspectable items under headings: a route, another part of the board, or a player."""
        parts = dict[str, list[Thing]]()
        for thing in self._lookable():
            parts.setdefault(self._heading(thing.id), []).append(thing)
        for heading, things in parts.items():
            yield from headed(heading, things, "section", f"look.{heading}")

    def _heading(self, element: str) -> str:
        """Return the heading of an item: its route, its player board, or the board."""
        table, view = self._table, self._table.view
        if heading := view.part(element)[1]:
            return heading
        if view.on_board(element):
            return t("plain.board")
        return t("table.desk", name=table.match.players[table.shown_seat].name)
