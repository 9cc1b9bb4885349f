"""Sprites of the pieces, drawn once per size, then only copied.

A good shows its colour twice, by its ground and by its motif (cloth, fish, timber, amber, wine, fur), and its
barrels as barrels. A market shows its owner by colour and mark.
"""

from __future__ import annotations

import pygame

from game.client.draw import theme
from game.client.draw.paint import mark, text
from game.client.draw.sprites import sprite
from game.client.draw.svg import box, paint_name, placed, raster, stroke

GOOD_COLOURS: dict[str, tuple[str, str, str]] = {
    "red": ("#b8322f", "#5e1114", "#dc6a5c"),
    "blue": ("#2f6aa8", "#12305a", "#6fa3d6"),
    "green": ("#46803f", "#1c421c", "#86b878"),
    "orange": ("#e08a1e", "#7c4306", "#f6bd62"),
    "pink": ("#cf6d98", "#702a4c", "#ecaac6"),
    "brown": ("#6b4a33", "#2d1c10", "#a07a5a"),
}
"""Ground, edge and top highlight of the goods of a colour."""

_VIEW = (-30.0, -30.0, 60.0, 60.0)
_BARRELS: dict[int, tuple[float, ...]] = {1: (0.0,), 2: (-9.0, 9.0), 3: (-16.5, 0.0, 16.5)}


@sprite(300)
def good(kind: str, size: int) -> pygame.Surface:
    """Draw a good ("red.2") in a square of `size` pixels; "" is its back."""
    body = box(-26, -24, 54, 54, 7, "#120a05", opacity=0.4)
    if not kind:
        body += box(-27, -27, 54, 54, 7, "#8a6a44", "#38230f", 1.8)
        body += box(-22, -22, 44, 44, 4, "#a5834f", "#6b4a22", 1)
        body += stroke("M-14-14 14 14M14-14-14 14", "#6b4a22", 3)
        return raster(body, _VIEW, (size, size)).convert_alpha()
    colour, _, barrels = kind.partition(".")
    ground, edge, light = GOOD_COLOURS[colour]
    body += box(-27, -27, 54, 54, 7, ground, edge, 2) + box(-24.5, -24.5, 49, 49, 5, "none", light, 1.6, 0)
    body += placed(f"good-{colour}", 0, -9.5, 0.86, (255, 250, 236))
    body += "".join(placed("barrel", x, 15.5, 0.84) for x in _BARRELS[int(barrels)])
    return raster(body, _VIEW, (size, size)).convert_alpha()


_DISC_VIEW = (-20.0, -20.0, 40.0, 40.0)
LIFT = 4.2
"""Offset of each disc of a pile above the one below, in units of a disc 40 wide."""
SMALL = 48
"""Maximum size in pixels of a disc with a larger mark, which identifies its seat without colour."""


@sprite(300)
def markets(colour: str, count: int, size: int) -> pygame.Surface:
    """Draw a pile of markets in a seat colour, `size` pixels wide; piles above four look like four.

    Without markets, draw only a shadow.
    """
    layers = max(1, min(count, 4))
    tones = theme.SEAT_COLOURS[colour]
    fill, dark, light = paint_name(tones.fill), paint_name(tones.dark), paint_name(tones.light)
    high = 34.0 + (layers - 1) * LIFT
    body = f'<ellipse cx="1.5" cy="{high - 14.5}" rx="17.5" ry="13" fill="#120a05" fill-opacity=".4"/>'
    for layer in range(layers):
        y = high - 17.5 - layer * LIFT
        body += f'<ellipse cy="{y + 3.4}" rx="17.5" ry="13" fill="{dark}" stroke="#1d120a" stroke-width="1"/>'
        body += f'<ellipse cy="{y}" rx="17.5" ry="13" fill="{light}"/>'
        body += f'<ellipse cy="{y + 0.4}" rx="15.8" ry="11.5" fill="{fill}"/>'
    view = (-20.0, 0.0, 40.0, high)
    image = raster(body, view, (size, round(size * high / 40))).convert_alpha()
    figure = mark(tones.mark, max(5, round(size * (0.36 if size > SMALL else 0.48))), tones.ink)
    top = (high - 17.1 - (layers - 1) * LIFT) / 40 * size
    image.blit(figure, figure.get_rect(center=(size // 2, round(top))))
    if not count:
        image.set_alpha(70)
    return image


@sprite(40)
def coin(size: int) -> pygame.Surface:
    """Draw a coin."""
    body = '<circle cx=".8" cy="1.2" r="9" fill="#120a05" fill-opacity=".45"/>' + placed("coin", 0, 0)
    return raster(body, (-10.5, -10.5, 21, 21), (size, size)).convert_alpha()


@sprite(20)
def ship(width: int, westward: bool) -> pygame.Surface:
    """Draw the ship, its bow to the right or to the left."""
    image = raster(placed("ship", 0, 0), (-50, -58, 100, 84), (width, round(width * 0.84))).convert_alpha()
    return pygame.transform.flip(image, True, False) if westward else image


@sprite(20)
def flag(size: int) -> pygame.Surface:
    """Draw the sign that the end of the game is near."""
    cloth = "M-8-16C0-20 6-11 15-15L11-8 15-1C6 3 0-6-8-2Z"
    body = stroke("M-9 17V-17", "#fff6dd", 6) + stroke(cloth, "#fff6dd", 4.5)
    body += stroke("M-9 17V-17", "#2f1d11", 3.4)
    body += f'<path d="{cloth}" fill="#c8372c" stroke="#4f0f0c" stroke-width="1.6" stroke-linejoin="round"/>'
    return raster(body, (-18, -20, 36, 40), (size, round(size * 40 / 36))).convert_alpha()


@sprite(20)
def chest(size: int) -> pygame.Surface:
    """Draw the bank."""
    body = (
        '<path d="M-17-3C-17-15 17-15 17-3Z" fill="#8d5a36" stroke="#241208" stroke-width="2"/>'
        + box(-17, -4, 34, 19, 2, "#7a4a2b", "#241208", 2)
        + '<path d="M-11-11V14M11-11V14" stroke="#d1a554" stroke-width="3"/>'
        + box(-4, -6, 8, 9, 1.5, "#f1d087", "#4a3210", 1.4)
    )
    return raster(body, (-20, -20, 40, 40), (size, size)).convert_alpha()


@sprite(20)
def crate(size: int) -> pygame.Surface:
    """Draw the sign of goods that left the game."""
    body = (
        box(-16, -13, 32, 28, 2, "#a5834f", "#2f1d11", 2)
        + '<path d="M-16-4H16M-16 6H16" stroke="#6b4a22" stroke-width="1.6"/>'
        + stroke("M-12-9 12 11", "#6b4a22", 3.4)
        + box(-16, -13, 5, 28, 1, "#8a6a44", "#2f1d11", 1.4)
        + box(11, -13, 5, 28, 1, "#8a6a44", "#2f1d11", 1.4)
    )
    return raster(body, (-20, -20, 40, 40), (size, size)).convert_alpha()


@sprite(200)
def seal(colour: str, size: int) -> pygame.Surface:
    """Draw a seat's colour and mark, as a disc."""
    tones = theme.SEAT_COLOURS[colour]
    fill, dark = paint_name(tones.fill), paint_name(tones.dark)
    body = f'<circle r="19" fill="#f8efd6"/><circle r="16.5" fill="{fill}" stroke="{dark}" stroke-width="2"/>'
    image = raster(body, _DISC_VIEW, (size, size)).convert_alpha()
    figure = mark(tones.mark, max(4, round(size * 0.54)), tones.ink)
    image.blit(figure, figure.get_rect(center=(size // 2, size // 2)))
    return image


@sprite(300)
def badge(words: str, pixels: int, ground: theme.Colour, ink: theme.Colour) -> pygame.Surface:
    """Draw a number in a pill of the given height."""
    line = text(words, "bold", round(pixels * 0.92), ink)
    width = max(pixels, line.get_width() + round(pixels * 0.5))
    body = box(1, 1, width / pixels * 40 - 2, 38, 19, paint_name(ground), "#f8efd6", 2.4)
    image = raster(body, (0, 0, width / pixels * 40, 40), (width, pixels)).convert_alpha()
    image.blit(line, line.get_rect(center=(width // 2, pixels // 2)))
    return image


FREE: theme.Colour = (70, 122, 62)
COSTS: theme.Colour = (52, 36, 24)


@sprite(200)
def price(coins: int, payee: str, height: int) -> pygame.Surface:
    """Draw a price tag: a struck-out coin (free), or a coin and its payee: a seat colour, "" for the bank."""
    width = round(height * (1.5 if not coins else 2.75))
    body = box(1, 1, width / height * 40 - 2, 38, 12, paint_name(COSTS if coins else FREE), "#f8efd6", 2.4)
    if coins:
        body += stroke("M44 20H62M55 12 63 20 55 28", "#f1d087", 5)
    image = raster(body, (0, 0, width / height * 40, 40), (width, height)).convert_alpha()
    inner = round(height * 0.84)
    edge, y = round(height * 0.12), (height - inner) // 2
    if coins:
        image.blit(coin(inner), (edge, y))
        receiver = seal(payee, inner) if payee else chest(inner)
        image.blit(receiver, (width - inner - edge, y))
    else:
        image.blit(coin(inner), ((width - inner) // 2, y))
        bar = stroke("M10 34 50 6", "#23401e", 11) + stroke("M10 34 50 6", "#f8f4e4", 6)
        image.blit(raster(bar, (0, 0, 60, 40), (width, height)).convert_alpha(), (0, 0))
    return image


CARD = (284.0, 112.0)
"""Size of the extra card, in board units."""


@sprite(6)
def card(size: tuple[int, int]) -> pygame.Surface:
    """Draw a sheet of parchment with four columns."""
    wide, high = CARD
    cell = wide / 4
    body = box(2, 3, wide - 3, high - 3, 9, "#1d120a", opacity=0.4)
    body += box(1, 1, wide - 4, high - 4, 9, "#f4e7c4", "#7c5c2e", 2)
    body += box(5, 5, wide - 12, high - 12, 6, "none", "#b99a5d", 1.2)
    body += stroke("".join(f"M{cell * n:.1f} 14V{high - 14:.1f}" for n in range(1, 4)), "#cdb27a", 1.4)
    return raster(body, (0, 0, wide, high), size).convert_alpha()


@sprite(24)
def prize(kind: str, size: int) -> pygame.Surface:
    """Draw the icon of a prize in one ink."""
    dark, body = "#4a2f1a", ""
    edge = f'stroke="{dark}" stroke-width="1.6" stroke-linejoin="round"'
    match kind:
        case "card.stack":
            for y in (15, 7, -1, -9):
                body += f'<path d="M-15 {y}v5a15 6 0 0 0 30 0v-5Z" fill="#8d6038" {edge}/>'
                body += f'<ellipse cy="{y}" rx="15" ry="6" fill="#d9b36a" {edge}/>'
        case "card.opener":
            body = box(-15, -8, 26, 26, 4, "#a8322a", dark, 1.8) + box(
                -11, -4, 18, 18, 2, "#a5834f", "#6b4a22", 1
            )
            body += stroke("M-7 0 3 10M3 0-7 10", "#6b4a22", 2.6) + stroke("M10 16V-17", dark, 2.6)
            body += f'<path d="M10-18C4-20 0-12-7-16V-6C0-3 4-9 10-7Z" fill="#c8372c" {edge}/>'
        case "card.towns":
            for x, y, wide in ((-17, -2, 11), (-5.5, -9, 11), (6, -4, 11)):
                body += f'<path d="M{x} 18V{y}l{wide / 2} -9 {wide / 2} 9V18Z" fill="#b0553c" {edge}/>'
                body += box(x + 3.5, y + 5, 4, 5, 0.5, "#f6e3b0")
        case _:
            body = box(-16, -17, 32, 36, 5, "#e7d3a0", dark, 1.6) + placed("barrel", 0, 1, 1.15)
    return raster(body, (-20, -22, 40, 44), (size, round(size * 1.1))).convert_alpha()
