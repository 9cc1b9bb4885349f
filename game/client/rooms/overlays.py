"""Overlays of a room's table: presence badges, speech bubbles and take-back requests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.widgets import Button, ButtonSpec, Look, Widget, make_button
from game.client.words.i18n import rooms

WIDE = 26.0
"""Maximum width of a request in units."""
TAIL = 0.5
"""Length of a bubble's tail in units."""
BETWEEN = 0.3
"""Space between two bubbles in units."""


def draw_presence(target: pygame.Surface, centre: tuple[float, float], size: float, how: str) -> None:
    """Draw the presence of a member: a full disc (here), a half disc (away: the page is hidden) or a ring
    (gone)."""
    disc = pygame.FRect(0, 0, size, size)
    disc.center = centre
    full, edge = theme.SEA_BRIGHT, max(1.5, size * 0.16)
    paint.blit_rounded(target, disc, size / 2, full if how == "here" else theme.ui.paper, full, edge)
    if how == "away":
        lower = pygame.Rect(round(disc.x), round(disc.centery), round(size) + 1, round(size / 2) + 1)
        clip = target.get_clip()
        target.set_clip(clip.clip(lower) if clip else lower)
        paint.blit_rounded(target, disc, size / 2, full, full, edge)
        target.set_clip(clip)


def badge(target: pygame.Surface, centre: tuple[float, float], unit: float, how: str) -> None:
    """Draw the presence of a member on a light background, for the edge of another element."""
    size = unit * 0.6
    ground = pygame.FRect(0, 0, size * 1.5, size * 1.5)
    ground.center = centre
    paint.blit_rounded(target, ground, size, theme.ui.paper, theme.ui.line, max(1, unit * 0.05))
    draw_presence(target, ground.center, size, how)


@dataclass
class Bubble:
    """A speech bubble next to the speaker's player board or, for a watcher, at the top of the board.

    If there is no room, the bubble is placed nearby and names the speaker.
    """

    name: str
    words: str
    place: pygame.FRect | None
    rect: pygame.FRect = field(default_factory=lambda: pygame.FRect(0, 0, 0, 0))

    def lay(
        self, whole: pygame.FRect, window: pygame.FRect, taken: Sequence[pygame.FRect], unit: float
    ) -> None:
        """Place the bubble inside `whole` without covering the rectangles in `taken`.

        window: rectangle in which the board is visible
        """
        pixels = round(unit)
        for named in (False, True) if self.place is not None else (True,):
            self._named = named
            words = f"{self.name}: {self.words}" if named else self.words
            self._lines = paint.wrap(words, "bold", pixels, int(min(whole.width * 0.6, unit * 16)))
            wide = max(theme.font("bold", pixels).size(line)[0] for line in self._lines) + unit * 1.4
            self.rect = pygame.FRect(0, 0, wide, pixels * len(self._lines) + unit * 0.9)
            self._stand(whole, window, unit)
            if self.rect.collidelist(taken) < 0:
                return
        upwards = self.place is not None and self.rect.bottom <= self.place.top
        while (hit := self.rect.collidelist(taken)) >= 0 and whole.contains(self.rect):
            if upwards:
                self.rect.bottom = taken[hit].top - unit * BETWEEN
            else:
                self.rect.top = taken[hit].bottom + unit * BETWEEN
        self.rect.clamp_ip(whole)

    def _stand(self, whole: pygame.FRect, window: pygame.FRect, unit: float) -> None:
        rect, place = self.rect, self.place
        if place is None:
            rect.midtop = window.centerx, window.top + unit
        elif place.width > whole.width * 0.5 or place.top > window.bottom - unit:
            rect.midbottom = place.centerx, place.top - unit * TAIL
        elif place.left > window.centerx:
            rect.midright = place.left - unit * TAIL, place.top + unit * 1.5
        else:
            rect.midleft = place.right + unit * TAIL, place.top + unit * 1.5
        rect.clamp_ip(whole.inflate(-unit * 0.4, -unit * 0.4))

    def draw(self, target: pygame.Surface, unit: float) -> None:
        """Draw the bubble with its tail."""
        pixels, rect, ui = round(unit), self.rect, theme.ui
        paint.blit_shadow(target, rect, round(unit * 0.4), 110)
        paint.blit_rounded(target, rect, unit * 0.7, ui.paper_high, ui.frame, max(1.5, unit * 0.08))
        if self.place is not None and not self._named:
            self._tail(target, rect, self.place, unit)
        row = pygame.FRect(rect.x, rect.y + unit * 0.45, rect.width, pixels)
        for line in self._lines:
            paint.blit_text(target, line, "bold", pixels, ui.ink, row, "center")
            row.y += pixels

    @staticmethod
    def _tail(target: pygame.Surface, rect: pygame.FRect, place: pygame.FRect, unit: float) -> None:
        """Draw the tail that points to the speaker."""
        half, ink = unit * 0.35, theme.ui.frame
        if rect.bottom <= place.top:
            x = max(rect.left + unit, min(place.centerx, rect.right - unit))
            tip = [(x - half, rect.bottom), (x + half, rect.bottom), (x, rect.bottom + unit * TAIL)]
        elif rect.right <= place.left:
            tip = [(rect.right, rect.centery - half), (rect.right, rect.centery + half),
                   (rect.right + unit * TAIL, rect.centery)]  # fmt: skip
        else:
            tip = [(rect.left, rect.centery - half), (rect.left, rect.centery + half),
                   (rect.left - unit * TAIL, rect.centery)]  # fmt: skip
        canvas.polygon(target, ink, tip)


def lay_bubbles(
    bubbles: Sequence[Bubble],
    whole: pygame.FRect,
    window: pygame.FRect,
    taken: Iterable[pygame.FRect],
    unit: float,
) -> None:
    """Place bubbles so that they cover neither each other nor the rectangles in `taken`."""
    kept = list(taken)
    for bubble in bubbles:
        bubble.lay(whole, window, kept, unit)
        kept.append(bubble.rect)


@dataclass
class RequestPaper(Button):
    """The background of a request. It catches taps so that they do not reach the board."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, ui = look.unit, theme.ui
        paint.blit_shadow(target, self.rect, round(unit * 0.5), 120)
        edge = max(2.0, unit * ui.edge * 2)
        paint.blit_rounded(target, self.rect, unit * 0.6, ui.paper_high, ui.frame, edge)
        row = pygame.FRect(self.rect.x, self.rect.y + unit * 0.7, self.rect.width, round(unit))
        for line in paint.wrap(self.label, "bold", round(unit), int(self.rect.width - unit * 1.6)):
            paint.blit_text(target, line, "bold", round(unit), ui.title, row, "center")
            row.y += round(unit)


@dataclass
class Request:
    """A take-back request, shown at the upper edge of the board."""

    words: str
    window: pygame.FRect
    unit: float
    finger: float
    below: float
    """Height in pixels that the request leaves free at the top of a narrow window, for buttons."""

    def answers(self, yes: Callable[[], None] | None, no: Callable[[], None]) -> Iterator[Widget]:
        """Yield the request with its answers: one for a player who can only object, whose `yes` is None."""
        refuse = ButtonSpec("no", rooms("no"), no, icon="close")
        agree = [ButtonSpec("yes", rooms("yes"), yes, "primary", icon="check")] if yes else []
        yield from self._slip(refuse, *agree)

    def waiting(self, withdraw: Callable[[], None] | None) -> Iterator[Widget]:
        """Yield the request for players who wait for the others. Its author can `withdraw` it."""
        ways = [ButtonSpec("withdraw", rooms("withdraw"), withdraw, icon="close")]
        yield from self._slip(*(ways if withdraw else []))

    def _slip(self, *specs: ButtonSpec) -> Iterator[Widget]:
        unit, high = self.unit, max(self.finger, self.unit * 2.2)
        wide = min(self.window.width - unit, unit * WIDE)
        lines = len(paint.wrap(self.words, "bold", round(unit), int(wide - unit * 1.6)))
        top = self.window.top + unit * 0.5 + (self.below if wide < unit * WIDE else 0)
        rect = pygame.FRect(0, top, wide, unit * (lines + 1.4))
        rect.centerx = self.window.centerx
        if specs:
            rect.height += high + unit * 0.7
        yield RequestPaper("request", self.words, rect, _stay)
        part = (wide - unit * 1.6 + unit * 0.5) / max(1, len(specs))
        place = pygame.FRect(rect.x + unit * 0.8, rect.bottom - high - unit * 0.7, part - unit * 0.5, high)
        for spec in specs:
            yield make_button(spec._replace(group="request"), place)
            place = place.move(part, 0)


def _stay() -> None:
    """Do nothing: a tap on the request does not reach the board below."""
