"""Drawing of maps as SVG: colours, coasts, sea and the patches of old parchment, the same on every board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.client.draw.svg import Bit
from game.client.views.plane import XY, smooth

LAND, LAND_LIGHT, LAND_DARK = "#e6d5a8", "#f2e6c4", "#d3be88"
COAST_INK, RIVER, RIVER_EDGE = "#5d6b5c", "#8db3b3", "#7a9a94"
SEA_NEAR, SEA_FAR, SEA_DEEP = "#8fb6b4", "#56868c", "#436f78"
FOAM = "#dcebe2"
"""Colour of the shallows along a coast, drawn in thin layers."""
SHALLOWS = ((30, 0.1), (18, 0.14), (8, 0.3))
"""Width and opacity of the layers of shallow water after the first."""


def outline(points: Iterable[XY], end: str = "") -> str:
    """Return a path through the points. `end`: what follows, for example Z to close it."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + end


def curve(points: Sequence[XY], steps: int = 4) -> str:
    """Return a path along a curve through the points."""
    return outline(smooth(points, steps))


def island(points: Sequence[XY]) -> tuple[XY, ...]:
    """Return the shore of an island as a fine polygon: a curve closed through the first point."""
    around_again = smooth((*points, *points[:3]), 6)
    return around_again[6 : 6 * (len(points) + 1)]


def sea(width: float, height: float, top: str, bottom: str) -> str:
    """Return water that changes its colour from `top` to `bottom`."""
    return (
        f'<defs><linearGradient id="sea" x1="0" y1="0" x2="0" y2="{height:.0f}" '
        f'gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="{top}"/>'
        f'<stop offset="1" stop-color="{bottom}"/></linearGradient></defs>'
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="url(#sea)"/>'
    )


def shallows(coasts: Sequence[str], first: tuple[float, float] = (46, 0.07), join: str = "miter") -> str:
    """Return the shallow water along coasts. `first`: width and opacity of the widest layer."""
    return "".join(
        f'<path d="{coast}" fill="none" stroke="{FOAM}" stroke-opacity="{opacity}" stroke-width="{wide}" '
        f'stroke-linejoin="{join}"/>'
        for wide, opacity in (first, *SHALLOWS)
        for coast in coasts
    )


def shore(coast: str, fill: str = "none") -> str:
    """Return the line of a coast. `fill`: colour of the land."""
    return f'<path d="{coast}" fill="{fill}" stroke="{COAST_INK}" stroke-width="2" stroke-linejoin="round"/>'


def waves(crests: Iterable[XY]) -> str:
    """Return small waves on the open sea."""
    drawn = "".join(f"M{x - 13} {y}q6.500-5 13 0q6.500 5 13 0" for x, y in crests)
    return f'<path d="{drawn}" fill="none" stroke="{FOAM}" stroke-opacity=".3" stroke-width="1.6"/>'


def tones(pale: str = LAND_LIGHT, dark: str = LAND_DARK, opacity: float = 0.85) -> str:
    """Return the colours of the patches on the land."""
    return "".join(
        f'<defs><radialGradient id="{name}"><stop offset="0" stop-color="{colour}" stop-opacity="{opacity}"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></radialGradient></defs>'
        for name, colour in (("pale", pale), ("dark", dark))
    )


def patch(number: int, x: float, y: float, rx: float, ry: float) -> Bit:
    """Return a soft patch on the land, dark for even numbers and pale for odd ones."""
    tone = ("dark", "pale")[number % 2]
    drawn = f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{rx:.0f}" ry="{ry:.0f}" fill="url(#{tone})"/>'
    return Bit((x - rx - 1, y - ry - 1, x + rx + 1, y + ry + 1), drawn, ornament=True)
