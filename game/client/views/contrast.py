"""Boards in high contrast: dark roads and coasts, white places, black plates, no ornaments.

The drawings are the same as for the other themes. Only their colours are replaced: every shape that carries
information has a contrast of at least 3:1 to its ground, and text 4.5:1.
"""

from __future__ import annotations

import re

from game.client.draw import theme

BLACK, WHITE = "#000000", "#ffffff"
LAND, SEA = "#e4e4dc", "#a9cbdb"
PLATE = "#1c1c1c"
"""Ground of a panel with a black edge."""

COLOURS = {
    # land and sea
    **dict.fromkeys(("#e6d5a8", "#f2e6c4", "#dcd8ac", "#dfdca9"), LAND),
    **dict.fromkeys(("#8fb6b4", "#56868c", "#436f78"), SEA),
    "#5d6b5c": BLACK,
    "#8db3b3": "#2f78a8",
    "#7a9a94": "#1a4d73",
    "#d9b487": "#efd3b4",
    "#b9c9cf": "#cfdde6",
    "#4a3a26": BLACK,
    "#f5e9ca": BLACK,
    # roads and sea routes
    **dict.fromkeys(("#f3e3b8", "#a5804c", "#5b4128", "#7a5a34", "#f7efd6"), BLACK),
    "#4f9fd6": "#1d62a0",
    **dict.fromkeys(("#16323a", "#1d3a42", "#fff6dd"), WHITE),
    # houses, ships, warehouses, scrolls
    **dict.fromkeys(("#f4e8c8", "#e6d3a3", "#f6ecd2", "#cfdfd9"), WHITE),
    **dict.fromkeys(("#6b4a2b", "#6b4c2e", "#3a2013", "#7a5a2e", "#4f2d1c", "#241208"), BLACK),
    "#b99a66": "#6a6a6a",
    "#49727a": "#1a4d73",
    "#6d979b": "#1a4d73",
    **dict.fromkeys(("#f7edcf", "#efdfb3", "#e2cf9c", "#e9d6ab", "#a84b35", "#3d2116", "#cdb88a"), WHITE),
    "#8a744a": BLACK,
    "#a89268": "#808080",
    # offices by privilege
    **dict.fromkeys(("#fbf6e6", "#fffdf4", "#f6cf9d", "#f5c9dc", "#0f0d0d", "#6d6661", "#f2ead8"), WHITE),
    **dict.fromkeys(("#8d7d5e", "#8a4a10", "#8a3560", "#2f2b2a"), BLACK),
    "#e58a2c": "#ff9a1f",
    "#dd7aa6": "#ff8cc3",
    # panels, tracks and frames
    **dict.fromkeys(("#5a3b25", "#2f1d11", "#6f4526", "#4a2f1a", "#3a2413", "#561310"), BLACK),
    **dict.fromkeys(("#4a2f1d", "#2b190d"), BLACK),
    **dict.fromkeys(("#77543a", "#8d6038"), PLATE),
    **dict.fromkeys(("#f8efd6", "#c39a52", "#e6cf98", "#efe0b8", "#e8d6a8"), WHITE),
    "#d9b268": "#ffd84d",
    "#80663e": BLACK,
}
"""Colours of the drawings and what replaces them."""

_COLOUR = re.compile("#[0-9a-f]{6}")


def strong() -> bool:
    """Return True if the theme in use wants boards in high contrast."""
    return theme.ui.name == "contrast"


def recoloured(svg: str) -> str:
    """Return SVG elements in the colours of high contrast."""
    return _COLOUR.sub(lambda found: COLOURS.get(found[0], found[0]), svg)
