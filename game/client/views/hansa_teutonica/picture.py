"""Keeps the drawn board: sharp when the view rests, a scaled copy while it is being zoomed."""

from __future__ import annotations

import pygame

from game.client.views.hansa_teutonica import board_art
from game.client.views.hansa_teutonica.layout import HEIGHT, Layout
from game.client.views.hansa_teutonica.regions import Region

WHOLE = 2600
"""Up to this width in pixels the whole board is drawn at once; above only the part in sight and some more."""
MARGIN = 0.35


class _Drawn:
    """A picture of a part of the board: `part` in board units, at `scale` pixels per unit."""

    def __init__(self, image: pygame.Surface, part: pygame.FRect, scale: float) -> None:
        self.image, self.part, self.scale = image, part, scale


class Picture:
    """The board without pieces, for any place and size on the screen."""

    def __init__(self, plan: Layout) -> None:
        self.plan = plan
        self.regions: dict[str, Region] = {}
        self._sharp: _Drawn | None = None
        self._last_scale = 0.0
        self.rough = False
        """The last drawing was a scaled copy: draw again when nothing moves."""

    def show(self, target: pygame.Surface, rect: pygame.FRect, regions: dict[str, Region]) -> None:
        """Draw the part of the board at `rect` that `target`'s clip lets through."""
        if regions is not self.regions:
            self.regions, self._sharp = regions, None
        scale = rect.height / HEIGHT
        seen = self._in_sight(target, rect, scale)
        if seen is None:
            return
        fits = self._sharp is not None and self._fits(self._sharp, scale, seen)
        if not fits and (self._sharp is None or abs(scale - self._last_scale) < 1e-9):
            self._sharp, fits = self._draw(rect, scale, seen), True
        self._last_scale = scale
        self.rough = not fits
        assert self._sharp is not None
        if fits:
            x = rect.x + self._sharp.part.x * scale
            y = rect.y + self._sharp.part.y * scale
            target.blit(self._sharp.image, (round(x), round(y)))
        else:
            self._stretch(target, rect, scale, seen)

    def _in_sight(self, target: pygame.Surface, rect: pygame.FRect, scale: float) -> pygame.FRect | None:
        """The visible part in board units."""
        clip = pygame.FRect(target.get_clip()).clip(rect)
        if clip.width < 1 or clip.height < 1:
            return None
        return pygame.FRect(
            (clip.x - rect.x) / scale, (clip.y - rect.y) / scale, clip.width / scale, clip.height / scale
        )

    @staticmethod
    def _fits(drawn: _Drawn, scale: float, seen: pygame.FRect) -> bool:
        slack = 1.5 / scale
        return abs(drawn.scale - scale) * HEIGHT < 0.5 and drawn.part.inflate(slack, slack).contains(seen)

    def _draw(self, rect: pygame.FRect, scale: float, seen: pygame.FRect) -> _Drawn:
        whole = pygame.FRect(0, 0, self.plan.width, HEIGHT)
        if rect.width <= WHOLE:
            part, size = whole, (max(1, round(rect.width)), max(1, round(rect.height)))
        else:
            part = seen.inflate(seen.width * MARGIN, seen.height * MARGIN).clip(whole)
            size = (max(1, round(part.width * scale)), max(1, round(part.height * scale)))
        return _Drawn(board_art.picture(self.plan, self.regions, part, size), part, scale)

    def _stretch(self, target: pygame.Surface, rect: pygame.FRect, scale: float, seen: pygame.FRect) -> None:
        """A scaled copy of what there is; what was not drawn yet shows as plain ground."""
        assert self._sharp is not None
        old = self._sharp
        have = seen.clip(old.part)
        source = pygame.Rect(
            round((have.x - old.part.x) * old.scale),
            round((have.y - old.part.y) * old.scale),
            max(1, round(have.width * old.scale)),
            max(1, round(have.height * old.scale)),
        ).clip(old.image.get_rect())
        if have != seen:
            target.fill(board_art.GROUND, pygame.Rect(target.get_clip()).clip(pygame.Rect(rect)))
        if source.width and source.height:
            size = max(1, round(have.width * scale)), max(1, round(have.height * scale))
            place = round(rect.x + have.x * scale), round(rect.y + have.y * scale)
            target.blit(pygame.transform.scale(old.image.subsurface(source), size), place)
