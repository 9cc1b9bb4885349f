"""Looking around by keyboard: while it lasts, everything that has a card can be reached."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from game.client.draw.widgets import Look, Widget, draw_ring

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
