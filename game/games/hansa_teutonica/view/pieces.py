"""Sprites of the pieces, drawn once per size and colour, then only blitted."""

from __future__ import annotations

from math import hypot

import pygame

from game.client.draw import theme
from game.client.draw.paint import mark, rounded, text
from game.client.draw.sprites import sprite
from game.client.draw.svg import box, drawn, paint_name, placed, raster

VIEW = (-20.0, -20.0, 40.0, 40.0)
MARKER_VIEW = (-23.0, -19.0, 46.0, 38.0)

BACK = "#5d3a22"
STRING = (110, 68, 30)
"""Colour of the string between a bonus marker and its road."""
PLAQUE, PLAQUE_EDGE, PLAQUE_LIGHT = "#d7ab55", "#5d4013", "#f3d893"
SPENT, SPENT_EDGE = "#8f8370", "#4b4235"


SMALL = 44
"""Maximum size in pixels of a piece drawn with a larger mark and with notches, which identify its seat
without colour."""
_LARGER = 1.45
"""Scale of the mark on small pieces."""
_OVER = 2
"""Supersampling factor for smooth edges."""
_WAYS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)} | {
    "ne": (1, -1), "se": (1, 1), "sw": (-1, 1), "nw": (-1, -1)
}  # fmt: skip
_NOTCHES = {
    "cross": "n e s w", "bar": "e w", "pale": "n s", "bend": "ne sw", "chevron": "s nw ne",
    "saltire": "nw ne sw se", "lozenge": "sw se", "roundel": "", "none": "",
}  # fmt: skip
"""Notched sides of a piece, by its mark."""
Outlines = list[list[tuple[float, float]]]


@sprite(200)
def piece(kind: str, colour: str, size: int, own: bool = False) -> pygame.Surface:
    """Draw a trader (a cube) or a merchant (a disc) in a seat's colour, in a square of `size` pixels.

    own  whether it is on its seat's player board, where only its kind matters
    """
    tones = theme.SEAT_COLOURS[colour]
    fill, dark, light = paint_name(tones.fill), paint_name(tones.dark), paint_name(tones.light)
    if kind == "merchant":
        body = (
            '<circle cx="1" cy="4.5" r="16" fill="#1d120a" fill-opacity=".35"/>'
            f'<circle cy="2" r="15.4" fill="{dark}"/><circle cy="-2" r="15.4" fill="{dark}"/>'
            f'<circle cy="-2" r="14.1" fill="{light}"/><circle cy="-1.6" r="12.4" fill="{fill}"/>'
        )
        middle, measure = (0.0, -1.8), 15.0
    else:
        body = (
            '<path d="M-14 15.5 17 15.500V-8l2 2V17l-4 2.500H-12Z" fill="#1d120a" fill-opacity=".35"/>'
            f'<path d="M-15.5-9.5-9.5-15.5H15.5V9.5L9.5 15.5H-15.5Z" fill="{dark}" stroke="{dark}" '
            'stroke-width="1.6" stroke-linejoin="round"/>'
            f'<path d="M-15-9.200-9.200-15H15L9.200-9.200Z" fill="{light}"/>'
            f'<path d="M-15-8.200H8.400V15H-15Z" fill="{fill}"/>'
        )
        middle, measure = (-3.3, 3.4), 14.0
    if size > SMALL:
        image = raster(body, VIEW, (size, size)).convert_alpha()
        figure = mark(tones.mark, round(measure / VIEW[2] * size), tones.ink)
        image.blit(figure, figure.get_rect(center=pixel(middle, VIEW, (size, size))))
        return image
    large = (size * _OVER, size * _OVER)
    image = raster(body, VIEW, large).convert_alpha()
    larger = 1.0 if own else _LARGER
    figure = mark(tones.mark, round(measure * larger / VIEW[2] * large[0]), tones.ink)
    image.blit(figure, figure.get_rect(center=pixel(middle, VIEW, large)))
    if not own:
        _notch(image, _NOTCHES[tones.mark], kind, tones.dark)
    return pygame.transform.smoothscale(image, (size, size))


def _notch(image: pygame.Surface, sides: str, kind: str, rim: theme.Colour) -> None:
    """Cut notches into a piece's image, each with a rim of that colour."""
    edges = image.copy()
    edges.fill((*rim, 255), special_flags=pygame.BLEND_RGBA_MIN)
    edges.fill((*rim, 0), special_flags=pygame.BLEND_RGBA_MAX)
    _keep(edges, _wedges(sides, kind, 1.5), within=True)
    image.blit(edges, (0, 0))
    _keep(image, _wedges(sides, kind, 0), within=False)


def _keep(image: pygame.Surface, outlines: Outlines, within: bool) -> None:
    """Erase everything outside the outlines, or with `within` inside them."""
    inside, outside = (255, 0) if within else (0, 255)
    stencil = pygame.Surface(image.get_size(), pygame.SRCALPHA)
    stencil.fill((255, 255, 255, outside))
    for outline in outlines:
        corners = [pixel(corner, VIEW, image.get_size()) for corner in outline]
        pygame.draw.polygon(stencil, (255, 255, 255, inside), corners)
    image.blit(stencil, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)


def _wedges(sides: str, kind: str, more: float) -> Outlines:
    """Return the corners of the notches on these sides, enlarged by the factor `more`."""
    wedges = []
    for across, down in map(_WAYS.__getitem__, sides.split()):
        far = hypot(across, down)
        x, y = across / far, down / far
        corner = kind == "trader" and far > 1
        out = 15.5 * far if corner else 15.5
        deep, wide = (7.5 if corner else 5.0) + more, 4.5 + more
        outline = [(out - deep, wide * 0.35), (out - deep, -wide * 0.35), (out + 4, -wide), (out + 4, wide)]
        wedges.append([(x * along - y * aside, y * along + x * aside) for along, aside in outline])
    return wedges


@sprite(100)
def marker(kind: str, width: int, spent: bool = False) -> pygame.Surface:
    """Draw a bonus marker, `width` pixels wide; "" is its back."""
    height = round(width * MARKER_VIEW[3] / MARKER_VIEW[2])
    body = box(-20, -14, 42, 33, 6, "#1d120a", opacity=0.35)
    if not kind:
        body += box(-21, -17, 42, 34, 6, BACK, "#2f1d11", 1.6)
        body += box(-17.5, -13.5, 35, 27, 4, "#7a5233", "#c39a52", 1.6)
        body += placed("coin", 0, 0, 0.9)
    else:
        plate, edge = (SPENT, SPENT_EDGE) if spent else (PLAQUE, PLAQUE_EDGE)
        body += box(-21, -17, 42, 34, 6, plate, edge, 1.6)
        body += box(-18, -14, 36, 28, 4, "#a89c88" if spent else PLAQUE_LIGHT)
        if kind in _WORDS:
            body += placed("icon-actiones", 10, 0, 0.62, _rgb(edge))
        elif drawn(f"icon-{kind}"):
            body += placed(f"icon-{kind}", 0, 0, 0.84, _rgb(edge))
    image = raster(body, MARKER_VIEW, (width, height)).convert_alpha()
    letters = _WORDS.get(kind, "" if drawn(f"icon-{kind}") else kind[:1].upper())
    if letters:
        ink = _rgb(SPENT_EDGE if spent else PLAQUE_EDGE)
        words = text(letters, "bold", max(8, round(width * 0.54)), ink)
        image.blit(words, words.get_rect(center=pixel((-7, -0.5), MARKER_VIEW, (width, height))))
    return image


_WORDS = {"plus_3_actions": "+3", "plus_4_actions": "+4"}


@sprite(20)
def completed(size: int) -> pygame.Surface:
    """Draw the cursor of the completed-towns track: a brass ring, which leaves the number readable."""
    body = (
        box(-16, -17, 32, 36, 6, "none", "#1d120a", 7)
        + box(-16, -18, 32, 36, 6, "none", "#f1d087", 4.5)
        + box(-18.2, -20.2, 36.4, 40.4, 8, "none", "#6b4a16", 1)
    )
    return raster(body, (-20.0, -21.0, 40.0, 42.0), (size, round(size * 1.05))).convert_alpha()


@sprite(60)
def shield(colour: str, size: int) -> pygame.Surface:
    """Draw the coat of arms of the player who controls a town."""
    tones = theme.SEAT_COLOURS[colour]
    outline = "M-14-17H14V2C14 11 6 16 0 19-6 16-14 11-14 2Z"
    body = f'<path d="{outline}" fill="{paint_name(tones.fill)}" stroke="#fff6dd" stroke-width="3.4"/>'
    body += f'<path d="{outline}" fill="none" stroke="#2a1a10" stroke-width="1.2"/>'
    image = raster(body, VIEW, (size, size)).convert_alpha()
    figure = mark(tones.mark, max(4, round(size * 0.42)), tones.ink)
    image.blit(figure, figure.get_rect(center=(size // 2, round(size * 0.46))))
    return image


@sprite(200)
def control_frame(colour: str, width: int, height: int, thick: int) -> pygame.Surface:
    """Draw a bevelled frame of this size, in the colour of the player who controls the town."""
    tones = theme.SEAT_COLOURS[colour]
    rim = max(1, round(thick * 0.3))
    image = pygame.Surface((width + 2 * rim, height + 2 * rim), pygame.SRCALPHA)
    radius = round(height * 0.15)
    image.blit(rounded(*image.get_size(), radius + rim, None, (42, 26, 16, 255), rim + 1), (0, 0))
    image.blit(rounded(width, height, radius, None, (*tones.fill, 255), thick), (rim, rim))
    inner = pygame.Rect(rim, rim, width, height).inflate(-2 * thick, -2 * thick)
    image.blit(rounded(*inner.size, max(1, radius - thick), None, (*tones.light, 200), max(1, rim)), inner)
    return image


@sprite(200)
def icon(name: str, size: int, colour: theme.Colour) -> pygame.Surface:
    """Draw an icon (a track, a marker) in a square of `size` pixels."""
    return raster(placed(f"icon-{name}", 0, 0, 1, colour), (-16, -16, 32, 32), (size, size)).convert_alpha()


def pixel(at: tuple[float, float], view: tuple[float, ...], size: tuple[int, int]) -> tuple[int, int]:
    """Return a point in the drawing's coordinates, converted to pixels."""
    return round((at[0] - view[0]) / view[2] * size[0]), round((at[1] - view[1]) / view[3] * size[1])


def _rgb(name: str) -> theme.Colour:
    return int(name[1:3], 16), int(name[3:5], 16), int(name[5:7], 16)


@sprite(20)
def extra_slot(size: int) -> pygame.Surface:
    """Draw the base of an additional office: a brass plate, since no privilege applies to it."""
    body = box(-18, -16.5, 38, 38, 7, "#1d120a", opacity=0.35)
    body += box(-19, -19, 38, 38, 7, "#d7ab55", "#5d4013", 1.6)
    body += box(-15.5, -15.5, 31, 31, 4, "#8a652a")
    return raster(body, VIEW, (size, size)).convert_alpha()
