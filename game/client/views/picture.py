"""A tile cache of the board's background, sharp at its current size.

Drawing a large part takes far longer than a frame. `prepare` draws tiles while there is time, those near the
centre first, and continues a half-finished tile in the next frame. Until a tile is ready, `show` stretches a
rendering of another size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import ceil

import pygame

from game.client.draw.sprites import Hurry

TILE = 192
"""Width and height of a tile in pixels."""
MAX_CACHED = 120
"""Maximum number of cached tiles per size."""
COARSE = 0.25
"""Scale, as a fraction, of the first complete rendering if the sharp tiles are not ready in time."""

Draw = Callable[[pygame.FRect, tuple[int, int]], Iterator[pygame.Surface | None]]
"""A generator function that draws a part of a board (in board units) at a size in pixels, in steps of a few
milliseconds. The last step yields the image, the others None."""
Place = tuple[int, int]
"""Column and row of a tile."""


class _Level:
    """The tiles of a board at `scale` pixels per board unit."""

    def __init__(self, board: pygame.FRect, scale: float) -> None:
        self.scale = scale
        # Not rounded up: a pixel mostly outside the board would be a bright line along the edge.
        self.size = max(1, round(board.width * scale - 0.4)), max(1, round(board.height * scale - 0.4))
        self.tiles: dict[Place, pygame.Surface] = {}
        self.rough: dict[Place, pygame.Surface] = {}
        """Tiles stretched from another level, used until the sharp ones are ready."""

    @property
    def complete(self) -> bool:
        """True if every tile of the board is ready."""
        return len(self.tiles) == ceil(self.size[0] / TILE) * ceil(self.size[1] / TILE)

    def box(self, place: Place) -> pygame.Rect:
        """Return the rectangle of a tile in this level's pixels."""
        corner = place[0] * TILE, place[1] * TILE
        return pygame.Rect(corner, (TILE, TILE)).clip(pygame.Rect((0, 0), self.size))

    def seen(self, clip: pygame.Rect) -> Iterator[Place]:
        """Yield the tiles in a part of the board, given in this level's pixels."""
        part = clip.clip(pygame.Rect((0, 0), self.size))
        if part.width and part.height:
            for row in range(part.top // TILE, (part.bottom - 1) // TILE + 1):
                for column in range(part.left // TILE, (part.right - 1) // TILE + 1):
                    yield column, row


class Picture:
    """The background of a board of `width` by `height` units, at any place and size on the screen."""

    def __init__(self, width: float, height: float, draw: Draw) -> None:
        self._board = pygame.FRect(0, 0, width, height)
        self._draw = draw
        self._levels: list[_Level] = []
        """At most two levels, the newest last."""
        self._begun: tuple[_Level, Place, Iterator[pygame.Surface | None]] | None = None
        """The unfinished tile."""
        self._late = False
        """True once time was too short for all tiles. A coarse level then covers the board until they are
        ready."""

    def prepare(self, clip: pygame.FRect, rect: pygame.FRect, now: Hurry) -> bool:
        """Draw the tiles that `show` lacks for this clip and place while there is time. Return True once all
        are ready."""
        level = self._level(rect)
        part = _on_board(clip, rect)
        if self._late and not any(one.complete for one in self._levels):
            if self._levels[0].scale > level.scale / 2:
                self._levels = [_Level(self._board, level.scale * COARSE), level]
            coarse = self._levels[0]
            if not self._draw_all(coarse, coarse.seen(pygame.Rect((0, 0), coarse.size)), now):
                return False
        missing = [place for place in level.seen(part) if place not in level.tiles]
        missing.sort(key=lambda place: _apart(level.box(place), part))
        if self._begun and self._begun[0] is level and self._begun[1] in missing:
            missing.insert(0, self._begun[1])
        if not self._draw_all(level, missing, now):
            return False
        seen = set(level.seen(part))
        for place in [place for place in level.tiles if place not in seen][: -MAX_CACHED + len(seen)]:
            del level.tiles[place]
        return True

    def _draw_all(self, level: _Level, places: Iterable[Place], now: Hurry) -> bool:
        """Draw tiles while there is time. Return True if all are ready."""
        for place in places:
            while place not in level.tiles:
                if now.over:
                    self._late = True
                    return False
                self._draw_on(level, place)
                now.drawn += 1
        return True

    def show(self, target: pygame.Surface, rect: pygame.FRect) -> None:
        """Draw the part of the board at `rect` inside the clip of `target`, as sharp as available."""
        level, left, top = self._level(rect), round(rect.x), round(rect.y)
        for place in level.seen(_on_board(pygame.FRect(target.get_clip()), rect)):
            tile = level.tiles.get(place) or self._rough(level, place)
            if tile is not None:
                box = level.box(place)
                target.blit(tile, (left + box.x, top + box.y))

    def _level(self, rect: pygame.FRect) -> _Level:
        scale = rect.height / self._board.height
        for level in self._levels:
            if abs(level.scale - scale) * self._board.height < 0.5:
                return level
        made = _Level(self._board, scale)
        keep = next((level for level in self._levels if level.complete), None)
        self._levels = [*([keep] if keep else self._levels[-1:]), made]
        return made

    def _draw_on(self, level: _Level, place: Place) -> None:
        """Draw one more step of a tile."""
        if self._begun is None or self._begun[0] is not level or self._begun[1] != place:
            box, scale = level.box(place), level.scale
            part = pygame.FRect(box.x / scale, box.y / scale, box.width / scale, box.height / scale)
            self._begun = level, place, self._draw(part, box.size)
        tile = next(self._begun[2])
        if tile is not None:
            level.tiles[place], self._begun = tile.convert(), None
            level.rough.pop(place, None)

    def _rough(self, level: _Level, place: Place) -> pygame.Surface | None:
        """Return a tile stretched from a complete level, or None."""
        whole = next((one for one in self._levels if one is not level and one.complete), None)
        if place not in level.rough and whole is not None:
            level.rough[place] = _stretched(whole, level, place)
        return level.rough.get(place)


def _stretched(source: _Level, level: _Level, place: Place) -> pygame.Surface:
    box, factor = level.box(place), source.scale / level.scale
    part = pygame.Rect(
        int(box.x * factor), int(box.y * factor), ceil(box.width * factor), ceil(box.height * factor)
    )
    whole = pygame.Surface((max(1, part.width), max(1, part.height)))
    for one in source.seen(part):
        corner = source.box(one)
        whole.blit(source.tiles[one], (corner.x - part.x, corner.y - part.y))
    return pygame.transform.scale(whole, box.size)


def _on_board(clip: pygame.FRect, rect: pygame.FRect) -> pygame.Rect:
    """Convert a part of the screen to pixels of the board whose corner is that of `rect`."""
    return pygame.Rect(clip).move(-round(rect.x), -round(rect.y))


def _apart(box: pygame.Rect, part: pygame.Rect) -> int:
    """Return the squared distance of a box from the centre of `part`."""
    return (box.centerx - part.centerx) ** 2 + (box.centery - part.centery) ** 2
