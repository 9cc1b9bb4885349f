"""The desks at a table: which one is unfolded, and what is touched to see another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.widgets import Look, Widget, draw_swatch
from game.client.stage.table_layout import DeskPlace, TableLayout
from game.client.views.view import GameView
from game.client.words.i18n import t
from game.match import Cursor, Match, Player

NOBODY = Player("", "neutral")


@dataclass
class Tab(Widget):
    """A seat in an upright window: touch it to see the seat's desk."""

    player: Player = NOBODY
    acts: bool = False
    """It is this seat's decision."""
    points: str = ""
    names: tuple[str, ...] = ()
    """Those on all tabs: they are written in one size."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        """Colour, mark and points above, the name below; an arrow on the tab of whoever decides."""
        unit, chosen = look.unit, self.state == "chosen"
        ui = theme.ui
        fill = ui.paper if chosen else ui.tab
        edge = ui.glint if self.acts else (ui.frame if chosen else ui.tab)
        paint.blit_rounded(target, self.rect, unit * 0.4, fill, edge, unit * (0.14 if self.acts else 0.07))
        ink = theme.ui.ink if chosen else theme.ui.on_ground
        size = self.rect.height * 0.46
        square = pygame.FRect(self.rect.x + unit * 0.3, self.rect.y + self.rect.height * 0.1, size, size)
        draw_swatch(target, square, self.player.colour)
        if self.acts:
            middle, top, half = self.rect.centerx, self.rect.y, min(unit * 0.45, self.rect.width * 0.12)
            arrow = [(middle - half, top), (middle + half, top), (middle, top + half)]
            canvas.polygon(target, ui.stress if chosen else ui.glint, arrow)
        number = pygame.FRect(square.right, square.y, self.rect.right - unit * 0.35 - square.right, size)
        paint.blit_text(target, self.points, "bold", min(unit * 1.1, size * 1.3), ink, number, "right")
        pad = min(unit * 0.3, self.rect.width * 0.05)
        below = pygame.FRect(self.rect.x + pad, square.bottom, self.rect.width - 1.6 * pad, 0)
        below.height = self.rect.bottom - below.y - unit * 0.05
        role = "bold" if self.acts else "text"
        sizes = paint.shrinking(min(unit * 0.9, below.height * 1.15), unit * 0.5)
        pixels = min(paint.largest(name, "bold", sizes, below.width) for name in self.names)
        paint.blit_text(target, self.player.name, role, pixels, ink, below)
        self.draw_focus(target, look)


def desk_widget(
    place: DeskPlace,
    tab: pygame.FRect | None,
    player: Player,
    show: Callable[[], None],
    *,
    shown: bool,
    acts: bool,
    points: str = "",
    names: tuple[str, ...] = (),
) -> Widget:
    """What is touched to unfold a desk: its tab if there are tabs, else the folded desk itself."""
    name, label = f"desk.{place.seat}", t("table.desk", name=player.name)
    state = "chosen" if shown else ""
    if tab is None:
        return Widget(name, label, place.rect, show)
    return Tab(
        name,
        label,
        tab,
        show,
        state=state,
        player=player,
        acts=acts,
        points=points,
        names=names or (player.name,),
    )


class Desks:
    """Unfolds the desk of whoever decides, until somebody asks for another."""

    def __init__(self, match: Match, view: GameView[Any]) -> None:
        self._match, self._view = match, view
        self._cursor = Cursor(len(match.log))
        self.peeked: int | None = None
        """The seat whose desk was asked for; None: the actor's."""

    def follow(self, match: Match, now: float) -> None:
        """Whatever happens, whoever decides now has their desk before them."""
        if self._cursor.new(match):
            self.peeked = None

    @property
    def shown(self) -> int:
        """Whose desk is unfolded."""
        if self.peeked is not None:
            return self.peeked
        return self._match.state.actor or 0

    def widgets(self, layout: TableLayout) -> Iterator[Widget]:
        """Touching a folded desk or a tab unfolds it."""
        match = self._match
        names = tuple(player.name for player in match.players)
        for place in layout.desks:
            tab = layout.tabs[place.seat] if layout.tabs else None
            player, show = match.players[place.seat], partial(self._peek, place.seat)
            if tab is not None or place.compact:
                shown, acts = place.seat == self.shown, place.seat == match.state.actor
                points = self._view.points(place.seat, match.state)
                yield desk_widget(
                    place, tab, player, show, shown=shown, acts=acts, points=points, names=names
                )

    def _peek(self, seat: int) -> None:
        self.peeked = None if seat == self._match.state.actor else seat
