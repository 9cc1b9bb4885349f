"""SVG images assembled as text from the art fragments in assets and rendered at the size needed."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pygame

from game.assets import ASSETS, of_game
from game.client.draw.theme import Colour
from game.games import GAMES


@cache
def _files() -> dict[str, Path]:
    """Return the art files by name: those of the games, and shared ones. File names are unique."""
    folders = [ASSETS / "art/common", *(of_game(game) / "art" for game in GAMES)]
    return {path.stem: path for folder in folders for path in folder.glob("*.svg")}


def drawn(name: str) -> bool:
    """Return True if there is an art file of this name."""
    return name in _files()


@cache
def fragment(name: str) -> str:
    """Return the contents of the `svg` element of an art file. Raises ValueError if it has none."""
    text = _files()[name].read_text(encoding="utf-8")
    found = re.search(r"<svg[^>]*>(.*)</svg>", text, re.DOTALL)
    if found is None:
        raise ValueError(f"{name}.svg holds no svg element")
    return found[1].strip()


def placed(name: str, x: float, y: float, scale: float = 1.0, colour: Colour | None = None) -> str:
    """Place a fragment at a point; `colour` replaces the white of the file."""
    inner = fragment(name)
    if colour is not None:
        inner = inner.replace("#ffffff", paint_name(colour))
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.3f})">{inner}</g>'


def paint_name(colour: Colour) -> str:
    """Format a colour for SVG."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    fill: str,
    edge: str = "none",
    wide: float = 0,
    opacity: float = 1,
) -> str:
    """Format a rectangle with rounded corners."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius:.1f}" '
        f'fill="{fill}" fill-opacity="{opacity}" stroke="{edge}" stroke-width="{wide}"/>'
    )


def stroke(outline: str, colour: str, wide: float, opacity: float = 1, dashes: str = "") -> str:
    """Format a path (`d`) as a line with round caps."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<path d="{outline}" fill="none" stroke="{colour}" stroke-width="{wide}" stroke-opacity="{opacity}" '
        f'stroke-linejoin="round" stroke-linecap="round"{dashed}/>'
    )


class Bit(NamedTuple):
    """Part of a large drawing, with its bounding box."""

    box: tuple[float, float, float, float]
    """Left, top, right, bottom."""
    svg: str
    ornament: bool = False
    """True if it carries no information; boards in high contrast omit it."""


def bit(points: Sequence[tuple[float, float]], reach: float, svg: str, ornament: bool = False) -> Bit:
    """Return a part whose bounding box reaches `reach` units beyond the given points."""
    across, down = [x for x, _ in points], [y for _, y in points]
    return Bit(
        (min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach), svg, ornament
    )


def within(bits: Iterable[Bit], part: pygame.FRect, plain: bool = False) -> str:
    """Join the parts that may be visible in `part`; rendering hidden ones would take time. `plain`: leave out
    ornaments."""
    return "".join(
        svg
        for (left, top, right, bottom), svg, ornament in bits
        if not (plain and ornament)
        and left < part.right
        and right > part.left
        and top < part.bottom
        and bottom > part.top
    )


def raster(body: str, view: tuple[float, float, float, float], size: tuple[int, int]) -> pygame.Surface:
    """Render SVG elements; `view` is the part of the drawing that fills `size` pixels."""
    seen = " ".join(f"{number:.3f}" for number in view)
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" viewBox="{seen}" '
        f'preserveAspectRatio="none">{body}</svg>'
    )
    data = text.encode()
    try:
        return pygame.image.load_sized_svg(BytesIO(data), size)
    except RuntimeError:  # pygame for browsers reads from files only; they are in memory there
        path = Path(tempfile.gettempdir(), "kontor.svg")
        path.write_bytes(data)
        return pygame.image.load_sized_svg(path, size)
