"""The desks at a table: which one is unfolded, and what is touched to see another."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import partial
from math import exp
from typing import Any

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.cards import Card
from game.client.draw.widgets import Look, Widget, draw_swatch
from game.client.frame.gestures import Drag, Gesture, Hold, Hover, Key, Pinch, Release
from game.client.stage.outlines import DESK_LIGHT, POINTED_OUT, Lit, draw_light
from game.client.stage.table_layout import DeskPlace, TableLayout
from game.client.views.desk import HEADER, PAD, flag, star
from game.client.views.view import GameView, Shape
from game.client.words.i18n import t
from game.match import Cursor, Match, Player, Touch

NOBODY = Player("", "neutral")
PULL_SECONDS = 0.22
"""An upright phone's desk is pulled up, or folded, in that time at normal speed."""
NEARLY = 0.005
"""The last part of the way, which is less than a pixel."""
STAR, LEAST = 0.8, 0.5
"""The star before points is so large, measured by what is written, and on a narrow tab at least so large."""
PULL = "pull"


class Handle(Widget):
    """What pulls the desk of an upright phone up, and folds it."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        self.draw_focus(target, look)


def arms_of(tab: pygame.FRect, unit: float) -> pygame.FRect:
    """Where the coat of arms stands on a tab."""
    size = min(tab.height * 0.46, tab.width * 0.36)
    return pygame.FRect(tab.x + min(unit * 0.3, tab.width * 0.06), tab.y + tab.height * 0.1, size, size)


@dataclass
class Tab(Widget):
    """A seat in an upright window: touch it to see the seat's desk."""

    player: Player = NOBODY
    acts: bool = False
    """It is this seat's decision."""
    points: str = ""
    names: tuple[str, ...] = ()
    """Those on all tabs: they are written in one size."""
    total: str = ""
    """The score if the game ended now, after a flag as on the desk; empty: it is not shown."""
    told: bool = False
    """It is spoken of, and its desk is folded."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        """Colour, mark, star and points above, the name below; an arrow on the tab of whoever decides."""
        unit, chosen = look.unit, self.state == "chosen"
        ui = theme.ui
        fill = ui.paper if chosen else ui.tab
        edge = ui.glint if self.acts else (ui.frame if chosen else ui.tab)
        paint.blit_rounded(target, self.rect, unit * 0.4, fill, edge, unit * (0.14 if self.acts else 0.07))
        ink = theme.ui.ink if chosen else theme.ui.on_ground
        square = arms_of(self.rect, unit)
        size = square.height
        draw_swatch(target, square, self.player.colour)
        if self.acts:
            middle, top, half = self.rect.centerx, self.rect.y, min(unit * 0.45, self.rect.width * 0.12)
            arrow = [(middle - half, top), (middle + half, top), (middle, top + half)]
            canvas.polygon(target, ui.stress if chosen else ui.glint, arrow)
        number = pygame.FRect(square.right, square.y, 0, size)
        number.width = self.rect.right - min(unit * 0.35, self.rect.width * 0.06) - number.x
        sizes = paint.shrinking(min(unit * 1.1, size * 1.3), unit * 0.5)
        pixels = paint.largest(self.points.rjust(2, "0"), "bold", sizes, number.width)
        paint.blit_text(target, self.points, "bold", pixels, ink, number, "right")
        self._draw_star(target, number, round(pixels), ink)
        pad = min(unit * 0.3, self.rect.width * 0.07)
        below = pygame.FRect(self.rect.x + pad, square.bottom, self.rect.width - 1.6 * pad, 0)
        below.height = self.rect.bottom - below.y - self.rect.height * 0.06
        below.width -= self._draw_total(target, below, ink)
        role = "bold" if self.acts else "text"
        sizes = paint.shrinking(min(unit * 0.9, below.height * 1.08), unit * 0.5)
        pixels = min(paint.largest(name, "bold", sizes, below.width) for name in self.names)
        paint.blit_text(target, self.player.name, role, pixels, ink, below)
        if self.told:
            draw_light(target, Lit(Shape(self.rect), POINTED_OUT), unit * DESK_LIGHT)
        self.draw_focus(target, look)

    def _draw_total(self, target: pygame.Surface, row: pygame.FRect, ink: theme.Colour) -> float:
        """The flag and the total at the right end of the row with the name; returns the room they take."""
        if not self.total:
            return 0.0
        pixels = round(row.height * 0.9)
        paint.blit_text(target, self.total, "bold", pixels, ink, row, "right")
        right, sign = (
            row.right - theme.font("bold", pixels).size(self.total)[0],
            flag(round(pixels * STAR), ink),
        )
        target.blit(sign, sign.get_rect(midright=(round(right - pixels * 0.1), round(row.centery))))
        return row.right - right + sign.get_width() + pixels * 0.3

    def _draw_star(
        self, target: pygame.Surface, number: pygame.FRect, pixels: int, ink: theme.Colour
    ) -> None:
        """The star before the points, as on the desk, where it has room; alike for one digit and two."""
        gap, font = pixels * 0.15, theme.font("bold", pixels)
        room = number.width - font.size(self.points.rjust(2, "0"))[0] - gap
        size = round(min(pixels * STAR, room))
        if self.points and size >= pixels * LEAST:
            sign = star(size, ink)
            right = number.right - font.size(self.points)[0] - gap
            target.blit(sign, sign.get_rect(midright=(round(right), round(number.centery))))


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
    total: str = "",
    told: bool = False,
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
        total=total,
        told=told,
    )


class Drawer:
    """The desk of an upright phone: folded into a strip, or pulled up over the lower part of the board."""

    def __init__(self) -> None:
        self.needed = False
        """What is asked for lies on the desk alone, where the strip has no room for it."""
        self._wished: bool | None = None
        """What was wished for by hand; None: it comes up when it is needed."""
        self._part = 0.0
        """How far it has come up, from 0 to 1."""
        self._dragged: float | None = None
        """Where a finger holds it, as such a part, and the finger's last way; None: none does."""
        self._way = 0.0
        self._then: float | None = None
        """When it was last moved by itself; None: it rests."""

    @property
    def up(self) -> bool:
        """Whether it is up, or comes up."""
        return self.needed if self._wished is None else self._wished

    def pull(self, *, up: bool) -> None:
        """Pull it up or down by hand."""
        self._wished, self._dragged = up, None

    def fold(self) -> None:
        """The board is looked at: down, until the next decision may need it."""
        self._wished, self._dragged = (False if self.needed else None), None

    def ask(self, *, needed: bool) -> None:
        """Something else is asked; whether the desk is needed for that."""
        self.needed = needed
        if needed or not self._wished:
            self._wished = None

    @property
    def dragged(self) -> bool:
        """Whether a finger holds it."""
        return self._dragged is not None

    def drag(self, part: float) -> None:
        """A finger moves it up (or down, if less than 0) by such a part."""
        at = self._part if self._dragged is None else self._dragged
        self._dragged, self._way = min(1.0, max(0.0, at + part)), part

    def drop(self) -> bool:
        """The finger lets go of it: it goes on the way it was moved; False if there was none."""
        if self._dragged is None:
            return False
        self._part = self._dragged
        self.pull(up=self._way > 0)
        return True

    def part(self, pace: float) -> float:
        """How far it is up, from 0 to 1; at once as far as it goes where nothing shall move by itself."""
        if self._dragged is not None:
            return self._dragged
        if pace == 0:
            self._part = float(self.up)
        return self._part

    def moves(self, now: float, pace: float) -> bool:
        """Go on upwards or downwards, ever slower; whether it has moved."""
        if self._dragged is not None or self._part == self.up:
            self._then = None
            return False
        passed, self._then = now - (self._then or now), now
        left = (self._part - self.up) * (exp(-5 * passed / (PULL_SECONDS * pace)) if pace else 0.0)
        self._part = self.up + left if abs(left) > NEARLY else float(self.up)
        return True


class Desks:
    """Shows the desk of whoever decides, or of the person here, until somebody asks for another.

    seated  whose desk that is
    """

    def __init__(self, match: Match, view: GameView[Any]) -> None:
        self._match, self._view = match, view
        self._cursor = Cursor(len(match.log))
        self.seated: Callable[[], int | None] = lambda: match.state.actor
        self.peeked: int | None = None
        """The seat whose desk was asked for; None: the one of whoever is seated."""
        self.drawer = Drawer()

    def follow(self, match: Match, now: float) -> None:
        """Whatever happens, whoever is seated has their desk before them."""
        if self._cursor.new(match) and self.peeked is not None:
            self.turn_back()

    def turn_back(self) -> None:
        """Back to the desk of whoever is seated; on an upright phone, folded."""
        self.peeked = None
        self.drawer.fold()

    @property
    def shown(self) -> int:
        """Whose desk is unfolded."""
        if self.peeked is not None:
            return self.peeked
        return self.seated() or 0

    def widgets(self, layout: TableLayout, told: Container[int] = ()) -> Iterator[Widget]:
        """Touching a folded desk or a tab unfolds it. `told`: the seats that are spoken of."""
        match = self._match
        names = tuple(player.name for player in match.players)
        for place in layout.desks:
            tab = layout.tabs[place.seat] if layout.tabs else None
            player, folds = match.players[place.seat], layout.strip is not None
            show = partial(self._pull if folds else self._peek, place.seat)
            if tab is not None or place.compact:
                shown, acts = place.seat == self.shown, place.seat == match.state.actor
                points = self._view.points(place.seat, match.state)
                spoken_of = place.seat in told
                yield desk_widget(
                    place,
                    tab,
                    player,
                    show,
                    shown=shown,
                    acts=acts,
                    points=points,
                    names=names,
                    total=self._view.total(place.seat, match.state) if spoken_of else "",
                    told=spoken_of and not place.drawn,
                )

        yield from self._handle(layout)

    def _handle(self, layout: TableLayout) -> Iterator[Widget]:
        """What is touched to pull the desk up, all of the strip, or to fold it again, its upper edge."""
        if layout.strip is not None:
            up = self.drawer.up
            edge = next(place.rect for place in layout.desks if place.drawn).copy()
            edge.height = layout.strip.height if not up else layout.desk_unit * (PAD + HEADER)
            state = "chosen" if up else ""
            yield Handle(PULL, t("table.fold" if up else "table.pull"), edge, self.toggle, state=state)

    def toggle(self) -> None:
        """Pull the desk up, or fold it."""
        self.drawer.pull(up=not self.drawer.up)

    def _peek(self, seat: int) -> None:
        self.peeked = None if seat == self.seated() else seat

    def _pull(self, seat: int) -> None:
        """The tab of a seat was touched: up with its desk, or down again if it is that."""
        if seat == self.shown and self.drawer.up:
            self.turn_back()
        else:
            self._peek(seat)
            self.drawer.pull(up=True)


SECRET_KEYS = ("c", "f2")
"""The second is no character: it works where such keys are switched off."""


class Secret:
    """What a player keeps to themselves, such as a mission: seen only as long as the shield of the own desk,
    or the key, is held down."""

    def __init__(self, match: Match, view: GameView[Any], covered: Callable[[], bool]) -> None:
        """`covered`: whether the table is being handed to somebody else."""
        self._match, self._view, self._covered = match, view, covered
        self._by_key = False
        self._seat: int | None = None
        """Whose secret is held open."""

    @property
    def owner(self) -> int | None:
        """The seat whose secret may be seen here: that of the only person at this screen; if there are
        several, that of whoever is to decide."""
        match = self._match
        here = [seat for seat, one in enumerate(match.controllers) if one.by_hand]
        if self._covered():
            return None
        if len(here) == 1 and not match.controllers[here[0]].sends:
            return here[0]
        waits = match.waits()
        return waits.seat if isinstance(waits, Touch) else None

    @property
    def card(self) -> Card | None:
        """What is seen now."""
        if self._seat is None or self._seat != self.owner:
            return None
        return self._view.secret(self._seat, self._match.state)

    @property
    def seat(self) -> int | None:
        """Whose it is."""
        return self._seat if self.card is not None else None

    def cover(self) -> None:
        """Face down again."""
        self._seat = None

    @property
    def spoken(self) -> str:
        """What is said when it lies open, or no longer does."""
        card = self.card
        return t("secret.covered") if card is None else card.spoken

    def widgets(self) -> Iterator[Widget]:
        """The page's list has it as long as it lies open, and no longer."""
        if (card := self.card) is not None:
            yield Widget("secret", card.spoken, pygame.FRect(0, 0, 1, 1), None, kind="text")

    def _shield(self, seat: int, slack: float) -> pygame.FRect | None:
        """What is held to look at a seat's."""
        shape = self._view.about(self._match.state, seat).get(f"seat.{seat}")
        return None if shape is None else shape.rect.inflate(slack, slack)

    def handle(self, gesture: Gesture, shown: int, slack: float) -> bool:
        """Look, or cover. True if what is seen changes, or goes on.

        shown  the seat whose desk lies open: there is the shield it is held by
        slack  so much larger than it is drawn the shield is to a finger, in pixels
        """
        if self._seat is not None:
            match gesture:
                case Release(name=name) if self._by_key:
                    kept = name not in SECRET_KEYS
                case Key(name=name):
                    kept = self._by_key and name in SECRET_KEYS
                case Hover() | Release():
                    kept = True
                case Drag() | Pinch():
                    kept = not self._by_key
                case _:
                    kept = False
            if not kept:
                self.cover()
            return not isinstance(gesture, Hover)
        owner = self.owner
        if owner is None or self._view.secret(owner, self._match.state) is None:
            return False
        match gesture:
            case Hold(x, y):
                place = self._shield(owner, slack) if owner == shown else None
                if place is None or not place.collidepoint(x, y):
                    return False
                self._seat, self._by_key = owner, False
            case Key(name=name) if name in SECRET_KEYS:
                self._seat, self._by_key = owner, True
            case _:
                return False
        return True
