"""Cached rendering of what the theme describes: text, panels, shields and icons.

Functions that return a Surface share it between callers, which must not modify it. Shapes are drawn at four
times their size and scaled down once, on first use, for smooth edges.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, erf, sqrt

import pygame

from game.assets import ASSETS
from game.client.draw.theme import Colour, Face, font
from game.match.graphemes import clusters

_OVER = 4
"""Supersampling factor of shapes."""
BLUR = 0.47
"""Standard deviation of a shadow's blur, relative to its spread."""
_LARGE = 12_000
"""Number of pixels from which a rounded rectangle is assembled from parts."""


@lru_cache(maxsize=1200)
def text(words: str, role: str, pixels: int, colour: Colour) -> pygame.Surface:
    """Render one line of text; `pixels` is the line height."""
    return font(role, pixels).render(words, True, colour)


@lru_cache(maxsize=6000)
def wrap(words: str, role: str, pixels: int, width: int) -> tuple[str, ...]:
    """Break text into lines at most `width` pixels wide."""
    lines: list[str] = []
    for paragraph in words.split("\n"):
        lines += _broken(paragraph.split(" "), font(role, pixels), width)
    return tuple(lines)


def _broken(words: Sequence[str], face: Face, width: int) -> Iterator[str]:
    """Yield lines of words. Measuring is slow, so the number of words is estimated and corrected word by
    word."""
    whole = " ".join(words)
    letters = width * len(whole) / max(1, face.size(whole)[0])
    begin = 0
    while begin < len(words):
        while not words[begin] and begin < len(words) - 1:  # no line begins with a blank
            begin += 1
        end, length = begin + 1, len(words[begin])
        while end < len(words) and length + 1 + len(words[end]) <= letters:
            length, end = length + 1 + len(words[end]), end + 1
        while end > begin + 1 and face.size(" ".join(words[begin:end]))[0] > width:
            end -= 1
        while end < len(words) and face.size(" ".join(words[begin : end + 1]))[0] <= width:
            end += 1
        yield " ".join(words[begin:end])
        begin = end


NUMBER_AT_END = re.compile(r" \d{1,2}$")
"""The number that distinguishes names such as those of the seats."""


@lru_cache(maxsize=600)
def fit(words: str, role: str, pixels: int, width: int) -> str:
    """Return the text, truncated with an ellipsis if it is wider than `width` pixels.

    A number at the end is kept if there is room, because names can differ in it only: "Giocat… 2".
    """
    face = font(role, pixels)
    if face.size(words)[0] <= width:
        return words
    end = NUMBER_AT_END.search(words)
    rest = "…" + (end.group() if end and face.size(f"…{end.group()}")[0] <= width else "")
    signs = clusters(words.removesuffix(rest[1:]))
    low, high = 0, len(signs)
    while low < high:
        middle = (low + high + 1) // 2
        if face.size("".join(signs[:middle]).rstrip() + rest)[0] <= width:
            low = middle
        else:
            high = middle - 1
    return "".join(signs[:low]).rstrip() + rest


STEP = 0.04
"""Step between the text sizes tried, as a fraction: small enough that a larger setting never yields smaller
text."""


@lru_cache(maxsize=600)
def shrinking(largest: float, smallest: float) -> tuple[float, ...]:
    """Return text sizes to try, descending from `largest` to `smallest` in small steps."""
    count = max(1, ceil((1 - smallest / largest) / STEP))
    return tuple(largest + (smallest - largest) * step / count for step in range(count + 1))


@lru_cache(maxsize=600)
def largest(words: str, role: str, sizes: tuple[float, ...], width: float) -> float:
    """Return the first of `sizes` (descending, in pixels) at which the text fits into `width`, else the
    last.

    Each size is another typeface, and opening one is slow. So if the first does not fit, the others are
    searched by halves.
    """

    def fits(size: float) -> bool:
        return font(role, round(size)).size(words)[0] <= width

    if len(sizes) == 1 or fits(sizes[0]):
        return sizes[0]
    return sizes[bisect_left(sizes, True, 1, len(sizes) - 1, key=fits)]


def common_sizes(texts: Iterable[str], role: str, sizes: Sequence[float], width: float) -> tuple[float, ...]:
    """Return the part of `sizes` (descending, in pixels) at which each of several texts fits into `width`; at
    least the last. Neighbours that start from it have one size."""
    first = min((largest(words, role, tuple(sizes), width) for words in texts), default=sizes[0])
    return tuple(size for size in sizes if size <= first)


@lru_cache(maxsize=600)
def lines_within(
    words: str, role: str, sizes: Sequence[int], width: int, height: float
) -> tuple[int, tuple[str, ...]]:
    """Return the first of `sizes` (descending, in pixels) at which the text fits into a box, and its lines.

    The text is broken between words only, up to the number of lines that the height allows. If no size fits,
    the result is the smallest size, and the last line holds all the remaining text.
    """
    for size in sizes:
        lines = wrap(words, role, size, width)
        if len(lines) <= max(1, int(height / size)) and all(
            font(role, size).size(line)[0] <= width for line in lines
        ):
            return size, lines
    room = max(1, int(height / size))
    return size, (*lines[: room - 1], " ".join(lines[room - 1 :]))


def blit_lines(
    target: pygame.Surface,
    words: str,
    role: str,
    sizes: Sequence[float],
    colour: Colour,
    rect: pygame.Rect | pygame.FRect,
    align: str = "left",
) -> None:
    """Draw text, wrapped to fit `rect`, at the first of `sizes` at which it fits."""
    pixels = tuple(round(size) for size in sizes)
    size, lines = lines_within(words, role, pixels, int(rect.width), rect.height)
    for index, line in enumerate(lines):
        y = rect.centery + (index - len(lines) / 2) * size
        blit_text(target, line, role, size, colour, pygame.FRect(rect.x, y, rect.width, size), align)


def blit_text(
    target: pygame.Surface,
    words: str,
    role: str,
    pixels: float,
    colour: Colour,
    rect: pygame.Rect | pygame.FRect,
    align: str = "left",
) -> None:
    """Draw one line of text, vertically centred in `rect` and aligned left, centre or right; truncate if too
    wide."""
    size = round(pixels)
    line = text(fit(words, role, size, int(rect.width)), role, size, colour)
    y = rect.y + (rect.height - line.get_height()) / 2
    slack = {"left": 0.0, "center": 0.5, "right": 1.0}[align] * (rect.width - line.get_width())
    target.blit(line, (round(rect.x + slack), round(y)))


def strike(
    target: pygame.Surface, words: str, role: str, pixels: float, colour: Colour, rect: pygame.FRect
) -> None:
    """Strike through words that `blit_text` drew left-aligned in `rect`."""
    wide, thick = font(role, round(pixels)).size(words)[0], max(1, round(pixels * 0.07))
    y = round(rect.centery + pixels * 0.06)
    target.fill(colour, (round(rect.x), y, round(min(wide, rect.width)), thick))


@lru_cache(maxsize=500)
def rounded(
    width: int,
    height: int,
    radius: int,
    fill: Colour | tuple[int, int, int, int] | None,
    edge: Colour | tuple[int, int, int, int] | None = None,
    thick: int = 0,
) -> pygame.Surface:
    """Return a filled rectangle with rounded corners and an edge inside its outline, at least a pixel."""
    width, height = max(1, width), max(1, height)
    over = _OVER if width * height < 60_000 else 2
    big = pygame.Surface((width * over, height * over), pygame.SRCALPHA)
    whole = big.get_rect()
    clear = (*(fill or edge or (0, 0, 0))[:3], 0)
    big.fill(clear)
    if edge is not None and thick:
        pygame.draw.rect(big, edge, whole, border_radius=radius * over)
        inside = whole.inflate(-2 * thick * over, -2 * thick * over)
        inner_radius = max(0, (radius - thick) * over)
        pygame.draw.rect(big, fill if fill is not None else clear, inside, border_radius=inner_radius)
    elif fill is not None:
        pygame.draw.rect(big, fill, whole, border_radius=radius * over)
    return pygame.transform.smoothscale(big, (width, height))


def blit_rounded(
    target: pygame.Surface,
    rect: pygame.Rect | pygame.FRect,
    radius: float,
    fill: Colour | tuple[int, int, int, int] | None,
    edge: Colour | tuple[int, int, int, int] | None = None,
    thick: float = 0,
) -> None:
    """Blit `rounded` in place; a large one is assembled from corners and plain fills."""
    place = _pixels(rect)
    corner = round(min(radius, place.width / 2, place.height / 2))
    wide = round(thick)
    solid = all(colour is None or len(colour) == 3 for colour in (fill, edge))
    if solid and min(place.size) > 2 * max(corner, wide) + 2 and place.width * place.height > _LARGE:
        _put_together(target, place, corner, fill, edge, wide)
    else:
        target.blit(rounded(*place.size, corner, fill, edge, wide), place)


def _pixels(rect: pygame.Rect | pygame.FRect) -> pygame.Rect:
    """Return the pixels that a rectangle covers, at least one."""
    return pygame.Rect(round(rect.x), round(rect.y), max(1, round(rect.width)), max(1, round(rect.height)))


def _put_together(
    target: pygame.Surface,
    place: pygame.Rect,
    corner: int,
    fill: Colour | tuple[int, int, int, int] | None,
    edge: Colour | tuple[int, int, int, int] | None,
    thick: int,
) -> None:
    """Draw the corners of a small rounded rectangle and fill the rest, which avoids a large transparent
    image."""
    size = max(corner, thick) + 1
    small = rounded(2 * size, 2 * size, corner, fill, edge, thick)
    for x, left in ((0, place.left), (size, place.right - size)):
        for y, top in ((0, place.top), (size, place.bottom - size)):
            target.blit(small, (left, top), (x, y, size, size))
    across, down = place.inflate(-2 * size, 0), place.inflate(0, -2 * size)
    if fill is not None:
        target.fill(fill, across)
        target.fill(fill, down)
    if edge is not None and thick:
        target.fill(edge, (across.left, place.top, across.width, thick))
        target.fill(edge, (across.left, place.bottom - thick, across.width, thick))
        target.fill(edge, (place.left, down.top, thick, down.height))
        target.fill(edge, (place.right - thick, down.top, thick, down.height))


def blit_shadow(target: pygame.Surface, rect: pygame.FRect, spread: int, strength: int) -> None:
    """Draw a soft shadow around `rect`, slightly below it; skip the part that `rect` itself hides."""
    piece = _shadow(spread, strength)
    size = 2 * spread
    drop = round(spread * 0.3)
    outer = _pixels(rect).inflate(size, size).move(0, drop)
    for x, left in ((0, outer.left), (size, outer.right - size)):
        for y, top in ((0, outer.top), (size, outer.bottom - size)):
            target.blit(piece, (left, top), (x, y, size, size))
    width, height = max(1, outer.width - 2 * size), max(1, outer.height - 2 * size)
    for y, high, top in ((0, spread, outer.top), (2 * size - spread - drop, spread + drop, outer.bottom)):
        strip = _shadow_side(spread, strength, (size, y, 1, high), (width, high))
        target.blit(strip, (outer.left + size, top if top == outer.top else top - high))
    for x, left in ((0, outer.left), (2 * size - spread, outer.right - spread)):
        strip = _shadow_side(spread, strength, (x, size, spread, 1), (spread, height))
        target.blit(strip, (left, outer.top + size))


@lru_cache(maxsize=40)
def _shadow_side(
    spread: int, strength: int, part: tuple[int, int, int, int], size: tuple[int, int]
) -> pygame.Surface:
    """Return one row or column of the shadow, stretched."""
    return pygame.transform.scale(_shadow(spread, strength).subsurface(part), size)


@lru_cache(maxsize=8)
def _shadow(spread: int, strength: int) -> pygame.Surface:
    """Return the shadow of a square of side 2 * `spread`, in an image of side 4 * `spread`.

    A Gaussian blur is separable, so one row suffices for both directions.
    """
    side, step = 4 * spread, BLUR * spread * sqrt(2)
    reached = [erf((at + 0.5 - spread) / step) for at in range(side)]
    left = [erf((at + 0.5 - 3 * spread) / step) for at in range(side)]
    dense = [(one - other) / 2 for one, other in zip(reached, left, strict=True)]
    image, down = (pygame.Surface((side, side), pygame.SRCALPHA) for _ in range(2))
    for at, part in enumerate(part - dense[0] for part in dense):
        image.fill((0, 0, 0, round(strength * part)), (at, 0, 1, side))
        down.fill((0, 0, 0, round(255 * part)), (0, at, side, 1))
    image.blit(down, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return image


_MARKS: dict[str, Sequence[Sequence[tuple[float, float]]]] = {
    "cross": [
        [(0.38, 0.08), (0.62, 0.08), (0.62, 0.92), (0.38, 0.92)],
        [(0.08, 0.38), (0.92, 0.38), (0.92, 0.62), (0.08, 0.62)],
    ],
    "bar": [[(0.06, 0.34), (0.94, 0.34), (0.94, 0.66), (0.06, 0.66)]],
    "pale": [[(0.34, 0.06), (0.66, 0.06), (0.66, 0.94), (0.34, 0.94)]],
    "bend": [[(0.06, 0.06), (0.34, 0.06), (0.94, 0.66), (0.94, 0.94), (0.66, 0.94), (0.06, 0.34)]],
    "chevron": [[(0.5, 0.16), (0.94, 0.6), (0.94, 0.92), (0.5, 0.48), (0.06, 0.92), (0.06, 0.6)]],
    "lozenge": [[(0.5, 0.06), (0.92, 0.5), (0.5, 0.94), (0.08, 0.5)]],
    "saltire": [
        [(0.08, 0.24), (0.24, 0.08), (0.92, 0.76), (0.76, 0.92)],
        [(0.76, 0.08), (0.92, 0.24), (0.24, 0.92), (0.08, 0.76)],
    ],
    "none": [],
}


@lru_cache(maxsize=200)
def mark(name: str, size: int, colour: Colour, over: int = _OVER) -> pygame.Surface:
    """Draw a seat's mark, a heraldic charge, in a square of `size` pixels; `over` is the supersampling
    factor."""
    big = size * over
    image = pygame.Surface((big, big), pygame.SRCALPHA)
    image.fill((*colour, 0))
    if name == "roundel":
        pygame.draw.circle(image, colour, (big / 2, big / 2), big * 0.34)
    else:
        for outline in _MARKS[name]:
            pygame.draw.polygon(image, colour, [(x * big, y * big) for x, y in outline])
    return pygame.transform.smoothscale(image, (size, size))


_SHIELD = (
    (0.07, 0.03), (0.93, 0.03), (0.93, 0.45), (0.91, 0.58), (0.85, 0.71), (0.75, 0.83), (0.62, 0.93),
    (0.5, 0.99), (0.38, 0.93), (0.25, 0.83), (0.15, 0.71), (0.09, 0.58), (0.07, 0.45),
)  # fmt: skip


@lru_cache(maxsize=400)
def arms(name: str, size: int, fill: Colour, edge: Colour, ink: Colour, thick: float = 0) -> pygame.Surface:
    """Draw a seat's coat of arms, its mark on a shield, in a square of `size` pixels, at least one."""
    size = max(1, size)
    big = size * _OVER
    image = pygame.Surface((big, big), pygame.SRCALPHA)
    image.fill((*edge, 0))
    line = min(0.3, (thick or max(1.0, size * 0.06)) / size)
    for shrink, colour in ((1.0, edge), (1 - 2 * line, fill)):
        outline = [(0.5 + (x - 0.5) * shrink, 0.49 + (y - 0.49) * shrink) for x, y in _SHIELD]
        pygame.draw.polygon(image, colour, [(x * big, y * big) for x, y in outline])
    inner = round(big * 0.52)
    figure = mark(name, max(1, inner), ink, 2)  # smoothed again with the shield's edges
    image.blit(figure, figure.get_rect(center=(round(big * 0.5), round(big * 0.44))))
    return pygame.transform.smoothscale(image, (size, size))


@lru_cache(maxsize=200)
def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Load an icon from assets/icons, where it is white, and tint it."""
    image = pygame.image.load_sized_svg(ASSETS / "icons" / f"{name}.svg", (size, size)).convert_alpha()
    image.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return image


@lru_cache(maxsize=8)
def vertical(width: int, height: int, top: Colour, bottom: Colour) -> pygame.Surface:
    """Return a vertical gradient; scaled up from one column, which is cheap."""
    strip = pygame.Surface((1, 2))
    strip.set_at((0, 0), top)
    strip.set_at((0, 1), bottom)
    return pygame.transform.scale(pygame.transform.smoothscale(strip, (1, height)), (width, height))
