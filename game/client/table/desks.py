"""The player boards at a table: which one is unfolded, and the tabs and handles that show another."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from functools import partial
from math import exp
from typing import Any

import pygame

from game.client.app.gestures import Drag, Gesture, Hold, Hover, Key, Pinch, Release
from game.client.draw import canvas, paint, theme
from game.client.draw.cards import InfoCard
from game.client.draw.widgets import Look, Widget, draw_ring, draw_swatch
from game.client.stage.notice_layout import HandOver
from game.client.stage.outlines import DESK_LIGHT, POINTED_OUT, Lit, draw_light
from game.client.stage.table_layout import DeskPlace, TableLayout
from game.client.views.desk import HEADER, PAD, flag, star
from game.client.views.standing import Standing
from game.client.views.view import GameView, Shape
from game.client.words.i18n import t
from game.match import AwaitingInput, Cursor, Match, PlayerInfo

NOBODY = PlayerInfo("", "neutral")
PULL_SECONDS = 0.22
"""Duration of opening or folding an upright phone's drawer, at normal speed."""
NEARLY = 0.005
"""Remaining part of the drawer's motion that is less than a pixel."""
STAR, LEAST = 0.8, 0.5
"""Size of the star before the points relative to the text, and its minimum on a narrow tab."""
NAME_ROOM = 2.0
"""Width in units that the total leaves to the name."""
PULL = "pull"


class Handle(Widget):
    """Handle that opens and folds an upright phone's drawer."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        self.draw_focus(target, look)


def arms_of(tab: pygame.FRect, unit: float) -> pygame.FRect:
    """Return the rectangle of the coat of arms on a tab."""
    size = min(tab.height * 0.46, tab.width * 0.36)
    return pygame.FRect(tab.x + min(unit * 0.3, tab.width * 0.06), tab.y + tab.height * 0.1, size, size)


@dataclass
class Tab(Widget):
    """A tab of a seat. Activating it shows the seat's player board."""

    player: PlayerInfo = NOBODY
    acts: bool = False
    """True if the seat has to decide."""
    points: str = ""
    total: str = ""
    """Score if the game ended now, with a flag as on the player board; empty if there is no such score."""
    alike: tuple[Standing, ...] = ()
    """The standings on all tabs, which share one text size and show the same signs."""
    told: bool = False
    """True if a text refers to the seat."""
    lit: bool = False
    """True if it is highlighted, because the player board is folded that a text refers to."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        """Draw shield, star and points above the name, and an arrow if the seat has to decide."""
        unit, chosen = look.unit, self.state == "chosen"
        ui = theme.ui
        fill = ui.paper if chosen else ui.tab
        edge = ui.glint if self.acts else ui.tool_line
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
        self._draw_points(target, number, unit, ink)
        pad = min(unit * 0.3, self.rect.width * 0.07)
        below = pygame.FRect(self.rect.x + pad, square.bottom, self.rect.width - 1.6 * pad, 0)
        below.height = self.rect.bottom - below.y - self.rect.height * 0.06
        below.width -= self._draw_total(target, below, unit, ink)
        role = "bold" if self.acts else "text"
        sizes = paint.shrinking(min(unit * 0.9, below.height * 1.08), unit * 0.5)
        pixels = min(paint.largest(name, "bold", sizes, below.width) for name, *_ in self.alike)
        paint.blit_text(target, self.player.name, role, pixels, ink, below)
        if self.lit:
            draw_light(target, Lit(Shape(self.rect), POINTED_OUT), unit * DESK_LIGHT)
        self.draw_focus(target, look)

    def _draw_points(
        self, target: pygame.Surface, number: pygame.FRect, unit: float, ink: theme.Colour
    ) -> None:
        """Draw the points and the star before them, as on the player board."""
        font = theme.font("bold", 32)
        longest = max((one.points.rjust(2, "0") for one in self.alike), key=lambda one: font.size(one)[0])
        sizes = paint.shrinking(min(unit * 1.1, number.height * 1.3), unit * 0.5)
        pixels = round(paint.largest(longest, "bold", sizes, number.width))
        paint.blit_text(target, self.points, "bold", pixels, ink, number, "right")
        self._draw_star(target, number, pixels, longest, ink)

    def _draw_star(
        self, target: pygame.Surface, number: pygame.FRect, pixels: int, longest: str, ink: theme.Colour
    ) -> None:
        """Draw the star before the points if it fits before the longest of all tabs."""
        gap, font = pixels * 0.15, theme.font("bold", pixels)
        size = round(min(pixels * STAR, number.width - font.size(longest)[0] - gap))
        if self.points and size >= pixels * LEAST:
            sign = star(size, ink)
            right = number.right - font.size(self.points)[0] - gap
            target.blit(sign, sign.get_rect(midright=(round(right), round(number.centery))))

    def _draw_total(self, target: pygame.Surface, row: pygame.FRect, unit: float, ink: theme.Colour) -> float:
        """Draw the flag and the total at the right end of the row with the name, if the names keep enough
        room or a text refers to the total; return the width they take."""
        pixels = round(row.height * 0.9)
        font, sign = theme.font("bold", pixels), flag(round(pixels * STAR), ink)
        longest = max((one.total for one in self.alike), key=len).rjust(2, "0")
        wide = font.size(longest)[0] + sign.get_width() + pixels * 0.4
        if not self.total or (row.width - wide < unit * NAME_ROOM and not self.told):
            return 0.0
        paint.blit_text(target, self.total, "bold", pixels, ink, row, "right")
        right = row.right - font.size(self.total)[0] - pixels * 0.1
        target.blit(sign, sign.get_rect(midright=(round(right), round(row.centery))))
        return wide


@dataclass
class FullDesk(Widget):
    """A stop of the keyboard at a player board that needs no unfolding. It takes no room."""

    frame: pygame.FRect = field(kw_only=True)

    def draw(self, target: pygame.Surface, look: Look) -> None:
        if look.focus:
            draw_ring(target, self.frame, look.unit)


def desk_widget(
    place: DeskPlace,
    tab: pygame.FRect | None,
    player: PlayerInfo,
    show: Callable[[], None],
    *,
    shown: bool,
    acts: bool,
    alike: tuple[Standing, ...],
    told: bool = False,
) -> Widget:
    """Return the widget that unfolds a player board: its tab if there are tabs, else the folded player
    board.

    alike: the standings of all seats
    told: True if a text refers to the seat
    """
    name, label = f"desk.{place.seat}", t("table.desk", name=player.name)
    state = "chosen" if shown else ""
    if tab is None:
        return Widget(name, label, place.rect, show)
    own = alike[place.seat]
    return Tab(
        name, label, tab, show, state=state, player=player, acts=acts, points=own.points, total=own.total,
        alike=alike, told=told, lit=told and not place.drawn,
    )  # fmt: skip


class Drawer:
    """The drawer of an upright phone with the player board: folded into a compact bar, or open over the
    board."""

    def __init__(self) -> None:
        self.needed = False
        """True if the prompt needs the player board, because the compact bar has no room for the elements."""
        self._wished: bool | None = None
        """The state chosen by hand; None opens the drawer when it is needed."""
        self._part = 0.0
        """Fraction by which the drawer is open, 0 to 1."""
        self._dragged: float | None = None
        """Fraction at which a finger holds the drawer; None if it is not held. `_way` is the finger's last
        movement."""
        self._way = 0.0
        self._then: float | None = None
        """Time of the last automatic movement; None if the drawer rests."""

    @property
    def up(self) -> bool:
        """True if the drawer is open or opening."""
        return self.needed if self._wished is None else self._wished

    def pull(self, *, up: bool) -> None:
        """Open or fold the drawer by hand."""
        self._wished, self._dragged = up, None

    def fold(self) -> None:
        """Fold the drawer to show the board, until the next decision that needs it."""
        self._wished, self._dragged = (False if self.needed else None), None

    def ask(self, *, needed: bool) -> None:
        """Take note of a new prompt; `needed`: True if it needs the player board."""
        self.needed = needed
        if needed or not self._wished:
            self._wished = None

    @property
    def dragged(self) -> bool:
        """True if a finger holds the drawer."""
        return self._dragged is not None

    def drag(self, part: float) -> None:
        """Move the drawer with a finger by a fraction of its way; negative values fold it."""
        at = self._part if self._dragged is None else self._dragged
        self._dragged, self._way = min(1.0, max(0.0, at + part)), part

    def drop(self) -> bool:
        """Release the drawer, which continues in the direction of the last movement; False if it was not
        held."""
        if self._dragged is None:
            return False
        self._part = self._dragged
        self.pull(up=self._way > 0)
        return True

    def part(self, pace: float) -> float:
        """Return the fraction by which the drawer is open, 0 to 1; without animations it moves
        immediately."""
        if self._dragged is not None:
            return self._dragged
        if pace == 0:
            self._part = float(self.up)
        return self._part

    def moves(self, now: float, pace: float) -> bool:
        """Continue the animation, slowing down; return True if the drawer has moved."""
        if self._dragged is not None or self._part == self.up:
            self._then = None
            return False
        passed, self._then = now - (self._then or now), now
        left = (self._part - self.up) * (exp(-5 * passed / (PULL_SECONDS * pace)) if pace else 0.0)
        self._part = self.up + left if abs(left) > NEARLY else float(self.up)
        return True


class DeskSelection:
    """Shows the player board of the player to decide, or of the person here, until another one is selected.

    seated: returns the seat whose player board that is
    """

    def __init__(self, match: Match, view: GameView[Any]) -> None:
        self._match, self._view = match, view
        self._cursor = Cursor(len(match.log))
        self.seated: Callable[[], int | None] = lambda: match.state.actor
        self.peeked: int | None = None
        """The seat whose player board was selected; None for the one of the player seated here."""
        self.drawer = Drawer()
        self._standings: tuple[int, tuple[Standing, ...]] = (-1, ())
        """Version of the match and the standings in it: counting is slow and the camera moves often."""

    def follow(self, match: Match, now: float) -> None:
        """Return to the player board of the player seated here after any event."""
        if self._cursor.new(match.log) and self.peeked is not None:
            self.turn_back()

    def turn_back(self) -> None:
        """Return to the player board of the player seated here; on an upright phone, fold the drawer."""
        self.peeked = None
        self.drawer.fold()

    @property
    def shown(self) -> int:
        """The seat whose player board is unfolded."""
        if self.peeked is not None:
            return self.peeked
        return self.seated() or 0

    def widgets(self, layout: TableLayout, told: Container[int] = ()) -> Iterator[Widget]:
        """Yield the widgets that unfold player boards. `told`: the seats that a text refers to."""
        match = self._match
        if self._standings[0] != match.version:
            self._standings = match.version, self._view.standings(match.state)
        alike = self._standings[1]
        for place in layout.desks:
            tab = layout.tabs[place.seat] if layout.tabs else None
            player, folds = match.players[place.seat], layout.strip is not None
            show = partial(self._pull if folds else self._peek, place.seat)
            if tab is not None or place.compact:
                shown, acts = place.seat == self.shown, place.seat == match.state.actor
                spoken_of = place.seat in told
                yield desk_widget(
                    place, tab, player, show, shown=shown, acts=acts, alike=alike, told=spoken_of
                )
            elif not any(one.compact for one in layout.desks):
                label, corner = t("table.desk", name=player.name), place.rect.copy()
                corner.size = 0, 0
                yield FullDesk(f"desk.{place.seat}", label, corner, lambda: None, frame=place.rect)

        yield from self._handle(layout)

    def _handle(self, layout: TableLayout) -> Iterator[Widget]:
        """Yield the handle of the drawer: the whole compact bar, or the upper edge of the open drawer."""
        if layout.strip is not None:
            up = self.drawer.up
            edge = next(place.rect for place in layout.desks if place.drawn).copy()
            edge.height = layout.strip.height if not up else layout.desk_unit * (PAD + HEADER)
            state = "chosen" if up else ""
            yield Handle(PULL, t("table.fold" if up else "table.pull"), edge, self.toggle, state=state)

    def toggle(self) -> None:
        """Open or fold the drawer."""
        self.drawer.pull(up=not self.drawer.up)

    def _peek(self, seat: int) -> None:
        self.peeked = None if seat == self.seated() else seat

    def _pull(self, seat: int) -> None:
        """Handle a seat's tab: open the drawer with its player board, or fold it if that is shown already."""
        if seat == self.shown and self.drawer.up:
            self.turn_back()
        else:
            self._peek(seat)
            self.drawer.pull(up=True)


SECRET_KEYS = ("c", "f2")
"""Keys to hold; the second works if keys of one character are switched off."""


class Secret:
    """A player's secret, such as a mission, visible only while the shield of their player board, or a key, is
    held."""

    def __init__(self, match: Match, view: GameView[Any], handover: HandOver) -> None:
        self._match, self._view, self._handover = match, view, handover
        self._by_key = False
        self._seat: int | None = None
        """The seat whose secret is being viewed."""

    @property
    def owner(self) -> int | None:
        """The seat whose secret may be seen here: that of the only person at this device or, if there are
        several, of the person to decide. None if there is no such seat."""
        match = self._match
        here = [seat for seat, one in enumerate(match.controllers) if one.by_hand]
        if self._handover.up:
            return None
        if len(here) == 1 and not match.controllers[here[0]].sends:
            return here[0]
        waits = match.waits()
        return waits.seat if isinstance(waits, AwaitingInput) else None

    @property
    def card(self) -> InfoCard | None:
        """The secret currently visible, or None."""
        if self._seat is None or self._seat != self.owner:
            return None
        return self._view.secret(self._seat, self._match.state)

    @property
    def seat(self) -> int | None:
        """The seat of the secret currently visible, or None."""
        return self._seat if self.card is not None else None

    def cover(self) -> None:
        """Hide the secret."""
        self._seat = None

    @property
    def spoken(self) -> str:
        """Announcement when the secret becomes visible or hidden."""
        card = self.card
        return t("secret.covered") if card is None else card.spoken

    def widgets(self) -> Iterator[Widget]:
        """Yield the accessibility element of the secret while it is visible."""
        if (card := self.card) is not None:
            yield Widget("secret", card.spoken, pygame.FRect(0, 0, 1, 1), None, kind="text")

    def _shield(self, seat: int, slack: float) -> pygame.FRect | None:
        """Return the rectangle of a seat's shield, enlarged by `slack`."""
        shape = self._view.about(self._match.state, seat).get(f"seat.{seat}")
        return None if shape is None else shape.rect.inflate(slack, slack)

    def handle(self, gesture: Gesture, shown: int, slack: float) -> bool:
        """Show or hide the secret. Return True if the gesture was used for that.

        shown: the seat whose player board is unfolded and whose shield can be held
        slack: enlargement of the shield for a finger, in pixels
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
