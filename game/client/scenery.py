"""The picture behind the title: a brick town by the water at dusk, and cogs under sail.

Drawn from the same pieces as the boards (assets/art/common), in evening light.
"""

from __future__ import annotations

import re
from functools import lru_cache

import pygame

from game.client.views.svg import fragment, raster

HIGH = 720.0
"""The picture is this many units high, and as wide as the window makes it."""
WATER = 588.0
"""Here the quay ends and the water begins."""

_NIGHT = (22, 44, 58)
_LAMPLIGHT = "#ffce73"
_PANE = "#f0dcae"

_FAR = ("church 0", "gable 26", "roof 50", "gate 82", "house 112", "gable 136", "church 170", "tower 196",
        "gable 216", "wall 246", "church 284", "roof 312", "gable 336")  # fmt: skip
_NEAR = ("gable 0", "house 25", "gable 48", "roof 73", "church 102", "gable 132", "tower 152", "house 170",
         "gate 203", "gable 238", "roof 262", "gable 288", "house 310", "church 338")  # fmt: skip
"""Buildings of a row and where each stands; the row is repeated as often as the window is wide."""
_ROW = 364.0

_STARS = ((0.04, 60), (0.05, 190), (0.19, 40), (0.26, 22), (0.31, 96), (0.36, 30), (0.44, 70), (0.57, 44),
          (0.63, 110), (0.7, 36), (0.76, 170), (0.82, 80), (0.88, 34), (0.93, 140), (0.97, 70))  # fmt: skip


@lru_cache(maxsize=2)
def harbour(width: int, height: int) -> pygame.Surface:
    """The picture at a given size in pixels."""
    wide = HIGH * width / height
    near = min(1.0, 0.42 + 0.58 * wide / 1000)
    town = _row(_FAR, 2.35 * near, WATER - 8, wide, -60, 0.8)
    town += _row(_NEAR, 3.1 * near, WATER, wide, -20, 0.42)
    body = _sky(wide) + town + _quay(wide) + _water(wide, town)
    body += _put("cog", wide * 0.14, 640, 1.5 * near, 0.4) + _put("cog", wide * 0.82, 664, 3.3 * near, 0.16)
    return raster(body, (0, 0, wide, HIGH), (width, height)).convert()


def _sky(wide: float) -> str:
    stars = "".join(
        f'<circle cx="{x * wide:.0f}" cy="{y}" r="{1 + y % 3 * 0.3:.1f}" fill="#f3ecd2" fill-opacity=".7"/>'
        for x, y in _STARS
    )
    moon = wide * 0.14
    return (
        '<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="600" gradientUnits="userSpaceOnUse">'
        '<stop offset="0" stop-color="#0f222d"/><stop offset=".5" stop-color="#1f4450"/>'
        '<stop offset=".8" stop-color="#5d6a63"/><stop offset="1" stop-color="#c98a55"/></linearGradient>'
        '<linearGradient id="sea" x1="0" y1="588" x2="0" y2="720" gradientUnits="userSpaceOnUse">'
        '<stop offset="0" stop-color="#31555c"/><stop offset="1" stop-color="#0c1d25"/>'
        "</linearGradient></defs>"
        '<defs><radialGradient id="glow"><stop offset=".2" stop-color="#f6e7bd" stop-opacity=".35"/>'
        '<stop offset="1" stop-color="#f6e7bd" stop-opacity="0"/></radialGradient></defs>'
        f'<rect width="{wide:.0f}" height="{HIGH:.0f}" fill="url(#sky)"/>{stars}'
        f'<circle cx="{moon:.0f}" cy="96" r="84" fill="url(#glow)"/>'
        f'<circle cx="{moon:.0f}" cy="96" r="27" fill="#f2e3ba"/>'
        f'<circle cx="{moon - 8:.0f}" cy="89" r="5" fill="#dcc892"/>'
        f'<circle cx="{moon + 9:.0f}" cy="103" r="3.5" fill="#dcc892"/>'
    )


def _row(
    houses: tuple[str, ...], scale: float, ground: float, wide: float, start: float, night: float
) -> str:
    """A row of houses across the full width; `night`: how far they fade into the dark."""
    parts = []
    repeat = 0
    while start + repeat * _ROW * scale < wide:
        for house in houses:
            name, place = house.split()
            x = start + (float(place) + repeat * _ROW) * scale
            if -60 < x < wide + 60:
                parts.append(_put(name, x, ground, scale, night))
        repeat += 1
    return "".join(parts)


def _quay(wide: float) -> str:
    posts = "".join(
        f'<rect x="{x}" y="{WATER - 4:.0f}" width="7" height="22" rx="2" fill="#1a1512"/>'
        for x in range(24, int(wide), 96)
    )
    return f'<rect y="{WATER - 3:.0f}" width="{wide:.0f}" height="12" fill="#3a2f2a"/>{posts}'


def _water(wide: float, town: str) -> str:
    """The sea with the town's reflection, broken by ripples."""
    top = WATER + 9
    mirrored = f'<g transform="translate(0 {top * 1.62:.1f}) scale(1 -.62)" opacity=".3">{town}</g>'
    ripples = "".join(
        f'<path d="M{(n * 0.7548776 % 1.0) * wide:.0f} {top + 6 + (n * 0.6180339 % 1.0) * 116:.0f}'
        f'h{18 + (n * 37) % 90}" stroke="#a9c9c2" stroke-opacity="{0.1 + (n % 4) * 0.05:.2f}" '
        'stroke-width="1.6" stroke-linecap="round"/>'
        for n in range(70)
    )
    sheet = f'<rect y="{top}" width="{wide:.0f}" height="{HIGH - top:.0f}"'
    return f'{sheet} fill="url(#sea)"/>{mirrored}{sheet} fill="#10262f" fill-opacity=".35"/>{ripples}'


def _put(name: str, x: float, y: float, scale: float, night: float) -> str:
    """A piece of art in place, its colours blended with the night; its windows are lit."""
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.2f})">{_dusky(name, night)}</g>'


@lru_cache(maxsize=64)
def _dusky(name: str, night: float) -> str:
    def mixed(colour: re.Match[str]) -> str:
        if colour[0] == _PANE:
            return _LAMPLIGHT if night < 0.7 else "#a58a55"
        tones = (int(colour[0][at : at + 2], 16) for at in (1, 3, 5))
        return "#" + "".join(
            f"{round(tone + (dark - tone) * night):02x}" for tone, dark in zip(tones, _NIGHT, strict=True)
        )

    return re.sub(r"#[0-9a-f]{6}", mixed, fragment(name))
