"""A tile cache of the board's background, sharp at its current size.

Drawing a large part takes far longer than a frame. `prepare` draws tiles while there is time, those near the
centre first, and continues a half-finished tile in the next frame. It begins with a tiny and a small picture
of the whole board, which `show_below` stretches to any size. After that no part of the board is ever empty.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from math import ceil, floor
from weakref import WeakKeyDictionary

import pygame

from game.client.draw.sprites import Hurry

TILE = 192
"""Width and height of a tile in pixels."""
MAX_CACHED = 120
"""Maximum number of cached tiles per size."""
MAX_LARGE = 360
"""Maximum number of tiles larger than those of the small pictures: 53 MB. A single picture can exceed it."""
SMALL = 4 * TILE
"""Longer side in pixels of the small picture of the whole board."""
STEP = 0.003
"""Seconds that a step of drawing it in advance takes at least."""
RECENT = 8
"""Number of tiles over which the duration of their steps is averaged, approximately."""

GREY, LIGHTER = 205, 14
"""Opacity of the grey copy over a pale tile, and how much lighter it is than the tile (0-255)."""

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
        self.pale: dict[Place, tuple[pygame.Surface, pygame.Surface]] = {}
        """Tiles with their copies almost without colours."""
        self.begun: tuple[Place, Iterator[pygame.Surface | None]] | None = None
        """The unfinished tile. Each level has its own: drawing several in turn would never finish one."""
        self.step = 0
        """Number of steps of the unfinished tile that are drawn."""

    @property
    def whole(self) -> pygame.Rect:
        """Rectangle of the whole board in this level's pixels."""
        return pygame.Rect((0, 0), self.size)

    @property
    def complete(self) -> bool:
        """True if every tile of the board is ready."""
        return len(self.tiles) == ceil(self.size[0] / TILE) * ceil(self.size[1] / TILE)

    def box(self, place: Place) -> pygame.Rect:
        """Return the rectangle of a tile in this level's pixels."""
        corner = place[0] * TILE, place[1] * TILE
        return pygame.Rect(corner, (TILE, TILE)).clip(self.whole)

    def seen(self, clip: pygame.Rect) -> Iterator[Place]:
        """Yield the tiles in a part of the board, given in this level's pixels."""
        part = clip.clip(self.whole)
        if part.width and part.height:
            for row in range(part.top // TILE, (part.bottom - 1) // TILE + 1):
                for column in range(part.left // TILE, (part.right - 1) // TILE + 1):
                    yield column, row


class Picture:
    """The background of a board of `width` by `height` units, at any place and size on the screen."""

    def __init__(self, width: float, height: float, draw: Draw, like: Picture | None = None) -> None:
        """Create the picture. `like`: a similar one, which is shown until this one is ready."""
        self._board = pygame.FRect(0, 0, width, height)
        self._draw, self._like = draw, like
        self._tiny = _Level(self._board, TILE / max(width, height))
        """A single tile, ready long before the small picture."""
        self._small = _Level(self._board, SMALL / max(width, height))
        self._levels: list[_Level] = []
        """At most two levels besides the small picture, the newest last."""
        self._seconds: dict[int, float] = {}
        """Average duration of each step of a tile, so that none is begun for which the time will not do."""

    def in_advance(self) -> Iterator[None]:
        """Draw the small picture in steps that fit into a frame. If it was drawn before there was a window,
        convert it to the window's format."""
        while not self._prepare_whole(self._small, Hurry(time.perf_counter() + STEP)):
            yield
        if window := pygame.display.get_surface():
            for place, tile in self._small.tiles.items():
                if tile.get_masks() != window.get_masks():
                    self._small.tiles[place] = tile.convert()

    def _prepare_small(self, now: Hurry) -> bool:
        """Draw more of the small picture while there is time, after the tiny one if nothing else can be
        shown. Return True once it is ready."""
        if self._sharpest is None and not self._prepare_whole(self._tiny, now):
            return False
        return self._prepare_whole(self._small, now)

    def _prepare_whole(self, level: _Level, now: Hurry) -> bool:
        """Draw more of a picture of the whole board while there is time. Return True once it is ready."""
        return self._draw_all(level, level.seen(level.whole), now)

    def prepare(self, clip: pygame.FRect, rect: pygame.FRect, now: Hurry) -> bool:
        """Draw the tiles that `show` lacks for this clip and place while there is time, after the small
        picture if that is coarser. Return True once all are ready."""
        level = self._level(rect)
        if level.scale > self._small.scale and not self._prepare_small(now):
            return False
        part = _on_board(clip, rect)
        missing = [place for place in level.seen(part) if place not in level.tiles]
        missing.sort(key=lambda place: _apart(level.box(place), part))
        if level.begun and level.begun[0] in missing:
            missing.insert(0, level.begun[0])
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
                step = level.step if level.begun and level.begun[0] == place else 0
                before = self._seconds.get(step, 0.0)
                if not now.allows(before):
                    return False
                begun = time.perf_counter()
                self._draw_on(level, place)
                self._seconds[step] = before + (time.perf_counter() - begun - before) / RECENT
                now.drawn += 1
        return True

    def show(self, target: pygame.Surface, rect: pygame.FRect, *, pale: bool = False) -> None:
        """Draw the sharp tiles that are ready, of the board at `rect` inside the clip of `target`; almost
        without colours if `pale`."""
        level, left, top = self._level(rect), round(rect.x), round(rect.y)
        for place in level.seen(_on_board(pygame.FRect(target.get_clip()), rect)):
            tile = level.tiles.get(place)
            if tile is not None:
                box = level.box(place)
                shown = _pale(level, place, tile) if pale else tile
                target.blit(shown, (left + box.x, top + box.y))
        if not pale:
            level.pale.clear()

    def show_below(
        self,
        target: pygame.Surface,
        rect: pygame.FRect,
        above: pygame.Rect,
        *,
        smoothly: bool,
        pale: bool = False,
    ) -> Iterator[None]:
        """Draw the board at `rect` inside the clip of `target`, stretched from the sharpest picture that is
        complete, in steps.

        above: the part of the screen that something sharper covers
        smoothly: True to smooth it, which takes longer
        pale: True to draw it almost without colours
        """
        level, clip = self._sharpest, target.get_clip()
        if level is None:
            return
        scale = pygame.transform.smoothscale if smoothly else pygame.transform.scale
        part = _source(clip, rect, level.size)
        for place in level.seen(part):
            tile = level.box(place)
            source = tile.clip(part)
            dest = _stretched(source, rect, level.size)
            if dest.colliderect(clip) and not above.contains(dest.clip(clip)):
                whole = _pale(level, place, level.tiles[place]) if pale else level.tiles[place]
                image = whole.subsurface(source.move(-tile.x, -tile.y))
                target.blit(scale(image, dest.size), dest)
                yield

    @property
    def ready(self) -> float:
        """Scale of the sharpest picture of the whole board in pixels per unit; 0 before the first."""
        return 0.0 if self._sharpest is None else self._sharpest.scale

    @property
    def small_width(self) -> int:
        """Width of the small picture in pixels; 0 before it is complete."""
        return self._small.size[0] if self._small.complete else 0

    @property
    def _sharpest(self) -> _Level | None:
        ready = (level for level in (self._small, *self._levels) if level.complete)
        other = None if self._like is None else self._like._sharpest
        if other is None and self._tiny.complete:
            other = self._tiny
        return max(ready, key=lambda level: level.scale, default=other)

    def _level(self, rect: pygame.FRect) -> _Level:
        scale = rect.height / self._board.height
        if scale > self._small.scale:
            _large.pop(self, None)
            _large[self] = None
        for level in (self._small, *self._levels):
            if abs(level.scale - scale) * self._board.height < 0.5:
                return level
        made = _Level(self._board, scale)
        keep = next((level for level in self._levels if level.complete), None)
        self._levels = [*([keep] if keep else self._levels[-1:]), made]
        return made

    @property
    def _large_tiles(self) -> int:
        """Number of tiles larger than those of the small picture."""
        return sum(len(level.tiles) for level in self._levels if level.scale > self._small.scale)

    def _draw_on(self, level: _Level, place: Place) -> None:
        """Draw one more step of a tile."""
        if level.begun is None or level.begun[0] != place:
            box, scale = level.box(place), level.scale
            part = pygame.FRect(box.x / scale, box.y / scale, box.width / scale, box.height / scale)
            level.begun, level.step = (place, self._draw(part, box.size)), 0
        tile = next(level.begun[1])
        level.step += 1
        if tile is not None:
            level.tiles[place] = tile.convert() if pygame.display.get_surface() else tile
            level.begun = None
            if level.scale > self._small.scale:
                _discard_unused()


_large: WeakKeyDictionary[Picture, None] = WeakKeyDictionary()
"""The pictures with large tiles, the one used last at the end."""


def _discard_unused() -> None:
    """Discard the large tiles of the pictures used least recently while there are too many."""
    tiles = {picture: picture._large_tiles for picture in _large}
    for picture in list(tiles)[:-1]:
        if sum(tiles.values()) <= MAX_LARGE:
            return
        del _large[picture], tiles[picture]
        picture._levels = [level for level in picture._levels if level.scale <= picture._small.scale]


def _stretched(source: pygame.Rect, rect: pygame.FRect, size: tuple[int, int]) -> pygame.Rect:
    """Return the place on the screen of a part of a picture of that size, stretched to `rect`."""
    across, down = rect.width / size[0], rect.height / size[1]
    left, top = round(rect.x + source.x * across), round(rect.y + source.y * down)
    right, bottom = round(rect.x + source.right * across), round(rect.y + source.bottom * down)
    return pygame.Rect(left, top, right - left, bottom - top)


def _source(clip: pygame.Rect, rect: pygame.FRect, size: tuple[int, int]) -> pygame.Rect:
    """Return the part of a picture of that size, stretched to `rect`, that covers a part of the screen."""
    across, down = size[0] / rect.width, size[1] / rect.height
    left, top = floor((clip.x - rect.x) * across) - 1, floor((clip.y - rect.y) * down) - 1
    right, bottom = ceil((clip.right - rect.x) * across) + 1, ceil((clip.bottom - rect.y) * down) + 1
    return pygame.Rect(left, top, right - left, bottom - top)


def _pale(level: _Level, place: Place, tile: pygame.Surface) -> pygame.Surface:
    """Return a copy of a tile almost without colours, and a little lighter. Copies are cached."""
    if place not in level.pale or level.pale[place][0] is not tile:
        grey = pygame.transform.grayscale(tile)
        grey.set_alpha(GREY)
        pale = tile.copy()
        pale.blit(grey, (0, 0))
        pale.fill((LIGHTER, LIGHTER, LIGHTER), special_flags=pygame.BLEND_RGB_ADD)
        level.pale[place] = tile, pale
    return level.pale[place][1]


def _on_board(clip: pygame.FRect, rect: pygame.FRect) -> pygame.Rect:
    """Convert a part of the screen to pixels of the board whose corner is that of `rect`."""
    return pygame.Rect(clip).move(-round(rect.x), -round(rect.y))


def _apart(box: pygame.Rect, part: pygame.Rect) -> int:
    """Return the squared distance of a box from the centre of `part`."""
    return (box.centerx - part.centerx) ** 2 + (box.centery - part.centery) ** 2
