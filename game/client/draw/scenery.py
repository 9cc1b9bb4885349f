"""Scenery behind the screens: the sea, and on the title a brick town by the water, at dusk or by day.

The town is drawn from pieces of art that the boards use as well (assets/art/common), tinted by the hour's
light.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import pi, sin
from typing import NamedTuple

import pygame

from game.client.draw import paint, theme
from game.client.draw.svg import fragment, raster

HIGH = 720.0
"""Height of the scenery in its units; its width follows from the window's aspect ratio."""
TALLEST, NEAREST = 46.0, 3.1
"""Height of a church in units, and the scale of the houses at the quay."""

_PANE = "#f0dcae"


class Hour(NamedTuple):
    """Colours of the scenery at a time of day.

    air: colour into which distant things fade
    far: fading of each row of houses and cogs, 0 to 1, the most distant first
    panes: window colours of the far and of the near row
    disc: sun or moon: its colour, that of its spots, and of its glow
    veil: opacity of the water's own colour over the reflections
    """

    sky: tuple[str, str, str, str]
    sea: tuple[str, str]
    air: tuple[int, int, int]
    far: tuple[float, float, float, float]
    panes: tuple[str, str]
    disc: tuple[str, str, str]
    stars: bool
    quay: tuple[str, str]
    veil: float
    ripple: str


DUSK = Hour(
    sky=("#0f222d", "#1f4450", "#5d6a63", "#c98a55"), sea=("#31555c", "#0c1d25"), air=(22, 44, 58),
    far=(0.8, 0.42, 0.4, 0.16), panes=("#a58a55", "#ffce73"),
    disc=("#f2e3ba", "#dcc892", "#f6e7bd"), stars=True,
    quay=("#3a2f2a", "#1a1512"), veil=0.35, ripple="#a9c9c2",
)  # fmt: skip
DAY = Hour(
    sky=("#9fc6d4", "#bcd9df", "#dce9e4", "#f5ead0"), sea=("#a3cacb", "#5e97a3"), air=(198, 216, 219),
    far=(0.55, 0.1, 0.3, 0.0), panes=("#dfe3d6", _PANE), disc=("#fffbe9", "#fffbe9", "#fffbe9"), stars=False,
    quay=("#7d6a58", "#54463a"), veil=0.12, ripple="#f2faf8",
)  # fmt: skip

_FAR = ("church 0", "gable 26", "roof 50", "gate 82", "house 112", "gable 136", "church 170", "tower 196",
        "gable 216", "wall 246", "church 284", "roof 312", "gable 336")  # fmt: skip
_NEAR = ("gable 0", "house 25", "gable 48", "roof 73", "church 102", "gable 132", "tower 152", "house 170",
         "gate 203", "gable 238", "roof 262", "gable 288", "house 310", "church 338")  # fmt: skip
"""Buildings of a row and their x positions; the row repeats across the window."""
_ROW = 364.0

_STARS = ((0.02, 120), (0.04, 60), (0.05, 190), (0.09, 30), (0.11, 210), (0.865, 190), (0.88, 34), (0.91, 96),
          (0.93, 150), (0.97, 70), (0.985, 230))  # fmt: skip
"""Stars at the sides of a wide window, where no letter or button is: x as a fraction of the width, and y."""

GLINTS = 14
"""Number of glints on the water."""
CROSSING = 150.0
"""Time in seconds in which the ship crosses the window."""
FIRST = 0.3
"""First position of the ship, as a fraction of the width."""
SCALE = 1.1
"""Scale of the ship in a wide window."""


class Lie(NamedTuple):
    """Layout of the town in a window.

    wide: width of the window in units of the scenery
    near: scale of the buildings, smaller in narrow windows
    water: y of the quay's edge; lower in an upright window, which shows more sky
    """

    wide: float
    near: float
    water: float

    @classmethod
    def within(cls, width: int, height: int) -> Lie:
        """Return the layout for a window of this size in pixels."""
        wide = HIGH * width / max(1, height)
        return cls(wide, min(1.0, 0.42 + 0.58 * wide / 1000), 588.0 if wide > HIGH else 640.0)

    def afloat(self, part: float) -> float:
        """Return the y of a point on the water: 0 is at the quay, 1 at the lower edge."""
        return self.water + (HIGH - self.water) * part


def draw_sea(target: pygame.Surface) -> None:
    """Draw the background of all screens."""
    width, height = target.get_size()
    target.blit(paint.vertical(width, height, theme.ui.ground_line, theme.ui.ground_low), (0, 0))


def sky(width: int, height: int) -> float:
    """Return the height in pixels of the upper part of the scenery that holds only sky."""
    lie = Lie.within(width, height)
    return (lie.water - TALLEST * NEAREST * lie.near) * height / HIGH


def hour_of(theme: str) -> Hour | None:
    """Return dusk or day to match the theme; None if nothing is to be drawn behind text."""
    return {"dark": DUSK, "light": DAY}.get(theme)


@lru_cache(maxsize=2)
def harbour(width: int, height: int, hour: Hour) -> pygame.Surface:
    """Return the scenery in pixels, converted to the window's format."""
    return drawn(width, height, hour).convert()


@lru_cache(maxsize=1)
def drawn(width: int, height: int, hour: Hour) -> pygame.Surface:
    """Draw the scenery without converting it, so that it can be prepared before a window exists."""
    lie = Lie.within(width, height)
    wide, near, water = lie
    town = _row(_FAR, 2.35 * near, water - 8, wide, -60, hour, 0)
    town += _row(_NEAR, NEAREST * near, water, wide, -20, hour, 1)
    body = _lights(lie, hour) + town + _quay(lie, hour) + _water(lie, town, hour)
    body += _put("cog", wide * 0.14, lie.afloat(0.4), 1.5 * near, hour, 2)
    body += _put("cog", wide * 0.82, lie.afloat(0.58), 3.3 * near, hour, 3)
    # Sky and sea are uniform from left to right: drawing one column takes a hundredth of the time.
    strip = raster(_sky_and_sea(lie.water, hour), (0, 0, 1, HIGH), (1, height))
    picture = pygame.transform.scale(strip, (width, height))
    picture.blit(raster(body, (0, 0, wide, HIGH), (width, height)), (0, 0))
    return picture


def draw_life(target: pygame.Surface, hour: Hour, seconds: float) -> None:
    """Draw what moves, `seconds` after it has begun."""
    width, height = target.get_size()
    lie, part = Lie.within(width, height), height / HIGH
    for number in range(GLINTS):
        _draw_glint(target, lie, hour, number, seconds)
    wide = max(8, round(68 * SCALE * lie.near * part))
    across = (FIRST + seconds / CROSSING + 0.1) % 1.2 - 0.1
    y = lie.afloat(0.2) * part + sin(seconds * 1.4) * part * 1.5
    target.blit(_ship(wide, hour), (round(across * width - wide / 2), round(y - wide * 40 / 68)))


def _draw_glint(target: pygame.Surface, lie: Lie, hour: Hour, number: int, seconds: float) -> None:
    """Draw a glint, which brightens and fades in its own rhythm, each time at another place."""
    turn, shine = divmod(seconds / (5 + number % 4) + number * 0.618, 1.0)
    across, down = (number * 0.7548 + turn * 0.381) % 1.0, 0.08 + 0.85 * ((number * 0.618 + turn * 0.233) % 1)
    part, opacity = target.get_height() / HIGH, round(150 * sin(pi * shine) ** 2 / 10) * 10
    wide, high = round((16 + 26 * down) * part), max(1, round(1.6 * part))
    if opacity:
        red, green, blue = bytes.fromhex(hour.ripple[1:])
        glint = paint.rounded(wide, high, high // 2, (red, green, blue, opacity))
        target.blit(glint, (round(across * target.get_width() - wide / 2), round(lie.afloat(down) * part)))


@lru_cache(maxsize=2)
def ship(wide: int) -> pygame.Surface:
    """Draw a ship in full colours, `wide` pixels wide."""
    return raster(
        f'<g transform="translate(34 40)">{fragment("cog")}</g>', (0, 0, 68, 48), (wide, wide * 48 // 68)
    )


@lru_cache(maxsize=2)
def _ship(wide: int, hour: Hour) -> pygame.Surface:
    """Draw the ship, `wide` pixels wide, in a box whose waterline is at 5/6 of its height."""
    drawing = _put("cog", 34, 40, 1, hour, 0)
    return raster(drawing, (0, 0, 68, 48), (wide, round(wide * 48 / 68))).convert_alpha()


def _sky_and_sea(water: float, hour: Hour) -> str:
    upper, high, low, lowest = hour.sky
    return (
        '<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="600" gradientUnits="userSpaceOnUse">'
        f'<stop offset="0" stop-color="{upper}"/><stop offset=".5" stop-color="{high}"/>'
        f'<stop offset=".8" stop-color="{low}"/><stop offset="1" stop-color="{lowest}"/></linearGradient>'
        f'<linearGradient id="sea" x1="0" y1="{water:.0f}" x2="0" y2="720" gradientUnits="userSpaceOnUse">'
        f'<stop offset="0" stop-color="{hour.sea[0]}"/><stop offset="1" stop-color="{hour.sea[1]}"/>'
        f'</linearGradient></defs><rect width="1" height="{HIGH:.0f}" fill="url(#sky)"/>'
        f'<rect y="{water + 9:.0f}" width="1" height="{HIGH - water - 9:.0f}" fill="url(#sea)"/>'
    )


def _lights(lie: Lie, hour: Hour) -> str:
    """Draw the stars, and the sun or moon."""
    wide = lie.wide
    disc, spots, glow = hour.disc
    stars = "".join(
        f'<circle cx="{x * wide:.0f}" cy="{y}" r="{1 + y % 3 * 0.3:.1f}" fill="#f3ecd2" fill-opacity=".7"/>'
        for x, y in _STARS
        if hour.stars and wide >= HIGH
    )
    x, y = wide * 0.14, 96.0
    if wide < HIGH:  # above the roofs, because the name and the buttons fill an upright window
        x, y = wide * 0.22, lie.water - TALLEST * NEAREST * lie.near + 34
    return (
        f'<defs><radialGradient id="glow"><stop offset=".2" stop-color="{glow}" stop-opacity=".35"/>'
        f'<stop offset="1" stop-color="{glow}" stop-opacity="0"/></radialGradient></defs>'
        f"{stars}"
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="84" fill="url(#glow)"/>'
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="27" fill="{disc}"/>'
        f'<circle cx="{x - 8:.0f}" cy="{y - 7:.0f}" r="5" fill="{spots}"/>'
        f'<circle cx="{x + 9:.0f}" cy="{y + 7:.0f}" r="3.5" fill="{spots}"/>'
    )


def _row(
    houses: tuple[str, ...], scale: float, ground: float, wide: float, start: float, hour: Hour, depth: int
) -> str:
    """Draw a row of houses across the full width; `depth` is the index into `Hour.far`."""
    parts = []
    repeat = 0
    while start + repeat * _ROW * scale < wide:
        for house in houses:
            name, place = house.split()
            x = start + (float(place) + repeat * _ROW) * scale
            if -60 < x < wide + 60:
                parts.append(_put(name, x, ground, scale, hour, depth))
        repeat += 1
    return "".join(parts)


def _quay(lie: Lie, hour: Hour) -> str:
    posts = "".join(
        f'<rect x="{x}" y="{lie.water - 4:.0f}" width="7" height="13" rx="2" fill="{hour.quay[1]}"/>'
        for x in range(24, int(lie.wide), 96)
    )
    return f'<rect y="{lie.water - 3:.0f}" width="{lie.wide:.0f}" height="12" fill="{hour.quay[0]}"/>{posts}'


def _water(lie: Lie, town: str, hour: Hour) -> str:
    """Draw the town's reflection in the sea, broken by ripples."""
    wide, top = lie.wide, lie.water + 9
    deep = HIGH - top
    mirrored = f'<g transform="translate(0 {top * 1.62:.1f}) scale(1 -.62)" opacity=".3">{town}</g>'
    ripples = "".join(
        f'<path d="M{(n * 0.7548776 % 1.0) * wide:.0f} {top + 6 + (n * 0.6180339 % 1.0) * (deep - 7):.0f}'
        f'h{18 + (n * 37) % 90}" stroke="{hour.ripple}" stroke-opacity="{0.1 + (n % 4) * 0.05:.2f}" '
        'stroke-width="1.6" stroke-linecap="round"/>'
        for n in range(70)
    )
    veil = (
        f'<rect y="{top}" width="{wide:.0f}" height="{deep:.0f}" '
        f'fill="{hour.sea[1]}" fill-opacity="{hour.veil}"/>'
    )
    return mirrored + veil + ripples


def _put(name: str, x: float, y: float, scale: float, hour: Hour, depth: int) -> str:
    """Place a piece of art, faded by the distance `depth`."""
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.2f})">{_faded(name, hour, depth)}</g>'


@lru_cache(maxsize=64)
def _faded(name: str, hour: Hour, depth: int) -> str:
    """Tint a piece of art for the hour and the distance."""
    fading = hour.far[depth]

    def mixed(colour: re.Match[str]) -> str:
        if colour[0] == _PANE:
            return hour.panes[depth > 0]
        tones = (int(colour[0][at : at + 2], 16) for at in (1, 3, 5))
        return "#" + "".join(
            f"{round(tone + (air - tone) * fading):02x}" for tone, air in zip(tones, hour.air, strict=True)
        )

    return re.sub(r"#[0-9a-f]{6}", mixed, fragment(name))
